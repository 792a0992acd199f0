import Foundation
import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct AttendRelayTests {
  private func randomBytes(_ count: Int) -> [UInt8] {
    var random = SplitMix(state: 20_261_122)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test func everyByteOfTheCommandPasses() throws {
    let folder = try TemporaryFolder()
    let bytes = randomBytes(400_000)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/bytes"))
    let run = try Attended.bash("stty raw -echo; cat \(folder.path)/bytes")
    try run.wait()
    #expect(run.displayed == bytes)
  }

  /// The command ends while the terminal takes nothing; its last output arrives nevertheless.
  @Test(arguments: [78_000, 80_000, 82_000, 84_000, 86_000])
  func aTerminalThatIsSlowGetsAllOfIt(count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = randomBytes(count)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/bytes"))
    let run = try Attended.bash(
      "stty raw -echo; echo $$ >\(folder.path)/process; exec cat \(folder.path)/bytes")
    // The command has ended or waits for room, and attend waits for the terminal.
    let isAtRest = Moment.wait(looks: 21) {
      guard let command = Int32(folder.text("process").dropLast()) else { return false }
      return [command, run.process].allSatisfy { process in
        !ProgramRun.isThere(process) || (try? ProcessStatus(of: process).state) == "S"
      }
    }
    #expect(isAtRest)
    try run.wait()
    #expect(run.displayed == bytes)
  }

  @Test func everyByteThatIsTypedPasses() throws {
    let folder = try TemporaryFolder()
    let bytes = randomBytes(200_000)
    let run = try Attended.bash(
      "stty raw -echo; echo go; head -c \(bytes.count) > \(folder.path)/bytes")
    try run.waitForQuiet(after: "go")
    try run.type(bytes)
    #expect(try run.wait() == .exited(0))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/bytes")) == Data(bytes))
  }

  /// Input and output of others beside the terminal stay unchanged.
  @Test func streamsThatAreNoTerminalStay() throws {
    let run = try Attended.start(
      ["/bin/bash", "-c", "read -s -p 'A: ' x < /dev/tty; cat; echo \"[$x]\"; echo e >&2"],
      streams: (.pipe, .pipe, .pipe), { $0.input = Array("piped\n".utf8) })
    try run.answer([(Attended.prompt, "sesame\r")])
    #expect(run.outputText == "piped\n[sesame]\n")
    // bash writes its question there.
    #expect(run.errorText == "A: e\n")
  }

  @Test func theWindowIsPassedOn() throws {
    let terminal = try PseudoTerminal(columns: 70, rows: 20)
    let run = try Attended.bash(
      "trap 'stty size' WINCH; stty size; echo go; while :; do sleep 0.05; done", on: terminal)
    try run.waitForDisplay(of: "20 70")
    try run.waitForDisplay(of: "go")
    try terminal.resize(columns: 91, rows: 33)
    try run.waitForDisplay(of: "33 91")
  }

  @Test func aWindowThatChangedDuringAPromptIsPassedOn() throws {
    let terminal = try PseudoTerminal(columns: 70, rows: 20)
    let run = try Attended.bash("read -s -p 'A: ' a; echo; stty size", on: terminal)
    try run.waitForDisplay(of: Attended.prompt)
    try terminal.resize(columns: 91, rows: 33)
    try run.waitForQuiet()
    try run.type("x\r", until: "33 91")
  }

  // MARK: Stopping

  @Test func aCommandThatIsStoppedStopsUs() throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.start(["/bin/cat"], on: terminal)
    try run.type("abc\r", until: "abc\r\nabc")
    try run.type("\u{1a}")
    try run.continueAfterStop()
    try run.wait(for: "the terminal") { try !terminal.settings().isCanonical }
    try run.type("def\r", until: "def\r\ndef")
    #expect(try run.end(typing: "\u{4}") == .exited(0))
    #expect(try terminal.settings() == terminal.initial)
  }

  /// A key typed as soon as keys are passed on finds the command in the foreground.
  @Test func aStopThatIsTypedAtOnceIsNotLost() throws {
    for _ in 0..<20 {
      let terminal = try PseudoTerminal()
      let run = try Attended.start(["/bin/sleep", "1000"], on: terminal)
      try run.wait(for: "the terminal") { try !terminal.settings().isCanonical }
      try run.type("\u{1a}")
      try run.waitFor(.stopped(SIGTSTP))
      try run.foreground()
      try run.wait(for: "the terminal") { try !terminal.settings().isCanonical }
      #expect(try run.end(typing: "\u{3}") == .exited(130))
    }
  }

  /// A shell has its own jobs, and only its own stop stops us.
  @Test func theJobsOfAShellAreItsOwn() throws {
    let run = try Attended.start(
      ["/bin/bash", "--norc", "--noediting", "-i"], environment: ["PS1": "> "])
    try run.waitForDisplay(of: "> ")
    try run.type("cat\r", until: "cat\r\n")
    try run.waitForQuiet()
    try run.type("\u{1a}", until: "Stopped")
    #expect(!run.events.contains(.stopped(SIGTSTP)))
    try run.type("kill %1; suspend\r")
    try run.waitFor(.stopped(SIGTSTP))
    try run.background()
    try run.foreground()
    try run.waitForQuiet()
    try run.type("echo $((6 * 7))\r", until: "42\r\n")
    #expect(try run.end(typing: "exit 9\r") == .exited(9))
  }

  @Test func inTheBackgroundItWaits() throws {
    let run = try Attended.start(["/bin/bash", "-c", "echo here"]) {
      $0.role = .backgroundJob
    }
    try run.waitFor(.stopped(SIGTTOU))
    #expect(run.displayed.isEmpty)
    try run.expectRestoredSettings()
    try run.foreground()
    #expect(try run.wait() == .exited(0))
    #expect(run.displayedText.contains("here"))
  }

  /// In the background the terminal has the settings of the shell's line editor.
  @Test("Started in the background, the command gets the settings of the foreground")
  func settingsOfTheForeground() throws {
    let terminal = try PseudoTerminal()
    func set(_ words: String...) throws {
      _ = try ProgramRun.finished("/bin/stty", ["-F", terminal.path] + words)
    }
    try set("-icanon", "-echo")
    let run = try Attended.start(
      ["/bin/bash", "-c", "stty -a | grep -oE -- '-?(icanon|echo)\\b'"], on: terminal
    ) { $0.role = .backgroundJob }
    try run.waitFor(.stopped(SIGTTOU))
    try set("icanon", "echo")
    try run.foreground()
    #expect(try run.wait() == .exited(0))
    #expect(run.rows().prefix(2) == ["icanon", "echo"])
  }

  // MARK: Ends

  @Test(arguments: ["cat", "read -s -p 'A: ' a"], [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL])
  func anEndByASignalRestoresTheTerminal(script: String, signal: Int32) throws {
    let run = try Attended.bash("echo go; trap 'exit' HUP; \(script)")
    try run.waitForQuiet(after: script == "cat" ? "go" : Attended.prompt)
    let leader = try #require(
      ProgramRun.children(of: run.process).first { ProgramRun.name(of: $0) != "keyward-restore" })
    if signal == SIGKILL { try run.killHelped() } else { run.send(signal: signal) }
    #expect(try run.wait() == .killed(signal))
    try run.expectRestoredSettings()
    try run.waitForEnd(of: leader)
  }

  private static let chosen = #"printf '\033[?1049h\033[?25l\033[?1002h\033[?2004h\033(0'"#

  /// The modes that are on; the cursor is shown at first.
  private func modes(of run: ProgramRun) -> Set<Int> {
    var screen = TerminalEmulator(columns: 80, rows: 24)
    screen.feed(Array("\u{1b}[?25h".utf8) + run.displayed)
    return screen.modes
  }

  @Test(
    "Modes that a command sets on the terminal end with us",
    arguments: ["sleep 1000", "read -s -p 'A: ' a"], [SIGTERM, SIGHUP, SIGKILL])
  func chosenModes(script: String, signal: Int32) throws {
    let run = try Attended.bash("\(Self.chosen); echo go; \(script)")
    try run.waitForQuiet(after: script.hasPrefix("read") ? Attended.prompt : "go")
    if signal == SIGKILL { try run.killHelped() } else { run.send(signal: signal) }
    #expect(try run.wait() == .killed(signal))
    try run.wait(for: "the modes of before") { modes(of: run) == [25] }
    #expect(run.displayedText.contains("\u{f}\u{1b}(B"))
  }

  @Test("A command that is hung up with us has the last word", arguments: [SIGTERM, SIGHUP])
  func lastWords(signal: Int32) throws {
    let run = try Attended.bash(
      "trap 'printf \"\\033[?1049l\"; echo bye; exit' HUP; \(Self.chosen); echo go; cat")
    try run.waitForQuiet(after: "go")
    run.send(signal: signal)
    #expect(try run.wait() == .killed(signal))
    #expect(run.displayedText.contains("bye"))
    #expect(modes(of: run) == [25])
    #expect(run.displayedText.ranges(of: "\u{1b}[?1049l").count == 1)
  }

  @Test(
    "A command that ends or stops leaves the modes as it wants them", arguments: ["exit", "stop"])
  func modesOfTheCommand(end: String) throws {
    let run = try Attended.bash(
      "\(Self.chosen); echo go; read x; \(end == "exit" ? "exit" : "kill -STOP $$; sleep 1000")")
    try run.waitForQuiet(after: "go")
    try run.type("\r")
    if end == "exit" { try run.wait() } else { try run.waitFor(.stopped(SIGTSTP)) }
    #expect(modes(of: run) == [1002, 1049, 2004])
    guard end == "stop" else { return }
    // Continued, it is the same terminal, and ends with us.
    try run.background()
    try run.foreground()
    try run.wait(for: "the terminal") { try run.terminal?.settings().isCanonical == false }
    run.send(signal: SIGKILL)
    try run.wait(for: "the modes of before") { modes(of: run) == [25] }
  }

  @Test(arguments: ["cat", "read -s -p 'A: ' a"])
  func aHangUpReachesTheCommand(script: String) throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal()
    let run = try Attended.bash(
      "trap 'echo hup >> \(folder.path)/events; exit' HUP; echo go; \(script)", on: terminal)
    try run.waitForQuiet(after: script == "cat" ? "go" : Attended.prompt)
    terminal.hangUp()
    try run.wait(for: "the end") { run.ending != nil }
    try run.wait(for: "the command's hang-up") {
      (try? String(contentsOfFile: folder.path + "/events", encoding: .utf8))?.hasPrefix("hup")
        == true
    }
  }

  /// Another dialogue that names the terminal is lent it; its keys belong to it.
  @Test func anotherDialogueMayHaveTheTerminal() throws {
    let terminal = try PseudoTerminal()
    let folder = try TemporaryFolder()
    let environment = ["KEYWARD_TTY": terminal.path, "XDG_RUNTIME_DIR": folder.path]
    let run = try Attended.start(["/bin/cat"], on: terminal, environment: environment)
    try run.type("abc\r", until: "abc\r\nabc")
    let other = try ProgramRun(BuiltProgram.keyward(), ["get"], environment: environment)
    try run.waitForQuiet(after: Attended.prompt)
    try run.type("other\r")
    #expect(try other.wait() == .exited(0))
    #expect(other.outputText == "other\n")
    try run.waitForQuiet(seconds: 0.3)
    try run.type("def\r", until: "def\r\ndef")
    #expect(!run.displayedText.contains("other\r\n"))
  }

  // MARK: Sandbox

  @Test func theSandboxIsOursAlone() throws {
    let run = try Attended.bash(
      "grep -h -e Seccomp: -e NoNewPrivs: /proc/self/status; echo go; read x")
    try run.waitForQuiet(after: "go")
    #expect(try ProcessStatus(of: run.process).number("Seccomp") == 2)
    #expect(run.rows().prefix(2).allSatisfy { $0.hasSuffix("0") })
    #expect(try run.end(typing: "\r") == .exited(0))
  }

  /// A shell would get it, and keep it in its history.
  @Test(
    "The rest of an answer is dropped if the program that asks inside is ended",
    arguments: [false, true])
  func theRestOfAnInnerAnswer(isRelayEnded: Bool) throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.start(
      ["/bin/sh", "-c", "\"$1\" get >/dev/null; :", "sh", try BuiltProgram.keyward()],
      on: terminal)
    try run.waitForQuiet(after: "Passphrase")
    try run.type("h", until: "•")
    if isRelayEnded {
      run.send(signal: SIGTERM)
    } else {
      let shell = ProgramRun.descendants(of: run.process).first { ProgramRun.name(of: $0) == "sh" }
      kill(try #require(shell), SIGKILL)
    }
    var last = Moment.now
    for _ in 0..<12 {
      try run.type("x")
      try run.pump(seconds: 0.05)
      // A busy machine may have made a pause, after which the keys belong to the shell.
      guard Moment.now < last + 0.9 else { return }
      last = Moment.now
      #expect(try !terminal.settings().echoes)
    }
    try run.wait()
    try run.expectRestoredSettings()
  }
}
