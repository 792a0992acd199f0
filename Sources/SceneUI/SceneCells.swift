import KeyboardScenes
import TerminalUI

/// A scene as cells, with the way back from a cell to what it does.
struct SceneCells {
  /// A part of the keyboard and the cell it begins at.
  struct Part {
    var part: SceneKeyboardPart
    var column: Int
    var row: Int
  }

  var screen: ComposedScreen
  /// The grip the keyboard is moved by, as it is drawn.
  var grip: CellRect?
  /// Whether nothing else stands in the grip's row of the keyboard.
  var hasGripRow = false
  var parts: [Part] = []
  /// What the keyboard covers.
  var keyboardArea: CellRect?
  var fieldArea: CellRect?

  /// How far beside the grip it is still taken, above the keyboard.
  private static let gripReach = 4

  /// Whether a press on a cell takes the grip: its row where it has one of its own, and the row above it,
  /// in which there are no keys.
  func isOnGrip(column: Int, row: Int) -> Bool {
    guard let grip else { return false }
    if row == grip.line {
      let area = hasGripRow ? keyboardArea ?? grip : grip
      return (area.column..<area.column + area.columns).contains(column)
    }
    let reach = grip.column - Self.gripReach..<grip.column + grip.columns + Self.gripReach
    return row == grip.line - 1 && reach.contains(column)
  }

  /// The slot of the whole panel that a cell belongs to.
  func slot(column: Int, row: Int) -> Int? {
    guard keyboardArea?.contains(column: column, line: row) == true else { return nil }
    for placed in parts {
      let own = placed.part.view.slot(column: column - placed.column, row: row - placed.row)
      if let own { return placed.part.slot(own) }
    }
    return nil
  }
}
