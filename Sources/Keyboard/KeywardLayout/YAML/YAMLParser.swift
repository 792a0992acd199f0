import KeywardYAML

/// A thin wrapper over libyaml's parser that builds the nodes of one document.
///
/// It builds the nodes from libyaml's events, which report every alias, tag and anchor with its
/// location. libyaml's document API is not used, because it would hide the tags, resolve the
/// aliases and compare every anchor with every other. Time is linear in the size of the file.
///
/// The libyaml parser is on the heap, because its address must not change. This type is safe to use
/// because it frees the parser exactly once, in `deinit`.
@safe struct YAMLParser: ~Copyable {
  // Limits that bound the cost of a hostile file.
  static let byteLimit = 256 * 1024
  static let depthLimit = 12
  static let nodeLimit = 20_000

  /// An error that stops the parser after a fault has been added.
  struct Stop: Error {}

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var faults: DiagnosticDecoder
  private var nodes = 0

  /// Parses a file; returns `nil` and adds a fault if the file is invalid.
  ///
  /// For an empty file, it also returns `nil`, but it adds a fault only if `mayBeEmpty` is false.
  static func parse(
    _ bytes: [UInt8], mayBeEmpty: Bool = false, faults: inout DiagnosticDecoder
  ) -> YAMLNode? {
    let bytes = withoutByteOrderMark(bytes)
    guard check(bytes, faults: &faults) else { return nil }
    var reader = YAMLParser(faults: faults)
    defer { faults = reader.faults }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe reader.document(buffer, mayBeEmpty)
    }
  }

  private init(faults: DiagnosticDecoder) {
    unsafe parser = UnsafeMutablePointer.allocate(capacity: 1)
    self.faults = faults
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe yaml_parser_initialize(parser)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  private mutating func document(
    _ buffer: UnsafeBufferPointer<UInt8>, _ mayBeEmpty: Bool
  ) -> YAMLNode? {
    unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    do {
      var root: YAMLNode?
      while true {
        let event = try nextEvent()
        switch event.kind {
        case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
        case YAML_DOCUMENT_START_EVENT where root != nil:
          faults.add(event.start, "A file must contain one document; a second one begins here.")
          return root
        case YAML_DOCUMENT_START_EVENT: root = try node(from: nextEvent(), depth: 1)
        default:
          if root == nil, !mayBeEmpty { faults.add(.start, "This file is empty.") }
          return root
        }
      }
    } catch {
      return nil
    }
  }

  private mutating func node(from event: consuming YAMLEvent, depth: Int) throws -> YAMLNode {
    nodes += 1
    guard nodes <= Self.nodeLimit else {
      throw stop(event.start, "This file has more than \(Self.nodeLimit) values.")
    }
    if event.hasTag { faults.add(event.start, "This file uses a YAML tag; remove the tag.") }
    switch event.kind {
    case YAML_SCALAR_EVENT:
      return YAMLNode(
        content: .scalar(event.text, event.style), start: event.contentStart, end: event.end)
    case YAML_SEQUENCE_START_EVENT: return try sequence(from: event.start, depth: depth)
    case YAML_MAPPING_START_EVENT: return try mapping(from: event.start, depth: depth)
    default:
      faults.add(event.start, "This file uses a YAML alias; write the value in its place.")
      return YAMLNode(content: .refused, start: event.start, end: event.end)
    }
  }

  private mutating func sequence(from start: YAMLMark, depth: Int) throws -> YAMLNode {
    try checkDepth(depth, at: start)
    var items: [YAMLNode] = []
    while true {
      let event = try nextEvent()
      if event.kind == YAML_SEQUENCE_END_EVENT {
        return YAMLNode(content: .sequence(items), start: start, end: event.end)
      }
      items.append(try node(from: event, depth: depth + 1))
    }
  }

  private mutating func mapping(from start: YAMLMark, depth: Int) throws -> YAMLNode {
    try checkDepth(depth, at: start)
    var fields: [YAMLField] = []
    var names: Set<String> = []
    while true {
      let event = try nextEvent()
      if event.kind == YAML_MAPPING_END_EVENT {
        return YAMLNode(content: .mapping(fields), start: start, end: event.end)
      }
      let key = try node(from: event, depth: depth + 1)
      let value = try node(from: nextEvent(), depth: depth + 1)
      guard case .scalar(let name, let style) = key.content else {
        if !key.isRefused { faults.add(key.start, "The name of a field must be text.") }
        continue
      }
      if name == "<<", style == .plain {
        faults.add(
          key.start, "This file uses a YAML merge key (<<); write the fields in its place.")
      } else if !names.insert(name).inserted {
        // A number without a value is probably part of an unquoted list of numbers. The list gets
        // one fault as a whole.
        if Double(name) != nil, value.text?.isEmpty == true { continue }
        faults.add(key.start, "Field \(name.quoted) is repeated.")
      } else {
        fields.append(YAMLField(name: name, key: key, value: value))
      }
    }
  }

  private mutating func nextEvent() throws -> YAMLEvent {
    try unsafe YAMLEvent(parser, &faults)
  }

  private mutating func checkDepth(_ depth: Int, at start: YAMLMark) throws {
    guard depth <= Self.depthLimit else {
      throw stop(start, "This file is nested deeper than \(Self.depthLimit) levels.")
    }
  }

  private mutating func stop(_ mark: YAMLMark, _ sentence: String) -> Stop {
    faults.add(mark, sentence)
    return Stop()
  }
}

