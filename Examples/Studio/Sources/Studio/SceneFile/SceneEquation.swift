import ConstraintLayout

struct SceneTextError: Error {
  /// The position of the error in Unicode scalars, from the start of the text.
  var offset: Int
  var sentence: String
}

/// An equation of a scene file, before its names are looked up.
///
/// Example: `bar.width >= 0.5 * view.width + gap @ 750 as minimum-width`.
struct SceneEquation {
  /// The path of an item, such as `bar.safeArea`; one of the item's attributes; and the offset of
  /// the path in the text.
  typealias Side = (item: String, attribute: LayoutAttribute, offset: Int)

  var first: Side
  var relation: LayoutRelation
  var multiplier = 1.0
  var second: Side?
  var constant = 0.0
  var priority = LayoutPriority.required
  var identifier: String?
}

extension SceneEquation {
  init(_ text: String, metrics: [String: Double]) throws(SceneTextError) {
    var scanner = EquationScanner(text, metrics: metrics)
    first = try scanner.side()
    relation = try scanner.relation()
    let sign = scanner.take("-") ? -1.0 : 1.0
    if let number = try scanner.number() {
      if scanner.take("*") {
        multiplier = sign * number
        second = try scanner.side()
      } else {
        constant = sign * number
      }
    } else {
      multiplier = sign
      second = try scanner.side()
    }
    if second != nil {
      if scanner.take("+") {
        constant = try scanner.constant()
      } else if scanner.take("-") {
        constant = -(try scanner.constant())
      }
    }
    if scanner.take("@") { priority = try scanner.priority() }
    if scanner.takeWord("as") { identifier = try scanner.identifier() }
    try scanner.expectEnd()
  }
}

private struct EquationScanner {
  private let scalars: [Unicode.Scalar]
  private let metrics: [String: Double]
  private var position = 0

  init(_ text: String, metrics: [String: Double]) {
    scalars = Array(text.unicodeScalars)
    self.metrics = metrics
  }

  private var current: Unicode.Scalar? {
    position < scalars.count ? scalars[position] : nil
  }

  private mutating func skipBlanks() {
    while let next = current, next == " " || next == "\t" || next == "\n" { position += 1 }
  }

  mutating func take(_ symbol: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard current == symbol else { return false }
    position += 1
    return true
  }

  mutating func takeWord(_ word: String) -> Bool {
    skipBlanks()
    let start = position
    if name() == word { return true }
    position = start
    return false
  }

  func fail(_ sentence: String, at offset: Int? = nil) -> SceneTextError {
    SceneTextError(offset: offset ?? position, sentence: sentence)
  }

  mutating func side() throws(SceneTextError) -> SceneEquation.Side {
    skipBlanks()
    let start = position
    guard let first = name() else {
      throw fail("Expected an item with an attribute here, such as bar.width.")
    }
    var words = [(text: first, offset: start)]
    while current == "." {
      position += 1
      let offset = position
      guard let word = name() else { throw fail("Expected an attribute here, such as width.") }
      words.append((word, offset))
    }
    let last = words.removeLast()
    guard !words.isEmpty else {
      throw fail(
        "“\(last.text)” is neither a metric nor an item with an attribute, such as \(last.text).width.",
        at: start)
    }
    guard let attribute = LayoutAttribute(name: last.text) else {
      let known = LayoutAttribute.allCases.map(\.name)
      throw fail(
        "“\(last.text)” is not an attribute" + last.text.suggestion(among: known),
        at: last.offset)
    }
    return (words.map(\.text).joined(separator: "."), attribute, start)
  }

  mutating func relation() throws(SceneTextError) -> LayoutRelation {
    skipBlanks()
    let text = String(String.UnicodeScalarView(scalars[position...].prefix(2)))
    guard let relation = LayoutRelation.allCases.first(where: { $0.description == text }) else {
      throw fail("Expected ==, <= or >= here.")
    }
    position += 2
    return relation
  }

  mutating func number() throws(SceneTextError) -> Double? {
    skipBlanks()
    let start = position
    if let word = name() {
      if current != ".", let metric = metrics[word] { return metric }
      position = start
      return nil
    }
    while let next = current, isDigit(next) || next == "." || isExponent(next) { position += 1 }
    if position == start { return nil }
    if let next = current, isLetter(next) { throw fail("Expected the number to end here.") }
    let text = String(String.UnicodeScalarView(scalars[start..<position]))
    guard let number = Double(decimal: text) else {
      throw fail("“\(text)” is not a number.", at: start)
    }
    guard Double.sceneRange.contains(number) else {
      throw fail(SceneReader.rangeSentence, at: start)
    }
    return number
  }

  private func isExponent(_ scalar: Unicode.Scalar) -> Bool {
    func isDigit(at index: Int) -> Bool { index < scalars.count && self.isDigit(scalars[index]) }
    func isE(at index: Int) -> Bool {
      index >= 0 && (scalars[index] == "e" || scalars[index] == "E")
    }
    if isE(at: position) {
      let next = position + 1
      let isSign = next < scalars.count && (scalars[next] == "-" || scalars[next] == "+")
      return isDigit(at: isSign ? next + 1 : next)
    }
    return (scalar == "-" || scalar == "+") && isE(at: position - 1)
  }

  mutating func constant() throws(SceneTextError) -> Double {
    let sign = take("-") ? -1.0 : 1.0
    guard let number = try number() else { throw fail("Expected a number or a metric here.") }
    return sign * number
  }

  mutating func priority() throws(SceneTextError) -> LayoutPriority {
    skipBlanks()
    let start = position
    let priority = LayoutPriority(Float(try constant()))
    guard priority.isInRange else {
      throw fail("A priority must be greater than 0 and at most 1000.", at: start)
    }
    return priority
  }

  mutating func identifier() throws(SceneTextError) -> String {
    skipBlanks()
    let start = position
    while let next = current, isLetter(next) || isDigit(next) || next == "-" || next == "." {
      position += 1
    }
    if position == start {
      throw fail("Expected a name here: letters, digits, “_”, “-” and “.”, such as minimum-width.")
    }
    return String(String.UnicodeScalarView(scalars[start..<position]))
  }

  mutating func expectEnd() throws(SceneTextError) {
    skipBlanks()
    if position < scalars.count {
      throw fail("Expected here: the end of the equation, @ and a priority, or “as” and a name.")
    }
  }

  private mutating func name() -> String? {
    guard let first = current, isLetter(first) else { return nil }
    let start = position
    while let next = current, isLetter(next) || isDigit(next) { position += 1 }
    return String(String.UnicodeScalarView(scalars[start..<position]))
  }

  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.isASCII && scalar.properties.isAlphabetic
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
