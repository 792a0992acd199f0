import KeywardEngine
import KeywardLayout
import Testing

@testable import KeywardTerminal

/// The offer of Ctrl-K, which depends on the keyboard that it would draw.
@Suite struct OfferedKeyboardTests {
  private static let sizes = [4, 9, 13, 14, 15, 16, 17, 18, 24].flatMap { rows in
    [12, 30, 38, 40, 71, 72, 200].map { (columns: $0, rows: rows) }
  }

  private func prompt(_ layout: String, isMade: Bool, columns: Int, rows: Int) throws
    -> Prompt
  {
    let fields = try PromptHarness.fields(1)
    let definition = try ShippedLayouts.keyboard(named: layout)
    func keyboard(_ field: SecretField) throws -> Keyboard {
      try PromptHarness.keyboard(into: field) { $0.definition = definition }
    }
    var options = Question()
    options.look.showsKeyboard = false
    let prompt = Prompt(
      options, fields: fields, surface: PromptSurface(),
      keyboard: isMade ? .ready(try keyboard(fields[0])) : .later { try? keyboard($0) })
    prompt.begin(columns: columns, rows: rows)
    return prompt
  }

  @Test("A card has a keyboard only on request", arguments: ScreenForm.allCases)
  func cards(form: ScreenForm) throws {
    for (wanted, isDrawn) in [(nil, form != .card), (true, true), (false, false)] {
      let prompt = try PromptHarness.prompt(more: {
        ($0.look.form, $0.look.showsKeyboard) = (form, wanted)
      })
      _ = prompt.draw(columns: 80, rows: 60)
      #expect(prompt.screen.hasKeyboard == isDrawn, "\(String(describing: wanted))")
      guard !isDrawn else { continue }
      prompt.control("k")
      _ = prompt.draw(columns: 80, rows: 60)
      #expect(prompt.screen.hasKeyboard)
    }
  }

  @Test(
    "Ctrl-K is offered exactly where it draws the chosen keyboard",
    arguments: ["latin-qwerty", "number", "us", "de", "jp"], [false, true])
  func theOfferIsKept(layout: String, isMade: Bool) throws {
    for (columns, rows) in Self.sizes {
      let prompt = try prompt(layout, isMade: isMade, columns: columns, rows: rows)
      let isOffered = prompt.viewModel.offersKeyboard
      prompt.control("k")
      _ = prompt.picture(columns: columns, rows: rows)
      #expect(prompt.screen.hasKeyboard == isOffered, "\(columns) × \(rows)")
    }
  }

  /// The rows of a keyboard are its own: four of letters, five with digits.
  @Test(arguments: [("latin-qwerty", 14), ("de", 16)])
  func theRowsCount(layout: String, least: Int) throws {
    for rows in 8...24 {
      let lines = try prompt(layout, isMade: false, columns: 80, rows: rows).draw(
        columns: 80, rows: rows)
      #expect(lines.contains("Ctrl-K") == (rows >= least), "\(rows)")
    }
  }

  @Test func theOfferFollowsTheWindow() throws {
    let prompt = try prompt("de", isMade: true, columns: 80, rows: 24)
    for (rows, isOffered) in [(14, false), (16, true), (15, false), (40, true)] {
      prompt.handle(.window(columns: 80, rows: rows), at: 1)
      #expect(prompt.draw(columns: 80, rows: rows).contains("Ctrl-K") == isOffered, "\(rows)")
    }
    prompt.control("k")
    prompt.handle(.window(columns: 80, rows: 14), at: 2)
    prompt.draw(columns: 80, rows: 14)
    prompt.control("k")
    prompt.control("k")
    #expect(!prompt.viewModel.offersKeyboard)
  }

  @Test("A keyboard that was only measured refuses no typed text")
  func measuredKeyboard() throws {
    var options = Question()
    options.look.showsKeyboard = false
    let prompt = Prompt(
      options, fields: try PromptHarness.fields(1), surface: PromptSurface(),
      keyboard: .later { try? PromptHarness.keyboard(into: $0) { $0.input = .screen } })
    prompt.begin(columns: 80, rows: 12)
    #expect(prompt.spareKeyboard != nil && prompt.keyboard == nil)
    prompt.type("ab")
    #expect(prompt.first.typed == "ab")
  }

  /// A window where nothing is measured has room for the largest keyboard of all.
  @Test func theLargestKeyboardFitsWhereNothingIsMeasured() throws {
    var letters = (0x100...).lazy.compactMap(Unicode.Scalar.init).makeIterator()
    let full = (1..<LayoutLimits.rows).map { _ in
      (1...16).map { _ in letters.next().map { String($0) } ?? "" }.joined(separator: " ")
    }
    let rows = (full + ["\"{space} {return} {delete}\""]).map { "      - \($0)\n" }.joined()
    let file = "keyboard: large\npanels:\n  letters:\n    columns: 16\n    rows:\n\(rows)"
    let large = try KeyboardDefinition.load(Array(file.utf8), path: "large.yaml")
    for hasBlocks in [false, true] {
      let prompt = try PromptHarness.prompt({
        $0.definition = large
        $0.title = "Title"
      })
      let (columns, rows) = (RowBudget.widest, 18)
      #expect(RenderedPanel.fitsAny(columns: columns, rows: rows))
      #expect(!RenderedPanel.fitsAny(columns: columns, rows: rows - 1))
      prompt.handle(.window(columns: columns, rows: rows), at: 1)
      var model = prompt.viewModel
      model.keyboard?.view.hasBlocks = hasBlocks
      #expect(model.rendered(columns: columns, rows: rows).hasKeyboard)
      #expect(!model.rendered(columns: columns, rows: rows - 1).hasKeyboard)
    }
  }
}
