import KeywardEngine
import KeywardGeometry
import KeywardLayout
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// The measurements of a designer: equal rows, equal gaps, equal caps, margins split evenly.
@Suite struct EvenKeyboardTests {
  @Test("On a pad, the last keys of all rows end in one column, at every width")
  func padsHaveOneRightEdge() throws {
    for columns in 24...100 {
      let expected = try #require(EntryKind("bitlocker"))
      let prompt = try PromptHarness.prompt(on: Self.filled) { configuration in
        configuration.expects = expected
        configuration.panel = expected.panel
      }
      prompt.handle(.window(columns: columns, rows: 24), at: 1)
      guard let view = prompt.picture(columns: columns, rows: 24).view else { continue }
      let ends = Dictionary(grouping: view.grid.tiles, by: \.line).values.map { row in
        row.map { $0.column + $0.columns }.max()
      }
      #expect(Set(ends).count == 1, "\(columns): \(ends)")
    }
  }

  private static let filled = {
    var surface = PromptSurface()
    (surface.hasColor, surface.hasBlocks) = (true, true)
    return surface
  }()

  static let panels: [(keyboard: String, panel: PanelName, returnType: ReturnType)] = [
    ("latin-qwerty", .letters, .default), ("latin-qwerty", .symbols, .default),
    ("latin-qwerty", .numbers, .default), ("latin-qwerty", .numbers, .done),
    ("id-card", .idCard, .default), ("id-card", .idCard, .continue),
    ("latin-qwertz", .letters, .default), ("cyrillic-jcuken", .letters, .default),
    ("greek", .letters, .default), ("iso", .letters, .default), ("ansi", .letters, .default),
    ("jis", .letters, .default), ("abnt", .letters, .default), ("iso", .symbols, .default),
  ]

  /// Every width and every height from 40 × 16 to 250 × 70, and the steps of both together.
  private static let sizes: [(columns: Int, rows: Int)] =
    (40...250).map { ($0, $0 % 3 == 0 ? 16 : $0 % 3 == 1 ? 28 : 70) }
    + (16...70).flatMap { rows in [40, 72].map { ($0, rows) } }

  @Test(.tags(.slow), arguments: panels.indices, [false, true])
  func everyWindowFrom40By16OnIsEven(_ index: Int, hasColor: Bool) throws {
    let (keyboard, panel, returnType) = Self.panels[index]
    var content = try ScreenSamples.unlocking(columns: 80, rows: 24)
    content.surface.hasColor = hasColor
    let toolbar = content.keyboard?.toolbar
    for (number, (columns, rows)) in Self.sizes.enumerated() {
      let hasToolbar = (number / 3 + number).isMultiple(of: 2)
      let layout = try Self.layout(
        keyboard, panel, returnType, columns: columns, rows: rows)
      var view = KeyboardView(layout: layout, glyphs: content.surface.glyphs)
      view.hasBlocks = hasColor
      content.keyboard = .init(view: view, toolbar: hasToolbar ? toolbar : nil, bottomRows: 0)
      let screen = content.rendered(columns: columns, rows: rows)
      let fault = check(screen)
      guard fault.isEmpty else {
        Issue.record("\(keyboard) \(panel) \(columns) × \(rows), strip \(hasToolbar): \(fault)")
        return
      }
    }
  }

  @Test(
    "In small windows too, background, field and keys have the same edges, with equal margins",
    .tags(.slow), arguments: [0, 2, 9, 10], [false, true])
  func smallWindowsAreEven(_ index: Int, hasBlocks: Bool) throws {
    let (keyboard, panel, returnType) = Self.panels[index]
    for columns in 20...80 {
      for rows in 10...30 {
        var content = try ScreenSamples.unlocking(columns: 80, rows: 24)
        let layout = try Self.layout(keyboard, panel, returnType, columns: columns, rows: rows)
        var view = KeyboardView(layout: layout, glyphs: content.surface.glyphs)
        view.hasBlocks = hasBlocks
        (content.surface.hasBlocks, content.surface.hasColor) = (hasBlocks, hasBlocks)
        content.keyboard = .init(
          view: view, toolbar: rows.isMultiple(of: 2) ? content.keyboard?.toolbar : nil,
          bottomRows: 0)
        let fault = edgeFault(content.rendered(columns: columns, rows: rows))
        guard fault.isEmpty else {
          Issue.record("\(keyboard) \(panel) \(columns) × \(rows): \(fault)")
          return
        }
      }
    }
  }

