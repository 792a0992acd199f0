import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

/// Places that another local user owns or could replace: nothing connects to them, and the error
/// names them.
@Suite(.tags(.program), .serialized, .needsRoot(to: "give files to another user"))
struct StrangerProgramTests {
  /// A user who owns nothing on this machine.
  static let stranger: uid_t = 65_534

  private let folder: TemporaryFolder
  private let home: TemporaryFolder

  init() throws { (folder, home) = (try TemporaryFolder(), try TemporaryFolder()) }

  private var runtime: String { home.path + "/runtime" }

  private func environment(_ more: [String: String?] = [:]) -> [String: String?] {
    mkdir(runtime, 0o700)
    return ["XDG_RUNTIME_DIR": runtime, "TMUX_TMPDIR": folder.path, "HOME": home.path]
      .merging(more) { $1 }
  }

  @Test(
    "A process that another user runs elsewhere does not keep a terminal",
    .needs("setpriv", "bash"))
  func processesWithTheSameNumber() throws {
    let terminal = try PseudoTerminal()
    // In a namespace, the terminal of the process would only have the same number.
    let script = "exec 3<&0 </dev/null >/dev/null 2>&1; read -u 3 line"
    let other = try ProgramRun(
      "/usr/bin/setpriv",
      ["--reuid", "\(Self.stranger)", "--clear-groups", "/bin/bash", "-c", script],
      streams: (.terminal, .terminal, .terminal), on: terminal)
    try other.wait(for: "a reader") { ProgramRun.isHeldReading(other.process) }
    let asking = try AskingProgram.askpass.start(
      asking: terminal.path, environment: environment())
    try other.waitForDisplay(of: "Esc cancel")
    asking.run.send(signal: SIGTERM)
    #expect(try asking.run.wait() == .killed(SIGTERM))
    other.send(signal: SIGKILL)
    try other.wait()
  }

  // MARK: tmux

  /// How another user gets hold of the socket of a tmux server.
  enum Hold: String, CaseIterable, Sendable {
    case folder, socket, group, others, parent, link, variable

    func clause(_ place: String) -> String {
      switch self {
      case .folder, .variable: "the folder \(place) belongs to another user (uid \(stranger))"
      case .socket: "\(place)/default belongs to another user (uid \(stranger))"
      case .group, .others: "other users have rights to the folder \(place)"
      case .parent: "other users may write to the folder \(place.dropLast("/tmux-0".count))"
      case .link: "\(place) belongs to another user (uid \(stranger))"
      }
    }

    /// Returns the environment, after changing the owner or the rights.
    func take(_ place: String, in parent: String) -> [String: String?] {
      switch self {
      case .folder: chown(place, stranger, stranger)
      case .socket: lchown(place + "/default", stranger, stranger)
      case .group: chmod(place, 0o710)
      case .others: chmod(place, 0o701)
      case .parent: chmod(parent, 0o777)
      case .link:
        rename(place, parent + "/kept")
        symlink("kept", place)
        lchown(place, stranger, stranger)
      case .variable:
        chown(place, stranger, stranger)
        return ["TMUX_TMPDIR": "/nonexistent", "TMUX": place + "/default,940,0"]
      }
      return [:]
    }
  }

  @Test(
    "No program connects to a tmux socket that another user could replace", .needs("tmux"),
    arguments: Hold.allCases, [AskingProgram.askpass, .pinentry, .get])
  func socketsOfTmux(hold: Hold, program: AskingProgram) throws {
    let place = folder.path + "/tmux-0"
    let server = try ListeningSocket(at: place + "/default")
    let environment = environment(hold.take(place, in: folder.path))
    let asking = try program.start(asking: "/nonexistent", environment: environment)
    let sentence = hold.clause(place) + ", so no tmux popup was opened"
    if program == .pinentry {
      try asking.run.wait(for: "an error") { asking.run.outputText.contains("ERR 83918849") }
      #expect(asking.run.outputText.contains(sentence))
      asking.send("BYE\n")
      try asking.run.wait()
    } else {
      #expect(try asking.run.wait() == .exited(1))
      #expect(asking.run.errorText.contains(sentence), "\(asking.run.errorText)")
      #expect(asking.run.errorText.contains("TMUX_TMPDIR set to a private folder of yours"))
    }
    let doctor = try ProgramRun.finished(
      BuiltProgram.keyward(), ["doctor", "--verbose"],
      environment: environment.merging(["COLUMNS": "10000"]) { $1 })
    #expect(doctor.outputText.contains("tmux: \(hold.clause(place))"), "\(doctor.outputText)")
    #expect(doctor.outputText.contains("refused places: tmux; \(hold.clause(place))"))
    #expect(!server.wasConnected)
  }

