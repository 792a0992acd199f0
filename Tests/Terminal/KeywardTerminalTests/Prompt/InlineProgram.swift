import KeywardTerminal
import KeywardTestSupport

/// A program that asks in the rows at the cursor of a pseudo-terminal, below text of others.
final class InlineProgram: ShownProgram {
  let above: [String]

  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, after text: String = "$ keyward\r\n",
    environment: [String: String?] = ["NO_COLOR": "1"]
  ) throws {
    var emulator = TerminalEmulator(
      columns: columns, rows: rows, isInline: true, width: CharacterWidth.of)
    emulator.echo(text)
    above = emulator.everything
    try super.init(
      arguments + ["--form", "inline"], columns: columns, rows: rows, environment: environment,
      on: emulator)
  }

  var everything: [String] { emulator.everything }

  /// The rows below the text of others, without those about the asking process.
  var below: [String] {
    let rows = everything
    let below = rows.starts(with: above) ? Array(rows.dropFirst(above.count)) : rows
    return below.withoutAsker(before: Self.questions)
  }

  private static let questions = ["Passphrase", "User", "PIN", "Go on?", "✗", "Ctrl-"]

  func echo(_ text: String) { emulator.echo(text) }

  override func resize(columns: Int, rows: Int) throws {
    try settle()
    let shown = run.displayed.count
    emulator.resize(columns: columns, rows: rows)
    try terminal.resize(columns: columns, rows: rows)
    try run.waitForDisplay(of: "\u{1b}[?2026l", after: shown)
    try settle()
  }

  func end() throws -> ProgramEvent {
    let end = try run.wait()
    try settle()
    return end
  }
}

extension TerminalEmulator {
  /// Everything a person can still see, in the window or above it.
  var everything: [String] {
    var lines = history + lines
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}
