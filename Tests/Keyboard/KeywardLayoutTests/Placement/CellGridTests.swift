import KeywardGeometry
import KeywardTestSupport
import Testing

@testable import KeywardLayout

@Suite struct CellGridTests {
  @Test func iPhoneXSPortrait() throws {
    let grid = CellGrid(try Shipped.geometry("iphone-xs", .portrait).layout(of: Shipped.letters()))
    #expect(grid.columns == 47 && grid.lines == 14 && grid.lineHeight == 3)
    // Three columns are left over beside the caps at the left, four at the right.
    #expect(grid.tiles.prefix(10).map(\.column) == [3, 7, 11, 15, 19, 23, 27, 31, 35, 39])
    #expect(Set(grid.tiles.prefix(10).map(\.columns)) == [4])
    #expect(Set(grid.tiles.map(\.line)) == [1, 4, 7, 10])
    #expect(grid.slot(column: 6, line: 3) == 0 && grid.slot(column: 7, line: 3) == 1)
    #expect(grid.slot(column: 0, line: 1) == nil && grid.nearestSlot(column: 0, line: 1) == 0)
    #expect(grid.nearestSlot(column: 46, line: 13) == 30)
  }

  @Test func shiftedRowsAreCentered() throws {
    let layout = try Shipped.geometry("iphone-xs", .portrait).layout(of: Shipped.letters())
    for columns in 40...200 {
      let grid = CellGrid(layout, columns: columns, lines: 9)
      let rows = Dictionary(grouping: grid.tiles) { $0.line }.values
      let middles = rows.map { row in
        (row.map(\.column).min() ?? 0) + (row.map { $0.column + $0.columns }.max() ?? 0)
      }
      #expect(Set(middles).count == 1, "\(columns)")
      let shift = grid.tiles[19]
      #expect(shift.columns == grid.tiles[27].columns, "\(columns)")
    }
  }

  @Test func rowsThatAreTooLowGetTheLinesTheyNeed() throws {
    let layout = try Shipped.geometry("iphone-xs", .portrait).layout(of: Shipped.letters())
    let grid = CellGrid(layout, columns: 40, lines: 3)
    #expect(grid.lines == 8 && grid.lineHeight == 2)
  }

  @Test("Caps have an odd number of lines") func capsHaveAMiddleLine() {
    for lines in 2...60 {
      for rows in 1...6 {
        let spaced = CellGrid.lineHeight(lines: lines, rows: rows, isSpaced: true)
        #expect(spaced.isMultiple(of: 2) && spaced >= 2)
        #expect(spaced == 2 || spaced * rows < lines)
        let boxed = CellGrid.lineHeight(lines: lines, rows: rows, isSpaced: false)
        #expect(boxed == 2 || !boxed.isMultiple(of: 2) && boxed * rows <= lines)
      }
    }
  }

  @Test(.tags(.slow)) func everyPanelOfEverySize() throws {
    for layout in try TouchMapTests.panels() {
      for columns in [3, 20, 29, 33, 40, 71, 100, 250] {
        check(CellGrid(layout, columns: columns, lines: 9))
      }
      check(CellGrid(layout))
    }
  }

  @Test(.tags(.slow)) func everyWindowSize() throws {
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
          check(CellGrid(layout))
        }
      }
    }
  }

  /// No cell is in two tiles, every tile is inside, and every cell has a key.
  private func check(_ grid: CellGrid, sourceLocation: SourceLocation = #_sourceLocation) {
    var failures = 0
    var owners = [Int?](repeating: nil, count: grid.columns * grid.lines)
    for (slot, tile) in grid.tiles.enumerated() {
      for line in tile.line..<(tile.line + max(0, tile.lines)) {
        for column in tile.column..<(tile.column + max(0, tile.columns)) {
          guard column < grid.columns, line < grid.lines else {
            failures += 1
            continue
          }
          let cell = line * grid.columns + column
          if owners[cell] != nil { failures += 1 }
          owners[cell] = slot
          if grid.slot(column: column, line: line) != slot { failures += 1 }
          let isCorner =
            [tile.column, tile.column + tile.columns - 1].contains(column)
            && [tile.line, tile.line + tile.lines - 1].contains(line)
          if isCorner, grid.nearestSlot(column: column, line: line) != slot { failures += 1 }
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
