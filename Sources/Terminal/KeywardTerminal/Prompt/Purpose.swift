/// The use of the answer to a question, as the kernel describes the asking program.
///
/// In its rows the words before and after the command give way first, and then the middle of the
/// command, so that its head and tail stay. The rows after the first one are indented, so that no
/// part of a command looks like the beginning of a row of Keyward's own.
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

  /// The number of blanks at the beginning of each row but the first.
  static let indent = 2
  /// The maximum number of rows before Page Down.
  private static let mostRows = 2
  /// The number of cells at the beginning of the command that are shown if there are as many.
  private static let leastHead = 40
  /// The number of cells that may stay empty so that rows end between words.
  private static let mostSpared = 16

  /// The whole text in one line.
  package var text: String { Self.line(lead.isEmpty ? plainLead : lead, command, Self.end([door])) }

  private static func line(_ lead: String, _ command: String, _ end: String) -> String {
    (lead.isEmpty ? "" : lead + " ") + command + end
  }

  private static func end(_ words: [String]) -> String {
    let words = words.filter { !$0.isEmpty }
    return words.isEmpty ? "" : " (" + words[...].listed(by: ", ") + ")"
  }

  /// The words before and after the command, from the most words to the fewest.
  ///
  /// In a row of at least 80 cells the door stays, unless it would take too much of it.
  private func forms(isBrief: Bool, width: Int) -> [(lead: String, end: String)] {
    let keepsDoor = !door.isEmpty && width >= 80 && door.utf8.count <= width * 2 / 5
    let brief =
      [(plainLead, Self.end([note, door]))]
      + (keepsDoor ? [("", Self.end([door]))] : [(plainLead, Self.end([note])), ("", "")])
    return isBrief || lead.isEmpty ? brief : [(lead, Self.end([door]))] + brief
  }

  /// Returns at most `most` rows of `width` cells, and whether a part of the command is missing.
  ///
  /// If `isBrief`, the text begins with `plainLead`.
  func rows(
    width: Int, atMost most: Int = Self.mostRows, isBrief: Bool = false
  ) -> (rows: [String], isCut: Bool) {
    guard width > 0, most > 0 else { return ([], true) }
    let forms = forms(isBrief: isBrief, width: width)
    let room = width + (most - 1) * (width - TextWrap.indent(Self.indent, width: width))
    // A character has at most 24 bytes in a cell.
    if command.utf8.count <= 24 * room {
      for (lead, end) in forms.dropLast() {
        let text = Self.line(lead, command, end)
        if CharacterWidth.of(text) <= room, let rows = Self.wrapped(text, width, most) {
          return (rows, false)
        }
      }
    }
    let enough = Self.leastHead + Self.leastHead / 4
    // The last cell of a row stays empty before a wide character.
    let cells = room - most - CharacterWidth.of(ellipsis)
    for (lead, end) in forms {
      let rest = cells - CharacterWidth.of(lead) - CharacterWidth.of(end) - 1
      guard rest >= enough || lead.isEmpty else { continue }
      let least = max(rest - Self.mostSpared, min(rest, enough))
      for rest in stride(from: rest, through: least, by: -1) {
        let text = Self.line(lead, shortened(to: rest), end)
        let rows = TextWrap.lines(of: text, width: width, indent: Self.indent)
        if rows.count <= most { return (rows, true) }
      }
      let text = Self.line(lead, shortened(to: rest), end)
      return (Array(Self.broken(text, width: width).prefix(most)), true)
    }
    return ([], true)
  }

  /// Returns all rows of the text.
  func whole(width: Int, isBrief: Bool = false) -> [String] {
    let (lead, end) = forms(isBrief: isBrief, width: width)[0]
    return TextWrap.lines(
      of: Self.line(lead, command, end), width: width, indent: Self.indent)
  }

  /// Returns the head and the tail of the command, which have `cells` cells together.
  private func shortened(to cells: Int) -> String {
    let cells = max(1, cells)
    let isSmall = cells < Self.leastHead + Self.leastHead / 4
    let head = isSmall ? (cells * 2 + 2) / 3 : max(Self.leastHead, cells * 2 / 3)
    return Self.taken(command, cells: head) + ellipsis
      + Self.takenFromEnd(command, cells: cells - head)
  }

  /// Returns the rows of text that is broken between words, if that needs no more rows; nil if it
  /// has too many.
  private static func wrapped(_ text: String, _ width: Int, _ most: Int) -> [String]? {
    let lines = TextWrap.lines(of: text, width: width, indent: indent)
    if lines.count <= most { return lines }
    let full = broken(text, width: width)
    return full.count <= most ? full : nil
  }

  /// Returns rows that are full.
  private static func broken(_ text: String, width: Int) -> [String] {
    let blanks = String(repeating: " ", count: TextWrap.indent(indent, width: width))
    var rows: [String] = []
    var (row, used, start) = ("", 0, 0)
    for character in text {
      let cells = CharacterWidth.of(character)
      if used + cells > width, used > start {
        rows.append(row)
        (row, used, start) = (blanks, blanks.utf8.count, blanks.utf8.count)
      }
      row.append(character)
      used += cells
    }
    return used > start ? rows + [row] : rows
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
