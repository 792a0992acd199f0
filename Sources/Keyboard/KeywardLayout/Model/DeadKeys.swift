/// The dead-key sequences of a keyboard and the text that each sequence types.
///
///     let step = deadKeys.step(from: .start, with: .dead("dead_acute"))   // .waits(place)
///     deadKeys.step(from: place, with: .insert("e"))                      // .types("é")
///
/// A sequence has two to five keys. The tables are part of the keyboard, so that no other library,
/// such as libxkbcommon, receives the typed keys. A step always searches a whole table, so that its
/// duration does not reveal the key.
package struct DeadKeys: Sendable {
  /// The state of an incomplete sequence, determined by the keys pressed so far.
  package struct Place: Hashable, Sendable {
    package static let start = Place(table: 0)

    fileprivate let table: Int
  }

  package enum Step: Hashable, Sendable {
    case waits(Place)
    case types(String)
    case leadsNowhere
  }

  package struct Sequence: Hashable, Sendable {
    /// The keys of the sequence: the first is a dead key, and the others are dead or insert text.
    package let keys: [KeyAction]
    package let text: String

    package init(keys: [KeyAction], text: String) { (self.keys, self.text) = (keys, text) }
  }

  package static let longest = 5

  private struct Table: Sendable {
    let key: KeyAction
    let parent: Place
    var entries: [(key: KeyAction, step: Step)] = []
  }

  private var tables = [Table(key: .nothing, parent: .start)]
  private var reading: (@Sendable () -> DeadKeys)?

  private init() {}

  /// Creates dead-key sequences that are read lazily, because few prompts need a dead key.
  ///
  /// Every use of the sequences calls `reading`; its result is not cached.
  init(reading: @escaping @Sendable () -> DeadKeys) { self.reading = reading }

  package var read: DeadKeys { reading?() ?? self }

  package static let none = DeadKeys()

  package var isEmpty: Bool { read.tables.count == 1 }

  package func step(from place: Place, with key: KeyAction) -> Step {
    if let reading { return reading().step(from: place, with: key) }
    var found = Step.leadsNowhere
    for entry in tables[place.table].entries where entry.key == key { found = entry.step }
    return found
  }

  package func keys(from place: Place) -> [KeyAction] {
    read.tables[place.table].entries.map(\.key)
  }

  package func back(from place: Place) -> Place { read.tables[place.table].parent }

  /// All sequences; those with the same first keys are adjacent.
  package var sequences: [Sequence] {
    if let reading { return reading().sequences }
    return tables.indices.flatMap { number in
      let path = path(to: Place(table: number))
      return tables[number].entries.compactMap { entry -> Sequence? in
        guard case .types(let text) = entry.step else { return nil }
        return Sequence(keys: path + [entry.key], text: text)
      }
    }
  }

  /// Returns the state after the keys in `path`, and adds the state if it does not exist.
  ///
  /// It returns `nil` if `path` or one of its prefixes is already a complete sequence.
  package mutating func open(_ path: [KeyAction]) -> Place? {
    var place = Place.start
    for key in path {
      switch step(from: place, with: key) {
      case .waits(let next): place = next
      case .types: return nil
      case .leadsNowhere:
        tables.append(Table(key: key, parent: place))
        let next = Place(table: tables.count - 1)
        tables[place.table].entries.append((key, .waits(next)))
        place = next
      }
    }
    return place
  }

  /// Adds a key that completes the sequence at `place` and types `text`.
  ///
  /// No step from `place` may exist for this key yet.
  package mutating func add(_ key: KeyAction, typing text: String, at place: Place) {
    tables[place.table].entries.append((key, .types(text)))
  }

  private func path(to place: Place) -> [KeyAction] {
    if place == .start { return [] }
    let table = tables[place.table]
    return path(to: table.parent) + [table.key]
  }
}

extension DeadKeys: Hashable {
  package static func == (a: DeadKeys, b: DeadKeys) -> Bool {
    a.isEmpty && b.isEmpty || a.ways == b.ways
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ways) }

  /// One array for each sequence: its keys and the action that inserts its text; used for
  /// comparison.
  private var ways: Set<[KeyAction]> { Set(sequences.map { $0.keys + [.insert($0.text)] }) }
}

extension DeadKeys {
  /// True if `text` is a valid name of a dead key: `dead_` and 1 to 32 of a-z, A-Z, 0-9 and _.
  static func isName(_ text: Substring) -> Bool {
    guard (6...37).contains(text.utf8.count) else { return false }
    // Compares bytes for speed: this runs for every dead key of a user's keyboard at startup.
    var opening = "dead_".utf8.makeIterator()
    return text.utf8.allSatisfy { byte in
      if let expected = opening.next() { return byte == expected }
      return (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 95
    }
  }

  static func name(inToken word: String) -> String? {
    guard word.utf8.count > 7, word.hasPrefix("{dead_"), word.hasSuffix("}") else { return nil }
    let name = word.dropFirst().dropLast()
    return isName(name) ? String(name) : nil
  }

  /// Returns the label of a dead key.
  ///
  /// The label is the combining mark on a dotted circle. If no mark is known, it is a known sign,
  /// and if no sign is known either, it is the truncated name without `dead_`.
  static func label(of name: String) -> String {
    let short = String(name.dropFirst(5))
    if let mark = mark(of: short) { return "\u{25CC}" + String(mark) }
    return sign(of: short) ?? String(short.prefix(LayoutLimits.labelLength))
  }

  // A switch, since a dictionary would be built at every start for only a few keys.
  private static func mark(of name: String) -> Unicode.Scalar? {
    switch name {
    case "grave": "\u{300}"
    case "acute": "\u{301}"
    case "circumflex": "\u{302}"
    case "tilde": "\u{303}"
    case "macron": "\u{304}"
    case "breve": "\u{306}"
    case "abovedot": "\u{307}"
    case "diaeresis": "\u{308}"
    case "hook": "\u{309}"
    case "abovering": "\u{30A}"
    case "doubleacute": "\u{30B}"
    case "caron": "\u{30C}"
    case "aboveverticalline": "\u{30D}"
    case "doublegrave": "\u{30F}"
    case "invertedbreve": "\u{311}"
    case "abovecomma": "\u{313}"
    case "abovereversedcomma": "\u{314}"
    case "horn": "\u{31B}"
    case "belowdot": "\u{323}"
    case "belowdiaeresis": "\u{324}"
    case "belowring": "\u{325}"
    case "belowcomma": "\u{326}"
    case "cedilla": "\u{327}"
    case "ogonek": "\u{328}"
    case "belowverticalline": "\u{329}"
    case "belowcircumflex": "\u{32D}"
    case "belowbreve": "\u{32E}"
    case "belowtilde": "\u{330}"
    case "belowmacron": "\u{331}"
    case "lowline": "\u{332}"
    case "stroke": "\u{335}"
    case "longsolidusoverlay": "\u{338}"
    case "iota": "\u{345}"
    case "voiced_sound": "\u{3099}"
    case "semivoiced_sound": "\u{309A}"
    default: nil
    }
  }

  private static func sign(of name: String) -> String? {
    switch name {
    case "greek": "µ"
    case "currency": "¤"
    case "schwa": "ə"
    case "SCHWA": "Ə"
    default: nil
    }
  }
}
