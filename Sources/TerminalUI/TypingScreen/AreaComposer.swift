import Keyward

/// Draws the rows above the keyboard, from above, as an `Arrangement` shares them out.
struct AreaComposer {
  private let content: ScreenContent
  private let frame: AreaFrame
  private let arrangement: Arrangement
  private(set) var screen: ComposedScreen
  private var row = 0

  init(
    content: ScreenContent, frame: AreaFrame, arrangement: Arrangement, screen: ComposedScreen
  ) {
    self.content = content
    self.frame = frame
    self.arrangement = arrangement
    self.screen = screen
  }

  private var glyphs: Glyphs { content.glyphs }

  // MARK: Who asks, what for

  /// Row 0, which is ours alone, and the rule below it.
  mutating func composeHeader() {
    guard arrangement.hasHeader else { return }
    let columns = screen.buffer.columns
    let margin = columns > 2 ? 1 : 0
    var column = screen.buffer.put(content.program, column: margin, row: 0, style: .bold)
    if !content.warning.isEmpty {
      column = screen.buffer.put(
        glyphs.warningMark + " " + content.warning, column: column + 2, row: 0,
        limit: columns - margin, style: Style(foreground: errorInk, attributes: .bold))
    }
    // Without a status line what must be said now is said here.
    let isUrgent = arrangement.statusRows == 0 && !content.notice.isEmpty
    let asker = TextWrap.head(
      of: isUrgent ? content.notice : content.asker, width: columns - margin - column - 2,
      ellipsis: glyphs.ellipsis)
    if !asker.isEmpty, columns - margin - column > 2 {
      screen.buffer.put(
        asker, column: columns - margin - CharacterWidth.of(asker), row: 0,
        style: isUrgent ? .bold : .dim)
    }
    row = 1
    if arrangement.hasRule {
      screen.buffer.fill(
        column: 0, row: 1, width: columns, height: 1, with: glyphs.rule, style: .dim)
      row = 2
    }
    if arrangement.blankAboveDescription { row += 1 }
    // A large window: the block hangs a little lower.
    row += max(0, arrangement.spareRows - 8) / 3
  }

  /// The description, or the part of it there is room for.
  mutating func composeDescription(_ lines: [String]) {
    var lines = lines
    var blanks = arrangement.droppedBlanks
    while blanks > 0, let last = lines.lastIndex(where: \.isEmpty) {
      lines.remove(at: last)
      blanks -= 1
    }
    let rows = arrangement.descriptionRows
    guard rows > 0 else { return }
    let room = arrangement.isDescriptionShortened ? rows - 1 : rows
    let last = max(0, lines.count - max(1, room))
    let offset = arrangement.isDescriptionShortened ? min(content.descriptionOffset, last) : 0
    screen.descriptionLinesShown = max(1, room)
    guard arrangement.isDescriptionShortened else {
      lines.forEach { put($0) }
      return
    }
    screen.descriptionLinesLeft = last - offset
    for line in lines.dropFirst(offset).prefix(room) { put(line) }
    let mark = glyphs.ellipsis + (offset >= last ? " PgUp" : " PgDn")
    if room == 0 {
      // One row for both.
      screen.buffer.put(
        lines[offset], column: frame.column, row: row,
        limit: frame.column + frame.width - CharacterWidth.of(mark) - 1)
      screen.buffer.put(
        mark, column: max(0, frame.column + frame.width - CharacterWidth.of(mark)), row: row,
        style: .dim)
      row += 1
    } else {
      put(mark, style: .dim)
    }
  }

  /// The error with its mark, in words.
  mutating func composeError(_ lines: [String]) {
    if arrangement.blankAboveError { row += 1 }
    for line in lines.prefix(arrangement.errorRows) {
      put(line, style: Style(foreground: errorInk, attributes: .bold))
    }
  }

  private var errorInk: Ink { content.hasColor ? .error : .own }

  private mutating func put(_ text: String, style: Style = .plain) {
    screen.buffer.put(
      text, column: frame.column, row: row, limit: frame.column + frame.width, style: style)
    row += 1
  }

  // MARK: Fields

  /// The fields with prompts and counts; where there is room for one, the active one.
  mutating func composeFields() {
    row += arrangement.blanksAboveFields
    let indices =
      arrangement.visibleFields == content.fields.count
      ? Array(content.fields.indices)
      : arrangement.visibleFields == 0 ? [] : [content.activeField]
    for index in indices { composeField(index) }
    if arrangement.hasCountRow {
      if arrangement.blankAboveCount { row += 1 }
      let place = CellRect(column: frame.column, line: row, columns: frame.width, lines: 1)
      screen.countPlace = place
      TypingScreen(content).drawCount(in: place, on: &screen)
      row += 1
    }
  }

  private mutating func composeField(_ index: Int) {
    let field = content.fields[index]
    if arrangement.hasPromptRows {
      put(
        TextWrap.tail(of: field.prompt, width: frame.width, ellipsis: glyphs.ellipsis),
        style: .bold)
      drawField(index, from: frame.column)
      return
    }
    guard arrangement.hasHeader else {
      // On row 0, where no caller text may stand.
      drawField(index, from: 0)
      return
    }
    let prompts = content.fields.map { CharacterWidth.of($0.prompt) }
    // A field of a few cells is worth more than the beginning of a prompt.
    let room = max(0, frame.width - (arrangement.hasBoxes ? 12 : 8))
    let width = min(prompts.max() ?? 0, room)
    let prompt = TextWrap.tail(of: field.prompt, width: width, ellipsis: glyphs.ellipsis)
    screen.buffer.put(
      prompt, column: frame.column, row: row + (arrangement.hasBoxes ? 1 : 0), style: .bold)
    drawField(index, from: frame.column + (width > 0 ? width + 1 : 0))
  }

  private mutating func drawField(_ index: Int, from column: Int) {
    var end = min(frame.column + frame.width, screen.buffer.columns)
    if !arrangement.hasHeader {
      end = screen.buffer.columns
      if !content.warning.isEmpty, end > 3 {
        end -= 2
        screen.buffer.put(
          glyphs.warningMark, column: end + 1, row: row,
          style: Style(foreground: errorInk, attributes: .bold))
      }
    }
    let area = CellRect(
      column: column, line: row, columns: max(1, end - column), lines: arrangement.hasBoxes ? 3 : 1)
    TypingScreen(content).draw(
      field: index, in: area, countIsBelow: arrangement.hasCountRow, on: &screen)
    screen.fieldAreas.append((index, area))
    screen.targets.append(.init(area: area, action: .field(index)))
    row += area.lines
  }
}
