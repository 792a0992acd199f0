extension Keyboard {
  /// Handles the press of a key.
  func begin(_ key: Key, touch: Int) -> Outcome {
    switch key.role {
    case .input:
      if !key.alternates.isEmpty, let index = touches.indices.last {
        touches[index].opensAlternates = Moment(now) + Timing.hold
      }
      return .accepted
    case .space, .return:
      return .accepted
    case .shift:
      let former = shift
      shiftMachine.press(at: Moment(now))
      postShiftChange(from: former)
      return .accepted
    case .altgr:
      let former = altgr
      altgrMachine.press(at: Moment(now))
      postAltGrChange(from: former)
      return .accepted
    case .delete:
      let outcome = deleteCharacter()
      if outcome == .accepted, !text.isEmpty {
        repeating = DeleteRepeat(touch: touch, next: Moment(now) + Timing.hold)
      }
      return outcome
    case .panelLetters, .panelSymbols, .panelNumbers, .pageSymbols, .pageDigits, .widthHalf,
      .widthFull, .nextKeyboard:
      let outcome = key.role == .nextKeyboard ? followNextKeyboard() : follow(key.role)
      if outcome == .accepted { disarmTouches(except: touch) }
      return outcome
    }
  }

  /// Handles the release of a key or toolbar item.
  func end(_ held: HeldTouch) -> Outcome {
    if held.isDone { return .ignored }
    let popup = close(held)
    guard held.isArmed else { return .ignored }
    switch held.target {
    case .toolbar(.done): return submit(as: .done)
    case .toolbar(.panel(let panel)): return showPanel(panel)
    case .key: break
    }
    switch held.role {
    case .input, .space:
      guard let key = key(of: held) else { return .ignored }
      if let popup, popup.selected > 0 { return strike(.insert(popup.options[popup.selected])) }
      return strike(key.action(at: level))
    case .return: return submit(as: configuration.returnType)
    default: return .ignored
    }
  }

  /// Types held input keys before another key is pressed, which keeps the text in the order of
  /// presses.
  func commitHeldInput() -> Outcome? {
    var result: Outcome?
    for index in touches.indices {
      guard index < touches.count, !touches[index].isDone else { continue }
      guard let role = touches[index].role, role == .input || role == .space else { continue }
      touches[index].opensAlternates = nil
      let outcome = end(touches[index])
      if index < touches.count { touches[index].isDone = true }
      if result?.isRejected != true, outcome != .ignored { result = outcome }
    }
    return result
  }

  /// The key under a finger; nothing moves between press and release, so the slot is enough.
  private func key(of held: HeldTouch) -> Key? {
    guard case .key(let slot) = held.target, let keys = basePanel?.keys,
      keys.indices.contains(slot)
    else { return nil }
    return keys[slot].key
  }

  /// Opens the alternates of a held key, its own character first.
  func openAlternates(of held: HeldTouch) {
    guard case .key(let slot) = held.target, let key = key(of: held), held.isArmed, !held.isDone,
      let panel = basePanel
    else { return }
    let others = key.alternates.map { shiftMachine.isUpper ? Key.upperCase(of: $0) : $0 }
    let text = key.output(at: level)
    let own = text.isEmpty ? key.label(at: level) : text
    alternates = AlternatesPopup(slot: slot, options: [own] + others, panel: panel)
  }

  /// Closes the pop-up of a key, if it has one open.
  @discardableResult
  func close(_ held: HeldTouch) -> AlternatesPopup? {
    guard case .key(let slot) = held.target, let popup = alternates, popup.slot == slot else {
      return nil
    }
    alternates = nil
    return popup
  }

  /// Submits, or moves on with return type `next`; the effect of return, Enter and Done.
  ///
  /// - Parameter time: Seconds; `nil` is the time of the last call.
  /// - Returns: `rejected` if a text is needed, or a complete ID card number.
  @discardableResult
  public func submit(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    interruptShift()
    return submit(as: configuration.returnType)
  }

  func submit(as type: ReturnType) -> Outcome {
    guard isEnabled else { return .rejected(.disabled) }
    guard !dropPending() else { return .rejected(.noSequence) }
    guard isReturnEnabled else { return .rejected(.disabled) }
    if configuration.idCardCheck, !text.withBytes({ IDCardNumber.isValid($0) }) {
      return .rejected(.idCard)
    }
    endOnce()
    let agrees = onReturn?(self, type) ?? true
    if agrees, !type.keepsKeyboard { hide() }
    return .accepted
  }
}
