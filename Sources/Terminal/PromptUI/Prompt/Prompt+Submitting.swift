import KeyboardEngine

extension Prompt {
  // MARK: Asking about the passphrase

  func consult() {
    guard let policy else { return }
    while outcome == nil, let question = flow.nextQuestion() {
      guard let answer = policy.ask(question, about: first) else { return }
      receive(answer)
    }
  }

  func receive(_ answer: PassphraseAnswer) {
    var answer = answer
    if case .made = answer, !takeSuggestion() { answer = .notMade }
    apply(flow.receive(answer))
  }

  private func takeSuggestion() -> Bool {
    guard let policy else { return false }
    let isTaken =
      policy.fill(first)
      && fields.dropFirst().allSatisfy { other in first.text.withBytes { other.fill($0) } }
    if !isTaken { wipe() }
    return isTaken
  }

  // MARK: Submitting

  /// Handles return, Enter and Done; returns true if this ends the prompt, so that the keyboard may
  /// hide.
  func acceptReturn() -> Bool {
    hide()
    let loss = fields.prefix(flow.active + 1).lazy.compactMap(\.loss).first
    apply(flow.enter(isEmpty: active.text.isEmpty, areEqual: areEqual, loss: loss))
    return outcome != nil
  }

  /// Carries out a step of the flow; the keyboard then types into the active field.
  func apply(_ step: PassphraseFlow.Step) {
    switch step {
    case .none: break
    case .hold: rings = true
    case .next: first.acceptLoss()
    case .wipe:
      wipe()
      hide()
      rings = true
    case .fill: reveal = Reveal(isOn: true, isMade: true, isOffered: question.beginsGenerated)
    case .accept:
      first.acceptLoss()
      for field in fields.dropFirst() { field.removeAll() }
      outcome = .submitted
    case .giveUp: outcome = .mismatched
    }
    keyboard?.type(into: active)
  }
}
