extension KeyboardDefinition {
  /// True if its letters lack any of the 26 Latin ones, small or capital, in which passwords are
  /// written too.
  ///
  /// A keyboard without letters, such as a number pad, lacks none.
  package var lacksLatinLetters: Bool {
    guard let letters = panel(.letters) else { return false }
    var missing = LatinLetters.all
    for page in letters.pages {
      for row in page.content.rows {
        for case .key(let key) in row.items where key.role == .input {
          missing.subtract(key.latinLetters)
          if missing.isEmpty { return false }
        }
      }
    }
    return true
  }

  /// The name on the key to the next keyboard: the language, as `DE`, else the beginning of its own
  /// name.
  package var shortName: String {
    let language = language.prefix { $0 != "-" }
    return language == "und" ? String(id.prefix(LayoutLimits.labelLength)) : language.uppercased()
  }
}

/// Some of the 26 Latin letters, capital and small.
private struct LatinLetters: OptionSet {
  /// A bit for each letter: the capitals, then the small ones.
  let rawValue: UInt64

  static let all = LatinLetters(rawValue: 1 << 52 - 1)

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The letter that a text is; none for any other text.
  init(_ text: String) {
    let bytes = text.utf8
    guard bytes.count == 1, let byte = bytes.first, (97...122).contains(byte | 32) else {
      self.init()
      return
    }
    self.init(rawValue: 1 << UInt64((byte & 31) - 1 + (byte < 97 ? 0 : 26)))
  }

  /// The capitals of the small letters.
  var capitals: LatinLetters { LatinLetters(rawValue: rawValue >> 26) }
}

extension Key {
  /// The Latin letters that it types, at all its levels.
  fileprivate var latinLetters: LatinLetters {
    guard let levels else {
      let plain = LatinLetters(output)
      return plain.union(shifted.map(LatinLetters.init) ?? plain.capitals)
    }
    var letters: LatinLetters = []
    for case .insert(let text) in levels { letters.formUnion(LatinLetters(text)) }
    return letters
  }
}
