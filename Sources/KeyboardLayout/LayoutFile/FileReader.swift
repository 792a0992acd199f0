/// Reads the fields of a file and gathers its faults.
///
/// It builds the name of a place only when a fault needs it.
struct FileReader {
  var faults: FaultList

  init(file: String) {
    faults = FaultList(file: file)
  }

  /// The known fields of a mapping, in the file's order; others are faults.
  mutating func fields(
    of node: YAMLNode, known: [String], in place: @autoclosure () -> String
  ) -> [YAMLField] {
    guard let fields = anyFields(of: node, in: place()) else { return [] }
    return fields.filter { field in
      let isKnown = known.contains(field.name)
      if !isKnown { faults.add(field.key.start, UnknownField.sentence(field.name, known)) }
      return isKnown
    }
  }

  /// The fields of a mapping whose names are free; `nil` with a fault for anything else.
  mutating func anyFields(
    of node: YAMLNode, in place: @autoclosure () -> String
  ) -> [YAMLField]? {
    guard let fields = node.fields else {
      refuse(node, "\(place()) needs fields, such as “name: value”.")
      return nil
    }
    return fields
  }

  /// The items of a list; `nil` with a fault for anything else.
  mutating func items(
    of node: YAMLNode, in place: @autoclosure () -> String
  ) -> [YAMLNode]? {
    guard let items = node.items else {
      refuse(node, "\(place()) must be a list.")
      return nil
    }
    return items
  }

  /// The text of a scalar; `nil` with a fault for anything else.
  mutating func text(of node: YAMLNode, in place: @autoclosure () -> String) -> String? {
    guard let text = node.text else {
      refuse(node, "\(place()) must be a text.")
      return nil
    }
    return text
  }

  /// A whole number; `nil` with a fault for anything else.
  mutating func wholeNumber(of node: YAMLNode, in range: ClosedRange<Int>, _ place: String) -> Int?
  {
    if node.isRefused { return nil }
    guard let text = node.text, text.count <= 9, text.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(text), range.contains(number)
    else {
      faults.add(
        node.start,
        "\(place) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
      return nil
    }
    return number
  }

  /// The texts of a list, or the words of one text.
  mutating func words(of node: YAMLNode, in place: String) -> [Word] {
    if let text = node.text { return Word.words(of: text, node: node) }
    guard let items = node.items else {
      refuse(node, "\(place) must be a text or a list.")
      return []
    }
    return items.compactMap { item in
      text(of: item, in: "Every item of \(place.lowercasedFirst)").map {
        Word(text: $0, node: item, offset: 0)
      }
    }
  }

  /// Adds a fault at a word.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - offset: the fault's character within the word, in Unicode scalars.
  ///   - sentence: the fault in words; evaluated only for the first 20 faults.
  mutating func add(_ word: Word, offset: Int = 0, _ sentence: @autoclosure () -> String) {
    faults.add(word.node, offset: word.offset + offset, sentence())
  }

  private mutating func refuse(_ node: YAMLNode, _ sentence: @autoclosure () -> String) {
    if !node.isRefused { faults.add(node.start, sentence()) }
  }
}

extension String {
  /// `Alternates` → `alternates`.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
