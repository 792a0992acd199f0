import KeyboardLayout
import Testing

@testable import PromptUI

@Suite struct RowBudgetTests {
  /// Needs of every kind, in windows of few rows to many.
  private static let samples: [RowBudget] = {
    var samples: [RowBudget] = []
    // Wide, narrow, and with room for one button; between them the constraints are the same.
    for columns in [2, 40, 131] {
      for strip in [nil, 3, 0] {
        for (lines, blanks) in [(0, 0), (1, 0), (3, 1), (20, 4)] {
          for (errors, fields) in [(0, 1), (1, 2), (3, 2), (2, 0)] {
            var needs = RowBudget(columns: columns, rows: 1)
            needs.descriptionLines = lines
            needs.descriptionBlanks = blanks
            needs.errorRows = errors
            needs.fields = fields
            needs.activeField = max(0, fields - 1)
            // Parts that only the called programs show, in half of the samples.
            if errors > 1 {
              (needs.askerRows, needs.titleRows) = (1, 1)
              needs.hintRows = 2
              needs.tipRows = columns % 3
              needs.hasQuality = true
            }
            needs.buttonRows = errors > 1 ? (columns < 40 ? 3 : 1) : 0
            needs.promptColumns = 10
            needs.statusRows = columns < 64 ? 2 : 1
            needs.hasCard = blanks != 1
            needs.keyboard = strip.map {
              (
                columns: min(72, columns), lines: 8, toolbarRows: $0, bottomRows: fields,
                hasReturn: false
              )
            }
            samples.append(needs)
          }
        }
      }
    }
    return samples
  }()

  /// The samples from the least number of rows to more than they need.
  private static let solved: [(needs: RowBudget, frames: RowLayout)] = samples.flatMap {
    sample in
    var needs = sample
    let first = (needs.keyboard?.lines ?? 0) + 1
    return (Array(first..<first + 20) + [first + 30, first + 60]).map { rows in
      needs.rows = rows
      return (needs, RowLayout(needs))
    }
  }

  private func forEachSize(_ body: (RowBudget, RowLayout) -> Void) {
    for (needs, frames) in Self.solved { body(needs, frames) }
  }

  @Test func partsAreInOrderAndDoNotOverlap() {
    forEachSize { needs, frames in
      var line = 0
      var parts = [frames.header, frames.asker, frames.title, frames.description, frames.error]
      parts += frames.fields.map(\.box)
      parts += [frames.quality, frames.hints, frames.buttons]
      parts += [frames.toolbar, frames.panel, frames.status]
      for part in parts where part.lines > 0 {
        #expect(part.line >= line, "\(needs) \(frames)")
        #expect(part.column >= 0 && part.column + part.columns <= needs.columns, "\(needs)")
        line = part.line + part.lines
      }
      #expect(line <= needs.rows)
      let end = frames.status.line + frames.status.lines + frames.rowsBelowStatus
      #expect(end == needs.rows || frames.status.lines == 0, "\(needs)")
      if frames.card.lines > 0 {
        let last = frames.card.line + frames.card.lines - 1
        let lower = [frames.quality, frames.hints, frames.buttons] + frames.fields.map(\.box)
        for part in parts[1...4] + lower where part.lines > 0 {
          #expect(part.line > frames.card.line && part.line + part.lines <= last, "\(needs)")
        }
      }
      if needs.keyboard != nil {
        #expect(frames.toolbar.line == frames.keyboard.line)
        #expect(frames.panel.line == frames.toolbar.line + frames.toolbar.lines)
      }
    }
  }

  @Test func nothingIsHalved() {
    forEachSize { needs, frames in
      let heights = Set(frames.fields.map(\.box.lines))
      #expect(heights.isSubset(of: [0, 1, 3]) && heights != [0, 3] && heights != [1, 3])
      let last = needs.fields > 0 ? frames.fields[needs.activeField].box : frames.buttons
      #expect(last.lines > 0, "\(needs)")
      #expect((0...3).contains(frames.toolbar.lines))
      guard let keyboard = needs.keyboard else { return }
      let below = frames.keyboard.lines - frames.toolbar.lines - frames.panel.lines
      #expect(frames.panel.lines == keyboard.lines && [0, keyboard.bottomRows].contains(below))
    }
  }

  @Test func aFieldOfOneRowBeginsWhereTheTextDoes() {
    forEachSize { needs, frames in
      for field in frames.fields where frames.header.lines > 0 && field.box.lines == 1 {
        #expect(field.prompt.column == frames.title.column, "\(needs)")
      }
    }
  }

