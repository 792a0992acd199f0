extension KeyboardDefinition {
  /// True if its letters lack any of the 26 Latin ones, small or capital, in which passwords are
  /// written too.
  ///
  /// A keyboard without letters, such as a number pad, lacks none.
  package var lacksLatinLetters: Bool {
    guard let letters = panel(.letters) else { return false }
    let keys = letters.pages.flatMap { page in page.content.keys.filter { $0.role == .input } }
    // Of a keyboard of another script this says it all.
    if !keys.contains(where: { $0.types(UInt8(ascii: "e")) }) { return true }
    // A bit for each letter: the capitals, then the small ones.
    var missing = UInt64(1 << 52 - 1)
    for key in keys {
      remove(key, from: &missing)
      if missing == 0 { return false }
    }
    return true
  }

  /// The name on the key to the next keyboard: the language, as `DE`, else the beginning of its own
  /// name.
  package var shortName: String {
    let language = language.prefix { $0 != "-" }
    return language == "und" ? String(id.prefix(LayoutLimits.labelLength)) : language.uppercased()
  }

  /// Removes the letters of a key from the missing ones.
  private func remove(_ key: Key, from missing: inout UInt64) {
    remove(key.output, from: &missing)
    if let levels = key.levels {
      for action in levels { remove(action.text, from: &missing) }
    } else {
      remove(key.shifted ?? "", from: &missing)
      if key.shifted == nil { remove(key.output, from: &missing, asCapital: true) }
    }
  }

  /// Removes a letter, or its capital, from the missing ones.
  private func remove(_ text: String, from missing: inout UInt64, asCapital: Bool = false) {
    guard text.utf8.count == 1, let byte = text.utf8.first, (97...122).contains(byte | 32) else {
      return
    }
    let isSmall = byte >= 97 && !asCapital
    missing &= ~(1 << UInt64((byte & 31) - 1 + (isSmall ? 26 : 0)))
  }
}

extension Key {
  /// Tells whether it types an ASCII character at the plain level, or at another of its own.
  fileprivate func types(_ character: UInt8) -> Bool {
    func isIt(_ text: String) -> Bool { text.utf8.count == 1 && text.utf8.first == character }
    return isIt(output) || levels?.contains { isIt($0.text) } ?? isIt(shifted ?? "")
  }
}
