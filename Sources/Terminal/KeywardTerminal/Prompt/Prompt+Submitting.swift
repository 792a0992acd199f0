import KeywardEngine

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
  ///
  /// A visible answer is a decision about the question, such as the key of a host. It is not
  /// accepted before the end of the question was shown.
  func acceptReturn() -> Bool {
    guard hasShownQuestion || !question.isVisible || surface.isPlain else {
      scroll(pages: 1)
      return false
    }
    hide()
    let given = fields.prefix(flow.active + 1)
    let loss = given.lazy.compactMap(\.loss).first
    // The repetition need only be equal to the first text.
    let fault = first.fault
    if fault == nil || flow.active > 0 { given.forEach { $0.finish() } }
    apply(
      flow.enter(
        isEmpty: active.text.isEmpty, areEqual: areEqual, loss: loss,
        fault: fault.map(sentence(about:))))
    return outcome != nil
  }

  /// Carries out a step of the flow; the keyboard then types into the active field.
  func apply(_ step: PassphraseFlow.Step) {
    switch step {
    case .none: break
    case .hold: rings = true
    case .next:
      first.acceptLoss()
      first.acceptFault()
      first.finish()
    case .wipe:
      wipe()
      hide()
      rings = true
    case .fill: reveal = Reveal(isOn: true, isMade: true, isOffered: question.beginsGenerated)
    case .accept:
      first.acceptLoss()
      first.finish()
      for field in fields.dropFirst() { field.removeAll() }
      outcome = .submitted
    case .giveUp: outcome = .mismatched
    }
    keyboard?.type(into: active)
  }
}

/// The form that the text is expected to have.
extension Prompt {
  /// Whether the prompt counts the words of the text, not its characters.
  var countsWords: Bool { active.acceptance.expected?.isWords ?? false }

  /// The notice that names the complete groups that fail their check; nil if there are none.
  ///
  /// If the length is hidden, only Enter shows which groups fail.
  var groupNotice: String? {
    guard showsLength else { return nil }
    let groups = active.faultyGroups
    return groups.isEmpty ? nil : language[.groupsFail, list(groups)]
  }

  private var showsLength: Bool { question.look.mask == .bullets }

  private func sentence(about fault: EntryFault) -> String {
    let reason =
      switch fault {
      case .groups(let groups): language[.groupsFail, list(groups)]
      case .incomplete(let group): digitCount ?? language[.groupIncomplete, list([group])]
      case .wordCount(let count): language[.wordCount, "\(count)"]
      case .mismatch: language[.checkFails]
      }
    return language[.correctOrEnter, reason]
  }

  /// The number of typed digits and that of all digits; nil if the text has another form, or if its
  /// length is hidden.
  private var digitCount: String? {
    guard showsLength, let count = active.acceptance.expected?.digitCount else { return nil }
    return language[.digitCount, "\(active.text.characterCount)", "\(count)"]
  }

  private static let mostListed = 3

  private func list(_ groups: [Int]) -> String {
    var names = groups.prefix(Self.mostListed).map {
      language[countsWords ? .word : .group, "\($0)"]
    }
    if groups.count > names.count { names.append(surface.glyphs.ellipsis) }
    return names[...].listed(by: ", ")
  }
}
