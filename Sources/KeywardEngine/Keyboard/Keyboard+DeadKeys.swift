/// Dead keys, which wait for the next key; nothing drawn reveals a waiting one.
extension Keyboard {
  /// Carries out a key's action at its level, after the waiting dead keys.
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

  /// Forgets waiting dead keys.
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
