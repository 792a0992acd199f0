import KeywardTerminal
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct CalledBackgroundProgramTests {
  private static let question = "\u{1b}]11;?\u{1b}\\"
  private static let white = "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\"
  private static let asked: [String: String?] = ["COLORFGBG": nil, "COLORTERM": "truecolor"]
  private static let light = "38;2;88;90;97"

  /// A second passphrase on the held terminal begins with the theme for its background.
  @Test func pinentryAsksOnceForATerminalItHolds() throws {
    let pinentry = try PinentryRun("GETPIN\n", environment: Self.asked)
    try pinentry.run.waitForDisplay(of: Self.question)
    try pinentry.answer(Self.white + "one\r")
    #expect(try pinentry.waitForReplies(2) == ["D one", "OK"])
    let shown = pinentry.run.displayed.count
    pinentry.send("GETPIN\n")
    try pinentry.answer("two\r", after: shown)
    #expect(try pinentry.waitForReplies(4).suffix(2) == ["D two", "OK"])
    #expect(try pinentry.finish() == .exited(0))
    #expect(try pinentry.terminal.unreadBytes() == 0)
    #expect(pinentry.run.displayedText.ranges(of: Self.question).count == 1)
    let second = String(decoding: pinentry.run.displayed[shown...], as: UTF8.self)
    #expect(second.contains(Self.light))
  }

  @Test func askpassAsks() throws {
    let isReached = try (0..<5).contains { _ in
      let run = try ProgramRun(
        Programs.askpass(), ["P: "], environment: Self.asked, on: PseudoTerminal(),
        showing: Self.question)
      try run.type(Self.white)
      try run.waitForDisplay(of: "\u{1b}[?2026l")
      try run.waitForQuiet()
      try run.type("sesame\r")
      #expect(try run.wait() == .exited(0))
      #expect(run.outputText == "sesame\n")
      return run.displayedText.contains(Self.light)
    }
    #expect(isReached)
  }

  /// The type from the client counts, not that in our environment.
  @Test(arguments: ["linux", "tmux-256color", "screen"]) func aTypeThatDoesNotAnswerIsNotAsked(
    _ type: String
  ) throws {
    let pinentry = try PinentryRun("GETPIN\n", type: type, environment: Self.asked)
    try pinentry.answer("one\r")
    #expect(try pinentry.waitForReplies(2) == ["D one", "OK"])
    #expect(try pinentry.finish() == .exited(0))
    #expect(!pinentry.run.displayedText.contains("]11;"))
  }
}