extension YAMLParser {
  /// Removes the byte order mark, which some editors write at the start of a file.
  ///
  /// libyaml would count the mark as a character, so that columns in the first line would be wrong.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Returns true if the bytes are UTF-8 of at most 256 KiB without forbidden characters.
  ///
  /// Otherwise it adds a fault at the first invalid location.
  static func check(_ bytes: [UInt8], faults: inout DiagnosticDecoder) -> Bool {
    guard bytes.count <= byteLimit else {
      faults.add(.start, "This file is larger than \(byteLimit / 1024) KiB.")
      return false
    }
    // Almost every file is plain ASCII, which needs no check of each character.
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return true }
    var mark = YAMLMark.start
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return true
      case .error:
        faults.add(mark, "These bytes are not valid UTF-8. Save the file as UTF-8.")
        return false
      case .scalarValue(let scalar):
        if isRefused(scalar) {
          faults.add(
            mark,
            "This file contains the \(scalar.forbiddenKind ?? "character") \(scalar.codePoint). "
              + "Remove it.")
          return false
        }
        mark.index += 1
        mark.column += 1
        if scalar == "\n" { mark = YAMLMark(line: mark.line + 1, column: 1, index: mark.index) }
      }
    }
  }

  /// True if a file must not contain the character.
  ///
  /// YAML forbids most of these characters. It treats the others as line breaks, which editors do
  /// not show as such.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: false
    // YAML also ends a line at U+0085, U+2028 and U+2029.
    case 0...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

/// An event of libyaml's parser; the event's memory is freed when this value is destroyed.
///
/// This type is safe to use because it returns copies, not pointers to that memory.
@safe struct YAMLEvent: ~Copyable {
  private var event: yaml_event_t

  /// Reads the next event; if the file is malformed there, it adds a fault and throws `Stop`.
  init(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ faults: inout DiagnosticDecoder) throws {
    unsafe event = yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      let problem =
        unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
      // An unclosed quote is detected at the end of the file; its fault is at the opening quote.
      let isOpen = problem == "found unexpected end of stream"
      let mark = unsafe YAMLMark(
        isOpen ? parser.pointee.context_mark : parser.pointee.problem_mark)
      faults.add(mark, "This is not valid YAML: \(problem). \(Self.advice(problem))")
      throw YAMLParser.Stop()
    }
  }

  private static func advice(_ problem: String) -> String {
    if problem == "found unexpected end of stream" { return "Close the quotes that open here." }
    if problem.hasSuffix("escape character") || problem.hasSuffix("escape code") {
      return "Write \\\\ for a backslash in double quotes."
    }
    return "Quote text that begins with a character such as { [ & * ! | > % @ ` or contains "
      + "“: ” or “ #”, and indent with spaces, not tabs."
  }

  deinit {
    var event = unsafe event
    unsafe yaml_event_delete(&event)
  }

  var kind: yaml_event_type_t { unsafe event.type }
  var start: YAMLMark { unsafe YAMLMark(event.start_mark) }
  var end: YAMLMark { unsafe YAMLMark(event.end_mark) }

  var hasTag: Bool {
    switch kind {
    case YAML_SCALAR_EVENT: unsafe event.data.scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT: unsafe event.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT: unsafe event.data.mapping_start.tag != nil
    default: false
    }
  }

  var text: String {
    let bytes = unsafe UnsafeBufferPointer(
      start: event.data.scalar.value, count: event.data.scalar.length)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  var style: YAMLNode.ScalarStyle {
    switch unsafe event.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
    default: .plain
    }
  }

  var contentStart: YAMLMark {
    var mark = start
    if style == .singleQuoted || style == .doubleQuoted {
      mark.column += 1
      mark.index += 1
    }
    return mark
  }
}

