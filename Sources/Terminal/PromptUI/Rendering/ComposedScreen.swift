import KeyboardEngine

/// A prompt's screen as cells, with the action of each cell.
package struct ComposedScreen {
  package enum Action: Hashable {
    case done
    case panel(PanelName)
    case field(Int)
    case slot(Int)
    case choice(PromptViewModel.Choice)
  }

  struct Target: Hashable {
    var area: CellRect
    var action: Action
  }

  /// A row of cells reserved for characters of a secret.
  package struct RevealArea: Hashable {
    package var column: Int
    package var row: Int
    package var width: Int
  }

  package var buffer: CellBuffer
  package var cursor = (column: 0, row: 0)
  var targets: [Target] = []
  /// The panel's position; nil if it is not drawn.
  var panelOrigin: (column: Int, row: Int)?
  var view: KeyboardView?
  /// True if the keyboard is drawn, so keys can act on it.
  package var hasKeyboard: Bool { panelOrigin != nil }
  /// True if something other than a keyboard can be clicked.
  package var takesMouse = false
  /// The row of alternates, drawn over everything else.
  package var alternates: PlacedAlternates?
  package var revealArea: RevealArea?
  var fieldAreas: [(index: Int, area: CellRect)] = []
  /// The number of description lines below the shown ones.
  var descriptionLinesLeft = 0
  var descriptionLinesShown = 0

  package init(buffer: CellBuffer) {
    self.buffer = buffer
  }

  /// Returns the description's offset after scrolling by a number of pages, down if positive.
  package func descriptionOffset(from offset: Int, pages: Int) -> Int {
    let step = max(1, descriptionLinesShown) * pages
    return min(max(0, offset + step), offset + descriptionLinesLeft)
  }

  package func action(column: Int, row: Int) -> Action? {
    let hit = targets.last { target in
      target.area.contains(column: column, line: row)
    }
    if let hit { return hit.action }
    guard let panelOrigin, let view else { return nil }
    // The background beside the caps is only a margin: a click there has no effect.
    return view.slot(column: column - panelOrigin.column, row: row - panelOrigin.row)
      .map { .slot($0) }
  }
}

extension ComposedScreen {
  /// Draws the alternates of the cap `slot` of `view` over everything except reserved cells.
  ///
  /// `view` is the keyboard, or its part with the cap; its top left is at `origin`.
  package mutating func draw(
    _ row: AlternatesRow, on view: KeyboardView, slot: Int, at origin: (column: Int, row: Int),
    hasColor: Bool
  ) {
    guard view.grid.tiles.indices.contains(slot) else { return }
    var cap = view.grid.tiles[slot]
    cap.column += origin.column
    cap.line += origin.row
    let secret = revealArea.map {
      CellRect(column: $0.column, line: $0.row, columns: $0.width, lines: 1)
    }
    let placed = row.placed(
      at: cap, label: origin.column + view.labelCell(of: slot).column, columns: buffer.columns,
      rows: buffer.rows, avoiding: secret)
    if let place = placed.draw(on: &buffer, hasColor: hasColor, glyphs: view.glyphs) {
      cursor = place
    }
    alternates = placed
  }
}
