import KeyboardEngine

/// A drawn keyboard in the cells of a window.
///
/// A renderer caches it between frames: typed characters change none of its cells. It is laid out
/// and drawn again only if the panel, the window or the look of the keys changes.
struct RenderedPanel {
  private(set) var keyboard: PromptViewModel.DrawnKeyboard
  let lines: Int
  let toolbarRows: Int
  private let window: (columns: Int, rows: Int)
  private let isDocked: Bool
  /// The panel's rows, as wide as the window; nil before they are drawn.
  private var rows: CellBuffer?
  private var column = 0

  /// The minimum number of rows that must be left outside the panel if keys are three rows high.
  ///
  /// `filled` applies to keys drawn as filled blocks. `lines` applies to keys drawn with lines, and
  /// does not include the toolbar's rows.
  private static let rowsBesideHighKeys = (filled: 16, lines: 10)
  /// The minimum rows outside the panel: row 0, the field, the purpose, the error, and the hints.
  private static let leastRowsBeside = 5

  /// True if a window has room for the largest possible keyboard.
  static func fitsAny(columns: Int, rows: Int) -> Bool {
    columns >= RowBudget.widest && rows >= 2 * LayoutLimits.rows + 1 + leastRowsBeside
  }

  /// Creates the layout of a keyboard; nil if it cannot be drawn or leaves no rows for the field
  /// and texts.
  init?(
    _ keyboard: PromptViewModel.DrawnKeyboard, of model: PromptViewModel, columns: Int, rows: Int
  ) {
    let layout = keyboard.view.layout
    let hasBlocks = keyboard.view.hasBlocks
    let rowCount = max(layout.rowCount, keyboard.formRows)
    toolbarRows = keyboard.toolbar == nil ? 0 : hasBlocks ? 2 : 3
    let beside =
      hasBlocks ? Self.rowsBesideHighKeys.filled : Self.rowsBesideHighKeys.lines + toolbarRows
    let isHigh = rows >= 3 * rowCount + beside
    // Boxes with their own edges need no line below the last ones.
    var lines = isHigh ? 3 * rowCount + (hasBlocks ? 1 : 0) : 2 * rowCount + 1
    let own = CellGrid.size(of: layout)
    if !keyboard.isFitted, own.lines + Self.rowsBesideHighKeys.filled / 2 <= rows {
      lines = max(own.lines, 2 * rowCount + 1)
    }
    isDocked = model.form == .docked
    if isDocked {
      let room = rows - Self.rowsBesideHighKeys.filled
      lines = max(2 * rowCount + 1, min(keyboard.dockedRows, room))
    }
    self.lines = lines
    // Half a row is above the first caps and half a row below the last, so the number of spare rows
    // must be odd.
    let spare = lines - layout.rowCount * max(2, (lines - 1) / layout.rowCount)
    if hasBlocks, !isDocked, spare.isMultiple(of: 2) { lines -= 1 }
    // In a window with a rotated screen, the keyboard is only as wide as that screen.
    let isStaggered = layout.form?.isStaggered == true
    let most = isStaggered ? RowBudget.widestForm : RowBudget.widest
    let widest = isDocked ? columns : min(columns, own.columns, most)
    var view = keyboard.view.fitted(columns: widest, lines: lines, fills: isDocked)
    if !isDocked {
      // Filled caps have a column of background at each side; a second one makes room for the
      // longest generated passphrase.
      let wanted = model.offersMade ? 2 : hasBlocks ? 1 : 0
      let padding = max(0, min(wanted, (widest - view.grid.caps.count) / 2))
      view = view.fitted(
        columns: view.grid.caps.count + 2 * padding, lines: view.grid.lines, padding: padding)
    }
    // Only a required keyboard may take all rows but one, which remains for the field.
    let leastBeside = model.needsKeyboard ? 1 : Self.leastRowsBeside
    guard view.canBeDrawn, self.lines + leastBeside <= rows else { return nil }
    self.keyboard = keyboard
    self.keyboard.view = view
    window = (columns, rows)
  }

  /// Replaces the keyboard with one that occupies the same cells of a window of the same size.
  ///
  /// For any other keyboard or window, it changes nothing and returns false.
  mutating func adopt(
    _ other: PromptViewModel.DrawnKeyboard, columns: Int, rows: Int
  ) -> Bool {
    guard window == (columns, rows), other.view.hasCells(of: keyboard.view),
      other.formRows == keyboard.formRows, other.isFitted == keyboard.isFitted,
      (other.toolbar == nil) == (keyboard.toolbar == nil)
    else { return false }
    if other.view != keyboard.view { self.rows = nil }
    keyboard = other
    return true
  }

  mutating func draw(on buffer: inout CellBuffer, in panel: CellRect) {
    if rows == nil || column != panel.column {
      column = panel.column
      var drawn = CellBuffer(columns: buffer.columns, rows: keyboard.view.grid.lines)
      if keyboard.view.hasBlocks { drawBackground(on: &drawn, columns: panel.columns) }
      keyboard.view.draw(on: &drawn, column: panel.column, row: 0)
      rows = drawn
    }
    if let rows { buffer.put(rows, atRow: panel.line) }
  }

  /// Draws the background of the panel, on which the caps are drawn.
  ///
  /// Of the last row, only the upper half is filled, so that the background extends equally far
  /// above and below the caps. A panel at the lower edge of the window is filled completely.
  private func drawBackground(on buffer: inout CellBuffer, columns: Int) {
    let half = keyboard.bottomRows == 0 && !isDocked ? keyboard.view.glyphs.upperHalf : nil
    let whole = buffer.rows - (half == nil ? 0 : 1)
    buffer.fill(
      column: column, row: 0, width: columns, height: whole, style: Style(background: .panel))
    guard let half else { return }
    buffer.fill(
      column: column, row: whole, width: columns, glyph: half,
      style: Style(foreground: .panel))
  }
}