  @Test(
    "After su in a pane in use, the error names the user whose tmux shows no popup",
    .needs("tmux", "setpriv"), arguments: ["keyward get", "askpass Secret:"])
  func tmuxOfTheUserBefore(command: String) throws {
    let (programs, output) = (try Programs.copy(), try TemporaryFolder())
    chmod(output.path, 0o777)
    let part = output.path + "/part"
    let script = """
      stty -icanon -echo
      (until grep -q cat /proc/$$/comm; do :; done
       \(programs.path)/\(command) 2>\(part); mv \(part) \(output.path)/error) &
      exec cat
      """
    let words = ["-L", "other", "-f", "/dev/null"]
    let environment = environment(["TMUX": nil, "TERM": "xterm", "XDG_RUNTIME_DIR": nil])
    let user = ["setpriv", "--reuid=\(Self.stranger)", "--clear-groups", "env", "-u", "TMUX"]
    let run = try ProgramRun(
      "/usr/bin/tmux", words + ["new-session"] + user + ["/bin/sh", "-c", script],
      environment: environment, streams: (.terminal, .terminal, .terminal), on: PseudoTerminal())
    try run.wait(for: "the error") { output.names.contains("error") }
    let error = output.text("error")
    #expect(error.contains("is using /dev/pts/"), "\(error)")
    #expect(error.contains("belongs to another user (uid 0), so no popup was opened"), "\(error)")
    _ = try ProgramRun.finished(
      "/usr/bin/tmux", words + ["kill-server"], environment: environment)
    _ = try run.wait()
  }

  @Test("tmux is started with -L, so that it checks its folder itself")
  func tmuxChecksToo() throws {
    _ = try ListeningSocket(at: folder.path + "/tmux-0/a b")
    try folder.write(
      "#!/bin/sh\necho \"$TMUX_TMPDIR|$*\" >>\(folder.path)/calls\n", to: "bin/tmux", mode: 0o755)
    let asking = try AskingProgram.get.start(
      asking: "/nonexistent", environment: environment(["PATH": folder.path + "/bin:/usr/bin:/bin"])
    )
    #expect(try asking.run.wait() == .exited(1))
    let calls = folder.text("calls").split(separator: "\n")
    #expect(calls.count == 2, "\(calls)")
    #expect(calls.allSatisfy { $0.hasPrefix("\(folder.path)|-L a b list-") }, "\(calls)")
  }

  @Test("Names in a tmux folder that are no sockets, or cannot be followed, are skipped")
  func otherNamesInTheFolder() throws {
    let place = folder.path + "/tmux-0"
    mkdir(place, 0o700)
    mkfifo(place + "/fifo", 0o600)
    symlink("ring", place + "/ring")
    try folder.write("", to: "tmux-0/file\nname")
    let server = try ListeningSocket(at: folder.path + "/elsewhere/socket")
    symlink("../elsewhere/socket", place + "/linked")
    close(open(place + "/" + String(repeating: "n", count: 255), O_CREAT | O_CLOEXEC, 0o600))
    let asking = try AskingProgram.askpass.start(
      asking: "/nonexistent",
      environment: environment(["TMUX": String(repeating: "/n", count: 5000) + ",1,0"]))
    #expect(try asking.run.wait() == .exited(1))
    #expect(asking.run.errorText.contains("no terminal to ask on (tried /nonexistent)\n"))
    #expect(!server.wasConnected)
  }

