import KeywardEngine
import Testing

@testable import KeywardTerminal

/// The bar of a cap's characters: its place, its content, and the place of a cell.
@Suite struct AlternatesRowTests {
  private static let accents = ["e", "é", "è", "ê", "ë", "ē", "ę"]

  private static func labels(_ count: Int, width: Int) -> [String] {
    (0..<count).map { _ in String(repeating: width == 2 ? "語" : "m", count: width == 2 ? 1 : width)
    }
  }

  private func drawn(
    _ row: AlternatesRow, cap: CellRect = CellRect(column: 12, line: 6, columns: 6, lines: 2),
    label: Int = 14, columns: Int = 40, rows: Int = 12, isASCII: Bool = false
  ) -> [String] {
    var buffer = CellBuffer(columns: columns, rows: rows)
    let placed = row.placed(at: cap, label: label, columns: columns, rows: rows)
    row.draw(at: placed, on: &buffer, hasColor: false, glyphs: Glyphs(isASCII: isASCII))
    return buffer.lines
  }

  @Test("The bar is in the row above the cap, and the cap's own character is the first")
  func itIsAboveTheCapWithTheCapsCharacterFirst() {
    let lines = drawn(AlternatesRow(slot: 2, labels: Self.accents))
    #expect(lines[6] == "              e  é  è  ê  ë  ē  ę")
    #expect(lines.enumerated().allSatisfy { $0.offset == 6 || $0.element.isEmpty })
  }

  @Test(
    "Without colours the highlighted alternate has marks beside it", arguments: [false, true],
    [false, true])
  func marksOfTheHighlightedOne(isASCII: Bool, isFocused: Bool) {
    var row = AlternatesRow(slot: 2, labels: ["a", "bc", "d"], marked: 1, isFocused: isFocused)
    #expect(drawn(row, isASCII: isASCII)[6] == "              a >bc< d")
    row.marked = 2
    #expect(drawn(row, isASCII: isASCII)[6] == "              a  bc >d<")
  }

  @Test func withoutRoomItMovesSidewaysOrBelow() {
    let row = AlternatesRow(slot: 2, labels: Self.accents)
    let right = CellRect(column: 34, line: 6, columns: 6, lines: 2)
    #expect(drawn(row, cap: right, label: 36)[6].hasPrefix("                    e  é"))
    let left = CellRect(column: 0, line: 6, columns: 4, lines: 2)
    #expect(drawn(row, cap: left, label: 1)[6].hasPrefix(" e  é"))
    // The first row holds only our own words.
    let top = CellRect(column: 12, line: 0, columns: 6, lines: 2)
    let lines = drawn(row, cap: top)
    #expect(lines[..<2] == ["", ""])
    #expect(lines[2].contains(" e  é"))
  }

  @Test func itCoversNoRevealedCharactersIfItFitsElsewhere() {
    let row = AlternatesRow(slot: 2, labels: Self.accents)
    let cap = CellRect(column: 12, line: 6, columns: 6, lines: 2)
    let secret = CellRect(column: 4, line: 6, columns: 20, lines: 1)
    let placed = row.placed(at: cap, label: 14, columns: 40, rows: 12, avoiding: [secret])
    #expect(placed.cells.line == 8)
  }

  /// The whole box is inside, and no label is lost, at every size from 40 × 16 on, from any cap.
  @Test(arguments: [1, 2, 3, 8], [1, 7, 17])
  func itFitsEveryWindow(width: Int, count: Int) {
    let row = AlternatesRow(slot: 0, labels: Self.labels(count, width: width))
    for (columns, rows) in [(40, 16), (41, 17), (45, 40), (60, 20), (80, 24), (132, 43)] {
      for column in stride(from: 0, to: columns - 4, by: 3) {
        for line in stride(from: 2, to: rows - 2, by: 1) {
          let cap = CellRect(column: column, line: line, columns: 4, lines: 2)
          let placed = row.placed(at: cap, label: column + 1, columns: columns, rows: rows)
          let box = placed.cells
          let isInside =
            box.column >= 0 && box.column + box.columns <= columns && box.line >= 1
            && box.line + box.lines <= rows
          let areWhole = placed.places.allSatisfy { place in
            place.columns > width && place.column >= box.column
              && place.column + place.columns <= box.column + box.columns
              && place.line >= box.line && place.line < box.line + box.lines
          }
          guard isInside, areWhole else {
            Issue.record("\(width) × \(count) at \(columns) × \(rows): \(placed)")
            return
          }
        }
      }
    }
  }

