import Glibc
import TestSupport
import Testing

@testable import CalledPrograms

/// `keyward agent` on a folder of the test's own, with the test as systemd.
@Suite(.serialized) struct AgentProgramTests {
  private final class Asker {
    let folder: TemporaryFolder
    let socket: Int32
    let run: ProgramRun
    var count = 0

    init(isLeader: Bool = false) throws {
      let folder = try TemporaryFolder()
      let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let path = Array((folder.path + "/sck").utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
      let bound = withUnsafeBytes(of: &address) { bytes in
        bind(
          socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
          socklen_t(bytes.count))
      }
      guard bound == 0 else { throw HarnessError("no socket") }
      var options = ProgramOptions(
        ["agent", "--directory", folder.path], streams: (.null, .null, .pipe))
      options.role = isLeader ? .sessionLeader : .foregroundJob
      run = try ProgramRun(try BuiltProgram.keyward(), options, on: PseudoTerminal())
      self.folder = folder
      self.socket = socket
      try run.waitForQuiet(seconds: 0.3)
    }

    deinit { close(socket) }

    func ask(
      _ message: String, _ more: String = "", process: Int32 = getpid(), socket: String = "sck",
      named given: String? = nil
    ) throws -> String {
      count += 1
      let name = given ?? "ask.\(count)"
      try folder.write(
        "[Ask]\nPID=\(process)\nSocket=\(folder.path)/\(socket)\nMessage=\(message)\n\(more)",
        to: "new")
      rename(folder.path + "/new", folder.path + "/" + name)
      return folder.path + "/" + name
    }

    /// The next datagram; nil where none comes within `seconds`.
    func answer(seconds: Double = ProgramRun.longest) throws -> String? {
      var bytes = [UInt8](repeating: 0, count: 4096)
      var size = -1
      try run.pump(
        until: {
          size = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
          return size >= 0
        }, seconds: seconds)
      return size < 0 ? nil : String(decoding: bytes.prefix(size), as: UTF8.self)
    }
  }

  @Test func answersCancelsAndForgets() throws {
    let asker = try Asker()
    _ = try asker.ask("First \u{1b}]0;x\u{7} question")
    try asker.run.waitForDisplay(of: "First")
    try asker.run.type("sesame ö\r")
    #expect(try asker.answer() == "+sesame ö")
    #expect(!asker.run.displayedText.contains("\u{1b}]"))
    _ = try asker.ask("Second")
    try asker.run.waitForDisplay(of: "Second")
    try asker.run.type("\r")
    #expect(try asker.answer() == "+")
    _ = try asker.ask("Third")
    try asker.run.waitForDisplay(of: "Third")
    try asker.run.type("abc\u{3}")
    #expect(try asker.answer() == "-")
    asker.run.send(signal: SIGTERM)
    #expect(try asker.run.wait() == .killed(SIGTERM))
  }

  @Test func anotherFileOfTheSameNameIsAnotherQuestion() throws {
    let asker = try Asker()
    let path = try asker.ask("First", named: "ask.x")
    try asker.run.waitForDisplay(of: "First")
    try asker.run.type("half of it")
    #expect(!asker.run.displayedText.contains("has changed"))
    // In place of a question that is up, of one that was answered, and of one deleted at once.
    _ = try asker.ask("Second", named: "ask.x")
    try asker.run.waitForDisplay(of: "Second")
    try asker.run.waitForDisplay(of: "The question has changed. Type the answer again.")
    try asker.run.type("two\r")
    #expect(try asker.answer() == "+two")
    _ = try asker.ask("Third", named: "ask.x")
    try asker.run.waitForDisplay(of: "Third")
    try asker.run.type("three\r")
    #expect(try asker.answer() == "+three")
    unlink(path)
    _ = try asker.ask("Fourth", named: "ask.x")
    try asker.run.waitForDisplay(of: "Fourth")
    // Written anew where it is.
    try asker.folder.write(
      "[Ask]\nSocket=\(asker.folder.path)/sck\nMessage=Fifth\n", to: "ask.x")
    try asker.run.waitForDisplay(of: "Fifth")
    try asker.run.type("five\r")
    #expect(try asker.answer() == "+five")
    #expect(try asker.answer(seconds: 0.2) == nil)
    #expect(asker.run.ending == nil)
  }

