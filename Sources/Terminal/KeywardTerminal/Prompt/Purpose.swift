/// The use of the answer to a question, as the kernel describes the asking program.
///
/// In its rows the words before and after the command give way first, and then the middle of the
/// command, so that its head and tail stay.
package struct Purpose: Hashable, Sendable {
  /// The words before the command, such as `to run as root:`; empty for `plainLead`.
  package var lead = ""
  /// The words before the command that replace `lead` if there is little room.
  package var plainLead = ""
  /// The words after the command that replace those of `lead`, such as `as root`.
  package var note = ""
  /// The command line, as `CommandText` has it, or a sentence.
  package var command = ""
  /// The means by which the command gets the answer, such as `descriptor 3`.
  package var door = ""
  var ellipsis = "…"

  package init() {}

  /// The maximum number of rows.
  private static let mostRows = 2
  /// The number of cells at the beginning of the command that are shown if there are as many.
  private static let leastHead = 40

  /// The whole text in one line.
  package var text: String { Self.line(lead.isEmpty ? plainLead : lead, command, Self.end([door])) }

  private static func line(_ lead: String, _ command: String, _ end: String) -> String {
    lead + " " + command + end
  }

  private static func end(_ words: [String]) -> String {
    let words = words.filter { !$0.isEmpty }
    return words.isEmpty ? "" : " (" + words[...].listed(by: ", ") + ")"
  }

  /// Returns the text for the rows in a column of `width` cells, these rows, and whether a part of
  /// the command is missing.
  ///
  /// If `isBrief`, the text begins with `plainLead`.
  func rows(width: Int, isBrief: Bool) -> (line: String, rows: [String], isCut: Bool) {
    let brief = [(plainLead, Self.end([note, door])), (plainLead, Self.end([note])), ("", "")]
    let forms = isBrief || lead.isEmpty ? brief : [(lead, Self.end([door]))] + brief
    let room = width * Self.mostRows
    // A character has at most 24 bytes in a cell.
    if command.utf8.count <= 24 * room {
      for (index, form) in forms.enumerated() where index == 0 || index + 1 < forms.count {
        let line = Self.line(form.0, command, form.1)
        if let rows = Self.wrapped(line, width: width) { return (line, rows, false) }
      }
    }
    let mark = CharacterWidth.of(ellipsis)
    // The last cell of a row stays empty before a wide character.
    let cells = max(2, room - Self.mostRows)
    for (lead, end) in forms {
      let rest = cells - CharacterWidth.of(lead) - CharacterWidth.of(end) - 1 - mark
      guard rest >= Self.leastHead + Self.leastHead / 4 || lead.isEmpty else { continue }
      let head = max(min(Self.leastHead, rest), rest * 2 / 3)
      let text =
        Self.taken(command, cells: head) + ellipsis
        + Self.takenFromEnd(command, cells: rest - head)
      let line = lead.isEmpty ? text : Self.line(lead, text, end)
      return (line, Self.broken(line, width: width), true)
    }
    return ("", [], true)
  }

  /// Returns the first rows, `width` cells wide, of all of the text.
  func whole(width: Int, atMost most: Int) -> [String] {
    Self.broken(text, width: width, atMost: most)
  }

  /// Returns the rows of text that is broken between words, if that needs no more rows; nil if it
  /// has too many.
  private static func wrapped(_ text: String, width: Int) -> [String]? {
    let cells = CharacterWidth.of(text)
    if cells <= width { return [text] }
    guard cells <= width * mostRows else { return nil }
    let lines = TextWrap.lines(of: text, width: width)
    if lines.count <= mostRows { return lines }
    let full = broken(text, width: width)
    return full.count <= mostRows ? full : nil
  }

  /// Returns rows that are full, since blanks belong to a command.
  private static func broken(_ text: String, width: Int, atMost most: Int = .max) -> [String] {
    guard width > 0 else { return [] }
    var rows: [String] = []
    if text.isPrintableASCII {
      var rest = text.utf8[...]
      while !rest.isEmpty, rows.count < most {
        let row = rest.prefix(width)
        rows.append(String(Substring(row)))
        rest = rest.dropFirst(row.count)
      }
      return rows
    }
    var (row, used) = ("", 0)
    for character in text {
      guard rows.count < most else { return rows }
      let cells = CharacterWidth.of(character)
      if used + cells > width, used > 0 {
        rows.append(row)
        (row, used) = ("", 0)
      }
      row.append(character)
      used += cells
    }
    return row.isEmpty ? rows : rows + [row]
  }

  private static func taken(_ text: some Sequence<Character>, cells: Int) -> String {
    var (result, used) = ("", 0)
    for character in text {
      used += CharacterWidth.of(character)
      guard used <= cells else { break }
      result.append(character)
    }
    return result
  }

  private static func takenFromEnd(_ text: String, cells: Int) -> String {
    String(taken(text.reversed() as ReversedCollection, cells: cells).reversed())
  }
}
