/// A place in a file: line and column count from 1 in characters, `index` from 0.
struct YAMLMark: Hashable, Sendable, Comparable {
  var line: Int
  var column: Int
  var index: Int

  static let start = YAMLMark(line: 1, column: 1, index: 0)

  static func < (a: YAMLMark, b: YAMLMark) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// A field of a mapping.
struct YAMLField: Sendable {
  let name: String
  /// The name, with its place.
  let key: YAMLNode
  let value: YAMLNode
}

/// A value of a file and its place.
///
/// Scalars stay text: `1`, `no` and `~` are not converted.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    case scalar(String, ScalarStyle)
    case sequence([YAMLNode])
    case mapping([YAMLField])
    /// A value that was refused with a fault of its own; rules ignore it.
    case refused
  }

  /// The style of a scalar.
  enum ScalarStyle: Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    case block
  }

  let content: Content
  /// The place of the first character, behind any opening quote.
  let start: YAMLMark
  /// The place after the last character.
  let end: YAMLMark

  /// The text of a scalar.
  var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The fields of a mapping.
  var fields: [YAMLField]? {
    if case .mapping(let fields) = content { fields } else { nil }
  }

  /// The items of a list.
  var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  var isRefused: Bool {
    if case .refused = content { true } else { false }
  }
}
