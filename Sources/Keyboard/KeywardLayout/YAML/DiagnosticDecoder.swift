/// Reads the fields of a file and collects the faults of the file.
///
/// It keeps the first 20 faults, ordered by location. Most functions take the description of a
/// location as an autoclosure, because the description is needed only for a fault.
struct DiagnosticDecoder: Sendable {
  private static let limit = 20

  let file: String
  /// The faults found so far.
  ///
  /// A fault within a scalar also has the scalar and the offset in the scalar's value. The line and
  /// column within a scalar are determined last, because this requires a scan of the scalar.
  private var faults: [(mark: YAMLMark, offset: Int, scalar: YAMLNode?, sentence: String)] = []

  init(file: String) {
    self.file = file
  }

  var hasFaults: Bool { !faults.isEmpty }

  /// Adds a fault; faults at the same location stay in the order in which they were found.
  ///
  /// The sentence is evaluated only for the first 20 faults.
  mutating func add(_ mark: YAMLMark, _ sentence: @autoclosure () -> String) {
    insert(mark, 0, nil, sentence)
  }

  /// Adds a fault at the first character of a scalar's value.
  mutating func add(_ scalar: YAMLNode, _ sentence: @autoclosure () -> String) {
    insert(scalar.start, 0, scalar, sentence)
  }

  mutating func add(_ word: Word, offset: Int = 0, _ sentence: @autoclosure () -> String) {
    insert(word.node.start, word.offset + offset, word.node, sentence)
  }

  private mutating func insert(
    _ mark: YAMLMark, _ offset: Int, _ scalar: YAMLNode?, _ sentence: () -> String
  ) {
    let place =
      faults.firstIndex { (mark, offset) < ($0.mark, $0.offset) } ?? faults.count
    guard place < Self.limit else { return }
    faults.insert((mark, offset, scalar, sentence()), at: place)
    if faults.count > Self.limit { faults.removeLast() }
  }

  func errors(in bytes: [UInt8]) -> LayoutFileErrors {
    let text = String(decoding: YAMLParser.withoutByteOrderMark(bytes), as: UTF8.self)
    let source = Array(text.unicodeScalars)
    return LayoutFileErrors(
      faults: faults.map { fault in
        let mark = fault.scalar?.mark(of: fault.offset, in: source) ?? fault.mark
        return LayoutFault(
          file: file, line: mark.line, column: mark.column, sentence: fault.sentence)
      })
  }
}

/// Functions that read a value of an expected kind.
///
/// If the value is of another kind, they return `nil` or an empty array. They also add a fault,
/// unless a fault was already added for that value.
extension DiagnosticDecoder {
  /// Returns the known fields of a mapping, in the order of the file, and adds a fault for each
  /// unknown field.
  mutating func fields(
    of node: YAMLNode, known: [String], in place: @autoclosure () -> String
  ) -> [YAMLField] {
    guard let fields = anyFields(of: node, in: place()) else { return [] }
    return fields.filter { field in
      let isKnown = known.contains(field.name)
      if !isKnown { add(field.key.start, Self.sentence(forUnknown: field.name, known)) }
      return isKnown
    }
  }

  private static func sentence(forUnknown name: String, _ known: [String]) -> String {
    if let guess = name.nearest(among: known) {
      return "Unknown field \(name.quoted). Did you mean “\(guess)”?"
    }
    return "Unknown field \(name.quoted). Fields allowed here: \(known.joined(separator: ", "))."
  }

  mutating func anyFields(
    of node: YAMLNode, in place: @autoclosure () -> String
  ) -> [YAMLField]? {
    guard let fields = node.fields else {
      refuse(node, "\(place()) needs fields, such as “name: value”.")
      return nil
    }
    return fields
  }

  mutating func items(
    of node: YAMLNode, in place: @autoclosure () -> String
  ) -> [YAMLNode]? {
    guard let items = node.items else {
      refuse(node, "\(place()) must be a list.")
      return nil
    }
    return items
  }

  mutating func text(of node: YAMLNode, in place: @autoclosure () -> String) -> String? {
    guard let text = node.text else {
      refuse(node, "\(place()) must be text.")
      return nil
    }
    return text
  }