  /// The difference between edges or margins that should be equal; empty for none.
  private func edgeFault(_ screen: ComposedScreen) -> String {
    let columns = screen.buffer.columns
    func margins(_ cells: Range<Int>, in window: Range<Int>) -> String? {
      let left = cells.lowerBound - window.lowerBound
      let right = window.upperBound - cells.upperBound
      // Only wide margins may differ, where the numbers of columns do not allow equal ones.
      let isEven = left == right || left > 1 && right == left + 1
      return left >= 0 && isEven ? nil : "margins \(left), \(right)"
    }
    var panel: Range<Int>?
    if let view = screen.view, let origin = screen.panelOrigin {
      let own = origin.column..<origin.column + view.grid.columns
      panel = own
      if let fault = margins(own, in: 0..<columns) { return "panel: \(fault)" }
      let (first, end) = (view.grid.caps.lowerBound, view.grid.caps.upperBound)
      let caps = own.lowerBound + first..<own.lowerBound + end
      if own.upperBound - caps.upperBound != first { return "caps not in the middle" }
      if let fault = rowFault(view) { return fault }
      guard view.hasBlocks else { return "" }
      let line = origin.row + view.grid.lines - 1
      let filled = (0..<columns).filter { screen.buffer[$0, line].style.background != .own }
      if filled != Array(own) { return "background \(filled)" }
    }
    for field in screen.fieldAreas where field.lines == 3 {
      let cells = field.column..<field.column + field.columns
      if let panel, cells != panel { return "field \(cells), panel \(panel)" }
      if let fault = margins(cells, in: 0..<columns) { return "field: \(fault)" }
    }
    // A field without a box, which has its label in the same row, touches the window's edge only if
    // there is no room.
    for field in screen.fieldAreas where field.lines == 1 && columns >= 24 {
      guard let panel else { continue }
      let end = max(1, columns - 1)
      if field.column + field.columns != min(panel.upperBound, end) { return "field's end" }
      let row = screen.buffer.lines[field.line]
      let start = row.prefix { $0 == " " }.count
      if start != max(panel.lowerBound, 1) { return "label at \(start)" }
    }
    return ""
  }

  /// The fault of a row of keys with unequal margins; nil for none.
  private func rowFault(_ view: KeyboardView) -> String? {
    let tiles = view.grid.tiles
    // The empty areas of a form, such as that of Tab, are at the left edge.
    guard view.layout.form?.isStaggered != true else { return nil }
    for line in Set(tiles.map(\.line)) {
      let row = tiles.filter { $0.line == line }
      let left = (row.first?.column ?? 0) - view.grid.caps.lowerBound
      let end = (row.last.map { $0.column + $0.columns } ?? 0) + (view.hasGaps ? -1 : 1)
      let right = view.grid.caps.upperBound - end
      // Wide rows reach both edges; others may be off by a cell.
      if left == 0 || right == 0 ? left != right : abs(left - right) > 1 {
        return "row \(line): margins \(left), \(right)"
      }
    }
    return nil
  }

