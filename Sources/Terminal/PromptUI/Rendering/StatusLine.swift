import KeyboardEngine

/// The protections or the latest notice, and the keys: one row, or two in a narrow window.
///
/// Rows at the cursor, which are scarce, never give it two.
struct StatusLine {
  /// The protections, or the latest notice.
  private let left: [String]
  private let separator: String
  private let ellipsis: String
  private let isNotice: Bool
  private let wording: Wording
  private let offersDone: Bool
  /// The number of rows: 0 to 2.
  let rows: Int

  /// Keys with their meanings, and the blanks between two of them.
  private typealias Wording = (keys: [String], gap: Int)

  /// Chooses the wording for a width.
  init(_ model: PromptViewModel, columns: Int, hasKeyboard: Bool) {
    isNotice = !model.notice.isEmpty
    separator = model.glyphs.separator
    ellipsis = model.glyphs.ellipsis
    let isInline = model.form == .inline
    left =
      isNotice
      ? [model.notice] : isInline ? Self.headerParts(model) + model.protections : model.protections
    let leftWidth = Self.width(of: left[...], separator)
    offersDone = model.offersDone && hasKeyboard && model.keyboard?.alternates == nil
    let wordings = (0..<Self.wordingCount(model)).lazy.map {
      Self.wording($0, model, hasKeyboard: hasKeyboard)
    }
    let room = isInline ? columns : columns - 2
    let chosen: Wording
    // Prefer a second row to keys without their meanings.
    if leftWidth > 0,
      let beside = wordings.prefix(2).first(where: { leftWidth + 2 + Self.width(of: $0) <= room })
    {
      chosen = beside
      rows = 1
    } else if isInline {
      // The latest notice comes before the keys, and they before the rest.
      let taken = isNotice ? leftWidth + 2 : 0
      chosen = wordings.first { taken + Self.width(of: $0) <= room } ?? ([], 1)
      rows = 1
    } else {
      chosen =
        wordings.first { Self.width(of: $0) <= room } ?? wordings[wordings.endIndex - 1]
      rows = (leftWidth > 0 ? 1 : 0) + 1
    }
    let ownRoom = rows == 1 && leftWidth > 0 ? room - leftWidth - 2 : room
    wording = Self.withAlternates(chosen, model, hasKeyboard: hasKeyboard, room: ownRoom)
  }

  /// Adds the keys for alternates, if they fit.
  ///
  /// No row comes or goes for them, since the drawn keys must stay in place.
  private static func withAlternates(
    _ wording: Wording, _ model: PromptViewModel, hasKeyboard: Bool, room: Int
  ) -> Wording {
    guard hasKeyboard else { return wording }
    if model.keyboard?.alternates != nil {
      let all = ["Enter take", "Esc close", "Arrows choose"]
      let wordings: [Wording] = [
        (all, 3), (all, 2), (Array(all.prefix(2)), 2), (["Enter", "Esc"], 2),
      ]
      return wordings.first { width(of: $0) <= room } ?? wording
    }
    guard model.isKeyboardFocused, model.offersAlternates else { return wording }
    var longer = wording
    let end = model.offersDone ? wording.keys.count - 1 : wording.keys.count
    longer.keys.insert("Alt-Enter more", at: end)
    return width(of: longer) <= room ? longer : wording
  }

  /// The words of a header.
  private static func headerParts(_ model: PromptViewModel) -> [String] {
    let warning = model.warning.isEmpty ? "" : model.glyphs.warningMark + " " + model.warning
    return [warning, model.asker].filter { !$0.isEmpty }
  }

  /// A button, in reverse video to look like one.
  private static let done = " Done "

  private static func width(of wording: Wording) -> Int {
    wording.keys.reduce(0) { $0 + CharacterWidth.of($1) } + wording.gap * (wording.keys.count - 1)
  }

  private static func width(of texts: ArraySlice<String>, _ separator: String) -> Int {
    let gaps = texts.count > 1 ? (texts.count - 1) * CharacterWidth.of(separator) : 0
    return texts.reduce(gaps) { $0 + CharacterWidth.of($1) }
  }

  private static func wordingCount(_ model: PromptViewModel) -> Int {
    guard model.keys.isEmpty else { return 4 }
    return model.offersKeyboard || model.offersMade || model.offersPassing ? 6 : 3
  }

