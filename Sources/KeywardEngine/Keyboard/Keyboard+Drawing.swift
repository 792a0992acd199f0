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

  /// All items to draw now, from back to front: keys, toolbar, alternates.
  ///
  /// Frames are those of an animation at ``now``, so a host calls ``advance(to:)`` and draws the
  /// items unchanged, at every ``nextFrame(after:)``. The list is empty while the keyboard is away,
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

  /// The frame of the keyboard's background now; empty while it is away.
  public var drawnFrame: Rect {
    state.isVisible || transitions.isAnimating ? transitions.presentationFrame : .zero
  }

  /// True if the keyboard is moving, so that every frame draws it elsewhere.
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
