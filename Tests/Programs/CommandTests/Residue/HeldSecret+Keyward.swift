import KeywardTestSupport

extension HeldSecret {
  /// Starts `keyward` on a terminal, with memory that root can read, and waits for its screen.
  init(
    _ secret: String, _ arguments: [String] = ["get"], columns: Int = 80, rows: Int = 24,
    options change: (inout ProgramOptions) -> Void = { _ in }, program: String? = nil
  ) throws {
    var options = ProgramOptions(arguments, streams: (.null, .pipe, .pipe))
    change(&options)
    options.makeMemoryReadable()
    let run = try ProgramRun(
      program ?? BuiltProgram.keyward(), options,
      on: PseudoTerminal(columns: columns, rows: rows))
    try run.waitForDisplay(of: Keyward.frameEnd)
    try self.init(secret, in: run)
  }
}
