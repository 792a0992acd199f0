import Glibc

public enum Moment {
  /// Seconds since some fixed moment.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  /// Waits for a state that no descriptor reports, found by `looks` looks in a row; returns
  /// whether it came in time.
  @discardableResult
  public static func wait(
    looks: Int = 1, seconds: Double = ProgramRun.longest, until condition: () throws -> Bool
  ) rethrows -> Bool {
    let end = now + seconds
    var count = 0
    while true {
      count = try condition() ? count + 1 : 0
      if count == looks { return true }
      guard now < end else { return false }
      poll(nil, 0, 1)
    }
  }

  /// Uses up the time between two events that race each other, without waiting for anything.
  public static func pass(seconds: Double) {
    let end = now + seconds
    while now < end { sched_yield() }
  }
}

/// The seconds this thread has worked; other processes do not count.
public func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}

extension ProgramRun {
  /// The seconds to wait for an event that must come: the verdict that it does not, never a speed.
  public static let longest = 60.0

  @discardableResult
  public func wait(seconds: Double = longest) throws -> ProgramEvent {
    try pump(until: { ending != nil }, seconds: seconds)
    guard let ending else { throw HarnessError("Still running after \(seconds) s\(state)") }
    // The last output may still be on its way.
    try waitForQuiet(seconds: 0.02)
    return ending
  }

  public func waitFor(_ event: ProgramEvent, times: Int = 1, seconds: Double = longest) throws {
    let happened = { self.events.count(where: { $0 == event }) >= times }
    try pump(until: happened, seconds: seconds)
    guard happened() else { throw HarnessError("Waited \(seconds) s for \(event)\(state)") }
  }

  /// Waits until the terminal has been sent `text` after its first `start` bytes.
  ///
  /// It returns the number of bytes displayed by then, to wait on from.
  @discardableResult
  public func waitForDisplay(
    of text: String, after start: Int = 0, seconds: Double = longest
  ) throws -> Int {
    let wanted = Array(text.utf8)
    let shown = { self.displayed.dropFirst(start).firstRange(of: wanted) != nil }
    try pump(until: { shown() || ending != nil }, seconds: seconds)
    guard shown() else { throw HarnessError("“\(text)” was not displayed\(state)") }
    return displayed.count
  }

  /// Answers dialogues to the program's end: the text that must be shown, and the keys typed then.
  public func answer(_ answers: [(text: String, keys: String)]) throws {
    var shown = 0
    for (text, keys) in answers {
      shown = try waitForDisplay(of: text, after: shown)
      try waitForQuiet(seconds: 0.05)
      shown = displayed.count
      try type(keys)
    }
    try wait()
  }

  /// Waits until nothing has been displayed for `seconds` and the program waits too, at most
  /// `limit` in all.
  ///
  /// On a busy machine a program with work may not get to it for `seconds`; it counts as busy until
  /// it has.
  public func waitForQuiet(seconds: Double = 0.1, limit: Double = longest) throws {
    let end = Moment.now + limit
    var count = -1
    while count != displayed.count || isBusy, Moment.now < end {
      count = displayed.count
      try pump(seconds: seconds)
    }
  }

  /// True if the program, or the job it has put into the foreground, runs or is ready to run.
  private var isBusy: Bool {
    guard ending == nil else { return false }
    let foreground = terminal.flatMap { $0.descriptor >= 0 ? try? $0.foregroundGroup() : nil }
    return Set([process, foreground ?? process]).contains { process in
      // A process that is gone, or that belongs to others, is not waited for.
      guard process > 0, let status = try? ProcessStatus(of: process) else { return false }
      return status.state == "R" || status.state == "D"
    }
  }

  /// The number of times the program goes to sleep again in `seconds` in which nothing happens.
  ///
  /// A program that waits properly sleeps all the time. A busy machine does not ask it more often,
  /// only later.
  public func sleepsWhileIdle(seconds: Double) throws -> Int {
    func sleeps() throws -> Int {
      guard let count = try ProcessStatus(of: process).sleeps, count > 0 else {
        throw HarnessError("The kernel does not count how often \(process) sleeps")
      }
      return count
    }
    let before = try sleeps()
    try pump(seconds: seconds)
    return try sleeps() - before
  }

  /// Waits until `condition` holds and throws if it does not within `seconds`.
  public func wait(
    for what: String, seconds: Double = longest, until condition: () throws -> Bool
  ) throws {
    var isMet = false
    try pump(
      until: {
        isMet = try condition()
        return isMet
      }, seconds: seconds)
    guard isMet else { throw HarnessError("Waited \(seconds) s for \(what)\(state)") }
  }

  private var state: String {
    "; events \(events), standard error “\(errorText)”, displayed “\(displayedText.suffix(400))”"
  }

  /// Starts a program with nothing to read and its output collected, and waits for a text on its
  /// terminal if there is one to wait for.
  public convenience init(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:],
    streams: (StandardStream, StandardStream, StandardStream) = (.null, .pipe, .pipe),
    on terminal: PseudoTerminal? = nil, showing text: String? = nil,
    _ change: (inout ProgramOptions) throws -> Void = { _ in }
  ) throws {
    var options = ProgramOptions(arguments, environment: environment, streams: streams)
    try change(&options)
    try self.init(program, options, on: terminal)
    if let text { try waitForDisplay(of: text) }
  }

  /// Starts `keyward` on a terminal, its own unless there is another.
  public static func keyward(
    _ arguments: [String], environment: [String: String?] = [:],
    streams: (StandardStream, StandardStream, StandardStream) = (.null, .pipe, .pipe),
    on terminal: PseudoTerminal? = nil, showing text: String? = nil,
    _ change: (inout ProgramOptions) throws -> Void = { _ in }
  ) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.keyward(), arguments, environment: environment, streams: streams,
      on: terminal ?? PseudoTerminal(), showing: text, change)
  }

  public static func finished(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:],
    input: [UInt8] = [], directory: String? = nil, seconds: Double = longest
  ) throws -> ProgramRun {
    let run = try ProgramRun(
      program, arguments, environment: environment, streams: (.pipe, .pipe, .pipe)
    ) { options in
      options.input = input
      options.directory = directory
    }
    try run.wait(seconds: seconds)
    return run
  }
}
