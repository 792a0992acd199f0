import KeywardLayout

/// Sanitises text of unknown origin.
///
///     Sanitizer().clean("\u{1b}]0;owned\u{7}", as: .line)   // "�]0;owned�"
///
/// Descriptions and errors keep their line feeds, except those at the ends. A carriage return
/// before a line feed is dropped, and a tab becomes a blank. All other control characters, line
/// separators, bidirectional marks, zero-width and tag characters, and each invalid part of UTF-8
/// become U+FFFD. A zero-width joiner between two pictographs is kept. A character keeps at most
/// four of its combining marks. Text that is too long is cut and ends with `…`.
package struct Sanitizer: Sendable {
  /// True if the text must be ASCII; other characters then become `?`.
  package var isASCII: Bool

  package init(isASCII: Bool = false) {
    self.isASCII = isASCII
  }

  package func clean(_ text: String, as kind: CallerText) -> String {
    text.utf8.count <= Self.longestInput
      ? clean(decoded: text, as: kind) : clean(Array(text.utf8), as: kind)
  }

  package func clean(_ bytes: [UInt8], as kind: CallerText) -> String {
    let bytes = bytes.prefix(Self.longestInput)
    return clean(decoded: String(decoding: bytes, as: UTF8.self), as: kind)
  }

  private func clean(decoded text: String, as kind: CallerText) -> String {
    if isSafe(text, as: kind) { return text }
    var lines = text[...]
    if kind.hasLines {
      while let last = lines.last, last.isNewline { lines.removeLast() }
      lines = lines.drop(while: \.isNewline)
    }
    var result = ""
    var (characters, bytes, lineCount) = (0, 0, 1)
    for cluster in sanitizedScalars(of: lines, keepsLines: kind.hasLines) {
      characters += 1
      bytes += cluster.utf8.count
      if cluster.unicodeScalars.first == "\n" { lineCount += 1 }
      guard characters <= kind.maximumCharacters, bytes <= kind.maximumBytes,
        lineCount <= kind.maximumLines
      else { return result + (isASCII ? "..." : "…") }
      result.append(cluster)
    }
    return result
  }

  /// True if the text is short and needs no change, as with nearly every prompt and label.
  private func isSafe(_ text: String, as kind: CallerText) -> Bool {
    guard text.utf8.count <= min(kind.maximumCharacters, kind.maximumBytes) else { return false }
    if text.isPrintableASCII { return true }
    return !isASCII
      && (text.unicodeScalars.allSatisfy(Self.standsAlone)
        || CharacterWidth.cellsOfMarkOnCircle(text.unicodeScalars) != nil)
  }

  /// Returns a sanitised name of a program for a sentence: quoted unless it is a plain ASCII word.
  ///
  /// If the name mixes Latin letters with those of another script, which may look alike, the code of
  /// the first of these follows.
  package static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x61...0x7a, 0x41...0x5a, 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "+"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard !isPlain else { return name }
    let letters = name.unicodeScalars.filter(\.properties.isAlphabetic)
    let foreign = letters.contains(where: \.isASCII) ? letters.first { !isLatin($0) } : nil
    let code = foreign.map { String($0.value, radix: 16, uppercase: true) }
    let mark = code.map { " (U+" + String(repeating: "0", count: max(0, 4 - $0.count)) + $0 + ")" }
    let text = String(name.map { $0 == "\"" ? "'" : $0 })
    return "\"\(text)\"" + (mark ?? "")
  }

  private static func isLatin(_ letter: Unicode.Scalar) -> Bool {
    letter.value < 0x250 || (0x1e00...0x1eff).contains(letter.value)
  }

  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    if CharacterWidth.standsInOneCell(scalar) { return true }
    switch scalar.value {
    // Kana, Han.
    case 0x3041...0x3096, 0x30a1...0x30fa, 0x4e00...0x9fff: return true
    default: return false
    }
  }

  /// The maximum number of bytes of a text that are read; later bytes are ignored.
  private static let longestInput = 65_536

  private func sanitizedScalars(of text: Substring, keepsLines: Bool) -> String {
    var output = String.UnicodeScalarView()
    var state = ClusterState()
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if let kept = state.filter(scalar, next: next, keepsLines: keepsLines) { output.append(kept) }
    }
    let clean = String(output)
    if isASCII { return String(clean.map { $0.isASCII ? $0 : "?" }) }
    // Some scripts allow clusters of any length.
    return String(clean.map { $0.unicodeScalars.count > Self.longestCluster ? "\u{fffd}" : $0 })
  }

  /// The maximum number of scalars in a grapheme cluster.
  private static let longestCluster = 24
}

/// The purpose of a caller's text, which determines its maximum length.
package enum CallerText: Hashable, Sendable {
  case line
  /// A prompt, or another sentence.
  case prompt
  case error
  case description
  /// The name of a program, or a key's label.
  case name

  var maximumCharacters: Int {
    switch self {
    case .line: 256
    case .name: 64
    case .prompt, .error, .description: .max
    }
  }

  var maximumBytes: Int {
    switch self {
    case .line, .name: .max
    case .prompt, .error: 1024
    case .description: 8192
    }
  }

  var hasLines: Bool { self == .error || self == .description }

  var maximumLines: Int { hasLines ? 200 : 1 }
}

private struct ClusterState {
  private static let replacement: Unicode.Scalar = "\u{fffd}"
  private static let mostMarks = 4
  private static let mostJoiners = 5

  private var hasBase = false
  private var marks = 0
  private var joiners = 0
  private var isPictograph = false

  mutating func filter(
    _ scalar: Unicode.Scalar, next: Unicode.Scalar?, keepsLines: Bool
  ) -> Unicode.Scalar? {
    switch scalar {
    case "\n" where keepsLines:
      self = ClusterState()
      return scalar
    case "\r" where keepsLines && next == "\n": return nil
    case "\t":
      begin(" ")
      return " "
    case "\u{200d}":
      guard isPictograph, joiners < Self.mostJoiners, let next, next.isPictograph else {
        return replaced()
      }
      joiners += 1
      return scalar
    default:
      break
    }
    if scalar.isModifier { return mark(scalar) }
    guard scalar.isPrintable else { return replaced() }
    begin(scalar)
    return scalar
  }

  private mutating func mark(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard hasBase else { return replaced() }
    marks += 1
    return marks <= Self.mostMarks ? scalar : nil
  }

  private mutating func replaced() -> Unicode.Scalar {
    begin(Self.replacement)
    return Self.replacement
  }

  private mutating func begin(_ scalar: Unicode.Scalar) {
    hasBase = true
    marks = 0
    if !scalar.isPictograph { joiners = 0 }
    isPictograph = scalar.isPictograph
  }
}

extension Unicode.Scalar {
  /// True if the scalar modifies the previous one: a mark, a variation selector or a skin tone.
  fileprivate var isModifier: Bool {
    (0xfe00...0xfe0f).contains(value) || (0x1f3fb...0x1f3ff).contains(value) || isMark
  }

  /// True if the scalar is a pictograph, which a zero-width joiner can join to another one.
  fileprivate var isPictograph: Bool {
    value > 0x7f && properties.isEmoji && !(0x1f1e6...0x1f1ff).contains(value)
  }

  var isPrintable: Bool {
    if (0x20...0x7e).contains(value) { return true }
    guard value >= 0xa0, !properties.isDefaultIgnorableCodePoint else { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      return false
    default:
      return true
    }
  }
}
