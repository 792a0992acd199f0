import Glibc

/// A program that waits for its first key, with a scan for one secret.
public struct HeldSecret {
  public let run: ProgramRun
  public let terminal: PseudoTerminal
  public let secret: String
  public private(set) var scan: ResidueScan
  public let asker: Int32

  /// Takes over a program that shows its prompt.
  ///
  /// Tests that do not run as root type and paste with it, but never scan.
  public init(_ secret: String, in run: ProgramRun) throws {
    guard let terminal = run.terminal else {
      throw HarnessError("There is no terminal to type the secret on")
    }
    (self.run, self.terminal, self.secret) = (run, terminal, secret)
    try run.waitForQuiet()
    asker = run.asker
    scan = ResidueScan(for: secret)
    if geteuid() == 0 { try scan.takeBaseline(of: asker) }
  }

  public func residues() throws -> [Residue] {
    try run.waitForQuiet()
    return try scan.residues(in: asker)
  }

  /// The residues at the moment when `ending` ends the program.
  public func residuesAtEnd(after ending: () throws -> Void) throws -> [Residue] {
    try run.atEnd(of: asker, after: ending) { try scan.residues(in: asker) }
  }

  /// Types each key after the program has handled the previous one.
  public func typeKeys(_ text: String) throws {
    for character in text {
      try run.type(String(character))
      try run.waitForQuiet(seconds: 0.004)
    }
    try run.waitForQuiet(seconds: 0.05)
  }

  public func paste(_ text: String) throws {
    try run.type("\u{1b}[200~" + text + "\u{1b}[201~")
    try run.waitForQuiet()
  }
}
