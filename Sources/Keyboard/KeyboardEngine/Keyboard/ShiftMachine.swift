/// The shift key: off, once or locked; the letters do not flicker during a double tap.
///
/// When off, a press shows upper case immediately. When once or locked, a press waits for a second
/// one, which locks; if none follows, the letters return to lower case.
struct ShiftMachine {
  private(set) var state = ShiftState.off
  private(set) var deadline: Moment?
  /// The time of the first press of a possible double tap.
  private var firstPress: Moment?

  var isUpper: Bool { state != .off }

  mutating func press(at time: Moment) {
    if let first = firstPress, time <= first + Timing.doubleTap {
      state = .locked
      // Both presses are used: a third one starts another pair.
      firstPress = nil
      deadline = nil
      return
    }
    firstPress = time
    if state == .off {
      state = .once
    } else {
      // A second press exactly at the limit still counts, so the deadline is just after it.
      deadline = (time + Timing.doubleTap).next
    }
  }

  /// Handles another key or event: a shift that waits to turn off does so first.
  mutating func interrupt() {
    firstPress = nil
    if deadline != nil { fire() }
  }

  mutating func fire() {
    deadline = nil
    state = .off
  }

  /// Handles accepted input, which ends a one-key shift.
  mutating func endOnce() {
    if state == .once { state = .off }
  }

  mutating func reset(keepingLock: Bool) {
    let isLocked = state == .locked
    self = ShiftMachine()
    if isLocked, keepingLock { state = .locked }
  }
}

/// The case of the letter keys.
public enum ShiftState: String, Hashable, Sendable {
  /// Lower case.
  case off
  /// Upper case for the next key only.
  case once
  /// Caps lock.
  case locked
}
