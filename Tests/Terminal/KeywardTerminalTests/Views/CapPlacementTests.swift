import KeywardGeometry
import KeywardLayout
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// The place of every cap in its window, and of every label in its cap, as drawn.
@Suite struct CapPlacementTests {
  private static let heights = [16, 18, 20, 24, 30, 36, 44, 60]

  /// Two heights for each width, so that four neighbouring widths have all heights.
  @Test(
    "Margins, labels and rows of keys are even at every width", .tags(.slow),
    arguments: EvenKeyboardTests.panels.indices, [false, true])
  func everyWindowIsEven(_ index: Int, hasBlocks: Bool) throws {
    for columns in 20...200 {
      for (number, rows) in Self.heights.enumerated()
      where (number + columns).isMultiple(of: 4) {
        let fault = try Self.fault(index, columns, rows, hasBlocks: hasBlocks)
        guard fault.isEmpty else {
          Issue.record("\(EvenKeyboardTests.panels[index]) \(columns) × \(rows): \(fault)")
          return
        }
      }
    }
  }

  @Test("Letters are even in narrow windows", arguments: [false, true])
  func narrowWindowsAreEven(hasBlocks: Bool) throws {
    for columns in 20...64 {
      #expect(try Self.fault(0, columns, 18, hasBlocks: hasBlocks) == "", "\(columns)")
    }
  }

  @Test("Without colours, keys have their own boxes from 20 rows on", arguments: [36, 60])
  func boxesAreApart(columns: Int) throws {
    var content = try ScreenSamples.unlocking(columns: columns, rows: 20)
    content.keyboard?.toolbar = nil
    content.question.description = ""
    content.error = ""
    #expect(content.rendered(columns: columns, rows: 20).view?.grid.lineHeight == 3)
    // Not if the question would then need Page Down.
    content.question.description = Array(repeating: "A line", count: 6).joined(separator: "\n")
    let screen = content.rendered(columns: columns, rows: 20)
    #expect(screen.view?.grid.lineHeight == 2)
    #expect(screen.buffer.lines.count { $0.contains("A line") } == 6)
  }

  @Test("Without colours, rows of keys share no line", .tags(.slow))
  func rowsShareNoLine() throws {
    for index in EvenKeyboardTests.panels.indices {
      for columns in stride(from: 31, through: 100, by: 5) {
        for rows in [14, 16, 18, 24] {
          let (keyboard, panel, returnType) = EvenKeyboardTests.panels[index]
          guard
            let layout = try? EvenKeyboardTests.layout(
              keyboard, panel, returnType, columns: columns, rows: rows)
          else { continue }
          var content = try ScreenSamples.unlocking(columns: columns, rows: rows)
          content.keyboard = .init(
            view: KeyboardView(layout: layout, glyphs: content.surface.glyphs), toolbar: nil,
            bottomRows: 0)
          let screen = content.rendered(columns: columns, rows: rows)
          guard let view = screen.view, let origin = screen.panelOrigin, view.joined == nil else {
            continue
          }
          for line in 0..<view.grid.lines {
            let text = screen.buffer.lines[origin.row + line]
            #expect(!text.contains { "┼├┤".contains($0) }, "\(keyboard) \(columns) × \(rows)")
            let isMixed = text.contains("┬") && text.contains("┴")
            #expect(!isMixed, "\(keyboard) \(columns) × \(rows)")
          }
        }
      }
    }
  }

