extension VisualFormat {
  /// Reads a format; the first character that cannot be right ends it.
  struct Parser {
    let format: String
    private let characters: [Character]
    private var position = 0

    init(_ format: String) {
      self.format = format
      characters = Array(format)
    }

    mutating func parse() throws(Error) -> Picture {
      var picture = Picture()
      picture.axis = try orientation()
      if take("|") { picture.start = try link() }
      picture.views.append(try view(after: nil))
      while position < characters.count {
        let link = try link()
        if take("|") {
          picture.end = link
          if position < characters.count { throw fail("Nothing can follow the final '|'") }
          return picture
        }
        picture.views.append(try view(after: link))
      }
      return picture
    }

    // MARK: Parts

    private mutating func orientation() throws(Error) -> LayoutAxis {
      for (letter, axis) in [("H" as Character, LayoutAxis.horizontal), ("V", .vertical)]
      where take(letter) {
        guard take(":") else {
          throw fail("Expected ':' after '\(letter)' to specify \(axis.rawValue) arrangement")
        }
        return axis
      }
      return .horizontal
    }

    private mutating func view(after link: Link?) throws(Error) -> View {
      guard take("[") else { throw fail("Expected a view, which begins with '['") }
      guard let name = name() else {
        throw fail("Expected the name of a view, which begins with a letter or '_'")
      }
      var view = View(name: name, link: link)
      if take("(") {
        view.sizes = try predicates()
        guard take(")") && take("]") else {
          throw fail(
            "A predicate on a view's thickness must end with ')' and the view must end with ']'")
        }
      } else if !take("]") {
        throw fail("Expected a ']' here, after the name of a view")
      }
      view.end = position
      return view
    }

    private mutating func link() throws(Error) -> Link {
      guard take("-") else { return .flush }
      if current == "[" || current == "|" { return .standard }
      var gaps: [Predicate]
      if take("(") {
        gaps = try predicates()
        guard take(")") else { throw fail("A predicate on a gap must end with ')'") }
      } else if let name = name() {
        gaps = [Predicate(value: .name(name))]
      } else if let number = try number(signed: false) {
        gaps = [Predicate(value: number)]
      } else {
        throw fail("Expected a gap, a view, or '|' after '-'")
      }
      guard take("-") else { throw fail("A gap must end with '-'") }
      guard current == "[" || current == "|" else {
        throw fail("Expected a view or '|' after a gap")
      }
      return .gaps(gaps)
    }

    private mutating func predicates() throws(Error) -> [Predicate] {
      var list = [try predicate()]
      while take(",") { list.append(try predicate()) }
      return list
    }

    private mutating func predicate() throws(Error) -> Predicate {
      let relation = try relation()
      var predicate = Predicate(relation: relation, value: try value("a number or a name"))
      if take("@") { predicate.priority = try value("a priority, a number or a metric") }
      return predicate
    }

    private mutating func relation() throws(Error) -> LayoutRelation {
      guard let first = current, "<=>".contains(first) else { return .equal }
      position += 1
      guard take("=") else { throw fail("Unknown relation. Must be ==, >=, or <=") }
      return first == "<" ? .lessThanOrEqual : first == ">" ? .greaterThanOrEqual : .equal
    }

    private mutating func value(_ expected: String) throws(Error) -> Value {
      if let name = name() { return .name(name) }
      if let number = try number(signed: true) { return number }
      throw fail("Expected \(expected)")
    }

    // MARK: Words

    private mutating func name() -> Name? {
      guard let first = current, Parser.isLetter(first) else { return nil }
      let start = position
      while let next = current, Parser.isLetter(next) || Parser.isDigit(next) { position += 1 }
      return Name(text: String(characters[start..<position]), end: position)
    }

    private mutating func number(signed: Bool) throws(Error) -> Value? {
      let start = position
      if signed, current == "-" || current == "+" { position += 1 }
      let digits = skipDigits()
      let hasPoint = take(".")
      guard digits + (hasPoint ? skipDigits() : 0) > 0 else {
        if position == start { return nil }
        throw fail("Expected a digit")
      }
      skipExponent()
      if let next = current, Parser.isLetter(next) || next == "." {
        throw fail("Expected the number to end here")
      }
      guard let number = Double(Parser.padded(characters[start..<position])), number.isFinite else {
        position = start
        throw fail("The number is too large")
      }
      return .number(number, column: start)
    }

    /// Skips an exponent if there is a whole one.
    private mutating func skipExponent() {
      let start = position
      guard take("e") || take("E") else { return }
      if current == "-" || current == "+" { position += 1 }
      if skipDigits() == 0 { position = start }
    }

    private mutating func skipDigits() -> Int {
      let start = position
      while let next = current, Parser.isDigit(next) { position += 1 }
      return position - start
    }

    /// `.5` and `5.` as Swift reads them: `0.5` and `5.0`.
    private static func padded(_ digits: ArraySlice<Character>) -> String {
      var text = ""
      for character in digits {
        if character == ".", !(text.last.map(isDigit) ?? false) { text += "0" }
        if text.last == ".", !isDigit(character) { text += "0" }
        text.append(character)
      }
      return text.last == "." ? text + "0" : text
    }

    static func isLetter(_ character: Character) -> Bool {
      character.isASCII && character.isLetter || character == "_"
    }

    static func isDigit(_ character: Character) -> Bool {
      character.isASCII && character.isNumber
    }

    private var current: Character? {
      position < characters.count ? characters[position] : nil
    }

    private mutating func take(_ character: Character) -> Bool {
      guard current == character else { return false }
      position += 1
      return true
    }

    private func fail(_ message: String) -> Error {
      Error(message: message, format: format, column: position)
    }
  }
}
