import KeywardEngine

package struct UsageError: Error, CustomStringConvertible {
  /// An answer that an option asks for, in place of the command.
  package enum Answer: Sendable {
    case help, version

    fileprivate init?(_ word: String) {
      switch word {
      case "-h", "--help": self = .help
      case "--version": self = .version
      default: return nil
      }
    }
  }

  package let description: String
  package let option: String?
  /// The answer to print; nil if the command line is wrong.
  package private(set) var answer: Answer?

  package init(_ description: String, about option: String? = nil) {
    self.description = description
    self.option = option
  }

  static func unknown(_ given: GivenOption, among names: [String]) -> Self {
    let longer = names.filter { $0.hasPrefix(given.name) }.min { $0.count < $1.count }
    let guess = given.isLetter ? nil : longer ?? given.name.nearest(among: names)
    let hint = guess.map { " Did you mean “--\($0)”?" } ?? ""
    var error = Self("Unknown option “\(given)”.\(hint)")
    if given.value == nil { error.answer = Answer("\(given)") }
    return error
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
  /// A word of the command line; each letter of a word such as `-ab` counts as a word.
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
    return .option(GivenOption(name: String(name), value: value, isLetter: dashes == 1))
  }

  /// Takes the value of an option: the next word, even if it looks like an option.
  mutating func value() -> String? { rest.popFirst() }

  /// Takes the value of an option that may have none: the next word, unless it looks like an option.
  ///
  /// Help and the version are no options there, since a caller would take them for the secret.
  mutating func optionalValue() -> String? {
    guard let word = rest.first,
      word.first != "-" || word == "-" || UsageError.Answer(word) != nil
    else { return nil }
    return rest.popFirst()
  }
}
