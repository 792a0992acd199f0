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
      question.introduction(columns: 80, rows: 24, others: 1, ellipsis: "…") == [
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
    let lines = question.introduction(columns: columns, rows: 200, others: 1, ellipsis: "…")
    let starts = lines.filter { !$0.hasPrefix("  ") }
    #expect(starts.count == 2, "\(lines)")
    #expect(starts[0].hasPrefix("gpg: asked by sudo") && starts[1].hasPrefix("for: package-1"))
    #expect(lines.allSatisfy { CharacterWidth.of($0) <= columns })
    let shown = lines.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(shown.suffix(words.count) == words[...])
  }

  @Test("In line mode, who asks and for what are on the screen together with the question")
  func rowsOfLineMode() {
    let folder = String(repeating: "folder", count: 90)
    let package = (1...60).map { "--file=/srv/data/part-\($0).tar.zst" }.joined(separator: " ")
    let text = (1...40).map { "Line \($0)" }.joined(separator: "\n")
    for command in ["ls", "tar -c " + package, "restic -c " + String(repeating: "x", count: 9999)] {
      for (folder, description) in [("~", ""), ("~", text), (folder, ""), (folder, text)] {
        for (columns, rows) in [(40, 10), (80, 24), (0, 0)] {
          var question = Question()
          question.asker = "asked by sudo, pid 4711, in \(folder) ← bash"
          question.description = description
          var purpose = Purpose()
          (purpose.plainLead, purpose.note, purpose.command) = ("for:", "as root", command)
          question.purpose = purpose
          let lines = question.introduction(
            columns: columns, rows: rows, others: 1, ellipsis: "…")
          let wrapped = lines.flatMap { TextWrap.lines(of: $0, width: columns > 0 ? columns : 80) }
          let shown = wrapped.suffix((rows > 0 ? rows : 24) - 1)
          let plain = shown.map { $0.drop { $0 == " " } }.joined(separator: " ")
          #expect(plain.contains("keyward: asked by sudo, pid 4711"), "\(shown)")
          let head = command.prefix(38)
          #expect(plain.replacing(" ", with: "").contains(head.replacing(" ", with: "")))
          #expect(plain.contains("(as root)"), "\(shown)")
          #expect(lines.contains("Line 40") == !description.isEmpty)
        }
      }
    }
  }

  @Test("Texts without rows of their own are on row 0, or are scrolled")
  func textsWithoutRows() {
    let lines = lines(.full, fields: 1, rows: 4)
    #expect(lines[0].contains("asked by gpg"), "\(lines)")
    #expect(lines[1].contains("for: gpg --edit-key alice"), "\(lines)")
    #expect(lines[2].contains("New key") && lines[2].contains("PgDn"), "\(lines)")
  }
}
