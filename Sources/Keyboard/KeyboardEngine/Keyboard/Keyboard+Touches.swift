extension Keyboard {
  /// Presses the item at a point of the screen: a key, a toolbar item, or an alternate of an open
  /// pop-up.
  ///
  /// A pressed alternate is typed immediately.
  ///
  /// - Parameters:
  ///   - point: A point in screen coordinates, like those of ``drawnItems``.
  ///   - touch: The identifier of the touch.
  ///   - time: Seconds; `nil` is the time of the last call.
  /// - Returns: `accepted` if a key or item was pressed; `rejected` if the press caused an input
  ///   that the field does not accept. The result is `ignored` if there is no key or item at the
  ///   point, or if the keyboard accepts no presses, for example while ``isEnabled`` is false.
  @discardableResult
  public func press(at point: Point, touch: Int = 0, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    if let outcome = takeAlternate(at: point, touch: touch) { return outcome }
    let shown = transitions.presentationFrame
    let item = toolbarItems.first { frame(of: $0, in: shown)?.contains(point) == true }
    if let item { return press(item, touch: touch) }
    guard shown.reaches(point),
      let slot = panelPoint(point).flatMap({ basePanel?.slot(at: $0) })
    else { return .ignored }
    return press(slot: slot, touch: touch)
  }

  @discardableResult
  package func press(slot: Int, touch: Int = 0, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    guard takesPresses(touch), let panel = basePanel, panel.keys.indices.contains(slot) else {
      return .ignored
    }
    let key = panel.keys[slot].key
    return press(.key(slot: slot), key.role, touch: touch) { keyDown(key, touch: touch) }
  }

  @discardableResult
  package func press(_ item: KeyboardToolbarItem, touch: Int = 0, at time: Double? = nil) -> Outcome
  {
    advance(to: time ?? now)
    guard takesPresses(touch), toolbarItems.contains(item) else { return .ignored }
    return press(.toolbar(item), nil, touch: touch) { .accepted }
  }

  private func press(
    _ target: HeldTouch.Target, _ role: KeyRole?, touch: Int, _ body: () -> Outcome
  ) -> Outcome {
    let earlier = commitHeldInput()
    // A handler called for the held key's input may have disabled or hidden the keyboard.
    guard takesPresses(touch) else { return earlier ?? .ignored }
    interruptModifiers(for: role)
    touches.append(HeldTouch(id: touch, target: target, role: role))
    let outcome = body()
    if let earlier, earlier.isRejected { return earlier }
    return outcome
  }

  /// Moves a touch.
  ///
  /// A key that acts on release does so only if the touch is then inside the key or close to it. If
  /// the key's pop-up is open, the touch selects an alternate.
  ///
  /// - Parameters:
  ///   - point: A point in screen coordinates.
  ///   - touch: The identifier of the touch.
  ///   - time: Seconds; `nil` is the time of the last call.
  public func drag(to point: Point, touch: Int = 0, at time: Double? = nil) {
    advance(to: time ?? now)
    guard let index = touches.firstIndex(where: { $0.id == touch }) else { return }
    switch touches[index].target {
    case .toolbar(let item):
      let room = frame(of: item, in: transitions.presentationFrame)?.inset(
        by: -PanelLayout.dragTolerance)
      touches[index].isArmed = room?.contains(point) ?? false
    case .key(let slot):
      guard let point = panelPoint(point), let panel = basePanel else { return }
      dragKey(index, slot: slot, to: point, in: panel)
    }
  }

  /// Ends a touch, and performs the action of the pressed key if the touch is still inside it.
  ///
  /// - Returns: `ignored` if the touch has left the key, or if the key acts when it is pressed.
  ///   Such keys are shift, AltGr, delete, and those that change the panel or the keyboard.
  @discardableResult
  public func release(touch: Int = 0, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    guard let held = takeTouch(touch) else { return .ignored }
    defer { reshuffleIfFree() }
    return keyUp(held)
  }

  /// Ends a touch without performing the action of the pressed key.
  public func cancel(touch: Int = 0, at time: Double? = nil) {
    advance(to: time ?? now)
    guard let held = takeTouch(touch) else { return }
    closePopup(of: held)
    reshuffleIfFree()
  }

  private func takeTouch(_ touch: Int) -> HeldTouch? {
    guard let index = touches.firstIndex(where: { $0.id == touch }) else { return nil }
    if repeating?.touch == touch { repeating = nil }
    return touches.remove(at: index)
  }

  /// Presses and immediately releases a key, as Space and Enter do with the focused key.
  @discardableResult
  public func activate(slot: Int, at time: Double? = nil) -> Outcome {
    releaseFocusTouch(after: press(slot: slot, touch: Self.focusTouch, at: time))
  }

  @discardableResult
  package func activate(_ item: KeyboardToolbarItem, at time: Double? = nil) -> Outcome {
    releaseFocusTouch(after: press(item, touch: Self.focusTouch, at: time))
  }

  private func releaseFocusTouch(after pressed: Outcome) -> Outcome {
    let released = release(touch: Self.focusTouch)
    return released == .ignored ? pressed : released
  }

  private static var focusTouch: Int { Int.min }
}

extension Keyboard {
  package var pressedSlots: [Int] {
    guard configuration.feedback == .press else { return [] }
    return touches.compactMap { held in
      guard held.isArmed, !held.isDone, case .key(let slot) = held.target else { return nil }
      return slot
    }
  }

  private func takesPresses(_ touch: Int) -> Bool {
    isEnabled && state.isVisible && !transitions.isInBackground && configuration.input != .keys
      && !touches.contains { $0.id == touch }
  }

  func panelPoint(_ point: Point) -> Point? {
    guard let frame = panelFrame(in: transitions.presentationFrame), let size = basePanel?.size,
      frame.width > 0, frame.height > 0
    else { return nil }
    return Point(
      x: (point.x - frame.x) * size.width / frame.width,
      y: (point.y - frame.y) * size.height / frame.height)
  }

  private func dragKey(_ index: Int, slot: Int, to point: Point, in panel: PanelLayout) {
    if alternates?.slot == slot, !touches[index].isDone {
      if alternates?.select(at: point) == false { closeAlternates(of: index) }
      return
    }
    arm(index, panel.keepsPress(at: point, in: slot))
  }

  func closeAlternates(of index: Int) {
    alternates = nil
    touches[index].isDone = true
  }

  func arm(_ index: Int, _ isInside: Bool) {
    touches[index].isArmed = isInside
    guard !isInside else { return }
    touches[index].opensAlternates = nil
    if repeating?.touch == touches[index].id { repeating = nil }
  }

  func cancelTouches() {
    touches.removeAll(keepingCapacity: true)
    repeating = nil
    alternates = nil
    interruptModifiers()
    reshuffleIfFree()
  }

  func disarmTouches(except touch: Int) {
    for index in touches.indices where touches[index].id != touch {
      touches[index].isDone = true
      touches[index].opensAlternates = nil
    }
    repeating = nil
    alternates = nil
  }
}

extension Rect {
  /// True if `point` is inside or on any edge.
  fileprivate func reaches(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
}
