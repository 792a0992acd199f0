extension Keyboard {
  /// Presses the item at a point of the screen: a key, a toolbar item, or an alternate of an open
  /// pop-up.
  ///
  /// A pressed alternate is typed immediately. Of more than 64 touches, the oldest is cancelled.
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
    return part(at: point).map { begin(touch, on: $0) } ?? .ignored
  }

  /// Presses a part of the keyboard; a host that draws the parts itself finds them without points.
  @discardableResult
  package func press(
    _ part: DrawnItem.Part, touch: Int = 0, at time: Double? = nil
  ) -> Outcome {
    advance(to: time ?? now)
    return begin(touch, on: part)
  }

  private func begin(_ touch: Int, on part: DrawnItem.Part) -> Outcome {
    if case .alternate(let place) = part { return takeAlternate(place, touch: touch) }
    let key = key(of: part)
    guard takesPresses(touch), key != nil || isToolbarItem(part) else { return .ignored }
    let earlier = commitHeldInput()
    // A handler called for the held key's input may have disabled or hidden the keyboard.
    guard takesPresses(touch) else { return earlier ?? .ignored }
    interruptModifiers(for: key?.role)
    if touches.count == Self.mostTouches { cancel(touch: touches[0].id) }
    touches.append(HeldTouch(id: touch, part: part, role: key?.role))
    let outcome = key.map { keyDown($0, touch: touch) } ?? .accepted
    if let earlier, earlier.isRejected { return earlier }
    return outcome
  }

  /// The front part at a point of the screen; nil for none.
  private func part(at point: Point) -> DrawnItem.Part? {
    let inside = panelPoint(point)
    if let inside, let place = alternates?.placement.place(at: inside) {
      return .alternate(place: place)
    }
    let shown = transitions.presentationFrame
    let item = toolbarItems.first { frame(of: $0, in: shown)?.contains(point) == true }
    if let item { return .toolbar(item) }
    guard shown.reaches(point), let slot = inside.flatMap({ basePanel?.slot(at: $0) }) else {
      return nil
    }
    return .key(slot: slot)
  }

  /// The key that is a part of the keyboard; nil if the part is no key of the shown panel.
  package func key(of part: DrawnItem.Part) -> Key? {
    guard case .key(let slot) = part, let keys = basePanel?.keys, keys.indices.contains(slot) else {
      return nil
    }
    return keys[slot].key
  }

  private func isToolbarItem(_ part: DrawnItem.Part) -> Bool {
    if case .toolbar(let item) = part { toolbarItems.contains(item) } else { false }
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
    guard let held = touches.first(where: { $0.id == touch }) else { return }
    switch held.part {
    case .toolbar(let item):
      let room = frame(of: item, in: transitions.presentationFrame)?.inset(
        by: -PanelLayout.dragTolerance)
      move(touch, to: room?.contains(point) == true ? held.part : nil)
    case .key(let slot):
      guard let point = panelPoint(point), let panel = basePanel else { return }
      if hasPopup(held) {
        let place = alternates?.placement.place(nearest: point)
        move(touch, to: place.map { .alternate(place: $0) })
      } else {
        move(touch, to: panel.keepsPress(at: point, in: slot) ? held.part : nil)
      }
    case .alternate: break
    }
  }

  /// Moves a touch to a part of the keyboard; nil is none.
  ///
  /// A key that acts on release does so only if the touch is then on this key. If the key's pop-up
  /// is open, the touch selects an alternate; on any other part it closes the pop-up.
  package func drag(to part: DrawnItem.Part?, touch: Int = 0, at time: Double? = nil) {
    advance(to: time ?? now)
    move(touch, to: part)
  }

  private func move(_ touch: Int, to part: DrawnItem.Part?) {
    guard let index = touches.firstIndex(where: { $0.id == touch }) else { return }
    guard hasPopup(touches[index]) else { return arm(index, part == touches[index].part) }
    if case .alternate(let place)? = part, alternates?.select(place) == true { return }
    alternates = nil
    touches[index].isDone = true
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

  /// Presses and immediately releases a part, as Space and Enter do with the focused key.
  ///
  ///     keyboard.activate(.key(slot: 3))
  @discardableResult
  public func activate(_ part: DrawnItem.Part, at time: Double? = nil) -> Outcome {
    let touch = Int.min
    let pressed = press(part, touch: touch, at: time)
    let released = release(touch: touch)
    return released == .ignored ? pressed : released
  }
}

extension Keyboard {
  /// The maximum number of touches at a time; one more cancels the oldest.
  static let mostTouches = 64

  var showsPresses: Bool { configuration.feedback == .press && !isCaptured }

  package var pressedSlots: [Int] {
    guard showsPresses else { return [] }
    return touches.compactMap { held in
      guard held.isArmed, !held.isDone, case .key(let slot) = held.part else { return nil }
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

  private func arm(_ index: Int, _ isInside: Bool) {
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
