import KeywardLayout
import Testing

@testable import KeywardTerminal

@Suite struct RowBudgetTests {
  private struct Sample {
    var budget: RowBudget
    let activeField: Int

    /// The number of rows that a part wants.
    func wanted(_ part: ScreenRow.Part) -> Int {
      budget.list.first { $0.part == part }?.count ?? 0
    }

    var fields: Int {
      guard case .fields(let labels, _)? = content(.fields) else { return 0 }
      return labels.count
    }

    /// The numbers of rows of buttons, and of their lines.
    var buttons: (rows: Int, lines: Int) {
      guard case .buttons(let buttons)? = content(.buttons) else { return (0, 0) }
      return (buttons.rows.count, buttons.lines)
    }

    /// The number of the description's lines with text.
    var descriptionLines: Int {
      guard case .description(let lines, _)? = content(.description) else { return 0 }
      return lines.count { !$0.isEmpty }
    }

    private func content(_ part: ScreenRow.Part) -> ScreenRow.Content? {
      budget.list.first { $0.part == part }?.content
    }
  }

  /// Screens with parts of every kind, in windows of few rows to many.
  private static let samples: [Sample] = {
    var samples: [Sample] = []
    // Wide, narrow, and with room for one button; between them the constraints are the same.
    for columns in [2, 40, 131] {
      for strip in [nil, 3, 0] {
        for (lines, blanks) in [(0, 0), (1, 0), (3, 1), (20, 4)] {
          for (errors, fields) in [(0, 1), (1, 2), (3, 2), (2, 0)] {
            var model = PromptViewModel(Question(), on: PromptSurface())
            model.form = blanks != 1 ? .card : .full
            model.question.description =
              (Array(repeating: "x", count: lines) + Array(repeating: "", count: blanks))
              .joined(separator: "\n")
            model.error = Array(repeating: "x", count: errors).joined(separator: "\n")
            model.fields = Array(
              repeating: .init(prompt: "Passphrase", mask: .bullets), count: fields)
            model.activeField = max(0, fields - 1)
            // Parts that only the called programs show, in half of the samples.
            if errors > 1 {
              (model.question.asker, model.question.title) = ("x", "x")
              model.hints = ["x", "x"]
              model.tips = Array(repeating: "x", count: columns % 3)
              model.quality = .init(label: "x")
              model.buttons = (0..<(columns < 40 ? 3 : 1)).map { _ in
                .init(label: "OK", choice: .submit)
              }
            }
            let keyboard: RowBudget.Keyboard? = strip.map {
              (
                columns: min(72, columns), lines: 8, toolbarRows: $0, bottomRows: fields,
                hasReturn: false, capsEnd: min(72, columns)
              )
            }
            samples.append(
              Sample(
                budget: RowBudget(model, keyboard: keyboard, columns: columns, rows: 1),
                activeField: model.activeField))
          }
        }
      }
    }
    return samples
  }()

  /// The samples from the least number of rows to more than they need.
  private static let solved: [(needs: Sample, frames: RowLayout)] = samples.flatMap { sample in
    var needs = sample
    let first = (needs.budget.keyboard?.lines ?? 0) + 1
    return (Array(first..<first + 20) + [first + 30, first + 60]).map { rows in
      needs.budget.rows = rows
      return (needs, RowLayout(needs.budget))
    }
  }

  private func forEachSize(_ body: (Sample, RowLayout) -> Void) {
    for (needs, frames) in Self.solved { body(needs, frames) }
  }

  @Test func partsAreInOrderAndDoNotOverlap() {
    forEachSize { needs, frames in
      var line = 0
      let upper = [.asker, .title, .description, .error].map { frames[$0] }
      let lower = [.quality, .hints, .tips, .buttons].map { frames[$0] }
      let boxes = frames.fields.map(\.box)
      let parts =
        [frames[.header]] + upper + boxes + lower + [.toolbar, .panel, .status].map { frames[$0] }
      for part in parts where part.lines > 0 {
        #expect(part.line >= line, "\(needs) \(frames)")
        #expect(part.column >= 0 && part.column + part.columns <= needs.budget.columns, "\(needs)")
        line = part.line + part.lines
      }
      #expect(line <= needs.budget.rows)
      let status = frames[.status]
      let end = status.line + status.lines + frames[.trail].lines
      #expect(end == needs.budget.rows || status.lines == 0, "\(needs)")
      if frames.card.lines > 0 {
        let last = frames.card.line + frames.card.lines - 1
        for part in upper + lower + boxes where part.lines > 0 {
          #expect(part.line > frames.card.line && part.line + part.lines <= last, "\(needs)")
        }
      }
      if needs.budget.keyboard != nil {
        #expect(frames[.toolbar].line == frames.keyboard.line)
        #expect(frames[.panel].line == frames[.toolbar].line + frames[.toolbar].lines)
      }
    }
  }

