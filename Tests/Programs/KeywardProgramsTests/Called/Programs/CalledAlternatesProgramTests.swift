import KeywardTestSupport
import PromptUI
import Testing

@Suite struct CalledAlternatesProgramTests {
  private static let wish = ["KEYWARD_OPTIONS": "--keyboard --no-colour"]
  private static let row = "│ e  é  è  ê"

  enum Way: String, CaseIterable, Sendable {
    case mouse, keys
  }

  private struct Asked {
    let run: ProgramRun
    let answer: () throws -> String?
  }

  private func start(_ program: String) throws -> Asked {
    switch program {
    case "exec":
      return try printing(
        BuiltProgram.keyward(), ["exec", "--stdin", "--", "/bin/cat"], on: PseudoTerminal())
    case "askpass": return try printing(Programs.askpass(), ["Password: "], on: PseudoTerminal())
    case "pinentry":
      let pinentry = try PinentryRun("GETPIN\n", environment: Self.wish)
      return Asked(run: pinentry.run) {
        try pinentry.waitForReplies(2).first.map { String($0.dropFirst(2)) }
      }
    default:
      let agent = try AgentRun(environment: Self.wish)
      _ = try agent.ask("Question")
      return Asked(run: agent.run) { try agent.answer().map { String($0.dropFirst()) } }
    }
  }

  private func printing(
    _ path: String, _ arguments: [String], on terminal: PseudoTerminal
  ) throws -> Asked {
    let options = ProgramOptions(
      arguments, environment: Self.wish, streams: (.null, .pipe, .pipe))
    let run = try ProgramRun(path, options, on: terminal)
    return Asked(run: run) {
      guard try run.wait() == .exited(0) else { return nil }
      return run.outputText.split(separator: "\n").first.map(String.init)
    }
  }

  private func screen(_ run: ProgramRun) -> [String] {
    var emulator = TerminalEmulator(columns: 80, rows: 24, width: CharacterWidth.of)
    emulator.feed(run.displayed)
    return emulator.lines
  }

  private func wait(for text: String, isThere: Bool = true, on run: ProgramRun) throws {
    try run.wait(for: "“\(text)”, \(isThere)") {
      self.screen(run).contains { $0.contains(text) } == isThere
    }
  }

  private func mouse(_ code: String, _ end: String, on text: String, _ run: ProgramRun) throws {
    let lines = screen(run)
    let row = try #require(lines.lastIndex { $0.contains(text) })
    let range = try #require(lines[row].firstRange(of: text))
    let column = CharacterWidth.of(String(lines[row][..<range.lowerBound]))
    try run.type("\u{1b}[<\(code);\(column + text.count / 2 + 1);\(row + 1)\(end)")
  }

  @Test(arguments: ["exec", "askpass", "pinentry", "agent"], Way.allCases)
  func othersAreOpenedChosenAndTyped(program: String, way: Way) throws {
    let asked = try start(program)
    let run = asked.run
    try wait(for: " return ", on: run)
    switch way {
    case .mouse:
      try mouse("0", "M", on: " e ", run)
      try wait(for: Self.row, on: run)
      try mouse("32", "M", on: "é", run)
      try mouse("0", "m", on: "é", run)
      try wait(for: Self.row, isThere: false, on: run)
    case .keys:
      // From the middle of the keys to the left end of their row, and up to its neighbours.
      try run.type("\t" + String(repeating: "\u{1b}[D", count: 9) + "\u{1b}[A\u{1b}[C\u{1b}[C")
      try wait(for: "┃  e ·┃", on: run)
      try run.type("\u{1b}\r")
      try wait(for: Self.row, on: run)
      try run.type("\u{1b}[C\r")
      try wait(for: Self.row, isThere: false, on: run)
      try run.type("\t")
    }
    try run.type("\r")
    #expect(try asked.answer() == "é")
  }
}
