import Glibc
import KeywardTestSupport
import Testing

@Suite struct AskpassProgramTests {
  private func ask(
    _ arguments: [String], environment: [String: String?] = [:], showing: String = "Enter submit",
    keys: String, change: (inout ProgramOptions) -> Void = { _ in }
  ) throws -> ProgramRun {
    var options = ProgramOptions(
      arguments, environment: environment, streams: (.null, .pipe, .pipe))
    change(&options)
    let run = try ProgramRun(try Programs.askpass(), options, on: PseudoTerminal())
    try run.waitForDisplay(of: showing)
    try run.type(keys)
    if keys == "somebody" {
      try run.waitForDisplay(of: "somebody")
      try run.type("\r")
    }
    try run.wait()
    return run
  }

  @Test func aSecretIsNotShown() throws {
    let run = try ask(["[sudo] password for me: "], keys: "sesame\r")
    #expect(run.ending == .exited(0))
    #expect(run.outputText == "sesame\n")
    #expect(!run.displayedText.contains("sesame"))
    #expect(run.displayedText.contains("[sudo] password for me"))
  }

  @Test(arguments: ["fixed", "hidden"], ["", "--plain"])
  func deletingTellsNotWhetherThereWasSomething(mask: String, plain: String) throws {
    func sent(_ text: String) throws -> [UInt8] {
      let run = try ProgramRun(
        try Programs.askpass(),
        ProgramOptions(
          ["P: "], environment: ["KEYWARD_OPTIONS": "--mask \(mask) \(plain)"],
          streams: (.null, .pipe, .pipe)),
        on: PseudoTerminal())
      try run.waitForDisplay(of: plain.isEmpty ? "Enter submit" : "P passphrase: ")
      try run.waitForQuiet()
      try run.type(text)
      try run.waitForQuiet()
      for key in ["\u{7f}", "\u{17}", "\u{15}", "\u{7f}", "\u{b}", "\u{7f}"] {
        try run.type(key)
        try run.waitForQuiet()
      }
      try run.type("\r\r")
      #expect(try run.wait() == .exited(0))
      return run.displayed
    }
    #expect(try sent("") == sent("a bc d"))
  }

  @Test func aNameIsShown() throws {
    let run = try ask(["Username for 'https://host': "], keys: "somebody") {
      $0.role = .sessionLeader
    }
    #expect(run.outputText == "somebody\n")
    #expect(run.displayedText.contains("What you type is shown"))
    #expect(run.displayedText.contains("somebody"))
  }

  @Test func confirmationsSayYesOrNothing() throws {
    let hint = ["SSH_ASKPASS_PROMPT": "confirm"] as [String: String?]
    let yes = try ask(["Allow?"], environment: hint, showing: "Allow?", keys: "\r")
    #expect(yes.ending == .exited(0) && yes.outputText == "yes\n")
    for keys in ["n\r", "y\u{1b}", "\u{1b}", "\u{3}"] {
      let no = try ask(["Allow?"], environment: hint, showing: "Allow?", keys: keys)
      #expect(no.ending == .exited(1) && no.outputText.isEmpty)
    }
  }

  @Test func noticesWaitForTheirSignal() throws {
    let options = ProgramOptions(
      ["Touch it"], environment: ["SSH_ASKPASS_PROMPT": "none"], streams: (.null, .null, .pipe))
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    let run = try ProgramRun(try Programs.askpass(), options, on: terminal)
    try run.waitForDisplay(of: "Touch it")
    try run.type("\r")
    try run.waitForQuiet(seconds: 0.2)
    #expect(run.ending == nil)
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
    #expect(try terminal.settings() == before)
  }

