import KeywardPrograms
import KeywardTerminal

/// The output formats of commands that can draw a picture.
enum DrawingFormat: String, CaseIterable, Sendable {
  case text, json, svg
}

/// The output formats of commands that produce only text.
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}

extension HelpLayout {
  /// Returns the lines of each row of a table; a row has a name, a language and two other texts.
  ///
  /// The other texts are broken between words where a line would be too wide.
  func table(_ rows: [[String]]) -> [[String]] {
    let widths = (0..<3).map { column in
      rows.map { CharacterWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { row in
      let columns = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width + 2 - CharacterWidth.of(text))
      }
      let start = columns[0] + columns[1]
      let indent = CharacterWidth.of(start)
      var lines = lines(row[3].isEmpty ? row[2] : columns[2] + row[3], indent: indent)
      lines[0] = start + lines[0].dropFirst(indent)
      return lines
    }
  }
}
