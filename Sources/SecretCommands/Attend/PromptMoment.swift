/// Decides when a program waits for something that is typed unseen, by what can be seen of it.
///
/// A program that asks switches echo off, writes its question and is silent. It is asked for in its place
/// after a short silence behind a text, and after a longer one where no text is new; never twice for one
/// question: an answer that waits unread, or a program that has not said anything since, is left alone.
/// Nothing tells of changed settings, so they are looked at after whatever happens, and ever more rarely
/// where nothing does.
struct PromptMoment {
  /// The silence behind a text, and without one, in seconds.
  static let pause = 0.05
  static let longPause = 0.4
  private static let shortestLook = 0.05
  private static let longestLook = 1.0

  /// Since when it is silent and takes what is typed unseen; nil where it does not.
  private var unseenSince: Double?
  /// Whether what is typed goes to the program until it has a line, or echo is on again.
  private var isLeftAlone = false
  private var lastLook = 0.0
  private var interval = shortestLook
  /// When an answer is due; nil for not now.
  private var due: Double?

  /// Notes that something was written or typed.
  mutating func noteActivity(at now: Double) {
    interval = Self.shortestLook
    lastLook = now
    if unseenSince != nil { unseenSince = now }
  }

  /// Leaves what is typed to the program until it has a line, or echo is on again.
  mutating func leaveAlone() {
    isLeftAlone = true
    due = nil
  }

  /// Notes that a line was typed to the program; whether it was left alone until then.
  mutating func noteLine() -> Bool {
    defer { isLeftAlone = false }
    return isLeftAlone
  }

  /// Takes a look.
  ///
  /// - Parameters:
  ///   - isUnseen: Whether what is typed is taken by lines and not shown.
  ///   - hasUnreadLine: Whether a line that was typed waits to be read.
  ///   - hasText: Whether something stands in the line of the cursor since the last answer.
  ///   - now: The time in seconds.
  /// - Returns: Whether it is time to ask.
  mutating func look(isUnseen: Bool, hasUnreadLine: Bool, hasText: Bool, at now: Double) -> Bool {
    lastLook = now
    guard isUnseen else {
      (unseenSince, isLeftAlone, due) = (nil, false, nil)
      interval = min(interval * 2, Self.longestLook)
      return false
    }
    let since = unseenSince ?? now
    unseenSince = hasUnreadLine ? now : since
    due = isLeftAlone ? nil : (unseenSince ?? now) + (hasText ? Self.pause : Self.longPause)
    interval = min(interval * 2, Self.longestLook)
    return due.map { now >= $0 } ?? false
  }

  /// When to look again.
  var deadline: Double { min(due ?? .infinity, lastLook + interval) }
}
