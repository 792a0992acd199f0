import KeywardTerminal
import KeywardTestSupport

/// The built `keyward` on a pseudo-terminal, and its visible screen.
class ShownProgram {
  let run: ProgramRun
  let terminal: PseudoTerminal
  final var emulator: TerminalEmulator
  private var shown = 0

  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24,
    environment: [String: String?] = ["NO_COLOR": "1"], on emulator: TerminalEmulator? = nil
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    run = try ProgramRun.keyward(arguments, environment: environment, on: terminal)
    self.emulator =
      emulator ?? TerminalEmulator(columns: columns, rows: rows, width: CharacterWidth.of)
    try run.waitForDisplay(of: "\u{1b}[?2026l")
    try settle()
  }

  /// Waits until the display rests, and examines it.
  func settle() throws {
    try run.waitForQuiet(seconds: 0.12)
    look()
  }

  /// Types and waits until all of it is shown.
  func type(_ text: String) throws {
    try run.type(text)
    try settle()
  }

  func resize(columns: Int, rows: Int) throws {
    try settle()
    let before = run.displayed.count
    try terminal.resize(columns: columns, rows: rows)
    try run.waitForDisplay(of: "\u{1b}[1C\u{1b}[J", after: before)
    emulator = TerminalEmulator(columns: columns, rows: rows, width: CharacterWidth.of)
    emulator.feed(Array("\u{1b}[?2026h\u{1b}[?1049h\u{1b}[?2026l".utf8))
    shown = before
    try settle()
  }

  /// Clicks the left mouse button on the last occurrence of `text`.
  func click(_ text: String) throws {
    let place = try place(of: text)
    try hold(place)
    try release(place)
  }

  func hold(_ place: (column: Int, row: Int)) throws {
    try type("\u{1b}[<0;\(place.column + 1);\(place.row + 1)M")
  }

  func drag(_ place: (column: Int, row: Int)) throws {
    try type("\u{1b}[<32;\(place.column + 1);\(place.row + 1)M")
  }

  func release(_ place: (column: Int, row: Int)) throws {
    try type("\u{1b}[<0;\(place.column + 1);\(place.row + 1)m")
  }

  /// The first cell of a text's last occurrence.
  func place(of text: String) throws -> (column: Int, row: Int) {
    for (row, line) in lines.enumerated().reversed() {
      guard let range = line.firstRange(of: text) else { continue }
      let column = CharacterWidth.of(String(line[..<range.lowerBound]))
      return (column, row)
    }
    throw HarnessError("“\(text)” is not on the screen:\n\(lines.joined(separator: "\n"))")
  }

  var lines: [String] { emulator.lines }

  var text: String { lines.joined(separator: "\n") }

  private func look() {
    emulator.feed(run.displayed[shown...])
    shown = run.displayed.count
  }

  func submit() throws -> String {
    try run.type("\r")
    return try submitted()
  }

  /// Waits for the end of a program that submits; returns its output.
  func submitted() throws -> String {
    guard try run.wait() == .exited(0) else {
      throw HarnessError("not submitted: \(run.events) \(run.errorText)")
    }
    look()
    return run.outputText
  }
}