  @Test("Keys without colours look like this in 18 rows, and in 16", arguments: [18, 16])
  func boxesInFewRows(rows: Int) throws {
    var content = try ScreenSamples.unlocking(columns: 40, rows: rows)
    content.keyboard?.toolbar = nil
    content.keyboard?.view.isFocused = rows == 16
    (content.question.asker, content.question.description) = ("", "")
    (content.question.title, content.error) = ("Signing key", "")
    let screen = content.rendered(columns: 40, rows: rows)
    let (view, origin) = try (#require(screen.view), #require(screen.panelOrigin))
    let lines = screen.buffer.lines[origin.row..<origin.row + view.grid.lines]
    #expect(Array(lines) == (rows == 18 ? Self.highBoxes : Self.lowBoxes))
  }

  private static let highBoxes = [
    "    ╭──┬──┬──┬──┬──┬──┬──┬──┬──┬──╮",
    "    │q │w │e │r │t │y │u │i │o │p │",
    "    ╰──┴──┴──┴──┴──┴──┴──┴──┴──┴──╯",
    "      ╭──┬──┬──┬──┬──┬──┬──┬──┬──╮",
    "      │a │s │d │f │g │h │j │k │l │",
    "      ╰──┴──┴──┴──┴──┴──┴──┴──┴──╯",
    "    ╭────┬──┬──┬──┬──┬──┬──┬──┬───╮",
    "    │ ⇧  │z │x │c │v │b │n │m │ ⌫ │",
    "    ╰────┴──┴──┴──┴──┴──┴──┴──┴───╯",
    "    ╭─────┬─────────────────┬─────╮",
    "    │.?123│      space      │  ⏎  │",
    "    ╰─────┴─────────────────┴─────╯",
  ]

  /// Each row has its labels and a lower edge; a heavy line shows the focus.
  private static let lowBoxes = [
    "",
    "[q] [w] [e] [r] [t] [y] [u] [i] [o] [p ]",
    "",
    "  [a] [s] [d] [f] >g< [h] [j] [k] [l ]",
    "",
    "[ ⇧ ] [z] [x] [c] [v] [b] [n] [m] [ ⌫  ]",
    "",
    "[.?123] [        space        ] [  ⏎   ]",
    "",
  ]

  /// A notice of two rows in a window of 40 columns.
  private static let notice = Phrase.keyboardWalk.english

  @Test(
    "The quality bar keeps a row from the keyboard, or is not shown", arguments: [40, 80],
    [1, 2])
  func theQualityBarIsOffTheKeyboard(columns: Int, fields: Int) throws {
    for (rows, notice) in (14...40).flatMap({ rows in ["", Self.notice].map { (rows, $0) } }) {
      var content = try ScreenSamples.unlocking(columns: columns, rows: rows, hasColor: true)
      content.notice = notice
      content.quality = .init(label: "Quality", value: 40)
      content.keyboard?.toolbar = nil
      content.fields = Array(repeating: content.fields[0], count: fields)
      let screen = content.rendered(columns: columns, rows: rows)
      guard let origin = screen.panelOrigin else { continue }
      let bar = screen.buffer.lines.firstIndex { $0.contains("Quality") }
      let isOff = (bar ?? 0) + 1 < origin.row
      // A notice can need the row, but only if no row below row 0 is free.
      let isFull = !notice.isEmpty && !screen.buffer.lines[1..<origin.row].contains("")
      #expect(isOff || isFull, "\(rows): \(screen.buffer.lines)")
      #expect(bar != nil || rows < 16, "\(rows)")
    }
  }

  private static func fault(
    _ index: Int, _ columns: Int, _ rows: Int, hasBlocks: Bool
  ) throws -> String {
    let (keyboard, panel, returnType) = EvenKeyboardTests.panels[index]
    guard
      let layout = try? EvenKeyboardTests.layout(
        keyboard, panel, returnType, columns: columns, rows: rows)
    else { return "" }
    var content = try ScreenSamples.unlocking(columns: columns, rows: rows)
    var view = KeyboardView(layout: layout, glyphs: content.surface.glyphs)
    view.hasBlocks = hasBlocks
    (content.surface.hasColor, content.surface.hasBlocks) = (hasBlocks, hasBlocks)
    (content.error, content.question.description) = ("", "")
    content.keyboard = .init(view: view, toolbar: nil, bottomRows: 0)
    return fault(content.rendered(columns: columns, rows: rows))
  }

  /// The first cap, label or margin that is off its place; empty for none, and without a keyboard.
  private static func fault(_ screen: ComposedScreen) -> String {
    guard let view = screen.view, let origin = screen.panelOrigin else { return "" }
    let (grid, columns) = (view.grid, screen.buffer.columns)
    let end = view.hasGaps ? -1 : 1
    let spare = columns - grid.columns - 2 * origin.column
    if spare < 0 || spare > 1 { return "panel off the axis by \(spare)" }
    let (before, after) = (grid.caps.lowerBound, grid.columns - grid.caps.upperBound)
    let isWhole = view.hasBlocks && grid.columns == columns
    if !(0...(isWhole ? 1 : 0)).contains(after - before) { return "padding \(before) and \(after)" }
    let tops = Set(grid.tiles.map(\.line)).sorted()
    for top in tops where view.layout.form?.isStaggered != true {
      let tiles = grid.tiles.filter { $0.line == top }
      let left = origin.column + (tiles.map(\.column).min() ?? 0)
      let right =
        columns - origin.column - end - (tiles.map { $0.column + $0.columns }.max() ?? 0)
      if abs(right - left) > 1 { return "row \(top) with margins \(left) and \(right)" }
    }
    // A label in brackets has one row.
    for slot in grid.tiles.indices where slot != view.joined?.upper && !view.hasBrackets {
      let label = view.labelCell(of: slot)
      let (column, row) = (origin.column + label.column, origin.row + label.row)
      let (up, down) = (
        rows(from: row, by: -1, column, view, screen), rows(from: row, by: 1, column, view, screen)
      )
      // A box over two rows has an even number of rows.
      let isJoined = !view.hasBlocks && slot == view.joined?.lower
      // Rows of two lines have no upper edge.
      let isLow = !view.hasBlocks && grid.lineHeight < 3
      if isLow ? down != (isJoined ? 1 : 0) : up != down && (!isJoined || up != down + 1) {
        return "\(view.layout.keys[slot].key.id) has \(up) rows above, \(down) below"
      }
    }
    let least = 3 * view.layout.rowCount + 8
    if !view.hasBlocks, screen.buffer.rows >= least, grid.lineHeight < 3 { return "rows overlap" }
    for (upper, lower) in zip(tops, tops.dropFirst()) where lower < upper + grid.lineHeight {
      return "tiles overlap"
    }
    return ""
  }

  /// The number of rows of the cap above or below its label: rows of its colour if it is a block,
  /// else rows up to a line.
  private static func rows(
    from row: Int, by step: Int, _ column: Int, _ view: KeyboardView, _ screen: ComposedScreen
  ) -> Int {
    let ink = screen.buffer[column, row].style.background
    var next = row + step
    while (0..<screen.buffer.rows).contains(next), abs(next - row) < 20 {
      let isInside =
        view.hasBlocks
        ? screen.buffer[column, next].style.background == ink
        : !"─╭╮╰╯├┤┬┴┼━".contains { $0 == screen.buffer.character(column, next) }
      guard isInside else { break }
      next += step
    }
    return abs(next - row) - 1
  }
}
