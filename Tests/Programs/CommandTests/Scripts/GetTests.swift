import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct GetTests {
  private func script(_ text: String, shell: String = "/bin/sh") throws -> ProgramRun {
    try ProgramRun(
      shell, ["-c", text], environment: ["KEYWARD": try BuiltProgram.keyward()],
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal())
  }

  @Test func theSecretComesInACommandSubstitution() throws {
    let run = try script("S=$(\"$KEYWARD\" get); echo \"status $? length ${#S}\"")
    #expect(try run.answer([(Keyward.frameEnd, "open sesame\r")]) == .exited(0))
    #expect(run.displayedText.hasSuffix("status 0 length 11\r\n"))
  }

  @Test func theSecretGoesThroughAPipeAndStandardInputIsLeftAlone() throws {
    let run = try script("echo untouched | { \"$KEYWARD\" get | tr a-z A-Z >&2; cat; }")
    #expect(try run.answer([(Keyward.frameEnd, "sesame\r")]) == .exited(0))
    let end = run.displayedText.split(separator: Keyward.screenEnd).last ?? ""
    #expect(end.contains("SESAME\r\n") && end.contains("untouched\r\n"))
  }

  @Test(
    "On a terminal, the secret is printed only after a yes, or with --show",
    arguments: [
      ([], "\r", false), ([], "n\r", false), ([], "y\r", true), (["--plain"], "\r", false),
      (["--plain"], "y\r", true), (["--show"], "", true),
    ] as [([String], String, Bool)])
  func theTerminalIsAsked(options: [String], answer: String, isPrinted: Bool) throws {
    let words = (["\"$KEYWARD\"", "get", "--no-keyboard"] + options).joined(separator: " ")
    let run = try script(words + "; echo status $?")
    try run.waitForDisplay(of: "Passphrase")
    try run.type("sesame\r")
    if !answer.isEmpty {
      try run.waitForDisplay(of: "on this terminal")
      #expect(!run.displayedText.contains("sesame"))
      try run.type(answer)
    }
    try run.wait()
    #expect(run.displayedText.contains("sesame") == isPrinted)
    #expect(run.displayedText.contains(isPrinted ? "status 0" : "status 1"))
    #expect(run.displayedText.contains("print it with --show") != isPrinted)
  }

  @Test(
    "A keyboard without letters asks for a number",
    arguments: [
      (["--panel", "numbers"], "PIN"), (["--layout", "number"], "PIN"),
      (["--panel", "id-card"], "ID number"), (["--layout", "id-card"], "ID number"),
    ])
  func numbersAreAskedFor(options: [String], label: String) throws {
    for more in [[], ["--plain"]] {
      let run = try ProgramRun.keyward(["get"] + options + more, showing: label)
      try run.end(typing: "\u{3}")
      #expect(!run.displayedText.contains("assphrase"))
    }
  }

  @Test(arguments: ["-n", "--no-newline"])
  func noNewlineOnRequest(flag: String) throws {
    let run = try Keyward.typing(["get", flag])
    try run.end(typing: "sésame\r")
    #expect(run.output == Array("sésame".utf8))
  }

  @Test func nothingButTheSecretIsOnStandardOutput() throws {
    let run = try Keyward.typing(
      ["get", "--allow-empty", "--prompt", "Word", "--title", "T", "--description", "D"])
    #expect(try run.end(typing: "\r") == .exited(0))
    #expect(run.output == [0x0A])
    #expect(run.errors.isEmpty)
  }

  @Test func aReaderThatHasGoneIsAFailure() throws {
    let run = try script("(\"$KEYWARD\" get; echo \"status $?\" >&2) | true")
    try run.wait()
    #expect(run.displayedText.contains("status 1\r\n"))
    #expect(run.displayedText.contains("no program is reading standard output any more"))
  }

  @Test(arguments: [[], ["--plain"]])
  func aReaderThatGoesWhileItAsksEndsTheDialogue(options: [String]) throws {
    let output = Pipe()
    let terminal = try PseudoTerminal()
    let run = try ProgramRun.keyward(
      ["get"] + options, streams: (.null, .descriptor(output.writing), .pipe), on: terminal)
    output.closeWriting()
    try run.waitForDisplay(of: "Passphrase")
    try run.type("half of it")
    try run.waitForQuiet()
    output.closeReading()
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("no program is reading standard output any more"))
    #expect(try terminal.settings() == terminal.initial && terminal.unreadBytes() == 0)
  }

  @Test func aClosedOutputIsAFailureAndShowsNothing() throws {
    let run = try script("\"$KEYWARD\" get <&- >&- 2>&-; echo \"status $?\"")
    try run.answer([(Keyward.frameEnd, "sesame\r")])
    #expect(run.displayedText.hasSuffix("status 1\r\n"))
    #expect(!run.displayedText.contains("sesame"))
  }

  @Test(
    arguments: ["/bin/sh", "/bin/bash"],
    [
      "S=$(K get)", "S=$(K get | cat)", "K get", "K get >/dev/null", "K get | cat", "true | K get",
      "(K get)", "K get || true", "if K get; then :; fi", "while ! K get; do :; done",
      "K exec -- true", "S=$(K exec -- cat)",
    ])
  func controlCStopsTheCallingScript(shell: String, form: String) throws {
    let run = try script(
      "K() { \"$KEYWARD\" \"$@\"; }; for i in 1 2 3; do \(form); echo \"went on $?\"; done",
      shell: shell)
    #expect(try run.answer([(Keyward.frameEnd, "\u{3}")]) == .killed(SIGINT))
    // The prompt shows the script, which has no number there.
    #expect(!run.displayedText.contains(/went on [0-9]/))
  }

  /// The leader of its group, as a shell with job control makes it, has no other process to stop.
  @Test func controlCAloneIsTheStatusOfACancellation() throws {
    let run = try Keyward.typing(["get"])
    #expect(try run.end(typing: "\u{3}") == .exited(130))
  }

  @Test func escapeDoesNotStopTheCallingScript() throws {
    let run = try script("S=$(\"$KEYWARD\" get); echo \"went on $?\"")
    #expect(try run.answer([(Keyward.frameEnd, "\u{1b}")]) == .exited(0))
    #expect(run.displayedText.hasSuffix("went on 130\r\n"))
  }

  @Test func withoutATerminalThereIsASentence() throws {
    for arguments in [["get"], ["type"], [], ["exec", "--", "true"]] {
      let run = try Keyward.run(arguments)
      #expect(run.ending == .exited(1))
      #expect(run.errorText.hasPrefix("keyward: ") && run.errorText.contains("terminal"))
      #expect(run.output.isEmpty)
    }
  }

  @Test func lineModeHasNoDrawnKeyboard() throws {
    for environment in [["TERM": "dumb"], ["TERM": nil], ["KEYWARD_PLAIN": "1"]] {
      let run = try ProgramRun.keyward(["get", "--input", "screen"], environment: environment)
      #expect(try run.wait() == .exited(1))
      #expect(run.errorText.contains("--input screen"))
      try run.expectRestoredSettings()
    }
  }

  @Test func aFullDiskIsAFailure() throws {
    let run = try script("\"$KEYWARD\" get >/dev/full; echo \"status $?\"")
    try run.answer([(Keyward.frameEnd, "sesame\r")])
    #expect(run.displayedText.hasSuffix("status 1\r\n"))
  }

  @Test func anotherTerminalCanBeNamed() throws {
    let other = try PseudoTerminal()
    let run = try ProgramRun(
      BuiltProgram.keyward(), ["get"], environment: ["KEYWARD_TTY": other.path])
    let watcher = try ProgramRun(
      "/bin/sleep", ["30"], streams: (.terminal, .terminal, .pipe), on: other,
      showing: Keyward.frameEnd)
    try watcher.type("sesame\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test(arguments: ["/dev/null", "/etc/passwd", "/nonexistent"])
  func aPathToNoTerminalIsRefused(path: String) throws {
    let run = try Keyward.run(["get"], environment: ["KEYWARD_TTY": path])
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains(path))
  }
}
