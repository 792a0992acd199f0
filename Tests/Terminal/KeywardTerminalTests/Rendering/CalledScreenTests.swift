import KeywardEngine
import Testing

@testable import KeywardTerminal

/// The parts of the called programs' screens beyond a field and a keyboard.
@Suite struct CalledScreenTests {
  static func content(isASCII: Bool = false) -> PromptViewModel {
    var content = PromptViewModel(
      fields: [
        .init(prompt: "Passphrase:", mask: .bullets, characterCount: 3),
        .init(prompt: "Repeat:", mask: .bullets, characterCount: 3),
      ],
      glyphs: Glyphs(isASCII: isASCII))
    content.question.asker = "asked by gpg, pid 940"
    content.question.title = "New key"
    content.question.description = "Choose a passphrase.\nIt protects the key."
    content.errorTitle = "Not allowed"
    content.error = "Too short"
    content.activeField = 1
    content.fields[1].hint = "They match"
    content.quality = .init(label: "Quality:", value: -40)
    content.hints = ["At least eight characters.", "Ctrl-G: Suggest"]
    content.buttons = [
      .init(label: "OK", acceleratorIndex: 0, choice: .submit),
      .init(label: "Cancel", acceleratorIndex: 0, choice: .cancel),
    ]
    content.missing = ["raw tty"]
    content.offersKeyboard = true
    content.offersNextField = true
    return content
  }

  static func question(_ labels: [String] = ["Take it", "Enter another", "Cancel"])
    -> PromptViewModel
  {
    var content = PromptViewModel(fields: [], glyphs: Glyphs(isASCII: false))
    content.question.description = "This passphrase is weak.\nTake it anyway?"
    let choices: [PromptViewModel.Choice] = [.submit, .disagree, .cancel]
    content.buttons = zip(labels, choices).map {
      .init(label: $0, acceleratorIndex: 0, choice: $1)
    }
    content.focusedButton = 1
    content.keys = ["Enter choose", "Esc cancel", "Tab next"]
    content.missing = ["raw tty"]
    return content
  }

  private func lines(_ content: PromptViewModel, _ columns: Int, _ rows: Int) -> [String] {
    content.rendered(columns: columns, rows: rows).buffer.lines
  }

