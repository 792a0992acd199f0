import Glibc
import KeywardTestSupport
import SecureMemory
import Testing

@testable import KeywardPrograms

/// Peers on the socket of lending that break its protocol, and the remains of many loans.
extension PlacesProgramTests {
  /// A program that reads a terminal key by key and logs each byte.
  private var raw: String {
    "stty raw -echo; tty >\(runtime.path)/tty; exec cat >\(runtime.path)/keys"
  }

  /// A terminal that is lent, with a program under `attend` that reads keys.
  private func lending(attends: Bool) throws -> (run: ProgramRun, terminal: String) {
    guard attends else { return (try lender(), "/nonexistent") }
    let run = try Attended.start(["/bin/sh", "-c", raw], environment: environment)
    try run.wait(for: "the command") { !runtime.text("tty").isEmpty }
    try run.waitForQuiet()
    return (run, runtime.text("tty").filter { $0 != "\n" })
  }

  private func connect() throws -> Int32 {
    let lookup = { self.environment[$0] ?? nil }
    return try #require(LendingSocket.all(environment: lookup).first?.connect())
  }

  private func send(_ bytes: [UInt8], to connection: Int32) {
    _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  private func isClosed(_ connection: Int32) -> Bool {
    var state = pollfd(fd: connection, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0
  }

  private static let request = LendingMessage.request(Asker(process: 1, folder: "/"))

  @Test(arguments: [false, true]) func hostileBorrowersAreDropped(attends: Bool) throws {
    let (run, terminal) = try lending(attends: attends)
    let settings = try run.terminal?.settings()
    let first = try connect()
    let dropped: [(Int32) -> Void] = [
      { _ in },
      { send([0x78], to: $0) },
      { send([UInt8](repeating: 0, count: 8192), to: $0) },
      { send(LendingMessage.end(.answered).bytes, to: $0) },
      { send(LendingMessage.terminal([:]).bytes, to: $0) },
      { _ = Self.request.send(to: $0, with: 0) },
    ]
    let connections = try dropped.map { act in
      let connection = try connect()
      act(connection)
      return connection
    }
    // More than are served at once, and one that borrows and never asks.
    let others = try (0..<24).map { _ in try connect() }
    send(Self.request.bytes, to: try connect())
    defer { for connection in [first] + connections + others { close(connection) } }
    let asking = try AskingProgram.askpass.start(asking: terminal, environment: environment)
    try waitForQuestion(on: run, after: run.displayed.count)
    try run.wait(for: "the end of those") { connections.allSatisfy(isClosed) }
    try run.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    try run.wait(for: "the terminal") { try run.terminal?.settings() == settings }
    #expect(run.ending == nil)
    #expect(!attends || runtime.text("keys").isEmpty)
  }

  /// Otherwise, the borrower would switch echo on before the lender swallows what is still typed.
  @Test(
    "A lender that is asked to stop first sends its borrower a message",
    arguments: [false, true])
  func aStoppedLenderShowsNoKey(attends: Bool) throws {
    let (run, _) = try lending(attends: attends)
    let connection = try connect()
    defer { close(connection) }
    send(Self.request.bytes, to: connection)
    try run.wait(for: "a loan") {
      guard
        case .message(.terminal, let file) = LendingMessage.receive(
          from: connection, takesTerminal: true)
      else { return false }
      close(file)
      return true
    }
    run.send(signal: SIGTSTP)
    try run.wait(for: "the end of the loan") {
      if case .message(.end(.withdrawn), _) = LendingMessage.receive(from: connection) {
        true
      } else {
        false
      }
    }
    run.send(signal: SIGKILL)
  }

  @Test(
    "A borrower leaves echo to a lender that ends the loan, and switches it on after a killed one",
    arguments: [true, false])
  func echoAfterALoan(hasMessage: Bool) throws {
    let terminal = try PseudoTerminal()
    mkdir(runtime.path + "/keyward", 0o700)
    let listener = try Listener(runtime.path + "/keyward/lend-7fffffffffffffff-1")
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    let connection = try listener.accept()
    let file = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #expect(LendingMessage.terminal(["TERM": "xterm"]).send(to: connection, with: file))
    close(file)
    try asking.run.wait(for: "our settings") { try !terminal.settings().echoes }
    if hasMessage { #expect(LendingMessage.end(.withdrawn).send(to: connection)) }
    close(connection)
    #expect(try asking.run.wait() == .exited(1))
    #expect(try terminal.settings().echoes == !hasMessage)
  }

  @Test("A process gets at most four loans in a minute without an answer")
  func loansInALoop() throws {
    let run = try lender()
    var lent = 0
    for _ in 0..<6 {
      let connection = try connect()
      send(Self.request.bytes, to: connection)
      try run.wait(for: "a loan, or its refusal") {
        var entry = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
      }
      if case .message(.terminal, let file) = LendingMessage.receive(
        from: connection, takesTerminal: true)
      {
        lent += 1
        close(file)
      }
      close(connection)
    }
    #expect(lent == 4)
    // Other programs are served.
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    try run.waitForDisplay(of: "asked by")
    try run.waitForQuiet(seconds: 1.1)
    try run.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
  }

  @Test(
    "A new size of a lent terminal is followed at once",
    arguments: [AskingProgram.askpass, .pinentry])
  func resizedLoan(program: AskingProgram) throws {
    let run = try lender()
    let asking = try program.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: run, after: 0)
    let shown = run.displayed.count
    try run.terminal?.resize(columns: 60, rows: 20)
    try run.waitForDisplay(of: "\u{1b}[?2026l", after: shown)
    try run.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
  }

  @Test("A confirmation follows a new size of a lent terminal at once", arguments: [false, true])
  func resizedConfirmation(attends: Bool) throws {
    let (run, terminal) = try lending(attends: attends)
    let asking = try ProgramRun(
      BuiltProgram.keyward(), ["confirm", "Go on?"],
      environment: environment.merging(["KEYWARD_TTY": terminal]) { $1 })
    try waitForQuestion(on: run, after: 0)
    let shown = run.displayed.count
    try run.terminal?.resize(columns: 60, rows: 20)
    run.send(signal: SIGWINCH)
    try run.waitForDisplay(of: "\u{1b}[?2026l", after: shown)
    try run.type("y\r")
    #expect(try asking.wait() == .exited(0))
  }

  /// A borrower that asks again and again, and reads nothing, ends with its loans.
  @Test func aFloodOfRequestsIsDropped() throws {
    let run = try lender()
    let connection = try connect()
    defer { close(connection) }
    try run.wait(for: "its end") {
      send(Self.request.bytes, to: connection)
      return isClosed(connection)
    }
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: run, after: 0)
    try run.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
  }

  @Test("After kill -9 of a borrower the program inside attend gets no key of the answer")
  func killedBorrower() throws {
    let (run, terminal) = try lending(attends: true)
    let asking = try AskingProgram.askpass.start(asking: terminal, environment: environment)
    try waitForQuestion(on: run, after: run.displayed.count)
    try run.type("h", until: "•")
    let shown = run.displayed.count
    asking.run.send(signal: SIGKILL)
    try run.waitForDisplay(of: "\u{1b}[?1049l", after: shown)
    try run.type("ello")
    try run.waitForQuiet(seconds: 1.1)
    #expect(runtime.text("keys").isEmpty)
    try run.type("k")
    try run.wait(for: "the key") { runtime.text("keys") == "k" }
  }

  @Test(
    "A lender of another user gets no request, in a folder of ours",
    .needsRoot(to: "listen as another user"))
  func lenderOfAnother() throws {
    let honest = try lender()
    let path = runtime.path + "/keyward/lend-7fffffffffffffff-1"
    let stranger = try ListeningSocket(at: path, as: 65_534, type: SOCK_SEQPACKET)
    LendingSocket.noteTyping(at: path)
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: honest, after: 0)
    try honest.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    // It was passed over; nobody waited for an answer of it.
    #expect(stranger.receivedNothing)
  }

