import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct PassphraseFlowTests {
  private func flow(
    repeats: Bool = false, _ change: (inout Question) -> Void = { _ in }
  ) -> PassphraseFlow {
    var options = Question()
    options.repeatError = "differ"
    change(&options)
    return PassphraseFlow(options, repeats: repeats, in: .english)
  }

  @Test func oneFieldIsAcceptedAtEnter() {
    var flow = flow()
    let step = flow.enter(isEmpty: false, areEqual: true)
    #expect(step == .accept)
  }

  @Test func emptyIsRefusedWhereItIsNotAllowed() {
    var flow = flow { $0.refusesEmpty = true }
    let first = flow.enter(isEmpty: true, areEqual: true)
    #expect(first == .none && flow.notice == "Nothing typed yet" && flow.noticeCount == 1)
    _ = flow.enter(isEmpty: true, areEqual: true)
    #expect(flow.noticeCount == 2, "shown at every Enter")
    let last = flow.enter(isEmpty: false, areEqual: true)
    #expect(last == .accept)
  }

  @Test func emptyTakesASecondEnterWhereItMayBeAMistake() {
    var flow = flow { $0.confirmsEmpty = true }
    let first = flow.enter(isEmpty: true, areEqual: true)
    #expect(first == .hold)
    #expect(flow.notice == "Nothing typed: Enter again sends an empty answer")
    flow.changed(0)
    let afterTyping = flow.enter(isEmpty: true, areEqual: true)
    #expect(afterTyping == .hold && flow.noticeCount == 2)
    flow.noteShown()
    let second = flow.enter(isEmpty: true, areEqual: true)
    #expect(second == .accept)
  }

  /// One sentence at a time is confirmed, and the one about the missing character has more detail.
  @Test("An empty text that lacks a character takes two Enters, not three")
  func emptyWithALoss() {
    var flow = flow { $0.confirmsEmpty = true }
    _ = flow.enter(isEmpty: true, areEqual: true)
    flow.noteShown()
    let first = flow.enter(isEmpty: true, areEqual: true, loss: .missing)
    #expect(first == .hold && flow.notice.hasPrefix("A character is missing"))
    flow.noteShown()
    let second = flow.enter(isEmpty: true, areEqual: true, loss: .missing)
    #expect(second == .accept)
  }

  @Test("An Enter that comes before the sentence is shown does not confirm it")
  func enterBeforeTheSentence() {
    var flow = flow { $0.confirmsEmpty = true }
    for loss in [TextLoss.cutOff, nil] {
      for _ in 0..<3 {
        let step = flow.enter(isEmpty: true, areEqual: true, loss: loss)
        #expect(step == .hold && flow.asksForEnter)
      }
    }
    flow.noteShown()
    let last = flow.enter(isEmpty: true, areEqual: true)
    #expect(last == .accept)
  }

  @Test func differencesAreCounted() {
    var flow = flow(repeats: true) { $0.tries = 3 }
    var steps: [PassphraseFlow.Step] = []
    for number in 0..<3 {
      #expect(flow.error == (number == 0 ? "" : "differ"))
      steps.append(flow.enter(isEmpty: false, areEqual: false))
      #expect(flow.error.isEmpty, "both were typed again")
      steps.append(flow.enter(isEmpty: false, areEqual: false))
    }
    #expect(steps == [.next, .wipe, .next, .wipe, .next, .giveUp])
    #expect(flow.errorCount == 2)
  }

  @Test func consentIsWaitedFor() {
    var flow = flow { $0.asksConsent = true }
    let first = flow.enter(isEmpty: false, areEqual: true)
    #expect(first == .none && flow.isWaiting)
    let again = flow.enter(isEmpty: false, areEqual: true)
    #expect(again == .none)
    let question = flow.nextQuestion()
    #expect(question == .consent)
    let none = flow.nextQuestion()
    #expect(none == nil, "one question at a time")
    let refused = flow.receive(.refused("too short"))
    #expect(refused == .wipe && flow.error == "too short" && flow.errorIsReason && !flow.isWaiting)
    _ = flow.enter(isEmpty: false, areEqual: true)
    _ = flow.nextQuestion()
    let allowed = flow.receive(.allowed)
    #expect(allowed == .accept)
  }

  @Test func aRefusalWithoutAReasonHasOurWords() {
    var flow = flow { $0.asksConsent = true }
    _ = flow.enter(isEmpty: false, areEqual: true)
    _ = flow.receive(.refused(""))
    #expect(flow.error == "This passphrase is not allowed. Type another.")
  }

  @Test func theNewestTextIsJudgedNext() {
    var flow = flow { $0.quality = .init("Quality") }
    let first = flow.nextQuestion()
    #expect(first == .quality)
    flow.changed(0)
    flow.changed(0)
    let meanwhile = flow.nextQuestion()
    #expect(meanwhile == nil)
    _ = flow.receive(.quality(10))
    #expect(flow.quality == 10)
    let next = flow.nextQuestion()
    #expect(next == .quality)
    _ = flow.receive(.quality(nil))
    let over = flow.nextQuestion()
    #expect(over == nil && flow.quality == nil)
  }

  @Test func aSuggestionFillsAndIsJudged() {
    var flow = flow(repeats: true) {
      $0.generator = .init("Suggest")
      $0.quality = .init("Quality")
    }
    _ = flow.nextQuestion()
    _ = flow.receive(.quality(0))
    flow.suggest()
    let question = flow.nextQuestion()
    #expect(question == .suggestion)
    let step = flow.receive(.made("6 words"))
    #expect(step == .fill && flow.active == 1 && flow.notice == "6 words" && !flow.isWaiting)
    let next = flow.nextQuestion()
    #expect(next == .quality)
    flow.suggest()
    _ = flow.receive(.notMade)
    #expect(flow.notice == "No passphrase was generated. Type one.")
  }

  @Test func onlyWhatIsOfferedIsMade() {
    var flow = flow()
    flow.suggest()
    #expect(!flow.isWaiting)
  }
}
