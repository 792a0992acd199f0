import Glibc

/// The monotonic clock of the machine.
public enum Moment {
  /// Seconds since some fixed moment.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}

extension ProgramRun {
  /// Waits until the program has ended and returns how.
  @discardableResult
  public func wait(seconds: Double = 20) throws -> ProgramEvent {
    try pump(until: { ending != nil }, seconds: seconds)
    guard let ending else { throw HarnessError("Still running after \(seconds) s\(state)") }
    // What was written last may still be in the pipes.
    try pump(seconds: 0.02)
    return ending
  }

  /// Waits until `event` has happened `times` times.
  public func waitFor(_ event: ProgramEvent, times: Int = 1, seconds: Double = 20) throws {
    let happened = { self.events.count(where: { $0 == event }) >= times }
    try pump(until: happened, seconds: seconds)
    guard happened() else { throw HarnessError("Waited \(seconds) s for \(event)\(state)") }
  }

  /// Waits until the terminal has been sent `text` after its first `start` bytes.
  ///
  /// Returns how many bytes had been displayed by then, to wait on from.
  @discardableResult
  public func waitForDisplay(
    of text: String, after start: Int = 0, seconds: Double = 20
  ) throws -> Int {
    let wanted = Array(text.utf8)
    let shown = { self.displayed.dropFirst(start).firstRange(of: wanted) != nil }
    try pump(until: { shown() || ending != nil }, seconds: seconds)
    guard shown() else { throw HarnessError("“\(text)” was not displayed\(state)") }
    return displayed.count
  }

  /// Answers dialogues to the program's end: what must be shown, and the keys typed then.
  public func answer(_ answers: [(text: String, keys: String)]) throws {
    var shown = 0
    for (text, keys) in answers {
      shown = try waitForDisplay(of: text, after: shown)
      try waitForQuiet(seconds: 0.05)
      shown = displayed.count
      try type(keys)
    }
    try wait(seconds: 30)
  }

  /// Waits until nothing has been displayed for `seconds`, at most `limit` in all.
  public func waitForQuiet(seconds: Double = 0.1, limit: Double = 20) throws {
    let end = Moment.now + limit
    var count = -1
    while count != displayed.count, Moment.now < end {
      count = displayed.count
      try pump(seconds: seconds)
    }
  }

  /// Waits until `condition` holds and throws if it does not within `seconds`.
  public func wait(
    for what: String, seconds: Double = 20, until condition: () throws -> Bool
  ) throws {
    try pump(until: condition, seconds: seconds)
    guard try condition() else { throw HarnessError("Waited \(seconds) s for \(what)\(state)") }
  }

  /// What is known of the program, for the sentence of a failed wait.
  private var state: String {
    "; events \(events), standard error “\(errorText)”, displayed “\(displayedText.suffix(400))”"
  }

  /// Runs a program to its end without a terminal and returns the run.
  public static func finished(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:],
    input: [UInt8] = [], directory: String? = nil, seconds: Double = 30
  ) throws -> ProgramRun {
    var options = ProgramOptions(
      arguments, environment: environment, streams: (.pipe, .pipe, .pipe))
    options.input = input
    options.directory = directory
    let run = try ProgramRun(program, options)
    try run.wait(seconds: seconds)
    return run
  }
}