  /// ssh may be killed before it takes its notice away.
  @Test func aNoticeEndsWithItsCaller() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    let script = "\"$0\" 'Touch it' & wait"
    let run = try ProgramRun(
      "/bin/sh",
      ProgramOptions(
        ["-c", script, try Programs.askpass()], environment: ["SSH_ASKPASS_PROMPT": "none"],
        streams: (.null, .null, .pipe)), on: terminal)
    try run.waitForDisplay(of: "Touch it")
    try run.waitForQuiet()
    #expect(try terminal.settings() != before)
    run.send(signal: SIGKILL)
    try run.wait(for: "the terminal's settings") { try terminal.settings() == before }
  }

  /// Otherwise a dialogue whose ssh was killed would share the keyboard with the shell.
  @Test(arguments: ["", "confirm"]) func whoeverAsksMayGo(hint: String) throws {
    let output = Pipe()
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    let options = ProgramOptions(
      ["P: "], environment: ["SSH_ASKPASS_PROMPT": hint],
      streams: (.null, .descriptor(output.writing), .pipe))
    let run = try ProgramRun(try Programs.askpass(), options, on: terminal)
    output.closeWriting()
    try run.waitForDisplay(of: "Enter ")
    try run.type(hint.isEmpty ? "abc" : "x")
    output.closeReading()
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("nobody waits"))
    #expect(try terminal.settings() == before)
  }

  @Test func cancellingPrintsNothing() throws {
    let run = try ask(["Password: "], keys: "abc\u{3}")
    #expect(run.ending == .exited(1) && run.outputText.isEmpty)
  }

  @Test func standardInputIsSomebodyElses() throws {
    let input = Pipe()
    input.send("protocol")
    let options = ProgramOptions(["P: "], streams: (.descriptor(input.reading), .pipe, .pipe))
    let run = try ProgramRun(try Programs.askpass(), options, on: PseudoTerminal())
    try run.waitForDisplay(of: "Enter submit")
    try run.type("x\r")
    #expect(try run.wait() == .exited(0))
    #expect(input.waitingText() == "protocol")
  }

  /// A stream that comes closed stays useless: once an event counter was opened there and took
  /// eight bytes.
  @Test(arguments: [">&-", "<&- >&-", "<&- >&- 2>&-"])
  func withoutAnOutputNothingIsHandedOver(closing: String) throws {
    for secret in ["sesame!", "sesame"] {
      let run = try ProgramRun(
        "/bin/sh",
        ProgramOptions(
          ["-c", "exec \"$0\" P: \(closing)", try Programs.askpass()],
          streams: (.null, .pipe, .pipe)), on: PseudoTerminal())
      try run.waitForDisplay(of: "Enter submit")
      try run.type(secret + "\r")
      #expect(try run.wait() == .exited(1))
      #expect(!run.displayedText.contains(secret))
    }
  }

  @Test func noTerminalIsASentence() throws {
    let run = try ProgramRun.finished(try Programs.askpass(), ["P: "])
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains("KEYWARD_TTY"))
    // The multiplexer would be a terminal without a person.
    for device in ["/dev/null", "/dev/ptmx"] {
      let wrong = try ProgramRun.finished(
        try Programs.askpass(), ["P: "], environment: ["KEYWARD_TTY": device])
      #expect(wrong.ending == .exited(1))
    }
  }

  @Test func answersAreBounded() throws {
    let run = try ask(["P: "], keys: String(repeating: "y", count: 1500) + "\r")
    #expect(run.outputText == String(repeating: "y", count: 1022) + "\n")
  }

  @Test(.needsRoot(to: "become another user")) func sixteenKiBAreEnough() throws {
    let folder = try Programs.copy()
    let terminal = try PseudoTerminal()
    var options = ProgramOptions(
      ["P:"], environment: ["KEYWARD_TTY": terminal.path, "KEYWARD_OPTIONS": "--keyboard"],
      streams: (.null, .pipe, .pipe))
    (options.user, options.lockedMemoryLimit) = (65534, 16 * 1024)
    chmod(terminal.path, 0o666)
    let run = try ProgramRun(folder.path + "/askpass", options, on: terminal)
    try run.waitForDisplay(of: "Enter submit")
    try run.type("x\r")
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(run.outputText == "x\n" && run.errorText.isEmpty)
  }

  @Test func theKeyboardIsAKeyAway() throws {
    let run = try ProgramRun(
      try Programs.askpass(),
      ProgramOptions(["P: "], environment: ["NO_COLOR": "1"], streams: (.null, .pipe, .pipe)),
      on: PseudoTerminal())
    try run.waitForDisplay(of: "Ctrl-K keyboard")
    try run.type("a\u{b}")
    try run.waitForDisplay(of: "space")
    try run.type("\t")
    // Only differences are sent, and “Enter” was there before.
    try run.waitForDisplay(of: "press")
    try run.type(" \t\r")
    #expect(try run.wait() == .exited(0))
    // One key of the keyboard after the typed one.
    #expect(run.outputText.count == 3 && run.outputText.hasPrefix("a"))
  }

  @Test func theConfigurationCounts() throws {
    let folder = try TemporaryFolder()
    try folder.write("max-length: 2\nnothing: 1\n", to: "keyward/config.yaml")
    let run = try ask(
      ["P: "], environment: ["XDG_CONFIG_HOME": folder.path, "KEYWARD_OPTIONS": "--mask hidden"],
      keys: "abc\r")
    #expect(run.outputText == "ab\n")
    #expect(
      run.errorText.hasPrefix("keyward-askpass: warning: \(folder.path)/keyward/config.yaml:2:1: "))
    #expect(!run.displayedText.contains("•"))
  }

  // MARK: The prompts of the callers

  private static let secret: [String] = [
    "user@host's password: ", "Enter user@host's new password: ",
    "Enter passphrase for key '/home/me/.ssh/id': ",
    "Enter passphrase for /home/me/.ssh/id (will confirm each use): ",
    "Bad passphrase, try again for /home/me/.ssh/id: ",
    "Enter passphrase (empty for no passphrase): ", "Enter PIN for 'token': ",
    "[sudo] password for me: ", "Password for 'https://user%20name@host': ", "Contraseña: ", "",
  ]

  private static let visible: [String] = [
    "Verification code: ", "Username for 'https://host': ",
    "The authenticity of host 'h (10.0.0.1)' can't be established.\n"
      + "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
    "Please type 'yes', 'no' or the fingerprint: ",
  ]

  @Test(arguments: secret.map { ($0, false) } + visible.map { ($0, true) })
  func everyPromptIsOfItsKind(_ prompt: String, _ isVisible: Bool) throws {
    let terminal = try PseudoTerminal(columns: 100, rows: 30)
    let run = try ProgramRun(
      try Programs.askpass(), ProgramOptions([prompt], streams: (.null, .pipe, .pipe)),
      on: terminal)
    try run.waitForDisplay(of: "Enter submit")
    try run.type("kwz")
    try run.waitForQuiet(seconds: 0.03)
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "kwz\n")
    #expect(run.displayedText.contains("What you type is shown") == isVisible)
    #expect(run.displayedText.contains("•") != isVisible)
  }

  @Test func noticesCanBeCancelled() throws {
    let hint = ["SSH_ASKPASS_PROMPT": "none"] as [String: String?]
    for keys in ["\u{1b}", "\u{3}"] {
      let run = try ask(["Touch it"], environment: hint, showing: "Touch it", keys: keys)
      #expect(run.ending == .exited(1) && run.outputText.isEmpty)
    }
  }

  @Test func signalsEndItByThem() throws {
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let terminal = try PseudoTerminal()
      let before = try terminal.settings()
      let run = try ProgramRun(
        try Programs.askpass(), ProgramOptions(["P: "], streams: (.null, .pipe, .pipe)),
        on: terminal)
      try run.waitForDisplay(of: "Enter submit")
      run.send(signal: signal)
      #expect(try run.wait() == .killed(signal))
      #expect(try terminal.settings() == before)
      #expect(run.outputText.isEmpty)
    }
  }

  @Test(arguments: [true, false], ["none", "confirm", ""])
  func aHangUpEndsItByItsSignal(_ isLeader: Bool, _ kind: String) throws {
    for _ in 0..<3 {
      let terminal = try PseudoTerminal()
      var options = ProgramOptions(
        ["Unlock: "], environment: ["SSH_ASKPASS_PROMPT": kind], streams: (.null, .pipe, .pipe))
      options.role = isLeader ? .sessionLeader : .foregroundJob
      let run = try ProgramRun(try Programs.askpass(), options, on: terminal)
      try run.waitForDisplay(of: "Unlock")
      try run.type("b")
      try run.waitForQuiet(seconds: 0.05)
      terminal.hangUp()
      let ending = try run.wait()
      #expect(ending == (isLeader ? .killed(SIGHUP) : .exited(1)))
      #expect(run.errorText.isEmpty == isLeader)
      #expect(run.outputText.isEmpty && run.processorTime < 0.3)
    }
  }

  /// Before the first read the kernel may drop the excess of its line, closing bracket included.
  @Test func aPasteThatComesFirstDoesNotLockThePrompt() throws {
    let run = try ProgramRun(
      try Programs.askpass(), ProgramOptions(["P: "], streams: (.null, .pipe, .pipe)),
      on: PseudoTerminal())
    try run.waitForDisplay(of: "Enter submit")
    try run.terminal?.write(PastedText.bytes(of: 5000))
    try run.wait(for: "its end") { PastedText.hasEnded(in: run.displayedText) }
    try run.type("\u{15}x\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "x\n")
  }

  @Test func theTerminalOfTheAgentIsTheLastResort() throws {
    let watched = try WatchedTerminal()
    let run = try ProgramRun(
      try Programs.askpass(),
      ProgramOptions(
        ["P: "], environment: ["GPG_TTY": watched.path], streams: (.null, .pipe, .pipe)))
    try watched.answer("x\r", to: "Enter submit")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "x\n")
  }
}
