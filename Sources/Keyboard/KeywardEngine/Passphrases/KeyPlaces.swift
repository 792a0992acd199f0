/// The places of the keys that type the characters of a layout, to find walks such as `qwertz`.
///
/// The places are those of a physical keyboard, whose rows are staggered: each key touches two keys
/// of the row above. Of several keys for a character, the one that types it without shift counts.
package struct KeyPlaces {
  struct Place: Hashable {
    /// The row, 0 for that of the digits; the number of the key in its row.
    var row, column: Int

    /// The move to a key beside this one, or to the same key; nil for other keys.
    func move(to other: Place) -> Move? {
      let move = Move(rows: other.row - row, columns: other.column - column)
      switch move.rows {
      case 0: return abs(move.columns) <= 1 ? move : nil
      case 1: return [0, -1].contains(move.columns) ? move : nil
      case -1: return [0, 1].contains(move.columns) ? move : nil
      default: return nil
      }
    }
  }

  struct Move: Hashable {
    var rows, columns: Int
  }

  private var characters: [UInt32] = []
  private var places: [Place] = []

  package init(of layout: KeyboardDefinition) {
    let keys = layout.hasPositions ? Self.keysByPosition(layout) : Self.keysOfRows(layout)
    for level in [KeyLevel.plain, .shift] {
      for (key, place) in keys { add(key.action(at: level).text, at: place) }
    }
    // A drawn keyboard may have digits elsewhere, but a physical one has them in its first row.
    for (index, digit) in "1234567890".enumerated() {
      add(String(digit), at: Place(row: 0, column: index + 1))
    }
  }

  private mutating func add(_ text: String, at place: Place) {
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1, !characters.contains(scalar.value) else {
      return
    }
    characters.append(scalar.value)
    places.append(place)
  }

  private static func keysByPosition(_ layout: KeyboardDefinition) -> [(Key, Place)] {
    var keys: [(Key, Place)] = []
    for (row, name) in ["AE", "AD", "AC", "AB"].enumerated() {
      for column in 0...13 {
        let number = column < 10 ? "0\(column)" : "\(column)"
        let position = row == 0 && column == 0 ? "TLDE" : name + number
        if let key = layout.key(at: position) {
          keys.append((key, Place(row: row, column: column)))
        }
      }
    }
    return keys
  }

  private static func keysOfRows(_ layout: KeyboardDefinition) -> [(Key, Place)] {
    var keys: [(Key, Place)] = []
    for (row, content) in (layout.panel(.letters)?.pages.first?.rows ?? []).enumerated() {
      var column = 1
      for case .key(let key) in content.items where key.role == .input {
        keys.append((key, Place(row: row + 1, column: column)))
        column += 1
      }
    }
    return keys
  }

  /// The place of the key for the UTF-8 character at an offset; nil if no key types it.
  func place(of bytes: RawSpan, at offset: Int) -> Place? {
    let first = bytes.byte(offset)
    let count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard offset + count <= bytes.byteCount else { return nil }
    var character = UInt32(first)
    if count > 1 { character &= 0x7f >> UInt32(count) }
    for next in offset + 1..<offset + count {
      character = character << 6 | UInt32(bytes.byte(next) & 0x3f)
    }
    return characters.firstIndex(of: character).map { places[$0] }
  }
}
