import KeywardTerminal
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct CalledAlternatesProgramTests {
  private static let row = "é  è  ê"

  enum Way: String, CaseIterable, Sendable {
    case mouse, keys
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

  @Test(arguments: [AskingProgram.exec, .askpass, .pinentry], Way.allCases)
  func othersAreOpenedChosenAndTyped(program: AskingProgram, way: Way) throws {
    let asking = try program.start(
      asking: "/dev/tty", on: PseudoTerminal(),
      environment: ["KEYWARD_OPTIONS": "--keyboard --no-colour"])
    let run = asking.run
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
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "é")
  }
}
