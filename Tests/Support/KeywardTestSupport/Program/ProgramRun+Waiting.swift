import Glibc

public enum Moment {
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  /// Waits for a state that no descriptor reports; false if it did not come in time.
  ///
  /// The condition must hold `looks` times in a row.
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

  /// Uses up processor time between two events that race.
  public static func pass(seconds: Double) {
    let end = now + seconds
    while now < end { sched_yield() }
  }
}

/// The seconds for which this thread has run.
public func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}

extension ProgramRun {
  /// In seconds; after this time an event counts as missing.
  public static let longest = 60.0

  @discardableResult
  public func wait(seconds: Double = longest) throws -> ProgramEvent {
    try pump(until: { ending != nil }, seconds: seconds)
    guard let ending else { throw HarnessError("Still running after \(seconds) s\(state)") }
    // The last output may still arrive.
    try waitForQuiet(seconds: 0.02)
    return ending
  }

  public func waitFor(_ event: ProgramEvent, times: Int = 1, seconds: Double = longest) throws {
    let happened = { self.events.count(where: { $0 == event }) >= times }
    try pump(until: happened, seconds: seconds)
    guard happened() else { throw HarnessError("Waited \(seconds) s for \(event)\(state)") }
  }

  /// Waits for `text` after the first `start` bytes displayed; returns the number of all bytes.
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

  /// Types keys, and waits for a text displayed afterwards; returns the number of all bytes
  /// displayed.
  @discardableResult
  public func type(_ keys: String, until text: String) throws -> Int {
    let shown = displayed.count
    try type(keys)
    return try waitForDisplay(of: text, after: shown)
  }

  /// Types a key every `seconds` until `isDone`, and then `rest`, as somebody who types on after the
  /// end of a question.
  ///
  /// Returns false if a busy machine made a pause, after which the keys are an answer.
  public func typeOn(
    every seconds: Double = 0.05, until isDone: () throws -> Bool, then rest: String
  ) throws -> Bool {
    var (last, hasPaused) = (Moment.now, false)
    func type(_ keys: String) throws {
      try self.type(keys)
      hasPaused = hasPaused || Moment.now > last + 0.9
      last = Moment.now
    }
    while try !isDone() {
      try type("x")
      try pump(seconds: seconds)
    }
    try type(rest)
    return !hasPaused
  }

  /// Types the last keys, and waits for the end of the program.
  @discardableResult
  public func end(typing keys: String) throws -> ProgramEvent {
    try type(keys)
    return try wait()
  }

  /// Types keys and Enter, which a sentence answers, and then Enter again; waits for the end of the
  /// program.
  @discardableResult
  public func end(typing keys: String = "", confirming sentence: String) throws -> ProgramEvent {
    try type(keys + "\r", until: sentence)
    return try end(typing: "\r")
  }

  /// Waits for each text, types the keys for it, and waits for the end of the program.
  @discardableResult
  public func answer(_ answers: [(text: String, keys: String)]) throws -> ProgramEvent {
    try typeAnswers(answers)
    return try wait()
  }

  /// Waits for each text, and then until nothing was displayed for `quiet` seconds, and types the
  /// keys for it.
  public func typeAnswers(_ answers: [(text: String, keys: String)], quiet: Double = 0.05) throws {
    var shown = 0
    for (text, keys) in answers {
      try waitForDisplay(of: text, after: shown)
      try waitForQuiet(seconds: quiet)
      shown = displayed.count
      try type(keys)
    }
  }

  /// Waits until nothing was displayed for `seconds` and the program waits too; with `text`, first
  /// waits until that is displayed.
  ///
  /// On a busy machine, a program that has work may not run for `seconds`; it counts as busy.
  public func waitForQuiet(
    after text: String? = nil, seconds: Double = 0.1, limit: Double = longest
  ) throws {
    if let text { try waitForDisplay(of: text) }
    let end = Moment.now + limit
    var count = -1
    while count != displayed.count || isBusy, Moment.now < end {
      count = displayed.count
      try pump(seconds: seconds)
    }
  }

  /// True if the program, or its job in the foreground, runs or is ready to run.
  private var isBusy: Bool {
    guard ending == nil else { return false }
    let foreground = terminal.flatMap { $0.descriptor >= 0 ? try? $0.foregroundGroup() : nil }
    return Set([process, foreground ?? process]).contains { process in
      // A process that is gone, or belongs to others, is not waited for.
      guard process > 0, let status = try? ProcessStatus(of: process) else { return false }
      return status.state == "R" || status.state == "D"
    }
  }

  /// The number of times the program goes to sleep again in `seconds` without an event.
  ///
  /// A program that waits properly sleeps all the time.
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

  /// The program has no input, and its output is collected; with `text`, waits until it is shown.
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

  /// On its own terminal, unless one is given.
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
