/// How a cell is written: two inks and attributes.
public struct Style: Hashable, Sendable {
  /// The attributes of a cell.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
  }

  public var foreground: Ink
  public var background: Ink
  public var attributes: Attributes

  /// The terminal's own colours without attributes.
  public static let plain = Style()
  public static let bold = Style(attributes: .bold)
  /// What is said in passing; quieter, and still easy to read.
  public static let hint = Style(foreground: .hint)

  /// A style; what is not given is the terminal's own.
  public init(
    foreground: Ink = .own, background: Ink = .own, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}
