import Testing

@testable import KeywardPrograms

@Suite struct PasswordPromptDetectorTests {
  @Test func afterATextAShortSilenceIsEnough() {
    let detector = Looks()
    detector.noteActivity(10)
    #expect(!detector.look(10))
    #expect(detector.deadline <= 10.05)
    #expect(!detector.look(10.04))
    #expect(detector.look(10.05))
  }

  @Test func withoutATextItIsLonger() {
    let detector = Looks()
    #expect(!detector.look(10, text: false))
    #expect(!detector.look(10.39, text: false))
    #expect(detector.look(10.4, text: false))
  }

  @Test func outputAndKeysRestartTheSilence() {
    let detector = Looks()
    _ = detector.look(10)
    detector.noteActivity(10.04)
    #expect(!detector.look(10.06))
    #expect(detector.look(10.09))
  }

  @Test("Keys wait for a prompt for at most a second of continuous output")
  func continuousOutput() {
    var detector = PasswordPromptDetector()
    func look(_ now: Double) {
      detector.noteActivity(at: now)
      _ = detector.look(
        isUnseen: true, hasUnreadLine: false, hasText: true, isRead: true,
        isSameProgram: { _ in true }, at: now)
    }
    for tenth in 0..<10 {
      look(10 + Double(tenth) / 10)
      #expect(detector.expectsPrompt)
    }
    look(11)
    #expect(!detector.expectsPrompt)
  }

  @Test func anAnswerThatWaitsHoldsItBack() {
    let detector = Looks()
    #expect(!detector.look(9.9))
    for tenth in 0..<50 {
      let now = 10 + Double(tenth) / 10
      #expect(!detector.look(now, unread: true))
    }
    #expect(!detector.look(14.95))
    #expect(!detector.look(14.99))
    #expect(detector.look(15))
  }

  /// The program may have read its answer just now, a second after the last look, and be about to
  /// switch echo on.
  @Test func theSilenceAfterAnAnswerCountsFromTheLookThatMissesIt() {
    let detector = Looks()
    #expect(!detector.look(10, unread: true, text: false))
    #expect(!detector.look(11, text: false))
    #expect(!detector.look(11.39, text: false))
    #expect(detector.look(11.4, text: false))
  }

