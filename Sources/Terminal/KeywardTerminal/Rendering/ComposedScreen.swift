import KeywardEngine

/// A prompt's screen as cells, with the action of each cell.
package struct ComposedScreen {
  package enum Action: Hashable {
    case done
    case panel(PanelName)
    case field(Int)
    case slot(Int)
    case choice(PromptViewModel.Choice)
    /// A scroll of the description; a positive number of pages scrolls down.
    case scroll(pages: Int)
  }

  package var buffer: CellBuffer
  package var cursor = (column: 0, row: 0)
  /// The areas that can be clicked; where two areas overlap, the later one in the list counts.
  var targets: [(area: CellRect, action: Action)] = []
  var panelOrigin: (column: Int, row: Int)?
  var view: KeyboardView?
  package var hasKeyboard: Bool { panelOrigin != nil }
  package var takesMouse = false
  package var alternates: AlternatesPlacement?
  /// The row of cells reserved for characters of a secret; nil for none.
  package var revealArea: CellRect?
  /// The number of lines by which the texts above the fields can still be scrolled; 1 if they are
  /// cut and can be opened.
  var descriptionLinesLeft = 0
  var descriptionLinesShown = 0
  /// True if a part of the title or the description is not shown, or comes on a later page.
  var hidesQuestion = false

  package init(buffer: CellBuffer) {
    self.buffer = buffer
  }

  var fieldAreas: [CellRect] {
    targets.filter { if case .field = $0.action { true } else { false } }.map(\.area)
  }

  /// Returns the offset after scrolling; 0 is the text before it is opened.
  ///
  /// Scrolling up stops once at the first line of the opened text.
  package func descriptionOffset(from offset: Int, lines: Int) -> Int {
    min(max(offset > 1 ? 1 : 0, offset + lines), offset + descriptionLinesLeft)
  }

  package func action(column: Int, row: Int) -> Action? {
    if let hit = targets.last(where: { $0.area.contains(column: column, line: row) }) {
      return hit.action
    }
    guard let panelOrigin, let view else { return nil }
    // The background beside the caps is only a margin: a click there has no effect.
    return view.slot(column: column - panelOrigin.column, row: row - panelOrigin.row)
      .map { .slot($0) }
  }
}

extension ComposedScreen {
  /// Draws the alternates of the cap at index `slot` of `view`.
  ///
  /// They cover everything except the fields, the texts beside a table of boxes, and the cells that
  /// are reserved for characters of a secret. `view` is the drawn keyboard, or the part of it that
  /// contains the cap. The top left cell of `view` is at `origin`.
  package mutating func draw(
    _ row: AlternatesRow, on view: KeyboardView, slot: Int, at origin: (column: Int, row: Int),
    hasColor: Bool
  ) {
    guard view.grid.tiles.indices.contains(slot) else { return }
    let area = view.alternatesArea(of: slot).moved(to: origin)
    let label = origin.column + view.labelCell(of: slot).column
    let panel = origin.row..<origin.row + view.grid.lines
    let texts = view.hasBlocks ? [] : rowsWithText(outside: panel)
    let forbidden = fieldAreas + (revealArea.map { [$0] } ?? []) + texts
    func placed(over column: Int, within columns: Range<Int>) -> AlternatesPlacement {
      row.placed(
        at: area, label: column, columns: buffer.columns, rows: buffer.rows, within: columns,
        avoiding: forbidden)
    }
    var bar = placed(over: label, within: origin.column..<origin.column + view.grid.columns)
    let boxes =
      bar.cells.lines > 1
      ? []
      : view.boxes(inRow: bar.cells.line - origin.row)
        .map { $0.moved(to: origin) }
    if let first = boxes.first, let last = boxes.last {
      // The bar begins with a box, so that it covers few of them.
      let box = boxes.last { $0.column < label } ?? first
      bar = placed(over: box.column + 2, within: first.column + 1..<last.column + last.columns - 1)
    }
    if let place = row.draw(
      at: bar, covering: boxes, on: &buffer, hasColor: hasColor, glyphs: view.glyphs)
    {
      cursor = place
    }
    alternates = bar
  }

  private func rowsWithText(outside panel: Range<Int>) -> [CellRect] {
    let lines = buffer.lines
    return lines.indices.filter { !panel.contains($0) && !lines[$0].isEmpty }.map {
      CellRect(column: 0, line: $0, columns: buffer.columns, lines: 1)
    }
  }
}

extension CellRect {
  fileprivate func moved(to origin: (column: Int, row: Int)) -> CellRect {
    var moved = self
    moved.column += origin.column
    moved.line += origin.row
    return moved
  }
}
