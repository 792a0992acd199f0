import KeywardLayout

/// The use of the answer to a question, as the kernel describes the asking program.
///
/// In its rows the words before and after the command give way first, then the assignments before
/// it, and then the middle of the command, so that its head and tail stay. The user gives way last,
/// for the head. Rows end between words, unless the head would then be too short. The rows after the
/// first one are indented, so that no part of a command looks like the beginning of a row of
/// Keyward's own.
package struct Purpose: Hashable, Sendable {
  /// The words before the command, such as `to run as root:`; empty for `plainLead`.
  package var lead = ""
  /// The words before the command that replace `lead` if there is little room.
  package var plainLead = ""
  /// The words after the command that replace those of `lead`, such as `as root`.
  package var note = ""
  /// The words before the command that set its environment, such as `A=b` or `env A=b`.
  package var assignments = ""
  /// The command line, as `CommandText` has it, or a sentence.
  package var command = ""
  /// The means by which the command gets the answer, such as `descriptor 3`.
  package var door = ""
  /// The mark in place of the middle of the command.
  var cutMark = CommandText().cutMark

  package init() {}

  /// The number of blanks at the beginning of each row but the first.
  static let indent = 2
  /// The number of rows that a long command keeps if the window has few; free rows are added.
  static let leastRows = 2
  /// The number of cells at the beginning of the command that are shown if there are as many.
  static let leastHead = 40
  /// The number of cells of a part of a word that is left out beside the mark of a cut.
  private static let mostOmitted = 24
  /// The number of cells of assignments that are cut because the whole command is shown.
  private static let leastAssignments = 24

  /// The whole text in one line.
  package var text: String {
    Self.plain(line(lead.isEmpty ? plainLead : lead, assignments, command, Self.end([door])))
  }

  private func line(
    _ lead: String, _ assignments: String, _ command: String, _ end: String
  ) -> String {
    [lead, assignments, command].filter { !$0.isEmpty }[...].listed(by: " ") + end
  }

  /// The assignments as they are shown, from the most cells to the fewest.
  ///
  /// The program that makes them stays, because it may not be the expected `env`.
  private var shownAssignments: [String] {
    guard !assignments.isEmpty else { return [""] }
    let cells = Self.leastAssignments - CharacterWidth.of(cutMark)
    let start = Self.taken(assignments, cells: cells)
    let program = start.prefix { $0 != " " }
    let least = program.contains("=") ? cutMark : program + " " + cutMark
    // No character has more cells than bytes.
    if assignments.utf8.count <= Self.leastAssignments { return [assignments, least] }
    return [assignments, start + cutMark, least]
  }

  private static func end(_ words: [String]) -> String {
    let words = words.filter { !$0.isEmpty }.map { word in
      word.utf8.count > longestUnbroken ? word : String(word.map { $0 == " " ? blank : $0 })
    }
    return words.isEmpty ? "" : " (" + words[...].listed(by: ", ") + ")"
  }

  /// The number of bytes up to which the words about a command are not broken into rows.
  private static let longestUnbroken = 24

  private typealias Form = (lead: String, end: String, lacksWords: Bool)

  /// The words before and after the command, from the most words to the fewest.
  ///
  /// Those of `anonymous` lack the user, if one is known.
  ///
  /// In a row of at least 80 cells the door stays, unless it would take too much of it.
  private func forms(isBrief: Bool, width: Int) -> (named: [Form], anonymous: [Form]) {
    let keepsDoor = !door.isEmpty && width >= 80 && door.utf8.count <= width * 2 / 5
    func form(_ lead: String, _ words: String...) -> Form {
      func lacks(_ word: String) -> Bool { !word.isEmpty && !words.contains(word) }
      // The note has the same words as the lead.
      let lacksLead =
        !self.lead.isEmpty && lead != self.lead && (note.isEmpty || lacks(note))
      return (lead, Self.end(words), lacksLead || lacks(door))
    }
    var forms =
      [form(plainLead, note, door)]
      + (keepsDoor ? [form("", note, door)] : [form(plainLead, note), form("", note)])
    if !isBrief, !lead.isEmpty { forms.insert(form(lead, door), at: 0) }
    forms[0].lacksWords = false
    if note.isEmpty { return ([], forms) }
    return (forms, [keepsDoor ? form("", door) : form("")])
  }

  /// Returns at most `most` rows of `width` cells; `isCut` is true if a part of the command is
  /// missing, and `lacksWords` if the user, what happens with the command, or the door is.
  ///
  /// If `isBrief`, the text begins with `plainLead`. The last row leaves `mark` cells free at its
  /// end, and a blank before them.
  func rows(
    width: Int, atMost most: Int = Self.leastRows, isBrief: Bool = false, mark: Int = 0
  ) -> (rows: [String], isCut: Bool, lacksWords: Bool) {
    guard width > 0, most > 0 else { return ([], true, true) }
    let (named, anonymous) = forms(isBrief: isBrief, width: width)
    // In narrow rows, the user is more important than a long head.
    let least = width < Self.leastNamed.width ? Self.leastNamed.cut : Self.leastHead + 1
    return rows(named, width: width, atMost: most, mark: mark, leastCut: least)
      ?? rows(anonymous, width: width, atMost: most, mark: mark, leastCut: .min)
      ?? ([], true, true)
  }

  /// Returns the rows with the words of the first of the forms that needs no cut, otherwise with a
  /// cut that leaves at least `least` cells of the command; nil if there is no such cut.
  private func rows(
    _ forms: [Form], width: Int, atMost most: Int, mark: Int, leastCut least: Int
  ) -> (rows: [String], isCut: Bool, lacksWords: Bool)? {
    let indent = TextWrap.indent(Self.indent, width: width)
    let room = width + (most - 1) * (width - indent)
    var longest = Int.max
    let assignments = shownAssignments
    // A character has at most 24 bytes in a cell.
    if command.utf8.count <= 24 * room {
      for (place, assignments) in assignments.enumerated()
      where assignments.utf8.count <= 24 * room {
        let isCut = place > 0
        for (lead, end, lacksWords) in forms {
          let text = line(lead, assignments, command, end)
          if CharacterWidth.of(text) <= room,
            let rows = wrapped(text, width: width, atMost: most, mark: mark, isCut: isCut)
          {
            return (rows, isCut, lacksWords)
          }
        }
        // A word that is wider than a row can begin in any cell.
        let words = line("", assignments, command, "").split(separator: " ")
        let widest = words.map { CharacterWidth.of(String($0)) }.max() ?? 0
        if least > .min, widest > width - indent, let (lead, end, lacksWords) = forms.last {
          let text = line(lead, assignments, command, end) + Self.space(for: mark)
          let rows = Self.broken(text, width: width)
          if rows.count <= most, !isCut || hasMark(rows) {
            return (Self.withoutSpace(rows[...]), isCut, lacksWords)
          }
        }
      }
      longest = CharacterWidth.of(command) - 1
    }
    // The last cell of a row stays empty before a wide character.
    // A blank can be on either side of the mark of the cut.
    let before = assignments[assignments.count - 1]
    let cells =
      room - most - CharacterWidth.of(cutMark) - 2 - (mark > 0 ? mark + 1 : 0)
      - (before.isEmpty ? 0 : CharacterWidth.of(before) + 1)
    let cuts = forms.map { lead, end, lacksWords in
      (
        lead, end, min(longest, cells - CharacterWidth.of(lead) - CharacterWidth.of(end) - 1),
        lacksWords
      )
    }.filter { $0.2 >= Self.leastCut || $0.0.isEmpty && $0.2 >= least }
    for (lead, end, rest, lacksWords) in cuts {
      // A shorter text has its mark in another place, where no row ends.
      func rows(of count: Int) -> [String]? {
        for less in 0...CharacterWidth.of(cutMark) {
          let text = line(lead, before, shortened(to: count - less), end)
          if let rows = wrapped(text, width: width, atMost: most, mark: mark, isCut: true) {
            return rows
          }
        }
        return nil
      }
      // Search for the longest text whose rows end between words.
      var (best, low, high) = ([String](), min(Self.leastCut, rest), rest)
      var next = low
      while low <= high {
        if let rows = rows(of: next) {
          (best, low) = (rows, next + 1)
        } else {
          // Without the shortest text there is no longer one.
          high = best.isEmpty ? low - 1 : next - 1
        }
        next = (low + high + 1) / 2
      }
      if !best.isEmpty { return (best, true, lacksWords) }
    }
    guard let (lead, end, rest, lacksWords) = cuts.first else { return nil }
    var rows: [String] = []
    // The mark of the cut is not broken.
    for count in 0...CharacterWidth.of(cutMark) {
      let text = line(lead, before, shortened(to: rest - count), end) + Self.space(for: mark)
      rows = Self.withoutSpace(Self.broken(text, width: width).prefix(most))
      if hasMark(rows) { break }
    }
    return (rows, true, lacksWords)
  }

  /// Returns all rows of the text.
  func whole(width: Int) -> [String] {
    let (named, anonymous) = forms(isBrief: false, width: width)
    let (lead, end, _) = (named + anonymous)[0]
    return TextWrap.lines(
      of: line(lead, assignments, command, end), width: width, indent: Self.indent
    ).map(Self.plain)
  }

  /// Returns the head and the tail of the command, which have `cells` cells together or fewer.
  ///
  /// A part of a word beside the mark between them is left out if it is short; a blank then shows
  /// that no word was cut.
  private func shortened(to cells: Int) -> String {
    let cells = max(1, cells)
    let least = cells > Self.leastHead ? Self.leastHead : (cells * 2 + 2) / 3
    var count = cells < Self.leastCut ? least : max(least, cells * 2 / 3)
    var head = Self.taken(command, cells: count)
    let rest = command.dropFirst(head.count).prefix(Self.mostOmitted / 2 + 1)
    if let blank = rest.firstIndex(of: " "), !rest.hasPrefix(" ") {
      // The end of a word is more useful than as many cells of the tail.
      let end = String(rest[..<blank])
      let cellsOfEnd = CharacterWidth.of(end)
      if cells - count - cellsOfEnd >= Self.leastTail {
        (head, count) = (head + end, count + cellsOfEnd)
      }
    }
    var tail = Self.takenFromEnd(command, cells: cells - count)
    if command.dropFirst(head.count).first == " " {
      head += " "
    } else if let blank = head.lastIndex(of: " "),
      CharacterWidth.of(String(head[..<blank])) >= Self.leastHead,
      CharacterWidth.of(String(head[blank...])) <= Self.mostOmitted
    {
      head = String(head[...blank])
    }
    if command.dropLast(tail.count).last == " " {
      tail = " " + tail
    } else if let blank = tail.firstIndex(of: " "), tail[blank...].count > 1,
      CharacterWidth.of(String(tail[..<blank])) <= Self.mostOmitted
    {
      tail = String(tail[blank...])
    }
    return head + cutMark + tail
  }

  /// The width of the rows from which on the user gives way to the head of a command, as in a card
  /// of 40 columns, and the number of cells of a command that is cut in narrower ones.
  private static let leastNamed = (width: 32, cut: 12)

  /// The number of cells of a command that is cut, with a tail in addition to the head.
  private static let leastCut = leastHead + leastTail
  private static let leastTail = leastHead / 4

  /// Returns the rows of text that is broken between words; nil if it has too many, or if the mark
  /// of the cut would be broken.
  private func wrapped(
    _ text: String, width: Int, atMost most: Int, mark: Int, isCut: Bool = false
  ) -> [String]? {
    let lines = TextWrap.lines(
      of: text + Self.space(for: mark), width: width, indent: Self.indent)
    guard lines.count <= most, !isCut || hasMark(lines) else { return nil }
    return Self.withoutSpace(lines[...])
  }

  private func hasMark(_ rows: [String]) -> Bool {
    rows.contains { $0.utf8.holds(cutMark.utf8) }
  }

  /// Cells that stay free at the end of a text, as a word that is not broken.
  private static func space(for mark: Int) -> String {
    mark > 0 ? " " + String(repeating: blank, count: mark) : ""
  }

  private static func withoutSpace(_ rows: ArraySlice<String>) -> [String] {
    var rows = Array(rows)
    while let last = rows.last?.last, last == blank || last == " " {
      rows[rows.count - 1].removeLast()
    }
    return rows.map(plain)
  }

  /// A blank at which no row ends.
  private static let blank: Character = "\u{a0}"

  /// Returns the text with a blank for each one at which no row ends.
  private static func plain(_ text: String) -> String {
    text.isPrintableASCII ? text : String(text.map { $0 == blank ? " " : $0 })
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
