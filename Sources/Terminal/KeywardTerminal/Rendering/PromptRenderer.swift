import KeywardEngine

/// Draws a prompt's screen: the asking program, its purpose, the fields, the keyboard.
///
///     var renderer = PromptRenderer(model)
///     renderer.model.notice = "the text is too long"
///     let screen = renderer.render(columns: 80, rows: 24)
///
/// A screen depends only on the model and the size. `ScreenRow` lists its rows, `RowBudget` decides
/// which of them have room, and `RowLayout` their positions. This type draws them. It works in
/// windows from one cell up, and omits a keyboard that cannot be drawn. It caches the keyboard's
/// panel and the rest of the screen: most typed keys change only the content of a field.
package struct PromptRenderer {
  /// The content of the screen; it is updated in place, since a key changes little of it.
  package var model: PromptViewModel
  /// The content that `screen` shows, apart from the numbers of typed characters.
  private var drawn: PromptViewModel
  private var size = (columns: 0, rows: 0)
  /// The latest screen without the content of its fields and the row of alternates.
  private var screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
  /// The row of each drawn field's content, and the column after the field.
  private var places: [(index: Int, row: CellRect, end: Int)] = []
  /// The field with the focus; nil if a button or the keyboard has it.
  private var focusedField: Int?
  private var panel: RenderedPanel?
  private var ellipsis = ""

  package init(_ model: PromptViewModel) {
    self.model = model
    drawn = model
  }

  /// Draws the screen in a window of at least 1 × 1 cells; an inline screen takes only the rows
  /// that it needs.
  package mutating func render(columns: Int, rows: Int) -> ComposedScreen {
    guard columns > 1 || rows > 1 else { return cell }
    let fitsDrawn = size == (columns, rows) && drawn.fields.count == model.fields.count
    if fitsDrawn {
      for index in model.fields.indices {
        drawn.fields[index].characterCount = model.fields[index].characterCount
        drawn.fields[index].groups = model.fields[index].groups
      }
    }
    if !fitsDrawn || drawn != model { compose(columns: columns, rows: rows) }
    var screen = screen
    for (index, row, end) in places {
      screen.draw(
        model.fields[index], isActive: index == focusedField,
        isRevealable: index == model.activeField, glyphs: model.surface.glyphs, in: row,
        before: end)
    }
    drawAlternates(on: &screen)
    if let font = model.surface.glyphs.font { screen.buffer.keep(only: font) }
    return screen
  }

  /// Draws everything except the content of the fields and the row of alternates.
  private mutating func compose(columns: Int, rows: Int) {
    (drawn, size) = (model, (columns, rows))
    ellipsis = model.surface.glyphs.ellipsis
    let isInline = model.form == .inline
    place(isInline ? nil : model.keyboard, columns: columns, rows: rows)
    var layout = layout(columns: columns, rows: rows)
    let isCut = layout.isCut
    if isCut, model.descriptionOffset > 0 {
      layout = self.layout(columns: columns, rows: rows, isOpen: true)
      if panel != nil, layout.isCut {
        // The keys are back after the text.
        panel = nil
        layout = self.layout(columns: columns, rows: rows, isOpen: true)
      }
    }
    screen = ComposedScreen(
      buffer: CellBuffer(columns: columns, rows: isInline ? layout.rows : rows))
    screen.descriptionLinesLeft = isCut && !layout.isOpen ? 1 : 0
    if !layout.card.isEmpty {
      screen.buffer.drawBox(layout.card, glyphs: model.surface.glyphs, style: .hint)
    }
    let isElsewhere =
      model.focusedButton != nil || model.isKeyboardFocused && !layout[.panel].isEmpty
    focusedField = isElsewhere ? nil : model.activeField
    places = []
    for case (let row, let area) in layout.list where !area.isEmpty {
      switch row.content {
      case .blank: break
      case _ where model.isOver && [.hints, .buttons].contains(row.part): break
      case .header(let texts, _): drawHeader(texts, in: area, hasMark: row.hasMark)
      case .lines(let lines, let style):
        put(lines, in: area, style: style, mark: row.hasMark ? model.scrollMark(.pageDown) : "")
      case .purpose(_, let rows, _): put(rows, in: area)
      case .description(let lines, let hasMark):
        drawDescription(lines, hasMark: hasMark, in: layout)
      case .error(let lines, let heading): drawError(lines, heading: heading, in: area)
      case .fields(let labels, _): drawFields(labels, in: layout)
      case .quality(let quality): drawQuality(quality, in: area)
      case .buttons(let buttons): buttons.draw(on: &screen, in: area)
      case .warning(let lines): drawWarning(lines, in: area)
      case .status(let status): status.draw(on: &screen, in: area, spare: layout[.trail].lines)
      }
      if row.hasMark { drawScrollMark(in: area) }
    }
    screen.hidesQuestion =
      layout.isOpen ? screen.descriptionLinesLeft > 0 : layout.isQuestionCut
    drawKeyboard(in: layout)
  }

  private func layout(columns: Int, rows: Int, isOpen: Bool = false) -> RowLayout {
    let keyboard: RowBudget.Keyboard? = panel.map {
      let view = $0.keyboard.view
      return (
        view.grid.columns, $0.lines, $0.toolbarRows, $0.keyboard.bottomRows, view.hasReturn,
        view.grid.caps.upperBound
      )
    }
    func layout(allowsCard: Bool) -> (RowLayout, hasCard: Bool) {
      let budget = RowBudget(
        model, keyboard: keyboard, columns: columns, rows: rows, isOpen: isOpen,
        allowsCard: allowsCard)
      return (RowLayout(budget), budget.hasCard)
    }
    let (first, hasCard) = layout(allowsCard: true)
    // A card without room for its edges takes no columns for them either.
    return hasCard && first.card.isEmpty ? layout(allowsCard: false).0 : first
  }

  /// The screen of a window with a single cell.
  private var cell: ComposedScreen {
    var screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
    guard model.fields.indices.contains(model.activeField) else { return screen }
    let isMarked = model.fields[model.activeField].bulletCount > 0
    if isMarked { screen.buffer.put("*", column: 0, row: 0) }
    return screen
  }

  // MARK: Texts

  /// Draws the lines that fit in an area; an ellipsis ends the last one if there are more.
  ///
  /// The last line leaves room for a `mark` after it.
  private mutating func put(
    _ lines: some Collection<String>, in area: CellRect, style: Style = .plain, mark: String = ""
  ) {
    let end = mark.isEmpty ? 0 : CharacterWidth.of(mark) + 1
    for (index, line) in lines.prefix(area.lines).enumerated() {
      var line = line
      if index + 1 == area.lines, lines.count > area.lines {
        let room = area.columns - CharacterWidth.of(ellipsis) - end
        line =
          (mark.isEmpty ? nil : Self.wholeParts(ofAsker: line, width: area.columns - end))
          ?? TextWrap.head(of: line, width: room, ellipsis: "") + ellipsis
      }
      put(line, atRow: area.line + index, in: area, style: style)
    }
  }

  private mutating func put(_ text: String, atRow row: Int, in area: CellRect, style: Style) {
    screen.buffer.put(
      text, column: area.column, row: row, limit: area.column + area.columns, style: style)
  }

  /// Returns the parts of the text about the asking program that fit in a row with the key that
  /// scrolls; nil if the first one does not.
  ///
  /// A second ellipsis beside that key would look like a part of it.
  private static func wholeParts(ofAsker text: String, width: Int) -> String? {
    TextWrap.head(of: text, width: width, endingBefore: [", ", " ← ", " <- "])
  }

  /// Draws row 0, which shows only Keyward's own texts, never those of a caller.
  private mutating func drawHeader(
    _ texts: [RowBudget.HeaderText], in area: CellRect, hasMark: Bool
  ) {
    let mark = hasMark ? CharacterWidth.of(model.scrollMark(.pageDown)) + 1 : 0
    let end = area.column + area.columns - mark
    var column = area.column
    for (part, text, style) in texts where column < end {
      let width = end - column
      let isCut = hasMark && part == .asker && CharacterWidth.of(text) > width
      let shown =
        (isCut ? Self.wholeParts(ofAsker: text, width: width) : nil)
        ?? TextWrap.head(of: text, width: width, ellipsis: ellipsis)
      column =
        RowBudget.gapInHeader
        + screen.buffer.put(shown, column: column, row: area.line, style: style)
    }
  }

  /// Draws the key that scrolls down at the end of the last row of `area`.
  private mutating func drawScrollMark(in area: CellRect) {
    guard !model.takesNoKey else { return }
    let mark = model.scrollMark(.pageDown)
    let columns = CharacterWidth.of(mark)
    let place = CellRect(
      column: area.column + area.columns - columns, line: area.line + area.lines - 1,
      columns: columns, lines: 1)
    put(mark, atRow: place.line, in: place, style: .hint)
    screen.targets.append((place, .scroll(pages: 1)))
  }

  /// Draws the text that can be scrolled, which begins with the texts that have no other rows.
  private mutating func drawDescription(
    _ lines: [String], hasMark: Bool, in layout: RowLayout
  ) {
    let area = layout[.description]
    var lines = lines
    if !layout.isOpen {
      lines =
        model.question.texts.flatMap { text in
          text.part != .asker && text.priority != nil && layout[text.part].isEmpty
            ? text.lines(width: area.columns) : []
        } + lines
    }
    let rowsOfMark = hasMark ? 1 : 0
    while lines.count + rowsOfMark > area.lines, let last = lines.lastIndex(where: \.isEmpty) {
      lines.remove(at: last)
    }
    guard hasMark || lines.count > area.lines else { return put(lines, in: area) }
    let room = area.lines - 1
    let shown = max(1, room)
    let marks = [Phrase.pageDown, .pageUp].map(model.scrollMark)
    // A single row shows both the text and the mark.
    let isShared = room == 0 && !lines.isEmpty
    if isShared {
      let width = area.columns - 1 - max(CharacterWidth.of(marks[0]), CharacterWidth.of(marks[1]))
      lines = lines.flatMap {
        TextWrap.lines(of: $0, width: max(1, width), indent: Purpose.indent)
      }
    }
    screen.descriptionLinesShown = shown
    let last = max(0, lines.count - shown)
    // The first offset only opens the text.
    let offset = layout.isOpen ? min(model.descriptionOffset - 1, last) : 0
    if layout.isOpen { screen.descriptionLinesLeft = last - offset }
    let isAtEnd = screen.descriptionLinesLeft == 0
    let mark = marks[isAtEnd ? 1 : 0]
    let markColumn = area.column + area.columns - CharacterWidth.of(mark)
    // The cells of a key that would be dropped stay empty.
    let shownMark = model.takesNoKey ? "" : mark
    // A press on the mark acts like the key that it names; a press on the text scrolls up.
    var markArea = area
    if isShared {
      (markArea.column, markArea.columns) = (markColumn, CharacterWidth.of(mark))
    } else {
      (markArea.line, markArea.lines) = (area.line + min(room, lines.count), 1)
    }
    screen.targets.append((area, .scroll(pages: -1)))
    screen.targets.append((markArea, .scroll(pages: isAtEnd ? -1 : 1)))
    if isShared {
      screen.buffer.put(
        lines[offset], column: area.column, row: area.line, limit: markColumn - 1)
      screen.buffer.put(shownMark, column: max(0, markColumn), row: area.line, style: .hint)
    } else {
      put(Array(lines.dropFirst(offset).prefix(room)), in: area)
      put(shownMark, atRow: markArea.line, in: area, style: .hint)
    }
  }

  private mutating func drawError(_ lines: [String], heading: [String], in area: CellRect) {
    let kept = heading.prefix(max(0, area.lines - lines.count))
    put(kept, in: area, style: .bold)
    var rest = area
    rest.line += kept.count
    rest.lines -= kept.count
    put(lines, in: rest, style: .alarm(hasColor: model.surface.hasColor))
  }

  /// Draws the lines about missing protections, in the middle like the keys below them.
  private mutating func drawWarning(_ lines: [String], in area: CellRect) {
    for (index, line) in lines.prefix(area.lines).enumerated() {
      var place = area
      (place.line, place.lines) = (area.line + index, 1)
      if model.form != .inline {
        place.column = screen.buffer.start(ofCentered: CharacterWidth.of(line), in: area)
        place.columns -= place.column - area.column
      }
      put([line], in: place, style: .alarm(hasColor: model.surface.hasColor))
    }
  }

  // MARK: Fields

  /// Draws all of the fields except their content, and notes the places of the content.
  private mutating func drawFields(_ labels: [String], in layout: RowLayout) {
    for (index, place) in layout.fields.enumerated() where !place.box.isEmpty {
      var area = place.box
      area.columns = max(1, area.columns)
      let row = screen.drawLines(
        ofField: area, isActive: index == focusedField, glyphs: model.surface.glyphs)
      places.append((index, row, area.column + area.columns))
      screen.targets.append((area, .field(index)))
      // Without another row for the warning, its mark is beside the field.
      if layout[.header].isEmpty, layout[.warning].isEmpty, !model.warning.isEmpty {
        screen.buffer.put(
          model.surface.glyphs.warningMark, column: area.column + area.columns + 1, row: area.line,
          style: .alarm(hasColor: model.surface.hasColor))
      }
      drawLabel(
        labels[index], model.surface.glyphs, in: place.prompt, isOnEdge: place.box.lines > 1)
    }
  }

  private mutating func drawLabel(
    _ label: String, _ glyphs: Glyphs, in area: CellRect, isOnEdge: Bool
  ) {
    guard !area.isEmpty, !label.isEmpty else { return }
    let text = TextWrap.head(
      of: label, width: area.columns - (isOnEdge ? 2 : 0), ellipsis: glyphs.ellipsis)
    guard !text.isEmpty else { return }
    put(isOnEdge ? " " + text + " " : text, atRow: area.line, in: area, style: .bold)
  }

  private static let longestBar = 20

  private mutating func drawQuality(_ quality: PromptViewModel.Quality, in area: CellRect) {
    let (row, limit) = (area.line, area.column + area.columns)
    let label = TextWrap.tail(of: quality.label, width: area.columns / 2, ellipsis: ellipsis)
    var column = screen.buffer.put(label, column: area.column, row: row, limit: limit)
    column += label.isEmpty ? 0 : 1
    guard let value = quality.value else {
      screen.buffer.put(ellipsis, column: column, row: row, limit: limit, style: .hint)
      return
    }
    // Reserve room for the longest text, so that the bar's length never changes.
    let reserved = CharacterWidth.of(model.surface.language[.tooWeak, "100"]) + 1
    let length = max(0, min(Self.longestBar, limit - column - reserved))
    let filled = length * abs(value) / 100
    let bar =
      String(repeating: String(model.surface.glyphs.barFull), count: filled)
      + String(repeating: String(model.surface.glyphs.barEmpty), count: length - filled)
    column = screen.buffer.put(
      bar, column: column, row: row, limit: limit,
      style: value < 0 ? .alarm(hasColor: model.surface.hasColor) : .plain)
    let text = value < 0 ? model.surface.language[.tooWeak, "\(-value)"] : "\(value) %"
    screen.buffer.put(text, column: column + (length > 0 ? 1 : 0), row: row, limit: limit)
  }

  // MARK: The keyboard

  private mutating func place(
    _ keyboard: PromptViewModel.DrawnKeyboard?, columns: Int, rows: Int
  ) {
    guard let keyboard else {
      panel = nil
      return
    }
    if panel?.adopt(keyboard, columns: columns, rows: rows) == true { return }
    panel = RenderedPanel(keyboard, of: model, columns: columns, rows: rows)
  }

  private mutating func drawKeyboard(in layout: RowLayout) {
    guard let keyboard = panel?.keyboard else { return }
    let end = layout.keyboard.line + layout.keyboard.lines
    // The last row of the panel is not drawn if its margins would differ.
    let drawnEnd = layout[.panel].line + keyboard.view.grid.lines
    if keyboard.view.hasBlocks, end > layout[.panel].line + layout[.panel].lines {
      screen.buffer.fill(
        column: layout.keyboard.column, row: drawnEnd, width: layout.keyboard.columns,
        height: end - drawnEnd, style: Style(background: .panel))
    }
    if let toolbar = keyboard.toolbar, !layout[.toolbar].isEmpty {
      screen.draw(
        toolbar: toolbar, done: model.surface.language[KeyWord.done], above: keyboard.view,
        in: layout[.toolbar])
    }
    panel?.draw(on: &screen.buffer, in: layout[.panel])
    let origin = (column: layout[.panel].column, row: layout[.panel].line)
    screen.panelOrigin = origin
    screen.view = keyboard.view
    if model.isKeyboardFocused, let focus = keyboard.view.focus {
      let middle = keyboard.view.labelCell(of: focus)
      screen.cursor = (origin.column + middle.column, origin.row + middle.row)
    }
  }

  private func drawAlternates(on screen: inout ComposedScreen) {
    guard let keyboard = panel?.keyboard, let row = keyboard.alternates,
      let origin = screen.panelOrigin
    else { return }
    screen.draw(
      row, on: keyboard.view, slot: row.slot, at: origin, hasColor: model.surface.hasColor)
  }
}

extension Style {
  static func alarm(hasColor: Bool) -> Style {
    Style(foreground: hasColor ? .error : .own, attributes: .bold)
  }
}
