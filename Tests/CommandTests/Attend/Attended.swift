import Glibc
import TestSupport

/// Short ways to run commands under `keyward attend`.
enum Attended {
  /// What every prompt of it shows.
  static let prompt = "Esc cancel"

  /// Starts a command.
  static func start(
    _ command: [String], options: [String] = [], on terminal: PseudoTerminal? = nil,
    environment: [String: String?] = [:],
    streams: (StandardStream, StandardStream, StandardStream) = (.terminal, .terminal, .terminal),
    _ change: (inout ProgramOptions) -> Void = { _ in }
  ) throws -> ProgramRun {
    var words = ProgramOptions(
      ["attend"] + options + ["--"] + command, environment: environment, streams: streams)
    change(&words)
    return try ProgramRun(BuiltProgram.keyward(), words, on: terminal ?? PseudoTerminal())
  }

  /// Starts a script of bash.
  static func bash(_ script: String, options: [String] = [], on terminal: PseudoTerminal? = nil)
    throws -> ProgramRun
  {
    try start(["/bin/bash", "-c", script], options: options, on: terminal)
  }

  /// Runs a command that asks so often, each time with the same answer, to its end.
  static func answer(
    _ command: [String], with keys: String, times: Int = 1,
    streams: (StandardStream, StandardStream, StandardStream) = (.terminal, .terminal, .terminal),
    _ change: (inout ProgramOptions) -> Void = { _ in }
  ) throws -> ProgramRun {
    let run = try start(command, streams: streams, change)
    try run.answer(Array(repeating: (prompt, keys + "\r"), count: times))
    return run
  }

  /// Whether a program is on this machine.
  static func has(_ program: String) -> Bool {
    ["/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/"].contains { access($0 + program, X_OK) == 0 }
  }
}

extension ProgramRun {
  /// The rows of a window after all that was displayed.
  func rows(columns: Int = 80, rows: Int = 24) -> [String] {
    var screen = TerminalEmulator(columns: columns, rows: rows, isInline: true)
    screen.feed(displayed)
    return screen.lines
  }
}
