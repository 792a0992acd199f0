import Glibc
import KeywardTestSupport
import Testing

/// After every end of a dialogue the terminal is as before, byte for byte, without a trace of typed
/// text.
@Suite(.tags(.program)) struct ProgramExitTests {
  struct Exit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var arguments: [String] = ["get"]
    var keys: String = ""
    var signal: Int32?
    let ending: ProgramEvent
    var output = ""
  }

  static let ways: [Exit] = [
    Exit(testDescription: "submit", keys: "\r", ending: .exited(0), output: "sesame\n"),
    Exit(testDescription: "line feed", keys: "\n", ending: .exited(0), output: "sesame\n"),
    Exit(testDescription: "Esc", keys: "\u{1B}", ending: .exited(130)),
    Exit(testDescription: "Ctrl-C", keys: "\u{3}", ending: .exited(130)),
    Exit(testDescription: "Ctrl-U, Ctrl-D", keys: "\u{15}\u{4}", ending: .exited(130)),
    Exit(testDescription: "timeout", arguments: ["get", "--timeout", "0.4"], ending: .exited(124)),
    Exit(testDescription: "INT", signal: SIGINT, ending: .killed(SIGINT)),
    Exit(testDescription: "TERM", signal: SIGTERM, ending: .killed(SIGTERM)),
    Exit(testDescription: "HUP", signal: SIGHUP, ending: .killed(SIGHUP)),
    Exit(testDescription: "QUIT", signal: SIGQUIT, ending: .killed(SIGQUIT)),
    Exit(testDescription: "USR1", signal: SIGUSR1, ending: .killed(SIGUSR1)),
    Exit(testDescription: "ALRM", signal: SIGALRM, ending: .killed(SIGALRM)),
    Exit(testDescription: "XCPU", signal: SIGXCPU, ending: .killed(SIGXCPU)),
    Exit(testDescription: "SYS", signal: SIGSYS, ending: .killed(SIGSYS)),
    Exit(testDescription: "SEGV", signal: SIGSEGV, ending: .killed(SIGSEGV)),
    Exit(testDescription: "ABRT", signal: SIGABRT, ending: .killed(SIGABRT)),
    Exit(testDescription: "BUS", signal: SIGBUS, ending: .killed(SIGBUS)),
    Exit(testDescription: "TRAP", signal: SIGTRAP, ending: .killed(SIGTRAP)),
  ]

  @Test(arguments: ways, [false, true])
  func settingsAreEqualAfterwards(way: Exit, plain: Bool) throws {
    let terminal = try PseudoTerminal()
    let run = try started(way, plain: plain, on: terminal)
    let during = try terminal.settings()
    #expect(!during.echoes && during.isCanonical && during.isExternallyProcessed)
    try run.type("sesame")
    try run.waitForQuiet()
    try run.type(way.keys)
    if let signal = way.signal { run.send(signal: signal) }
    #expect(try run.wait() == way.ending)
    #expect(try terminal.settings() == terminal.initial)
    #expect(run.outputText == way.output)
    #expect(!run.displayedText.contains("sesame") && !run.errorText.contains("sesame"))
    #expect(!plain || !run.displayed.contains(0x1B))
    if !plain {
      for mode in [1049, 2004, 1002, 1000, 1006] { #expect(run.hasSwitchedOff(mode)) }
      #expect(run.displayedText.range(of: "\u{1B}[?25h") != nil)
    }
    #expect(try terminal.unreadBytes() == 0)
  }

  private func started(_ way: Exit, plain: Bool, on terminal: PseudoTerminal) throws -> ProgramRun {
    guard plain else { return try Keyward.typing(way.arguments, on: terminal) }
    return try ProgramRun.keyward(
      way.arguments + ["--plain", "--prompt", "Word"], on: terminal,
      showing: "Enter Word passphrase: ")
  }

  @Test(
    arguments: [SIGXCPU, SIGXFSZ, SIGTERM], [["get"], ["exec", "--", "cat"], ["confirm", "Go?"]])
  func aLimitThatEndsItIsNamed(_ signal: Int32, _ arguments: [String]) throws {
    let terminal = try PseudoTerminal()
    // The starter of this test may ignore the signal.
    let script = "trap - XCPU XFSZ; exec \"$0\" \"$@\""
    let run = try ProgramRun(
      "/bin/sh", ["-c", script, try BuiltProgram.keyward()] + arguments, on: terminal,
      showing: Keyward.frameEnd)
    run.send(signal: signal)
    #expect(try run.wait() == .killed(signal))
    #expect(try terminal.settings() == terminal.initial)
    let limits = [
      SIGXCPU: "CPU time limit was reached (ulimit -t)",
      SIGXFSZ: "file size limit was reached (ulimit -f)",
    ]
    let sentence = limits[signal].map {
      "keyward: error: the \($0); the typed text was wiped\n"
    }
    #expect(run.errorText == sentence ?? "")
  }

  @Test func inputAfterEnterIsNotLeftForTheNextReader() throws {
    let terminal = try PseudoTerminal()
    let run = try Keyward.typing(["get"], on: terminal)
    #expect(try run.end(typing: "sesame\rrm -rf something\r") == .exited(0))
    #expect(run.outputText == "sesame\n")
    #expect(try terminal.unreadBytes() == 0)
  }

  @Test func inputBeforeTheScreenIsDiscarded() throws {
    let terminal = try PseudoTerminal()
    let folder = try TemporaryFolder()
    // It starts when the word is on its way, however fast the machine.
    let script = "until [ -e \"$1\" ]; do :; done; exec \"$0\" get"
    // Typed while nobody reads, as into a busy shell.
    let busy = try ProgramRun(
      "/bin/sh", ["-c", "echo up; sleep 0.2"], streams: (.terminal, .terminal, .pipe), on: terminal,
      showing: "up")
    try busy.end(typing: "early\r")
    let run = try ProgramRun(
      "/bin/sh", ["-c", script, try BuiltProgram.keyward(), folder.path + "/typed"],
      on: PseudoTerminal())
    try run.type("early\r")
    try folder.write("", to: "typed")
    try run.answer([(Keyward.frameEnd, "late\r")])
    #expect(run.outputText == "late\n")
  }

  /// The leader gets SIGHUP and dies by it; a job of a lasting shell hears it from the terminal.
  @Test(arguments: [true, false], [true, false])
  func aHangUpEndsItSoonAndCheaply(isLeader: Bool, isPlain: Bool) throws {
    for _ in 0..<5 {
      let isPrompt = try Promptness.isReached(within: 1) {
        let terminal = try PseudoTerminal()
        let run = try ProgramRun.keyward(
          isPlain ? ["get", "--plain"] : ["get"], on: terminal,
          showing: isPlain ? ": " : Keyward.frameEnd
        ) { $0.role = isLeader ? .sessionLeader : .foregroundJob }
        try run.type("sesame")
        try run.waitForQuiet()
        let start = Moment.now
        terminal.hangUp()
        let ending = try run.wait()
        let taken = Moment.now - start
        #expect(ending == (isLeader ? .killed(SIGHUP) : .exited(1)))
        #expect(run.processorTime < 0.5)
        #expect(run.output.isEmpty)
        return taken
      }
      #expect(isPrompt)
    }
  }

  /// A reveal ends after ten seconds, even without a timeout.
  @Test(arguments: [["--timeout", "2"], []])
  func timeEndsARevealOnATerminalThatTakesNothing(timeout: [String]) throws {
    // A window so large that a frozen terminal's buffer is soon full.
    let run = try Keyward.typing(
      ["get", "--allow-reveal"] + timeout, on: PseudoTerminal(columns: 300, rows: 100))
    try run.type("sesame")
    // From here on nothing reads the display.
    try run.terminal?.typeUntilFull([0x0c, 0x14])
    if timeout.isEmpty { try run.terminal?.write([0x03]) }
    #expect(Moment.wait { !ProgramRun.isThere(run.process) })
    #expect(try run.wait() == .exited(timeout.isEmpty ? 130 : 124))
  }

  @Test func aSignalEndsLineModeOnATerminalThatTakesNothing() throws {
    let isPrompt = try Promptness.isReached(within: 0.8) {
      let run = try ProgramRun.keyward(
        ["get", "--plain", "--prompt", String(repeating: "p", count: 250)], showing: ": ")
      // From here on nothing reads the display; it tries to send a sentence that cannot arrive.
      try run.terminal?.typeUntilFull([0x0c])
      let start = Moment.now
      run.send(signal: SIGTERM)
      Moment.wait { !ProgramRun.isThere(run.process) }
      let taken = Moment.now - start
      #expect(try run.wait() == .killed(SIGTERM))
      return taken
    }
    #expect(isPrompt)
  }

  @Test func twoSignalsInARowStillRestore() throws {
    let run = try Keyward.typing(["get"])
    run.send(signal: SIGSTOP)
    run.send(signal: SIGTERM)
    run.send(signal: SIGINT)
    run.send(signal: SIGCONT)
    let ending = try run.wait()
    #expect(ending == .killed(SIGTERM) || ending == .killed(SIGINT))
    try run.expectRestoredSettings()
  }
}
