/// The reason why a keyboard cannot be created or changed.
@nonexhaustive public enum KeyboardError: Error, Hashable, Sendable {
  /// A name that does not exist, such as that of a panel.
  case name(UnknownName)
  /// The ``KeyboardConfiguration/panelHeight`` is not a number up to 100,000 points, or a row of
  /// keys would be less than 20 points high.
  case panelHeight(Double)
  /// The ``KeyboardConfiguration/maxLength`` is below 1.
  case maxLength(Int)
  /// A size or insets that no screen can have.
  case screen(ScreenError)
  /// The screen has no room for the keyboard: a key would be less than one point wide, or a row
  /// less than 20 points high.
  case noRoom(on: Size)
}

extension KeyboardError: CustomStringConvertible {
  /// The cause and the remedy.
  public var description: String {
    switch self {
    case .name(let error): error.description
    case .panelHeight(let height):
      "A panel cannot be \(height) points high. Give panelHeight at least 20 points for each row of "
        + "keys, and at most \(Int(ScreenDescription.longestSide))."
    case .maxLength(let length):
      "A text of at most \(length) characters cannot be typed. Give maxLength at least 1, or nil."
    case .screen(let error): error.description
    case .noRoom(let size):
      "A screen of \(size) points has no room for this keyboard. Use a larger screen, smaller "
        + "insets, or a keyboard with fewer columns or rows."
    }
  }
}

extension KeyboardConfiguration {
  /// Throws an error for options with which a keyboard would never appear or never accept a text.
  func check() throws(KeyboardError) {
    if let maxLength, maxLength < 1 { throw .maxLength(maxLength) }
    var filling = self
    filling.panelHeight = .fill
    guard filling.hasRoom else { throw .noRoom(on: screen.size) }
    if case .points(let height) = panelHeight,
      !hasRoom || !(0...ScreenDescription.longestSide).contains(height)
    {
      throw .panelHeight(height)
    }
  }
}
