import KeywardTestSupport
import Testing

extension HeldSecret {
  /// Starts `keyward` on a terminal, with memory that root can read, and waits for its screen.
  init(
    _ secret: String, _ arguments: [String] = ["get"], columns: Int = 80, rows: Int = 24,
    options change: (inout ProgramOptions) -> Void = { _ in }, program: String? = nil
  ) throws {
    let run = try ProgramRun(
      program ?? BuiltProgram.keyward(), arguments,
      on: PseudoTerminal(columns: columns, rows: rows), showing: Keyward.frameEnd
    ) { options in
      change(&options)
      options.makeMemoryReadable()
    }
    try self.init(secret, in: run)
  }

  /// Expects a number of copies of the secret in regions, and no piece elsewhere.
  func expectHeld(times: Int = 1, at place: SourceLocation = #_sourceLocation) throws {
    let found = try residues()
    #expect(found.isHeld(secret, times: times), "\(found)", sourceLocation: place)
  }

  /// Expects no piece of the secret in memory.
  func expectNothing(at place: SourceLocation = #_sourceLocation) throws {
    let found = try residues()
    #expect(found.isEmpty, "\(found)", sourceLocation: place)
  }

  /// Expects no piece of the secret in memory when `ending` ends the program; returns its end.
  @discardableResult
  func expectNothingAtEnd(
    _ ending: () throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws -> ProgramEvent {
    let found = try residuesAtEnd(after: ending)
    #expect(found.isEmpty, "\(found)", sourceLocation: place)
    return try run.wait()
  }
}
