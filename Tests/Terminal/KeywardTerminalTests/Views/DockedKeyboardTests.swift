import KeywardEngine
import KeywardLayout
import Testing

@testable import KeywardTerminal

/// The keyboard across the whole width at the lower edge, on a terminal and on a console.
@Suite struct DockedKeyboardTests {
  private func prompt(
    _ keyboard: String = "latin-qwerty", cell: Size = Size(width: 8, height: 16),
    hasBlocks: Bool = true, font: FontMap? = nil,
    _ change: (inout Question) -> Void = { _ in }
  ) throws -> Prompt {
    let fields = try PromptHarness.fields(1)
    var options = Question()
    options.look.form = .docked
    options.description = "Unlock the disk"
    change(&options)
    var surface = PromptSurface()
    surface.glyphs = Glyphs(isASCII: false, firstLoneMark: 0x300, font: font)
    (surface.hasColor, surface.hasBlocks) = (hasBlocks, hasBlocks)
    surface.pixelsOfCell = cell
    let definition = try ShippedLayouts.keyboard(named: keyboard)
    let drawn = try PromptHarness.keyboard(into: fields[0]) { configuration in
      configuration.definition = definition
      configuration.isChosen = true
    }
    return Prompt(options, fields: fields, surface: surface, keyboard: .ready(drawn))
  }

  private func picture(
    _ prompt: Prompt, columns: Int, rows: Int
  ) -> ComposedScreen {
    prompt.handle(.window(columns: columns, rows: rows), at: 0)
    prompt.handle(.began(.canonical), at: 0)
    return prompt.picture(columns: columns, rows: rows)
  }

  /// 1280 x 800 and 800 x 1280 are pads, 640 x 480 is a phone, whose keys have the least rows.
  @Test(arguments: [
    (160, 50, 25), (100, 80, 17), (80, 30, 9), (80, 24, 9),
  ])
  func theHeightIsTheModels(columns: Int, rows: Int, lines: Int) throws {
    let screen = picture(try prompt(), columns: columns, rows: rows)
    #expect(screen.view?.grid.lines == lines)
  }

  @Test(
    .tags(.slow), arguments: ["latin-qwerty", "cyrillic-jcuken", "de", "number"], [true, false])
  func everySizeIsDocked(keyboard: String, hasBlocks: Bool) throws {
    let prompt = try prompt(keyboard, hasBlocks: hasBlocks)
    for (columns, rows) in stride(from: 40, through: 250, by: 3).map({ ($0, 16 + $0 % 60) }) {
      let screen = picture(prompt, columns: columns, rows: rows)
      let view = try #require(screen.view, "\(columns) x \(rows)")
      let origin = try #require(screen.panelOrigin)
      #expect(origin.column == 0 && view.grid.columns == columns)
      #expect(origin.row + view.grid.lines == rows)
      let size = Size(width: Double(columns) * 8, height: Double(rows) * 16)
      let isPad = min(size.width, size.height) >= 600
      let window = try ScreenDescription(size: size, idiom: isPad ? .pad : .phone)
      let heights = try KeyboardGeometry(
        screen: window, profile: .standard, hasToolbar: false,
        grid: ShippedLayouts.keyboard(named: keyboard).heightGrid(in: size.width))
      let wanted = min(Int((heights.height / 16).rounded()), rows - 16)
      let keyRows = max(
        view.layout.rowCount, heights.grid == .standard ? 0 : heights.grid.rows)
      let height = CellGrid.lineHeight(lines: wanted, rows: keyRows, isSpaced: hasBlocks)
      #expect(view.grid.lines == height * keyRows + 1, "\(columns) x \(rows)")
      let (left, right) = (view.grid.caps.lowerBound, columns - view.grid.caps.upperBound)
      #expect((left, right) == (0, 0), "\(columns): \(left), \(right)")
      let unit = view.layout.keyWidth
      let letters = view.layout.keys.indices.filter {
        view.layout.keys[$0].key.role == .input && view.layout.keys[$0].frame.width == unit
      }
      let widths = letters.map { Double(view.grid.tiles[$0].columns) }
      let mean = widths.reduce(0, +) / Double(widths.count)
      #expect(widths.allSatisfy { abs($0 - mean) < 1.1 }, "\(columns): \(widths)")
      let field = try #require(screen.fieldAreas.first)
      if field.lines == 3 {
        #expect((0...1).contains(columns - 2 * field.column - field.columns), "\(columns)")
      }
      let hints = try #require(screen.buffer.lines.firstIndex { $0.contains("Enter") })
      #expect((field.line + field.lines..<origin.row).contains(hints), "\(columns) x \(rows)")
      #expect(screen.buffer.lines[..<field.line].contains { $0.contains("Unlock the disk") })
    }
  }

