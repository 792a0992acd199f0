import KeyboardEngine

/// A drawn keyboard in the cells of a window.
///
/// A renderer keeps it from one frame to the next: a typed character changes none of its cells, so
/// they are placed and drawn again only for another panel, window or look of the keys.
struct RenderedPanel {
  /// The keyboard; its view has the cells of the window.
  private(set) var keyboard: PromptViewModel.DrawnKeyboard
  private let window: (columns: Int, rows: Int)
  /// The rows of the panel, as wide as the window; nil before they are drawn.
  private var rows: CellBuffer?
  /// The columns of `rows` with the panel and its background.
  private var place: (column: Int, background: Range<Int>?) = (0, nil)

  /// The rows beside the panel's own from which on keys are three lines high.
  private static let rowsBesideHighKeys = 16

  /// The rows beside the panel for the field and what is said about it.
  private static let leastRowsBeside = 4

  /// Places a keyboard in a window.
  ///
  /// The cells depend on the window alone, so that keys never move because of other parts.
  ///
  /// - Returns: `nil` if it cannot be drawn, or leaves no row for the field.
  init?(_ keyboard: PromptViewModel.DrawnKeyboard, columns: Int, rows: Int) {
    let layout = keyboard.view.layout
    let rowCount = max(layout.rowCount, keyboard.formRows)
    let isHigh = rows >= CellGrid.lines(rows: rowCount, height: 3) - 1 + Self.rowsBesideHighKeys
    let lowest = CellGrid.lines(rows: rowCount, height: 2)
    var lines = isHigh ? CellGrid.lines(rows: rowCount, height: 3) : lowest
    let own = CellGrid.size(of: layout)
    if !keyboard.isFitted, own.lines + Self.rowsBesideHighKeys / 2 <= rows {
      lines = max(own.lines, lowest)
    }
    // In a window with a turned screen, the keyboard is only as wide as that screen.
    let isStaggered = layout.form?.isStaggered == true
    let widest = min(columns, own.columns, isStaggered ? RowBudget.widestForm : RowBudget.widest)
    var view = keyboard.view.fitted(columns: widest, lines: lines)
    if keyboard.isFitted {
      // One column of background is on either side of the caps; a strip needs some more.
      let strip = keyboard.toolbar == nil ? 0 : RowBudget.widestBesideKeys
      let background = min(columns, max(view.grid.span.count + 2, strip))
      view = view.fitted(columns: background, lines: view.grid.lines)
    }
    // Only a keyboard that alone can type may leave no more than the field.
    let beside = keyboard.isNeeded ? 1 : Self.leastRowsBeside
    guard view.canBeDrawn, view.grid.lines + beside <= rows else { return nil }
    self.keyboard = keyboard
    self.keyboard.view = view
    window = (columns, rows)
  }

  /// Adopts a keyboard that has the same cells, made from this view; false for any other.
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

  /// Draws the panel at its place.
  ///
  /// - Parameters:
  ///   - buffer: The cells of the window.
  ///   - panel: The place.
  ///   - background: The columns that get its colour; nil for none.
  mutating func draw(on buffer: inout CellBuffer, in panel: CellRect, background: Range<Int>?) {
    if rows == nil || place != (panel.column, background) {
      place = (panel.column, background)
      var drawn = CellBuffer(columns: buffer.columns, rows: keyboard.view.grid.lines)
      if let background {
        drawn.fill(
          column: background.lowerBound, row: 0, width: background.count, height: drawn.rows,
          style: Style(background: .panel))
      }
      keyboard.view.draw(on: &drawn, column: panel.column, row: 0)
      rows = drawn
    }
    if let rows { buffer.put(rows, atRow: panel.line) }
  }
}
