extension Keyboard {
  /// An item to draw, with its current frame.
  ///
  ///     for item in keyboard.drawnItems { draw(item.label, in: item.frame) }
  public struct DrawnItem: Hashable, Sendable {
    /// A part of the keyboard that is drawn as one item.
    @nonexhaustive public enum Part: Hashable, Sendable {
      /// A key of the shown panel; `slot` is its index among the panel's keys, counted from 0.
      case key(slot: Int)
      /// An item of the toolbar.
      case toolbar(KeyboardToolbarItem)
      /// A character in the open pop-up; `place` is its index, and index 0 is the key's own
      /// character.
      case alternate(place: Int)
    }

    /// The part of the keyboard that this item represents.
    public let part: Part
    /// The key's id, the toolbar item's label, or the index of the character in the pop-up.
    ///
    /// The id of a key is its character or word in a row (`q`, `{dead_acute}`), its position on a
    /// form (`AC05`), or its role (`shift`; `shift-2` for the second of a panel).
    public let id: String
    /// The text to draw on the item, in the language of the configuration.
    ///
    /// The return key of the forms `iso`, `jis` and `abnt` is two items, `return` and below it
    /// `return-2`. The label of the second is empty, so that the key is labelled once.
    public let label: String
    /// A sign to draw in place of a word, such as `⌫`; the label if there is none.
    public let symbol: String
    /// The text for a screen reader, in the language of the configuration, such as `letters`.
    ///
    /// It names the key, so a host that speaks it while a secret is typed reveals the secret.
    public let accessibilityLabel: String
    /// The function of a key; `nil` for an item of the toolbar.
    public let role: KeyRole?
    /// The frame in points, in screen coordinates.
    ///
    /// Pass any point inside the frame to ``Keyboard/press(at:touch:at:)`` to press the item.
    public let frame: Rect
    /// True if the item should look pressed: a touch holds it, and the option `feedback` is on.
    public let isPressed: Bool
    /// True if releasing the touch selects this alternate, or if this key has the focus.
    public let isSelected: Bool
  }

  /// All items that can be pressed, ordered from back to front: keys, toolbar, alternates.
  ///
  /// Draw the background in ``drawnFrame`` and the title in ``titleFrame``. During an animation,
  /// the frames are those at the time ``now``: call ``advance(to:)`` and redraw at the time that
  /// ``nextFrame(after:)`` returns. The array is empty while the keyboard is hidden or replaced by
  /// the shortcuts bar.
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
    let language = configuration.language
    let unlabelled = panel.tallReturn?.lower
    var items = panel.keys.enumerated().map { slot, placed in
      let (role, label) = (placed.key.role, label(of: placed.key))
      let hasLabel = slot != unlabelled
      return DrawnItem(
        part: .key(slot: slot), id: placed.key.id, label: hasLabel ? label : "",
        symbol: hasLabel ? role.texts.symbol ?? label : "",
        accessibilityLabel: language.spokenLabel(of: role) ?? label, role: role,
        frame: onScreen(placed.frame), isPressed: pressed.contains(slot),
        isSelected: slot == focusedSlot)
    }
    for item in toolbarItems {
      guard let frame = frame(of: item, in: shown) else { continue }
      let isPressed = showsPresses && isHeld(item)
      let label = item == .done ? language[.done] : item.label
      items.append(
        DrawnItem(
          part: .toolbar(item), id: item.label, label: label, symbol: label,
          accessibilityLabel: language.spokenLabel(of: item), role: nil, frame: frame,
          isPressed: isPressed, isSelected: false))
    }
    guard let popup = alternates else { return items }
    for (number, option) in popup.options.enumerated() {
      items.append(
        DrawnItem(
          part: .alternate(place: number), id: String(number), label: option, symbol: option,
          accessibilityLabel: option, role: .input,
          frame: onScreen(popup.placement.frames[number]), isPressed: false,
          isSelected: number == popup.selected))
    }
    return items
  }

  /// The label of a key; labels that the keyboard's file sets are not translated.
  private func label(of key: Key) -> String {
    let type = configuration.returnType
    let language = configuration.language
    if key.role == .return, key.label == type.label { return language.label(of: type) }
    guard key.label == key.role.label else { return key.label }
    return language.label(of: key.role) ?? key.label
  }

  /// The current frame of the keyboard's background; empty while the keyboard is hidden.
  ///
  /// In contrast, the ``TransitionEngine/presentationFrame`` of a hidden keyboard is a frame just
  /// below the screen.
  public var drawnFrame: Rect {
    state.isVisible || transitions.isAnimating ? transitions.presentationFrame : .zero
  }

  /// The current frame for the title in the middle of the toolbar; empty without a toolbar.
  ///
  ///     draw(keyboard.configuration.title, in: keyboard.titleFrame)
  public var titleFrame: Rect {
    let (shown, items) = (drawnFrame, toolbarItems)
    guard let first = items.first.flatMap({ frame(of: $0, in: shown) }), shown != .zero else {
      return .zero
    }
    // To centre the title, both margins have the width that the side with more items needs.
    let side = KeyboardToolbarItem.gap + KeyboardToolbarItem.width
    let margin = KeyboardToolbarItem.gap + max(1, Double(items.count - 1)) * side
    return Rect(
      x: shown.x + margin, y: first.y, width: max(0, shown.width - 2 * margin),
      height: first.height)
  }

  /// True while the keyboard is moving and needs a redraw for every frame.
  public var isAnimating: Bool { transitions.isAnimating }

  /// Returns the time at which to call ``advance(to:)`` and to redraw.
  ///
  /// During an animation, this is the time of the next animation frame, or ``nextDeadline`` if that
  /// is earlier. Without an animation, it is always ``nextDeadline``.
  ///
  /// - Parameter time: The current time in seconds.
  /// - Returns: Seconds on the same clock; `nil` if nothing happens until the next touch.
  public func nextFrame(after time: Double) -> Double? {
    guard isAnimating else { return nextDeadline }
    let frame = (time.isFinite ? time : now) + Self.frameInterval
    return nextDeadline.map { min($0, frame) } ?? frame
  }

  /// The seconds between two frames of an animation.
  public static var frameInterval: Double { 1.0 / 60 }

  private func isHeld(_ item: KeyboardToolbarItem) -> Bool {
    touches.contains { $0.isArmed && !$0.isDone && $0.part == .toolbar(item) }
  }
}