  /// One of the wordings, from the longest to the shortest: in full, shortened, with fewer keys,
  /// keys alone.
  private static func wording(
    _ number: Int, _ model: PromptViewModel, hasKeyboard: Bool
  ) -> Wording {
    if number == wordingCount(model) - 1 {
      guard model.keys.isEmpty else {
        return (model.keys.map { String($0.prefix { $0 != " " }) }, 2)
      }
      return (
        model.offersDone && hasKeyboard ? ["Enter", "Esc", "Tab", done] : ["Enter", "Esc"], 2
      )
    }
    let gap = number == 0 ? 3 : 2
    guard model.keys.isEmpty else {
      return (number < 2 ? model.keys : Array(model.keys.prefix(2)), gap)
    }
    let (isShort, spared) = (number > 0, max(0, number - 1))
    let isOnKeyboard = model.isKeyboardFocused && hasKeyboard
    var keys = [isOnKeyboard ? "Enter press" : "Enter submit", "Esc cancel"]
    if hasKeyboard {
      keys.append(isOnKeyboard ? "Tab field" : isShort ? "Tab keys" : "Tab keyboard")
    } else if model.offersNextField, spared < 1 {
      keys.append("Tab next")
    }
    if model.offersReveal, spared < 2 { keys.append("Ctrl-T reveal") }
    if model.offersKeyboard, !hasKeyboard, spared < 3 {
      keys.append(isShort ? "Ctrl-K keys" : "Ctrl-K keyboard")
    }
    if model.offersMade, spared < 2 { keys.append("Ctrl-G generate") }
    if model.offersPassing, spared < 3 { keys.append("Ctrl-\\ pass on") }
    if model.offersDone, hasKeyboard { keys.append(done) }
    return (keys, gap)
  }

  /// The parts at the left that have room.
  ///
  /// If not even one fits, it is the beginning of the first, but nothing beside keys.
  private func shownLeft(width: Int, isBesideKeys: Bool) -> ArraySlice<String> {
    var parts = left[...]
    while parts.count > 1, Self.width(of: parts, separator) > width { parts.removeLast() }
    guard parts.count == 1, let first = parts.first, CharacterWidth.of(first) > width else {
      return parts
    }
    let beginning = isBesideKeys ? "" : TextWrap.head(of: first, width: width, ellipsis: ellipsis)
    return beginning.isEmpty ? [] : [beginning]
  }

  /// Draws the line in one or two rows.
  ///
  /// If there is one row for two, the latest notice comes before the keys, and they before the
  /// rest.
  func draw(on screen: inout ComposedScreen, in area: CellRect) {
    let shown = min(rows, area.lines)
    guard shown > 0 else { return }
    let end = area.column + area.columns
    let bottom = area.line + area.lines
    let isCut = shown < rows
    let isBesideKeys = rows == 1 && !wording.keys.isEmpty
    let keysWidth = Self.width(of: wording)
    let parts = shownLeft(
      width: isBesideKeys ? area.columns - keysWidth - 2 : area.columns,
      isBesideKeys: isBesideKeys)
    if !isCut || isNotice {
      var column = area.column
      for (index, part) in parts.enumerated() {
        let style: Style = isNotice ? .bold : .hint
        if index > 0 {
          column = screen.buffer.put(separator, column: column, row: bottom - shown, style: style)
        }
        column = screen.buffer.put(part, column: column, row: bottom - shown, style: style)
      }
    }
    if isCut, isNotice { return }
    var column = rows == 1 && !parts.isEmpty ? end - keysWidth : area.column
    for (index, key) in wording.keys.enumerated() {
      // Half a key would be another one.
      guard index == 0 || column + CharacterWidth.of(key) <= end else { break }
      let isDone = offersDone && index == wording.keys.count - 1
      let next = screen.buffer.put(
        key, column: column, row: bottom - 1, limit: end,
        style: isDone ? Style(attributes: [.bold, .reverse]) : .hint)
      if isDone {
        screen.targets.append(
          .init(
            area: CellRect(column: column, line: bottom - 1, columns: next - column, lines: 1),
            action: .done))
      }
      column = next + wording.gap
    }
  }
}
