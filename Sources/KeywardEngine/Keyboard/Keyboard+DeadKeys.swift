/// Dead keys: pressed, they wait for the next key. Nothing that is drawn tells that one waits.
extension Keyboard {
  /// Does what a key says at its level, after the dead keys that wait.
  func strike(_ action: KeyAction) -> Outcome {
    if action == .nothing { return .ignored }
    if pending == .start, case .insert(let text) = action { return insertOutput(text) }
    switch deadKeys.step(from: pending, with: action) {
    case .waits(let place):
      pending = place
      endOnce()
      return .accepted
    case .types(let text):
      dropPending()
      return insertOutput(text)
    case .leadsNowhere:
      dropPending()
      endOnce()
      return .rejected(.noSequence)
    }
  }

  /// Forgets the dead keys that wait.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  func dropPending() -> Bool {
    defer { pending = .start }
    return pending != .start
  }

  /// Lets go of every key, held or waiting.
  func letGo() {
    cancelTouches()
    dropPending()
  }
}
