/// How a `ScreenLoop` came to its end.
package enum LoopEnd: Hashable {
  /// Its presenter is over.
  case over
  /// The terminal is gone.
  case hungUp
  /// A signal ends the program.
  case signalled(Int32)
}

extension LoopEnd {
  /// What it means for a dialogue, which is told.
  func outcome(of model: TypingModel) -> DialogueOutcome {
    switch self {
    case .over: break
    case .hungUp: model.outcome = .hungUp
    case .signalled(let signal): model.outcome = .signalled(signal)
    }
    return model.outcome ?? .hungUp
  }
}
