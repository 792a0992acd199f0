/// The shift key: off, once, locked, with a double tap that never lets letters flicker.
///
/// From off, a press shows upper case at once. From once and locked, it waits for a second press,
/// which would lock; without one, the letters then leave upper case.
struct ShiftMachine {
  private(set) var state = ShiftState.off
  /// The time at which shift goes off if no second press comes.
  private(set) var deadline: Moment?
  /// The press that a second one would make a double tap.
  private var firstPress: Moment?

  var isUpper: Bool { state != .off }

  mutating func press(at time: Moment) {
    if let first = firstPress, time <= first + Timing.doubleTap {
      state = .locked
      // The pair is used up: a third press begins another one.
      firstPress = nil
      deadline = nil
      return
    }
    firstPress = time
    if state == .off {
      state = .once
    } else {
      // A second press at exactly the limit still counts, so the deadline is just after it.
      deadline = (time + Timing.doubleTap).next
    }
  }

  /// Notes another key or event: a shift that was about to go off goes off before it.
  mutating func interrupt() {
    firstPress = nil
    if deadline != nil { fire() }
  }

  mutating func fire() {
    deadline = nil
    state = .off
  }

  /// Notes accepted input, which ends upper case for one key.
  mutating func endOnce() {
    if state == .once { state = .off }
  }

  mutating func reset(keepingLock: Bool) {
    let isLocked = state == .locked
    self = ShiftMachine()
    if isLocked, keepingLock { state = .locked }
  }
}

/// The case the letter keys type.
public enum ShiftState: String, Hashable, Sendable {
  /// Lower case.
  case off
  /// Upper case for the next key only.
  case once
  /// Caps lock.
  case locked
}
