extension String {
  /// The text with a visible replacement for each invisible character: `a` → `a`, U+200C → `ZWNJ`,
  /// U+00A0 → `NBSP`.
  ///
  /// A combining mark without a base character is unchanged, because the drawing code adds a base.
  var visible: String {
    // A fast path: every start checks each key, and almost all are visible ASCII characters.
    if utf8.count == 1, let byte = utf8.first, (0x21...0x7E).contains(byte) { return self }
    guard unicodeScalars.contains(where: Self.isInvisible) else { return self }
    var label = ""
    for scalar in unicodeScalars {
      if Self.isInvisible(scalar) {
        label += Self.name(of: scalar.value) ?? String(scalar.codePoint.dropFirst(2))
      } else {
        label.unicodeScalars.append(scalar)
      }
    }
    return label
  }

  /// The text, preceded by a dotted circle if it begins with a combining mark such as a vowel sign.
  package var withBase: String {
    guard let first = unicodeScalars.first else { return self }
    // Blocks without marks need no lookup of properties.
    switch first.value {
    case 0..<0x300, 0x370...0x482, 0x48A...0x590, 0x5D0...0x60F, 0x61B...0x64A, 0x660...0x66F,
      0x671...0x6D5, 0x904...0x939, 0xE01...0xE30, 0x10A0...0x10FF, 0x1E00...0x20CF,
      0x2100...0x2CEE:
      return self
    default: break
    }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return "\u{25CC}" + self
    default: return self
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Blocks without invisible characters need no lookup of properties.
    case 0x21...0x7E, 0xA1...0xAC, 0xAE...0x34E, 0x370...0x5FF, 0x606...0x60F, 0x61D...0x6DC,
      0x900...0x10FF, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x2FFF, 0x3001...0x3163,
      0xFF01...0xFF9F:
      return false
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .spaceSeparator, .format, .control, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  private static func name(of value: UInt32) -> String? {
    switch value {
    case 0x20: "␣"
    case 0xA0: "NBSP"
    case 0xAD: "SHY"
    case 0x34F: "CGJ"
    case 0x61C: "ALM"
    case 0x200B: "ZWSP"
    case 0x200C: "ZWNJ"
    case 0x200D: "ZWJ"
    case 0x200E: "LRM"
    case 0x200F: "RLM"
    case 0x202A: "LRE"
    case 0x202B: "RLE"
    case 0x202C: "PDF"
    case 0x202D: "LRO"
    case 0x202E: "RLO"
    case 0x202F: "NNBSP"
    case 0x2060: "WJ"
    case 0x2066: "LRI"
    case 0x2067: "RLI"
    case 0x2068: "FSI"
    case 0x2069: "PDI"
    case 0xFEFF: "BOM"
    default: nil
    }
  }
}

extension StringProtocol {
  /// True if two texts have the same bytes; `==` treats U+00E9 and `e` with an accent as equal.
  package func isExactly(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension String {
  package var isPrintableASCII: Bool {
    allBytes { (0x20...0x7E).contains($0) }
  }

  /// True if every byte fulfils a condition.
  ///
  /// A loop over `utf8` would take three times as long, which matters because the texts of all keys
  /// are checked at every start.
  func allBytes(_ isWanted: (UInt8) -> Bool) -> Bool {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.allSatisfy(isWanted) }
      ?? utf8.allSatisfy(isWanted)
  }
}

extension Collection<UInt8> {
  /// True if these bytes contain `part` as a contiguous sequence.
  ///
  /// The standard library's text search is not used, because it would link 1 MB of
  /// regular-expression code. The function is inlinable so that the compiler can specialise it:
  /// unspecialised, it took a fifth of the instructions of a program start.
  @inlinable package func holds(_ part: some Collection<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
