import Glibc
import TestSupport

/// `keyward` on a pseudo-terminal with its screen up, and the scan for one secret in it.
struct HeldSecret {
  let run: ProgramRun
  let terminal: PseudoTerminal
  let secret: String
  private(set) var scan: ResidueScan

  /// Starts `keyward` with `arguments` and waits for its screen.
  init(
    _ secret: String, _ arguments: [String] = ["get"], columns: Int = 80, rows: Int = 24,
    options change: (inout ProgramOptions) -> Void = { _ in }, program: String? = nil
  ) throws {
    self.secret = secret
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    var options = ProgramOptions(arguments, streams: (.null, .pipe, .pipe))
    change(&options)
    run = try ProgramRun(program ?? BuiltProgram.keyward(), options, on: terminal)
    try run.waitForDisplay(of: Keyward.frameEnd)
    try run.waitForQuiet()
    scan = ResidueScan(for: secret)
    if geteuid() == 0 { try scan.takeBaseline(of: run.process) }
  }

  /// What is left in memory now.
  func residues() throws -> [Residue] {
    try run.waitForQuiet()
    return try scan.residues(in: run.process)
  }

  /// What is left in memory at the end, to which `ending` brings the program.
  func residuesAtEnd(after ending: () throws -> Void) throws -> [Residue] {
    try run.atEnd(after: ending) { try scan.residues(in: run.process) }
  }

  /// Types one key after another, each seen by the program before the next.
  func typeKeys(_ text: String) throws {
    for character in text {
      try run.type(String(character))
      try run.pump(seconds: 0.004)
    }
    try run.waitForQuiet(seconds: 0.05)
  }

  /// Pastes in brackets.
  func paste(_ text: String) throws {
    try run.type("\u{1b}[200~" + text + "\u{1b}[201~")
    try run.waitForQuiet()
  }
}
