import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct AskpassAnswerProgramTests {
  @Test(arguments: ["xterm", "dumb"])
  func anEmptySecretTakesASecondEnter(_ type: String) throws {
    let run = try ProgramRun(
      Programs.askpass(), ["Are you sure (yes/no)? "], environment: ["TERM": type],
      on: PseudoTerminal())
    let sentence = "Nothing typed: Enter again sends an empty answer"
    try run.waitForDisplay(of: type == "dumb" ? "Passphrase: " : "Enter submit")
    try run.type("\r")
    try run.waitForDisplay(of: sentence)
    // A person who types after all has not confirmed anything.
    for keys in ["x\u{7f}", "\r"] {
      try run.type(keys)
      try run.waitForQuiet()
    }
    #expect(run.ending == nil)
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "\n")
  }

  @Test func anEmptyNameTakesOneEnter() throws {
    let run = try ProgramRun(
      Programs.askpass(), ["Username for 'https://host': "], on: PseudoTerminal(),
      showing: "Enter submit")
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "\n")
  }

  @Test func aYesThatCannotBeWrittenIsASentence() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let run = try ProgramRun(
      Programs.askpass(), ["Allow?"], environment: ["SSH_ASKPASS_PROMPT": "confirm"],
      streams: (.null, .descriptor(full), .pipe), on: PseudoTerminal(), showing: "Allow?")
    try run.type("\r")
    #expect(try run.wait() == .exited(1))
    #expect(
      run.errorText
        == "keyward-askpass: error: the answer could not be written (No space left on device)\n")
  }
}
