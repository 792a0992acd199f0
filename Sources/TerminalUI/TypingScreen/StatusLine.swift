import KeywardEngine

/// The protections or the latest notice, and the keys: one row, or two in a narrow window.
///
/// Rows at the cursor, which are scarce, never give it two.
struct StatusLine {
  private let left: String
  private let leftWidth: Int
  /// The parts of `left`, and their separator.
  private let parts: (items: [String], separator: String)
  private let isNotice: Bool
  private let keys: [String]
  private let gap: Int
  private let offersDone: Bool
  /// The number of rows: 0 to 2.
  let rows: Int

  /// Chooses the wording for a width.
  init(_ content: ScreenContent, columns: Int, hasKeyboard: Bool) {
    isNotice = !content.notice.isEmpty
    let isInline = content.form == .inline
    let circumstances = (isInline ? Self.headerParts(content) : []) + content.protections
    parts = (isNotice ? [content.notice] : circumstances, content.glyphs.separator)
    left = parts.items[...].listed(by: parts.separator)
    let leftWidth = CharacterWidth.of(left)
    self.leftWidth = leftWidth
    offersDone = content.offersDone && hasKeyboard && content.keyboard?.alternates == nil
    let choices = Self.choices(content, hasKeyboard: hasKeyboard)
    let room = isInline ? columns : columns - 2
    let chosen: Choice
    // Prefer a second row to keys without their meanings.
    let beside = choices.prefix(2).first { leftWidth + 2 + Self.width($0) <= room }
    if let beside, !left.isEmpty {
      chosen = beside
      rows = 1
    } else if isInline {
      // The latest notice comes before the keys, and they before the rest.
      let taken = isNotice ? leftWidth + 2 : 0
      chosen = choices.first { taken + Self.width($0) <= room } ?? ([], 1)
      rows = 1
    } else {
      chosen = choices.first { Self.width($0) <= room } ?? (choices.last ?? ([], 1))
      rows = (left.isEmpty ? 0 : 1) + 1
    }
    let ownRoom = rows == 1 && !left.isEmpty ? room - leftWidth - 2 : room
    (keys, gap) = Self.withAlternates(chosen, content, hasKeyboard: hasKeyboard, room: ownRoom)
  }

  /// Adds the keys for alternates, if they fit.
  ///
  /// No row comes or goes for them, since the drawn keys must stay in place.
  private static func withAlternates(
    _ choice: Choice, _ content: ScreenContent, hasKeyboard: Bool, room: Int
  ) -> Choice {
    guard hasKeyboard else { return choice }
    if content.keyboard?.alternates != nil {
      let all = ["Enter take", "Esc close", "Arrows choose"]
      let choices: [Choice] = [
        (all, 3), (all, 2), (Array(all.prefix(2)), 2), (["Enter", "Esc"], 2),
      ]
      return choices.first { width($0) <= room } ?? choice
    }
    guard content.isKeyboardFocused, content.offersAlternates else { return choice }
    var longer = choice
    let end = content.offersDone ? choice.keys.count - 1 : choice.keys.count
    longer.keys.insert("Alt-Enter more", at: end)
    return width(longer) <= room ? longer : choice
  }

  /// The words of a header.
  private static func headerParts(_ content: ScreenContent) -> [String] {
    let warning = content.warning.isEmpty ? "" : content.glyphs.warningMark + " " + content.warning
    return [warning, content.asker].filter { !$0.isEmpty }
  }

  /// A button, in reverse video to look like one.
  private static let done = " Done "

  private typealias Choice = (keys: [String], gap: Int)

  private static func width(_ choice: Choice) -> Int {
    choice.keys.reduce(0) { $0 + CharacterWidth.of($1) } + choice.gap * (choice.keys.count - 1)
  }

  /// The wordings from the longest to the shortest: in full, shortened, with fewer keys, keys
  /// alone.
  private static func choices(_ content: ScreenContent, hasKeyboard: Bool) -> [Choice] {
    guard content.keys.isEmpty else {
      let names = content.keys.map { String($0.prefix { $0 != " " }) }
      let first = Array(content.keys.prefix(2))
      return [(content.keys, 3), (content.keys, 2), (first, 2), (names, 2)]
    }
    let isOnKeyboard = content.isKeyboardFocused && hasKeyboard
    func keys(isShort: Bool, sparing spared: Int = 0) -> [String] {
      var keys = [isOnKeyboard ? "Enter press" : "Enter submit", "Esc cancel"]
      if hasKeyboard {
        keys.append(isOnKeyboard ? "Tab field" : isShort ? "Tab keys" : "Tab keyboard")
      } else if content.offersNextField, spared < 1 {
        keys.append("Tab next")
      }
      if content.offersReveal, spared < 2 { keys.append("Ctrl-T reveal") }
      if content.offersKeyboard, !hasKeyboard, spared < 3 {
        keys.append(isShort ? "Ctrl-K keys" : "Ctrl-K keyboard")
      }
      if content.offersDone, hasKeyboard { keys.append(Self.done) }
      return keys
    }
    let fewer: [Choice] =
      content.offersKeyboard ? (1...3).map { (keys: keys(isShort: true, sparing: $0), gap: 2) } : []
    let names =
      content.offersDone && hasKeyboard ? ["Enter", "Esc", "Tab", done] : ["Enter", "Esc"]
    return [(keys(isShort: false), 3), (keys(isShort: true), 2)] + fewer + [(names, 2)]
  }

  /// Returns as many whole parts as fit.
  ///
  /// If not even one fits, it returns the beginning of the first, but nothing beside keys.
  private func shownLeft(width: Int, isBesideKeys: Bool) -> String {
    var items = parts.items[...]
    var text = left
    var textWidth = leftWidth
    while textWidth > width, items.count > 1 {
      items.removeLast()
      text = items.listed(by: parts.separator)
      textWidth = CharacterWidth.of(text)
    }
    guard textWidth > width else { return text }
    return isBesideKeys ? "" : TextWrap.head(of: text, width: width, ellipsis: "")
  }

  /// Draws the line in one or two rows.
  ///
  /// If there is one row for two, the latest notice comes before the keys, and they before the
  /// rest.
  func draw(on screen: inout ComposedScreen, in area: CellRect) {
    let (margin, end) = (area.column, area.column + area.columns)
    let quiet: Style = .hint
    let shown = min(rows, area.lines)
    guard shown > 0 else { return }
    let bottom = area.line + area.lines
    let row = bottom - shown
    let isCut = shown < rows
    let isBesideKeys = rows == 1 && !keys.isEmpty
    let room = isBesideKeys ? area.columns - Self.width((keys, gap)) - 2 : area.columns
    let shownLeft = shownLeft(width: room, isBesideKeys: isBesideKeys)
    if !shownLeft.isEmpty, !isCut || isNotice {
      screen.buffer.put(shownLeft, column: margin, row: row, style: isNotice ? .bold : quiet)
    }
    if isCut, isNotice { return }
    let keysRow = bottom - 1
    var column =
      rows == 1 && !shownLeft.isEmpty ? end - Self.width((keys, gap)) : margin
    for (index, key) in keys.enumerated() {
      let isDone = offersDone && index == keys.count - 1
      let next = screen.buffer.put(
        key, column: column, row: keysRow, limit: end,
        style: isDone ? Style(attributes: [.bold, .reverse]) : quiet)
      if isDone {
        screen.targets.append(
          .init(
            area: CellRect(column: column, line: keysRow, columns: next - column, lines: 1),
            action: .done))
      }
      column = next + gap
    }
  }
}
