import KeywardLayout

/// The width of characters on a terminal: 0, 1 or 2 cells, or more for a cluster of several letters
/// such as न्दी, which `pieces` separates.
///
/// Ambiguous characters take 1 cell. A spacing mark, such as a vowel sign beside its letter, takes
/// its own cell, as in xterm, tmux and the C library. We have our own tables, since those of
/// the C library depend on the machine and terminals do not follow them.
package enum CharacterWidth {
  package static func of(_ character: Character) -> Int {
    if let scalar = character.onlyScalar, standsInOneCell(scalar) { return 1 }
    if let cells = cellsOfMarkOnCircle(character.unicodeScalars) { return cells }
    var width = 0
    for scalar in character.unicodeScalars {
      if isEmojiMaker(scalar.value) { return 2 }
      width += of(scalar)
    }
    return width
  }

  /// Returns the parts of a cluster that have at most two cells each.
  static func pieces(of character: Character) -> [Character] {
    guard of(character) > 2 else { return [character] }
    var pieces: [String] = []
    var room = 0
    for scalar in character.unicodeScalars {
      let width = of(scalar)
      if pieces.isEmpty || width > room || width > 0 && !scalar.isMark {
        pieces.append("")
        room = 2
      }
      pieces[pieces.endIndex - 1].unicodeScalars.append(scalar)
      room -= width
    }
    return pieces.map { Character($0) }
  }

  package static func of(_ text: String) -> Int {
    cellsOfSingles(text) ?? cellsOfMarkOnCircle(text.unicodeScalars)
      ?? text.reduce(0) { $0 + of($1) }
  }

  static func cellsOfSingles(_ text: String) -> Int? {
    if text.isPrintableASCII { return text.utf8.count }
    var cells = 0
    for scalar in text.unicodeScalars {
      guard standsInOneCell(scalar) else { return nil }
      cells += 1
    }
    return cells
  }

  /// True if the scalar is known to be visible, one cell wide and never part of a larger cluster.
  ///
  /// The test is only a quick one, so the result can be false for a scalar with these properties.
  static func standsInOneCell(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Latin and phonetic letters, single accents, Greek, Cyrillic without its marks, letters
    // with two marks, dashes and quotation marks, raised and lowered digits, currencies, number and
    // trade marks, fractions, arrows, mathematical and technical signs.
    case 0x20...0x7e, 0xa1...0xac, 0xae...0x2ff, 0x370...0x377, 0x37a...0x37f,
      0x384...0x38a, 0x38c, 0x38e...0x3a1, 0x3a3...0x482, 0x48a...0x52f,
      0x1e00...0x1f15, 0x1f18...0x1f1d, 0x1f20...0x1f45, 0x1f48...0x1f4d, 0x1f50...0x1f57,
      0x1f5f...0x1f7d, 0x1f80...0x1fb4, 0x1fb6...0x1fc4, 0x1fc6...0x1fd3, 0x1fd6...0x1fdb,
      0x1fdd...0x1fef, 0x1ff2...0x1ff4, 0x1ff6...0x1ffe, 0x2010...0x2027, 0x2030...0x203b,
      0x2070...0x2071, 0x2074...0x208e, 0x20a0...0x20bf, 0x2116, 0x2122, 0x2150...0x215f,
      0x2190...0x2319, 0x232b...0x23e8, 0x27e6...0x27ef, 0x2a00...0x2aff:
      return true
    // Letters, digits and punctuation without the marks of their scripts: Armenian, Hebrew, Arabic,
    // Devanagari, Bengali, Gurmukhi, Tamil, Telugu, Kannada, Malayalam, Thai, Georgian, Ethiopic,
    // Khmer.
    case 0x531...0x556, 0x559...0x58a, 0x5be, 0x5c0, 0x5c3, 0x5c6, 0x5d0...0x5ea, 0x5f0...0x5f4,
      0x606...0x60f, 0x61b, 0x61e...0x64a, 0x660...0x66f, 0x671...0x6d3, 0x904...0x939, 0x93d,
      0x950, 0x958...0x961, 0x964...0x980, 0x985...0x98c, 0x993...0x9a8, 0x9aa...0x9b0,
      0x9b6...0x9b9, 0xa13...0xa28, 0xa2a...0xa30, 0xb92...0xb95, 0xbae...0xbb9, 0xc12...0xc28,
      0xc2a...0xc39, 0xc92...0xca8, 0xcaa...0xcb3, 0xd12...0xd3a, 0xe01...0xe30, 0xe32,
      0xe3f...0xe46, 0xe4f...0xe5b, 0x10d0...0x10ff, 0x1200...0x1248, 0x1260...0x1288,
      0x1780...0x17a2, 0xfef5...0xfefc:
      return true
    default: return false
    }
  }

  /// The width of a dotted circle with a combining mark; nil for any other text.
  ///
  /// Caps show dead keys and vowel signs in this form. Only marks of common keyboards are included.
  static func cellsOfMarkOnCircle(_ text: some Sequence<Unicode.Scalar>) -> Int? {
    var scalars = text.makeIterator()
    guard scalars.next() == "\u{25cc}", let mark = scalars.next(), scalars.next() == nil else {
      return nil
    }
    switch mark.value {
    // Marks drawn in the circle's cell: Latin and Greek, Hebrew, Arabic, Devanagari, Thai.
    case 0x300...0x34e, 0x350...0x36f, 0x591...0x5bd, 0x5bf, 0x5c1...0x5c2, 0x5c4...0x5c5, 0x5c7,
      0x64b...0x65f, 0x670, 0x900...0x902, 0x93a, 0x93c, 0x941...0x948, 0x94d, 0xe31,
      0xe34...0xe3a, 0xe47...0xe4e:
      return 1
    // Marks drawn beside the circle: Devanagari.
    case 0x903, 0x93b, 0x93e...0x940, 0x949...0x94c, 0x94e...0x94f: return 2
    default: return nil
    }
  }

  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7f...0x9f).contains(value) ? 0 : 1 }
    // Vowels and final consonants of decomposed Hangul share the first letter's cells.
    if (0x1160...0x11ff).contains(value) || (0xd7b0...0xd7ff).contains(value) { return 0 }
    // Check these early, since most drawn cells are lines and blocks.
    if (0x2500...0x259f).contains(value) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator,
      .paragraphSeparator, .surrogate:
      return 0
    case .spacingMark: return 1
    default:
      return wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  /// True for ZWJ, VS16, a regional indicator or a skin tone; a cluster with one is two cells wide.
  private static func isEmojiMaker(_ value: UInt32) -> Bool {
    value == 0x200d || value == 0xfe0f || (0x1f1e6...0x1f1ff).contains(value)
      || (0x1f3fb...0x1f3ff).contains(value)
  }
}

