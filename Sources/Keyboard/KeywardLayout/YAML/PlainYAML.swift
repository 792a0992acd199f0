/// Reads YAML as most files are written, several times as fast as libyaml and without locations.
///
///     PlainYAML.parse(bytes) ?? YAMLParser.parse(bytes, faults: &faults)
///
/// It knows mappings, lists, and scalars of one line, in block and flow style. For anything else,
/// such as a fault, a tag or a text of several lines, the result is `nil`: `YAMLParser` reads these
/// files, and knows the location of each value. A file that both read has the same values.
struct PlainYAML {
  /// Builds a value from a file, or throws the faults that `build` adds.
  ///
  /// A file with a fault is read again, to find the location of the fault.
  static func value<Value>(
    of bytes: [UInt8], path: String, _ build: (YAMLNode, inout DiagnosticDecoder) -> Value?
  ) throws(LayoutFileErrors) -> Value {
    var faults = DiagnosticDecoder(file: path)
    let text = YAMLParser.withoutByteOrderMark(bytes)
    if YAMLParser.check(text, faults: &faults) {
      if let root = parse(text), let value = build(root, &faults), !faults.hasFaults {
        return value
      }
      faults = DiagnosticDecoder(file: path)
      if let root = YAMLParser.parse(bytes, faults: &faults), let value = build(root, &faults),
        !faults.hasFaults
      {
        return value
      }
    }
    throw faults.errors(in: bytes)
  }

  /// The reason to leave the file to `YAMLParser`.
  private struct Unknown: Error {}

  // More fields, and longer names of fields, are left to libyaml, which keeps the time linear.
  private static var mostFields: Int { 128 }
  private static var longestName: Int { 1000 }

  private let bytes: [UInt8]
  private var place = 0
  /// The indentation of the line at `place`; −1 at the end of the file.
  private var indent = -1
  private var nodes = 0

