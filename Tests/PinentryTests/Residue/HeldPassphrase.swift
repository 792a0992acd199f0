import Glibc
import TestSupport

/// A called program with a dialogue up, and the scan for one secret in it.
struct HeldPassphrase {
  let run: ProgramRun
  let secret: String
  private var scan: ResidueScan

  /// Takes over a program that is waiting for the first key.
  init(_ secret: String, in run: ProgramRun) throws {
    self.run = run
    self.secret = secret
    try run.waitForQuiet(seconds: 0.05)
    scan = ResidueScan(for: secret)
    try scan.takeBaseline(of: run.process)
  }

  /// Types one key after another, each seen by the program before the next.
  func type(_ text: String) throws {
    for character in text {
      try run.type(String(character))
      try run.pump(seconds: 0.004)
    }
    try run.waitForQuiet(seconds: 0.05)
  }

  /// What is there now, once the program waits.
  func residues() throws -> [Residue] {
    try run.waitForQuiet(seconds: 0.05)
    return try scan.residues(in: run.process)
  }

  /// What is there at the end, to which `ending` brings the program.
  func residuesAtEnd(after ending: () throws -> Void) throws -> [Residue] {
    try run.atEnd(after: ending) { try scan.residues(in: run.process) }
  }
}
