/// The sequences of a keyboard's dead keys: what they type together with the keys after them.
///
///     let step = deadKeys.step(from: .start, with: .dead("dead_acute"))   // .waits(place)
///     deadKeys.step(from: place, with: .insert("e"))                      // .types("é")
///
/// A sequence has two to five keys. The tables are part of the layout; nothing that is typed is given to
/// a library. A step always looks at a whole table, wherever the key stands in it.
package struct DeadKeys: Sendable {
  /// The keys of a sequence pressed so far, as a number.
  package struct Place: Hashable, Sendable {
    /// No key is waiting.
    package static let start = Place(table: 0)

    fileprivate let table: Int
  }

  /// The result of a key.
  package enum Step: Hashable, Sendable {
    /// More keys have to follow.
    case waits(Place)
    /// The sequence is complete and types a text.
    case types(String)
    /// No sequence goes on with this key.
    case leadsNowhere
  }

  /// A whole sequence.
  package struct Sequence: Hashable, Sendable {
    /// Its keys: a dead one first, then dead ones and texts.
    package let keys: [KeyAction]
    /// The text it types.
    package let text: String
  }

  /// The most keys of a sequence.
  static let longest = 5

  private struct Table: Sendable {
    /// The key that leads here, and from where.
    let key: KeyAction
    let parent: Place
    var entries: [Entry] = []
  }

  private struct Entry: Sendable {
    let key: KeyAction
    let step: Step
  }

  private var tables = [Table(key: .nothing, parent: .start)]
  /// Makes the tables, where they are still a part of a record.
  private var reading: (@Sendable () -> DeadKeys)?

  private init() {}

  /// Sequences that are read when they are needed first: few prompts see a dead key.
  init(reading: @escaping @Sendable () -> DeadKeys) { self.reading = reading }

  /// The same sequences, as tables.
  package var read: DeadKeys { reading?() ?? self }

  /// No dead key at all.
  package static let none = DeadKeys()

  /// Whether there is no sequence.
  package var isEmpty: Bool { read.tables.count == 1 }

  /// The result of a key after those of a place.
  package func step(from place: Place, with key: KeyAction) -> Step {
    if let reading { return reading().step(from: place, with: key) }
    var found = Step.leadsNowhere
    for entry in tables[place.table].entries where entry.key == key { found = entry.step }
    return found
  }

  /// The keys that may follow those of a place.
  package func keys(from place: Place) -> [KeyAction] {
    read.tables[place.table].entries.map(\.key)
  }

  /// The place before the last key of a place.
  package func back(from place: Place) -> Place { read.tables[place.table].parent }

  /// Every sequence, those that begin alike side by side.
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

  /// Opens the table of the keys after `path`; `nil` where a key on the way types a text already.
  mutating func open(_ path: [KeyAction]) -> Place? {
    var place = Place.start
    for key in path {
      switch step(from: place, with: key) {
      case .waits(let next): place = next
      case .types: return nil
      case .leadsNowhere:
        tables.append(Table(key: key, parent: place))
        let next = Place(table: tables.count - 1)
        tables[place.table].entries.append(Entry(key: key, step: .waits(next)))
        place = next
      }
    }
    return place
  }

  /// Lets a key after a place type a text; what it did there before must have been nothing.
  mutating func add(_ key: KeyAction, typing text: String, at place: Place) {
    tables[place.table].entries.append(Entry(key: key, step: .types(text)))
  }

  private func path(to place: Place) -> [KeyAction] {
    if place == .start { return [] }
    let table = tables[place.table]
    return path(to: table.parent) + [table.key]
  }

  // MARK: Records

  /// Writes the sequences into a record, those that differ in their last key side by side.
  func write(to writer: inout RecordWriter) {
    if let reading { return reading().write(to: &writer) }
    let numbers = tables.indices.filter { number in
      tables[number].entries.contains { if case .types = $0.step { true } else { false } }
    }
    writer.write(numbers) { writer, number in
      writer.write(path(to: Place(table: number))) { $0.write($1) }
      var pairs = RecordWriter()
      for entry in tables[number].entries {
        guard case .types(let text) = entry.step else { continue }
        pairs.write(entry.key)
        pairs.write(text)
      }
      writer.write(pairs.text)
    }
  }

  /// A record of these sequences alone.
  package var record: String {
    var writer = RecordWriter()
    write(to: &writer)
    return writer.text
  }

  /// Adds sequences that another keyboard has.
  package mutating func add(_ others: DeadKeys) {
    self = read
    for sequence in others.sequences {
      guard let key = sequence.keys.last, let place = open(Array(sequence.keys.dropLast())),
        case .leadsNowhere = step(from: place, with: key)
      else { continue }
      add(key, typing: sequence.text, at: place)
    }
  }

  /// The sequences that come in a record, as far as `isKept` says so of all their keys.
  init(_ reader: inout RecordReader, keeping isKept: (KeyAction) -> Bool) {
    for _ in 0..<reader.count() where !reader.isBroken {
      let path = reader.list(atMost: Self.longest) { $0.action() }
      let end = reader.count() + reader.place
      guard path.allSatisfy(isKept) else {
        reader.skip(to: end)
        continue
      }
      var place: Place?
      while reader.place < end, !reader.isBroken {
        let key = reader.action()
        let text = reader.text()
        guard isKept(key) else { continue }
        place = place ?? open(path)
        if let place { add(key, typing: text, at: place) } else { reader.refuse() }
      }
      if reader.place != end { reader.refuse() }
    }
  }

  /// Whether every sequence has two to five keys, a dead one first, and no key leads two ways.
  var isSound: Bool {
    if let reading { return reading().isSound }
    return tables.allSatisfy { table in
      Set(table.entries.map(\.key)).count == table.entries.count
    }
      && sequences.allSatisfy { sequence in
        guard (2...Self.longest).contains(sequence.keys.count), case .dead? = sequence.keys.first
        else { return false }
        return true
      }
  }
}

extension DeadKeys: Hashable {
  /// Whether both have the same sequences, in whatever order.
  public static func == (a: DeadKeys, b: DeadKeys) -> Bool {
    a.isEmpty && b.isEmpty || a.ways == b.ways
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ways) }

  /// The sequences, each with its text as the last of its actions, which are compared byte by byte.
  private var ways: Set<[KeyAction]> { Set(sequences.map { $0.keys + [.insert($0.text)] }) }
}
