/// The sequences of a keyboard's dead keys: what they type together with the keys after them.
///
///     let step = deadKeys.step(from: .start, with: .dead("dead_acute"))   // .waits(place)
///     deadKeys.step(from: place, with: .insert("e"))                      // .types("é")
///
/// A sequence has two to five keys. The tables are part of the layout; nothing that is typed is given to
/// a library. A step always looks at a whole table, wherever the key stands in it.
package struct DeadKeys: Hashable, Sendable {
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

  private struct Table: Hashable, Sendable {
    /// The key that leads here, and from where.
    let key: KeyAction
    let parent: Place
    var entries: [Entry] = []
  }

  private struct Entry: Hashable, Sendable {
    let key: KeyAction
    let step: Step
  }

  private var tables = [Table(key: .nothing, parent: .start)]

  private init() {}

  /// No dead key at all.
  package static let none = DeadKeys()

  /// Whether there is no sequence.
  package var isEmpty: Bool { tables.count == 1 }

  /// The result of a key after those of a place.
  package func step(from place: Place, with key: KeyAction) -> Step {
    var found = Step.leadsNowhere
    for entry in tables[place.table].entries where entry.key == key { found = entry.step }
    return found
  }

  /// The keys that may follow those of a place.
  package func keys(from place: Place) -> [KeyAction] { tables[place.table].entries.map(\.key) }

  /// The place before the last key of a place.
  package func back(from place: Place) -> Place { tables[place.table].parent }

  /// Every sequence, those that begin alike side by side.
  package var sequences: [Sequence] {
    tables.indices.flatMap { number in
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

  /// Writes the tables into a record.
  func write(to writer: inout RecordWriter) {
    writer.write(tables) { writer, table in
      table.key.write(to: &writer)
      writer.write(table.parent.table)
      writer.write(table.entries) { writer, entry in
        entry.key.write(to: &writer)
        switch entry.step {
        case .waits(let place): writer.write(place.table + 1)
        case .types(let text):
          writer.write(0)
          writer.write(text)
        case .leadsNowhere: preconditionFailure("no table has an entry for nothing")
        }
      }
    }
  }

  /// The tables that come in a record; none where a place is not one of theirs.
  init(_ reader: inout RecordReader) {
    let tables = reader.list { reader in
      Table(
        key: KeyAction(&reader), parent: Place(table: reader.number()),
        entries: reader.list { reader in
          let key = KeyAction(&reader)
          let next = reader.number()
          let step = next == 0 ? Step.types(reader.text()) : .waits(Place(table: next - 1))
          return Entry(key: key, step: step)
        })
    }
    let areWhole = tables.allSatisfy { table in
      tables.indices.contains(table.parent.table)
        && table.entries.allSatisfy { entry in
          guard case .waits(let place) = entry.step else { return true }
          return tables.indices.contains(place.table)
        }
    }
    if areWhole, !tables.isEmpty { self.tables = tables } else { reader.refuse() }
  }
}
