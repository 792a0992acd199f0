/// Decides from a program's visible behaviour when it waits for unseen input.
///
/// A program that asks switches echo off, writes its question and is silent. We ask in its place
/// after a short silence following a text, after a longer one without new text, and after a much
/// longer one if its last question was answered: it may be at work with echo still off. While an
/// answer waits unread, it is left alone.
struct PasswordPromptDetector {
  /// The silence after a text, and the silence without one, in seconds.
  static let pause = 0.05
  static let longPause = 0.4
  /// The silence without a text after an answer, in seconds.
  static let pauseAfterAnswer = 2.0
  /// The number of withdrawn prompts, and the seconds for them, after which a program is left alone.
  static let mostWithdrawals = 8
  static let withdrawalTime = 4.0

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
  /// The times of the last prompts that were withdrawn.
  private var withdrawals: [Double] = []
  /// The time of the next look if nothing else happens; infinite for never.
  private(set) var deadline = Double.infinity

  /// Notes written or typed bytes.
  mutating func noteActivity(at now: Double) {
    if unseenSince != nil { unseenSince = now }
  }

  /// Notes that the program was given an answer, or told that there is none.
  mutating func noteAnswer() {
    isAnswered = true
    deadline = .infinity
  }

  /// Leaves typed input to the program until it has a line, or echo is on again.
  mutating func leaveAlone() {
    isLeftAlone = true
    deadline = .infinity
  }

  /// Notes a prompt that was withdrawn.
  ///
  /// A program that writes all the time, as a job in the background may, leaves nobody the time to
  /// answer: then it is left alone.
  ///
  /// - Returns: Whether it is left alone from now on.
  mutating func noteWithdrawal(at now: Double) -> Bool {
    withdrawals = withdrawals.filter { now - $0 < Self.withdrawalTime } + [now]
    guard withdrawals.count >= Self.mostWithdrawals else { return false }
    withdrawals = []
    leaveAlone()
    return true
  }

  /// Notes a line typed to the program; returns whether the program was left alone until then.
  mutating func noteLine() -> Bool {
    defer { isLeftAlone = false }
    return isLeftAlone
  }

  /// Judges the present state, after every event on the program's terminal.
  ///
  /// - Parameters:
  ///   - isUnseen: Whether typed text is read line by line and not shown.
  ///   - hasUnreadLine: Whether a typed line waits to be read.
  ///   - hasText: Whether the cursor's line has text written since the last answer.
  ///   - now: The time in seconds.
  /// - Returns: Whether it is time to ask.
  mutating func look(isUnseen: Bool, hasUnreadLine: Bool, hasText: Bool, at now: Double) -> Bool {
    deadline = .infinity
    guard isUnseen else {
      (unseenSince, hadUnreadLine, isAnswered, isLeftAlone) = (nil, false, false, false)
      return false
    }
    let since = hasUnreadLine || hadUnreadLine ? now : unseenSince ?? now
    unseenSince = since
    hadUnreadLine = hasUnreadLine
    if hasText { isAnswered = false }
    guard !isLeftAlone else { return false }
    let pause = isAnswered ? Self.pauseAfterAnswer : hasText ? Self.pause : Self.longPause
    // Nobody reports that a line was read.
    deadline = since + (hasUnreadLine ? Self.longPause : pause)
    return now >= since + pause
  }
}
