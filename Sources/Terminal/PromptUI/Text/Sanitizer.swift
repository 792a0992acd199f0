import KeyboardLayout

/// Sanitises text of unknown origin.
///
///     Sanitizer().clean("\u{1b}]0;owned\u{7}", as: .line)   // "�]0;owned�"
///
/// Line feeds inside descriptions and errors are kept, those at the ends are not; a carriage return
/// before a line feed is dropped, and a tab becomes a blank. All other control characters, raw and
/// encoded C1 controls, line separators, bidirectional marks, zero-width and tag characters, and
/// each broken part of UTF-8 become U+FFFD. A joiner stays between two pictographs. A character
/// keeps at most four of its marks. Text that is too long is cut and ends with `…`. The cost is
/// linear, and bounded for text of any length.
package struct Sanitizer: Sendable {
  /// True if the terminal shows only ASCII; any other character becomes `?`.
  package var isASCII: Bool

  package init(isASCII: Bool = false) {
    self.isASCII = isASCII
  }

  package func clean(_ text: String, as kind: CallerText) -> String {
    text.utf8.count <= Self.longestInput
      ? clean(decoded: text, as: kind) : clean(Array(text.utf8), as: kind)
  }

  /// Sanitises bytes in UTF-8.
  package func clean(_ bytes: some Sequence<UInt8>, as kind: CallerText) -> String {
    clean(Array(bytes.prefix(Self.longestInput)), as: kind)
  }

  package func clean(_ bytes: [UInt8], as kind: CallerText) -> String {
    // Every accepted text is shorter than this limit.
    clean(decoded: String(decoding: bytes.prefix(Self.longestInput), as: UTF8.self), as: kind)
  }

  private func clean(decoded text: String, as kind: CallerText) -> String {
    if isSafe(text, as: kind) { return text }
    var lines = text[...]
    if kind.hasLines {
      while let last = lines.last, last.isNewline { lines.removeLast() }
      lines = lines.drop(while: \.isNewline)
    }
    var result = ""
    var counts = Counts(kind: kind)
    for cluster in sanitizedScalars(of: lines, keepsLines: kind.hasLines) {
      guard counts.take(cluster) else { return result + ellipsis }
      result.append(cluster)
    }
    return result
  }

  /// True if a text is short and needs no change: printable ASCII, or letters and signs that never
  /// combine.
  ///
  /// Most texts pass this fast check, which is done for every prompt and every cap.
  private func isSafe(_ text: String, as kind: CallerText) -> Bool {
    guard text.utf8.count <= min(kind.maximumCharacters, kind.maximumBytes) else { return false }
    if text.isPrintableASCII { return true }
    return !isASCII
      && (text.unicodeScalars.allSatisfy(Self.standsAlone)
        || CharacterWidth.cellsOfMarkOnCircle(text.unicodeScalars) != nil)
  }

  /// True if a character is visible and never part of another one.
  ///
  /// Only Unicode blocks without other kinds of characters are covered.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    if CharacterWidth.standsInOneCell(scalar) { return true }
    switch scalar.value {
    // Kana, Han.
    case 0x3041...0x3096, 0x30a1...0x30fa, 0x4e00...0x9fff: return true
    default: return false
    }
  }

  private static let longestInput = 65_536

  private var ellipsis: String { isASCII ? "..." : "…" }

  /// The text without dangerous characters.
  private func sanitizedScalars(of text: Substring, keepsLines: Bool) -> String {
    var output = String.UnicodeScalarView()
    var state = ClusterState()
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if let kept = state.filter(scalar, next: next, keepsLines: keepsLines) { output.append(kept) }
    }
    let clean = String(output)
    return isASCII ? asciiForm(of: clean) : limited(clean)
  }

  private func asciiForm(of text: String) -> String {
    String(text.map { $0.isASCII ? $0 : "?" })
  }

  /// Replaces clusters of excessive length, which some scripts allow, by U+FFFD.
  private func limited(_ text: String) -> String {
    guard text.contains(where: { $0.unicodeScalars.count > Self.longestCluster }) else {
      return text
    }
    return String(text.map { $0.unicodeScalars.count > Self.longestCluster ? "\u{fffd}" : $0 })
  }

  private static let longestCluster = 24
}

/// The remaining lengths that a kind of text allows.
private struct Counts {
  private var characters: Int
  private var bytes: Int
  private var lines: Int

  init(kind: CallerText) {
    characters = kind.maximumCharacters
    bytes = kind.maximumBytes
    lines = kind.maximumLines - 1
  }

  /// Counts the next character; returns true if it fits.
  mutating func take(_ character: Character) -> Bool {
    characters -= 1
    bytes -= character.utf8.count
    if character.unicodeScalars.first == "\n" { lines -= 1 }
    return characters >= 0 && bytes >= 0 && lines >= 0
  }
}

/// The purpose of a caller's text, which determines its maximum length.
package enum CallerText: Hashable, Sendable {
  /// A title: one line of at most 256 characters.
  case line
  /// A prompt, or another sentence: one line of at most 1 KiB.
  case prompt
  /// An error: at most 1 KiB and 200 lines.
  case error
  /// A description: at most 8 KiB and 200 lines.
  case description
  /// The name of a program or a key's label: one line of at most 64 characters.
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

  /// True if line breaks inside the text stay.
  var hasLines: Bool { self == .error || self == .description }

  var maximumLines: Int { hasLines ? 200 : 1 }
}

/// Filters text scalar by scalar.
struct ClusterState {
  private static let replacement: Unicode.Scalar = "\u{fffd}"
  private static let mostMarks = 4
  private static let mostJoiners = 5

  private var hasBase = false
  private var marks = 0
  private var joiners = 0
  private var isPictograph = false

  /// The scalar to show for `scalar`; nil for none.
  mutating func filter(
    _ scalar: Unicode.Scalar, next: Unicode.Scalar?, keepsLines: Bool
  ) -> Unicode.Scalar? {
    switch scalar {
    case "\n" where keepsLines:
      end()
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

  /// Keeps a mark unless its base already has four.
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

  private mutating func end() {
    self = ClusterState()
  }
}

extension Unicode.Scalar {
  /// True if the scalar changes the one before it: a mark, an emoji or text selector, a skin tone.
  fileprivate var isModifier: Bool {
    (0xfe00...0xfe0f).contains(value) || (0x1f3fb...0x1f3ff).contains(value) || isMark
  }

  /// True if a joiner is meaningful beside the scalar.
  fileprivate var isPictograph: Bool {
    value > 0x7f && properties.isEmoji && !(0x1f1e6...0x1f1ff).contains(value)
  }

  /// True if the scalar can be shown alone: it is assigned, visible and not a control.
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
