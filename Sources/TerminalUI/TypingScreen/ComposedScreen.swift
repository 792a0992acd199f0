import KeywardEngine

/// A typing screen as cells, with the way back from a cell to what it does.
struct ComposedScreen {
  /// What a click does.
  enum Action: Hashable {
    case done
    case panel(PanelName)
    case field(Int)
    case slot(Int)
  }

  /// Cells that do something.
  struct Target: Hashable {
    var area: CellRect
    var action: Action
  }

  /// A row of cells somebody else fills with characters of a secret.
  struct RevealArea: Hashable {
    var column: Int
    var row: Int
    var width: Int
  }

  var buffer: CellBuffer
  /// What was laid out, and where it went; nil where there is one cell.
  var layout: (needs: TypingNeeds, frames: TypingFrames)?
  /// Where the hidden cursor is put.
  var cursor = (column: 0, row: 0)
  var targets: [Target] = []
  /// The panel's place, where it is drawn.
  var panelOrigin: (column: Int, row: Int)?
  var view: KeyboardView?
  var revealArea: RevealArea?
  /// Where the fields are drawn.
  var fieldAreas: [(index: Int, area: CellRect)] = []
  /// Where the number of characters stands in words; nil where it stands in the field.
  var countPlace: CellRect?
  /// How many lines the description could be scrolled on.
  var descriptionLinesLeft = 0
  /// How many lines of the description are shown.
  var descriptionLinesShown = 0

  /// What a click on a cell does.
  func action(column: Int, row: Int) -> Action? {
    let hit = targets.last { target in
      target.area.contains(column: column, line: row)
    }
    if let hit { return hit.action }
    guard let panelOrigin, let view else { return nil }
    return view.slot(column: column - panelOrigin.column, row: row - panelOrigin.row)
      .map { .slot($0) }
  }
}

extension CellRect {
  /// Whether a cell lies inside.
  func contains(column: Int, line: Int) -> Bool {
    column >= self.column && column < self.column + columns && line >= self.line
      && line < self.line + lines
  }
}