  @Test func oneLineWhereTheyHaveRoom() {
    for (count, width, lines) in [(12, 1, [12]), (17, 1, [17]), (17, 2, [12, 5])] {
      let row = AlternatesRow(slot: 0, labels: Self.labels(count, width: width))
      let cap = CellRect(column: 0, line: 6, columns: 4, lines: 2)
      let placed = row.placed(at: cap, label: 1, columns: 38, rows: 12)
      let first = placed.cells.line
      #expect(
        lines.indices.map { line in placed.places.count { $0.line == first + line } } == lines)
    }
  }

  @Test func ofTooManyLinesThoseAroundTheMarkAreShown() {
    var row = AlternatesRow(slot: 0, labels: Self.labels(17, width: 8), marked: 0, isFocused: true)
    let cap = CellRect(column: 0, line: 5, columns: 4, lines: 2)
    for place in row.labels.indices {
      row.marked = place
      let placed = row.placed(at: cap, label: 1, columns: 20, rows: 8)
      #expect(!placed.places[place].isEmpty)
      #expect(placed.cells.line + placed.cells.lines <= 8)
    }
  }

  @Test func aCellBelongsToTheNearestPlaceUpToAKeyAway() {
    let row = AlternatesRow(slot: 2, labels: Self.accents)
    let cap = CellRect(column: 12, line: 6, columns: 6, lines: 2)
    let placed = row.placed(at: cap, label: 14, columns: 40, rows: 12)
    for (index, place) in placed.places.enumerated() {
      for column in place.column..<place.column + 3 {
        #expect(placed.place(at: Point(ofColumn: column, row: 6)) == index)
        for row in 3...9 {
          let nearest = placed.place(nearest: Point(ofColumn: column, row: row))
          #expect(nearest == ((4...8).contains(row) ? index : nil))
        }
      }
    }
    for (column, row) in [(12, 6), (13, 5)] {
      #expect(placed.place(at: Point(ofColumn: column, row: row)) == nil)
    }
    // Four cells are as wide as a key of two lines is high.
    for (column, place) in [(37, 6), (38, nil), (9, 0), (8, nil)] {
      #expect(placed.place(nearest: Point(ofColumn: column, row: 6)) == place)
    }
  }

  @Test("Beside filled caps, the bar covers no label of another key and no field")
  func theBarCoversNoOtherLabel() throws {
    try forEachBar(hasBlocks: true) { screen, _, view, origin in
      let box = try #require(screen.alternates?.cells)
      #expect(box.lines == 1)
      for field in screen.fieldAreas {
        #expect(!(field.line..<field.line + field.lines).contains(box.line))
      }
      for key in view.layout.keys.indices {
        let label = view.labelCell(of: key)
        let (column, row) = (origin.column + label.column, origin.row + label.row)
        #expect(!box.contains(column: column, line: row), "\(screen.buffer.columns) \(key)")
      }
    }
  }

  @Test("Among boxes, the bar covers no edge and no text, and boxes only as a whole")
  func theBarCoversWholeBoxes() throws {
    try forEachBar(hasBlocks: false) { screen, plain, view, origin in
      let size = "\(screen.buffer.columns) × \(screen.buffer.rows)"
      // The hints below the panel change, too.
      let rows = (0..<origin.row + view.grid.lines).filter { row in
        (0..<screen.buffer.columns).contains { screen.buffer[$0, row] != plain.buffer[$0, row] }
      }
      let box = try #require(screen.alternates?.cells)
      for row in rows where row != box.line {
        // The edges of the covered boxes lose their joints.
        #expect(abs(row - box.line) == 1, "\(size)")
        for column in 0..<screen.buffer.columns {
          let (was, now) = (
            plain.buffer.character(column, row), screen.buffer.character(column, row)
          )
          #expect(was == now || now == "─", "\(size)")
        }
      }
      let (old, new) = (plain.buffer.lines[box.line], screen.buffer.lines[box.line])
      #expect(!old.contains { "─╭╮╰╯┬┴━┏┓┗┛".contains($0) }, "\(size): \(old)")
      #expect(screen.fieldAreas.allSatisfy { box.line < $0.line || box.line >= $0.line + $0.lines })
      // What is left beside the bar ends and begins with the side of a box, if there is one.
      let left = String(new.prefix(box.column)).trimmed
      let right = String(new.dropFirst(box.column + box.columns)).trimmed
      if let side = left.last { #expect("│┃".contains(side), "\(size): \(new)") }
      if let side = right.first { #expect("│┃".contains(side), "\(size): \(new)") }
    }
  }

  @Test("The boxes that the bar covers become one box, without joints in its edges")
  func theBarIsInOneEmptyBox() throws {
    var count = 0
    try forEachBar(hasBlocks: false) { screen, _, view, origin in
      let bar = try #require(screen.alternates?.cells)
      guard bar.lines == 1, !view.boxes(inRow: bar.line - origin.row).isEmpty else { return }
      count += 1
      let row = Array(screen.buffer.lines[bar.line])
      let left = try #require(row[..<bar.column].lastIndex(of: "│"))
      let right = try #require(row[(bar.column + bar.columns)...].firstIndex(of: "│"))
      #expect((left + 1..<bar.column).allSatisfy { row[$0] == " " })
      #expect((bar.column + bar.columns..<right).allSatisfy { row[$0] == " " })
      // In rows of two lines, the line above belongs to another row.
      for edge in view.grid.lineHeight < 3 ? [1] : [-1, 1] {
        let line = Array(screen.buffer.lines[bar.line + edge])
        #expect(line[left + 1..<right].allSatisfy { $0 == "─" }, "\(String(line))")
      }
    }
    #expect(count > 20)
  }

  @Test("Without colours only the highlighted alternate is reversed, as the focused cap is")
  func onlyTheChosenOneIsReversed() {
    for marked in [nil, 0, 3] {
      var row = AlternatesRow(slot: 2, labels: Self.accents, marked: marked)
      for isFocused in [false, true] {
        row.isFocused = isFocused
        var buffer = CellBuffer(columns: 40, rows: 12)
        let cap = CellRect(column: 12, line: 6, columns: 6, lines: 2)
        let placed = row.placed(at: cap, label: 14, columns: 40, rows: 12)
        row.draw(at: placed, on: &buffer, hasColor: false, glyphs: Glyphs(isASCII: false))
        let reversed = (0..<40).filter { buffer[$0, 6].style.attributes.contains(.reverse) }
        let chosen = marked.map { placed.places[$0] }
        #expect(reversed == chosen.map { Array($0.column..<$0.column + $0.columns) } ?? [])
      }
    }
  }

  @Test("The bar of each cap stays in the panel if it fits in it", arguments: [false, true])
  func theBarStaysInThePanel(hasBlocks: Bool) throws {
    try forEachBar(hasBlocks: hasBlocks) { screen, _, view, origin in
      let bar = try #require(screen.alternates?.cells)
      guard 3 * Self.accents.count <= view.grid.columns else { return }
      let columns = origin.column..<origin.column + view.grid.columns
      #expect(columns.contains(bar.column) && bar.column + bar.columns <= columns.upperBound)
    }
  }

  /// Passes the screens with and without the bar of each cap, at several sizes.
  private func forEachBar(
    hasBlocks: Bool,
    _ check: (
      _ screen: ComposedScreen, _ plain: ComposedScreen, _ view: KeyboardView,
      _ origin: (column: Int, row: Int)
    ) throws -> Void
  ) throws {
    for (columns, rows) in [(40, 16), (41, 17), (60, 20), (80, 24), (120, 40)] {
      var content = try ScreenSamples.unlocking(columns: columns, rows: rows, hasColor: hasBlocks)
      let plain = content.rendered(columns: columns, rows: rows)
      let (view, origin) = try (#require(plain.view), #require(plain.panelOrigin))
      for slot in view.layout.keys.indices where view.layout.keys[slot].key.role == .input {
        content.keyboard?.alternates = AlternatesRow(slot: slot, labels: Self.accents)
        try check(content.rendered(columns: columns, rows: rows), plain, view, origin)
      }
    }
  }

  @Test func theWholeCapIsNear() {
    let row = AlternatesRow(slot: 2, labels: Self.accents)
    for lines in 2...5 {
      for line in 1..<30 - lines {
        let cap = CellRect(column: 12, line: line, columns: 6, lines: lines)
        let placed = row.placed(at: cap, label: 14, columns: 40, rows: 30)
        for cell in line..<line + lines {
          let place = placed.place(nearest: Point(ofColumn: 14, row: cell))
          #expect(place == 0, "\(lines) at \(line)")
        }
      }
    }
  }

  @Test func arrowsGoFromPlaceToPlaceAndStopAtTheEnds() {
    let row = AlternatesRow(slot: 0, labels: Self.labels(17, width: 2))
    let cap = CellRect(column: 0, line: 12, columns: 4, lines: 2)
    let placed = row.placed(at: cap, label: 1, columns: 40, rows: 16)
    func place(_ from: Int, _ key: TerminalKey) -> Int {
      row.place(from: from, towards: key, in: placed)
    }
    #expect(place(0, .left) == 0 && place(0, .right) == 1)
    #expect(place(16, .right) == 16 && place(11, .right) == 12)
    #expect(place(2, .down) == 15 && place(11, .down) == 16)
    #expect(place(15, .up) == 2 && place(2, .up) == 2 && place(15, .down) == 15)
    #expect(row.place(from: 3, towards: .right, in: nil) == 4)
    #expect(row.place(from: 3, towards: .down, in: nil) == 3)
  }

  // MARK: The mark on caps

  private static let panels = [
    ("latin-qwerty", PanelName.letters), ("latin-qwertz", .letters), ("cyrillic-jcuken", .letters),
    ("greek", .letters), ("latin-qwerty", .symbols),
  ]

  /// A mark changes one cell of each cap that offers others, and the same cells with any focus.
  @Test(arguments: panels.indices, [false, true])
  func onlyCapsThatOfferOthersAreMarked(_ index: Int, hasColor: Bool) throws {
    try checkMarks(onPanel: index, hasColor: hasColor, isASCII: false)
    try checkMarks(onPanel: index, hasColor: hasColor, isASCII: true)
  }

  private func checkMarks(onPanel index: Int, hasColor: Bool, isASCII: Bool) throws {
    let (keyboard, panel) = Self.panels[index]
    for (columns, lines) in [(40, 9), (44, 13), (50, 9), (60, 9), (72, 9), (72, 13)] {
      let layout = try ScreenSamples.panel(
        columns: columns, rows: 24, keyboard: keyboard, panel: panel)
      var view = KeyboardView(layout: layout, glyphs: Glyphs(isASCII: isASCII))
        .fitted(columns: columns, lines: lines)
      guard view.canBeDrawn else { continue }
      view.hasBlocks = hasColor
      for focus in [nil, 0, layout.keys.count / 2] {
        view.focus = focus
        view.isFocused = focus != nil
        checkMarks(of: view)
      }
    }
  }

  private func checkMarks(of view: KeyboardView) {
    var (plain, marked) = (view, view)
    plain.marksAlternates = false
    marked.marksAlternates = true
    let buffers = [plain.drawn, marked.drawn]
    let isShown = view.hasRoomForMarks
    for (slot, tile) in view.grid.tiles.enumerated() {
      var changes = 0
      for column in tile.column..<tile.column + tile.columns {
        for row in tile.line..<tile.line + tile.lines {
          let (was, now) = (buffers[0][column, row], buffers[1][column, row])
          guard was != now else { continue }
          changes += 1
          #expect(was.style == now.style || now.style.isQuieter(than: was.style))
          #expect(["·", ":"].contains(buffers[1].character(column, row)))
          #expect(buffers[0].character(column, row) == " ")
          // A blank is between the label and the mark.
          #expect(buffers[0].character(column - 1, row) == " ")
        }
      }
      let offers = !view.layout.keys[slot].key.alternates.isEmpty
      #expect(changes == (offers && isShown ? 1 : 0), "\(view.layout.keys[slot].key.id)")
    }
  }

  @Test func onCapsThatAreTooSmallThereIsNoMark() throws {
    func hasRoom(_ columns: Int, hasColor: Bool, isASCII: Bool = false) throws -> Bool {
      let layout = try ScreenSamples.panel(columns: columns, rows: 24)
      var view = KeyboardView(layout: layout, glyphs: Glyphs(isASCII: isASCII))
        .fitted(columns: columns, lines: 9)
      view.hasBlocks = hasColor
      return view.hasRoomForMarks
    }
    for columns in 61...72 {
      #expect(try hasRoom(columns, hasColor: false) && hasRoom(columns, hasColor: true))
    }
    // Of three cells one is the label's, and none beside it has a blank between.
    for hasColor in [false, true] { #expect(try !hasRoom(40, hasColor: hasColor)) }
    #expect(try !hasRoom(40, hasColor: true, isASCII: true))
  }
}

extension Style {
  fileprivate func isQuieter(than other: Style) -> Bool {
    foreground == .secondLabel && other.foreground == .label || attributes.contains(.dim)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
