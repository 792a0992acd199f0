import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct AskpassProgramTests {
  private func ask(
    _ arguments: [String], environment: [String: String?] = [:], showing: String = "Enter submit",
    keys: String, change: (inout ProgramOptions) -> Void = { _ in }
  ) throws -> ProgramRun {
    let run = try ProgramRun(
      Programs.askpass(), arguments, environment: environment, on: PseudoTerminal(),
      showing: showing, change)
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

  @Test(
    "A caller's argument is a prompt, whatever it looks like",
    arguments: ["--version", "--help", "-h", "--", "-x", "--=", "-", "a\n--help"])
  func argumentIsPrompt(_ argument: String) throws {
    // ssh's standard input is a terminal, its standard output a pipe; sudo's may be neither.
    for input in [StandardStream.terminal, .null] {
      let run = try ask([argument], keys: "sesame\r") { $0.streams.0 = input }
      #expect(run.ending == .exited(0))
      #expect(run.outputText == "sesame\n")
    }
  }

  @Test(
    "The colon of a caller's text is kept in every form, for scripts that wait for it",
    arguments: ["--form full", "--form card", "--form inline", "--plain"])
  func colon(form: String) throws {
    let text = "me@host's password: "
    for (program, words) in [
      (try Programs.askpass(), [text]), (try BuiltProgram.keyward(), ["get", "--prompt", text]),
    ] {
      let run = try ProgramRun(
        program, words, environment: ["KEYWARD_OPTIONS": form], on: PseudoTerminal(),
        showing: "assword:")
      try run.waitForQuiet()
      #expect(try run.end(typing: "sesame\r") == .exited(0))
      #expect(run.outputText == "sesame\n")
    }
    let pinentry = try PinentryRun(
      "SETPROMPT me@host's password:\nGETPIN\n", environment: ["KEYWARD_OPTIONS": form])
    try pinentry.run.waitForDisplay(of: "assword:")
    try pinentry.run.waitForQuiet()
    try pinentry.run.type("sesame\r")
    try pinentry.run.wait(for: "the answer") { pinentry.run.outputText.contains("D sesame\n") }
  }

  @Test("A person who types --help on a terminal gets help", arguments: ["--help", "--version"])
  func optionByHand(_ option: String) throws {
    let run = try ProgramRun(
      Programs.askpass(), [option], streams: (.terminal, .terminal, .pipe), on: PseudoTerminal())
    #expect(try run.wait() == .exited(0))
    let text = option == "--help" ? "USAGE: keyward-askpass" : Repository.version
    #expect(run.displayedText.contains(text))
    let two = try ProgramRun(
      Programs.askpass(), [option, option], streams: (.terminal, .terminal, .pipe),
      on: PseudoTerminal(), showing: "Enter submit")
    #expect(try two.end(typing: "\u{3}") == .exited(1))
  }

  @Test(arguments: ["fixed", "hidden"], ["", "--plain"])
  func deletingDoesNotRevealWhetherTheFieldWasEmpty(mask: String, plain: String) throws {
    func sent(_ text: String) throws -> [UInt8] {
      let run = try ProgramRun(
        Programs.askpass(), ["P: "], environment: ["KEYWARD_OPTIONS": "--mask \(mask) \(plain)"],
        on: PseudoTerminal(), showing: plain.isEmpty ? "Enter submit" : "Passphrase: ")
      try run.waitForQuiet()
      try run.type(text)
      try run.waitForQuiet()
      for key in ["\u{7f}", "\u{17}", "\u{15}", "\u{7f}", "\u{b}", "\u{7f}"] {
        try run.type(key)
        try run.waitForQuiet()
      }
      try run.type("\r")
      try run.waitForQuiet()
      #expect(try run.end(typing: "\r") == .exited(0))
      return run.displayedWithoutNumbers
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

  @Test func confirmationsPrintYesOrNothing() throws {
    let hint = ["SSH_ASKPASS_PROMPT": "confirm"] as [String: String?]
    let yes = try ask(["Allow?"], environment: hint, showing: "Allow?", keys: "\r")
    #expect(yes.ending == .exited(0) && yes.outputText == "yes\n")
    for keys in ["n\r", "y\u{1b}", "\u{1b}", "\u{3}"] {
      let no = try ask(["Allow?"], environment: hint, showing: "Allow?", keys: keys)
      #expect(no.ending == .exited(1) && no.outputText.isEmpty)
    }
  }

  @Test func noticesWaitForTheirSignal() throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      Programs.askpass(), ["Touch it"], environment: ["SSH_ASKPASS_PROMPT": "none"],
      streams: (.null, .null, .pipe), on: terminal, showing: "Touch it")
    try run.type("\r")
    try run.waitForQuiet(seconds: 0.2)
    #expect(run.ending == nil)
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
    #expect(try terminal.settings() == terminal.initial)
  }

  /// ssh may be killed before it takes its notice away.
  @Test func aNoticeEndsWithItsCaller() throws {
    let terminal = try PseudoTerminal()
    let script = "\"$0\" 'Touch it' & wait"
    let run = try ProgramRun(
      "/bin/sh", ["-c", script, try Programs.askpass()],
      environment: ["SSH_ASKPASS_PROMPT": "none"], streams: (.null, .null, .pipe), on: terminal,
      showing: "Touch it")
    try run.waitForQuiet()
    #expect(try terminal.settings() != terminal.initial)
    run.send(signal: SIGKILL)
    try run.wait(for: "the terminal's settings") { try terminal.settings() == terminal.initial }
    // The same without a controlling terminal, and thus without a job.
    let apart = try ProgramRun(
      "/bin/sh", ["-c", script, try Programs.askpass()],
      environment: ["SSH_ASKPASS_PROMPT": "none", "KEYWARD_TTY": terminal.path],
      streams: (.null, .null, .pipe))
    try apart.wait(for: "the notice") { try terminal.settings() != terminal.initial }
    apart.send(signal: SIGKILL)
    try run.wait(for: "the terminal's settings") { try terminal.settings() == terminal.initial }
  }

  /// Otherwise a dialogue whose ssh was killed would share the keyboard with the shell.
  @Test(arguments: ["", "confirm"]) func whoeverAsksMayGo(hint: String) throws {
    let output = Pipe()
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      Programs.askpass(), ["P: "], environment: ["SSH_ASKPASS_PROMPT": hint],
      streams: (.null, .descriptor(output.writing), .pipe), on: terminal)
    output.closeWriting()
    try run.waitForDisplay(of: "Enter ")
    try run.type(hint.isEmpty ? "abc" : "x")
    output.closeReading()
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("nobody is waiting"))
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test func cancellingPrintsNothing() throws {
    let run = try ask(["Password: "], keys: "abc\u{3}")
    #expect(run.ending == .exited(1) && run.outputText.isEmpty)
  }

  @Test func standardInputIsSomebodyElses() throws {
    let input = Pipe()
    input.send("protocol")
    let run = try ProgramRun(
      Programs.askpass(), ["P: "], streams: (.descriptor(input.reading), .pipe, .pipe),
      on: PseudoTerminal(), showing: "Enter submit")
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
        "/bin/sh", ["-c", "exec \"$0\" P: \(closing)", try Programs.askpass()],
        on: PseudoTerminal(), showing: "Enter submit")
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
    let run = try ProgramRun(
      Programs.askpass(), ["P: "], on: PseudoTerminal(), showing: "Enter submit")
    try run.end(
      typing: String(repeating: "y", count: 1500), confirming: "Characters were cut off")
    #expect(run.outputText == String(repeating: "y", count: 1022) + "\n")
  }

  @Test(.needsRoot(to: "become another user")) func sixteenKiBAreEnough() throws {
    let folder = try Programs.copy()
    let terminal = try PseudoTerminal()
    chmod(terminal.path, 0o666)
    let run = try ProgramRun(
      folder.path + "/askpass", ["P:"],
      environment: ["KEYWARD_TTY": terminal.path, "KEYWARD_OPTIONS": "--keyboard"], on: terminal,
      showing: "Enter submit"
    ) { ($0.user, $0.lockedMemoryLimit) = (65534, 16 * 1024) }
    try run.type("x\r")
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(run.outputText == "x\n" && run.errorText.isEmpty)
  }

  @Test func theKeyboardIsAKeyAway() throws {
    let run = try ProgramRun(
      Programs.askpass(), ["P: "], environment: ["NO_COLOR": "1"], on: PseudoTerminal(),
      showing: "Ctrl-K keyboard")
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
    let run = try ProgramRun(
      Programs.askpass(), ["P: "],
      environment: ["XDG_CONFIG_HOME": folder.path, "KEYWARD_OPTIONS": "--mask hidden"],
      on: PseudoTerminal(), showing: "Enter submit")
    try run.end(typing: "abc", confirming: "Characters were cut off")
    #expect(run.outputText == "ab\n")
    #expect(
      run.errorText.hasPrefix("keyward-askpass: warning: \(folder.path)/keyward/config.yaml:2:1: "))
    #expect(!run.displayedText.contains("•"))
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
      let run = try ProgramRun(Programs.askpass(), ["P: "], on: terminal, showing: "Enter submit")
      run.send(signal: signal)
      #expect(try run.wait() == .killed(signal))
      #expect(try terminal.settings() == terminal.initial)
      #expect(run.outputText.isEmpty)
    }
  }

  @Test(arguments: [true, false], ["none", "confirm", ""])
  func aHangUpEndsItByItsSignal(_ isLeader: Bool, _ kind: String) throws {
    for _ in 0..<3 {
      let terminal = try PseudoTerminal()
      let run = try ProgramRun(
        Programs.askpass(), ["Unlock: "], environment: ["SSH_ASKPASS_PROMPT": kind], on: terminal,
        showing: "Unlock"
      ) { $0.role = isLeader ? .sessionLeader : .foregroundJob }
      try run.type("b")
      try run.waitForQuiet(seconds: 0.05)
      terminal.hangUp()
      let ending = try run.wait()
      #expect(ending == (isLeader ? .killed(SIGHUP) : .exited(1)))
      #expect(run.errorText.isEmpty == isLeader)
      #expect(run.outputText.isEmpty && run.processorTime < 0.3)
    }
  }

  @Test func theTerminalOfTheAgentIsTheLastResort() throws {
    let watched = try WatchedTerminal()
    let run = try ProgramRun(Programs.askpass(), ["P: "], environment: ["GPG_TTY": watched.path])
    try watched.answer("x\r", to: "Enter submit")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "x\n")
  }

  @Test("The first row names the asking program on its own terminal too")
  func theAskerIsNamed() throws {
    let run = try ProgramRun(
      "/bin/bash", ["-c", "\"$0\" 'Password: '; exit $?", try Programs.askpass()],
      on: PseudoTerminal(), showing: "asked by bash, pid ")
    #expect(try run.end(typing: "\u{1b}") == .exited(1))
  }
}
