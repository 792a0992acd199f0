import KeywardLayout
import Testing

@testable import KeywardTerminal

@Suite struct KeyboardBlocksTests {
  private func drawn(
    _ columns: Int, _ rows: Int, isASCII: Bool = false,
    _ change: (inout KeyboardView) -> Void = { _ in }
  ) throws -> (view: KeyboardView, buffer: CellBuffer) {
    var view = KeyboardView(
      layout: try ScreenSamples.panel(columns: columns, rows: rows),
      glyphs: Glyphs(isASCII: isASCII))
    (view.hasBlocks, view.hasColor) = (true, true)
    change(&view)
    return (view, view.drawn)
  }

  /// Half blocks and lines leave hairlines in xterm: at 9 points no glyph fills its cell.
  @Test("Caps are whole cells without a glyph other than their labels")
  func capsAreWholeCells() throws {
    let lines = try drawn(45, 40).buffer.lines.filter { !$0.isEmpty }
    #expect(
      lines == [
        "    q   w   e   r   t   y   u   i   o   p",
        "      a   s   d   f   g   h   j   k   l",
        "     ⇧    z   x   c   v   b   n   m    ⌫",
        "    .?123           space             ⏎",
      ])
    for (columns, rows) in [(45, 40), (80, 24), (200, 60)] {
      let (view, buffer) = try drawn(columns, rows)
      for tile in view.grid.tiles {
        #expect(buffer[tile.column, tile.line] == .blank)
        let colors = (tile.line + 1..<tile.line + tile.lines).map {
          buffer[tile.column, $0].style.background
        }
        #expect(Set(colors).count == 1 && colors.count % 2 == 1)
      }
    }
  }

  /// A label is in the middle of its cap, which has an odd width from three cells on.
  @Test func labelsAreInTheMiddle() throws {
    for columns in 40...250 {
      let (view, _) = try drawn(columns, 24)
      for (slot, tile) in view.grid.tiles.enumerated()
      where view.layout.keys[slot].key.role == .input {
        #expect(tile.columns.isMultiple(of: 2), "\(columns)")
        #expect(view.labelCell(of: slot).column == tile.column + (tile.columns - 1) / 2)
        #expect(view.labelCell(of: slot).row == tile.line + tile.lines / 2)
      }
    }
  }

  @Test func lastColumnOfEveryTileIsPanel() throws {
    for (columns, rows) in [(45, 40), (80, 24), (33, 60), (200, 60)] {
      let (view, buffer) = try drawn(columns, rows)
      for tile in view.grid.tiles {
        for line in tile.line + 1..<tile.line + tile.lines {
          let last = buffer[tile.column + tile.columns - 1, line]
          #expect(last == .blank)
          #expect(buffer[tile.column, line].style != last.style)
        }
      }
    }
  }

  @Test func functionCapsHaveAnotherShade() throws {
    let (view, buffer) = try drawn(80, 24)
    for (slot, tile) in view.grid.tiles.enumerated() {
      let role = view.layout.keys[slot].key.role
      let background = buffer[tile.column, tile.line + 1].style.background
      #expect(background == (role == .input || role == .space ? .cap : .functionCap))
    }
  }

  @Test func shiftThatIsOnLooksLikeALetter() throws {
    let (view, buffer) = try drawn(80, 24) { $0.shift = .once }
    let tile = view.grid.tiles[view.layout.slot(of: "shift") ?? 0]
    #expect(buffer[tile.column, tile.line + 1].style.background == .cap)
  }

  /// The filling alone in colour, heavy lines alone without.
  @Test func theFocusHasOneMark() throws {
    for hasColor in [true, false] {
      for hasBlocks in hasColor ? [true, false] : [false] {
        let (view, buffer) = try drawn(80, 24) { view in
          (view.hasBlocks, view.hasColor) = (hasBlocks, hasColor)
          (view.focus, view.isFocused) = (14, true)
        }
        let middle = view.labelCell(of: 14)
        #expect((buffer[middle.column, middle.row].style == .focused) == hasColor)
        #expect(buffer.lines.joined().contains("┃") == !hasColor)
      }
    }
  }

  @Test func aFocusThatIsElsewhereShowsNothing() throws {
    #expect(try drawn(80, 24) { $0.focus = 14 }.buffer == drawn(80, 24).buffer)
  }

  @Test func asciiHasNoBlocks() throws {
    let (_, buffer) = try drawn(45, 40, isASCII: true) { view in
      view.focus = 14
      view.isFocused = true
    }
    #expect(buffer.lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    #expect(!buffer.lines.contains { $0.contains(">") })
  }

  @Test func pressedCapIsTurnedInsideOut() throws {
    let plain = try drawn(80, 24).buffer
    let (view, pressed) = try drawn(80, 24) { $0.pressed = 3 }
    let tile = view.grid.tiles[3]
    #expect(pressed[tile.column, tile.line + 1].style.attributes.contains(.reverse))
    #expect(plain != pressed)
    #expect(plain.lines == pressed.lines)
  }
}
