/// A fault of a scene file.
struct SceneFault: Hashable, Sendable {
  /// The line and column, counted in characters from 1; `nil` for a fault of the whole file.
  var mark: SceneMark?
  /// The fault and its remedy.
  var sentence: String
}

/// The faults of a scene file, in the order of their places, at most 20.
struct SceneFileErrors: Error, CustomStringConvertible {
  /// The file name as passed by the user.
  let file: String
  private(set) var faults: [SceneFault] = []

  init(file: String) { self.file = file }

  /// A fault of the whole file.
  init(file: String, _ sentence: String) {
    self.file = file
    faults = [SceneFault(sentence: sentence)]
  }

  /// Adds a fault; faults at the same place stay in the order in which they were found.
  mutating func add(_ mark: SceneMark, _ sentence: String) {
    // Sentences quote the file, which may contain text of any kind and length.
    let printable = sentence.printable
    let sentence = printable.count > 500 ? printable.prefix(500) + "…" : printable
    let place = faults.firstIndex { $0.mark.map { mark < $0 } ?? false } ?? faults.count
    faults.insert(SceneFault(mark: mark, sentence: sentence), at: place)
    if faults.count > 20 { faults.removeLast() }
  }

  /// A line `file:line:column: sentence` for each fault.
  var description: String {
    faults.map { fault in
      let place = fault.mark.map { ":\($0.line):\($0.column)" } ?? ""
      return "\(file.printable)\(place): \(fault.sentence)"
    }.joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// The kind of a character that messages and drawings must not contain; `nil` for all others.
  var forbiddenKind: String? {
    switch value {
    case 0...0x1F, 0x7F...0x9F: "control character"
    case 0x2028, 0x2029: "line separator"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "bidirectional mark"
    default: nil
    }
  }

  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// The text with each forbidden character replaced by its code point, such as `U+001B`.
  var printable: String {
    unicodeScalars.map { $0.forbiddenKind == nil ? String($0) : $0.codePoint }.joined()
  }

  func suggestion(among known: [String]) -> String {
    nearest(among: known).map { "; did you mean “\($0)”?" } ?? "."
  }

  /// Returns the most similar known name, or `nil` if no name is similar enough.
  ///
  /// A name of two characters matches only itself or the name with both characters swapped. A name
  /// of more than 64 characters gives `nil`, to bound the time.
  func nearest(among known: [String]) -> String? {
    let written = Array(lowercased().unicodeScalars.prefix(65))
    guard !written.isEmpty, written.count <= 64 else { return nil }
    let near = known.map { name in
      let letters = Array(name.lowercased().unicodeScalars)
      let isShort = written.count <= 2 && letters.sorted() != written.sorted()
      return (name, edits: isShort ? .max : Self.edits(from: written, to: letters))
    }.min { $0.edits < $1.edits }
    return near.flatMap { $0.edits <= max(1, written.count / 3) ? $0.0 : nil }
  }

  /// The number of letters to insert, delete, replace or swap with the next one.
  private static func edits(from a: [Unicode.Scalar], to b: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var edits = Swift.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          edits = Swift.min(edits, rows[i - 1][j - 1] + 1)
        }
        row.append(edits)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
