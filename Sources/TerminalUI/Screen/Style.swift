/// The look of a cell: two inks and attributes.
package struct Style: Hashable, Sendable {
  /// The attributes of a cell.
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

  /// The terminal's own colours without attributes.
  package static let plain = Style()
  package static let bold = Style(attributes: .bold)
  /// The style of hints: quieter, and still easy to read.
  package static let hint = Style(foreground: .hint)

  /// A style with the terminal's own value for each part left out.
  package init(
    foreground: Ink = .own, background: Ink = .own, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}
