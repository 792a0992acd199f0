/// The text of a file, for finding the place of a character within a scalar.
///
/// Only faults need places, so the text is decoded for the first fault.
struct YAMLSource {
  private let bytes: [UInt8]
  private var scalars: [Unicode.Scalar]?

  init(bytes: [UInt8]) {
    self.bytes = YAMLText.withoutByteOrderMark(bytes)
  }

  /// Finds the place in the file of a character of a scalar's value.
  ///
  /// The search follows the scalar through its escapes, doubled quotes and folded lines.
  ///
  /// - Parameters:
  ///   - offset: the character's index within the value, in Unicode scalars.
  ///   - node: the scalar.
  /// - Returns: the place, or the scalar's own for an offset of 0.
  mutating func mark(of offset: Int, in node: YAMLNode) -> YAMLMark {
    guard case .scalar(let text, let style) = node.content, offset > 0 || style == .block else {
      return node.start
    }
    let source = scalars ?? Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    scalars = source
    var walk = SourceWalk(source: source, mark: node.start, end: node.end.index)
    if style == .block { walk.skipLine() }
    for scalar in text.unicodeScalars.prefix(offset) { walk.pass(scalar, style: style) }
    if let next = text.unicodeScalars.dropFirst(offset).first { walk.approach(next, style: style) }
    return walk.mark
  }
}

/// A walk through the source of a scalar, beside its value.
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

  /// Moves behind the header of a block scalar.
  mutating func skipLine() {
    while let passed = current {
      step()
      if passed == "\n" { return }
    }
  }

  /// Moves to the beginning of a character's source.
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

  /// Moves behind the source of one character of the value.
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

  /// Moves behind the source of a blank: one blank, or a folded line end with the blanks around it.
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