  static func layout(
    _ keyboard: String, _ panel: PanelName, _ returnType: ReturnType, columns: Int, rows: Int
  ) throws -> PanelLayout {
    let definition = try ScreenSamples.library.keyboard(keyboard)
    let set = try PanelSet(of: definition, startingWith: panel, hasToolbar: true)
    let screen = try ScreenDescription(columns: columns, lines: rows)
    let room = screen.usableWidth
    let page = try #require(
      definition.page(PanelSelection(panel: panel), in: set, returnType: returnType, room: room))
    return try KeyboardGeometry(
      screen: screen, profile: .standard, hasToolbar: false, grid: definition.heightGrid(in: room)
    ).layout(of: page)
  }

  /// Devices keep their own cells; those are even too.
  @Test(arguments: ["iphone-se-1", "iphone-xs", "ipad-mini-6"], Orientation.allCases)
  func devicesAreEven(device: String, orientation: Orientation) throws {
    let found = try Device.named(device).screen(orientation)
    for (keyboard, panel, _) in Self.panels {
      let layout = try ScreenSamples.layout(of: keyboard, panel: panel, on: found)
      var content = try ScreenSamples.unlocking(columns: 120, rows: 60)
      content.keyboard = .init(
        view: KeyboardView(layout: layout, glyphs: content.surface.glyphs), toolbar: nil,
        bottomRows: 2,
        isFitted: false)
      let screen = content.rendered(columns: 120, rows: 60)
      #expect(check(screen) == "", "\(device) \(keyboard) \(panel)")
      #expect(screen.view?.grid.lines == max(CellGrid(layout).lines, 2 * layout.rowCount + 1))
    }
  }

  /// A form without a grid to fall back to is drawn as long as a key has three cells.
  @Test(arguments: [false, true])
  func aFormAloneIsEvenBelow75Columns(hasColor: Bool) throws {
    let text = ScreenSamples.file(of: .iso, forms: "forms: iso")
    let definition = try KeyboardDefinition.load(
      Array(text.utf8), path: "iso.yaml", source: ScreenSamples.library.shipped)
    let set = try PanelSet(of: definition)
    let page = try #require(definition.page(PanelSelection(panel: .letters), in: set, room: 360))
    #expect(page.form == .iso)
    var content = try ScreenSamples.unlocking(columns: 80, rows: 24)
    content.surface.hasColor = hasColor
    for columns in 46..<76 {
      let screen = try ScreenDescription(columns: columns, lines: 24)
      let layout = try KeyboardGeometry(
        screen: screen, profile: .standard, hasToolbar: false,
        grid: definition.heightGrid(in: screen.usableWidth)
      ).layout(of: page)
      content.keyboard = .init(
        view: KeyboardView(layout: layout, glyphs: content.surface.glyphs), toolbar: nil,
        bottomRows: 0)
      content.keyboard?.view.hasBlocks = hasColor
      let drawn = content.rendered(columns: columns, rows: 24)
      #expect(check(drawn) == "", "\(columns)")
    }
  }

  /// The first uneven part; empty for none.
  private func check(_ screen: ComposedScreen) -> String {
    guard let view = screen.view, let origin = screen.panelOrigin else { return "not drawn" }
    let (tiles, layout) = (view.grid.tiles, view.layout)
    if Set(tiles.map(\.lines)).count != 1 { return "heights \(tiles.map(\.lines))" }
    let tops = Set(tiles.map(\.line)).sorted()
    let steps = Set(zip(tops, tops.dropFirst()).map { $1 - $0 })
    if steps.count > 1 { return "gaps \(tops)" }
    for top in tops {
      let slots = tiles.indices.filter { tiles[$0].line == top }
      let typing = slots.filter { slot in
        // A form has wider keys too.
        let isWide = layout.keys[slot].frame.width > layout.keyWidth + 0.001
        return layout.keys[slot].key.role == .input
          && !(layout.form?.isStaggered == true && isWide)
      }
      // In a narrow window the last key may take the odd column.
      let isLast = typing.last == slots.last && screen.buffer.columns - view.grid.columns < 3
      let widths = Set(typing.dropLast(isLast ? 1 : 0).map { tiles[$0].columns })
      if widths.count > 1 { return "widths \(widths)" }
      if let last = typing.last, let width = widths.first, tiles[last].columns - width > 1 {
        return "last key"
      }
      if layout.panel.isPad, let width = widths.first, width > 12 { return "wide \(width)" }
      for (left, right) in zip(slots, slots.dropFirst())
      where tiles[left].column + tiles[left].columns != tiles[right].column {
        return "hole beside \(layout.keys[left].key.id)"
      }
    }
    let caps = view.grid.caps
    let (left, right) = (caps.lowerBound, view.grid.columns - caps.upperBound)
    if right != left || left > 2 { return "padding \(left) \(right)" }
    let widest = layout.form?.isStaggered == true ? 76 : 72
    if caps.count > widest { return "wider than \(widest)" }
    if let fault = placeFault(screen, caps.lowerBound + origin.column, caps.count) { return fault }
    for (slot, tile) in tiles.enumerated() {
      for row in [tile.line, tile.line + tile.lines - 1] {
        for column in [tile.column, tile.column + tile.columns - 1]
        where screen.action(column: origin.column + column, row: origin.row + row) != .slot(slot) {
          return "\(layout.keys[slot].key.id) is not pressed at \(column), \(row)"
        }
      }
    }
    return closedFault(screen.buffer, view, origin)
  }

  /// The fault in the place of field and keys, which must be close to each other on one axis; nil
  /// for none.
  private func placeFault(_ screen: ComposedScreen, _ left: Int, _ width: Int) -> String? {
    guard let field = screen.fieldAreas.first, let origin = screen.panelOrigin else {
      return "no field"
    }
    let room = (screen.buffer.columns - left - width) - left
    if room != 0, room != 1 { return "keys off the window's axis by \(room)" }
    if field.lines == 3 {
      let panel = origin.column..<origin.column + (screen.view?.grid.columns ?? 0)
      if field.column..<field.column + field.columns != panel { return "field not over the panel" }
      let isWhole = field.columns == screen.buffer.columns
      if field.columns > max(72, width + 2), !isWhole { return "field wider than 72 and the keys" }
    }
    let lines = screen.buffer.lines
    let blanks = (field.line + field.lines..<origin.row).count { lines[$0].isEmpty }
    return blanks > 2 ? "\(blanks) blank rows" : nil
  }

  /// The fault of a cap, drawn in lines, that is not closed on all sides; empty for none.
  ///
  /// Rows of two lines have an upper edge only in the first row.
  private func closedFault(
    _ buffer: CellBuffer, _ view: KeyboardView, _ origin: (column: Int, row: Int)
  ) -> String {
    guard !view.hasBlocks else {
      return buffer.lines.contains { $0.contains { "▀▄█".contains($0) } } ? "half blocks" : ""
    }
    for (slot, tile) in view.grid.tiles.enumerated()
    where !view.isOne(slot, with: view.joined?.upper) {
      if view.hasBrackets {
        let row = origin.row + view.labelCell(of: slot).row
        let ends = [tile.column, tile.column + tile.columns - 2].map {
          buffer.character(origin.column + $0, row)
        }
        let isClosed = [["[", "]"], [">", "<"]].contains(ends)
        guard isClosed else { return "\(view.layout.keys[slot].key.id) has no brackets" }
        continue
      }
      let right = tile.column + tile.columns
      let bottom = tile.line + tile.lines - 1
      let isLow = view.grid.lineHeight < 3
      let isFirst = tile.line == view.grid.tiles[0].line && tile.line > 0
      let edges = isLow ? (isFirst ? [tile.line - 1, bottom] : [bottom]) : [tile.line, bottom]
      for column in tile.column...right {
        for row in edges
        where isBlank(buffer[origin.column + column, origin.row + row]) {
          return "\(view.layout.keys[slot].key.id) is open at row \(row)"
        }
      }
      for row in tile.line...bottom {
        for column in [tile.column, right]
        where isBlank(buffer[origin.column + column, origin.row + row]) {
          return "\(view.layout.keys[slot].key.id) is open at column \(column)"
        }
      }
    }
    return ""
  }

  private func isBlank(_ cell: Cell) -> Bool { cell.kind == .narrow && cell.scalar == 0x20 }
}