  /// The rows a part got and wanted, in the order of giving way.
  ///
  /// Parts that are all or nothing may leave rows over, so the description also comes after the
  /// boxes.
  private func shares(_ needs: RowBudget, _ frames: RowLayout) -> [(got: Int, wanted: Int)] {
    let boxes = frames.fields.contains { $0.box.lines == 3 }
    let lines = needs.descriptionLines
    let buttons = min(frames.buttons.lines, needs.buttonRows)
    let other = frames.fields.indices.filter { $0 != needs.activeField }
      .map { min(1, frames.fields[$0].box.lines) }
    return [
      (max(0, frames.hints.lines - needs.hintRows), needs.tipRows),
      (max(0, frames.description.lines - lines), needs.descriptionBlanks),
      (max(0, frames.buttons.lines - needs.buttonRows), max(0, needs.buttonRows - 1)),
      (frames.card.lines > 0 ? 1 : 0, needs.hasCard ? 1 : 0),
      (boxes ? 1 : 0, needs.textColumns.count >= 8 && needs.fields > 0 ? 1 : 0),
      (min(frames.hints.lines, needs.hintRows), needs.hintRows),
      (frames.asker.lines, needs.askerRows),
      (frames.title.lines, needs.titleRows),
      (frames.status.lines, needs.statusRows),
      needs.fields > 0 ? (buttons, needs.buttonRows) : (0, 0),
      (max(0, frames.error.lines - 1), max(0, needs.errorRows - 1)),
      needs.fields > 0 ? (0, 0) : (buttons - 1, needs.buttonRows - 1),
      (min(1, frames.description.lines), min(1, lines)),
      (frames.toolbar.lines, needs.keyboard?.toolbarRows ?? 0),
      (frames.quality.lines, needs.hasQuality ? 1 : 0),
      (min(1, frames.error.lines), min(1, needs.errorRows)),
      (other.first ?? 0, other.count),
      (frames.header.lines, 1),
    ]
  }

  @Test func earlierPartsGiveWayBeforeLaterOnes() {
    forEachSize { needs, frames in
      let shares = shares(needs, frames)
      for (index, later) in shares.enumerated() where later.got < later.wanted {
        for former in shares[..<index] {
          #expect(former.got == 0, "\(index): \(shares) \(needs)")
        }
      }
    }
  }

  @Test("The toolbar gives way to the description, if the panel has a key to submit")
  func theToolbarGivesWay() {
    for (hasReturn, rows) in [true, false].flatMap({ has in (13...40).map { (has, $0) } }) {
      var needs = RowBudget(columns: 40, rows: rows)
      (needs.titleRows, needs.descriptionLines, needs.errorRows, needs.statusRows) = (1, 6, 1, 1)
      needs.keyboard = (
        columns: 39, lines: 9, toolbarRows: 2, bottomRows: 0, hasReturn: hasReturn
      )
      let frames = RowLayout(needs)
      let isWhole = frames.description.lines == 6
      let isShown = frames.toolbar.lines > 0
      #expect(hasReturn ? isWhole || !isShown : isShown || frames.description.isEmpty, "\(rows)")
    }
  }

  @Test("A row separates the buttons of a card from the question", arguments: 10...20)
  func buttonsAreOffTheQuestion(rows: Int) {
    var needs = RowBudget(columns: 30, rows: rows)
    (needs.fields, needs.descriptionLines, needs.statusRows) = (0, 2, 1)
    (needs.buttonRows, needs.hasCard) = (3, true)
    let frames = RowLayout(needs)
    #expect(frames.buttons.line > frames.description.line + frames.description.lines)
    #expect(frames.buttons.lines >= 3)
  }

  @Test func noRowIsTakenWhereThereIsRoomForAll() {
    for var needs in Self.samples {
      needs.rows = 100
      let frames = RowLayout(needs)
      for share in shares(needs, frames) { #expect(share.got == share.wanted, "\(needs)") }
      #expect(frames.description.lines == needs.descriptionLines + needs.descriptionBlanks)
    }
  }

  /// Spare rows surround the group, the odd row below it.
  @Test(arguments: [(27, 7), (28, 8), (29, 8), (30, 9), (99, 43)])
  func theRestIsSplitEvenly(rows: Int, line: Int) {
    var needs = RowBudget(columns: 80, rows: rows)
    needs.fields = 0
    needs.descriptionLines = 10
    needs.statusRows = 1
    #expect(RowLayout(needs).description.line == line)
  }
}
