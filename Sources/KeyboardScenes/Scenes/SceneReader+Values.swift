import ConstraintLayout

/// Readers for the values of a scene file.
extension SceneReader {
  mutating func mapping(_ value: YAMLFile.Value) -> [Field] {
    if let fields = value.fields { return fields }
    if !value.isEmpty && !value.isRefused {
      file.fault(value, "Expected fields here, such as { in: view }.")
    }
    return []
  }

  mutating func text(_ value: YAMLFile.Value) -> String? {
    if let text = value.text, !text.isEmpty { return text }
    if !value.isRefused { file.fault(value, "Expected a text here.") }
    return nil
  }

  /// The items of a list that are texts.
  mutating func texts(_ value: YAMLFile.Value) -> [YAMLFile.Value] {
    guard let items = value.items else {
      if !value.isEmpty && !value.isRefused {
        file.fault(value, "Expected a list here, as in [ a, b ].")
      }
      return []
    }
    return items.filter { item in
      if item.text != nil { return true }
      if item.isRefused { return false }
      let isFormat = item.items != nil
      file.fault(
        item, isFormat ? "Put a format into quotation marks." : "Expected a text here.")
      return false
    }
  }

  mutating func number(_ value: YAMLFile.Value, or word: String? = nil) -> Double? {
    if let text = value.text, let number = SceneNumber.decimal(text) {
      return isInRange([number], value) ? number : nil
    }
    if !value.isRefused {
      file.fault(value, "Expected a number" + (word.map { " or \($0)" } ?? "") + " here.")
    }
    return nil
  }

  /// Tells whether numbers are within the range for computing; a fault if not.
  private mutating func isInRange(_ numbers: [Double], _ value: YAMLFile.Value) -> Bool {
    if numbers.allSatisfy(SceneNumber.range.contains) { return true }
    file.fault(value, SceneNumber.rangeSentence)
    return false
  }

  mutating func bool(_ value: YAMLFile.Value) -> Bool? {
    switch value.text {
    case "true": return true
    case "false": return false
    default:
      if !value.isRefused { file.fault(value, "Expected true or false here.") }
      return nil
    }
  }

  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: YAMLFile.Value
  ) -> Choice? {
    if let text = value.text, let choice = Choice(rawValue: text) { return choice }
    if !value.isRefused {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      file.fault(value, "Expected one of \(names) here.")
    }
    return nil
  }

  /// Reads `320x480`.
  mutating func size(_ value: YAMLFile.Value) -> Size? {
    let sides = value.text.map { SceneNumber.sides($0) } ?? []
    if sides.count == 2, let width = sides[0], let height = sides[1], width >= 0, height >= 0 {
      guard isInRange([width, height], value) else { return nil }
      return Size(width: width, height: height)
    }
    if !value.isRefused { file.fault(value, "Expected width and height here, such as 320x480.") }
    return nil
  }

  /// Reads `60x30`, with `-` for an axis without a natural size.
  mutating func intrinsicSize(_ value: YAMLFile.Value) -> Size? {
    let parts = value.text?.split(separator: "x", omittingEmptySubsequences: false) ?? []
    let sides = parts.map { part -> Double? in
      if part == "-" { return LayoutItem.noIntrinsicMetric }
      return SceneNumber.decimal(String(part)).flatMap { $0 >= 0 ? $0 : nil }
    }
    if sides.count == 2, let width = sides[0], let height = sides[1] {
      guard isInRange([width, height], value) else { return nil }
      return Size(width: width, height: height)
    }
    if !value.isRefused {
      file.fault(value, "Expected width and height here, such as 60x30, or 160x- for one of them.")
    }
    return nil
  }

  /// Reads a list of numbers, or a quoted text of them.
  mutating func numbers(_ value: YAMLFile.Value, count: Int, _ meaning: String) -> [Double]? {
    let texts =
      value.items?.map(\.text)
      ?? value.text.map { text in text.split(separator: ",").map { SceneNumber.trimmed($0) } } ?? []
    let numbers = texts.compactMap { $0.flatMap(SceneNumber.decimal) }
    if numbers.count == count && texts.count == count {
      return isInRange(numbers, value) ? numbers : nil
    }
    if !value.isRefused {
      let example = (1...count).map(String.init).joined(separator: ", ")
      file.fault(
        value,
        "Expected \(meaning) here, as [\(example)] or in quotation marks: an unquoted comma ends a value inside { }."
      )
    }
    return nil
  }

  mutating func insets(_ value: YAMLFile.Value) -> RectInsets? {
    numbers(value, count: 4, "top, left, bottom and right").map {
      RectInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
    }
  }

  /// Reads `249`, or `{ horizontal: 249, vertical: 250 }`.
  mutating func priorities(_ value: YAMLFile.Value) -> [LayoutAxis: LayoutPriority] {
    guard let fields = value.fields else {
      guard let priority = priority(value) else { return [:] }
      return [.horizontal: priority, .vertical: priority]
    }
    var result: [LayoutAxis: LayoutPriority] = [:]
    for field in fields {
      if let axis = LayoutAxis(rawValue: field.name) {
        result[axis] = priority(field.value)
      } else {
        unknown(field, among: LayoutAxis.allCases.map(\.rawValue))
      }
    }
    return result
  }

  private mutating func priority(_ value: YAMLFile.Value) -> LayoutPriority? {
    guard let number = number(value) else { return nil }
    if let priority = LayoutPriority(rawValue: Float(number)) { return priority }
    file.fault(value, "A priority is greater than 0 and at most 1000.")
    return nil
  }
}

/// Reads numbers in the form of scene files and of the `scene` command.
enum SceneNumber {
  /// The range for computing.
  ///
  /// Products of a few such numbers are far from overflowing, and a thousandth of a point still
  /// counts beside the greatest.
  static let range = -1e9...1e9

  /// The sentence about other numbers.
  static let rangeSentence = "Numbers in a scene lie between -1e9 and 1e9."

  /// Reads a decimal such as `12`, `-0.5` or `1e3`; `nil` for anything else.
  static func decimal(_ text: String) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 32,
      text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// Reads the two numbers of `320x480`; `nil` for each that is invalid.
  static func sides(_ text: String) -> [Double?] {
    text.split(separator: "x", omittingEmptySubsequences: false).map { decimal(String($0)) }
  }

  static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
