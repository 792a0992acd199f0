extension Keyboard {
  // Times in seconds. A key held for `holdTime` repeats or opens its alternates.
  private static let holdTime = 0.5
  private static let deleteInterval = 0.05
  private static let lateness = 0.25

  func keyDown(_ key: Key, touch: Int) -> Outcome {
    switch key.role {
    case .input:
      if !key.alternates.isEmpty, let index = touches.indices.last {
        touches[index].opensAlternates = Moment(now) + Self.holdTime
      }
      return .accepted
    case .space, .return:
      return .accepted
    case .shift:
      changeLevels { shift, _ in shift.press(at: Moment(now)) }
      return .accepted
    case .altgr:
      changeLevels { _, altgr in altgr.press(at: Moment(now)) }
      return .accepted
    case .delete:
      let outcome = field.deleteCharacter()
      if outcome == .accepted, !text.isEmpty {
        repeating = (touch, Moment(now) + Self.holdTime)
      }
      return outcome
    case .panelLetters, .panelSymbols, .panelNumbers, .pageSymbols, .pageDigits, .widthHalf,
      .widthFull, .nextKeyboard:
      let outcome = key.role == .nextKeyboard ? takeNextKeyboard() : showPanel(for: key.role)
      if outcome == .accepted { disarmTouches(except: touch) }
      return outcome
    }
  }

  func keyUp(_ held: HeldTouch) -> Outcome {
    if held.isDone { return .ignored }
    let popup = closePopup(of: held)
    guard held.isArmed else { return .ignored }
    switch held.part {
    case .toolbar(.done): return submit(as: .done)
    case .toolbar(.panel(let panel)): return showPanel(panel)
    case .key, .alternate: break
    }
    switch held.role {
    case .input, .space:
      guard let key = key(of: held.part) else { return .ignored }
      if let popup, popup.selected > 0 { return perform(.insert(popup.options[popup.selected])) }
      return perform(key.action(at: level), by: press(of: key))
    case .return where configuration.acceptsNewline:
      return dropPending() ? .rejected(.incomplete) : insertOutput("\n", by: nil)
    case .return: return submit(as: configuration.returnType)
    default: return .ignored
    }
  }

  /// Types the characters of the held keys; returns `nil` if no character was typed.
  ///
  /// Call this before another key is pressed, so that the text has the order of the presses.
  func commitHeldInput() -> Outcome? {
    var result: Outcome?
    for index in touches.indices {
      guard index < touches.count, !touches[index].isDone else { continue }
      guard let role = touches[index].role, role == .input || role == .space else { continue }
      touches[index].opensAlternates = nil
      let outcome = keyUp(touches[index])
      if index < touches.count { touches[index].isDone = true }
      if result?.isRejected != true, outcome != .ignored { result = outcome }
    }
    return result
  }

  /// Submits the text, like the return key of a text with one line.
  ///
  /// The keyboard is then hidden, unless ``onReturn`` returns `false` or the return type is `next`.
  ///
  /// - Returns: `rejected` if the keyboard is disabled, a dead key is pending, a required text is
  ///   empty, a required ID card number is not complete and correct, or if the text does not have
  ///   the expected form and was not submitted before.
  @discardableResult
  public func submit(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    interruptModifiers()
    return submit(as: configuration.returnType)
  }

  func submit(as type: ReturnType) -> Outcome {
    guard isEnabled else { return .rejected(.disabled) }
    guard !dropPending() else { return .rejected(.incomplete) }
    guard isReturnEnabled else { return .rejected(.disabled) }
    if configuration.idCardCheck, !text.withBytes({ AllowList.isIDCardNumber($0) }) {
      return .rejected(.idCard)
    }
    if refusesFaults {
      guard field.fault == nil else {
        field.acceptFault()
        return .rejected(.fault)
      }
      field.finish()
    }
    endOnce()
    let agrees = onReturn?(self, type) ?? true
    if agrees, !type.keepsKeyboard { hide() }
    return .accepted
  }
}

extension Keyboard {
  /// Moves the typed text out; the keyboard's text is empty afterwards.
  ///
  /// The returned text is in a separate region, so it may be sent to another thread, for example to
  /// compute a hash while the keyboard continues:
  ///
  ///     let text = try keyboard.takeText()
  ///     worker.check { try hash.matches(text) }
  ///
  /// - Throws: `SecretMemoryError` if no memory can be locked; the keyboard then keeps its text.
  public func takeText() throws(SecretMemoryError) -> sending SecretText {
    let taken = try copyText()
    cancelPaste()
    dropPending()
    field.removeAll()
    repeating = nil
    postTextChange()
    return taken
  }

