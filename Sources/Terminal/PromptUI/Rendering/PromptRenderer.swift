import KeyboardEngine

/// Draws the screen of a prompt: the asking program, its purpose, the field, the keyboard.
///
///     var renderer = PromptRenderer()
///     renderer.render(model, columns: 80, rows: 24)
///     renderer.screen.buffer
///
/// A screen depends on the model and the size alone. `RowBudget` decides the rows of each part and
/// which give way, `RowLayout` their places; this type breaks texts into the rows they need and
/// draws everything in the rows it got. It works from one cell on, and leaves the keyboard out if
/// that cannot be drawn. Between two frames it keeps the panel of the keyboard, which most keys
/// leave as it is.
package struct PromptRenderer {
  /// The screen drawn last; one blank cell before the first.
  package private(set) var screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
  private var panel: RenderedPanel?
  private var ellipsis = ""

  /// The sentence in place of an error if nothing can be typed.
  private static let noRoom = "No room for the keyboard. Enlarge the window."

  /// The least width for a frame around the text.
  private static let leastCard = 24

  package init() {}

  /// The view of the keyboard drawn last; nil if none was.
  var keyboardView: KeyboardView? { panel?.keyboard.view }

  /// Draws the screen in a window, at least 1 × 1 cells; at the cursor it has the rows it needs.
  ///
  /// - Parameters:
  ///   - model: The content.
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  package mutating func render(_ model: PromptViewModel, columns: Int, rows: Int) {
    guard columns > 1 || rows > 1 else { return renderCell(model) }
    ellipsis = model.glyphs.ellipsis
    let isInline = model.form == .inline
    place(isInline ? nil : model.keyboard, columns: columns, rows: rows)
    var budget = RowBudget(columns: columns, rows: rows)
    budget.isInline = isInline
    // The warning decides the width of texts.
    budget.hasWarning = !model.warning.isEmpty
    budget.hasCard = model.form == .card && columns >= Self.leastCard
    budget.keyboard = panel.map { RowBudget.KeyboardNeeds($0.keyboard) }
    let width = budget.proseColumns.count
    let isStuck = model.needsKeyboard && panel == nil
    budget.errorComesFirst = isStuck

    let title =
      panel?.keyboard.toolbar == nil ? TextWrap.lines(of: model.title, width: width) : []
    budget.titleRows = title.count
    let description = TextWrap.lines(of: model.description, width: width)
    budget.descriptionBlanks = description.count(where: \.isEmpty)
    budget.descriptionLines = description.count - budget.descriptionBlanks
    let error = Self.errorLines(
      isStuck ? Self.noRoom : model.error, mark: model.glyphs.errorMark + " ", width: width)
    let heading =
      isStuck || error.isEmpty ? [] : TextWrap.lines(of: model.errorTitle, width: width)
    budget.errorRows = heading.count + error.count
    let hints = model.hints.flatMap { TextWrap.lines(of: $0, width: width) }
    budget.hintRows = hints.count
    let tips = model.tips.flatMap { TextWrap.lines(of: $0, width: width) }
    budget.tipRows = tips.count
    // The drawn keyboard has a key to submit.
    let buttons = panel == nil ? ButtonRows(model, width: width) : nil
    budget.buttonRows = buttons?.rows.count ?? 0
    budget.fields = model.fields.count
    budget.activeField = model.activeField
    budget.promptColumns = model.fields.map { CharacterWidth.of($0.prompt) }.max() ?? 0
    budget.hasWideFields = model.offersMade
    budget.hasQuality = model.quality != nil
    let status = StatusLine(
      model, columns: isInline ? width : columns, hasKeyboard: panel != nil)
    budget.statusRows = status.rows

    let layout = RowLayout(budget)
    screen = ComposedScreen(
      buffer: screen.buffer.blank(columns: columns, rows: isInline ? layout.rows : rows))
    drawHeader(model, in: layout)
    drawCard(model.glyphs, in: layout.card)
    put(title, in: layout.title, style: .bold)
    drawDescription(description, of: model, in: layout.description)
    drawError(error, heading: heading, of: model, in: layout.error)
    drawFields(model, in: layout)
    if let quality = model.quality, !layout.quality.isEmpty {
      QualityBar(quality: quality, glyphs: model.glyphs, hasColor: model.hasColor)
        .draw(on: &screen.buffer, in: layout.quality)
    }
    put(layout.hints.lines > hints.count ? hints + tips : hints, in: layout.hints, style: .hint)
    buttons?.draw(on: &screen, in: layout.buttons)
    status.draw(on: &screen, in: layout.status)
    drawKeyboard(model, in: layout)
  }

  /// Draws the screen of one cell, which shows whether anything was typed.
  private mutating func renderCell(_ model: PromptViewModel) {
    screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
    guard model.fields.indices.contains(model.activeField) else { return }
    let field = model.fields[model.activeField]
    let isMarked =
      switch field.mask {
      case .bullets: field.characterCount > 0
      case .fixed: field.characterCount > 0 || field.hidesEmptiness
      case .hidden: false
      }
    if isMarked { screen.buffer.put("*", column: 0, row: 0) }
  }

  // MARK: Texts

  private static func errorLines(_ message: String, mark: String, width: Int) -> [String] {
    guard !message.isEmpty else { return [] }
    let indent = CharacterWidth.of(mark)
    // If a row is hardly wider than the mark, later lines begin at its edge again.
    guard width > 3 * indent else { return TextWrap.lines(of: mark + message, width: width) }
    return TextWrap.lines(of: message, width: width - indent).enumerated().map { row, line in
      (row == 0 ? mark : String(repeating: " ", count: indent)) + line
    }
  }

  /// Draws as many lines as an area has; an ellipsis ends the last of them if there are more.
  private mutating func put(
    _ lines: some Collection<String>, in area: CellRect, style: Style = .plain
  ) {
    for (index, line) in lines.prefix(area.lines).enumerated() {
      var line = line
      if index + 1 == area.lines, lines.count > area.lines {
        let room = area.columns - CharacterWidth.of(ellipsis)
        line = TextWrap.head(of: line, width: room, ellipsis: "") + ellipsis
      }
      put(line, atRow: area.line + index, in: area, style: style)
    }
  }

  private mutating func put(_ text: String, atRow row: Int, in area: CellRect, style: Style) {
    screen.buffer.put(
      text, column: area.column, row: row, limit: area.column + area.columns, style: style)
  }

  /// Draws row 0, which holds only our own words, and the rule below it.
  private mutating func drawHeader(_ model: PromptViewModel, in layout: RowLayout) {
    let area = layout.header
    guard !area.isEmpty else { return }
    let end = area.column + area.columns
    var column = screen.buffer.put(
      model.program, column: area.column, row: area.line, style: .bold)
    if !model.warning.isEmpty {
      column = screen.buffer.put(
        model.glyphs.warningMark + " " + model.warning, column: column + 2, row: area.line,
        limit: end, style: .alarm(hasColor: model.hasColor))
    }
    // Without a status line, row 0 shows the notice.
    let isUrgent = layout.status.isEmpty && !model.notice.isEmpty
    let asker = TextWrap.head(
      of: isUrgent ? model.notice : model.asker, width: end - column - 2,
      ellipsis: model.glyphs.ellipsis)
    if !asker.isEmpty, end - column > 2 {
      screen.buffer.put(
        asker, column: end - CharacterWidth.of(asker), row: area.line,
        style: isUrgent ? .bold : .hint)
    }
    let rule = layout.rule
    screen.buffer.fill(
      column: rule.column, row: rule.line, width: rule.columns, height: rule.lines,
      glyph: model.glyphs.rule, style: .hint)
  }

  /// Draws the frame around text and fields.
  private mutating func drawCard(_ glyphs: Glyphs, in card: CellRect) {
    guard !card.isEmpty else { return }
    var lines = LineDrawing(in: card, glyphs: glyphs)
    lines.addBox(card, isHeavy: false)
    lines.draw(on: &screen.buffer)
  }

  /// Draws the description; in few rows without its empty lines, or only a part of it.
  private mutating func drawDescription(
    _ lines: [String], of model: PromptViewModel, in area: CellRect
  ) {
    guard !area.isEmpty else { return }
    var lines = lines
    while lines.count > area.lines, let last = lines.lastIndex(where: \.isEmpty) {
      lines.remove(at: last)
    }
    let isShortened = lines.count > area.lines
    let room = isShortened ? area.lines - 1 : area.lines
    screen.descriptionLinesShown = max(1, room)
    guard isShortened else { return put(lines, in: area) }
    let last = lines.count - max(1, room)
    let offset = min(model.descriptionOffset, last)
    screen.descriptionLinesLeft = last - offset
    let mark = model.glyphs.ellipsis + (offset >= last ? " PgUp" : " PgDn")
    let markColumn = area.column + area.columns - CharacterWidth.of(mark)
    if room == 0 {
      // One row for both.
      screen.buffer.put(
        lines[offset], column: area.column, row: area.line, limit: markColumn - 1)
      screen.buffer.put(mark, column: max(0, markColumn), row: area.line, style: .hint)
    } else {
      put(lines.dropFirst(offset).prefix(room), in: area)
      put(mark, atRow: area.line + room, in: area, style: .hint)
    }
  }

  /// Draws the error in words and with its mark, below its heading, which gives way first.
  private mutating func drawError(
    _ lines: [String], heading: [String], of model: PromptViewModel, in area: CellRect
  ) {
    guard !area.isEmpty else { return }
    let kept = heading.prefix(max(0, area.lines - lines.count))
    put(kept, in: area, style: .bold)
    var rest = area
    rest.line += kept.count
    rest.lines -= kept.count
    put(lines, in: rest, style: .alarm(hasColor: model.hasColor))
  }

  // MARK: Fields

  /// Draws the fields that have room, with prompts and counts.
  private mutating func drawFields(_ model: PromptViewModel, in layout: RowLayout) {
    // Only one thing on a screen looks focused.
    let isElsewhere =
      model.focusedButton != nil || model.isKeyboardFocused && !layout.panel.isEmpty
    for (index, place) in layout.fields.enumerated() where !place.box.isEmpty {
      let field = model.fields[index]
      var area = place.box
      area.columns = max(1, area.columns)
      FieldBox(
        field, isActive: index == model.activeField && !isElsewhere,
        isRevealable: index == model.activeField, glyphs: model.glyphs
      ).draw(on: &screen, in: area)
      screen.fieldAreas.append((index, area))
      screen.targets.append(.init(area: area, action: .field(index)))
      // Without a header the warning is beside the field.
      if layout.header.isEmpty, !model.warning.isEmpty {
        screen.buffer.put(
          model.glyphs.warningMark, column: area.column + area.columns + 1, row: area.line,
          style: .alarm(hasColor: model.hasColor))
      }
      drawPrompt(field.prompt, model.glyphs, in: place.prompt, isOnEdge: place.box.lines > 1)
    }
  }

  private mutating func drawPrompt(
    _ prompt: String, _ glyphs: Glyphs, in area: CellRect, isOnEdge: Bool
  ) {
    guard !area.isEmpty, !prompt.isEmpty else { return }
    let text = TextWrap.tail(
      of: prompt, width: area.columns - (isOnEdge ? 2 : 0), ellipsis: glyphs.ellipsis)
    guard !text.isEmpty else { return }
    put(isOnEdge ? " " + text + " " : text, atRow: area.line, in: area, style: .bold)
  }

  // MARK: The keyboard

  /// Places the keyboard in the window; keeps its panel if that has the same cells.
  private mutating func place(
    _ keyboard: PromptViewModel.DrawnKeyboard?, columns: Int, rows: Int
  ) {
    guard let keyboard else {
      panel = nil
      return
    }
    if panel?.adopt(keyboard, columns: columns, rows: rows) == true { return }
    panel = RenderedPanel(keyboard, columns: columns, rows: rows)
  }

  private mutating func drawKeyboard(_ model: PromptViewModel, in layout: RowLayout) {
    guard let keyboard = panel?.keyboard else { return }
    let panelEnd = layout.panel.line + layout.panel.lines
    let background = layout.keyboard.column..<layout.keyboard.column + layout.keyboard.columns
    if model.hasColor {
      if !layout.panelEdge.isEmpty, !model.glyphs.isASCII {
        // Half a row of panel above the caps.
        screen.buffer.fill(
          column: layout.panelEdge.column, row: layout.panelEdge.line,
          width: layout.panelEdge.columns, glyph: model.glyphs.lowerHalf,
          style: Style(foreground: .panel))
      }
      screen.buffer.fill(
        column: background.lowerBound, row: panelEnd, width: background.count,
        height: layout.keyboard.line + layout.keyboard.lines - panelEnd,
        style: Style(background: .panel))
    }
    if let toolbar = keyboard.toolbar, !layout.toolbar.isEmpty {
      ToolbarStrip(toolbar, glyphs: model.glyphs, hasColor: model.hasColor)
        .draw(on: &screen, in: layout.toolbar)
    }
    panel?.draw(
      on: &screen.buffer, in: layout.panel, background: model.hasColor ? background : nil)
    let origin = (column: layout.panel.column, row: layout.panel.line)
    screen.panelOrigin = origin
    screen.view = keyboard.view
    if model.isKeyboardFocused, let focus = keyboard.view.focus {
      let middle = keyboard.view.middle(of: focus)
      screen.cursor = (origin.column + middle.column, origin.row + middle.row)
    }
    if let row = keyboard.alternates {
      screen.draw(
        row, on: keyboard.view, slot: row.slot, at: origin, hasColor: model.hasColor)
    }
  }
}

extension Style {
  /// The style of warnings and errors.
  fileprivate static func alarm(hasColor: Bool) -> Style {
    Style(foreground: hasColor ? .error : .own, attributes: .bold)
  }
}

extension RowBudget.KeyboardNeeds {
  fileprivate init(_ keyboard: PromptViewModel.DrawnKeyboard) {
    let grid = keyboard.view.grid
    self.init(
      columns: grid.columns, lines: grid.lines, caps: grid.span,
      background: keyboard.view.groundColumns,
      hasToolbar: keyboard.toolbar != nil, bottomRows: keyboard.bottomRows)
  }
}
