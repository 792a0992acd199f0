import KeywardEngine

/// A typing screen as cells, with the way back from a cell to what it does.
package struct ComposedScreen {
  /// What a click does.
  package enum Action: Hashable {
    case done
    case panel(PanelName)
    case field(Int)
    case slot(Int)
    case choice(ScreenContent.Choice)
  }

  /// Cells that do something.
  struct Target: Hashable {
    var area: CellRect
    var action: Action
  }

  /// A row of cells somebody else fills with characters of a secret.
  package struct RevealArea: Hashable {
    package var column: Int
    package var row: Int
    package var width: Int
  }

  package var buffer: CellBuffer
  /// Where the hidden cursor is put.
  package var cursor = (column: 0, row: 0)
  var targets: [Target] = []
  /// The panel's place, where it is drawn.
  var panelOrigin: (column: Int, row: Int)?
  var view: KeyboardView?
  /// Whether the keyboard is drawn, so that keys can press on it.
  package var hasKeyboard: Bool { panelOrigin != nil }
  /// The characters that a cap offers, over everything else.
  package var alternates: PlacedAlternates?
  package var revealArea: RevealArea?
  /// Where the fields are drawn.
  var fieldAreas: [(index: Int, area: CellRect)] = []
  /// How many lines the description could be scrolled on.
  var descriptionLinesLeft = 0
  /// How many lines of the description are shown.
  var descriptionLinesShown = 0

  /// A screen of these cells on which nothing can be clicked yet.
  package init(buffer: CellBuffer) {
    self.buffer = buffer
  }

  /// Where the description is scrolled to from `offset` by so many pages, downwards if positive.
  package func descriptionOffset(from offset: Int, pages: Int) -> Int {
    let step = max(1, descriptionLinesShown) * pages
    return min(max(0, offset + step), offset + descriptionLinesLeft)
  }

  /// What a click on a cell does.
  package func action(column: Int, row: Int) -> Action? {
    let hit = targets.last { target in
      target.area.contains(column: column, line: row)
    }
    if let hit { return hit.action }
    guard let panelOrigin, let view else { return nil }
    // Beside the caps, on the ground that is only margin, nothing is pressed.
    return view.slot(column: column - panelOrigin.column, row: row - panelOrigin.row)
      .map { .slot($0) }
  }
}