  /// Parses a file whose characters `YAMLParser.check` accepts.
  static func parse(_ bytes: [UInt8]) -> YAMLNode? {
    var reader = PlainYAML(bytes: bytes)
    do throws(Unknown) {
      try reader.nextLine()
      guard reader.indent == 0 else { return nil }
      return try reader.mapping(depth: 1)
    } catch {
      return nil
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The byte at `place`; the end of the file counts as a line feed.
  private var byte: UInt8 { byte(0) }

  private func byte(_ ahead: Int) -> UInt8 {
    place + ahead < bytes.count ? bytes[place + ahead] : Self.lineFeed
  }

  private var isAtItem: Bool { byte == UInt8(ascii: "-") && byte(1) == Self.blank }

  /// Moves to the next line with content.
  private mutating func nextLine() throws(Unknown) {
    while place < bytes.count {
      let start = place
      skipBlanks()
      if byte == UInt8(ascii: "#") { try skipComment() }
      if byte != Self.lineFeed {
        indent = place - start
        return
      }
      place += 1
    }
    indent = -1
  }

  private mutating func skipBlanks() {
    while byte == Self.blank { place += 1 }
  }

  private mutating func skipComment() throws(Unknown) {
    while byte != Self.lineFeed {
      guard byte >= Self.blank else { throw Unknown() }
      place += 1
    }
  }

  /// Moves past the rest of a line that holds no more than a comment, to the next line.
  private mutating func endLine() throws(Unknown) {
    let end = place
    skipBlanks()
    if byte == UInt8(ascii: "#"), place > end { try skipComment() }
    guard byte == Self.lineFeed else { throw Unknown() }
    try nextLine()
  }

  private mutating func node(_ content: YAMLNode.Content) throws(Unknown) -> YAMLNode {
    nodes += 1
    guard nodes <= YAMLParser.nodeLimit else { throw Unknown() }
    return YAMLNode(content: content, start: .start, end: .start)
  }

  private func check(_ depth: Int) throws(Unknown) {
    guard depth <= YAMLParser.depthLimit else { throw Unknown() }
  }

  /// Reads a mapping whose fields begin in the column of the current line.
  private mutating func mapping(depth: Int) throws(Unknown) -> YAMLNode {
    try check(depth)
    let column = indent
    var fields: [YAMLField] = []
    repeat {
      let key = try key(isInFlow: false)
      try add(key, value(below: column, depth: depth), to: &fields)
    } while indent == column
    // A line between two columns continues a value, or is a fault.
    guard indent < column else { throw Unknown() }
    return try node(.mapping(fields))
  }

  private mutating func value(below column: Int, depth: Int) throws(Unknown) -> YAMLNode {
    let end = place
    skipBlanks()
    if byte == Self.lineFeed || (byte == UInt8(ascii: "#") && place > end) {
      place = end
      try endLine()
      if indent == column, isAtItem { return try list(depth: depth + 1) }
      guard indent > column else { throw Unknown() }
      return try isAtItem ? list(depth: depth + 1) : mapping(depth: depth + 1)
    }
    let value = try inline(depth: depth + 1, isInFlow: false)
    try endLine()
    guard indent <= column else { throw Unknown() }
    return value
  }

  private mutating func list(depth: Int) throws(Unknown) -> YAMLNode {
    try check(depth)
    let column = indent
    var items: [YAMLNode] = []
    repeat {
      place += 2
      skipBlanks()
      items.append(try inline(depth: depth + 1, isInFlow: false))
      try endLine()
    } while indent == column && isAtItem
    guard indent <= column else { throw Unknown() }
    return try node(.sequence(items))
  }

  private mutating func inline(depth: Int, isInFlow: Bool) throws(Unknown) -> YAMLNode {
    switch byte {
    case UInt8(ascii: "{"): try flowMapping(depth: depth)
    case UInt8(ascii: "["): try flowList(depth: depth)
    default: try scalar(isInFlow: isInFlow)
    }
  }

  private mutating func flowMapping(depth: Int) throws(Unknown) -> YAMLNode {
    try check(depth)
    var fields: [YAMLField] = []
    repeat {
      place += 1
      skipBlanks()
      let key = try key(isInFlow: true)
      guard byte == Self.blank else { throw Unknown() }
      skipBlanks()
      try add(key, inline(depth: depth + 1, isInFlow: true), to: &fields)
      skipBlanks()
    } while byte == UInt8(ascii: ",")
    guard byte == UInt8(ascii: "}") else { throw Unknown() }
    place += 1
    return try node(.mapping(fields))
  }

  private mutating func flowList(depth: Int) throws(Unknown) -> YAMLNode {
    try check(depth)
    var items: [YAMLNode] = []
    repeat {
      place += 1
      skipBlanks()
      items.append(try inline(depth: depth + 1, isInFlow: true))
      skipBlanks()
    } while byte == UInt8(ascii: ",")
    guard byte == UInt8(ascii: "]") else { throw Unknown() }
    place += 1
    return try node(.sequence(items))
  }

  /// Reads the name of a field and its colon.
  private mutating func key(isInFlow: Bool) throws(Unknown) -> YAMLNode {
    let start = place
    let key = try scalar(isInFlow: isInFlow)
    guard byte == UInt8(ascii: ":"), byte(1) == Self.blank || byte(1) == Self.lineFeed,
      place - start <= Self.longestName, key.text != "<<"
    else { throw Unknown() }
    place += 1
    return key
  }

  private func add(
    _ key: YAMLNode, _ value: YAMLNode, to fields: inout [YAMLField]
  ) throws(Unknown) {
    guard case .scalar(let name, _) = key.content, fields.count < Self.mostFields,
      !fields.contains(where: { $0.name == name })
    else { throw Unknown() }
    fields.append(YAMLField(name: name, key: key, value: value))
  }

  private mutating func scalar(isInFlow: Bool) throws(Unknown) -> YAMLNode {
    switch byte {
    case UInt8(ascii: "\""): try quoted(.doubleQuoted)
    case UInt8(ascii: "'"): try quoted(.singleQuoted)
    default: try plain(isInFlow: isInFlow)
    }
  }

  private mutating func plain(isInFlow: Bool) throws(Unknown) -> YAMLNode {
    if Self.isIndicator(byte) { throw Unknown() }
    let start = place
    var end = place
    scan: while byte != Self.lineFeed {
      switch byte {
      case ..<Self.blank: throw Unknown()
      case Self.blank:
        place += 1
        if byte == UInt8(ascii: "#") {
          place -= 1
          break scan
        }
        continue
      case UInt8(ascii: ":"):
        if byte(1) == Self.blank || byte(1) == Self.lineFeed {
          // A blank before the colon is left to libyaml.
          guard end == place else { throw Unknown() }
          break scan
        }
        if isInFlow { throw Unknown() }
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if isInFlow { break scan }
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "?"):
        if isInFlow { throw Unknown() }
      default: break
      }
      place += 1
      end = place
    }
    return try node(.scalar(text(start..<end), .plain))
  }

  /// True if a plain scalar must not begin with this character, or only in certain places.
  private static func isIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"),
      UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "%"), UInt8(ascii: "@"),
      UInt8(ascii: "`"):
      true
    default: byte <= blank
    }
  }

  private mutating func quoted(_ style: YAMLNode.ScalarStyle) throws(Unknown) -> YAMLNode {
    let quote = byte
    place += 1
    // The bytes of the value up to `start`; empty as long as the value is as in the file.
    var value: [UInt8] = []
    var start = place
    while true {
      switch byte {
      case ..<Self.blank: throw Unknown()
      case quote where style == .doubleQuoted || byte(1) != quote:
        let text = value.isEmpty ? text(start..<place) : text(value + bytes[start..<place])
        place += 1
        return try node(.scalar(text, style))
      case quote,
        UInt8(ascii: "\\") where style == .doubleQuoted:
        // Doubled quotes, and the escapes that most files have.
        guard byte(1) == UInt8(ascii: "\\") || byte(1) == quote else { throw Unknown() }
        value += bytes[start..<place]
        start = place + 1
        place += 2
      default: place += 1
      }
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func text(_ value: [UInt8]) -> String { String(decoding: value, as: UTF8.self) }

  // Computed, since a stored constant would be initialised at every use.
  private static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  private static var blank: UInt8 { UInt8(ascii: " ") }
}
