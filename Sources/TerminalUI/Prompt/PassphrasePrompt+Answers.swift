import KeywardEngine

/// A passphrase on its way to acceptance: questions about it, answers, and Enter.
extension PassphrasePrompt {
  // MARK: Asking about the passphrase

  /// Asks the next question, and takes an immediate answer.
  func consult() {
    guard let advisor else { return }
    while outcome == nil, let question = flow.nextQuestion() {
      guard let answer = advisor.ask(question, about: first) else { return }
      receive(answer)
    }
  }

  func receive(_ answer: PassphraseAnswer) {
    var answer = answer
    if case .made = answer, !takeSuggestion() { answer = .notMade }
    apply(flow.receive(answer))
    keyboard?.type(into: active)
  }

  /// Puts the made passphrase into the fields; false if they refuse it.
  private func takeSuggestion() -> Bool {
    guard let advisor else { return false }
    let isTaken =
      advisor.fill(first)
      && fields.dropFirst().allSatisfy { other in first.text.withBytes { other.fill($0) } }
    if !isTaken { wipe() }
    return isTaken
  }

  // MARK: Submitting

  /// Handles return, Enter and Done; returns whether the keyboard may go.
  func acceptReturn() -> Bool {
    hide()
    apply(flow.enter(isEmpty: active.text.isEmpty, areEqual: areEqual))
    keyboard?.type(into: active)
    return outcome != nil
  }

  private func apply(_ step: PassphraseFlow.Step) {
    switch step {
    case .none: break
    case .hold: rings = true
    case .wipe:
      wipe()
      hide()
      rings = true
    case .fill: reveal = Reveal(isOn: true, isMade: true, isOffered: options.beginsGenerated)
    case .accept:
      for field in fields.dropFirst() { field.removeAll() }
      outcome = .submitted
    case .giveUp: outcome = .mismatched
    }
  }

  // MARK: Starting over

  /// Forgets half-typed and held keys, as after a stop.
  func forgetHalfTyped(at now: Double) {
    active.cancelPaste()
    keyboard?.loseFocus(at: now)
    hold = .nothing
    hide()
  }

  /// Drops the text, which somebody else may have seen.
  func startOver(at now: Double) {
    forgetHalfTyped(at: now)
    wipe()
    flow.startOver(Self.terminalChanged)
    keyboard?.type(into: active)
  }
}
