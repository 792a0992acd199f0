/// An option as written: `--name`, `--name=value` or `-n`.
package struct GivenOption {
  /// The name without dashes.
  let name: String
  /// The value behind `=`; nil without one.
  var value: String?
  /// True if it is a letter behind a single dash.
  var isLetter = false
}

/// The words of a command line, read one after the other.
///
/// Words have the same meaning as in ArgumentParser, which reads those of the other commands.
package struct CommandWords {
  /// A word, or one letter of a word such as `-ab`.
  enum Word {
    case option(GivenOption)
    case text(String)
    /// `--`: no word behind it is an option.
    case end
  }

  private var rest: ArraySlice<String>
  /// The unread letters of a word.
  private var letters: Substring = ""
  private var isBehindEnd = false

  init(_ words: ArraySlice<String>) {
    rest = words
  }

  /// Reads the next word; nil behind the last.
  ///
  /// - Throws: `UsageError` for a word that is neither an option nor anything else.
  mutating func next() throws(UsageError) -> Word? {
    if let letter = letters.popFirst() {
      return .option(GivenOption(name: String(letter), isLetter: true))
    }
    guard let word = rest.popFirst() else { return nil }
    guard !isBehindEnd, word.first == "-", word != "-" else { return .text(word) }
    guard word != "--" else {
      isBehindEnd = true
      return .end
    }
    let dashes = word.prefix { $0 == "-" }.count
    let body = word.dropFirst(dashes)
    let sign = body.firstIndex(of: "=")
    guard dashes < 3, sign != body.startIndex, !body.isEmpty else {
      throw UsageError("“\(word)” is not an option.")
    }
    if dashes == 1, sign == nil {
      letters = body
      return try next()
    }
    let name = body[..<(sign ?? body.endIndex)]
    let value = sign.map { String(body[body.index(after: $0)...]) }
    return .option(
      GivenOption(
        // An empty value behind the `=` of a long name counts as no value.
        name: String(name), value: dashes == 2 && value == "" ? nil : value,
        isLetter: dashes == 1 && name.count == 1))
  }

  /// Takes the next word if it can be the value of an option.
  mutating func value() -> String? {
    // A value stands behind the whole word, not between its letters.
    guard let word = rest.first, word.first != "-" || word == "-" else { return nil }
    return rest.popFirst()
  }
}
