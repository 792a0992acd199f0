import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal
@testable import KeywardTools

@Suite struct ScreenPictureTests {
  private func picture(_ palette: Palette, _ columns: Int = 80, _ rows: Int = 24) throws -> String {
    let screen = ComposedScreen(
      picturing: Question(), keyboard: try keyboard(columns, rows), columns: columns, rows: rows,
      palette: palette)
    return ScreenPicture(screen.buffer, palette: palette).svg
  }

  private func keyboard(_ columns: Int, _ rows: Int) throws -> Keyboard {
    let screen = try ScreenDescription(columns: columns, lines: rows)
    return try KeyboardHarness.shown {
      $0.screen = screen
      $0.title = "Passphrase"
    }.keyboard
  }

  @Test func everyTagIsClosed() throws {
    for palette in [Palette.monochrome, Palette(depth: .indexed, isLight: false)] {
      var open: [Substring] = []
      for piece in try picture(palette).split(separator: "<") {
        guard !piece.hasPrefix("/") else {
          #expect(open.popLast() == piece.dropFirst().prefix { $0 != ">" })
          continue
        }
        guard let end = piece.lastIndex(of: ">") else {
          Issue.record("\(piece)")
          continue
        }
        if !piece[..<end].hasSuffix("/") { open.append(piece.prefix { $0 != " " && $0 != ">" }) }
      }
      #expect(open.isEmpty)
    }
  }

  @Test func everyCharacterHasThePlaceOfItsCell() {
    var buffer = CellBuffer(columns: 8, rows: 2)
    buffer.put("a語b", column: 1, row: 1)
    let svg = ScreenPicture(buffer, palette: .monochrome).svg
    #expect(svg.contains("<text x=\"15\" y=\"35\">a</text>"))
    #expect(svg.contains("<text x=\"30\" y=\"35\">語</text>"))
    #expect(svg.contains("<text x=\"45\" y=\"35\">b</text>"))
  }

  @Test func markupIsText() {
    var buffer = CellBuffer(columns: 8, rows: 1)
    buffer.put("<&>\"", column: 0, row: 0)
    let picture = ScreenPicture(buffer, palette: .monochrome, title: "<b>&\u{1b}")
    for part in ["&lt;", "&amp;", "&gt;", "&quot;"] { #expect(picture.svg.contains(part)) }
    #expect(picture.svg.contains("<title>&lt;b&gt;&amp;\u{fffd}</title>"))
  }

  @Test func aRoundedRectangleForEveryCap() throws {
    let svg = try picture(Palette(depth: .direct, isLight: true))
    let caps = svg.split(separator: "\n").count {
      $0.contains("rx=\"5\"") && !$0.contains("opacity")
    }
    // 31 keys and the three buttons of the strip.
    #expect(caps == 34)
    #expect(svg.contains("#d1d5d9"))
    #expect(svg.contains("#adb2bc"))
  }

  @Test func withoutColourOnlyTheWindowsTwo() throws {
    let svg = try picture(.monochrome)
    let content = svg[(svg.range(ofText: "translate(")?.upperBound ?? svg.startIndex)...]
    var colors: Set<Substring> = []
    for piece in content.split(separator: "\"") where piece.hasPrefix("#") { colors.insert(piece) }
    #expect(colors == ["#e8e8ea"])
  }

  @Test func secretsStayEmpty() {
    var buffer = CellBuffer(columns: 4, rows: 1)
    buffer.reserve(column: 0, row: 0, width: 4)
    let svg = ScreenPicture(buffer, palette: .monochrome, title: "").svg
    #expect(
      svg == ScreenPicture(CellBuffer(columns: 4, rows: 1), palette: .monochrome, title: "").svg)
  }

  @Test func sizeFollowsTheCells() {
    let picture = ScreenPicture(CellBuffer(columns: 80, rows: 24), palette: .monochrome)
    #expect(picture.width == 828)
    #expect(picture.height == 542)
    #expect(picture.svg.contains("viewBox=\"0 0 828 542\""))
  }
}

extension String {
  fileprivate func range(ofText text: String) -> Range<String.Index>? { ranges(of: text).first }
}
