import KeyboardEngine

package struct UsageError: Error, CustomStringConvertible {
  package let description: String
  package let option: String?

  package init(_ description: String, about option: String? = nil) {
    self.description = description
    self.option = option
  }

  static func unknown(_ given: GivenOption, among names: [String]) -> Self {
    let guess = given.isLetter ? nil : given.name.nearest(among: names)
    let hint = guess.map { " Did you mean “--\($0)”?" } ?? ""
    return Self("Unknown option “\(given)”.\(hint)")
  }
}

/// An option as written: `--name`, `--name=value` or `-n`.
package struct GivenOption: CustomStringConvertible {
  let name: String
  var value: String?
  var isLetter = false

  package var description: String { (isLetter ? "-" : "--") + name }
}

package struct CommandWords {
  /// A word, or one letter of a word such as `-ab`.
  package enum Word {
    case option(GivenOption)
    case text(String)
    /// `--`: no word after it is an option.
    case end
  }

  private var rest: ArraySlice<String>
  private var letters: Substring = ""
  private var isAfterEnd = false

  package init(_ words: ArraySlice<String>) {
    rest = words
  }

  package mutating func next() throws(UsageError) -> Word? {
    if let letter = letters.popFirst() {
      return .option(GivenOption(name: String(letter), isLetter: true))
    }
    guard let word = rest.popFirst() else { return nil }
    guard !isAfterEnd, word.first == "-", word != "-" else { return .text(word) }
    guard word != "--" else {
      isAfterEnd = true
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
    guard dashes == 2 || name.count == 1 else { throw UsageError("“\(word)” is not an option.") }
    let value = sign.map { String(body[body.index(after: $0)...]) }
    return .option(
      GivenOption(
        // An empty value after the `=` of a long name counts as no value.
        name: String(name), value: dashes == 2 && value == "" ? nil : value,
        isLetter: dashes == 1))
  }

  mutating func value() -> String? {
    // After letters such as `-ab`, the value is the next word, never the rest of the letters.
    guard let word = rest.first, word.first != "-" || word == "-" else { return nil }
    return rest.popFirst()
  }
}
