extension KeyboardDefinition {
  /// Whether its letters are those of some script without all 26 Latin ones, in which passwords are
  /// written too.
  ///
  /// A keyboard without letters, such as a number pad, lacks none.
  public var lacksLatinLetters: Bool {
    guard let letters = panel(.letters) else { return false }
    var missing = UInt32(1 << 26 - 1)
    for page in letters.pages {
      for key in page.content.keys where key.role == .input {
        remove(key.output, from: &missing)
        for action in key.levels ?? [] { remove(action.text, from: &missing) }
      }
    }
    return missing != 0
  }

  /// The name that its key to the next keyboard shows: the language, as `DE`, else the beginning of the
  /// keyboard's own name.
  public var shortName: String {
    let language = language.prefix { $0 != "-" }
    return language == "und" ? String(id.prefix(LayoutLimits.labelLength)) : language.uppercased()
  }

  private func remove(_ text: String, from missing: inout UInt32) {
    guard text.utf8.count == 1, let byte = text.utf8.first, (97...122).contains(byte) else {
      return
    }
    missing &= ~(1 << UInt32(byte - 97))
  }
}
