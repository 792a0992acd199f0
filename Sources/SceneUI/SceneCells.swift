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
  /// The grip the keyboard is moved by.
  var grip: CellRect?
  var parts: [Part] = []
  /// What the keyboard covers.
  var keyboardArea: CellRect?
  var fieldArea: CellRect?

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