  package func copyText() throws(SecretMemoryError) -> sending SecretText {
    // A copy, not an exchange: the keyboard's text may be part of a shared region, which only one
    // thread may use.
    nonisolated(unsafe) var copy = try SecretText(
      capacity: text.capacity, policy: text.isLocked ? .required : .allowUnlocked)
    do throws(SecretTextError) {
      try text.withBytes { bytes throws(SecretTextError) in try unsafe copy.append(bytes) }
    } catch {
      preconditionFailure("the copy has the capacity of the text")
    }
    return unsafe copy
  }

  /// Moves the typed text out, encrypted, so that it may be kept in ordinary memory.
  ///
  /// - Parameter key: The key that encrypts the text; the same key is needed to open it.
  /// - Returns: The sealed text; the keyboard's text is empty afterwards.
  /// - Throws: `SecretMemoryError` if no memory can be locked; the keyboard then keeps its text.
  public func sealText(
    under key: borrowing SealingKey
  ) throws(SecretMemoryError) -> SealedSecret {
    try takeText().sealed(under: key)
  }
}

/// Dead keys, which type nothing until the next key is pressed.
extension Keyboard {
  /// Carries out the action of a key; `press` is nil for a key without a position.
  func perform(_ action: KeyAction, by press: KeyPress? = nil) -> Outcome {
    if action == .nothing { return .ignored }
    if pending == .start, case .insert(let text) = action { return insertOutput(text, by: press) }
    switch deadKeys.step(from: pending, with: action) {
    case .waits(let place):
      pending = place
      field.remember(deadKey: press)
      endOnce()
      return .accepted
    case .types(let text):
      pending = .start
      return insertOutput(text, by: press)
    case .leadsNowhere:
      pending = .start
      field.noteNothing(typedBy: press)
      endOnce()
      return .rejected(.noSequence)
    }
  }

  /// Returns the press of a drawn key at the present level; nil if the key has no position.
  private func press(of key: Key) -> KeyPress? {
    guard basePanel?.form != nil else { return nil }
    return KeyPress(key.role == .space ? KeyboardForm.space : key.id, level)
  }

  /// Drops pending dead keys; returns false if there are none.
  @discardableResult
  func dropPending() -> Bool {
    guard pending != .start else { return false }
    pending = .start
    if field.text.dropDeadKeys() { field.noteKeys(areLacking: true) } else { field.note(.missing) }
    return true
  }

  func releaseAll() {
    cancelTouches()
    dropPending()
  }
}

extension Keyboard {
  /// The latest time to call ``advance(to:)``, in seconds; `nil` if nothing is scheduled.
  public var nextDeadline: Double? {
    (nextTimer?.seconds).orEarlier(transitions.nextDeadline)
  }

  /// Advances the clock to `time`, and performs every action that is due by then.
  ///
  /// Actions are performed in the order of their times. Held keys repeat or open their alternates,
  /// the wait for a double tap on shift ends, and animations end.
  ///
  /// If a repeat of the delete key is more than 0.25 s late, the key deletes one character, and
  /// further missed repeats are dropped. Otherwise, a program that was suspended while the user
  /// held delete could delete the whole text when the program resumes.
  ///
  /// - Parameter time: Seconds on the caller's clock. A time before that of the last call changes
  ///   nothing, unless it is more than a minute earlier: then the clock restarts, held keys are
  ///   released and animations end.
  public func advance(to time: Double) {
    if transitions.isRestart(time) { cancelTouches() }
    let end = Moment(time)
    while let due = nextTimer, due <= end {
      transitions.advance(to: due.seconds)
      // A did-phase handler may have hidden the keyboard, which releases the key.
      guard nextTimer == due else { continue }
      fire(due, at: end)
    }
    // Pass the unrounded time: a time rounded down might never reach the deadline of a transition.
    transitions.advance(to: time)
  }

  private var nextTimer: Moment? {
    var next = shiftMachine.deadline.orEarlier(altgrMachine.deadline).orEarlier(repeating?.next)
    for touch in touches { next = next.orEarlier(touch.opensAlternates) }
    return next
  }

  private func fire(_ due: Moment, at end: Moment) {
    if shiftMachine.deadline == due {
      changeLevels { shift, _ in shift.fire() }
    } else if altgrMachine.deadline == due {
      changeLevels { _, altgr in altgr.fire() }
    } else if let current = repeating, current.next == due {
      let isLate = end > due + Self.lateness
      repeating?.next = (isLate ? end : due) + Self.deleteInterval
      _ = field.deleteCharacter()
    } else if let index = touches.firstIndex(where: { $0.opensAlternates == due }) {
      openAlternates(ofTouch: index)
    }
  }
}
