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
}
