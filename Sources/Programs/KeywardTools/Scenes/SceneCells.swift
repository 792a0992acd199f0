import KeyboardScenes
import PromptUI

/// A scene as cells, with the action of each cell.
struct SceneCells {
  /// A part of the keyboard and its first cell.
  struct Part {
    var part: SceneKeyboardPart
    var column: Int
    var row: Int
  }

  var screen: ComposedScreen
  var grip: CellRect?
  /// True if the grip's row of the keyboard is otherwise empty.
  var hasGripRow = false
  var parts: [Part] = []
  var keyboardArea: CellRect?
  var fieldArea: CellRect?

  /// The distance beside the grip at which a press above the keyboard still takes it.
  private static let gripReach = 4

  /// Tells whether a press on a cell takes the grip.
  ///
  /// It does in the grip's own row, if it has one, and in the row above it, where there are no
  /// keys.
  func isOnGrip(column: Int, row: Int) -> Bool {
    guard let grip else { return false }
    if row == grip.line {
      let area = hasGripRow ? keyboardArea ?? grip : grip
      return (area.column..<area.column + area.columns).contains(column)
    }
    let reach = grip.column - Self.gripReach..<grip.column + grip.columns + Self.gripReach
    return row == grip.line - 1 && reach.contains(column)
  }

  /// The whole panel's slot for a cell.
  func slot(column: Int, row: Int) -> Int? {
    guard keyboardArea?.contains(column: column, line: row) == true else { return nil }
    for placed in parts {
      let own = placed.part.view.slot(column: column - placed.column, row: row - placed.row)
      if let own { return placed.part.slot(own) }
    }
    return nil
  }
}