  @Test func whoAsksAndFromWhichFolderIsSaid() throws {
    let asker = try Asker()
    let path = try asker.ask("First")
    try asker.run.waitForDisplay(of: "pid \(getpid()), ")
    #expect(asker.run.displayedText.contains("asked by "))
    try asker.run.waitForDisplay(of: "in \(asker.folder.path.prefix(8))")
    unlink(path)
    try asker.run.pump(seconds: 0.3)
    // Somebody else's process, as far as the owner of the file tells.
    guard geteuid() == 0 else { return }
    try asker.folder.write(
      "[Ask]\nPID=\(getpid())\nSocket=\(asker.folder.path)/sck\nMessage=Other\n", to: "other")
    chown(asker.folder.path + "/other", 65534, 65534)
    rename(asker.folder.path + "/other", asker.folder.path + "/ask.other")
    try asker.run.waitForDisplay(of: "asked by an unverified process, file of ")
  }

  /// The clock files are stamped by ticks some hundred times a second.
  @Test func aQuestionWrittenTwiceWithinATickIsAnotherQuestion() throws {
    let asker = try Asker()
    for number in 0..<40 {
      let name = "ask.t\(number)"
      try asker.folder.write(
        "[Ask]\nSocket=\(asker.folder.path)/sck\nMessage=Old \(number).\n", to: "t")
      rename(asker.folder.path + "/t", asker.folder.path + "/" + name)
      // Read by now, or not yet.
      usleep(UInt32(number * 100))
      try asker.folder.write(
        "[Ask]\nSocket=\(asker.folder.path)/sck\nMessage=New \(number).\n", to: name)
      try asker.run.waitForDisplay(of: "New \(number).")
      try asker.run.type("\(number)\r")
      #expect(try asker.answer() == "+\(number)")
      unlink(asker.folder.path + "/" + name)
    }
  }

  @Test func aSocketNobodyReadsHoldsNothingUp() throws {
    let asker = try Asker()
    // Its queue takes some ten datagrams.
    for number in 0..<600 where asker.run.errorText.isEmpty {
      let path = try asker.ask("Number \(number).")
      try asker.run.waitForDisplay(of: "Number \(number).")
      try asker.run.type("\r")
      try asker.run.wait(for: "its end") { try asker.run.terminal?.settings().echoes == true }
      unlink(path)
    }
    #expect(asker.run.errorText.contains("nobody reads the socket"))
    _ = try asker.ask("The next")
    try asker.run.waitForDisplay(of: "The next")
    #expect(asker.run.ending == nil)
  }

  @Test func silentQuestionsShowNoLength() throws {
    let asker = try Asker()
    _ = try asker.ask("Quiet", "Silent=1\n")
    try asker.run.waitForDisplay(of: "Quiet")
    try asker.run.type("abc")
    try asker.run.waitForQuiet()
    #expect(!asker.run.displayedText.contains("\u{2022}"))
    try asker.run.type("\r")
    #expect(try asker.answer() == "+abc")
  }

  @Test func dropsWhatNobodyWaitsFor() throws {
    let asker = try Asker()
    let deleted = try asker.ask("Deleted")
    try asker.run.waitForDisplay(of: "Deleted")
    try asker.run.type("abc")
    unlink(deleted)
    try asker.run.wait(for: "the terminal") { try asker.run.terminal?.settings().echoes == true }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let end = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec / 1000) + 1_200_000
    _ = try asker.ask("Limited", "NotAfter=\(end)\n")
    try asker.run.waitForDisplay(of: "Limited")
    try asker.run.wait(for: "its end") { try asker.run.terminal?.settings().echoes == true }
    let sleeper = try ProgramRun("/bin/sleep", ProgramOptions(["60"]))
    _ = try asker.ask("Dying", process: sleeper.process)
    try asker.run.waitForDisplay(of: "Dying")
    sleeper.send(signal: SIGKILL)
    try asker.run.wait(for: "its end") { try asker.run.terminal?.settings().echoes == true }
    #expect(try asker.answer(seconds: 0.2) == nil)
    #expect(asker.run.ending == nil)
  }

  @Test(arguments: [true, false])
  func aHangUpEndsItByItsSignal(isLeader: Bool) throws {
    let asker = try Asker(isLeader: isLeader)
    _ = try asker.ask("Question")
    try asker.run.waitForDisplay(of: "Question")
    try asker.run.type("abc")
    try asker.run.waitForQuiet()
    asker.run.terminal?.hangUp()
    #expect(try asker.run.wait() == (isLeader ? .killed(SIGHUP) : .exited(1)))
    #expect(try asker.answer(seconds: 0.2) == nil)
  }

  @Test func aMissingFolderIsASentence() throws {
    let run = try ProgramRun.finished(
      try BuiltProgram.keyward(), ["agent", "--directory", "/nonexistent"])
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains("--directory"))
  }
}
