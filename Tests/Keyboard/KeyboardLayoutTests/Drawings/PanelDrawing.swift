import KeywardGeometry

@testable import KeyboardLayout

/// A panel drawn as text, every key a box that fills its tile.
enum PanelDrawing {
  /// The panel of a window of 45 × 40 cells, upright, without blanks at the ends of its lines.
  static func draw(
    _ name: String, _ panel: PanelName? = nil, page: SymbolPage = .digits,
    width: PanelWidth = .half,
    isShifted: Bool = false
  ) throws -> String {
    let keyboard = try Shipped.keyboard(name)
    let set = try PanelSet(of: keyboard, startingWith: panel, fullWidth: true)
    let selection = PanelSelection(panel: panel ?? set.first, page: page, width: width)
    guard let content = keyboard.page(selection, in: set) else { return "no such page" }
    let screen = try ScreenDescription(columns: 45, lines: 40)
    let layout = try Shipped.geometry(screen).layout(of: content)
    let grid = CellGrid(layout)
    var cells = [[Character]](
      repeating: [Character](repeating: " ", count: grid.columns), count: grid.lines)
    for (placed, tile) in zip(layout.keys, grid.tiles) {
      box(tile, label: label(placed.key, isShifted, room: tile.columns - 2), on: &cells)
    }
    return cells.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line.filter { $0 != "\0" })
    }.joined(separator: "\n")
  }

  private static func label(_ key: Key, _ isShifted: Bool, room: Int) -> String {
    let label = key.label(at: isShifted ? .shift : .plain)
    if label.count <= room { return label }
    switch key.role {
    case .delete: return "⌫"
    case .shift: return "⇧"
    case .return: return "⏎"
    default: return String(label.prefix(room))
    }
  }

  private static func box(_ tile: CellRect, label: String, on cells: inout [[Character]]) {
    let right = tile.column + tile.columns - 1
    let bottom = tile.line + tile.lines - 1
    for column in tile.column...right {
      cells[tile.line][column] = column == tile.column ? "╭" : column == right ? "╮" : "─"
      cells[bottom][column] = column == tile.column ? "╰" : column == right ? "╯" : "─"
    }
    for line in (tile.line + 1)..<bottom {
      cells[line][tile.column] = "│"
      cells[line][right] = "│"
    }
    // Full-width characters take two cells; the second one is dropped when the line is put together.
    let isWide = label.unicodeScalars.contains { (0x3000...0xFFEF).contains($0.value) }
    let width = isWide ? 2 : label.count
    var column = tile.column + 1 + (tile.columns - 2 - width) / 2
    for character in label {
      cells[tile.line + tile.lines / 2][column] = character
      column += 1
    }
    if isWide { cells[tile.line + tile.lines / 2][column] = "\0" }
  }
}
