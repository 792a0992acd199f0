import KeywardEngine
import KeywardGeometry
import KeywardLayout
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct KeyboardViewTests {
  private func view(
    _ columns: Int, _ rows: Int, keyboard: String = "latin-qwerty", panel: PanelName? = nil,
    isASCII: Bool = false
  ) throws -> KeyboardView {
    KeyboardView(
      layout: try ScreenSamples.panel(
        columns: columns, rows: rows, keyboard: keyboard, panel: panel),
      glyphs: Glyphs(isASCII: isASCII))
  }

  @Test func keyboardsAreDrawnAsInTheGoldenFile() throws {
    let differences = try GoldenFile("keyboards").differences { one in
      try drawn(one.name).joined(separator: "\n")
    }
    #expect(differences == [])
  }

  /// The lines of a keyboard as `NAME SCREEN …`, with words such as `symbols-panel`, `focus`.
  private func drawn(_ name: String) throws -> [String] {
    let words = name.split(separator: " ")
    let phone = try ScreenDescription(
      size: Size(width: 375, height: 812), safeArea: RectInsets(top: 44, bottom: 34))
    let window =
      words[1] == "80x24"
      ? try ScreenDescription(columns: 80, lines: 24)
      : try ScreenDescription(columns: 45, lines: 40)
    let layout = try ScreenSamples.layout(
      of: String(words[0]), panel: words.contains("symbols-panel") ? .symbols : nil,
      page: words.contains("symbols-page") ? .symbols : .digits,
      width: words.contains("full") ? .full : .half, hasFullWidth: words.contains("widths"),
      on: words[1] == "phone" ? phone : window)
    var view = KeyboardView(layout: layout, glyphs: Glyphs(isASCII: words.contains("ascii")))
    if words.contains("shift") { view.shift = .once }
    if words.contains("focus") { view.focus = layout.slot(of: "g") }
    view.isFocused = words.contains("focus")
    return view.lines
  }

  @Test func everyCellOfATileIsItsKey() throws {
    for (columns, rows) in [(45, 40), (80, 24), (33, 60), (300, 100), (64, 20)] {
      let view = try view(columns, rows)
      for (slot, tile) in view.grid.tiles.enumerated() {
        for line in tile.line..<tile.line + tile.lines {
          for column in tile.column..<tile.column + tile.columns {
            #expect(view.slot(column: column, row: line) == slot)
          }
        }
      }
    }
  }

  @Test func cellsBesideTheRowBelongToItsEnd() throws {
    let view = try view(45, 40)
    #expect(view.slot(column: 0, row: 5) == view.layout.slot(of: "a"))
    #expect(view.slot(column: 44, row: 5) == view.layout.slot(of: "l"))
    #expect(view.slot(column: 45, row: 5) == nil)
    #expect(view.slot(column: 0, row: 13) == nil)
    #expect(view.slot(column: -1, row: 0) == nil)
  }

  @Test func shiftShowsInWordAndSign() throws {
    func words(_ columns: Int) throws -> [String] {
      var view = try view(columns, 60)
      return [.off, .once, .locked].map { (shift: ShiftState) in
        view.shift = shift
        return view.label(of: view.layout.slot(of: "shift") ?? 0) ?? "none"
      }
    }
    #expect(try words(50) == ["⇧", "⇑", "⇪"])
    #expect(try words(80) == ["shift", "⇑ shift", "⇪ shift"])
    #expect(try words(40) == ["⇧", "⇑", "⇪"])
  }

  @Test func altgrShowsInWordAndSign() {
    func forms(_ altgr: ShiftState, isASCII: Bool = false) -> [String] {
      CapLabel(Key(role: .altgr), altgr: altgr, glyphs: Glyphs(isASCII: isASCII)).forms
    }
    #expect(forms(.off) == ["AltGr", "Alt", "⎇", ""])
    #expect(forms(.once) == ["⇑ AltGr", "⇑", ""] && forms(.locked) == ["⇪ AltGr", "⇪", ""])
    #expect(forms(.off, isASCII: true) == ["AltGr", "Alt", "G", ""])
  }

  @Test func functionLabelsShrinkToNothing() {
    let key = Key(role: .delete)
    let label = CapLabel(key, shift: .off, glyphs: Glyphs(isASCII: false))
    #expect(label.form(fitting: 6) == "delete")
    #expect(label.form(fitting: 5) == "⌫")
    #expect(label.form(fitting: 0) == "")
    #expect(CapLabel(key, shift: .off, glyphs: Glyphs(isASCII: true)).form(fitting: 5) == "<-")
  }

  @Test("Small caps without a fill are in brackets, with a free cell between them")
  func bracketsOfSmallCaps() throws {
    for isASCII in [false, true] {
      let panel = try ScreenSamples.panel(columns: 40, rows: 16)
      var view = KeyboardView(layout: panel, glyphs: Glyphs(isASCII: isASCII))
        .fitted(columns: 40, lines: 9)
      #expect(view.canBeDrawn)
      let lines = view.drawn.lines
      #expect(lines.contains("[q] [w] [e] [r] [t] [y] [u] [i] [o] [p]"), "\(lines)")
      for row in stride(from: 0, to: 8, by: 2) { #expect(lines[row].isEmpty, "\(lines)") }
      (view.focus, view.isFocused) = (panel.slot(of: "g"), true)
      let focused = view.drawn
      let row = try #require(focused.lines.firstIndex { $0.contains("[f] >g< [h]") })
      let cell = try #require(view.focus.map { view.labelCell(of: $0) })
      #expect(cell.row == row && focused[cell.column, row].style.attributes.contains(.reverse))
      // Every cell of a cap belongs to its key.
      for slot in panel.keys.indices {
        let tile = view.grid.tiles[slot]
        #expect(view.slot(column: tile.column, row: tile.line + 1) == slot)
      }
    }
    // Larger caps are boxes, as in a table.
    let wide = KeyboardView(
      layout: try ScreenSamples.panel(columns: 80, rows: 24), glyphs: Glyphs(isASCII: false)
    ).fitted(columns: 72, lines: 9)
    #expect(!wide.drawn.lines.contains { $0.contains("[") })
  }

  @Test func labelsAreSanitised() {
    let label = CapLabel(
      Key(input: "k", label: "\u{1b}]\u{202e}x"), shift: .off, glyphs: Glyphs(isASCII: false))
    #expect(label.forms == ["\u{fffd}]\u{fffd}x"])
  }

  @Test func tooSmallToDraw() throws {
    #expect(try !view(30, 60).canBeDrawn)
    #expect(try view(31, 60).canBeDrawn)
    // Rows that are too low take the lines they need.
    #expect(try view(32, 12).grid.lines == 8)
  }

  @Test func returnTypesAreWrittenLikeTheOtherKeys() {
    for type in ReturnType.allCases {
      let label = CapLabel(
        Key(role: .return, label: type.label), shift: .off, glyphs: Glyphs(isASCII: false))
      #expect(label.forms.first == type.label)
    }
  }
}
