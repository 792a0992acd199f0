import KeywardTestSupport
import PromptUI

/// A program that asks in the rows at the cursor of a pseudo-terminal, below text of others.
final class InlineProgram {
  let run: ProgramRun
  let terminal: PseudoTerminal
  private(set) var emulator: TerminalEmulator
  private var shown = 0
  let above: [String]

  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, after text: String = "$ keyward\r\n",
    environment: [String: String?] = ["NO_COLOR": "1"]
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    emulator = TerminalEmulator(
      columns: columns, rows: rows, isInline: true, width: CharacterWidth.of)
    emulator.echo(text)
    above = Self.everything(on: emulator)
    run = try ProgramRun.keyward(
      arguments + ["--form", "inline"], environment: environment, on: terminal)
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

  var below: [String] {
    everything.starts(with: above) ? Array(everything.dropFirst(above.count)) : everything
  }

  /// Waits until the display rests, and examines it.
  func settle() throws {
    try run.waitForQuiet(seconds: 0.12)
    emulator.feed(run.displayed[shown...])
    shown = run.displayed.count
  }

  func type(_ text: String) throws {
    try run.type(text)
    try settle()
  }

  func echo(_ text: String) { emulator.echo(text) }

  func resize(columns: Int, rows: Int) throws {
    try settle()
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
