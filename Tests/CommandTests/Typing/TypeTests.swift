import Glibc
import TestSupport
import Testing

/// `keyward type`: what it reports, stores and checks.
@Suite struct TypeTests {
  private func typed(
    _ arguments: [String], _ keys: [String], on terminal: PseudoTerminal
  ) throws -> ProgramRun {
    let run = try Keyward.typing(["type"] + arguments, on: terminal)
    for keys in keys {
      try run.type(keys)
      try run.waitForQuiet()
    }
    try run.wait()
    return run
  }

  @Test func theReportSaysWhatWasProtectedAndDoneButNothingOfTheSecret() throws {
    let run = try typed([], ["sesame\r"], on: PseudoTerminal())
    #expect(run.ending == .exited(0))
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.count >= 3)
    #expect(run.outputText.contains("memory locked: yes") && run.outputText.contains("wiped"))
    #expect(run.outputText.contains("the kernel kept no copy"))
    #expect(!run.outputText.contains("sesame") && !run.outputText.contains("6"))
    #expect(run.errors.isEmpty)
  }

  @Test func typeIsTheDefaultCommand() throws {
    let run = try Keyward.typing(["--prompt", "Sesame, please"], on: PseudoTerminal())
    #expect(run.displayedText.contains("Sesame, please"))
    try run.type("x\r")
    #expect(try run.wait() == .exited(0))
    let bare = try Keyward.typing([], on: PseudoTerminal())
    try bare.type("x\r")
    #expect(try bare.wait() == .exited(0))
    #expect(bare.outputText == run.outputText)
  }

  @Test func enrolledPasswordsAreVerified() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/pin.hash"
    let enrolled = try typed(
      ["--enroll", file], ["correct horse\r", "correct horse\r"], on: PseudoTerminal())
    #expect(enrolled.ending == .exited(0))
    #expect(enrolled.outputText.contains(file))
    let text = String(decoding: folder.read("pin.hash") ?? [], as: UTF8.self)
    #expect(text.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$") && text.hasSuffix("\n"))
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)

    let right = try typed(["--verify", file], ["correct horse\r"], on: PseudoTerminal())
    #expect(right.ending == .exited(0))
    let wrong = try typed(["--verify", file], ["incorrect\r"], on: PseudoTerminal())
    #expect(wrong.ending == .exited(1))
    #expect(wrong.output.isEmpty && wrong.errorText == "keyward: wrong password\n")
  }

  @Test func aMismatchStoresNothing() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    let run = try Keyward.typing(["type", "--enroll", folder.path + "/pin"], on: terminal)
    try run.type("one\r")
    try run.waitForQuiet()
    let shown = run.displayed.count
    try run.type("two\r")
    try run.waitForDisplay(of: Keyward.frameEnd, after: shown)
    try run.waitForQuiet()
    #expect(run.ending == nil)
    try run.type("three\r")
    try run.waitForQuiet()
    try run.type("three\r")
    #expect(try run.wait() == .exited(0))
    #expect(folder.read("pin") != nil)
    #expect(try terminal.settings() == before)
  }

  @Test func badPasswordFilesAreRefusedBeforeAnythingIsAsked() throws {
    let folder = try TemporaryFolder()
    let greedy = try folder.write(
      "$argon2id$v=19$m=4194304,t=2,p=1$\(String(repeating: "A", count: 22))"
        + "$\(String(repeating: "A", count: 43))\n", to: "greedy")
    let text = try folder.write("no hash\n", to: "text")
    for file in [folder.path + "/missing", greedy, text, folder.path, "/dev/zero"] {
      let run = try ProgramRun(
        BuiltProgram.keyward(),
        ProgramOptions(["type", "--verify", file], streams: (.null, .pipe, .pipe)),
        on: PseudoTerminal())
      #expect(try run.wait() == .exited(1))
      #expect(run.errorText.contains(file))
      #expect(run.displayed.isEmpty)
    }
  }

  @Test func aFileThatCannotBeWrittenIsSaidBeforeAnythingIsAsked() throws {
    let run = try ProgramRun(
      BuiltProgram.keyward(),
      ProgramOptions(["type", "--enroll", "/nonexistent/pin"], streams: (.null, .pipe, .pipe)),
      on: PseudoTerminal())
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("/nonexistent/pin") && run.displayed.isEmpty)
  }

  @Test func enrollAndVerifyExcludeEachOther() throws {
    let run = try Keyward.run("type", "--enroll", "a", "--verify", "b")
    #expect(run.ending == .exited(64))
  }

  @Test(arguments: ["svg", "text"])
  func aPictureOfTheScreenNeedsNoTerminal(format: String) throws {
    let run = try Keyward.run(
      "type", "--format", format, "--device", "iphone-xs", "--prompt", "Word", "--title", "T")
    #expect(run.ending == .exited(0))
    #expect(run.outputText.hasPrefix("<svg") == (format == "svg"))
    #expect(run.outputText.contains(format == "svg" ? "</text>" : "Word"))
    #expect(!run.output.contains(0x1B))
  }
}
