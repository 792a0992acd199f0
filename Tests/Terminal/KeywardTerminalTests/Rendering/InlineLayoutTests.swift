import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct InlineLayoutTests {
  private func content(isASCII: Bool = false) -> PromptViewModel {
    var content = PromptViewModel(
      fields: [.init(prompt: "Passphrase", mask: .bullets, characterCount: 12)],
      glyphs: Glyphs(isASCII: isASCII))
    content.form = .inline
    return content
  }

  private var crowded: PromptViewModel {
    var content = content()
    content.fields.append(.init(prompt: "Repeat", mask: .bullets, characterCount: 3))
    content.question.asker = "asked by gpg, pid 940"
    content.question.title = "New key"
    content.question.description =
      "Choose a passphrase.\n\nIt protects\nthe key\nof the\nwhole\nbuild."
    content.errorTitle = "Not allowed"
    content.error = "Too short"
    content.quality = .init(label: "Quality", value: 40)
    content.hints = ["At least eight characters."]
    content.tips = ["More about it."]
    content.buttons = [.init(label: "OK", acceleratorIndex: nil, choice: .submit)]
    return content
  }

  private func lines(_ content: PromptViewModel, _ columns: Int, _ rows: Int = 24) -> [String] {
    content.rendered(columns: columns, rows: rows).buffer.lines
  }

  @Test func aFieldAndWhatCanBeDoneAreTwoRows() {
    #expect(
      lines(content(), 80) == [
        "Passphrase │ ••••••••••••▏                                            12",
        "Enter submit   Esc cancel",
      ])
    #expect(
      lines(content(isASCII: true), 40) == [
        "Passphrase | ************|            12",
        "Enter submit   Esc cancel",
      ])
  }

  @Test func anErrorIsTheThird() {
    var content = content()
    content.error = "Bad passphrase (try 2 of 3)"
    #expect(
      lines(content, 60) == [
        "✗ Bad passphrase (try 2 of 3)",
        "Passphrase │ ••••••••••••▏                                12",
        "Enter submit   Esc cancel",
      ])
  }

  @Test func theQuestionIsAboveTheFieldsAndNoRowIsBlank() {
    #expect(
      lines(crowded, 80) == [
        "asked by gpg, pid 940", "New key", "Choose a passphrase.", "It protects", "… PgDn",
        "Not allowed", "✗ Too short",
        "Passphrase │ ••••••••••••▏                                            12",
        "Repeat     │ •••                                                       3",
        "Quality ████████░░░░░░░░░░░░ 40 %", "At least eight characters.",
        "Enter submit   Esc cancel",
      ])
  }

  /// Half of the window is the most; the rest is scrolled.
  @Test func aLongQuestionTakesHalfOfTheWindow() {
    var content = content()
    content.fields[0].prompt = (1...80).map { "word\($0)" }.joined(separator: " ")
    #expect(lines(content, 80, 40).count == 10)
    #expect(lines(content, 80, 16).count == 8)
    #expect(lines(content, 80, 16).contains { $0.contains("PgDn") })
  }

  @Test func aQuestionHasItsButtonsInOneRow() {
    var content = content()
    content.fields = []
    content.question.description = "Delete it?"
    content.buttons = [
      .init(label: "Yes", acceleratorIndex: nil, choice: .submit),
      .init(label: "No", acceleratorIndex: nil, choice: .disagree),
    ]
    content.focusedButton = 0
    content.keys = ["Enter choose", "Esc cancel"]
    #expect(
      lines(content, 44) == [
        "Delete it?", "> Yes <  [ No ]", "Enter choose   Esc cancel",
      ])
  }

  @Test("Missing protection has its own row, which outlives the asker and the keys")
  func missingProtection() {
    var content = content()
    content.missing = ["memory is not locked", "sandbox switched off"]
    content.question.asker = "asked by gpg, pid 940"
    #expect(
      lines(content, 80) == [
        "asked by gpg, pid 940",
        "Passphrase │ ••••••••••••▏                                            12",
        "! memory is not locked · sandbox switched off", "Enter submit   Esc cancel",
      ])
    #expect(
      lines(content, 28) == [
        "asked by gpg, pid 940", "Passphrase │ …••••••▏   12", "! memory is not locked ·",
        "sandbox switched off", "Enter submit   Esc cancel",
      ])
    #expect(
      lines(content, 28, 3) == [
        "Passphrase │ …••••••▏   12", "! memory is not locked ·", "sandbox switched off",
      ])
    #expect(lines(content, 28, 1) == ["Passphrase │ …••••••▏   12 !"])
    // A notice is in the row of the keys.
    content.notice = "Caps Lock is on"
    #expect(lines(content, 80)[2] == "! memory is not locked · sandbox switched off")
    #expect(lines(content, 80)[3].hasPrefix("Caps Lock is on   Enter submit"))
  }

  @Test func noticesComeBeforeTheKeys() {
    var content = content()
    content.notice = "The paste is too long; only the part that fits was taken"
    #expect(lines(content, 72)[1] == content.notice + "   Enter  Esc")
    #expect(lines(content, 60)[1] == content.notice)
    let notice = ["The paste is too long; only", "the part that fits was taken"]
    #expect(lines(content, 30).prefix(2) == notice[...])
  }

  @Test func aKeyboardIsNotDrawn() throws {
    var content = content()
    content.keyboard = try ScreenSamples.unlocking(columns: 80, rows: 24).keyboard
    #expect(lines(content, 80).count == 2)
  }

  @Test(arguments: 1...200)
  func everyWindowHasAFieldAndNoRowItDoesNotNeed(_ columns: Int) {
    for rows in [1, 2, 3, 5, 24] {
      for content in [content(), content(isASCII: true), crowded] {
        let screen = content.rendered(columns: columns, rows: rows)
        #expect(screen.buffer.columns == columns)
        #expect(screen.buffer.rows <= rows)
        #expect(screen.buffer.lines.allSatisfy { !$0.isEmpty || columns < 3 })
        guard columns > 1 || rows > 1 else { continue }
        #expect(!screen.fieldAreas.isEmpty)
        for area in screen.fieldAreas {
          #expect(area.column >= 0 && area.column + area.columns <= columns)
        }
      }
    }
  }
}
