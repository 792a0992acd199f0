import KeyboardScenes
import PromptUI

extension SceneContent {
  func areas(of keyboard: DrawnKeyboard, rows: Int) -> (whole: CellRect, parts: [CellRect]) {
    var area = CellRect(rounding: keyboard.frame)
    let gripRows = keyboard.hasGripRow ? 1 : 0
    let lines = gripRows + (keyboard.parts.map(\.view.grid.lines).max() ?? 0)
    // Rounding may leave the keyboard one row less than its keys need.
    if lines > area.lines {
      if keyboard.isDocked, area.line + lines > rows { area.line -= lines - area.lines }
      area.lines = lines
    }
    let areas = keyboard.parts.map { part in
      let column = CellRect(rounding: keyboard.frame.offset(x: keyboard.inset + part.x)).column
      return CellRect(
        column: column, line: area.line + gripRows, columns: part.view.grid.columns,
        lines: part.view.grid.lines)
    }
    return (area, areas)
  }

  func draw(
    _ keyboard: DrawnKeyboard, in area: CellRect, parts: [CellRect], on cells: inout SceneCells
  ) {
    let background: Style = hasColor ? Style(background: .panel) : .plain
    // Between two halves the views stay visible.
    for covered in parts.count == 2 ? parts : [area] {
      cells.screen.buffer.fill(
        column: covered.column, row: area.line, width: covered.columns, height: area.lines,
        style: background)
    }
    cells.keyboardArea = area
    cells.hasGripRow = keyboard.hasGripRow
    for (part, place) in zip(keyboard.parts, parts) {
      var part = part
      if let focus = keyboard.focus {
        part.view.focus = part.own(focus)
        part.view.isFocused = keyboard.isFocused
      }
      part.view.draw(on: &cells.screen.buffer, column: place.column, row: place.line)
      if keyboard.isFocused, let focus = part.view.focus {
        let middle = part.view.labelCell(of: focus)
        cells.screen.cursor = (place.column + middle.column, place.line + middle.row)
      }
      cells.parts.append((part, place.column, place.line))
    }
    if keyboard.parts.isEmpty { drawClosed(keyboard, in: area, on: &cells) }
    drawGrip(area, on: &cells)
    if let row = keyboard.alternates { draw(row, on: &cells) }
  }

  private func draw(_ row: AlternatesRow, on cells: inout SceneCells) {
    for placed in cells.parts {
      guard let slot = placed.part.own(row.slot) else { continue }
      cells.screen.draw(
        row, on: placed.part.view, slot: slot, at: (placed.column, placed.row),
        hasColor: hasColor)
    }
  }

  private func drawClosed(
    _ keyboard: DrawnKeyboard, in area: CellRect, on cells: inout SceneCells
  ) {
    let style =
      hasColor ? Style(foreground: .panelLabel, background: .panel) : Style.plain
    if !hasColor, area.lines > 1 { drawBox(area, .plain, on: &cells) }
    put(
      keyboard.label,
      in: CellRect(column: area.column + 1, line: area.line, columns: area.columns - 2, lines: 1),
      row: area.line + area.lines / 2, style: style, on: &cells)
  }

  // MARK: Grip

  /// Draws the grip near the middle of the top edge row, but not over a cap.
  ///
  /// If caps are in that row, the grip is drawn above the keyboard. If there is no row above it,
  /// the grip is drawn beside the caps or on their edges.
  private func drawGrip(_ area: CellRect, on cells: inout SceneCells) {
    let buffer = cells.screen.buffer
    let row = max(0, area.line)
    guard row < buffer.rows, row < area.line + area.lines else { return }
    let left = max(0, area.column)
    let right = min(buffer.columns, area.column + area.columns)
    guard right > left else { return }
    func widest(_ widths: [Int], row: Int, _ canCover: @escaping (Cell) -> Bool) -> CellRect? {
      widths.lazy.compactMap { width in
        place(of: width, in: left..<right, around: area, row: row, on: buffer, canCover)
      }.first.map { CellRect(column: $0.column, line: row, columns: $0.width, lines: 1) }
    }
    let inside = widest(cells.hasGripRow ? [12, 8, 6, 4] : [6, 4], row: row, isOutsideCaps)
    let above =
      row > 1 && !(cells.hasGripRow && inside != nil)
      ? widest([12, 8, 6, 4], row: row - 1, isUnlabelled) : nil
    guard let grip = above ?? inside ?? widest([6, 4, 2, 1], row: row, isUnlabelled) else {
      return
    }
    cells.grip = grip
    let isHeld = isGrabbing || isDragging
    let style =
      hasColor && grip.line >= area.line
      ? Style(foreground: isHeld ? .focus : .panelLabel, background: .panel, attributes: .bold)
      : Style(attributes: isHeld ? [.bold, .reverse] : .bold)
    cells.screen.buffer.fill(
      column: grip.column, row: grip.line, width: grip.columns, height: 1, glyph: glyphs.grip,
      style: style)
  }

