import Glibc
import KeywardTestSupport
import Testing

/// Questions of programs whose terminal is in use, or that have none.
@Suite(.tags(.program), .serialized) struct PlacesProgramTests {
  let runtime: TemporaryFolder

  init() throws { runtime = try TemporaryFolder() }

  /// The sockets of ours, and none of tmux.
  var environment: [String: String?] {
    ["XDG_RUNTIME_DIR": runtime.path, "TMUX_TMPDIR": runtime.path]
  }

  var sockets: [String] { TemporaryFolder.names(in: runtime.path + "/keyward") }

  // MARK: Terminals in use

  /// Starts a program that reads a terminal, key by key or in lines.
  private func reader(_ settings: String, on terminal: PseudoTerminal) throws -> ProgramRun {
    let run = try ProgramRun(
      "/bin/sh", ["-c", "stty \(settings); echo begun; exec cat >/dev/null"],
      streams: (.terminal, .terminal, .pipe), on: terminal, showing: "begun")
    try run.wait(for: "a program that reads") { try ProcessStatus(of: run.process).state == "S" }
    try run.waitForQuiet()
    return run
  }

  @Test(arguments: ["-icanon -echo", "icanon"], AskingProgram.allCases)
  func aTerminalInUseIsLeftAlone(settings: String, program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let reader = try reader(settings, on: terminal)
    let (before, shown) = (try terminal.settings(), reader.displayed.count)
    let asking = try program.start(asking: terminal.path, environment: environment)
    let problem = "cat (pid \(reader.process)) is using \(terminal.path)."
    let cure = "Start it with `keyward attend -- cat`, or run `keyward lend` in another terminal."
    if program == .pinentry {
      try asking.run.wait(for: "an error") { asking.run.outputText.contains("\(problem) \(cure)") }
      #expect(asking.run.outputText.contains("ERR 83918867 "))
      asking.send("BYE\n")
      try asking.run.wait()
    } else {
      #expect(try asking.run.wait() == .exited(1))
      #expect(asking.run.errorText.contains("error: \(problem)\nhint: \(cure)\n"))
    }
    try reader.waitForQuiet()
    #expect(reader.displayed.count == shown)
    #expect(try terminal.settings() == before)
  }

  @Test func itIsTakenWhereThatIsWanted() throws {
    let terminal = try PseudoTerminal()
    _ = try reader("-icanon -echo", on: terminal)
    let asking = try AskingProgram.get.start(
      asking: terminal.path, environment: ["KEYWARD_TAKE_TERMINAL": "1"])
    try asking.run.wait(for: "our settings") { try !terminal.settings().echoes }
    asking.run.send(signal: SIGTERM)
    #expect(try asking.run.wait() == .killed(SIGTERM))
  }

  // MARK: Lending

  func lender(_ options: [String] = []) throws -> ProgramRun {
    let run = try ProgramRun.keyward(
      ["lend"] + options, environment: environment, streams: (.terminal, .terminal, .pipe),
      showing: "Ctrl-C ends.")
    return run
  }

  /// Waits for a question on a lent terminal.
  func waitForQuestion(on run: ProgramRun, after start: Int) throws {
    try run.waitForDisplay(of: "\u{1b}[?2026l", after: start)
    try run.waitForQuiet()
  }

  @Test(arguments: AskingProgram.allCases)
  func aWaitingTerminalIsLent(program: AskingProgram) throws {
    let lender = try lender()
    let before = try lender.terminal?.settings()
    let asking = try program.start(asking: "/nonexistent", environment: environment)
    try lender.waitForDisplay(of: program == .lines ? program.sign : "\u{1b}[?2026l")
    try lender.waitForQuiet()
    if program != .lines { #expect(lender.displayedText.contains("asked by")) }
    try lender.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "alpha")
    try lender.waitForDisplay(of: ": answered")
    #expect(try lender.terminal?.settings() == before)
    #expect(!lender.displayedText.contains("alpha"))
    try lender.type([3])
    #expect(try lender.wait() == .killed(SIGINT))
    #expect(sockets.isEmpty)
  }

  @Test(arguments: ["--no-watcher", "--watcher"])
  func aKilledBorrowerLeavesTheTerminalAsItWas(option: String) throws {
    let lender = try lender()
    let before = try lender.terminal?.settings()
    var environment = environment
    environment["KEYWARD_OPTIONS"] = option
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: lender, after: 0)
    try lender.type("al")
    try lender.waitForQuiet()
    asking.run.send(signal: SIGKILL)
    try lender.waitForDisplay(of: "The question was withdrawn; keys are dropped")
    try lender.type("pha\r")
    try lender.waitForDisplay(of: ": ended without an answer")
    #expect(try lender.terminal?.settings() == before)
    #expect(try lender.terminal?.unreadBytes() == 0)
  }

  /// A lent terminal with the question of a program, whose answer is being typed.
  func lentQuestion(of program: AskingProgram = .askpass, isAttend: Bool = false) throws -> (
    lender: ProgramRun, terminal: PseudoTerminal, asking: AskingRun
  ) {
    let run = isAttend ? try Attended.start(["/bin/cat"], environment: environment) : try lender()
    if isAttend { try run.wait(for: "a socket") { !sockets.isEmpty } }
    let terminal = try #require(run.terminal)
    let asking =
      isAttend
      ? try ask(by: program, under: run)
      : try program.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: run, after: 0)
    try run.type("h", until: "•")
    return (run, terminal, asking)
  }

  @Test("A lender that is killed while it drops keys leaves the terminal as it was")
  func aLenderKilledWhileItDropsKeys() throws {
    let (lender, terminal, asking) = try lentQuestion()
    lender.send(signal: SIGTERM)
    try lender.waitForDisplay(of: "keys are dropped")
    try lender.killHelped()
    #expect(try terminal.settings() == terminal.initial)
    _ = try asking.run.wait()
  }

  @Test("A lender that is asked to stop while it drops keys stops when it has dropped them")
  func aLenderStoppedWhileItDropsKeys() throws {
    let (lender, terminal, asking) = try lentQuestion()
    asking.run.send(signal: SIGKILL)
    let shown = try lender.waitForDisplay(of: "keys are dropped")
    lender.send(signal: SIGTSTP)
    try lender.type("e\r")
    try lender.waitFor(.stopped(SIGTSTP))
    #expect(try terminal.settings() == terminal.initial)
    #expect(try terminal.unreadBytes() == 0)
    lender.send(signal: SIGCONT)
    try lender.waitForDisplay(of: ": ended without an answer", after: shown)
    _ = try asking.run.wait()
  }

  @Test(
    "A question ends if another program changes its lent terminal", arguments: [false, true])
  func changedLoan(isAttend: Bool) throws {
    let (lender, terminal, asking) = try lentQuestion(isAttend: isAttend)
    _ = try stty(["sane"], on: terminal.path)
    // The kernel hands over whole lines by now, and the change is found with the next one.
    try lender.type("ello\r")
    #expect(try asking.run.wait() == .exited(1))
    #expect(asking.answer == nil)
    try lender.wait(for: "the settings of before") {
      try terminal.unreadBytes() <= 0 && (isAttend || terminal.settings() == terminal.initial)
    }
    #expect(lender.ending == nil)
  }

  @Test("A lock of another program on a lent terminal is waited for and named")
  func lockedLoan() throws {
    let lender = try lender()
    let terminal = try #require(lender.terminal)
    let holder = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #expect(flock(holder, LOCK_EX) == 0)
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    try lender.waitForDisplay(of: "(pid \(getpid())), which has locked this terminal")
    #expect(!lender.displayedText.contains("asked by"))
    close(holder)
    try lender.waitForDisplay(of: "asked by")
    // Whether an answer to the other program goes on cannot be known before a pause.
    try lender.waitForQuiet(seconds: 1.1)
    try lender.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "alpha")
  }

  /// The lender itself leads the session of its terminal, or is a command of a shell that stays.
  @Test(
    "The end of a killed lender ends the question, whether or not its terminal hangs up",
    arguments: [true, false])
  func aKilledLenderEndsTheQuestion(isLeader: Bool) throws {
    let lender =
      isLeader
      ? try lender()
      : try ProgramRun(
        "/bin/sh", ["-c", "\"$0\" lend; exec sleep 60", try BuiltProgram.keyward()],
        environment: environment, streams: (.terminal, .terminal, .pipe), on: PseudoTerminal(),
        showing: "Ctrl-C ends.")
    let before = try lender.terminal?.settings()
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: lender, after: 0)
    try lender.type("al")
    if isLeader {
      lender.send(signal: SIGKILL)
    } else {
      ProgramRun.children(of: lender.process).forEach { kill($0, SIGKILL) }
    }
    #expect(try asking.run.wait() == .exited(1))
    #expect(asking.run.errorText.contains("the terminal is gone"))
    #expect(asking.answer == nil)
    if !isLeader { #expect(try lender.terminal?.settings() == before) }
    // The socket that was left behind is removed.
    let next = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    #expect(try next.run.wait() == .exited(1))
    #expect(sockets.isEmpty)
    if !isLeader { lender.send(signal: SIGKILL) }
  }

  private func stty(_ words: [String], on path: String) throws -> String {
    let run = try ProgramRun.finished("/bin/stty", ["-F", path] + words)
    return String(run.outputText.prefix { $0 != "\n" })
  }

  /// As fish does, whose line editor may have read the settings just before they were restored.
  @Test(
    "A shell that puts a borrower's settings back gets those of before its lender was killed",
    arguments: AskingProgram.allCases)
  func aLineEditorAfterAKilledLender(program: AskingProgram) throws {
    let lender = try lender()
    let path = try #require(lender.terminal?.path)
    let before = try lender.terminal?.settings()
    let asking = try program.start(asking: "/nonexistent", environment: environment)
    try lender.waitForDisplay(of: program == .lines ? program.sign : "\u{1b}[?2026l")
    try lender.waitForQuiet()
    var ours = try stty(["-g"], on: path).split(separator: ":").map(String.init)
    for (place, flags) in [(0, ICRNL), (3, ECHO | ICANON | IEXTEN)] {
      ours[place] = String((Int(ours[place], radix: 16) ?? 0) | Int(flags), radix: 16)
    }
    let helper = try asking.run.waitForHelper()
    let dialogue = try #require(try ProcessStatus(of: helper).number("PPid"))
    kill(Int32(dialogue), SIGSTOP)
    lender.send(signal: SIGKILL)
    try lender.wait()
    _ = try stty(["-icanon", "-iexten", "isig", "eof", "^D", "min", "1"], on: path)
    let editing = try lender.terminal?.settings()
    kill(Int32(dialogue), SIGCONT)
    // exec stopped with its dialogue.
    asking.run.send(signal: SIGCONT)
    if program == .pinentry { asking.send("BYE\n") }
    try asking.run.wait()
    try lender.wait(for: "the helper's watch") {
      try ProgramRun.files(of: helper).contains("anon_inode:[eventpoll]")
    }
    #expect(try lender.terminal?.settings() == editing)
    _ = try stty([ours.joined(separator: ":")], on: path)
    try lender.waitForEnd(of: helper)
    #expect(try lender.terminal?.settings() == before)
  }

  @Test func twoBorrowersAreAskedOneAfterTheOther() throws {
    let lender = try lender()
    let one = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: lender, after: 0)
    let shown = lender.displayed.count
    let other = try AskingProgram.get.start(asking: "/nonexistent", environment: environment)
    try other.waitUntilWaiting()
    #expect(lender.displayed.count == shown)
    try lender.type("alpha\r")
    #expect(try one.finish() == .exited(0))
    // The output that the first one still shows has no beginning.
    try lender.waitForDisplay(of: "\u{1b}[?1049h", after: shown)
    try lender.waitForQuiet()
    try lender.type("beta\r")
    #expect(try other.finish() == .exited(0))
    #expect(one.answer == "alpha" && other.answer == "beta")
  }

  @Test(
    "What is typed after the question of lend --once was withdrawn is no command of its shell",
    .needs("bash"), arguments: [SIGTERM, SIGKILL])
  func theShellOfALender(signal: Int32) throws {
    let shell = try ProgramRun(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: environment.merging(["PS1": "ready> ", "HISTFILE": nil]) { $1 },
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal(), showing: "ready> ")
    try shell.waitForQuiet()
    try shell.type("\(BuiltProgram.keyward()) lend --once\r", until: "Ctrl-C ends.")
    let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: shell, after: shell.displayed.count)
    try shell.type("h", until: "•")
    kill(asking.run.asker, signal)
    while !shell.displayedText.contains("keys are dropped") {
      try shell.type("x")
      try shell.pump(seconds: 0.02)
    }
    let shown = shell.displayed.count
    try shell.type("rest\r")
    try shell.waitForDisplay(of: "ready> ", after: shown)
    try shell.waitForQuiet()
    try shell.type("history; echo $((40 + 2))-\r", until: "42-")
    #expect(!shell.displayedText.contains("rest"))
    #expect(try shell.end(typing: "exit\r") == .exited(0))
    _ = try asking.run.wait()
    #expect(asking.answer == nil)
  }

  @Test func onceIsOneDialogue() throws {
    let lender = try lender(["--once"])
    let asking = try AskingProgram.exec.start(asking: "/nonexistent", environment: environment)
    try waitForQuestion(on: lender, after: 0)
    try lender.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    #expect(try lender.wait() == .exited(0))
  }

  // MARK: attend

  /// The command reads keys on the alternate screen while a program that it has started asks.
  @Test func aFullScreenCommandGetsItsScreenBack() throws {
    let folder = try TemporaryFolder()
    let script = """
      stty -icanon -echo; printf '\\033[?1049h\\033[?1000hbegun'
      trap 'printf drawn' WINCH
      (until [ -e \(folder.path)/go ] && grep -q cat /proc/$$/comm; do :; done
       \(try Programs.askpass()) Secret: >\(folder.path)/answer; echo done >>\(folder.path)/answer) &
      exec cat >\(folder.path)/keys
      """
    let run = try Attended.start(["/bin/sh", "-c", script], environment: environment)
    try run.waitForDisplay(of: "begun")
    try folder.write("", to: "go")
    let shown = try run.waitForDisplay(of: "Secret")
    let before = run.displayedText
    #expect(before.contains("\u{1b}[?1000l"))
    try run.waitForQuiet()
    try run.type("alpha\r")
    try run.waitForDisplay(of: "\u{1b}[?1049h\u{1b}[2J\u{1b}[H\u{1b}[?1000h", after: shown)
    try run.wait(for: "the answer") { folder.text("answer") == "alpha\ndone\n" }
    #expect(folder.text("keys").isEmpty)
    try run.type([3])
    _ = try run.wait()
    #expect(sockets.isEmpty)
  }

  /// A program asks on the terminal of an `attend` that asks for another one.
  @Test func aBorrowerWaitsForThePromptOfAttend() throws {
    let folder = try TemporaryFolder()
    let script = "tty >\(folder.path)/tty; read -s -t 999 -p 'One: ' a; echo; echo got $a; exec cat"
    let run = try Attended.bash(script, environment: environment)
    try run.waitForDisplay(of: Attended.prompt)
    let socket = try #require(sockets.first)
    let asking = try AskingProgram.get.start(
      asking: folder.text("tty").filter { $0 != "\n" }, environment: environment)
    try asking.waitUntilWaiting()
    try run.waitForQuiet()
    let shown = run.displayed.count
    try run.type("alpha\r")
    try run.waitForDisplay(of: "\u{1b}[?1049h", after: shown)
    try run.waitForQuiet()
    #expect(!run.displayedText.contains("got alpha"))
    #expect(try ProcessStatus(of: run.process).state == "S")
    try run.type("beta\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "beta")
    try run.waitForDisplay(of: "got alpha")
    #expect(sockets == [socket])
  }

  /// The rest of an answer whose question has gone is typed while a borrower waits.
  @Test(
    "A borrower gets the terminal after the rest of a withdrawn answer, or after a pause",
    arguments: ["et\r", ""])
  func theRestOfAWithdrawnAnswerReachesNoBorrower(rest: String) throws {
    let folder = try TemporaryFolder()
    let question = "echo $$ >\(folder.path)/pid; read -s -p \"One: \" a </dev/tty"
    let script = "tty >\(folder.path)/tty; bash -c '\(question)'; stty echo; exec cat"
    let run = try Attended.bash(script, environment: environment)
    try run.waitForDisplay(of: Attended.prompt)
    let asking = try AskingProgram.get.start(
      asking: folder.text("tty").filter { $0 != "\n" }, environment: environment)
    try asking.waitUntilWaiting()
    let begin = ContinuousClock.now
    try run.type("secr")
    try run.waitForQuiet()
    kill(try #require(Int32(folder.text("pid").filter { $0 != "\n" })), SIGKILL)
    let shown = try run.waitForDisplay(of: "discarded")
    try run.type(rest)
    try run.waitForDisplay(of: "\u{1b}[?1049h", after: shown)
    if rest.isEmpty { #expect(ContinuousClock.now - begin >= .seconds(1)) }
    try run.waitForQuiet()
    try run.type("beta\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "beta")
  }

  private func pinentry() throws -> (run: ProgramRun, input: Pipe) {
    let input = Pipe()
    let options = ProgramOptions(
      environment: environment, streams: (.descriptor(input.reading), .pipe, .pipe))
    return (try ProgramRun(Programs.pinentry(), options), input)
  }

  /// A sandbox is closed after the first dialogue of a pinentry, and its terminal was released.
  @Test(arguments: [false, true])
  func aSecondDialogueBorrowsTheSameTerminal(attends: Bool) throws {
    let folder = try TemporaryFolder()
    let reader = "stty -icanon -echo; tty >\(folder.path)/tty; echo begun; exec cat"
    let run =
      attends
      ? try Attended.bash(reader, environment: environment) : try lender()
    if attends { try run.waitForDisplay(of: "begun") }
    let settings = try run.terminal?.settings()
    let name = attends ? folder.text("tty").filter { $0 != "\n" } : "/nonexistent"
    let (pinentry, input) = try pinentry()
    input.send("OPTION ttyname=\(name)\n")
    for (index, keys) in ["\r", "\r", "alpha\r"].enumerated() {
      let shown = run.displayed.count
      input.send(index < 2 ? "CONFIRM\n" : "GETPIN\n")
      try waitForQuestion(on: run, after: shown)
      try run.type(keys)
      // After a passphrase it is held for a while.
      guard index < 2 else { break }
      try run.wait(for: "the terminal") { try run.terminal?.settings() == settings }
    }
    try pinentry.wait(for: "the answer") { pinentry.outputText.contains("D alpha\nOK") }
    input.send("BYE\n")
    #expect(try pinentry.wait() == .exited(0))
  }

  /// The first program waits for the answer of a pinentry, and the next one reads the terminal.
  @Test func anotherProgramInFrontKeepsItsTerminal() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal()
    var options = ProgramOptions(
      ["-c", "mkfifo \(folder.path)/f; set -m; cat \(folder.path)/f; cat; true"],
      streams: (.terminal, .terminal, .terminal))
    options.role = .sessionLeader
    let shell = try ProgramRun("/bin/bash", options, on: terminal)
    let (pinentry, input) = try pinentry()
    try shell.wait(for: "the first program") { folder.names == ["f"] }
    try shell.waitForQuiet()
    input.send("OPTION ttyname=\(terminal.path)\nCONFIRM\n")
    try waitForQuestion(on: shell, after: 0)
    try shell.type("\r")
    try pinentry.wait(for: "the answer") { pinentry.outputText.contains("OK\nOK\n") }
    let group = try terminal.foregroundGroup()
    try folder.write("", to: "f")
    try shell.wait(for: "the next program") {
      try ![group, shell.process].contains(terminal.foregroundGroup())
    }
    let reader = try terminal.foregroundGroup()
    try shell.waitForQuiet()
    input.send("CONFIRM\n")
    try pinentry.wait(for: "an error") { pinentry.outputText.contains("ERR ") }
    let reason = "cat (pid \(reader)) is using \(terminal.path). Start it with"
    #expect(pinentry.outputText.contains(reason))
    input.send("BYE\n")
    try pinentry.wait()
  }

  @Test func aPromptOfSudoThatReadsKeysIsTaken() throws {
    let folder = try TemporaryFolder()
    let sudo = try folder.write(
      """
      #!/bin/sh
      stty -icanon -echo
      printf '[sudo] password for ada: '
      read -r answer
      printf '*****\\b \\b\\ngot %s\\n' "$answer"
      """, to: "sudo", mode: 0o700)
    let run = try Attended.start([sudo], environment: environment)
    try run.answer([(Attended.prompt, "alpha\r")])
    #expect(run.displayedText.contains("got alpha"))
    #expect(!run.displayedText.contains("*"))
  }

  @Test(
    .enabled(if: access("/run/user/\(getuid())", F_OK) != 0, "/run/user has a folder for sockets"),
    arguments: [[], ["--verbose"]])
  func withoutAFolderForSocketsItAsksAndLendsNothing(options: [String]) throws {
    let run = try Attended.start(
      ["/bin/bash", "-c", "read -s -p 'One: ' a; echo; echo got $a"], options: options,
      environment: ["XDG_RUNTIME_DIR": "/nonexistent"])
    try run.answer([(Attended.prompt, "alpha\r")])
    #expect(run.displayedText.contains("got alpha"))
    #expect(run.displayedText.contains("no folder for sockets") != options.isEmpty)
  }

  @Test func withoutATerminalTheCommandRunsUnchanged() throws {
    for options in [[], ["--verbose"]] {
      let run = try ProgramRun.finished(
        BuiltProgram.keyward(), ["attend"] + options + ["--", "/bin/sh", "-c", "cat; exit 7"],
        input: Array("text".utf8))
      #expect(run.ending == .exited(7) && run.outputText == "text")
      #expect(run.errorText.isEmpty == options.isEmpty)
    }
  }

  // MARK: tmux

  @Test(.needs("tmux")) func aPaneInUseGetsAPopup() throws {
    let tmux = try Tmux(environment)
    let asking = try tmux.start(.askpass)
    try tmux.client.waitForDisplay(of: "Passphrase")
    try tmux.client.waitForQuiet(seconds: 0.3)
    for row in ["asked by ", "for: "] { #expect(tmux.client.displayedText.contains(row)) }
    try tmux.client.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "alpha")
  }

  /// tmux opens no second popup over a client, and reports success.
  @Test(.needs("tmux")) func aSecondPopupWaitsForTheFirst() throws {
    let tmux = try Tmux(environment)
    let one = try tmux.start(.askpass)
    try tmux.client.waitForDisplay(of: "Passphrase")
    let other = try tmux.start(.get)
    try other.run.wait(for: "a try") { sockets.contains { $0.hasPrefix("ask-") } }
    try tmux.client.waitForQuiet(seconds: 0.3)
    let shown = tmux.client.displayed.count
    try tmux.client.type("alpha\r")
    #expect(try one.finish() == .exited(0))
    try tmux.client.waitForDisplay(of: "Passphrase", after: shown)
    try tmux.client.waitForQuiet(seconds: 0.3)
    try tmux.client.type("beta\r")
    #expect(try other.finish() == .exited(0))
    #expect(one.answer == "alpha" && other.answer == "beta")
  }

  @Test(.needs("tmux"), arguments: ["client", "popup", "server"])
  func aPopupThatGoesEndsTheQuestion(end: String) throws {
    let tmux = try Tmux(environment)
    let asking = try tmux.start(.askpass)
    try tmux.client.waitForDisplay(of: "Passphrase")
    try tmux.client.type("al")
    switch end {
    case "client": tmux.client.send(signal: SIGKILL)
    case "popup": try tmux.run(["display-popup", "-C"])
    default: try tmux.run(["kill-server"])
    }
    #expect(try asking.run.wait() == .exited(1))
    #expect(asking.run.errorText.contains("the terminal is gone"))
    #expect(asking.answer == nil)
    #expect(sockets.isEmpty)
  }
}

/// A server of tmux with one pane, in which a program reads key by key and logs each byte.
final class Tmux {
  let client: ProgramRun
  let environment: [String: String?]
  private let folder: TemporaryFolder

  init(_ environment: [String: String?]) throws {
    folder = try TemporaryFolder()
    self.environment = environment.merging(["TMUX_TMPDIR": folder.path]) { $1 }
    let script = "stty raw -echo; tty >\(folder.path)/pane; exec cat >\(folder.path)/keys"
    client = try ProgramRun(
      "/usr/bin/tmux",
      ProgramOptions(["-f", "/dev/null", "new-session", script], environment: self.environment),
      on: PseudoTerminal())
    try client.wait(for: "the pane") { folder.text("pane").hasPrefix("/dev/pts/") }
    try client.waitForQuiet()
  }

  deinit { _ = try? run(["kill-server"]) }

  var pane: String { folder.text("pane").filter { $0 != "\n" } }

  var keys: String { folder.text("keys") }

  var server: Int32 {
    get throws {
      let run = try run(["display-message", "-p", "#{pid}"])
      return Int32(run.outputText.dropLast()) ?? 0
    }
  }

  @discardableResult
  func run(_ words: [String]) throws -> ProgramRun {
    try ProgramRun.finished("/usr/bin/tmux", words, environment: environment)
  }

  func start(_ program: AskingProgram) throws -> AskingRun {
    try program.start(asking: pane, environment: environment)
  }
}