  @Test func tipsFollowTheHintsAndGiveWayFirst() {
    var withTips = Self.content()
    withTips.tips = ["The quality of the text above.\nAsk for the criteria."]
    let tall = lines(withTips, 80, 30)
    let last = tall.firstIndex { $0.contains("Ctrl-G: Suggest") } ?? 0
    #expect(
      tall[(last + 1)...(last + 2)] == [
        "                      The quality of the text above.",
        "                      Ask for the criteria.",
      ])
    for rows in 1...30 {
      let shown = lines(withTips, 80, rows)
      let isShown = shown.contains { $0.contains("The quality of") }
      #expect(isShown || shown == lines(Self.content(), 80, rows), "\(rows)")
      #expect(isShown == (rows >= 25), "\(rows)")
    }
    for columns in 1...40 {
      #expect(
        withTips.rendered(columns: columns, rows: 12).buffer.lines.count == 12)
    }
  }

  @Test("An error of several lines is below its mark, without empty lines")
  func anErrorHasLines() throws {
    var content = Self.content()
    content.error = "Weak passphrase.\n\nUse 8 characters."
    let shown = lines(content, 80, 30)
    let first = try #require(shown.firstIndex { $0.hasSuffix("✗ Weak passphrase.") })
    #expect(shown[first + 1] == String(repeating: " ", count: 24) + "Use 8 characters.")
    #expect(shown.count(where: { $0.contains("characters.") }) == 2)
  }

  @Test func inASCIIToo() {
    let lines = lines(Self.content(isASCII: true), 45, 40)
    #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    #expect(lines.contains("    | ***|             They match    3 |"))
    #expect(lines.contains("    Quality: ####........ 40 % too weak"))
  }

  @Test func partsGiveWayInOrderOnceTheBoxesAreGone() {
    var last = ["They match", "[ OK ]", "Ctrl-G", "At least", "Enter"]
    for rows in (5...25).reversed() {
      let text = lines(Self.content(), 80, rows).joined(separator: "\n")
      // Once a box is gone, the later parts go in this order, and none comes back.
      for part in last where text.contains("╭") && part != "They match" {
        #expect(text.contains(part), "\(rows): \(part)")
      }
      last.removeAll { !text.contains($0) }
      #expect(text.contains("Quality:") || rows < 6)
      #expect(text.contains("Too short"))
      let kept = last.filter { $0 != "They match" }
      #expect(
        ["[ OK ]", "Ctrl-G", "At least", "Enter"].suffix(kept.count) == kept[...], "\(rows)")
      #expect(text.contains("! raw tty"), "\(rows)")
      // The title moves into the text to scroll.
      #expect(text.contains("New key") || !text.contains("PgDn"), "\(rows)")
    }
  }

  @Test func theDrawnKeyboardDoesWithoutButtons() throws {
    var content = Self.content()
    content.keyboard = try ScreenSamples.unlocking(columns: 80, rows: 24).keyboard
    let text = lines(content, 80, 40).joined(separator: "\n")
    #expect(text.contains("New key"))
    #expect(!text.contains("[ OK ]") && text.contains("Tab keyboard"))
    #expect(!text.contains("Ctrl-K"))
    content.needsKeyboard = true
    #expect(lines(content, 30, 8).joined().contains("No room for the"))
  }

  // MARK: Questions

  private static let hostKey =
    "Are you sure you want to continue connecting (yes/no/[fingerprint])?"

  /// A question that is no label is above the field, whole, and the label is a word.
  @Test(.tags(.slow), arguments: ScreenForm.allCases)
  func aQuestionIsNeverCut(form: ScreenForm) throws {
    let long = (1...60).map { "word\($0)" }.joined(separator: " ")
    let confirmed = "Enter passphrase for \(long.prefix(40)) (will confirm each use):"
    for question in [Self.hostKey, confirmed, long] {
      for columns in 60...200 {
        for hasKeyboard in [false, true]
        where !hasKeyboard || [.full, .docked].contains(form) && columns >= 80 {
          var content = PromptViewModel(
            fields: [.init(prompt: question, mask: .bullets)], glyphs: Glyphs(isASCII: false))
          content.form = form
          if hasKeyboard {
            content.keyboard = try ScreenSamples.unlocking(columns: columns, rows: 24).keyboard
            content.keyboard?.toolbar = nil
          }
          let shown = lines(content, columns, 24)
          let text = shown.joined(separator: " ").split { !$0.isLetter && !$0.isNumber }
          let words = question.split { !$0.isLetter && !$0.isNumber }
          #expect(text.contains(words), "\(columns), \(form): \(shown)")
          #expect(!shown.joined().contains("…"))
          let isLabel = shown.contains { $0.contains(question) && $0.contains("─") }
          #expect(isLabel || shown.contains { $0.contains("Passphrase") } || question.count < 64)
        }
      }
    }
  }

  /// In every window from 10 rows on, the field and its sentences are there.
  @Test func theFieldKeepsItsSentences() throws {
    for columns in [40, 60, 80, 81, 120, 200] {
      for rows in 10...16 {
        for hasBlocks in [false, true] {
          var content = try ScreenSamples.unlocking(columns: columns, rows: rows)
          content.keyboard?.view.hasBlocks = hasBlocks
          content.keyboard?.toolbar = nil
          let text = lines(content, columns, rows).joined(separator: "\n")
          for part in ["Passphrase", "•••", "Bad passphrase", "Enter"] {
            #expect(text.contains(part), "\(columns) × \(rows): \(part)")
          }
        }
      }
    }
  }

  /// Title, description, error and field are in that order, also above a titled keyboard.
  @Test(arguments: ScreenForm.allCases) func theOrderIsTheSameInEveryForm(form: ScreenForm) throws {
    for hasKeyboard in [false, true] {
      var content = Self.content()
      content.form = form
      if hasKeyboard {
        content.keyboard = try ScreenSamples.unlocking(columns: 80, rows: 40).keyboard
      }
      let shown = lines(content, 80, 40)
      let rows = ["New key", "Choose a pass", "Too short", "Passphrase:", "Repeat:"].map { part in
        shown.firstIndex { $0.contains(part) } ?? -1
      }
      #expect(rows == rows.sorted() && Set(rows).count == rows.count && rows[0] >= 0, "\(rows)")
    }
  }

  /// Page Down shows all of the title and the description.
  @Test func noTextIsLostInFewRows() throws {
    var content = try ScreenSamples.unlocking(columns: 40, rows: 16)
    content.question.title = "Signing key"
    content.question.description =
      "Unlock the OpenPGP secret key\n\"Nightly build <build@example.org>\""
    content.error = "Bad passphrase"
    let words = (content.question.title + " " + content.question.description).split {
      " \n".contains($0)
    }
    var (shown, left) = ("", 1)
    while left > 0 {
      let screen = content.rendered(columns: 40, rows: 16)
      shown += screen.buffer.lines.joined(separator: " ") + " "
      left = screen.descriptionLinesLeft
      content.descriptionOffset += 1
    }
    #expect(words.allSatisfy { shown.contains($0) }, "\(shown)")
  }

  /// The mark is a button, the text above scrolls up, the wheel and arrows scroll by lines.
  @Test func aLongTextIsScrolledWithoutPageDown() throws {
    let prompt = try PromptHarness.prompt(more: {
      $0.title = "Signing key"
      $0.description = (1...9).map { "Line \($0)" }.joined(separator: "\n")
      $0.error = "Bad passphrase"
    })
    let (columns, rows) = (40, 18)
    prompt.handle(.window(columns: columns, rows: rows), at: 1)
    func shown() -> [String] { prompt.picture(columns: columns, rows: rows).buffer.lines }
    func press(_ text: String) throws { try prompt.click(text, columns: columns, rows: rows) }
    let first = shown()
    #expect(first.contains { $0.contains("Line 1") } && !first.contains { $0.contains("Line 9") })
    for _ in 1...20 where shown().contains(where: { $0.contains("PgDn") }) { try press("PgDn") }
    #expect(shown().contains { $0.contains("Line 9") } && shown().contains { $0.contains("PgUp") })
    try press("PgUp")
    for _ in 1...20 { try press("Line") }
    #expect(shown() == first)
    prompt.handle(.input(.wheel(lines: 1)), at: 1)
    let second = shown()
    #expect(second != first && second.contains { $0.contains("Line 2") })
    prompt.press(.up)
    #expect(shown() == first)
    prompt.press(.down)
    #expect(shown() == second)
    prompt.handle(.input(.wheel(lines: -1)), at: 1)
    #expect(shown() == first)
  }

  // MARK: Choices

  @Test func buttonsBesideAFieldMarkNoLetters() throws {
    let prompt = try PromptHarness.prompt(
      hasKeyboard: false,
      more: {
        $0.yesLabel = "_OK"
        $0.cancelLabel = "_Cancel"
      })
    #expect(prompt.viewModel.buttons.map(\.label) == ["OK", "Cancel"])
    #expect(prompt.viewModel.buttons.allSatisfy { $0.acceleratorIndex == nil })
  }

  @Test func aQuestionHasButtonsForAField() {
    let screen = Self.question().rendered(columns: 60, rows: 10)
    #expect(screen.cursor == (22, 4))
    #expect(screen.action(column: 9, row: 4) == .choice(.submit))
    #expect(screen.action(column: 38, row: 4) == .choice(.disagree))
    #expect(screen.action(column: 39, row: 4) == nil)
    #expect(screen.action(column: 41, row: 4) == .choice(.cancel))
  }

  @Test func ofTheKeysTheLastOnesGiveWay() {
    var content = Self.question()
    content.missing = []
    content.keys = ["Enter choose", "y/n select", "Esc cancel", "Tab next"]
    for (columns, shown) in [(60, 4), (50, 4), (40, 3), (30, 2)] {
      let line = lines(content, columns, 16).last { !$0.isEmpty } ?? ""
      #expect(content.keys.filter(line.contains) == Array(content.keys.prefix(shown)))
    }
  }

  @Test("Buttons below each other have the same width")
  func stackedButtons() {
    let areas = Self.question().rendered(columns: 20, rows: 16).targets.map(\.area)
    #expect(areas.count > 1 && Set(areas.map(\.column)).count == 1)
    #expect(Set(areas.map(\.columns)).count == 1)
  }

  @Test("A label that is wider than the window has several lines, unless there are too few rows")
  func longButtons() {
    var content = Self.question(["Delete everything now", "Keep everything", "Cancel"])
    content.missing = []
    content.buttons[0].isDangerous = true
    for hasBlocks in [false, true] {
      content.surface.hasBlocks = hasBlocks
      for columns in 16...60 {
        for rows in 8...24 {
          let screen = content.rendered(columns: columns, rows: rows)
          let text = screen.buffer.lines.joined(separator: " ")
          let words = text.split { " │[]<>!".contains($0) }
          let areWhole = ["Delete", "everything", "now", "Keep", "Cancel"].allSatisfy {
            words.contains(Substring($0))
          }
          #expect(areWhole || rows < 12, "\(columns) × \(rows): \(text)")
          let areas = screen.targets.compactMap { target in
            if case .choice = target.action { target.area } else { nil }
          }
          for (upper, lower) in zip(areas, areas.dropFirst()) where lower.column == upper.column {
            #expect(lower.line >= upper.line + upper.lines, "\(columns) × \(rows)")
          }
        }
      }
    }
  }

  @Test func rowsOfButtonsDoNotTouch() {
    let rows = Self.question().rendered(columns: 20, rows: 16).targets.map(\.area.line)
    #expect(rows == [rows[0], rows[0] + 2, rows[0] + 4])
    // In few rows the text comes first.
    let few = Self.question().rendered(columns: 20, rows: 9).targets.map(\.area.line)
    #expect(few == [few[0], few[0] + 1, few[0] + 2])
  }

  @Test func theRowOfTheFocusIsShownWhereThereIsRoomForOne() {
    #expect(lines(Self.question(), 20, 2) == [" ! raw tty", " > Enter another <"])
    var content = Self.question()
    content.focusedButton = 2
    #expect(lines(content, 20, 2) == [" ! raw tty", " >    Cancel     <"])
    // Row 0 has no caller text.
    #expect(lines(content, 20, 1) == [" >    Cancel     <"])
    #expect(lines(Self.question(), 20, 1) == [" >      No       <"])
  }

  @Test func noSizeIsTooSmall() {
    var notice = Self.question([])
    notice.focusedButton = nil
    for content in [Self.content(), Self.question(), notice] {
      for columns in [1, 2, 3, 5, 8, 13, 30] {
        for rows in 1...16 {
          let screen = content.rendered(columns: columns, rows: rows)
          #expect((screen.buffer.columns, screen.buffer.rows) == (columns, rows))
          let cursor = screen.cursor
          #expect((0..<columns).contains(cursor.column) && (0..<rows).contains(cursor.row))
          guard content.fields.isEmpty, !content.buttons.isEmpty, columns + rows > 2 else {
            continue
          }
          #expect(screen.targets.contains { $0.action == .choice(.disagree) })
        }
      }
    }
    #expect(lines(Self.content(), 1, 1) == ["*"])
    #expect(lines(Self.question(), 1, 1) == [""])
  }
}