  /// With echo still off it may be at work on the answer, until it writes or switches echo on.
  @Test(arguments: ["silent", "writes", "echo"])
  func theSilenceAfterAnAnswerIsTheLongest(then: String) {
    let detector = Looks()
    #expect(detector.look(10, text: false) == false)
    detector.noteAnswer()
    #expect(!detector.look(10.5, text: false))
    if then == "writes" { #expect(detector.look(10.5)) }
    if then == "echo" { #expect(!detector.look(10.5, unseen: false)) }
    detector.noteActivity(11)
    #expect(!detector.look(11, text: false))
    #expect(detector.look(11.4, text: false) == (then != "silent"))
    #expect(detector.look(11.9, text: false) == (then != "silent"))
    #expect(detector.look(12, text: false))
  }

  @Test("After an answer, a program without new text is asked for only if it reads its terminal")
  func worksOnItsAnswer() {
    let detector = Looks()
    detector.noteAnswer()
    #expect(!detector.look(10, text: false, read: false))
    for second in 11..<100 {
      #expect(!detector.look(Double(second), text: false, read: false))
      #expect(detector.deadline == Double(second + 1))
    }
    #expect(!detector.look(99.9, text: false, read: true))
    #expect(detector.look(100, text: false, read: true))
    // A new text is a question, whatever the program does.
    #expect(detector.look(101, read: false))
  }

  @Test func leftAloneUntilEchoIsOn() {
    let detector = Looks()
    _ = detector.look(10)
    detector.leaveAlone()
    #expect(!detector.look(20))
    #expect(!detector.look(21, unseen: false))
    #expect(detector.deadline == 21.4)
    #expect(!detector.look(21.4, unseen: false))
    #expect(detector.deadline == .infinity)
    #expect(!detector.look(22))
    #expect(detector.look(23))
  }

  @Test func echoForAMomentEndsNothing() {
    let detector = Looks()
    _ = detector.look(10)
    detector.leaveAlone()
    for second in 20..<30 {
      let now = Double(second)
      #expect(!detector.look(now, unseen: false))
      #expect(!detector.look(now + 0.39, unseen: false))
      #expect(!detector.look(now + 0.4))
    }
    detector.leaveAlone()
    #expect(!detector.look(30, unseen: false))
    detector.leaveAlone()
    #expect(!detector.look(30.4, unseen: false))
    #expect(!detector.look(31))
    #expect(!detector.look(32))
  }

  /// The echo of another question may be gone before it is seen.
  @Test func leftAloneUntilALineWasTyped() {
    let detector = Looks()
    _ = detector.look(10)
    detector.leaveAlone()
    #expect(!detector.look(15))
    #expect(detector.noteLine())
    #expect(!detector.noteLine())
    #expect(!detector.look(20, unread: true, text: false))
    #expect(!detector.look(20.3, text: false))
    // The line is an answer, on which the program may be working.
    #expect(!detector.look(21.29, text: false))
    #expect(detector.look(21.3, text: false))
  }

  /// Nobody can answer a prompt that is gone after a second.
  @Test func aProgramThatWritesAllTheTimeIsLeftAlone() {
    let detector = Looks()
    for _ in 0..<7 { #expect(!detector.noteWithdrawal(after: 1)) }
    #expect(detector.noteWithdrawal(after: 1))
    #expect(!detector.look(20))
    #expect(!detector.look(21, unseen: false))
    #expect(!detector.look(21.4, unseen: false))
    #expect(!detector.look(22))
    #expect(detector.look(22.05))
    for _ in 0..<20 { #expect(!detector.noteWithdrawal(after: 2)) }
    for _ in 0..<7 { #expect(!detector.noteWithdrawal(after: 1)) }
    detector.noteAnswer()
    #expect(!detector.noteWithdrawal(after: 1))
  }

  @Test func onlyOneProgramIsLeftAlone() {
    let detector = Looks()
    _ = detector.look(10)
    detector.leaveAlone()
    #expect(!detector.look(20))
    #expect(detector.look(21, same: false))
  }

  /// The kernel reports every event, so nothing has to be looked for.
  @Test func withoutAQuestionThereIsNoDeadline() {
    let detector = Looks()
    #expect(detector.deadline == .infinity)
    _ = detector.look(10)
    #expect(detector.deadline == 10.05)
    #expect(!detector.look(11, unseen: false))
    #expect(detector.deadline == .infinity)
    _ = detector.look(12)
    detector.leaveAlone()
    #expect(detector.deadline == .infinity)
    #expect(!detector.look(13))
    #expect(detector.deadline == .infinity)
  }
}

private final class Looks {
  private var detector = PasswordPromptDetector()

  var deadline: Double { detector.deadline }

  func look(
    _ now: Double, unseen: Bool = true, unread: Bool = false, text: Bool = true, read: Bool = true,
    same: Bool = true
  ) -> Bool {
    detector.look(
      isUnseen: unseen, hasUnreadLine: unread, hasText: text, isRead: read,
      isSameProgram: { _ in same }, at: now)
  }

  func noteActivity(_ now: Double) { detector.noteActivity(at: now) }

  func noteLine() -> Bool { detector.noteLine() }

  func noteWithdrawal(after seconds: Double) -> Bool {
    detector.noteWithdrawal(of: Self.program, after: seconds)
  }

  func noteAnswer() { detector.noteAnswer() }

  func leaveAlone() { detector.leaveAlone(Self.program) }

  private static let program = ForegroundProgram(group: 1, among: [])
}
