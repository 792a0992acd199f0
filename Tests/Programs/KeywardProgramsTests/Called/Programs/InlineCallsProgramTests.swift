import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite(.tags(.program)) struct InlineCallsProgramTests {
  private static let wish = ["KEYWARD_OPTIONS": "--form inline --keep --no-colour"]

  private func seen(
    _ run: ProgramRun, columns: Int = 80, rows: Int = 24
  ) throws -> TerminalEmulator {
    try run.waitForQuiet(seconds: 0.15)
    var emulator = TerminalEmulator(
      columns: columns, rows: rows, isInline: true, width: CharacterWidth.of)
    emulator.echo("$ gpg -d\r\n")
    emulator.feed(run.displayed)
    #expect(emulator.violations == [])
    return emulator
  }

  /// The rows without those about the asking process and its command line.
  private func lines(_ run: ProgramRun) throws -> [String] {
    var lines = try seen(run).lines.withoutAsker(before: Self.questions)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private static let questions = ["Unlock", "✗", "PIN", "Password", "Go on", "Again"]

  @Test func thePinentryAsksTwiceAndLeavesTwoLines() throws {
    let pinentry = try PinentryRun(
      "SETDESC Unlock the key%0Aof Ada\nSETPROMPT PIN:\nSETERROR Bad PIN\nGETPIN\n",
      environment: Self.wish)
    try pinentry.run.waitForDisplay(of: PinentryRun.asks)
    let asked = try lines(pinentry.run)
    #expect(asked.count == 6)
    #expect(asked[1...3] == ["Unlock the key", "of Ada", "✗ Bad PIN"])
    #expect(asked[4].hasPrefix("PIN: │ ▏"))
    #expect(!pinentry.run.displayedText.contains("[?1049"))
    try pinentry.run.type("1234\r")
    try pinentry.run.wait(for: "the PIN") { pinentry.replies.contains("D 1234") }
    #expect(try lines(pinentry.run) == ["$ gpg -d", "PIN: ✓"])
    let before = pinentry.run.displayed.count
    pinentry.send("SETDESC Again\nGETPIN\n")
    try pinentry.answer("5678\r", after: before)
    try pinentry.run.wait(for: "the PIN") { pinentry.replies.contains("D 5678") }
    #expect(try lines(pinentry.run) == ["$ gpg -d", "PIN: ✓", "PIN: ✓"])
    pinentry.send("SETDESC Go on?\nCONFIRM\n")
    try pinentry.answer("\u{1b}", after: before, showing: "Enter choose")
    #expect(try pinentry.finish() == .exited(0))
    #expect(try lines(pinentry.run) == ["$ gpg -d", "PIN: ✓", "PIN: ✓"])
    #expect(try seen(pinentry.run).modes == [25, 7])
  }

  @Test("The mark of an answer that was wrong is erased")
  func wrongAnswers() throws {
    let pinentry = try PinentryRun("SETPROMPT PIN:\nGETPIN\n", environment: Self.wish)
    try pinentry.answer("1\r")
    try pinentry.waitForReplies(3)
    #expect(try lines(pinentry.run) == ["$ gpg -d", "PIN: ✓"])
    let before = pinentry.run.displayed.count
    pinentry.send("SETERROR Bad PIN\nGETPIN\n")
    try pinentry.run.waitForDisplay(of: PinentryRun.asks, after: before)
    let asked = try lines(pinentry.run)
    #expect(asked[1] == "✗ Bad PIN" && !asked.contains("PIN: ✓"))
    try pinentry.run.type("2\r")
    try pinentry.waitForReplies(6)
    #expect(try pinentry.finish() == .exited(0))
    #expect(try lines(pinentry.run) == ["$ gpg -d", "PIN: ✓"])
  }

  @Test("The agent asks, and leaves a line for each answer")
  func theAgentAsksAndLeavesALineForEachAnswer() throws {
    let sleeper = try Sleeper()
    let agent = try AgentRun(environment: Self.wish)
    for (count, answer) in ["sesame", "ö"].enumerated() {
      let before = agent.run.displayed.count
      _ = try agent.ask("Unlock the disk", process: sleeper.process)
      try agent.run.waitForDisplay(of: PinentryRun.asks, after: before)
      let asked = try lines(agent.run)
      #expect(asked[count + 1] == "Unlock the disk")
      #expect(asked[count + 2].hasPrefix("Password │ ▏"))
      try agent.run.type(answer + "\r")
      #expect(try agent.answer() == "+" + answer)
      #expect(
        try lines(agent.run) == ["$ gpg -d"] + [String](repeating: "Password: ✓", count: count + 1))
    }
    #expect(!agent.run.displayedText.contains("[?1049"))
    #expect(try seen(agent.run).modes == [25, 7])
  }

  @Test func aFileSetsItToo() throws {
    let folder = try TemporaryFolder()
    try folder.write("form: inline\nkeep: yes\n", to: "keyward/config.yaml")
    let run = try ProgramRun(
      Programs.askpass(), ["Password for ada: "],
      environment: ["XDG_CONFIG_HOME": folder.path, "NO_COLOR": "1"], on: PseudoTerminal(),
      showing: "Enter submit")
    #expect(!run.displayedText.contains("[?1049"))
    try run.type("x\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "x\n")
    let left = try lines(run)
    #expect(left.count == 2)
    // Its caller may refuse the answer, so it has no mark.
    #expect(left.last == "Password for ada:")
  }

  @Test func aWithdrawnQuestionIsErased() throws {
    let pinentry = try PinentryRun("SETPROMPT PIN:\nGETPIN\n", environment: Self.wish)
    try pinentry.run.waitForDisplay(of: PinentryRun.asks)
    try pinentry.run.type("12")
    pinentry.hangUpClient()
    try pinentry.run.wait()
    #expect(try lines(pinentry.run) == ["$ gpg -d"])
    #expect(try seen(pinentry.run).modes == [25, 7])
  }

  @Test func aScreenOnlyKeyboardUsesTheWindow() throws {
    let pinentry = try PinentryRun(
      "GETPIN\n", environment: ["KEYWARD_OPTIONS": "--form inline --input screen"])
    try pinentry.run.waitForDisplay(of: "\u{1b}[?1049h")
    pinentry.hangUpClient()
    try pinentry.run.wait()
  }
}
