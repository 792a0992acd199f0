import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct ControlCharacterProgramTests {
  private static let characters = "intr ^X erase ^H kill ^K werase ^_ eof ^A"

  private func started(
    _ words: [String], environment: [String: String?] = [:], showing text: String
  ) throws -> ProgramRun {
    let script = "stty \(Self.characters) </dev/tty; exec \"$0\" \"$@\""
    let run = try ProgramRun(
      "/bin/sh", ["-c", script] + words, environment: environment, on: PseudoTerminal(),
      showing: text)
    try run.waitForQuiet()
    return run
  }

  private static let prompts = [["get"], ["get", "--plain"], ["exec", "--", "cat", "/dev/fd/3"]]

  @Test(arguments: prompts) func theyEdit(_ arguments: [String]) throws {
    let run = try started([try BuiltProgram.keyward()] + arguments, showing: "Passphrase")
    try run.type("gone\u{b}a bc\u{1f}de\u{8}\u{1}f\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText.hasPrefix("a df"))
  }

  @Test(arguments: prompts + [["confirm", "Passphrase?"]], ["\u{18}", "\u{1}", "\u{3}"])
  func theyCancel(_ arguments: [String], _ key: String) throws {
    let run = try started([try BuiltProgram.keyward()] + arguments, showing: "Passphrase")
    try run.type(key)
    #expect(try run.wait() == .exited(130))
    #expect(run.outputText.isEmpty)
  }

  @Test func calledProgramsKnowThem() throws {
    let run = try started([try Programs.askpass(), "Passphrase:"], showing: "Passphrase")
    try run.type("gone\u{b}ab\u{8}c\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "ac\n")
  }

  /// The character passes through to the command, and in a prompt of it cancels.
  @Test("An interrupt reaches an attended command", arguments: ["early", "late"])
  func anInterruptReachesAnAttendedCommand(_ time: String) throws {
    let script = """
      exec </dev/tty >/dev/tty; trap 'echo interrupted; exit 9' INT
      stty -echo; printf 'Passphrase: '; read word; stty echo; echo ready; read rest
      """
    let run = try started(
      [try BuiltProgram.keyward(), "attend", "--", "/bin/sh", "-c", script], showing: "Enter submit"
    )
    if time == "late" {
      try run.type("word\r")
      // The prompt shows the script.
      try run.waitForDisplay(of: "ready\r\n")
    }
    try run.type("\u{18}")
    #expect(try run.wait() == .exited(9))
  }
}
