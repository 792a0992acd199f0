import Glibc

/// A parsed scene file: its values with their places, and its faults.
struct SceneSource: Sendable {
  static let byteLimit = 256 * 1024

  /// The root value; `nil` if the file is empty or cannot be parsed.
  let root: SceneNode?
  private let text: [Unicode.Scalar]
  private var found: SceneFileErrors

  init(_ bytes: [UInt8], name: String) {
    found = SceneFileErrors(file: name)
    text = Self.text(of: bytes, faults: &found) ?? []
    var parser = SceneParser(text, faults: found)
    root = found.faults.isEmpty ? parser.parse() : nil
    found = parser.faults
  }

  var name: String { found.file }

  var errors: SceneFileErrors? { found.faults.isEmpty ? nil : found }

  /// Adds a fault at the start of a value.
  ///
  /// For a fault inside a scalar, `offset` is the number of Unicode scalars before the fault in the
  /// scalar's value.
  mutating func fault(_ value: SceneNode, offset: Int = 0, _ sentence: String) {
    found.add(value.mark(of: offset, in: text), sentence)
  }

  /// Returns the characters of a file, or adds a fault at the first invalid place.
  private static func text(
    of bytes: [UInt8], faults: inout SceneFileErrors
  ) -> [Unicode.Scalar]? {
    guard bytes.count <= byteLimit else {
      faults.add(.start, "This file is larger than \(byteLimit / 1024) KiB.")
      return nil
    }
    // Some editors begin a file with a byte order mark, which is no character of the first line.
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var text: [Unicode.Scalar] = []
    var mark = SceneMark.start
    var decoder = UTF8()
    var iterator = bytes.dropFirst(hasMark ? 3 : 0).makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return text
      case .error:
        faults.add(mark, "These bytes are not valid UTF-8. Save the file as UTF-8.")
        return nil
      case .scalarValue(let scalar):
        if isRefused(scalar) {
          faults.add(
            mark,
            "This file contains the \(scalar.forbiddenKind ?? "character") \(scalar.codePoint). "
              + "Remove it.")
          return nil
        }
        text.append(scalar)
        mark.step(over: scalar)
      }
    }
  }

  /// True for the characters that YAML forbids, and for line breaks that editors do not show.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: false
    case 0...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// Reads a regular file of limited size; a pipe or device is a fault and is not waited for.
  static func bytes(ofFile path: String) throws(SceneFileErrors) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SceneFileErrors(
        file: path, "This is not a regular file. Give the path of a YAML file.")
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= byteLimit {
      let count = read(descriptor, &part, part.count)
      guard count >= 0 || errno == EINTR else { throw unreadable(path) }
      if count == 0 { return bytes }
      bytes += part.prefix(max(0, count))
    }
    throw SceneFileErrors(
      file: path,
      "This file is larger than \(byteLimit / 1024) KiB. Divide it into several files.")
  }

  private static func unreadable(_ path: String) -> SceneFileErrors {
    let reason = String(cString: strerror(errno))
    return SceneFileErrors(
      file: path,
      "This file cannot be read: \(reason.prefix(1).lowercased() + reason.dropFirst()). "
        + "Check its path.")
  }
}

/// A place in a file: the line and the column from 1, and the number of characters before it.
struct SceneMark: Hashable, Sendable, Comparable {
  var line: Int
  var column: Int
  var index: Int

  static let start = SceneMark(line: 1, column: 1, index: 0)

  static func < (a: SceneMark, b: SceneMark) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }

  mutating func step(over scalar: Unicode.Scalar) {
    index += 1
    column += 1
    if scalar == "\n" { (line, column) = (line + 1, 1) }
  }
}

struct SceneField: Sendable {
  let name: String
  let key: SceneNode
  let value: SceneNode
}

/// A value of a file and its place.
///
/// Scalars such as `1`, `no` and `~` are kept as text and not converted to numbers, Booleans or
/// null.
struct SceneNode: Sendable {
  enum Content: Sendable {
    case scalar(String, ScalarStyle)
    case sequence([SceneNode])
    case mapping([SceneField])
    /// A value that was rejected with a fault; later checks ignore it, so that it causes no second
    /// fault.
    case refused
  }

  enum ScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted, block
  }

  let content: Content
  /// The place of the first character, after any opening quote.
  let start: SceneMark

  var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  var fields: [SceneField]? {
    if case .mapping(let fields) = content { fields } else { nil }
  }

  var items: [SceneNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  var isEmpty: Bool {
    if case .scalar("", .plain) = content { true } else { false }
  }

  var isRefused: Bool {
    if case .refused = content { true } else { false }
  }
}

extension SceneNode {
  /// Returns the place in the file of a character in a scalar's value.
  ///
  /// `offset` is the number of Unicode scalars before the character in the value. Escapes, doubled
  /// quotes and folded lines can make the scalar longer in the file than its value.
  func mark(of offset: Int, in source: [Unicode.Scalar]) -> SceneMark {
    guard case .scalar(let text, let style) = content, offset > 0 || style == .block else {
      return start
    }
    var walk = SourceWalk(source: source, mark: start)
    if style == .block { walk.skipLine() }
    for scalar in text.unicodeScalars.prefix(offset) { walk.pass(scalar, style: style) }
    if let next = text.unicodeScalars.dropFirst(offset).first { walk.approach(next, style: style) }
    return walk.mark
  }
}

private struct SourceWalk {
  let source: [Unicode.Scalar]
  var mark: SceneMark

  private var current: Unicode.Scalar? {
    mark.index < source.count ? source[mark.index] : nil
  }

  private var isAtBlank: Bool {
    guard let current else { return false }
    return current == " " || current == "\t" || current == "\n" || current == "\r"
  }

  private mutating func step() {
    if let current { mark.step(over: current) }
  }

  mutating func skipLine() {
    while let passed = current {
      step()
      if passed == "\n" { return }
    }
  }

  mutating func approach(_ scalar: Unicode.Scalar, style: SceneNode.ScalarStyle) {
    guard scalar != " ", scalar != "\t", scalar != "\n" else { return }
    while isAtBlank { step() }
    while style == .doubleQuoted, current == "\\", mark.index + 1 < source.count,
      source[mark.index + 1] == "\n" || source[mark.index + 1] == "\r"
    {
      step()
      while isAtBlank { step() }
    }
  }

  mutating func pass(_ scalar: Unicode.Scalar, style: SceneNode.ScalarStyle) {
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

  /// Moves past the part of the source that gives one space of the value: one space, or a folded
  /// line break with the white space around it.
  private mutating func passBlank() {
    let next = source[mark.index...].first { $0 != " " && $0 != "\t" }
    guard next == "\n" || next == "\r" else { return step() }
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