extension CharacterWidth {
  /// The ranges with East_Asian_Width W or F, including unassigned code points between them.
  ///
  /// Source: the Unicode Character Database (EastAsianWidth.txt), versions 14 and 15.
  static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x231a...0x231b, 0x2329...0x232a, 0x23e9...0x23ec, 0x23f0...0x23f0,
    0x23f3...0x23f3, 0x25fd...0x25fe, 0x2614...0x2615, 0x2648...0x2653, 0x267f...0x267f,
    0x2693...0x2693, 0x26a1...0x26a1, 0x26aa...0x26ab, 0x26bd...0x26be, 0x26c4...0x26c5,
    0x26ce...0x26ce, 0x26d4...0x26d4, 0x26ea...0x26ea, 0x26f2...0x26f3, 0x26f5...0x26f5,
    0x26fa...0x26fa, 0x26fd...0x26fd, 0x2705...0x2705, 0x270a...0x270b, 0x2728...0x2728,
    0x274c...0x274c, 0x274e...0x274e, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27b0...0x27b0, 0x27bf...0x27bf, 0x2b1b...0x2b1c, 0x2b50...0x2b50, 0x2b55...0x2b55,
    0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf, 0x4e00...0xa4c6, 0xa960...0xa97c,
    0xac00...0xd7a3, 0xf900...0xfad9, 0xfe10...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6,
    0x16fe0...0x1b2fb, 0x1f004...0x1f004, 0x1f0cf...0x1f0cf, 0x1f18e...0x1f18e, 0x1f191...0x1f19a,
    0x1f200...0x1f320, 0x1f32d...0x1f335, 0x1f337...0x1f37c, 0x1f37e...0x1f393, 0x1f3a0...0x1f3ca,
    0x1f3cf...0x1f3d3, 0x1f3e0...0x1f3f0, 0x1f3f4...0x1f3f4, 0x1f3f8...0x1f43e, 0x1f440...0x1f440,
    0x1f442...0x1f4fc, 0x1f4ff...0x1f53d, 0x1f54b...0x1f54e, 0x1f550...0x1f567, 0x1f57a...0x1f57a,
    0x1f595...0x1f596, 0x1f5a4...0x1f5a4, 0x1f5fb...0x1f64f, 0x1f680...0x1f6c5, 0x1f6cc...0x1f6cc,
    0x1f6d0...0x1f6d2, 0x1f6d5...0x1f6df, 0x1f6eb...0x1f6ec, 0x1f6f4...0x1f6fc, 0x1f7e0...0x1f7f0,
    0x1f90c...0x1f93a, 0x1f93c...0x1f945, 0x1f947...0x1f9ff, 0x1fa70...0x1faff, 0x20000...0x3fffd,
  ]
}