  @Test func nothingIsHalved() {
    forEachSize { needs, frames in
      let heights = Set(frames.fields.map(\.box.lines))
      #expect(heights.isSubset(of: [0, 1, 3]) && heights != [0, 3] && heights != [1, 3])
      let last = needs.fields > 0 ? frames.fields[needs.activeField].box : frames[.buttons]
      #expect(last.lines > 0 || needs.fields + needs.buttons.rows == 0, "\(needs)")
      #expect((0...3).contains(frames[.toolbar].lines))
      guard let keyboard = needs.budget.keyboard else { return }
      let below = frames.keyboard.lines - frames[.toolbar].lines - frames[.panel].lines
      #expect(frames[.panel].lines == keyboard.lines && [0, keyboard.bottomRows].contains(below))
    }
  }

  @Test func aFieldOfOneRowBeginsWhereTheTextDoes() {
    forEachSize { needs, frames in
      for field in frames.fields where frames[.header].lines > 0 && field.box.lines == 1 {
        #expect(field.prompt.column == needs.budget.proseColumns.lowerBound, "\(needs)")
      }
    }
  }

  /// The rows a part got and wanted, in the order of giving way.
  ///
  /// Parts that are all or nothing may leave rows over, so the description also comes after the
  /// boxes.
  private func shares(_ needs: Sample, _ frames: RowLayout) -> [(got: Int, wanted: Int)] {
    let boxes = frames.fields.contains { $0.box.lines == 3 }
    let lines = needs.descriptionLines
    let (rows, whole) = needs.buttons
    let buttons = min(frames[.buttons].lines, whole)
    let other = frames.fields.indices.filter { $0 != needs.activeField }
      .map { min(1, frames.fields[$0].box.lines) }
    func share(_ part: ScreenRow.Part) -> (got: Int, wanted: Int) {
      (frames[part].lines, needs.wanted(part))
    }
    return [
      share(.tips),
      (max(0, frames[.description].lines - lines), needs.wanted(.description) - lines),
      (frames.card.lines > 0 ? 1 : 0, needs.budget.hasCard ? 1 : 0),
      (max(0, frames[.buttons].lines - whole), max(0, rows - 1)),
      share(.asker),
      (boxes ? 1 : 0, needs.budget.textColumns.count >= 8 && needs.fields > 0 ? 1 : 0),
      needs.fields > 0 ? (buttons, whole) : (0, 0),
      share(.hints),
      share(.title),
      share(.status),
      (max(0, frames[.error].lines - 1), max(0, needs.wanted(.error) - 1)),
      needs.fields > 0 ? (0, 0) : (max(0, buttons - rows), whole - rows),
      needs.fields > 0 ? (0, 0) : (max(0, min(buttons, rows) - 1), max(0, rows - 1)),
      (min(1, frames[.description].lines), min(1, lines)),
      share(.toolbar),
      share(.quality),
      (min(1, frames[.error].lines), min(1, needs.wanted(.error))),
      (other.first ?? 0, other.count),
      (frames[.header].lines, 1),
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
      var model = PromptViewModel(Question(), on: PromptSurface())
      (model.question.title, model.error) = ("x", "x")
      model.question.description = Array(repeating: "x", count: 6).joined(separator: "\n")
      model.fields = [.init(prompt: "Passphrase", mask: .bullets)]
      let frames = RowLayout(
        RowBudget(model, keyboard: (39, 9, 2, 0, hasReturn, 39), columns: 40, rows: rows))
      let lines = frames[.description].lines
      let isShown = frames[.toolbar].lines > 0
      #expect(hasReturn ? lines == 6 || !isShown : isShown || lines == 0, "\(rows)")
    }
  }

  @Test("A row separates the buttons of a card from the question", arguments: 10...20)
  func buttonsAreOffTheQuestion(rows: Int) {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.form = .card
    model.question.description = "x\nx"
    model.buttons = (0..<3).map { _ in .init(label: "Remove everything", choice: .submit) }
    let frames = RowLayout(RowBudget(model, keyboard: nil, columns: 30, rows: rows))
    let text = frames[.description]
    #expect(frames[.buttons].line > text.line + text.lines)
    #expect(frames[.buttons].lines >= 3)
  }

  @Test func noRowIsTakenWhereThereIsRoomForAll() {
    for var needs in Self.samples {
      needs.budget.rows = 200
      let frames = RowLayout(needs.budget)
      for share in shares(needs, frames) { #expect(share.got == share.wanted, "\(needs)") }
      #expect(frames[.description].lines == needs.wanted(.description))
    }
  }

  /// Spare rows surround the group, the odd row below it.
  @Test(arguments: [(27, 7), (28, 8), (29, 8), (30, 9), (99, 43)])
  func theRestIsSplitEvenly(rows: Int, line: Int) {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.question.description = Array(repeating: "x", count: 10).joined(separator: "\n")
    let budget = RowBudget(model, keyboard: nil, columns: 80, rows: rows)
    #expect(RowLayout(budget)[.description].line == line)
  }
}
