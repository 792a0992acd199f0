/// Constraints in UIKit's visual format language: `|-[field]-[send(>=46)]-|`.
///
///     let constraints = try VisualFormat.constraints(
///       "H:|-[field]-[send]-|", options: .alignAllCenterY, views: ["field": field, "send": send])
///     try engine.activate(constraints)
///
/// Syntax errors are reported before unknown names.
public enum VisualFormat {
  /// An invalid format, with the reason and the position.
  public struct Error: Swift.Error, Hashable, CustomStringConvertible {
    /// The reason, as one sentence without a full stop.
    public let message: String
    /// The format as it was given.
    public let format: String
    /// The position of the error in the format, counted in characters from 0.
    public let column: Int

    /// The error in four lines: a heading, the message, the format, and a caret below the format.
    public var description: String {
      let caret = String(repeating: " ", count: column) + "^"
      return "Unable to parse constraint format:\n\(message)\n\(format)\n\(caret)"
    }
  }

  /// Options that a format cannot express; raw values are UIKit's.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The options as bits.
    ///
    /// The option that aligns all views by an attribute is the bit `1 << attribute.rawValue`.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    private init(aligning attribute: LayoutAttribute) { rawValue = 1 << attribute.rawValue }

    /// Aligns the left edges of all views.
    public static let alignAllLeft = Options(aligning: .left)
    /// Aligns the right edges of all views.
    public static let alignAllRight = Options(aligning: .right)
    /// Aligns the top edges of all views.
    public static let alignAllTop = Options(aligning: .top)
    /// Aligns the bottom edges of all views.
    public static let alignAllBottom = Options(aligning: .bottom)
    /// Aligns the leading edges of all views.
    public static let alignAllLeading = Options(aligning: .leading)
    /// Aligns the trailing edges of all views.
    public static let alignAllTrailing = Options(aligning: .trailing)
    /// Aligns the centres of all views on a vertical line.
    public static let alignAllCenterX = Options(aligning: .centerX)
    /// Aligns the centres of all views on a horizontal line.
    public static let alignAllCenterY = Options(aligning: .centerY)
    /// Aligns the last baselines of all views.
    public static let alignAllLastBaseline = Options(aligning: .lastBaseline)
    /// Aligns the first baselines of all views.
    public static let alignAllFirstBaseline = Options(aligning: .firstBaseline)
    /// Horizontal formats run from left to right, regardless of the layout direction.
    public static let directionLeftToRight = Options(rawValue: 1 << 16)
    /// Horizontal formats run from right to left, regardless of the layout direction.
    public static let directionRightToLeft = Options(rawValue: 2 << 16)
    /// Gaps in vertical formats extend from the last baseline of a view to the first baseline of
    /// the next view.
    public static let spacingBaselineToBaseline = Options(rawValue: 1 << 19)

    fileprivate static let names: [(name: String, option: Options)] =
      [
        ("directionLeftToRight", .directionLeftToRight),
        ("directionRightToLeft", .directionRightToLeft),
        ("spacingBaselineToBaseline", .spacingBaselineToBaseline),
      ]
      + alignable.map { attribute in
        let name = attribute.name
        return (
          "alignAll" + name.prefix(1).uppercased() + name.dropFirst(), .init(aligning: attribute)
        )
      }

    /// The attributes by which an option can align views.
    private static let alignable = LayoutAttribute.allCases.filter {
      $0 != .notAnAttribute && !$0.isSize && !$0.isMargin
    }

    /// Creates the option with a name, as used in scene files; `nil` if there is none.
    public init?(name: String) {
      guard let match = Options.names.first(where: { $0.name == name }) else { return nil }
      self = match.option
    }

