/// Decides from a program's visible behaviour when it waits for unseen input.
///
/// A program that asks switches echo off, writes its question and is silent. We ask in its place
/// after a short silence behind a text, after a longer one without new text, and after a much longer
/// one if its last question was answered: it may be at work with echo still off. While an answer
/// waits unread, it is left alone. Nothing tells of changed settings, so they are checked after
/// every event, and less and less often without events.
struct PromptMoment {
  /// The silence behind a text, and the silence without one, in seconds.
  static let pause = 0.05
  static let longPause = 0.4
  /// The silence without a text behind an answer, in seconds.
  static let pauseBehindAnswer = 2.0
  private static let shortestLook = 0.05
  private static let longestLook = 1.0

  /// The time since when it has been silent and reads unseen input; nil if it does not.
  private var unseenSince: Double?
  /// True if a typed line waited unread at the last look.
  ///
  /// It may have been read at any time since, so the silence counts from the look that misses it.
  private var hadUnreadLine = false
  /// True from an answer until the program writes, or echo is on again.
  private var isAnswered = false
  /// True if typed input goes to the program until it has a line, or echo is on again.
  private var isLeftAlone = false
  private var lastLook = 0.0
  private var interval = shortestLook
  /// The time at which to ask; nil for not now.
  private var due: Double?

  /// Notes written or typed bytes.
  mutating func noteActivity(at now: Double) {
    interval = Self.shortestLook
    lastLook = now
    if unseenSince != nil { unseenSince = now }
  }

  /// Notes that the program was given an answer, or told that there is none.
  mutating func noteAnswer() {
    isAnswered = true
    due = nil
  }

  /// Leaves typed input to the program until it has a line, or echo is on again.
  mutating func leaveAlone() {
    isLeftAlone = true
    due = nil
  }

  /// Notes a line typed to the program; returns whether the program was left alone until then.
  mutating func noteLine() -> Bool {
    defer { isLeftAlone = false }
    return isLeftAlone
  }

  /// Judges the present state.
  ///
  /// - Parameters:
  ///   - isUnseen: Whether typed text is read line by line and not shown.
  ///   - hasUnreadLine: Whether a typed line waits to be read.
  ///   - hasText: Whether the cursor's line has text from after the last answer.
  ///   - now: The time in seconds.
  /// - Returns: Whether it is time to ask.
  mutating func look(isUnseen: Bool, hasUnreadLine: Bool, hasText: Bool, at now: Double) -> Bool {
    lastLook = now
    guard isUnseen else {
      (unseenSince, hadUnreadLine, isAnswered, isLeftAlone, due) = (nil, false, false, false, nil)
      interval = min(interval * 2, Self.longestLook)
      return false
    }
    let since = hasUnreadLine || hadUnreadLine ? now : unseenSince ?? now
    unseenSince = since
    hadUnreadLine = hasUnreadLine
    if hasText { isAnswered = false }
    let pause = isAnswered ? Self.pauseBehindAnswer : hasText ? Self.pause : Self.longPause
    due = isLeftAlone ? nil : since + pause
    interval = min(interval * 2, Self.longestLook)
    return due.map { now >= $0 } ?? false
  }

  /// The time of the next look.
  var deadline: Double { min(due ?? .infinity, lastLook + interval) }
}
