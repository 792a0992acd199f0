import Keyward

/// A keyboard in a window that has room for it and for the field.
struct PlacedKeyboard {
  let keyboard: ScreenContent.DrawnKeyboard
  /// The first row that belongs to it.
  let row: Int
  /// Rows of the strip above the panel: 3, or 1 or none where rows are few.
  let toolbarRows: Int

  /// Places a keyboard at the bottom of a window.
  ///
  /// Some rows should stay free above it. Where they do not, the room below the panel goes first, then
  /// the strip's rules, then the strip. `nil` where the keyboard cannot be drawn or leaves no row for
  /// the field.
  ///
  /// - Parameters:
  ///   - keyboard: What is placed, nil for nothing.
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  ///   - above: The rows that should stay free: who asks, error, fields.
  init?(
    _ keyboard: ScreenContent.DrawnKeyboard?, columns: Int, rows: Int, leaving above: Int
  ) {
    guard let keyboard, keyboard.view.canBeDrawn, keyboard.view.grid.columns <= columns else {
      return nil
    }
    let lines = keyboard.view.grid.lines
    let strips = keyboard.toolbar == nil ? [0] : [3, 1, 0]
    var shapes = strips.map { (toolbar: $0, bottom: 0) }
    shapes.insert((strips[0], keyboard.bottomRows), at: 0)
    let shape =
      shapes.first { $0.toolbar + lines + $0.bottom + above <= rows }
      ?? shapes.last.flatMap { lines + 1 <= rows ? $0 : nil }
    guard let shape else { return nil }
    self.keyboard = keyboard
    toolbarRows = shape.toolbar
    row = rows - shape.toolbar - lines - shape.bottom
  }
}