    var alignment: [LayoutAttribute] {
      Options.alignable.filter { rawValue & 1 << $0.rawValue != 0 }
    }
  }

  /// Returns the constraints of a format, in the order of the text, followed by the constraints of
  /// the alignment options.
  ///
  /// - Parameters:
  ///   - format: the format, such as `V:|-[image(100)]-8-[title]`.
  ///   - options: alignment, direction, and baseline spacing.
  ///   - metrics: numbers by name, of any integer or floating-point type, or of a type that is
  ///     described by a number, such as Foundation's `CGFloat`, `Decimal` and `NSNumber`.
  ///   - views: the views and guides by name.
  ///   - superviewSpacing: the distance for a `-` next to `|`.
  /// - Returns: the inactive constraints.
  /// - Throws: `VisualFormat.Error` for syntax errors and unknown names.
  public static func constraints(
    _ format: String, options: Options = [], metrics: [String: Any] = [:],
    views: [String: Any], superviewSpacing: SuperviewSpacing = .margins
  ) throws(Error) -> [LayoutConstraint] {
    var picture = Parser(format)
    try picture.parse()
    var areas: [String: LayoutArea] = [:]
    for (name, value) in views {
      guard let area = area(value) else {
        throw picture.fail("\"\(name)\" is not a view or guide", 0)
      }
      areas[name] = area
    }
    var numbers: [String: Double] = [:]
    for (name, value) in metrics {
      guard let number = number(value) else { throw picture.fail("\"\(name)\" is not a number", 0) }
      numbers[name] = number
    }
    let builder = Builder(
      picture: picture, options: options, metrics: numbers, views: areas,
      superviewSpacing: superviewSpacing)
    return try builder.constraints()
  }

  package static func area(_ value: Any) -> LayoutArea? {
    value as? LayoutArea ?? (value as? any LayoutFollower)?.guide
  }

  /// Returns a metric as a number; `nil` if it is none.
  ///
  /// Foundation's numbers are recognised by their description, so that this module does not import
  /// Foundation.
  private static func number(_ metric: Any) -> Double? {
    switch metric {
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    case is any StringProtocol, is Bool: nil
    case let number as any CustomStringConvertible: Double(number.description)
    default: nil
    }
  }
}

extension VisualFormat {
  /// Reads a format from left to right; afterwards, the properties hold its content.
  struct Parser {
    let format: String
    private let characters: [Character]
    private var position = 0
    private(set) var axis = LayoutAxis.horizontal
    private(set) var start: Link?
    private(set) var views: [View] = []
    private(set) var end: Link?

    init(_ format: String) {
      self.format = format
      characters = Array(format)
    }

    mutating func parse() throws(Error) {
      axis = try orientation()
      if take("|") { start = try link() }
      views.append(try view(after: nil))
      while position < characters.count {
        let link = try link()
        if take("|") {
          end = link
          if position < characters.count { throw fail("Expected the end of the format after '|'") }
          return
        }
        views.append(try view(after: link))
      }
    }

    private mutating func orientation() throws(Error) -> LayoutAxis {
      for (letter, axis) in [("H" as Character, LayoutAxis.horizontal), ("V", .vertical)]
      where take(letter) {
        guard take(":") else {
          throw fail("Expected ':' after '\(letter)' to specify \(axis.rawValue) arrangement")
        }
        return axis
      }
      return .horizontal
    }

    private mutating func view(after link: Link?) throws(Error) -> View {
      guard take("[") else { throw fail("Expected a view, which begins with '['") }
      guard let name = name() else {
        throw fail("Expected the name of a view, which begins with a letter or '_'")
      }
      var view = View(name: name, nameEnd: position, link: link)
      if take("(") {
        view.sizes = try predicates()
        guard take(")") && take("]") else {
          throw fail(
            "A predicate on a view's thickness must end with ')' and the view must end with ']'")
        }
      } else if !take("]") {
        throw fail("Expected a ']' here, after the name of a view")
      }
      view.end = position
      return view
    }

    private mutating func link() throws(Error) -> Link {
      guard take("-") else { return [(.equal, (nil, 0, position), nil)] }
      if current == "[" || current == "|" { return [] }
      var gaps: [Predicate]
      if take("(") {
        gaps = try predicates()
        guard take(")") else { throw fail("A predicate on a gap must end with ')'") }
      } else {
        let relation = try relation()
        if let name = name() {
          gaps = [(relation ?? .equal, (name, 0, position), nil)]
        } else if let number = try number(signed: false) {
          gaps = [(relation ?? .equal, number, nil)]
        } else if relation == nil {
          throw fail("Expected a gap, a view, or '|' after '-'")
        } else {
          throw fail("Expected a number or a metric; a negative number needs parentheses")
        }
      }
      guard take("-") else { throw fail("A gap must end with '-'") }
      guard current == "[" || current == "|" else {
        throw fail("Expected a view or '|' after a gap")
      }
      return gaps
    }

    private mutating func predicates() throws(Error) -> [Predicate] {
      var list = [try predicate()]
      while take(",") { list.append(try predicate()) }
      return list
    }

    private mutating func predicate() throws(Error) -> Predicate {
      let relation = try relation() ?? .equal
      let number = try value("a number or a name")
      return (
        relation, number, try take("@") ? value("a priority, a number or a metric") : nil
      )
    }

    private mutating func relation() throws(Error) -> LayoutRelation? {
      guard let first = current, "<=>".contains(first) else { return nil }
      position += 1
      guard take("=") else { throw fail("Unknown relation. Must be ==, >=, or <=") }
      return first == "<" ? .lessThanOrEqual : first == ">" ? .greaterThanOrEqual : .equal
    }

