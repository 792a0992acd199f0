import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct JobControlTests {
  @Test(arguments: ["Ctrl-Z", "TSTP"])
  func stoppedAndContinuedTheSecretIsKept(how: String) throws {
    let terminal = try PseudoTerminal()
    let run = try Keyward.typing(["get"], on: terminal)
    try run.type("ses")
    try run.waitForQuiet()
    if how == "Ctrl-Z" { try run.type([0x1A]) } else { run.send(signal: SIGTSTP) }
    try run.waitForDisplay(of: Keyward.frameEnd, after: run.continueAfterStop())
    #expect(run.displayedText.contains(Keyward.screenEnd))
    #expect(try !terminal.settings().echoes)
    #expect(try run.end(typing: "ame\r") == .exited(0))
    #expect(run.outputText == "sesame\n")
    #expect(try terminal.settings() == terminal.initial)
  }

  /// Somebody else may look at the terminal afterwards.
  @Test(arguments: ["Ctrl-Z", "TSTP", "STOP"])
  func aStopHidesTheRevealedText(how: String) throws {
    let run = try Keyward.typing(["get", "--allow-reveal"])
    try run.type("qwxj\u{14}")
    try run.waitForQuiet(after: "qwxj")
    switch how {
    case "Ctrl-Z": try run.type([0x1A])
    case "TSTP": run.send(signal: SIGTSTP)
    default: run.send(signal: SIGSTOP)
    }
    try run.waitFor(.stopped(how == "STOP" ? SIGSTOP : SIGTSTP))
    let shown = run.displayed.count
    run.send(signal: SIGCONT)
    try run.waitForDisplay(of: Keyward.frameEnd, after: shown)
    try run.waitForQuiet()
    #expect(!String(decoding: run.displayed.dropFirst(shown), as: UTF8.self).contains("qwxj"))
    #expect(try run.end(typing: "\r") == .exited(0))
    #expect(run.outputText == "qwxj\n")
  }

  @Test func settingsChangedDuringAStopAreTheOnesRestored() throws {
    let terminal = try PseudoTerminal()
    let run = try Keyward.typing(["get"], on: terminal)
    try run.type([0x1A])
    try run.waitFor(.stopped(SIGTSTP))
    try run.background()
    let stty = try ProgramRun.finished("/bin/sh", ["-c", "stty -F \(terminal.path) -ixon"])
    #expect(stty.ending == .exited(0))
    let changed = try terminal.settings()
    let shown = run.displayed.count
    try run.foreground()
    try run.waitForDisplay(of: Keyward.frameEnd, after: shown)
    try run.end(typing: "x\r")
    #expect(try terminal.settings() == changed)
  }

  @Test(
    "A shell with a line editor stops a background job, and fg asks",
    arguments: [
      ["/bin/bash", "--norc", "-b", "-i"], ["/usr/bin/zsh", "-f", "-i"],
      ["/usr/bin/fish", "--no-config", "-i", "-C", "function fish_prompt; echo -n 'ready> '; end"],
    ], ["get", "exec --stdin -- cat", "type"])
  func jobsOfShells(shell: [String], command: String) throws {
    guard access(shell[0], X_OK) == 0 else { return }
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      shell[0],
      ProgramOptions(
        Array(shell.dropFirst()), environment: ["PS1": "ready> ", "HOME": folder.path],
        streams: (.terminal, .terminal, .terminal)), on: PseudoTerminal())
    try run.waitForDisplay(of: "ready> ")
    let program = try BuiltProgram.keyward()
    let output = command == "type" ? "" : ">'\(folder.path)/answer' "
    try run.type("'\(program)' \(command) \(output)&\r")
    // The shell is in its line editor, and reports the job at once.
    let report = shell[0].hasSuffix("zsh") ? "suspended" : "topped"
    try run.waitForDisplay(of: report)
    #expect(!run.displayedText.contains("is using"))
    try run.type("fg\r", until: Keyward.frameEnd)
    let shown = run.displayed.count
    try run.type("sesame\r")
    if command == "type" {
      try run.waitForDisplay(of: "ready> ", after: shown)
    } else {
      try run.wait(for: "the answer") { folder.text("answer").hasPrefix("sesame") }
    }
    try run.type("exit\r")
    _ = try run.wait()
  }

  @Test func inTheBackgroundNothingIsDrawn() throws {
    let run = try ProgramRun.keyward(["get"]) { $0.role = .backgroundJob }
    try run.waitFor(.stopped(SIGTTOU))
    #expect(run.displayed.isEmpty)
    try run.expectRestoredSettings()
    try run.foreground()
    #expect(try run.answer([(Keyward.frameEnd, "sesame\r")]) == .exited(0))
    #expect(run.outputText == "sesame\n")
    try run.expectRestoredSettings()
  }

  /// The same as a shell's `kill %1`: the signal, and then SIGCONT so that it is seen.
  @Test(
    arguments: [SIGTERM, SIGHUP, SIGINT],
    ["background", "Ctrl-Z", "--plain", "Ctrl-Z in front", "--plain in front"])
  func aStoppedJobThatIsEndedIsGone(signal: Int32, how: String) throws {
    let isPlain = how.hasPrefix("--plain")
    let terminal = try PseudoTerminal()
    var options = ProgramOptions(
      isPlain ? ["get", "--plain"] : ["get"], streams: (.null, .pipe, .pipe))
    if how == "background" { options.role = .backgroundJob }
    let run = try ProgramRun(BuiltProgram.keyward(), options, on: terminal)
    if how == "background" {
      try run.waitFor(.stopped(SIGTTOU))
    } else {
      try run.waitForDisplay(of: isPlain ? ": " : Keyward.frameEnd)
      try run.type("secret\u{1A}")
      try run.waitFor(.stopped(SIGTSTP))
      if !how.hasSuffix("in front") { try run.background() }
      try run.waitForQuiet()
    }
    let shown = run.displayed.count
    run.send(signal: signal)
    run.send(signal: SIGCONT)
    #expect(try run.wait() == .killed(signal))
    #expect(try terminal.settings() == terminal.initial)
    // The terminal belongs to the shell: nothing more is sent to it.
    #expect(run.displayed.count == shown)
  }

  @Test(arguments: [["get"], ["get", "--plain"]])
  func ofAStopAndAContinuationTheLaterOneCounts(arguments: [String]) throws {
    let run = try ProgramRun.keyward(
      arguments, showing: arguments.count > 1 ? ": " : Keyward.frameEnd)
    for pause in 0..<30 {
      run.send(signal: SIGTSTP)
      Moment.pass(seconds: Double(pause) * 0.000_02)
      run.send(signal: SIGCONT)
      try run.pump(seconds: 0.01)
    }
    try run.waitForQuiet()
    #expect(try run.end(typing: "sesame\r") == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test func inTheBackgroundOfNobodyItGivesUp() throws {
    let terminal = try PseudoTerminal()
    // The middle shell ends, so that no parent of the group is left in the session.
    let script = """
      set -m
      ( ( sleep 0.2; "$KEYWARD" get; echo "status $?" >"$RESULT" ) & ) &
      sleep 1
      """
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "/bin/bash", ["-c", script],
      environment: [
        "KEYWARD": try BuiltProgram.keyward(), "RESULT": folder.path + "/result",
      ], streams: (.terminal, .terminal, .pipe), on: terminal)
    try run.wait(for: "the result") { folder.read("result")?.isEmpty == false }
    #expect(folder.read("result") == Array("status 1\n".utf8))
  }

  @Test(arguments: ["Ctrl-Z", "TSTP"])
  func aSessionLeaderIsNotStoppedAndRedrawsWithoutWhatWasShown(how: String) throws {
    let run = try Keyward.typing(["get", "--allow-reveal"]) {
      $0.role = .sessionLeader
    }
    try run.type("qwx\u{14}")
    try run.waitForQuiet(after: "qwx")
    let shown = run.displayed.count
    if how == "Ctrl-Z" { try run.type([0x1A]) } else { run.send(signal: SIGTSTP) }
    try run.waitForDisplay(of: Keyward.frameEnd, after: shown)
    try run.waitForQuiet()
    #expect(!String(decoding: run.displayed.dropFirst(shown), as: UTF8.self).contains("qwx"))
    #expect(try run.end(typing: "ame\r") == .exited(0))
    #expect(run.outputText == "qwxame\n")
  }
}
