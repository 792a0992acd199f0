import TerminalUI
import TestSupport

/// A program that asks in the rows at the cursor of a pseudo-terminal, below what others have written.
final class InlineProgram {
  let run: ProgramRun
  let terminal: PseudoTerminal
  private(set) var emulator: TerminalEmulator
  private var shown = 0
  /// What is read as text above the rows, and stays.
  let above: [String]

  /// Starts `keyward` and waits for its first frame.
  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, behind text: String = "$ keyward\r\n",
    environment: [String: String?] = ["NO_COLOR": "1"]
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    emulator = TerminalEmulator(
      columns: columns, rows: rows, isInline: true, width: CharacterWidth.of)
    emulator.echo(text)
    above = Self.everything(on: emulator)
    let options = ProgramOptions(
      arguments + ["--form", "inline"], environment: environment, streams: (.null, .pipe, .pipe))
    run = try ProgramRun(BuiltProgram.keyward(), options, on: terminal)
    try run.waitForDisplay(of: "\u{1b}[?2026l")
    try settle()
  }

  private static func everything(on emulator: TerminalEmulator) -> [String] {
    var lines = emulator.history + emulator.lines
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Everything a person can still see, in the window or above it.
  var everything: [String] { Self.everything(on: emulator) }

  /// What is behind the text that was there before.
  var below: [String] {
    everything.starts(with: above) ? Array(everything.dropFirst(above.count)) : everything
  }

  /// Waits until nothing more is shown, and looks at it.
  func settle() throws {
    try run.waitForQuiet(seconds: 0.12)
    emulator.feed(run.displayed[shown...])
    shown = run.displayed.count
  }

  func type(_ text: String) throws {
    try run.type(text)
    try settle()
  }

  /// Another program writes.
  func echo(_ text: String) { emulator.echo(text) }

  /// Gives the window another size and looks at what becomes of it.
  func resize(columns: Int, rows: Int) throws {
    try settle()
    emulator.resize(columns: columns, rows: rows)
    try terminal.resize(columns: columns, rows: rows)
    try run.waitForDisplay(of: "\u{1b}[?2026l", after: shown)
    try settle()
  }

  /// Waits for the end and looks at what is left.
  func end() throws -> ProgramEvent {
    let end = try run.wait()
    try settle()
    return end
  }
}
