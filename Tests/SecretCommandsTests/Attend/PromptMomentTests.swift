import Testing

@testable import SecretCommands

/// The moment to ask in a program's place.
@Suite struct PromptMomentTests {
  @Test func behindATextAShortSilenceIsEnough() {
    let moment = Looks()
    moment.noteActivity(10)
    #expect(!moment.look(10))
    #expect(moment.deadline <= 10.05)
    #expect(!moment.look(10.04))
    #expect(moment.look(10.05))
  }

  @Test func withoutATextItIsLonger() {
    let moment = Looks()
    #expect(!moment.look(10, text: false))
    #expect(!moment.look(10.39, text: false))
    #expect(moment.look(10.4, text: false))
  }

  @Test func outputAndKeysBeginTheSilenceAnew() {
    let moment = Looks()
    _ = moment.look(10)
    moment.noteActivity(10.04)
    #expect(!moment.look(10.06))
    #expect(moment.look(10.09))
  }

  @Test func anAnswerThatWaitsHoldsItBack() {
    let moment = Looks()
    #expect(!moment.look(9.9))
    for tenth in 0..<50 {
      let now = 10 + Double(tenth) / 10
      #expect(!moment.look(now, unread: true))
    }
    #expect(!moment.look(14.95))
    #expect(!moment.look(14.99))
    #expect(moment.look(15))
  }

  /// The program may have read its answer just now, a second after the last look, and be about to
  /// switch echo on.
  @Test func theSilenceBehindAnAnswerCountsFromTheLookThatMissesIt() {
    let moment = Looks()
    #expect(!moment.look(10, unread: true, text: false))
    #expect(!moment.look(11, text: false))
    #expect(!moment.look(11.39, text: false))
    #expect(moment.look(11.4, text: false))
  }

  /// With echo still off it may be at work on the answer, until it writes or switches echo on.
  @Test(arguments: ["silent", "writes", "echo"])
  func theSilenceBehindAnAnswerIsTheLongest(then: String) {
    let moment = Looks()
    #expect(moment.look(10, text: false) == false)
    moment.noteAnswer()
    #expect(!moment.look(10.5, text: false))
    if then == "writes" { #expect(moment.look(10.5)) }
    if then == "echo" { #expect(!moment.look(10.5, unseen: false)) }
    moment.noteActivity(11)
    #expect(!moment.look(11, text: false))
    #expect(moment.look(11.4, text: false) == (then != "silent"))
    #expect(moment.look(12.9, text: false) == (then != "silent"))
    #expect(moment.look(13, text: false))
  }

  @Test func leftAloneUntilEchoIsOn() {
    let moment = Looks()
    _ = moment.look(10)
    moment.leaveAlone()
    #expect(!moment.look(20))
    #expect(!moment.look(21, unseen: false))
    #expect(!moment.look(22))
    #expect(moment.look(23))
  }

  /// The echo of another question may be gone before it is seen.
  @Test func leftAloneUntilALineWasTyped() {
    let moment = Looks()
    _ = moment.look(10)
    moment.leaveAlone()
    #expect(!moment.look(15))
    #expect(moment.noteLine())
    #expect(!moment.noteLine())
    #expect(!moment.look(20, unread: true, text: false))
    #expect(!moment.look(20.3, text: false))
    #expect(!moment.look(20.69, text: false))
    #expect(moment.look(20.7, text: false))
  }

  /// Without events the wake-ups are rare, and no event is seen late.
  @Test func whereNothingHappensItIsLookedAtEverMoreRarely() {
    let moment = Looks()
    moment.noteActivity(10)
    var (now, looks) = (10.0, 0)
    while now < 40 {
      now = moment.deadline
      looks += 1
      #expect(!moment.look(now, unseen: false))
    }
    #expect(looks < 40)
    moment.noteActivity(now)
    #expect(moment.deadline <= now + 0.05)
  }
}

/// Looks at a program, one after the other.
private final class Looks {
  private var moment = PromptMoment()

  var deadline: Double { moment.deadline }

  func look(_ now: Double, unseen: Bool = true, unread: Bool = false, text: Bool = true) -> Bool {
    moment.look(isUnseen: unseen, hasUnreadLine: unread, hasText: text, at: now)
  }

  func noteActivity(_ now: Double) { moment.noteActivity(at: now) }

  func noteLine() -> Bool { moment.noteLine() }

  func noteAnswer() { moment.noteAnswer() }

  func leaveAlone() { moment.leaveAlone() }
}
