import Glibc
import TestSupport
import Testing

/// The askpass program by itself, on a terminal.
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
    for keys in ["n", "\u{1b}", "\u{3}"] {
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
    try run.pump(seconds: 0.2)
    #expect(run.ending == nil)
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
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

  @Test func noTerminalIsASentence() throws {
    let run = try ProgramRun.finished(try Programs.askpass(), ["P: "])
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains("KEYWARD_TTY"))
    let wrong = try ProgramRun.finished(
      try Programs.askpass(), ["P: "], environment: ["KEYWARD_TTY": "/dev/null"])
    #expect(wrong.ending == .exited(1))
  }

  @Test func answersAreBounded() throws {
    let run = try ask(["P: "], keys: String(repeating: "y", count: 1500) + "\r")
    #expect(run.outputText == String(repeating: "y", count: 1022) + "\n")
  }

  @Test func sixteenKiBAreEnough() throws {
    guard getuid() == 0 else { return }
    // The terminal belongs to root, so another user opens none: it must get as far as that.
    let limited = try ProgramRun.finished(
      "/bin/sh", ["-c", "ulimit -l 16; exec \"$0\" P:", try Programs.askpass()])
    #expect(limited.ending == .exited(1))
    #expect(!limited.errorText.contains("ulimit"))
  }
}