    private mutating func value(_ expected: String) throws(Error) -> Value {
      if let name = name() { return (name, 0, position) }
      if let number = try number(signed: true) { return number }
      throw fail("Expected \(expected)")
    }

    private mutating func name() -> String? {
      guard let first = current, Parser.isLetter(first) else { return nil }
      let start = position
      while let next = current, Parser.isLetter(next) || Parser.isDigit(next) { position += 1 }
      return String(characters[start..<position])
    }

    private mutating func number(signed: Bool) throws(Error) -> Value? {
      let start = position
      if signed, current == "-" || current == "+" { position += 1 }
      let digits = skipDigits()
      let hasPoint = take(".")
      guard digits + (hasPoint ? skipDigits() : 0) > 0 else {
        if position == start { return nil }
        throw fail("Expected a digit")
      }
      skipExponent()
      if let next = current, Parser.isLetter(next) || next == "." {
        throw fail("Expected the number to end here")
      }
      guard let number = Double(String(characters[start..<position])), number.isFinite else {
        position = start
        throw fail("The number is too large")
      }
      return (nil, number, start)
    }

    private mutating func skipExponent() {
      let start = position
      guard take("e") || take("E") else { return }
      if current == "-" || current == "+" { position += 1 }
      if skipDigits() == 0 { position = start }
    }

    private mutating func skipDigits() -> Int {
      let start = position
      while let next = current, Parser.isDigit(next) { position += 1 }
      return position - start
    }

    static func isLetter(_ character: Character) -> Bool {
      character.isASCII && character.isLetter || character == "_"
    }

    static func isDigit(_ character: Character) -> Bool {
      character.isASCII && character.isNumber
    }

    private var current: Character? {
      position < characters.count ? characters[position] : nil
    }

    private mutating func take(_ character: Character) -> Bool {
      guard current == character else { return false }
      position += 1
      return true
    }

    /// Returns an error at a column, by default at the next character.
    func fail(_ message: String, _ column: Int? = nil) -> Error {
      Error(message: message, format: format, column: column ?? position)
    }
  }

  struct Builder {
    let picture: Parser
    let options: Options
    let metrics: [String: Double]
    let views: [String: LayoutArea]
    let superviewSpacing: SuperviewSpacing

    func constraints() throws(Error) -> [LayoutConstraint] {
      try checkOptions()
      let areas = try picture.views.map { view throws(Error) -> LayoutArea in
        guard let area = views[view.name] else {
          throw fail("Unable to find view with name \(view.name)", view.nameEnd)
        }
        return area
      }
      let superview = try superview(of: areas)
      var result: [LayoutConstraint] = []
      for (index, view) in picture.views.enumerated() {
        if index == 0, let link = picture.start, let superview {
          result += try edge(link, isStart: true, areas[0], superview)
        } else if let link = view.link {
          result += try gap(link, areas[index - 1], areas[index])
        }
        for size in view.sizes { result.append(try thickness(size, areas[index])) }
      }
      if let link = picture.end, let superview, let last = areas.last {
        result += try edge(link, isStart: false, last, superview)
      }
      for (before, after) in zip(areas, areas.dropFirst()) {
        for attribute in options.alignment {
          result.append(LayoutConstraint(before, attribute, .equal, after, attribute))
        }
      }
      // A constraint can still be invalid, for example if it uses the baseline of a guide.
      do throws(LayoutError) {
        for constraint in result { try constraint.checkForm() }
      } catch {
        throw fail("\(error)", 0)
      }
      return result
    }

    private func edge(
      _ link: Link, isStart: Bool, _ view: LayoutArea, _ superview: LayoutItem
    ) throws(Error) -> [LayoutConstraint] {
      let attribute = isStart ? edges.start : edges.end
      var (outer, standard) = (attribute, 0.0)
      switch superviewSpacing {
      case .fixed(let distance): standard = distance
      case .margins: if link.isEmpty { outer = attribute.margin }
      }
      return try gaps(link, standard: standard).map { gap in
        // Constants are distances inwards, so the first item is the one farther along the axis.
        isStart == runsForward
          ? make(view, attribute, superview, outer, gap)
          : make(superview, outer, view, attribute, gap)
      }
    }

