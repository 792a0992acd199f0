import KeyboardScenes

extension KeyboardPlacement {
  /// A floating keyboard with the size of a pad's.
  static func floating(
    _ x: Double, _ y: Double, width: Double = 320, height: Double = 254
  ) -> KeyboardPlacement {
    KeyboardPlacement(
      kind: .floating, frame: Rect(x: x, y: y, width: width, height: height), isVisible: true)
  }
}

extension KeyboardLayoutGuide {
  /// Places a keyboard on a screen that is the window.
  func place(_ placement: KeyboardPlacement, on screen: Size) throws(LayoutError) {
    try update(placement, window: Rect(origin: .zero, size: screen), screen: screen)
  }
}
