extension Keyboard {
  /// An item to draw, at its present place.
  ///
  ///     for item in keyboard.drawnItems { draw(item.label, in: item.frame) }
  public struct DrawnItem: Hashable, Sendable {
    /// The part of the keyboard it is.
    public enum Part: Hashable, Sendable {
      /// A key of the shown panel.
      case key(slot: Int)
      /// An item of the toolbar.
      case toolbar(KeyboardToolbarItem)
      /// A place of the pop-up, by its number.
      case alternate(place: Int)
    }

    /// The part of the keyboard it is.
    public let part: Part
    /// Its name: a key's id, a toolbar item's label, the number of an alternate.
    public let id: String
    /// The text drawn on it.
    public let label: String
    /// The function of a key; `nil` for an item of the toolbar.
    public let role: KeyRole?
    /// The frame in points, in screen coordinates; ``Keyboard/press(at:touch:at:)`` takes any point
    /// inside.
    public let frame: Rect
    /// True if a finger holds it and feedback may show that.
    public let isPressed: Bool
    /// True if a release takes this alternate, or the arrows have reached this key.
    public let isSelected: Bool
  }

  /// All that can be pressed, to be drawn from back to front: keys, toolbar, alternates.
  ///
  /// The background is ``drawnFrame``, and the title goes into ``titleFrame``.
  /// Frames are where an animation had brought them at ``now``, so a host calls ``advance(to:)``
  /// and draws them as they are, at every ``nextFrame(after:)``. Empty while the keyboard is away,
  /// and on a shortcuts bar.
  public var drawnItems: [DrawnItem] {
    let shown = transitions.presentationFrame
    guard state.isVisible || transitions.isAnimating, let place = panelFrame(in: shown),
      let panel = currentPanel
    else { return [] }
    let pressed = pressedSlots
    let across = place.width / panel.size.width
    let down = place.height / panel.size.height
    func onScreen(_ frame: Rect) -> Rect {
      Rect(
        x: place.x + frame.x * across, y: place.y + frame.y * down, width: frame.width * across,
        height: frame.height * down)
    }
    var items = panel.keys.enumerated().map { slot, placed in
      DrawnItem(
        part: .key(slot: slot), id: placed.key.id, label: placed.key.label, role: placed.key.role,
        frame: onScreen(placed.frame), isPressed: pressed.contains(slot),
        isSelected: slot == focusedSlot)
    }
    for item in toolbarItems {
      guard let frame = frame(of: item, in: shown) else { continue }
      let isPressed = configuration.feedback == .press && isHeld(item)
      items.append(
        DrawnItem(
          part: .toolbar(item), id: item.label, label: item.label, role: nil, frame: frame,
          isPressed: isPressed, isSelected: false))
    }
    guard let popup = alternates else { return items }
    for (number, option) in popup.options.enumerated() {
      items.append(
        DrawnItem(
          part: .alternate(place: number), id: String(number), label: option, role: .input,
          frame: onScreen(popup.frames[number]), isPressed: false,
          isSelected: number == popup.selected))
    }
    return items
  }

  /// The frame of the keyboard's background as it is drawn now; empty while it is away.
  ///
  /// ``TransitionEngine/presentationFrame`` has a place also then, below the screen.
  public var drawnFrame: Rect {
    state.isVisible || transitions.isAnimating ? transitions.presentationFrame : .zero
  }

  /// The room for the title in the middle of the toolbar, as it is drawn now; empty where there is
  /// no toolbar.
  ///
  ///     draw(keyboard.configuration.title, in: keyboard.titleFrame)
  public var titleFrame: Rect {
    let (shown, items) = (drawnFrame, toolbarItems)
    guard let first = items.first.flatMap({ frame(of: $0, in: shown) }), shown != .zero else {
      return .zero
    }
    // As far from both sides as the fuller one needs, so that the title is in the middle.
    let side = KeyboardToolbarItem.gap + KeyboardToolbarItem.width
    let margin = KeyboardToolbarItem.gap + max(1, Double(items.count - 1)) * side
    return Rect(
      x: shown.x + margin, y: first.y, width: max(0, shown.width - 2 * margin),
      height: first.height)
  }

  /// Whether the keyboard is moving, so that it is drawn elsewhere at every frame.
  public var isAnimating: Bool { transitions.isAnimating }

  /// Returns the time to call ``advance(to:)`` and to draw again.
  ///
  /// It is the next frame of a screen while something moves, else the next deadline.
  ///
  /// - Parameter time: The present time in seconds.
  /// - Returns: Seconds on the same clock; `nil` if nothing happens until the next touch.
  public func nextFrame(after time: Double) -> Double? {
    guard isAnimating else { return nextDeadline }
    let frame = time + Self.frameInterval
    return nextDeadline.map { min($0, frame) } ?? frame
  }

  /// The seconds between two frames of an animation.
  public static var frameInterval: Double { 1.0 / 60 }

  private func isHeld(_ item: KeyboardToolbarItem) -> Bool {
    touches.contains { $0.isArmed && !$0.isDone && $0.target == .toolbar(item) }
  }
}
