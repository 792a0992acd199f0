/// Detects from a program's visible behaviour that it is waiting for hidden input.
///
/// When a program asks for a secret, it turns echo off, writes its question and then writes nothing
/// more. Our prompt is shown after a period of silence. This period is short if the program has
/// written text, and longer if it has not. After an answer, the program may be working with echo
/// still off; without new text, it must also be waiting in a read of its terminal. No prompt is
/// shown while a typed line is unread.
struct PasswordPromptDetector {
  /// The silence after new text, in seconds; `longPause` is the silence without new text.
  static let pause = 0.05
  static let longPause = 0.4
  /// The silence after an answer, and the time between two checks whether the program reads again.
  static let pauseAfterAnswer = 1.0
  /// The time in seconds for which a prompt must be shown so that the user can answer it.
  ///
  /// After `mostShortPrompts` shorter prompts in a row, `leaveAlone(_:)` is called.
  static let shortestPrompt = 2.0
  static let mostShortPrompts = 8
  /// The maximum time in seconds for which typed keys wait for a prompt.
  ///
  /// A program that writes all the time with echo off never gets one, but must get its Ctrl-C.
  static let longestExpectation = 1.0
  /// The seconds with echo on after which `leftAlone` becomes nil.
  ///
  /// Between two questions of one program, echo is on for a shorter time.
  static let visiblePause = 0.4

  private var unseenSince: Double?
  /// True if a prompt is shown unless the program goes on before the end of the silence.
  ///
  /// What is typed meanwhile belongs to the question, whose text is shown already.
  private(set) var expectsPrompt = false
  /// The time since which a prompt is expected; nil if none is.
  private var expectedSince: Double?
  /// True if a typed line was unread at the last check.
  ///
  /// No event reports when the program reads the line, so the silence is counted from the first
  /// check that finds no unread line.
  private var hadUnreadLine = false
  /// True from an answer until the program writes or turns echo on.
  private var isAnswered = false
  /// The program to which typed input is passed without prompts; nil for none.
  private(set) var leftAlone: ForegroundProgram?
  /// The time since which `leftAlone` has had echo on; nil if echo is off.
  private var visibleSince: Double?
  private var shortPrompts = 0
  /// The time of the next check if no event comes first; infinite if none is needed.
  private(set) var deadline = Double.infinity

  mutating func noteActivity(at now: Double) {
    if unseenSince != nil { unseenSince = now }
  }

  /// Records that the program got an answer, or an interrupt in place of an answer.
  mutating func noteAnswer() {
    isAnswered = true
    shortPrompts = 0
  }

  /// Passes typed input to a program until it has received a line, echo has been on for a while, or
  /// none of its processes is in the foreground.
  mutating func leaveAlone(_ program: ForegroundProgram?) {
    (leftAlone, visibleSince, expectsPrompt) = (program, nil, false)
    deadline = .infinity
  }

  /// Records that a prompt was closed unanswered; returns true if the program gets no more prompts.
  ///
  /// Continuous output, such as that of a background job, closes every prompt before the user can
  /// answer.
  mutating func noteWithdrawal(of program: ForegroundProgram?, after seconds: Double) -> Bool {
    shortPrompts = seconds < Self.shortestPrompt ? shortPrompts + 1 : 0
    guard shortPrompts >= Self.mostShortPrompts else { return false }
    shortPrompts = 0
    leaveAlone(program)
    return true
  }

  /// Records that a line was sent to the program; returns true if this ended `leftAlone`.
  ///
  /// The line that ends it is an answer.
  mutating func noteLine() -> Bool {
    guard leftAlone != nil else { return false }
    (leftAlone, isAnswered) = (nil, true)
    return true
  }

  /// Updates the state after an event on the program's terminal; returns true to show a prompt now.
  mutating func look(
    isUnseen: Bool, hasUnreadLine: Bool, hasText: Bool, isRead: @autoclosure () -> Bool,
    isSameProgram: (ForegroundProgram) -> Bool, at now: Double
  ) -> Bool {
    (deadline, expectsPrompt) = (.infinity, false)
    guard isUnseen else {
      (unseenSince, hadUnreadLine, isAnswered, expectedSince) = (nil, false, false, nil)
      endExemption(at: now)
      return false
    }
    visibleSince = nil
    let since = hasUnreadLine || hadUnreadLine ? now : unseenSince ?? now
    unseenSince = since
    hadUnreadLine = hasUnreadLine
    if hasText { isAnswered = false }
    if let program = leftAlone, !isSameProgram(program) { leftAlone = nil }
    guard leftAlone == nil else { return false }
    let pause = isAnswered ? Self.pauseAfterAnswer : hasText ? Self.pause : Self.longPause
    expectedSince = isAnswered || hasUnreadLine || !hasText ? nil : expectedSince ?? now
    expectsPrompt = expectedSince != nil && mayExpect(at: now)
    // No event reports that a line was read.
    deadline = since + (hasUnreadLine ? Self.longPause : pause)
    guard now >= since + pause else { return false }
    guard isAnswered, !isRead() else { return true }
    unseenSince = now
    deadline = now + pause
    return false
  }

  /// True if keys that are typed now may wait for a prompt.
  func mayExpect(at now: Double) -> Bool {
    expectedSince.map { now < $0 + Self.longestExpectation } ?? !isAnswered
  }

  private mutating func endExemption(at now: Double) {
    guard leftAlone != nil else { return }
    let since = visibleSince ?? now
    visibleSince = since
    let end = since + Self.visiblePause
    if now >= end { leftAlone = nil } else { deadline = end }
  }
}