  /// A pad's keys grow too, and below the last caps the panel reaches the window's edge.
  @Test func thePanelReachesTheEdge() throws {
    let screen = picture(try prompt("number"), columns: 160, rows: 50)
    let view = try #require(screen.view)
    #expect(view.grid.caps.count >= 157)
    let last = (0..<160).map { screen.buffer[$0, 49].style.background }
    #expect(last.allSatisfy { $0 == .panel })
    #expect(try #require(view.grid.tiles.map { $0.line + $0.lines }.max()) < view.grid.lines)
  }

  @Test func withoutRoomTheFieldStays() throws {
    let screen = picture(try prompt(), columns: 20, rows: 9)
    #expect(!screen.hasKeyboard && screen.fieldAreas.count == 1)
  }

  @Test func theSpaceBarNamesAChosenLayout() throws {
    let screen = picture(try prompt("de"), columns: 160, rows: 50)
    #expect(screen.buffer.lines.contains { $0.contains("Deutsch") })
    // In the first frame, too, the field leaves the name to the space bar.
    let drawn = picture(try prompt("de") { $0.look.layoutName = "Deutsch" }, columns: 160, rows: 50)
    #expect(drawn.buffer.lines.count { $0.contains("Deutsch") } == 1)
    let hidden = try prompt("de") {
      $0.look.showsKeyboard = false
      $0.look.layoutName = "Deutsch"
    }
    #expect(picture(hidden, columns: 80, rows: 24).buffer.lines.contains { $0.contains("Deutsch") })
  }

  // MARK: The console's font

  /// The kernel's own font has the lines and blocks of code page 437, and no rounded corner.
  private static let kernels = FontMap("┌┐└┘├┤┬┴┼─│▀█▄░•·≡ßäöü".utf16)
  private static let least = FontMap([UInt16]())

  @Test(arguments: [kernels, least], [true, false])
  func onlyGlyphsOfTheFontAreDrawn(font: FontMap, hasBlocks: Bool) throws {
    for keyboard in ["latin-qwerty", "cyrillic-jcuken", "de", "il", "th"] {
      let prompt = try prompt(keyboard, hasBlocks: hasBlocks, font: font) { options in
        options.description = "Disk “A” – größer… 漢字 e\u{301}"
        options.error = "Wrong"
        options.quality = .init("Quality")
      }
      prompt.placeFocus()
      prompt.isKeyboardFocused = true
      for (columns, rows) in [(160, 50), (80, 24), (60, 40)] {
        let lines = picture(prompt, columns: columns, rows: rows).buffer.lines
        for line in lines {
          #expect(line.unicodeScalars.allSatisfy(font.has), "\(keyboard) \(columns): \(line)")
        }
        let corner = lines.contains { $0.contains(font == Self.kernels ? "┌" : "+") }
        #expect(corner, "\(keyboard)")
      }
    }
  }

  /// A cap whose character is missing shows the Latin letter of its position.
  @Test func missingCharactersBecomeLatinLetters() throws {
    let screen = picture(try prompt("cyrillic-jcuken", font: Self.kernels), columns: 160, rows: 50)
    let caps = screen.buffer.lines.joined(separator: " ")
    for letter in ["[q]", "[w]", "[p]", "[a]", "[z]", "[m]"] { #expect(caps.contains(letter)) }
    #expect(!caps.contains("??"))
  }

  @Test(arguments: [160, 40]) func everyPositionHasItsLatinLetter(columns: Int) throws {
    for keyboard in ["latin-qwerty", "us", "gb"] {
      let screen = try ScreenDescription(columns: columns, lines: 50)
      let definition = try ShippedLayouts.keyboard(named: keyboard)
      let page = try #require(
        definition.page(PanelSelection(panel: .letters), in: PanelSet(of: definition)))
      let layout = try KeyboardGeometry(screen: screen, profile: .standard, hasToolbar: false)
        .layout(of: page)
      for slot in layout.keys.indices {
        let label = layout.keys[slot].key.label
        guard label.count == 1, "abcdefghijklmnopqrstuvwxyz1234567890".contains(label) else {
          continue
        }
        #expect(layout.latinLetter(of: slot).map(String.init) == label, "\(keyboard)")
      }
    }
  }
}
