import KeyboardLayout
import Testing

@testable import TerminalUI

/// Keyboards with colour.
@Suite struct KeyboardBlocksTests {
  private func drawn(
    _ columns: Int, _ rows: Int, isASCII: Bool = false,
    _ change: (inout KeyboardView) -> Void = { _ in }
  ) throws -> (view: KeyboardView, buffer: CellBuffer) {
    var view = KeyboardView(
      layout: try ScreenSamples.panel(columns: columns, rows: rows),
      glyphs: Glyphs(isASCII: isASCII))
    view.hasColor = true
    change(&view)
    var buffer = CellBuffer(columns: view.grid.columns, rows: view.grid.lines)
    view.draw(on: &buffer, column: 0, row: 0)
    return (view, buffer)
  }

  @Test func blocksHaveHalvesAndNoLines() throws {
    #expect(
      try drawn(45, 40).buffer.lines == [
        "▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄",
        " q    w   e    r   t    y   u    i   o    p",
        "▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀",
        "  ▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄",
        "",
        "   a    s   d    f   g    h   j    k   l",
        "  ▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀",
        "▄▄▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄ ▄▄▄ ▄▄▄▄▄▄",
        "shift   z   x    c   v    b   n    m    ⌫",
        "▀▀▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀ ▀▀▀ ▀▀▀▀▀▀",
        "▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄",
        " .?123             space             Return",
        "▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀",
      ])
  }

  @Test func twoLineTilesHaveTheLowerHalfOnly() throws {
    let lines = try drawn(80, 24).buffer.lines
    #expect(
      lines[0] == "    q      w       e       r       t       y       u       i       o      p")
    #expect(
      lines[1] == " ▀▀▀▀▀▀▀ ▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀")
  }

  @Test func lastColumnOfEveryTileIsPanel() throws {
    for (columns, rows) in [(45, 40), (80, 24), (33, 60), (200, 60)] {
      let (view, buffer) = try drawn(columns, rows)
      for tile in view.grid.tiles {
        for line in tile.line..<tile.line + tile.lines {
          let last = buffer[tile.column + tile.columns - 1, line]
          #expect(last == Cell(content: .narrow(" "), style: Style(background: .panel)))
          #expect(buffer[tile.column, line].style != last.style)
        }
      }
    }
  }

  @Test func functionCapsHaveAnotherShade() throws {
    let (view, buffer) = try drawn(80, 24)
    for (slot, tile) in view.grid.tiles.enumerated() {
      let role = view.layout.keys[slot].key.role
      let ground = buffer[tile.column, tile.line].style.background
      #expect(ground == (role == .input || role == .space ? .cap : .functionCap))
    }
  }

  @Test func shiftThatIsOnLooksLikeALetter() throws {
    let (view, buffer) = try drawn(80, 24) { $0.shift = .once }
    let tile = view.grid.tiles[view.layout.slot(of: "shift") ?? 0]
    #expect(buffer[tile.column, tile.line].style.background == .cap)
  }

  @Test func focusShowsWithoutColour() throws {
    let (view, buffer) = try drawn(80, 24) { view in
      view.focus = 14
      view.isFocused = true
    }
    let tile = view.grid.tiles[14]
    #expect(buffer.lines[tile.line].contains("┃  g  ┃"))
    #expect(buffer[tile.column + 1, tile.line].style.attributes.contains(.reverse))
    #expect(buffer[tile.column, tile.line + 1].style.foreground == .focus)
  }

  @Test func focusLeftBehindHasAFrameOnly() throws {
    let (view, buffer) = try drawn(80, 24) { $0.focus = 14 }
    let tile = view.grid.tiles[14]
    #expect(buffer.lines[tile.line].contains("┃  g  ┃"))
    #expect(buffer[tile.column, tile.line].style == Style(foreground: .label, background: .cap))
  }

  @Test func asciiHasNoBlocks() throws {
    let (_, buffer) = try drawn(45, 40, isASCII: true) { view in
      view.focus = 14
      view.isFocused = true
    }
    #expect(buffer.lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    #expect(buffer.lines.contains { $0.contains(">g<") })
  }

  @Test func pressedCapIsTurnedInsideOut() throws {
    let plain = try drawn(80, 24).buffer
    let (view, pressed) = try drawn(80, 24) { $0.pressed = 3 }
    let tile = view.grid.tiles[3]
    #expect(pressed[tile.column, tile.line].style.attributes.contains(.reverse))
    #expect(plain != pressed)
    #expect(plain.lines == pressed.lines)
  }

  @Test func shadesDifferAtEveryDepth() {
    for depth in [Palette.Depth.sixteen, .indexed, .direct] {
      for isLight in [true, false] {
        let palette = Palette(depth: depth, isLight: isLight)
        let colors = PictureColors(palette: palette)
        let grounds = [Ink.panel, .cap, .functionCap, .focus].map { colors.color(of: $0) }
        #expect(Set(grounds).count == 4)
        for (ground, label) in [
          (Ink.panel, Ink.panelLabel), (.cap, .label), (.functionCap, .functionLabel),
          (.focus, .focusLabel),
        ] {
          #expect(contrast(palette, ground, label) > 3.5, "\(depth) \(isLight) \(ground)")
        }
      }
    }
  }

  /// The contrast of two inks as the web's guidelines count it: 1 to 21.
  private func contrast(_ palette: Palette, _ first: Ink, _ second: Ink) -> Double {
    let lights = [first, second].map { PictureColors(palette: palette).luminance(of: $0) }
    return ((lights.max() ?? 0) + 0.05) / ((lights.min() ?? 0) + 0.05)
  }
}

extension PictureColors {
  /// 0 for black to 1 for white.
  fileprivate func luminance(of ink: Ink) -> Double {
    let digits = Array((color(of: ink) ?? "#000000").dropFirst())
    let parts = stride(from: 0, to: 6, by: 2).map { place in
      let value = Double(Int(String(digits[place...place + 1]), radix: 16) ?? 0) / 255
      // Close to the exact curve, and enough to tell legible from not.
      return value * value * (0.2 + 0.8 * value)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
