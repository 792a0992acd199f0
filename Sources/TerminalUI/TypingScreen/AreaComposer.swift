import KeywardEngine

/// Draws the area above the keyboard, each part in its frame.
struct AreaComposer {
  private let content: ScreenContent
  private let frames: TypingFrames
  private(set) var screen: ComposedScreen

  init(content: ScreenContent, frames: TypingFrames, screen: ComposedScreen) {
    self.content = content
    self.frames = frames
    self.screen = screen
  }

  private var glyphs: Glyphs { content.glyphs }

  private var errorInk: Ink { content.hasColor ? .error : .own }

  /// Draws all parts.
  mutating func compose(_ texts: TypingScreen.Texts) {
    composeHeader()
    composeCard()
    put(texts.title.prefix(frames.title.lines), in: frames.title, style: .bold)
    composeDescription(texts.description)
    composeError(texts.error, heading: texts.errorHeading)
    composeFields()
    if let quality = content.quality, !frames.quality.isEmpty {
      QualityBar(quality: quality, glyphs: glyphs, hasColor: content.hasColor)
        .draw(on: &screen.buffer, in: frames.quality)
    }
    put((texts.hints + texts.tips).prefix(frames.hints.lines), in: frames.hints, style: .hint)
    texts.buttons?.draw(on: &screen, in: frames.buttons)
  }

  // MARK: Who asks, what for

  /// Draws row 0, which holds only our own words, and the rule below it.
  private mutating func composeHeader() {
    let area = frames.header
    guard !area.isEmpty else { return }
    let end = area.column + area.columns
    var column = screen.buffer.put(
      content.program, column: area.column, row: area.line, style: .bold)
    if !content.warning.isEmpty {
      column = screen.buffer.put(
        glyphs.warningMark + " " + content.warning, column: column + 2, row: area.line,
        limit: end, style: Style(foreground: errorInk, attributes: .bold))
    }
    // Without a status line, row 0 shows the notice.
    let isUrgent = frames.status.isEmpty && !content.notice.isEmpty
    let asker = TextWrap.head(
      of: isUrgent ? content.notice : content.asker, width: end - column - 2,
      ellipsis: glyphs.ellipsis)
    if !asker.isEmpty, end - column > 2 {
      screen.buffer.put(
        asker, column: end - CharacterWidth.of(asker), row: area.line,
        style: isUrgent ? .bold : .hint)
    }
    let rule = frames.rule
    screen.buffer.fill(
      column: rule.column, row: rule.line, width: rule.columns, height: rule.lines,
      glyph: glyphs.rule, style: .hint)
  }

  /// Draws the frame around text and fields.
  private mutating func composeCard() {
    let card = frames.card
    guard !card.isEmpty else { return }
    var lines = LineDrawing(in: card, glyphs: glyphs)
    lines.addBox(card, isHeavy: false)
    lines.draw(on: &screen.buffer)
  }

  /// Draws the description; in few rows without its empty lines, or only a part of it.
  private mutating func composeDescription(_ lines: [String]) {
    let area = frames.description
    guard !area.isEmpty else { return }
    var lines = lines
    while lines.count > area.lines, let last = lines.lastIndex(where: \.isEmpty) {
      lines.remove(at: last)
    }
    let isShortened = lines.count > area.lines
    let room = isShortened ? area.lines - 1 : area.lines
    screen.descriptionLinesShown = max(1, room)
    guard isShortened else {
      put(lines, in: area)
      return
    }
    let last = lines.count - max(1, room)
    let offset = min(content.descriptionOffset, last)
    screen.descriptionLinesLeft = last - offset
    let mark = glyphs.ellipsis + (offset >= last ? " PgUp" : " PgDn")
    let markColumn = area.column + area.columns - CharacterWidth.of(mark)
    if room == 0 {
      // One row for both.
      screen.buffer.put(
        lines[offset], column: area.column, row: area.line, limit: markColumn - 1)
      screen.buffer.put(mark, column: max(0, markColumn), row: area.line, style: .hint)
    } else {
      put(lines.dropFirst(offset).prefix(room), in: area)
      put(mark, column: area.column, row: area.line + room, in: area, style: .hint)
    }
  }

  /// Draws the error in words and with its mark, below its heading, which gives way first.
  private mutating func composeError(_ lines: [String], heading: [String]) {
    let area = frames.error
    let kept = heading.prefix(max(0, area.lines - lines.count))
    put(kept, in: area, style: .bold)
    var rest = area
    rest.line += kept.count
    put(
      lines.prefix(area.lines - kept.count), in: rest,
      style: Style(foreground: errorInk, attributes: .bold))
  }

  private mutating func put(
    _ lines: some Sequence<String>, in area: CellRect, style: Style = .plain
  ) {
    for (index, line) in lines.enumerated() {
      put(line, column: area.column, row: area.line + index, in: area, style: style)
    }
  }

  private mutating func put(
    _ text: String, column: Int, row: Int, in area: CellRect, style: Style
  ) {
    screen.buffer.put(
      text, column: column, row: row, limit: area.column + area.columns, style: style)
  }

  // MARK: Fields

  /// Draws the fields that have room, with prompts and counts.
  private mutating func composeFields() {
    for (index, field) in frames.fields.enumerated() where !field.box.isEmpty {
      composeField(index, in: field.box)
      composePrompt(index, in: field.prompt, isOnEdge: field.box.lines > 1)
    }
  }

  private mutating func composePrompt(_ index: Int, in area: CellRect, isOnEdge: Bool) {
    guard !area.isEmpty, !content.fields[index].prompt.isEmpty else { return }
    let blanks = isOnEdge ? 2 : 0
    let prompt = TextWrap.tail(
      of: content.fields[index].prompt, width: area.columns - blanks, ellipsis: glyphs.ellipsis)
    guard !prompt.isEmpty else { return }
    let text = isOnEdge ? " " + prompt + " " : prompt
    put(text, column: area.column, row: area.line, in: area, style: .bold)
  }

  private mutating func composeField(_ index: Int, in box: CellRect) {
    var area = box
    area.columns = max(1, area.columns)
    content.box(of: index, hasKeyboard: !frames.panel.isEmpty).draw(on: &screen, in: area)
    screen.fieldAreas.append((index, area))
    screen.targets.append(.init(area: area, action: .field(index)))
    // Without a header the warning stands beside the field.
    if frames.header.isEmpty, !content.warning.isEmpty {
      screen.buffer.put(
        glyphs.warningMark, column: area.column + area.columns + 1, row: area.line,
        style: Style(foreground: errorInk, attributes: .bold))
    }
  }
}

extension ScreenContent {
  /// The box of one field; only one thing on a screen looks focused.
  fileprivate func box(of index: Int, hasKeyboard: Bool) -> FieldBox {
    let isElsewhere = focusedButton != nil || isKeyboardFocused && hasKeyboard
    return FieldBox(
      fields[index], isActive: index == activeField && !isElsewhere,
      isRevealable: index == activeField, glyphs: glyphs)
  }
}
