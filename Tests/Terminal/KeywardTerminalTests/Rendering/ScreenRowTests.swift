import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct ScreenRowTests {
  /// A question with all texts that `Question.texts` lists.
  private var question: Question {
    var question = Question()
    (question.program, question.asker, question.title) = ("gpg", "asked by gpg, pid 940", "New key")
    question.purpose = Purpose()
    question.purpose?.plainLead = "for:"
    question.purpose?.command = "gpg --edit-key alice"
    question.description = "Choose a passphrase."
    return question
  }

  private func lines(_ form: ScreenForm, fields: Int, rows: Int) -> [String] {
    var model = PromptViewModel(question, on: PromptSurface())
    model.form = form
    model.fields = Array(repeating: .init(prompt: "Passphrase", mask: .bullets), count: fields)
    return model.rendered(columns: 100, rows: rows).buffer.lines
  }

  @Test("Every text of a question is on the screen of each form", arguments: ScreenForm.allCases)
  func everyTextIsOnTheScreen(form: ScreenForm) {
    for fields in 0...2 {
      let lines = lines(form, fields: fields, rows: 40)
      for text in question.texts {
        #expect(!text.text.isEmpty, "this test does not set the text of \(text.part)")
        #expect(lines.contains { $0.contains(text.text) }, "\(text.part): \(lines)")
      }
    }
  }

  @Test("Every text of a question is in line mode")
  func everyTextIsInLineMode() {
    #expect(
      question.introduction(columns: 80) == [
        "gpg: asked by gpg, pid 940", "for: gpg --edit-key alice", "New key",
        "Choose a passphrase.",
      ])
  }

  @Test(
    "Line mode shows all of a long command and of the asking program, with indented rows",
    arguments: [20, 40, 80, 200])
  func longCommandInLineMode(columns: Int) {
    var question = question
    question.description = ""
    question.title = ""
    let parents = Array(repeating: "bash", count: 9).joined(separator: " ← ")
    question.asker = "asked by sudo, pid 4711, in ~/site ← " + parents
    let words = (1...90).map { "package-\($0)" }
    question.purpose?.command = words.joined(separator: " ")
    let lines = question.introduction(columns: columns)
    let starts = lines.filter { !$0.hasPrefix("  ") }
    #expect(starts.count == 2, "\(lines)")
    #expect(starts[0].hasPrefix("gpg: asked by sudo") && starts[1].hasPrefix("for: package-1"))
    #expect(lines.allSatisfy { CharacterWidth.of($0) <= columns })
    let shown = lines.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(shown.suffix(words.count) == words[...])
  }

  @Test("Texts without rows of their own are on row 0, or are scrolled")
  func textsWithoutRows() {
    let lines = lines(.full, fields: 1, rows: 4)
    #expect(lines[0].contains("asked by gpg"), "\(lines)")
    #expect(lines[1].contains("for: gpg --edit-key alice"), "\(lines)")
    #expect(lines[2].contains("New key") && lines[2].contains("PgDn"), "\(lines)")
  }
}
