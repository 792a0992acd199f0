import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite(.tags(.program)) struct LineModeProgramTests {
  private func start(
    _ arguments: [String], environment: [String: String?] = ["TERM": "dumb"]
  ) throws -> ProgramRun {
    let run = try ProgramRun.keyward(arguments, environment: environment, showing: ": ")
    try run.waitForQuiet()
    return run
  }

  /// The text without the first rows, which are about the asking process.
  private func question(_ run: ProgramRun) -> String {
    let lines = run.displayedText.split(separator: "\r\n", omittingEmptySubsequences: false)
    let asker = lines.prefix { line in
      ["keyward: asked by ", "for: ", "  "].contains { line.hasPrefix($0) }
    }
    #expect(asker.count { !$0.hasPrefix(" ") } == 2, "\(lines)")
    return lines.dropFirst(asker.count).joined(separator: "\r\n")
  }

  private static let kept = "What you typed is kept; Ctrl-U deletes it.\r\n"

  @Test("Everything is a line of text")
  func everythingIsALineOfText() throws {
    let run = try start(
      [
        "get", "-n", "--title", "Key", "--description", "One\nTwo", "--error", "Wrong.", "--prompt",
        "PIN:",
      ])
    try run.type("12")
    try run.waitForQuiet()
    try run.type("\u{c}")
    try run.waitForDisplay(of: "Characters: 2")
    try run.waitForQuiet()
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "12")
    #expect(
      question(run)
        == "Key\r\nOne\r\nTwo\r\nError: Wrong.\r\nPIN: \r\nCharacters: 2\r\n\(Self.kept)PIN: \r\n")
  }

  @Test(
    arguments: [
      ["TERM": "dumb"], ["TERM": ""], ["TERM": nil], ["KEYWARD_PLAIN": "1"],
    ] as [[String: String?]])
  func someSettingsSelectLineMode(_ environment: [String: String?]) throws {
    let run = try start(["get", "-n"], environment: environment)
    try run.type("x\u{1b}[A\u{1b}[200~y\r\u{1b}[201~\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "xy")
    #expect(!run.displayed.contains(0x1b))
  }

  /// The digit after the letter comes with the same read.
  @Test("A number pad asks for a PIN, and reports refused characters")
  func aNumberPadAsksForAPINAndReportsRefusals() throws {
    let run = try start(["get", "-n", "--panel", "numbers"])
    try run.type("1a2")
    try run.waitForDisplay(of: "Only digits and . here\r\n\(Self.kept)PIN: ")
    #expect(try run.end(confirming: "were left out") == .exited(0))
    #expect(run.outputText == "12")
    #expect(question(run).hasPrefix("PIN: "))
  }

  @Test("A mask that hides characters hides their number too")
  func aMaskThatHidesHidesTheNumberToo() throws {
    let run = try start(["get", "-n", "--mask", "hidden"])
    try run.type("abc\u{c}")
    try run.waitForQuiet()
    #expect(!question(run).contains("3"))
    try run.type("\u{3}")
    #expect(try run.wait() == .exited(130))
    #expect(run.displayedText.hasSuffix("Cancelled.\r\n"))
  }

  @Test("A refusal rings also if Enter came with it")
  func aRefusalRingsAlsoWhereEnterCameWithIt() throws {
    let run = try start(["get", "-n", "--max-length", "2"])
    #expect(try run.end(typing: "abc", confirming: "\r\nPassphrase: ") == .exited(0))
    #expect(run.outputText == "ab")
    let sentence =
      "Characters were cut off at the end: delete something, or press Enter again"
    #expect(
      question(run) == "Passphrase: \u{7}\r\n\(sentence)\r\n\(Self.kept)Passphrase: \r\n")
  }

  @Test func anEqualErrorIsPrintedAgain() throws {
    let folder = try TemporaryFolder()
    let run = try start(["type", "--plain", "--enroll", folder.path + "/hash"])
    for word in ["ab", "ac", "ab", "ad"] {
      let shown = run.displayed.count
      try run.type(word + "\r")
      try run.waitForDisplay(of: ": ", after: shown)
      try run.waitForQuiet()
    }
    #expect(
      run.displayedText.split(separator: "Error: ", omittingEmptySubsequences: false).count == 3)
    try run.type("\u{3}")
    #expect(try run.wait() == .exited(130))
  }

  @Test func afterAStopTheQuestionIsRepeated() throws {
    let run = try start(["get", "-n", "--timeout", "600"])
    // By force, so it could print nothing before.
    kill(run.process, SIGSTOP)
    try run.waitFor(.stopped(SIGSTOP))
    kill(run.process, SIGCONT)
    try run.waitForDisplay(of: "\r\nPassphrase: ")
    // By Ctrl-Z, which ends the line itself.
    try run.type("a\u{1a}")
    try run.waitFor(.stopped(SIGTSTP))
    kill(run.process, SIGCONT)
    try run.waitForDisplay(of: "Passphrase: \r\nPassphrase: \r\n\(Self.kept)Passphrase: ")
    try run.waitForQuiet()
    try run.type("b\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "ab")
  }

  @Test("The last seconds are reported once")
  func theLastSecondsAreReportedOnce() throws {
    let run = try start(["get", "--timeout", "2"])
    #expect(try run.wait() == .exited(124))
    #expect(
      question(run)
        == "Passphrase: \r\nSeconds left: 2\r\nPassphrase: \r\nTime is up.\r\n")
  }

  @Test func theDrawnKeyboardAloneCannotTypeHere() throws {
    let run = try ProgramRun.keyward(["get", "--input", "screen", "--plain"])
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("line mode"))
  }
}