extension YAMLMark {
  /// Creates a mark from libyaml's mark, which counts lines and columns from 0.
  init(_ mark: yaml_mark_t) {
    self.init(line: mark.line + 1, column: mark.column + 1, index: mark.index)
  }
}

extension YAMLNode {
  /// Returns the location in the file of a character in a scalar's value.
  ///
  /// `offset` is the number of Unicode scalars before the character in the value. `source` is the
  /// text of the file, where escapes, doubled quotes and folded lines can make the scalar longer
  /// than its value.
  func mark(of offset: Int, in source: [Unicode.Scalar]) -> YAMLMark {
    guard case .scalar(let text, let style) = content, offset > 0 || style == .block else {
      return start
    }
    var walk = SourceWalk(source: source, mark: start, end: end.index)
    if style == .block { walk.skipLine() }
    for scalar in text.unicodeScalars.prefix(offset) { walk.pass(scalar, style: style) }
    if let next = text.unicodeScalars.dropFirst(offset).first { walk.approach(next, style: style) }
    return walk.mark
  }
}

private struct SourceWalk {
  let source: [Unicode.Scalar]
  var mark: YAMLMark
  let end: Int

  private var current: Unicode.Scalar? {
    mark.index < min(end, source.count) ? source[mark.index] : nil
  }

  private var isAtBlank: Bool {
    guard let current else { return false }
    return current == " " || current == "\t" || current == "\n" || current == "\r"
  }

  private mutating func step() {
    let wasLineFeed = current == "\n"
    mark.index += 1
    mark.column += 1
    if wasLineFeed { mark = YAMLMark(line: mark.line + 1, column: 1, index: mark.index) }
  }

  mutating func skipLine() {
    while let passed = current {
      step()
      if passed == "\n" { return }
    }
  }

  mutating func approach(_ scalar: Unicode.Scalar, style: YAMLNode.ScalarStyle) {
    guard scalar != " ", scalar != "\t", scalar != "\n" else { return }
    while isAtBlank { step() }
    while style == .doubleQuoted, current == "\\", mark.index + 1 < source.count,
      source[mark.index + 1] == "\n" || source[mark.index + 1] == "\r"
    {
      step()
      while isAtBlank { step() }
    }
  }

  mutating func pass(_ scalar: Unicode.Scalar, style: YAMLNode.ScalarStyle) {
    approach(scalar, style: style)
    if isAtBlank {
      passBlank()
    } else if style == .doubleQuoted, current == "\\" {
      passEscape()
    } else {
      if style == .singleQuoted, current == "'" { step() }
      step()
    }
  }

  /// Moves past the part of the source that gives one space of the value.
  ///
  /// It is one space, or a folded line break with the white space around it.
  private mutating func passBlank() {
    var ahead = mark.index
    while ahead < min(end, source.count), source[ahead] == " " || source[ahead] == "\t" {
      ahead += 1
    }
    guard ahead < source.count, source[ahead] == "\n" || source[ahead] == "\r" else {
      return step()
    }
    while isAtBlank { step() }
  }

  private mutating func passEscape() {
    step()
    let digits =
      switch current {
      case "x": 2
      case "u": 4
      case "U": 8
      default: 0
      }
    for _ in 0...digits { step() }
  }
}