  /// Returns the text of a scalar as one word, even if the text contains white space.
  mutating func word(of node: YAMLNode, in place: @autoclosure () -> String) -> Word? {
    text(of: node, in: place()).map { Word(text: $0, node: node, offset: 0) }
  }

  mutating func wholeNumber(of node: YAMLNode, in range: ClosedRange<Int>, _ place: String) -> Int?
  {
    if node.isRefused { return nil }
    guard let text = node.text, text.count <= 9, text.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(text), range.contains(number)
    else {
      add(
        node.start,
        "\(place) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
      return nil
    }
    return number
  }

  /// Returns the items of a list as words, or the words of a single scalar.
  mutating func words(of node: YAMLNode, in place: String) -> [Word] {
    if let text = node.text { return Word.words(of: text, node: node) }
    guard let items = node.items else {
      refuse(node, "\(place) must be text or a list.")
      return []
    }
    return items.compactMap { word(of: $0, in: "Every item of \(place.lowercasedFirst)") }
  }

  private mutating func refuse(_ node: YAMLNode, _ sentence: @autoclosure () -> String) {
    if !node.isRefused { add(node.start, sentence()) }
  }
}

extension String {
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

struct Word: Sendable {
  let text: String
  let node: YAMLNode
  /// The offset of the word's first character in the scalar's value, in Unicode scalars.
  let offset: Int

  /// Splits a text at white space: `"a  bc"` → `a` at 0, `bc` at 3.
  static func words(of text: String, node: YAMLNode) -> [Word] {
    var words: [Word] = []
    var begin: (index: Int, offset: Int)?
    var offset = -1
    let bytes = Array(text.utf8)
    func word(from begin: (index: Int, offset: Int), to end: Int) -> Word {
      let text = String(decoding: bytes[begin.index..<end], as: UTF8.self)
      return Word(text: text, node: node, offset: begin.offset)
    }
    for (index, byte) in bytes.enumerated() {
      // Every byte except a continuation byte begins a Unicode scalar.
      if byte & 0xC0 != 0x80 { offset += 1 }
      let isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      if isBlank, let start = begin {
        words.append(word(from: start, to: index))
        begin = nil
      } else if !isBlank, begin == nil {
        begin = (index, offset)
      }
    }
    if let start = begin { words.append(word(from: start, to: bytes.count)) }
    return words
  }
}

extension String {
  /// The text with code points in the notation `{U+…}` replaced by their characters.
  ///
  /// Example: `{U+0644}{U+0627}` → `لا`. The result is `nil` if the text between `{U+` and `}` is
  /// not a code point that a key can type.
  var withoutCodePoints: String? {
    guard hasCodePoints else { return self }
    var text = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "{", rest.starts(with: "U+".unicodeScalars) else {
        text.append(scalar)
        continue
      }
      guard let end = rest.firstIndex(of: "}"),
        let coded = Self.scalar(rest[rest.startIndex..<end].dropFirst(2))
      else { return nil }
      text.append(coded)
      rest = rest[rest.index(after: end)...]
    }
    return String(text)
  }

  /// True if the text contains the notation for a code point, such as `{U+200C}`, valid or not.
  var hasCodePoints: Bool {
    // A fast path: almost no text has a brace.
    !allBytes { $0 != UInt8(ascii: "{") } && utf8.holds("{U+".utf8)
  }

  var codePointFault: String {
    "\(quoted) contains an invalid code point. Write four to six hexadecimal digits, as in "
      + "{U+200C}; control characters and line breaks cannot be typed."
  }

  /// Returns the Unicode scalar with a code of four to six hexadecimal digits.
  ///
  /// It returns `nil` for an invalid code, and for a control character, line separator or
  /// noncharacter, because no key may type these.
  private static func scalar(_ digits: Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard (4...6).contains(digits.count),
      let value = UInt32(Substring(digits), radix: 16), let scalar = Unicode.Scalar(value),
      !scalar.properties.isNoncharacterCodePoint
    else { return nil }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return nil
    default: return scalar
    }
  }
}
