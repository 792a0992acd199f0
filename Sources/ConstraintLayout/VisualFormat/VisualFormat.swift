/// Constraints written as a picture: `|-[field]-[send(>=46)]-|`.
///
///     let constraints = try VisualFormat.constraints(
///       "H:|-[field]-[send]-|", options: .alignAllCenterY, views: ["field": field, "send": send])
///     try engine.activate(constraints)
///
/// The grammar is UIKit's. A mistake in writing is reported before an unknown name.
public enum VisualFormat {
  /// A format was refused, with the reason and the place.
  public struct Error: Swift.Error, Hashable, CustomStringConvertible {
    /// One sentence without a full stop.
    public let message: String
    /// The format as it was given.
    public let format: String
    /// The place of the caret, counted in characters from 0.
    public let column: Int

    /// Four lines: that parsing failed, the message, the format, and a caret below it.
    public var description: String {
      let caret = String(repeating: " ", count: column) + "^"
      return "Unable to parse constraint format:\n\(message)\n\(format)\n\(caret)"
    }
  }

  /// Options that a format has no signs for; raw values are UIKit's.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The options as bits; those that align stand at the attributes’ raw values.
    public let rawValue: Int

    /// Makes options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    private init(aligning attribute: LayoutAttribute) { rawValue = 1 << attribute.rawValue }

    /// Gives all views one left edge.
    public static let alignAllLeft = Options(aligning: .left)
    /// Gives all views one right edge.
    public static let alignAllRight = Options(aligning: .right)
    /// Gives all views one top edge.
    public static let alignAllTop = Options(aligning: .top)
    /// Gives all views one bottom edge.
    public static let alignAllBottom = Options(aligning: .bottom)
    /// Gives all views one leading edge.
    public static let alignAllLeading = Options(aligning: .leading)
    /// Gives all views one trailing edge.
    public static let alignAllTrailing = Options(aligning: .trailing)
    /// Puts the centres of all views on one vertical line.
    public static let alignAllCenterX = Options(aligning: .centerX)
    /// Puts the centres of all views on one horizontal line.
    public static let alignAllCenterY = Options(aligning: .centerY)
    /// Puts the last baselines of all views on one line.
    public static let alignAllLastBaseline = Options(aligning: .lastBaseline)
    /// Puts the first baselines of all views on one line.
    public static let alignAllFirstBaseline = Options(aligning: .firstBaseline)
    /// Horizontal formats run from left to right whatever the layout direction.
    public static let directionLeftToRight = Options(rawValue: 1 << 16)
    /// Horizontal formats run from right to left whatever the layout direction.
    public static let directionRightToLeft = Options(rawValue: 2 << 16)
    /// Gaps of vertical formats go from last baseline to first baseline.
    public static let spacingBaselineToBaseline = Options(rawValue: 1 << 19)

    private static let names: [(name: String, option: Options)] = [
      ("alignAllLeft", .alignAllLeft), ("alignAllRight", .alignAllRight),
      ("alignAllTop", .alignAllTop), ("alignAllBottom", .alignAllBottom),
      ("alignAllLeading", .alignAllLeading), ("alignAllTrailing", .alignAllTrailing),
      ("alignAllCenterX", .alignAllCenterX), ("alignAllCenterY", .alignAllCenterY),
      ("alignAllLastBaseline", .alignAllLastBaseline),
      ("alignAllFirstBaseline", .alignAllFirstBaseline),
      ("directionLeftToRight", .directionLeftToRight),
      ("directionRightToLeft", .directionRightToLeft),
      ("spacingBaselineToBaseline", .spacingBaselineToBaseline),
    ]

    /// The option of a name, as scene files write it; `nil` if there is none.
    public init?(name: String) {
      guard let match = Options.names.first(where: { $0.name == name }) else { return nil }
      self = match.option
    }

    /// The attributes to align, by raw value.
    var alignment: [LayoutAttribute] {
      LayoutAttribute.allCases.filter {
        // The bits from 16 on say other things.
        (1...12).contains($0.rawValue) && rawValue & 1 << $0.rawValue != 0
      }
    }
  }

  /// Makes the constraints of a format, inactive, in the order of the picture; then alignment.
  ///
  /// - Parameters:
  ///   - format: the picture, such as `V:|-[image(100)]-8-[title]`.
  ///   - options: alignment, direction, and baseline spacing.
  ///   - metrics: names for numbers.
  ///   - views: the views by the names the format uses.
  ///   - superviewSpacing: what `-` means beside a `|`.
  /// - Returns: the constraints, inactive.
  /// - Throws: `VisualFormat.Error` for anything outside the grammar and unknown names.
  public static func constraints(
    _ format: String, options: Options = [], metrics: [String: Double] = [:],
    views: [String: LayoutArea], superviewSpacing: SuperviewSpacing = .margins
  ) throws(Error) -> [LayoutConstraint] {
    var parser = Parser(format)
    let picture = try parser.parse()
    let builder = Builder(
      format: format, picture: picture, options: options, metrics: metrics, views: views,
      superviewSpacing: superviewSpacing)
    return try builder.constraints()
  }
}
