import KeywardEngine

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

  /// The minimum number of rows that must be left outside the panel and the toolbar if keys drawn
  /// as filled blocks are high.
  private static let rowsBesideHighBlocks = 13
  /// The minimum number of rows outside a panel of the device's own height or of a docked panel.
  private static let rowsBesideOwnHeight = (fitted: 8, docked: 16)
  /// The rows outside the panel that high keys leave for everything but the question: row 0, an
  /// error, a field and the hints.
  private static let rowsBesideQuestion = 6
  /// The minimum rows outside the panel: row 0, the field, the purpose, the error, and the hints.
  private static let leastRowsBeside = 5

  /// The numbers of columns beside the keyboard, or beside texts without one, that cannot be split
  /// evenly into two narrow margins.
  static let unevenMargins = [1, 3]

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
    let own = CellGrid.size(of: layout)
    isDocked = model.form == .docked
    // In a window with a rotated screen, the keyboard is only as wide as that screen.
    let isStaggered = layout.form?.isStaggered == true
    let most = isStaggered ? RowBudget.widestForm : RowBudget.widest
    let widest = isDocked ? columns : min(columns, own.columns, most)
    // Boxes with their own edges need no line below the last ones.
    let highLines = hasBlocks ? 4 * rowCount + 1 : 3 * rowCount
    let requestColumns = RowBudget.requestColumns(above: widest, in: columns)
    let question = Self.questionRows(model, width: requestColumns)
    // Boxes have priority over the frame of the field, in place of which an error is shown, but not
    // over the toolbar.
    let frame = hasBlocks || keyboard.toolbar != nil ? 0 : 1
    let beside = max(
      hasBlocks ? Self.rowsBesideHighBlocks : 0, Self.rowsBesideQuestion - frame + question)
    let isHigh = rows >= highLines + toolbarRows + beside
    var lines = isHigh ? highLines : 2 * rowCount + 1
    if !keyboard.isFitted, own.lines + Self.rowsBesideOwnHeight.fitted <= rows {
      lines = max(own.lines, 2 * rowCount + 1)
    }
    if isDocked {
      let room = min(keyboard.dockedRows, rows - Self.rowsBesideOwnHeight.docked)
      let height = CellGrid.lineHeight(lines: room, rows: rowCount, isSpaced: hasBlocks)
      lines = height * rowCount + 1
    }
    self.lines = lines
    // A blank row is above the first caps and another below the last, so the number of spare rows
    // must be odd.
    let height = CellGrid.lineHeight(lines: lines, rows: layout.rowCount, isSpaced: hasBlocks)
    let spare = lines - layout.rowCount * height
    if hasBlocks, !isDocked, spare.isMultiple(of: 2) { lines -= 1 }
    var view = keyboard.view.fitted(columns: widest, lines: lines, fills: isDocked)
    if !isDocked {
      // Filled caps have a column of background at each side; a second one makes room for the
      // longest generated passphrase.
      let wanted = model.question.generator != nil ? 2 : hasBlocks ? 1 : 0
      let caps = view.grid.caps.count
      // The background is as wide as a field that shows a text of a known form whole.
      let entry = model.entryColumns(in: columns - 2)
      let room = entry > most ? columns : min(columns, most)
      func padding(around caps: Int) -> Int {
        max(0, min(max(wanted, (entry - caps + 1) / 2), (room - caps) / 2))
      }
      // Narrow margins that differ would look like a fault, so keys take the odd column.
      let widensLast = Self.unevenMargins.contains(columns - caps - 2 * padding(around: caps))
      let width = caps + (widensLast ? 1 : 0)
      let padding = padding(around: width)
      view = view.fitted(
        columns: width + 2 * padding, lines: view.grid.lines, padding: padding,
        isLeftOfMiddle: !(columns - caps).isMultiple(of: 2), widensLast: widensLast)
    }
    let isSmall = RowBudget.isSmall(columns: columns, rows: rows)
    // A required keyboard leaves a row for the field, and nobody answers without the purpose.
    let leastBeside =
      !model.needsKeyboard
      ? Self.leastRowsBeside
      : 1 + (isSmall ? 0 : Self.purposeRows(model, width: requestColumns))
    guard view.canBeDrawn, self.lines + leastBeside <= rows else { return nil }
    self.keyboard = keyboard
    self.keyboard.view = view
    window = (columns, rows)
  }

  private static func purposeRows(_ model: PromptViewModel, width: Int) -> Int {
    model.question.purpose?.rows(width: max(1, width), isBrief: false).rows.count ?? 0
  }

  /// The number of rows of the texts above the field in a column of `width` cells.
  private static func questionRows(_ model: PromptViewModel, width: Int) -> Int {
    model.question.texts.reduce(0) { rows, text in
      rows + text.lines(width: max(1, width)).count { !$0.isEmpty }
    }
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
      if keyboard.view.hasBlocks {
        drawn.fill(
          column: column, row: 0, width: panel.columns, height: drawn.rows,
          style: Style(background: .panel))
      }
      keyboard.view.draw(on: &drawn, column: panel.column, row: 0)
      rows = drawn
    }
    if let rows { buffer.put(rows, atRow: panel.line) }
  }

}
