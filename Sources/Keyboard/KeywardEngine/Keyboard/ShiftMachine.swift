/// The state machine of a shift or AltGr key: off, on for one key, or locked.
///
/// A double tap locks the key. If the state is off, a single press switches it on immediately. If
/// the state is on or locked, a single press switches it off, but only after the time limit for a
/// double tap. Without this delay, the letters would briefly become lower case in a double tap.
struct ShiftMachine {
  private(set) var state = ShiftState.off
  private(set) var deadline: Moment?
  private var firstPress: Moment?

  private static let doubleTap = 0.3

  var isUpper: Bool { state != .off }

  mutating func press(at time: Moment) {
    if let first = firstPress, time <= first + Self.doubleTap {
      state = .locked
      // Both presses are consumed: a third one starts another double tap.
      firstPress = nil
      deadline = nil
      return
    }
    firstPress = time
    if state == .off {
      state = .once
    } else {
      // A second press exactly at the limit still counts, so the deadline is just after it.
      deadline = (time + Self.doubleTap).next
    }
  }

  mutating func interrupt() {
    firstPress = nil
    if deadline != nil { fire() }
  }

  mutating func fire() {
    deadline = nil
    state = .off
  }

  mutating func endOnce() {
    if state == .once { state = .off }
  }

  mutating func reset(keepingLock: Bool) {
    let isLocked = state == .locked
    self = ShiftMachine()
    if isLocked, keepingLock { state = .locked }
  }
}

/// The state of the shift key or of the AltGr key.
public enum ShiftState: String, Hashable, Sendable {
  /// The modifier is off.
  case off
  /// The modifier applies to the next key only.
  case once
  /// The modifier stays on until it is pressed again, like caps lock.
  case locked
}
