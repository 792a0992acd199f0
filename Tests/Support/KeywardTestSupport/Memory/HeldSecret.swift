import Glibc
import Testing

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

extension HeldSecret {
  /// The secret is in its regions, `count` times, and nowhere else.
  public func expectHeld(
    times count: Int = 1, at place: SourceLocation = #_sourceLocation
  ) throws {
    let found = try residues()
    #expect(found.isHeld(secret, times: count), "\(found)", sourceLocation: place)
  }

  public func expectNothing(at place: SourceLocation = #_sourceLocation) throws {
    let found = try residues()
    #expect(found.isEmpty, "\(found)", sourceLocation: place)
  }

  /// Nothing is left when `ending` ends the program; returns the end.
  @discardableResult
  public func expectNothingAtEnd(
    _ ending: () throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws -> ProgramEvent {
    let found = try residuesAtEnd(after: ending)
    #expect(found.isEmpty, "\(found)", sourceLocation: place)
    return try run.wait()
  }
}
