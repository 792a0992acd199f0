import Glibc

public enum Attended {
  public static let prompt = "Esc cancel"

  public static func start(
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

  public static func bash(
    _ script: String, options: [String] = [], on terminal: PseudoTerminal? = nil,
    environment: [String: String?] = [:]
  ) throws -> ProgramRun {
    try start(
      ["/bin/bash", "-c", script], options: options, on: terminal, environment: environment)
  }

  /// Runs a command to its end, and gives the same answer `times` times.
  public static func answer(
    _ command: [String], with keys: String, times: Int = 1,
    streams: (StandardStream, StandardStream, StandardStream) = (.terminal, .terminal, .terminal),
    _ change: (inout ProgramOptions) -> Void = { _ in }
  ) throws -> ProgramRun {
    let run = try start(command, streams: streams, change)
    try run.answer(Array(repeating: (prompt, keys + "\r"), count: times))
    return run
  }
}

extension ProgramRun {
  /// The rows on screen after everything displayed.
  public func rows(columns: Int = 80, rows: Int = 24) -> [String] {
    var screen = TerminalEmulator(columns: columns, rows: rows, isInline: true)
    screen.feed(displayed)
    return screen.lines
  }
}
