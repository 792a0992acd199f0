/// A line of a prompt, with functions that find names of keys, hosts or users in it.
struct PromptLine {
  /// The characters in lower case, without leading blanks and without invisible characters.
  let scalars: ArraySlice<Unicode.Scalar>

  /// True if invisible characters were left out.
  let hasInvisible: Bool

  init(_ line: some StringProtocol) {
    let all = Array(line.lowercased().unicodeScalars)
    let visible = all.filter { !$0.properties.isDefaultIgnorableCodePoint }
    self.init(visible[...], hasInvisible: visible.count < all.count)
  }

  private init(_ scalars: ArraySlice<Unicode.Scalar>, hasInvisible: Bool) {
    self.scalars = scalars.drop { $0.properties.isWhitespace }
    self.hasInvisible = hasInvisible
  }

  // MARK: The group at the beginning

  /// The line without a group in brackets at its beginning: `(me@host) code: ` → `code: `; nil if
  /// the bracket is never closed.
  var withoutLeadingGroup: PromptLine? {
    guard let open = scalars.first, open == "(" || open == "[" else { return self }
    let close: Unicode.Scalar = open == "(" ? ")" : "]"
    var depth = 0
    for index in scalars.indices {
      if scalars[index] == open { depth += 1 }
      if scalars[index] == close { depth -= 1 }
      if depth == 0 {
        return PromptLine(scalars[(index + 1)...], hasInvisible: hasInvisible)
      }
    }
    return nil
  }

  // MARK: Quotations

  /// The quotations with unambiguous ends, including their quotation marks.
  ///
  /// `hasOpen` is true if the line has an opening mark whose quotation has no unambiguous end. An
  /// opening mark begins the line, or follows a blank or an opening bracket. A closing mark follows
  /// no blank and precedes no letter. The end of a quotation is ambiguous if a second opening mark
  /// comes before the closing mark.
  var quotations: (ranges: [Range<Int>], hasOpen: Bool) {
    var ranges: [Range<Int>] = []
    var hasOpen = false
    var index = scalars.startIndex
    while index < scalars.endIndex {
      if let end = endOfQuotation(at: index) {
        ranges.append(index..<end)
        index = end
      } else {
        hasOpen = hasOpen || Self.ends(of: scalars[index]) != nil && opensWord(index)
        index += 1
      }
    }
    return (ranges, hasOpen)
  }

  /// Returns the marks that can end a quotation; nil if `mark` does not begin one.
  private static func ends(of mark: Unicode.Scalar) -> (Unicode.Scalar, Unicode.Scalar)? {
    switch mark {
    case "'", "\"": (mark, mark)
    case "`": ("`", "'")
    case "\u{2018}": ("\u{2019}", "\u{2019}")
    case "\u{201a}": ("\u{2018}", "\u{2019}")
    case "\u{201c}": ("\u{201d}", "\u{201d}")
    case "\u{201e}": ("\u{201c}", "\u{201d}")
    case "\u{ab}": ("\u{bb}", "\u{bb}")
    case "\u{bb}": ("\u{ab}", "\u{ab}")
    default: nil
    }
  }

  private func endOfQuotation(at start: Int) -> Int? {
    guard let ends = Self.ends(of: scalars[start]), opensWord(start) else { return nil }
    for index in (start + 1)..<scalars.endIndex {
      let isEnd = scalars[index] == ends.0 || scalars[index] == ends.1
      let isClosing = isEnd && !isLetter(index + 1)
      if isClosing, !isBlank(index - 1) || index == start + 1 { return index + 1 }
      if Self.ends(of: scalars[index]) != nil, opensWord(index) { return nil }
    }
    return nil
  }

  private func opensWord(_ index: Int) -> Bool {
    index == scalars.startIndex || isBlank(index - 1) || scalars[index - 1] == "("
      || scalars[index - 1] == "["
  }

  private func isBlank(_ index: Int) -> Bool {
    scalars.indices.contains(index) && scalars[index].properties.isWhitespace
  }

  private func isLetter(_ index: Int) -> Bool {
    scalars.indices.contains(index) && scalars[index].properties.isAlphabetic
  }

  // MARK: Names

  /// The line without unambiguous quotations, URLs and paths.
  var withoutNames: String {
    var quoted = quotations.ranges[...]
    var kept: [Unicode.Scalar] = []
    var index = scalars.startIndex
    while index < scalars.endIndex {
      if let quotation = quoted.first, quotation.lowerBound == index {
        index = quotation.upperBound
        quoted = quoted.dropFirst()
      } else if opensWord(index), isLocation(at: index) {
        index = word(at: index).endIndex
        quoted = quoted.drop { $0.lowerBound < index }
      } else {
        kept.append(scalars[index])
        index += 1
      }
    }
    return Self.string(kept)
  }

  private func word(at index: Int) -> ArraySlice<Unicode.Scalar> {
    scalars[index...].prefix { !$0.properties.isWhitespace }
  }

  private static let longestScheme = 32

  /// True if a URL or path begins at `index`, such as `https://host`, `/etc/key`, `~/key` or
  /// `./key`.
  private func isLocation(at index: Int) -> Bool {
    let beginning = scalars[index...].prefix(Self.longestScheme)
    let text = Self.string(beginning.prefix { !$0.properties.isWhitespace })
    if ["/", "~/", "./", "../"].contains(where: { text.hasPrefix($0) }) { return true }
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return !scheme.isEmpty && text.dropFirst(scheme.count).hasPrefix("://")
  }

  /// True if nothing in the line can be the name of a file, host or user.
  var isPlainSentence: Bool {
    scalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.isWhitespace
        || scalar.isNumeric || ".,;!-".unicodeScalars.contains(scalar)
    }
  }

  // MARK: Text

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    // Append one by one: `append(contentsOf:)` searches all protocol conformances of the program.
    for scalar in scalars { view.append(scalar) }
    return String(view)
  }
}

extension Unicode.Scalar {
  var isNumeric: Bool { if case .some = properties.numericType { true } else { false } }
}
