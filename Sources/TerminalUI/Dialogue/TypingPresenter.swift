import KeywardEngine

/// A dialogue for a secret, on the cell screen or in lines.
protocol TypingPresenter: ScreenPresenter {
  var dialogue: Dialogue { get }
  /// What is to happen from the first frame on; nil before it.
  var schedule: DialogueSchedule? { get set }

  /// Says how it ended, where that is not seen.
  func sayLast(of outcome: DialogueOutcome, to session: borrowing TerminalSession)
}

extension TypingPresenter {
  var model: TypingModel { dialogue.model }

  var clock: Clock { dialogue.clock }
  var environment: TerminalEnvironment { dialogue.environment }
  var suspendsGroup: Bool { dialogue.options.suspendsGroup }
  // Refused and submitted in one read.
  var owesBell: Bool { model.rings && model.outcome == .submitted }

  var isOver: Bool { model.isOver }

  var deadline: Double? {
    dialogue.pump.deadline.orEarlier(model.deadline).orEarlier(schedule?.deadline)
  }

  func withAccess(_ body: () -> Void) { model.withAccess(body) }

  func advance(to now: Double) {
    model.advance(to: now)
    schedule?.advance(to: now, model)
  }

  /// Begins to count with the first frame, which has gone out.
  func startSchedule() {
    guard schedule == nil else { return }
    schedule = DialogueSchedule(dialogue.options, start: clock.now)
    schedule?.advance(to: clock.now, model)
  }

  /// Lets go of what is held and half typed, as before a stop.
  func forgetHalfTyped(at now: Double) {
    dialogue.pump.reset()
    dialogue.keyboard.cancelPaste()
    dialogue.keyboard.loseFocus(at: now)
    model.hideReveal()
  }

  func dropText(saying sentence: String, at now: Double) {
    forgetHalfTyped(at: now)
    model.beginAnew(saying: sentence)
  }

  func sayLast(of outcome: DialogueOutcome, to session: borrowing TerminalSession) {}
}
