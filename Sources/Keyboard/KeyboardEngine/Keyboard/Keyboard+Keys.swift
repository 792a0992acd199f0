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
      let outcome = key.role == .nextKeyboard ? followNextKeyboard() : showPanel(for: key.role)
      if outcome == .accepted { disarmTouches(except: touch) }
      return outcome
    }
  }

  func keyUp(_ held: HeldTouch) -> Outcome {
    if held.isDone { return .ignored }
    let popup = closePopup(of: held)
    guard held.isArmed else { return .ignored }
    switch held.target {
    case .toolbar(.done): return submit(as: .done)
    case .toolbar(.panel(let panel)): return showPanel(panel)
    case .key: break
    }
    switch held.role {
    case .input, .space:
      guard let key = key(of: held) else { return .ignored }
      if let popup, popup.selected > 0 { return perform(.insert(popup.options[popup.selected])) }
      return perform(key.action(at: level))
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

  private func key(of held: HeldTouch) -> Key? {
    guard case .key(let slot) = held.target, let keys = basePanel?.keys,
      keys.indices.contains(slot)
    else { return nil }
    return keys[slot].key
  }

  func openAlternates(of held: HeldTouch) {
    guard case .key(let slot) = held.target, let key = key(of: held), held.isArmed, !held.isDone,
      let panel = basePanel
    else { return }
    let others = key.alternates.map {
      shiftMachine.isUpper ? Key.upperCase(of: $0, in: definition.language) : $0
    }
    let text = key.output(at: level)
    let own = text.isEmpty ? key.label(at: level) : text
    alternates = AlternatesPopup(slot: slot, options: [own] + others, panel: panel)
  }

  @discardableResult
  func closePopup(of held: HeldTouch) -> AlternatesPopup? {
    guard case .key(let slot) = held.target, let popup = alternates, popup.slot == slot else {
      return nil
    }
    alternates = nil
    return popup
  }

  /// Submits the text, like the return key.
  ///
  /// The keyboard is then hidden, unless ``onReturn`` returns `false` or the return type is `next`.
  ///
  /// - Returns: `rejected` if the keyboard is disabled, a dead key is pending, a required text is
  ///   empty, or a required ID card number is not complete and correct.
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
  func perform(_ action: KeyAction) -> Outcome {
    if action == .nothing { return .ignored }
    if pending == .start, case .insert(let text) = action { return insertOutput(text) }
    switch deadKeys.step(from: pending, with: action) {
    case .waits(let place):
      pending = place
      endOnce()
      return .accepted
    case .types(let text):
      pending = .start
      return insertOutput(text)
    case .leadsNowhere:
      dropPending()
      endOnce()
      return .rejected(.noSequence)
    }
  }

  /// Drops pending dead keys; returns false if there are none.
  @discardableResult
  func dropPending() -> Bool {
    guard pending != .start else { return false }
    pending = .start
    field.note(.missing)
    return true
  }

  func releaseAll() {
    cancelTouches()
    dropPending()
  }
}

/// Access to the alternates of a key, which are the characters in its long-press pop-up.
///
/// These methods are for hosts that place keys and pop-ups themselves, or that have no touch input.
extension Keyboard {
  package func hasAlternates(slot: Int) -> Bool {
    guard let keys = basePanel?.keys, keys.indices.contains(slot) else { return false }
    return !keys[slot].key.alternates.isEmpty
  }

  /// Presses the key at index `slot` of the panel, and opens its pop-up of alternates immediately.
  ///
  /// Returns `ignored` for a key without alternates.
  @discardableResult
  package func openAlternates(slot: Int, touch: Int = 0, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    guard hasAlternates(slot: slot) else { return .ignored }
    let outcome = press(slot: slot, touch: touch)
    if let index = touches.firstIndex(where: { $0.id == touch && !$0.isDone }) {
      touches[index].opensAlternates = nil
      openAlternates(of: touches[index])
    }
    return outcome
  }

  package func selectAlternate(_ place: Int?, touch: Int = 0, at time: Double? = nil) {
    advance(to: time ?? now)
    guard let index = touches.firstIndex(where: { $0.id == touch && !$0.isDone }),
      case .key(let slot) = touches[index].target, slot == alternates?.slot
    else { return }
    if alternates?.select(place) == false { closeAlternates(of: index) }
  }

  /// Moves a touch to the key at index `slot` of the panel, or off all keys if `slot` is `nil`.
  ///
  /// On release, the pressed key acts only if the touch is then on the pressed key.
  package func drag(toSlot slot: Int?, touch: Int = 0, at time: Double? = nil) {
    advance(to: time ?? now)
    guard let index = touches.firstIndex(where: { $0.id == touch }),
      case .key(let own) = touches[index].target
    else { return }
    arm(index, slot == own)
  }

  func takeAlternate(at point: Point, touch: Int) -> Outcome? {
    guard isEnabled, let popup = alternates, let point = panelPoint(point),
      let place = popup.frames.firstIndex(where: { $0.contains(point) }),
      let index = touches.firstIndex(where: { $0.target == .key(slot: popup.slot) && !$0.isDone })
    else { return nil }
    _ = alternates?.select(place)
    var holder = touches[index]
    holder.isArmed = true
    touches[index].isDone = true
    if !touches.contains(where: { $0.id == touch }) {
      touches.append(HeldTouch(id: touch, target: holder.target, role: holder.role, isDone: true))
    }
    return keyUp(holder)
  }
}

/// The pop-up above a held key: a row with the key's own character and then its alternates.
package struct AlternatesPopup: Hashable, Sendable {
  package let slot: Int
  package let options: [String]
  /// The frames of the characters, in the panel's coordinates.
  ///
  /// The pop-up of a key in the first row is above the panel, so its y is negative.
  package let frames: [Rect]
  package private(set) var selected = 0

  init(slot: Int, options: [String], panel: PanelLayout) {
    self.slot = slot
    self.options = options
    let key = panel.keys[slot].frame
    let pitch = panel.keyWidth + panel.gap
    let width = Double(options.count) * pitch - panel.gap
    // The key's own character is above the key, unless the row would extend beyond the panel.
    let left = max(0, min(key.midX - panel.keyWidth / 2, panel.size.width - width))
    frames = options.indices.map { index in
      Rect(
        x: left + Double(index) * pitch, y: key.minY - panel.line - panel.keyHeight,
        width: panel.keyWidth, height: panel.keyHeight)
    }
  }

  mutating func select(at point: Point) -> Bool {
    let place = Self.place(nearest: point, of: frames, within: frames.first?.height ?? 0)
    return select(place)
  }

  mutating func select(_ place: Int?) -> Bool {
    guard let place, options.indices.contains(place) else { return false }
    selected = place
    return true
  }

  package static func place(
    nearest point: Point, of frames: [Rect], within reach: Double
  ) -> Int? {
    var nearest = Double.infinity
    var place: Int?
    for (index, frame) in frames.enumerated() {
      let x = max(frame.minX - point.x, 0, point.x - frame.maxX)
      let y = max(frame.minY - point.y, 0, point.y - frame.maxY)
      let distance = (x * x + y * y).squareRoot()
      guard distance < nearest, distance <= reach else { continue }
      nearest = distance
      place = index
    }
    return place
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
      touches[index].opensAlternates = nil
      openAlternates(of: touches[index])
    }
  }
}
