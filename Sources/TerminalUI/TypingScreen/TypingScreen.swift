import KeywardEngine

/// Composes the screen a person types on: the asking program, its purpose, the field, the keyboard.
///
///     let composed = TypingScreen(content).compose(columns: 80, rows: 24)
///
/// It is a pure function of the content and the size. `TypingNeeds` decides the rows of each part
/// and which give way, `TypingFrames` their places; this type breaks texts into the rows they need
/// and draws them in those they got. It works from one cell on, and leaves the keyboard out if that
/// cannot be drawn.
package struct TypingScreen {
  let content: ScreenContent

  package init(_ content: ScreenContent) {
    self.content = content
  }

  /// Composes the screen at a size in cells, at least 1 × 1; at the cursor it has the rows it
  /// needs.
  ///
  /// - Parameters:
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  /// - Returns: The screen.
  package func compose(columns: Int, rows: Int) -> ComposedScreen {
    guard columns > 1 || rows > 1 else { return cell }
    let isInline = content.form == .inline
    let keyboard = isInline ? nil : content.keyboard?.fitted(columns: columns, rows: rows)
    var needs = TypingNeeds(columns: columns, rows: rows)
    needs.isInline = isInline
    // The warning decides the width of texts.
    needs.hasWarning = !content.warning.isEmpty
    needs.hasCard = content.form == .card && columns >= Self.leastCard
    needs.keyboard = keyboard.map(TypingNeeds.KeyboardNeeds.init)
    let texts = Texts(content, keyboard: keyboard, columns: needs.proseColumns.count)
    let status = StatusLine(
      content, columns: isInline ? needs.proseColumns.count : columns, hasKeyboard: keyboard != nil)
    texts.add(to: &needs)
    needs.errorComesFirst = texts.isStuck
    needs.statusRows = status.rows
    addFields(to: &needs)
    let frames = TypingFrames(needs)
    var screen = ComposedScreen(
      buffer: CellBuffer(columns: columns, rows: isInline ? needs.rowCounts.total : rows))
    var composer = AreaComposer(content: content, frames: frames, screen: screen)
    composer.compose(texts)
    screen = composer.screen
    status.draw(on: &screen, in: frames.status)
    if let keyboard { compose(keyboard, in: frames, on: &screen) }
    return screen
  }

  /// The least width for a frame around the text.
  private static let leastCard = 24

  private func addFields(to needs: inout TypingNeeds) {
    let longest = content.fields.map { CharacterWidth.of($0.prompt) }.max() ?? 0
    needs.fields = content.fields.count
    needs.activeField = content.activeField
    needs.promptColumns = longest
    needs.hasWideFields = content.offersMade
    needs.hasQuality = content.quality != nil
  }

  /// The screen of one cell, which shows whether anything was typed.
  private var cell: ComposedScreen {
    var screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
    guard content.fields.indices.contains(content.activeField) else { return screen }
    let field = content.fields[content.activeField]
    let isMarked =
      switch field.mask {
      case .bullets: field.characterCount > 0
      case .fixed: field.characterCount > 0 || field.hidesEmptiness
      case .hidden: false
      }
    if isMarked { screen.buffer.put("*", column: 0, row: 0) }
    return screen
  }

  // MARK: The keyboard

  private func compose(
    _ keyboard: ScreenContent.DrawnKeyboard, in frames: TypingFrames,
    on screen: inout ComposedScreen
  ) {
    if !frames.panelEdge.isEmpty { composeEdge(frames.panelEdge, on: &screen) }
    let ground = frames.keyboard
    if content.hasColor {
      screen.buffer.fill(
        column: ground.column, row: ground.line, width: ground.columns, height: ground.lines,
        style: Style(background: .panel))
    }
    if let toolbar = keyboard.toolbar, !frames.toolbar.isEmpty {
      ToolbarStrip(toolbar, glyphs: content.glyphs, hasColor: content.hasColor)
        .draw(on: &screen, in: frames.toolbar)
    }
    let origin = (column: frames.panel.column, row: frames.panel.line)
    keyboard.view.draw(on: &screen.buffer, column: origin.column, row: origin.row)
    screen.panelOrigin = origin
    screen.view = keyboard.view
    if content.isKeyboardFocused, let focus = keyboard.view.focus {
      let middle = keyboard.view.middle(of: focus)
      screen.cursor = (origin.column + middle.column, origin.row + middle.row)
    }
    if let row = keyboard.alternates {
      screen.draw(
        row, on: keyboard.view, slot: row.slot, at: origin, hasColor: content.hasColor)
    }
  }

  /// Draws half a row of panel above the caps.
  private func composeEdge(_ edge: CellRect, on screen: inout ComposedScreen) {
    guard content.hasColor, !content.glyphs.isASCII else { return }
    screen.buffer.fill(
      column: edge.column, row: edge.line, width: edge.columns, height: edge.lines,
      glyph: content.glyphs.lowerHalf, style: Style(foreground: .panel))
  }
}

extension TypingNeeds.KeyboardNeeds {
  fileprivate init(_ keyboard: ScreenContent.DrawnKeyboard) {
    let grid = keyboard.view.grid
    self.init(
      columns: grid.columns, lines: grid.lines, caps: grid.span,
      ground: keyboard.view.groundColumns,
      hasToolbar: keyboard.toolbar != nil, bottomRows: keyboard.bottomRows)
  }
}
