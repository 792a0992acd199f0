package struct Style: Hashable, Sendable {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
  }

  package var foreground: Ink
  package var background: Ink
  package var attributes: Attributes

  package static let plain = Style()
  package static let bold = Style(attributes: .bold)
  package static let hint = Style(foreground: .hint)

  package init(
    foreground: Ink = .own, background: Ink = .own, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  init(bits: UInt32) {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * index)) }
    self.init(
      foreground: Ink(rawValue: byte(0)) ?? .own, background: Ink(rawValue: byte(1)) ?? .own,
      attributes: Attributes(rawValue: byte(2)))
  }

  /// The style packed into 24 bits; 0 for the plain style.
  var bits: UInt32 {
    UInt32(foreground.rawValue) | UInt32(background.rawValue) << 8
      | UInt32(attributes.rawValue) << 16
  }

  static let inkBits: UInt32 = 0xff
  static let backgroundBits: UInt32 = 0xff00
  static let reverseBits = UInt32(Attributes.reverse.rawValue) << 16
}

/// A colour by its purpose; a palette maps it to a value.
package enum Ink: UInt8, CaseIterable, Hashable, Sendable {
  case own
  case panel
  case panelLabel
  /// The background and the text of a key that types.
  case cap, label
  /// The background and the text of a key with another function.
  case functionCap, functionLabel
  case focus
  case focusLabel
  case accent
  case error
  case errorLabel
  case hint
  /// A secondary label of a cap: its character with AltGr or shift.
  case secondLabel
}

package enum Theme: String, CaseIterable, Hashable, Sendable {
  /// The theme that suits the terminal's background; if that is unknown, colours that suit any.
  case auto
  case light, dark
}