  private func place(
    of width: Int, in columns: Range<Int>, around area: CellRect, row: Int, on buffer: CellBuffer,
    _ canCover: (Cell) -> Bool
  ) -> (column: Int, width: Int)? {
    let middle = area.column + (area.columns - width) / 2
    for distance in 0...max(1, area.columns / 2) {
      for start in [middle - distance, middle + distance]
      where start >= columns.lowerBound && start + width <= columns.upperBound {
        // A label right beside the grip would look like part of it.
        let around = max(0, start - 1)..<min(buffer.columns, start + width + 1)
        if around.allSatisfy({ isUnlabelled(buffer[$0, row]) }),
          (start..<start + width).allSatisfy({ canCover(buffer[$0, row]) })
        {
          return (start, width)
        }
      }
    }
    return nil
  }

  /// True if the grip may cover the cell: the background, or the upper edge of a cap.
  ///
  /// A cap without a part of its upper edge is still recognisable.
  private func isOutsideCaps(_ cell: Cell) -> Bool {
    guard case .narrow(let character) = cell.content else { return false }
    if hasColor { return character == " " && cell.style.background == .panel }
    return character == " " || character == Character(glyphs.box.horizontal)
  }

  private func isUnlabelled(_ cell: Cell) -> Bool {
    guard case .narrow(let character) = cell.content, let scalar = character.unicodeScalars.first
    else { return false }
    guard glyphs.isASCII || scalar != glyphs.cursorBar else { return false }
    return character == " " || (0x2500...0x259f).contains(scalar.value)
      || (glyphs.isASCII && "+-|".contains(character))
  }
}

struct SceneKeyboardPart {
  var view: KeyboardView
  /// The indices of this part's keys among the keys of the whole panel.
  ///
  /// Nil if the part is the whole panel, because the indices are then the same.
  var slots: [Int]?
  /// The distance from the left edge of the keyboard, in points.
  var x: Double

  func slot(_ own: Int) -> Int? {
    guard let slots else { return own }
    return slots.indices.contains(own) ? slots[own] : nil
  }

  /// Converts a slot of the whole panel into a slot of this part; nil if another part has the key.
  func own(_ slot: Int) -> Int? { slots.map { $0.firstIndex(of: slot) } ?? slot }
}

extension PanelLayout {
  /// The width of each half of a split keyboard, as a fraction of the keyboard's width.
  private static let halfWidth = 0.42

  /// Whether a row of cells can be reserved for the grip without reducing the height of the keys.
  func sparesRow(in size: Size) -> Bool {
    let lines = Int((size.height / CellGrid.cellHeight).rounded())
    let whole = CellGrid(self, columns: 0, lines: lines)
    let less = CellGrid(self, columns: 0, lines: lines - 1)
    return less.lines < whole.lines && less.lineHeight == whole.lineHeight
  }

  /// Divides the keys into parts: the two halves of a split keyboard, or one part for any other.
  ///
  /// Returns no part if not every key fits.
  func parts(in size: Size, isSplit: Bool, glyphs: Glyphs) -> [SceneKeyboardPart] {
    // The sides of frames are sums; their rounding errors must not count as another size.
    let isSame =
      abs(size.width - self.size.width) < 0.01 && abs(size.height - self.size.height) < 0.01
    let whole = isSame ? self : resized(to: size)
    let parts: [SceneKeyboardPart]
    if isSplit {
      let width =
        (whole.size.width * Self.halfWidth / CellGrid.cellWidth).rounded() * CellGrid.cellWidth
      parts = [true, false].map { isLeft in
        let half = whole.half(isLeft: isLeft, width: width)
        return SceneKeyboardPart(
          view: KeyboardView(layout: half.layout, glyphs: glyphs), slots: half.slots,
          x: isLeft ? 0 : whole.size.width - width)
      }
    } else {
      parts = [SceneKeyboardPart(view: KeyboardView(layout: whole, glyphs: glyphs), x: 0)]
    }
    return parts.allSatisfy(\.view.canBeDrawn) ? parts : []
  }
}