  @Test(
    "A borrower of another user gets no terminal, even if it can connect", .needs("python3"),
    .needsRoot(to: "connect as another user"))
  func borrowerOfAnother() throws {
    let run = try lender()
    let socket = try #require(sockets.first { $0.hasPrefix("lend-") })
    let folder = runtime.path + "/keyward"
    for path in [runtime.path, folder, folder + "/" + socket] { chmod(path, 0o777) }
    let script = """
      import os, socket, sys
      os.setgroups([]); os.setgid(65534); os.setuid(65534)
      peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      peer.connect(sys.argv[1])
      try:
          peer.send(bytes.fromhex(sys.argv[2]))
          data, rights, _, _ = socket.recv_fds(peer, 4096, 8)
      except (BrokenPipeError, ConnectionResetError):
          data, rights = b"", []
      print(len(data), len(rights))
      """
    let request = Self.request.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let other = try ProgramRun.finished(
      try #require(InstalledProgram.path("python3")),
      ["-c", script, folder + "/" + socket, request])
    #expect(other.outputText == "0 0\n", "\(other.errorText)")
    #expect(run.ending == nil)
  }

  /// Lenders that give no terminal, or something else; the last one is silent.
  @Test(arguments: ["close", "text", "terminal", "file", "end", "silence"])
  func hostileLendersArePassedOver(answer: String) throws {
    let honest = try lender()
    let folder = runtime.path + "/keyward"
    let listener = try Listener(folder + "/lend-7fffffffffffffff-1")
    LendingSocket.noteTyping(at: folder + "/lend-7fffffffffffffff-1")
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    let connection = try listener.accept()
    defer { close(connection) }
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    switch answer {
    case "close": shutdown(connection, Int32(SHUT_RDWR))
    case "text": send([0x78], to: connection)
    case "terminal": send(LendingMessage.terminal([:]).bytes, to: connection)
    case "file": _ = LendingMessage.terminal([:]).send(to: connection, with: null)
    case "end":
      let terminal = try #require(honest.terminal).path
      let file = open(terminal, O_RDWR | O_NOCTTY)
      defer { close(file) }
      _ = LendingMessage.end(.answered).send(to: connection, with: file)
    default: break
    }
    try waitForQuestion(on: honest, after: 0)
    try honest.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "alpha")
  }

  @Test func aFolderThatOthersMayWriteHoldsNoSocket() throws {
    mkdir(runtime.path + "/keyward", 0o700)
    chmod(runtime.path + "/keyward", 0o777)
    let run = try ProgramRun(
      BuiltProgram.keyward(), ProgramOptions(["lend"], environment: environment),
      on: PseudoTerminal())
    #expect(try run.wait() == .exited(1))
    let cure = "rm -r \(runtime.path)/keyward"
    #expect(run.errorText.contains("Remove it with `\(cure)`"))
    _ = try ProgramRun.finished("/bin/sh", ["-c", cure])
    _ = try lender()
  }

  // MARK: Many dialogues

  /// Asks in one place again and again; `keys` are those that the program beside it has read.
  ///
  /// After each dialogue a key reaches that program, if `gets` is true.
  private func ask(
    _ numbers: ClosedRange<Int>, on run: ProgramRun, terminal: String, keys: () -> String,
    gets: Bool, in tmux: Tmux? = nil
  ) throws {
    let settings = try run.terminal?.settings()
    let programs = tmux == nil ? AskingProgram.allCases : [.askpass]
    for number in numbers {
      let (program, secret) = (programs[number % programs.count], "alpha\(number)")
      let shown = run.displayed.count
      let asking = try program.start(
        asking: terminal, environment: tmux?.environment ?? environment)
      try run.wait(for: "the question") {
        let text = String(decoding: run.displayed.dropFirst(shown), as: UTF8.self)
        if tmux != nil { return text.contains("Passphrase") }
        guard let sign = text.ranges(of: program.sign).last else { return false }
        return program == .lines || text[sign.upperBound...].contains("\u{1b}[?2026l")
      }
      // A new terminal drops what is typed before anybody can react to it.
      if tmux != nil { try run.waitForQuiet(seconds: 0.3) }
      try run.type(secret + "\r")
      guard try asking.finish() == .exited(0), asking.answer == secret else {
        throw HarnessError("dialogue \(number): \(asking.run.errorText)")
      }
      try run.wait(for: "the terminal") { try run.terminal?.settings() == settings }
      guard gets else { continue }
      if tmux != nil { try run.waitForQuiet(seconds: 0.02) }
      // After another key, the next question would drop the rest of what is typed.
      try run.type("\r")
      try run.wait(for: "the key") { keys().count == number }
    }
    #expect(keys() == String(repeating: "\r", count: gets ? numbers.upperBound : 0))
  }

  /// The number of dialogues of a test, of which `Scripts/test` makes more.
  private static var dialogues: Int {
    getenv("KEYWARD_DIALOGUES").flatMap { Int(String(cString: $0)) } ?? 20
  }

  /// Descriptors of a process, and processes with the folder of our sockets; root sees them all.
  private func count(_ run: ProgramRun) -> [Int] {
    let processes = TemporaryFolder.names(in: "/proc").filter { Int32($0) != nil }
    let ours = processes.count { process in
      guard let file = fopen("/proc/\(process)/environ", "re") else { return false }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let text = bytes.prefix(fread(&bytes, 1, bytes.count, file))
      return text.firstRange(of: Array(runtime.path.utf8)) != nil
    }
    return [TemporaryFolder.names(in: "/proc/\(run.process)/fd").count, ours, sockets.count]
  }

  @Test(arguments: [false, true])
  func aRawProgramReadsNoByteAndNothingIsLeft(attends: Bool) throws {
    let (run, terminal) = try lending(attends: attends)
    // The lender's questions have a terminal in use before them.
    let other =
      attends ? nil : try ProgramRun("/bin/sh", ProgramOptions(["-c", raw]), on: PseudoTerminal())
    try other?.wait(for: "the program") { !runtime.text("tty").isEmpty }
    try other?.waitForQuiet()
    let used = other?.terminal?.path ?? terminal
    var before: [Int] = []
    // The first dialogue opens the file that the lender keeps for its lock.
    for numbers in [1...1, 2...Self.dialogues] {
      try ask(
        numbers, on: run, terminal: used, keys: { runtime.text("keys") }, gets: attends)
      if before.isEmpty { before = count(run) }
    }
    try run.wait(for: "the end of all") { count(run) == before }
  }

  @Test(.needs("tmux")) func aRawProgramInTmuxReadsNoByteAndNothingIsLeft() throws {
    let tmux = try Tmux(environment)
    let before = count(tmux.client)
    try ask(
      1...Self.dialogues / 2, on: tmux.client, terminal: tmux.pane, keys: { tmux.keys }, gets: true,
      in: tmux)
    try tmux.client.wait(for: "the end of all") { count(tmux.client) == before }
  }

  // MARK: Residue

  @Test(
    .needsRoot(to: "read the memory of a hardened process"), .needs("tmux"), arguments: [0, 1, 2])
  func aLenderHasNoByteOfTheSecret(place: Int) throws {
    let tmux = try place == 2 ? Tmux(environment) : nil
    let (run, terminal) = try tmux.map { ($0.client, $0.pane) } ?? lending(attends: place == 1)
    let process = try tmux?.server ?? run.process
    var environment = tmux?.environment ?? environment
    environment["KEYWARD_OPTIONS"] = "--no-secret-memory"
    let secret = TypedSecret.ascii(24)
    var scan = ResidueScan(for: secret)
    try scan.takeBaseline(of: process)
    let asking = try AskingProgram.askpass.start(asking: terminal, environment: environment)
    try run.waitForDisplay(of: "Passphrase")
    try run.waitForQuiet(seconds: 0.3)
    for character in secret {
      try run.type(String(character))
      try run.waitForQuiet(seconds: 0.01)
    }
    try run.waitForQuiet()
    #expect(try scan.residues(in: asking.run.process).isHeld(secret))
    #expect(try scan.residues(in: process).isEmpty)
    try run.type("\r")
    #expect(try asking.finish() == .exited(0))
    try run.waitForQuiet()
    #expect(try scan.residues(in: process).isEmpty)
  }
}

private final class Listener {
  private let socket: Int32

  init(_ path: String) throws {
    socket = try boundSocket(at: path, SOCK_SEQPACKET)
    guard listen(socket, 8) == 0 else { throw HarnessError("no socket at \(path)") }
  }

  deinit { close(socket) }

  /// The connection that has sent a request.
  func accept() throws -> Int32 {
    let end = MonotonicTime.now + 60
    var room = [UInt8](repeating: 0, count: 4096)
    while !pollOne(socket, until: end).isEmpty {
      let connection = Glibc.accept(socket, nil, nil)
      if connection >= 0, read(connection, &room, room.count) > 0 { return connection }
      // Another lender only looked whether this one is alive.
      close(connection)
    }
    throw HarnessError("nobody has asked within 60 s")
  }
}
