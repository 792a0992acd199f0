import SecureMemory

/// The times at which a dialogue that shows no number of characters reads what was typed.
///
///     let next = beat.next(after: now, lastInput: reader.lastInput)
///     if next != nil { beat.equalize() }
///     events.watch(session, signals: watch, yields: true, isQuiet: next != nil)
///
/// Every user of a machine can see when a process runs, and for how long. A dialogue that woke at
/// each key would show the number of keys and their times. Therefore it wakes at a fixed beat,
/// whether or not a key was typed, and uses the same processor time at each beat. Once nothing has
/// been typed for a while it sleeps, and the next key begins the beat again.
struct KeyBeat {
  /// The seconds between two beats.
  static let period = 0.02
  /// The seconds without input after which the beat ends.
  static let rest = 10.0
  /// The processor time of a beat in seconds, which is more than a key needs: 0.9 % of a core.
  static let work = 0.000_18

  private let start: Double
  /// The processor time that the beats so far should have used; nil without a beat.
  private var used: Double?

  /// Begins at the first frame.
  init(at start: Double) { self.start = start }

  /// The time of the next beat; nil if nothing has been typed for a while.
  func next(after now: Double, lastInput: Double?) -> Double? {
    guard now < max(start, lastInput ?? start) + Self.rest else { return nil }
    // A beat within the next 20 µs is this one, or rounding could make two of it.
    let count = ((now - start) / Self.period + 0.001).rounded(.down)
    return start + (count + 1) * Self.period
  }

  /// Uses up the processor time of a beat that is over.
  mutating func equalize() {
    let end = (used ?? ProcessorTime.now) + Self.work
    ProcessorTime.spend(until: end)
    used = end
  }

  /// Forgets the processor time used so far, because the beat has ended.
  mutating func pause() { used = nil }
}
