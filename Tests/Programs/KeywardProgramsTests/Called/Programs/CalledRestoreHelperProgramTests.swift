import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct CalledRestoreHelperProgramTests {
  private func pinentry(environment: [String: String?] = [:]) throws -> PinentryRun {
    try PinentryRun("GETPIN\n", environment: environment) { $0.role = .foregroundJob }
  }

  @Test func aKilledAskpassRestoresTheTerminal() throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(Programs.askpass(), ["P: "], on: terminal, showing: "Enter submit")
    try run.type("sesame")
    try run.waitForQuiet()
    try run.killHelped()
    #expect(try terminal.settings() == terminal.initial)
    #expect(run.displayedText.hasSuffix("\u{1b}[?1049l\u{1b}[?2026l"))
  }

  @Test(arguments: [1, 2])
  func aKilledPinentryRestoresTheTerminal(dialogue: Int) throws {
    let pinentry = try pinentry()
    try pinentry.run.waitForDisplay(of: PinentryRun.asks)
    let helper = try pinentry.run.waitForHelper()
    if dialogue == 2 {
      try pinentry.answer("one\r")
      try pinentry.waitForReplies(2)
      let shown = pinentry.run.displayed.count
      pinentry.send("SETERROR Bad\nGETPIN\n")
      try pinentry.run.waitForDisplay(of: PinentryRun.asks, after: shown)
    }
    let during = try pinentry.terminal.settings()
    #expect(try pinentry.run.waitForHelper() == helper)
    try pinentry.run.killHelped()
    #expect(try pinentry.terminal.settings() != during)
    #expect(try pinentry.terminal.settings().echoes)
    #expect(pinentry.run.displayedText.hasSuffix("\u{1b}[?1049l\u{1b}[?2026l"))
  }

  @Test func aTerminalThatIsHeldBetweenTwoTriesIsRestored() throws {
    let pinentry = try pinentry()
    try pinentry.answer("one\r")
    try pinentry.waitForReplies(2)
    try pinentry.run.waitForQuiet(seconds: 0.05)
    #expect(try !pinentry.terminal.settings().echoes)
    let before = pinentry.run.displayed.count
    try pinentry.run.killHelped()
    #expect(try pinentry.terminal.settings().echoes)
    #expect(pinentry.run.displayed.count == before)
  }

  /// One helper serves two terminals, and releases the first.
  @Test func theHelperGoesAlongToAnotherTerminal() throws {
    let pinentry = try pinentry()
    try pinentry.answer("one\r")
    try pinentry.waitForReplies(2)
    let helper = try pinentry.run.waitForHelper()
    let other = try PseudoTerminal()
    let found = try other.settings()
    pinentry.send("OPTION ttyname=\(other.path)\nGETPIN\n")
    try pinentry.run.wait(for: "the other terminal") { try other.settings() != found }
    #expect(try pinentry.terminal.settings().echoes)
    try pinentry.run.wait(for: "the files") {
      let files = try ProgramRun.files(of: helper)
      return files.contains(other.path) && !files.contains(pinentry.terminal.path)
    }
    try pinentry.run.killHelped()
    #expect(try other.settings() == found)
  }

  @Test func switchedOffThereIsNone() throws {
    let pinentry = try pinentry(environment: ["KEYWARD_OPTIONS": "--no-watcher"])
    try pinentry.answer("one")
    try pinentry.run.waitForQuiet()
    #expect(ProgramRun.children(of: pinentry.run.process).isEmpty)
  }

  @Test func anOrderlyEndTakesTheHelperAlong() throws {
    let pinentry = try pinentry()
    try pinentry.run.waitForDisplay(of: PinentryRun.asks)
    let helper = try pinentry.run.waitForHelper()
    try pinentry.answer("one\r")
    try pinentry.waitForReplies(2)
    #expect(try pinentry.finish() == .exited(0))
    try pinentry.run.waitForEnd(of: helper)
  }
}