    private func gap(
      _ link: Link, _ before: LayoutArea, _ after: LayoutArea
    ) throws(Error) -> [LayoutConstraint] {
      let isBaselines =
        picture.axis == .vertical && options.contains(.spacingBaselineToBaseline)
      return try gaps(link, standard: SuperviewSpacing.siblings).map { gap in
        let constraint =
          if isBaselines {
            make(after, .firstBaseline, before, .lastBaseline, gap)
          } else if runsForward {
            make(after, edges.start, before, edges.end, gap)
          } else {
            make(before, edges.end, after, edges.start, gap)
          }
        constraint.isForward = constraint.first === before
        return constraint
      }
    }

    private func make(
      _ first: LayoutArea, _ firstAttribute: LayoutAttribute, _ second: LayoutArea,
      _ secondAttribute: LayoutAttribute, _ gap: Gap
    ) -> LayoutConstraint {
      LayoutConstraint(
        first, firstAttribute, gap.relation, second, secondAttribute, constant: gap.constant,
        priority: gap.priority)
    }

    /// Whether an item later in the format has larger coordinates.
    private var runsForward: Bool {
      picture.axis == .vertical || !options.contains(.directionRightToLeft)
    }

    private var edges: (start: LayoutAttribute, end: LayoutAttribute) {
      if picture.axis == .vertical { return (.top, .bottom) }
      if options.contains(.directionRightToLeft) { return (.right, .left) }
      return options.contains(.directionLeftToRight) ? (.left, .right) : (.leading, .trailing)
    }

    private typealias Gap = (
      relation: LayoutRelation, constant: Double, priority: LayoutPriority
    )

    private func gaps(_ link: Link, standard: Double) throws(Error) -> [Gap] {
      if link.isEmpty { return [(.equal, standard, .required)] }
      return try link.map { predicate throws(Error) in
        (predicate.relation, try number(predicate.value), try priority(predicate.priority))
      }
    }

    private func thickness(
      _ predicate: Predicate, _ view: LayoutArea
    ) throws(Error) -> LayoutConstraint {
      let size = picture.axis.size
      let priority = try priority(predicate.priority)
      if let name = predicate.value.name, metrics[name] == nil, let other = views[name] {
        return LayoutConstraint(view, size, predicate.relation, other, size, priority: priority)
      }
      return LayoutConstraint(
        view, size, predicate.relation, nil, constant: try number(predicate.value),
        priority: priority)
    }

    private func priority(_ value: Value?) throws(Error) -> LayoutPriority {
      guard let value else { return .required }
      let priority = LayoutPriority(Float(try number(value)))
      guard priority.isInRange else {
        throw fail("A priority must be greater than 0 and at most 1000", value.column)
      }
      return priority
    }

    private func number(_ value: Value) throws(Error) -> Double {
      guard let name = value.name else { return value.number }
      guard let metric = metrics[name] else {
        throw fail(
          "Encountered metric with name \"\(name)\", but value was not specified in metrics or views dictionaries",
          value.column)
      }
      guard metric.isFinite else {
        throw fail("The metric \"\(name)\" is NaN or infinite", value.column)
      }
      return metric
    }

    private func superview(of areas: [LayoutArea]) throws(Error) -> LayoutItem? {
      guard picture.start != nil || picture.end != nil else { return nil }
      guard let superview = areas[0].superview else {
        throw fail(
          "Unable to interpret '|' character, because the related view doesn't have a superview",
          picture.views[0].end)
      }
      for (view, area) in zip(picture.views, areas) where area.superview !== superview {
        throw fail(
          "Unable to interpret '|' character, because \(view.name) has another superview",
          view.end)
      }
      return superview
    }

    private func checkOptions() throws(Error) {
      guard options.isSubset(of: Options(Options.names.map(\.option))) else {
        throw fail("There is no option with the raw value \(options.rawValue)", 0)
      }
      guard !options.isSuperset(of: [.directionLeftToRight, .directionRightToLeft]) else {
        throw fail("Use directionLeftToRight or directionRightToLeft, not both", 0)
      }
      guard options.alignment.allSatisfy({ $0.axis != picture.axis }) else {
        throw fail("Views cannot be aligned along the axis of the format", 0)
      }
    }

    private func fail(_ message: String, _ column: Int) -> Error {
      picture.fail(message, column)
    }
  }

  struct View {
    var name: String
    var nameEnd: Int
    var link: Link?
    var sizes: [Predicate] = []
    var end = 0
  }

  /// The gaps between two neighbours; empty for the system spacing.
  typealias Link = [Predicate]

  typealias Predicate = (relation: LayoutRelation, value: Value, priority: Value?)

  /// A number, or the name of a metric or view; the column is that of the number's first character
  /// or the one after the name.
  typealias Value = (name: String?, number: Double, column: Int)
}
