import TerminalUI

/// Text cut to the width of a window.
enum TextLines {
  /// The lines of a text, broken at blanks where they are too long, inside words where they must be.
  static func wrap(_ text: String, width: Int) -> [String] {
    guard width > 0 else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      wrapLine(line, width: width)
    }
  }

  /// As many of the items in each line as go there whole.
  static func packed(_ items: [String], between gap: String, width: Int) -> [String] {
    var lines: [String] = []
    for item in items {
      if let last = lines.last,
        CharacterWidth.of(last) + CharacterWidth.of(gap) + CharacterWidth.of(item) <= width
      {
        lines[lines.count - 1] = last + gap + item
      } else {
        lines += wrap(item, width: width)
      }
    }
    return lines
  }

  private static func wrapLine(_ line: Substring, width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var cells = 0
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let wordCells = CharacterWidth.of(String(word))
      let gap = lines.isEmpty && current.isEmpty && cells == 0 ? 0 : 1
      if cells + gap + wordCells <= width {
        if gap == 1 { current += " " }
        current += word
        cells += gap + wordCells
        continue
      }
      if cells > 0 { lines.append(current) }
      (current, cells) = ("", 0)
      for character in word {
        let width1 = CharacterWidth.of(character)
        if cells + width1 > width, cells > 0 {
          lines.append(current)
          (current, cells) = ("", 0)
        }
        current.append(character)
        cells += width1
      }
    }
    lines.append(current)
    return lines
  }

  /// The end of a text that fits, with a mark where its beginning is missing.
  static func tail(_ text: String, width: Int, mark: String) -> String {
    guard CharacterWidth.of(text) > width else { return text }
    let room = width - CharacterWidth.of(mark)
    guard room > 0 else { return "" }
    var kept: [Character] = []
    var cells = 0
    for character in text.reversed() {
      cells += CharacterWidth.of(character)
      guard cells <= room else { break }
      kept.append(character)
    }
    return mark + String(kept.reversed())
  }

  /// The beginning of a text that fits, with a mark where its end is missing.
  static func head(_ text: String, width: Int, mark: String) -> String {
    guard CharacterWidth.of(text) > width else { return text }
    let room = width - CharacterWidth.of(mark)
    guard room > 0 else { return "" }
    var kept = ""
    var cells = 0
    for character in text {
      cells += CharacterWidth.of(character)
      guard cells <= room else { break }
      kept.append(character)
    }
    return kept + mark
  }
}
