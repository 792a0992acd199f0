import Geometry
import Testing

@testable import KeyboardLayout

@Suite struct CellGridTests {
  @Test func iPhoneXSPortrait() throws {
    let keyboard = try Shipped.keyboard("latin-qwerty")
    let page = try #require(
      keyboard.page(PanelSelection(panel: .letters), in: PanelSet(of: keyboard)))
    let grid = CellGrid(try Shipped.geometry("iphone-xs", .portrait).layout(of: page))
    #expect(grid.columns == 47 && grid.lines == 14)
    let first = grid.tiles.prefix(10)
    #expect(first.map(\.column) == [0, 5, 10, 14, 19, 23, 28, 33, 37, 42])
    #expect(first.map { $0.column + $0.columns } == [5, 10, 14, 19, 23, 28, 33, 37, 42, 47])
    #expect(Set(grid.tiles.map(\.line)) == [0, 4, 7, 10])
    #expect(grid.tiles.last.map { $0.line + $0.lines } == 13)
    #expect(grid.slot(column: 4, line: 3) == 0 && grid.slot(column: 5, line: 3) == 1)
    #expect(grid.slot(column: 0, line: 13) == nil && grid.slot(column: 47, line: 0) == nil)
  }

  @Test func everyCellOfATileHitsItsKey() throws {
    for layout in try TouchMapTests.panels() { check(layout) }
  }

  @Test func everyWindowSize() throws {
    let keyboard = try Shipped.keyboard("latin-qwerty")
    let set = try PanelSet(of: keyboard, fullWidth: true)
    let pages = [PanelSelection(panel: .letters), PanelSelection(panel: .symbols)]
      .compactMap { keyboard.page($0, in: set) }
    for columns in 1...200 {
      for lines in [24, 100] {
        let screen = try ScreenDescription(columns: columns, lines: lines)
        for page in pages {
          guard let geometry = try? Shipped.geometry(screen),
            let layout = try? geometry.layout(of: page)
          else { continue }
          check(layout)
        }
      }
    }
  }

  /// Every cell of a tile is hit-tested to the tile's key, and no cell is in two tiles.
  private func check(_ layout: PanelLayout, sourceLocation: SourceLocation = #_sourceLocation) {
    let grid = CellGrid(layout)
    var failures = 0
    var owners = [Int?](repeating: nil, count: grid.columns * grid.lines)
    for (slot, tile) in grid.tiles.enumerated() {
      for line in tile.line..<(tile.line + max(0, tile.lines)) {
        for column in tile.column..<(tile.column + max(0, tile.columns)) {
          let cell = line * grid.columns + column
          if owners[cell] != nil { failures += 1 }
          owners[cell] = slot
          if layout.slot(at: CellGrid.center(column: column, line: line)) != slot { failures += 1 }
        }
      }
    }
    #expect(failures == 0, sourceLocation: sourceLocation)
  }

  @Test func neighboursShareAnEdge() throws {
    let layout = try #require(try TouchMapTests.panels().first)
    let grid = CellGrid(layout)
    for slot in grid.tiles.indices.dropFirst()
    where layout.keys[slot].row == layout.keys[slot - 1].row {
      let left = grid.tiles[slot - 1]
      #expect(left.column + left.columns == grid.tiles[slot].column)
    }
  }
}