  @Test("Of a tmux folder that belongs to another user, not even the names are looked at")
  func emptyFolders() throws {
    let place = folder.path + "/tmux-0"
    mkdir(place, 0o700)
    chown(place, Self.stranger, Self.stranger)
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment())
    #expect(try asking.run.wait() == .exited(1))
    #expect(asking.run.errorText.contains(Hold.folder.clause(place)))
  }

  @Test("The owner of a tmux socket is looked at again before each start of tmux")
  func ownersThatChange() throws {
    let place = folder.path + "/tmux-0"
    _ = try ListeningSocket(at: place + "/default")
    // tmux reports success without a popup, so that it would be started again.
    try folder.write(
      """
      #!/bin/sh
      case "$*" in
      *list-clients*) echo '1 client $0' ;;
      *display-popup*) echo started >>\(folder.path)/calls; chown 65534 \(place) ;;
      esac
      """, to: "bin/tmux", mode: 0o755)
    let asking = try AskingProgram.get.start(
      asking: "/nonexistent", environment: environment(["PATH": folder.path + "/bin:/usr/bin:/bin"])
    )
    #expect(try asking.run.wait() == .exited(1))
    #expect(folder.text("calls") == "started\n")
  }

  @Test("A program in PATH that another user could replace is not started")
  func programsInPath() throws {
    _ = try ListeningSocket(at: folder.path + "/tmux-0/default")
    let program = try folder.write(
      "#!/bin/sh\necho started >>\(folder.path)/calls\n", to: "bin/tmux", mode: 0o755)
    for (path, place) in [(program, program), (folder.path + "/bin", folder.path + "/bin")] {
      chown(path, Self.stranger, Self.stranger)
      let asking = try AskingProgram.get.start(
        asking: "/nonexistent", environment: environment(["PATH": folder.path + "/bin"]))
      #expect(try asking.run.wait() == .exited(1))
      let sentence = "\(program) could be replaced by other users, through \(place)"
      #expect(asking.run.errorText.contains(sentence), "\(asking.run.errorText)")
      chown(path, 0, 0)
    }
    #expect(folder.text("calls").isEmpty)
    let asking = try AskingProgram.get.start(
      asking: "/nonexistent", environment: environment(["PATH": folder.path + "/bin"]))
    _ = try asking.run.wait()
    #expect(!folder.text("calls").isEmpty)
  }

  // MARK: Terminals

  @Test(
    "A terminal of another user is not asked on, whatever names it",
    arguments: AskingProgram.allCases)
  func terminalsOfOthers(program: AskingProgram) throws {
    let watched = try WatchedTerminal()
    let before = try watched.terminal.settings()
    chown(watched.path, Self.stranger, Self.stranger)
    let asking = try program.start(asking: watched.path, environment: environment())
    let sentence = "the terminal \(watched.path) belongs to another user (uid \(Self.stranger))"
    if program == .pinentry {
      try asking.run.wait(for: "an error") { asking.run.outputText.contains("ERR 83918849") }
      #expect(asking.run.outputText.contains(sentence))
      asking.send("BYE\n")
      try asking.run.wait()
    } else {
      #expect(try asking.run.wait() == .exited(1))
      #expect(asking.run.errorText.contains(sentence), "\(asking.run.errorText)")
    }
    watched.collect()
    #expect(watched.shown.isEmpty)
    #expect(try watched.terminal.settings() == before)
  }

  @Test("GPG_TTY and --ttyname name no terminal of another user either")
  func otherNamesOfTerminals() throws {
    let watched = try WatchedTerminal()
    chown(watched.path, Self.stranger, Self.stranger)
    let sentence = "the terminal \(watched.path) belongs to another user (uid \(Self.stranger))"
    let askpass = try ProgramRun.finished(
      Programs.askpass(), ["P: "], environment: environment(["GPG_TTY": watched.path]))
    #expect(askpass.ending == .exited(1) && askpass.errorText.contains(sentence))
    let pinentry = try ProgramRun.finished(
      Programs.pinentry(), ["--ttyname", watched.path], environment: environment(),
      input: Array("GETPIN\nBYE\n".utf8))
    #expect(pinentry.outputText.contains(sentence))
    // It is no terminal to ask on, so the fallback asks.
    try home.write("fallback: {pinentry: /bin/echo}\n", to: ".config/keyward/config.yaml")
    let fallback = try ProgramRun.finished(
      Programs.pinentry(), ["--ttyname", watched.path], environment: environment(["DISPLAY": ":7"]))
    #expect(fallback.outputText == "--ttyname \(watched.path)\n")
    watched.collect()
    #expect(watched.shown.isEmpty)
  }

  @Test(
    "The controlling terminal is asked on although another user owns it, as after su",
    arguments: [nil, "KEYWARD_TTY", "GPG_TTY"])
  func controllingTerminals(variable: String?) throws {
    let terminal = try PseudoTerminal()
    chown(terminal.path, Self.stranger, Self.stranger)
    var environment = environment()
    if let variable { environment[variable] = terminal.path }
    let run = try ProgramRun(
      Programs.askpass(), ["P: "], environment: environment, on: terminal, showing: "Enter submit")
    try run.type("sesame\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test(
    "A pinentry asks on the terminal of the verified caller, as for gpg after sudo",
    arguments: [true, false])
  func terminalsOfCallers(isCallers: Bool) throws {
    let watched = try WatchedTerminal()
    chown(watched.path, Self.stranger, Self.stranger)
    var options = ProgramOptions(["1000"], streams: (.terminal, .terminal, .terminal))
    options.role = .sessionLeader
    let caller = try ProgramRun(
      "/bin/sleep", options, on: isCallers ? watched.terminal : PseudoTerminal())
    let input = Pipe()
    let pinentry = try ProgramRun(
      Programs.pinentry(),
      ProgramOptions(
        environment: environment(), streams: (.descriptor(input.reading), .pipe, .pipe)))
    let host = CallerSystem.current.nodeName
    input.send(
      "OPTION ttyname=\(watched.path)\nOPTION ttytype=xterm\nOPTION lc-ctype=C.UTF-8\n"
        + "OPTION owner=\(caller.process)/0 \(host)\nGETPIN\n")
    // The caller's own terminal is tried after the one that it names.
    try caller.waitForDisplay(of: "\u{1b}[?2026l")
    try caller.waitForQuiet()
    try caller.type("sesame\r")
    try pinentry.wait(for: "the answer") { pinentry.outputText.contains("D sesame\nOK") }
    #expect(isCallers || !watched.collect())
    input.send("BYE\n")
    #expect(try pinentry.wait() == .exited(0))
    caller.send(signal: SIGKILL)
  }

  @Test("A pinentry whose terminal is gone asks on the terminal of its caller")
  func outdatedNames() throws {
    var options = ProgramOptions(["1000"], streams: (.terminal, .terminal, .terminal))
    options.role = .sessionLeader
    let caller = try ProgramRun("/bin/sleep", options, on: PseudoTerminal())
    let input = Pipe()
    let pinentry = try ProgramRun(
      Programs.pinentry(),
      ProgramOptions(
        environment: environment(), streams: (.descriptor(input.reading), .pipe, .pipe)))
    let host = CallerSystem.current.nodeName
    input.send(
      "OPTION ttyname=/dev/pts/9999\nOPTION ttytype=xterm\nOPTION lc-ctype=C.UTF-8\n"
        + "OPTION owner=\(caller.process)/\(geteuid()) \(host)\nGETPIN\n")
    try caller.waitForDisplay(of: "\u{1b}[?2026l")
    try caller.waitForQuiet()
    try caller.type("sesame\r")
    try pinentry.wait(for: "the answer") { pinentry.outputText.contains("D sesame\nOK") }
    input.send("BYE\n")
    #expect(try pinentry.wait() == .exited(0))
    caller.send(signal: SIGKILL)
  }

  @Test("If neither the named terminal nor that of the caller can be used, both are named")
  func unusableNames() throws {
    let terminal = try PseudoTerminal()
    var options = ProgramOptions(
      ["-c", "stty -icanon -echo; echo begun; exec cat"], streams: (.terminal, .terminal, .terminal)
    )
    options.role = .sessionLeader
    let caller = try ProgramRun("/bin/sh", options, on: terminal)
    try caller.waitForQuiet(after: "begun")
    let input = Pipe()
    let pinentry = try ProgramRun(
      Programs.pinentry(),
      ProgramOptions(
        environment: environment(["KEYWARD_ASK_IN": "terminal"]),
        streams: (.descriptor(input.reading), .pipe, .pipe)))
    input.send(
      "OPTION ttyname=/dev/pts/9999\nOPTION ttytype=xterm\nOPTION lc-ctype=C.UTF-8\n"
        + "OPTION owner=\(caller.process)/\(geteuid()) \(CallerSystem.current.nodeName)\nGETPIN\n")
    try pinentry.wait(for: "an error") { pinentry.outputText.contains("ERR ") }
    let text = pinentry.outputText
    #expect(text.contains("/dev/pts/9999") && text.contains("is using \(terminal.path)"), "\(text)")
    input.send("BYE\n")
    try pinentry.wait()
    caller.send(signal: SIGKILL)
  }

  // MARK: Sockets of lenders

  @Test("A terminal is not lent through a runtime folder of another user")
  func runtimeFolders() throws {
    for change in [{ chown($0, Self.stranger, 0) }, { chmod($0, 0o770) }]
      as [(String) -> Int32]
    {
      let environment = environment(["TMUX_TMPDIR": "/nonexistent"])
      _ = change(runtime)
      let lender = try ProgramRun.keyward(
        ["lend"], environment: environment, streams: (.terminal, .terminal, .pipe))
      #expect(try lender.wait() == .exited(1))
      #expect(lender.errorText.contains("no folder for sockets, since "), "\(lender.errorText)")
      #expect(lender.errorText.contains(runtime))
      let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
      #expect(try asking.run.wait() == .exited(1))
      #expect(asking.run.errorText.contains("XDG_RUNTIME_DIR to a private folder of yours"))
      chown(runtime, 0, 0)
    }
  }

  @Test(
    "Without XDG_RUNTIME_DIR, a terminal is lent through a private folder in /tmp",
    .needs("useradd", "flock"), arguments: [(false, true), (false, false), (true, true)])
  func runtimeFolderInTmp(isTaken: Bool, hasDevice: Bool) throws {
    let user = try TestUser("keywardfolder")
    let place = "/tmp/keyward-\(user.number)"
    defer {
      for name in TemporaryFolder.names(in: place) { unlink(place + "/" + name) }
      rmdir(place)
    }
    if isTaken { mkdir(place, 0o777) }
    let programs = try Programs.copy()
    func start(_ program: String, _ words: [String], on terminal: PseudoTerminal? = nil) throws
      -> ProgramRun
    {
      var options = ProgramOptions(
        words,
        environment: ["XDG_RUNTIME_DIR": nil, "TMUX_TMPDIR": "/nonexistent", "DISPLAY": nil],
        streams: (.null, .pipe, .pipe))
      (options.user, options.directory) = (user.number, "/")
      return try ProgramRun(programs.path + "/" + program, options, on: terminal)
    }
    let terminal = try PseudoTerminal()
    // After `su` the terminal still belongs to the user before.
    if hasDevice { chown(terminal.path, uid_t(user.number), gid_t.max) }
    let lender = try start("keyward", ["lend"], on: terminal)
    if isTaken {
      let clause =
        "no folder for sockets, since the folder \(place) belongs to another user (uid 0)"
      #expect(try lender.wait() == .exited(1))
      #expect(lender.errorText.contains(clause), "\(lender.errorText)")
      for (program, words) in [("askpass", ["Password: "]), ("keyward", ["get"])] {
        let asking = try start(program, words)
        #expect(try asking.wait() == .exited(1))
        #expect(asking.errorText.contains(clause), "\(asking.errorText)")
      }
      return
    }
    try lender.waitForDisplay(of: "Ctrl-C ends.")
    var status = stat()
    #expect(lstat(place, &status) == 0 && status.st_mode & 0o7777 == 0o700)
    #expect(status.st_uid == uid_t(user.number))
    let asking = try ["first", "second"].map { try start("askpass", ["Password of \($0): "]) }
    // Two programs have the terminal one after the other.
    try lender.typeAnswers(
      [("Password of ", "alpha\r"), ("Password of ", "beta\r")], quiet: 1.1)
    for run in asking { #expect(try run.wait() == .exited(0), "\(run.errorText)") }
    #expect(Set(asking.map(\.outputText)) == ["alpha\n", "beta\n"])
    lender.send(signal: SIGINT)
    try lender.wait()
    #expect(try terminal.settings() == terminal.initial)
  }
}
