import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct PurposeTests {
  private static let command =
    "apt-get install --no-install-recommends "
    + (1...60).map { "package-\($0)" }.joined(separator: " ")

  private func purpose(_ command: String = command, door: String = "") -> Purpose {
    var purpose = Purpose()
    purpose.lead = "to run as root:"
    (purpose.plainLead, purpose.note) = ("for:", "as root")
    (purpose.command, purpose.door) = (command, door)
    return purpose
  }

  private func screen(
    _ form: ScreenForm, columns: Int, rows: Int, fields: Int = 1, offset: Int = 0
  ) -> ComposedScreen {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.question.purpose = purpose()
    model.question.asker = "asked by sudo, pid 4711, in ~/site ← bash ← lazygit ← zsh"
    model.question.title = "A title"
    model.question.description = (1...9).map { "Line \($0) of the question" }.joined(
      separator: "\n")
    model.form = form
    model.error = "Sorry, try again, the password was wrong"
    model.missing = ["core dumps are possible"]
    model.descriptionOffset = offset
    model.fields = Array(repeating: .init(prompt: "Password", mask: .bullets), count: fields)
    if fields == 0 {
      model.buttons = [
        .init(label: "OK", acceleratorIndex: nil, choice: .submit),
        .init(label: "Cancel", acceleratorIndex: nil, choice: .cancel),
      ]
    }
    return model.rendered(columns: columns, rows: rows)
  }

  @Test(
    "From 40 by 10 on, the first 40 characters of the command are on the screen of each form",
    arguments: ScreenForm.allCases, 0...2)
  func smallWindows(form: ScreenForm, fields: Int) {
    let head = String(Self.command.prefix(40))
    for columns in [40, 41, 57, 80, 200] {
      for rows in [10, 11, 16, 24, 60] {
        let lines = screen(form, columns: columns, rows: rows, fields: fields).buffer.lines
        let text = lines.map { $0.drop { " │|".contains($0) } }
          .map { TextWrap.trimmed(String($0.filter { $0 != "│" })) }.joined(separator: " ")
        // A row may end between the words, or in a word.
        let plain = text.filter { $0 != " " }
        #expect(plain.contains(head.filter { $0 != " " }), "\(columns) × \(rows): \(lines)")
      }
    }
  }

  @Test("The purpose outlives the asker and the title")
  func outlivesTheAsker() {
    for rows in 1...24 {
      let lines = screen(.full, columns: 60, rows: rows).buffer.lines.joined(separator: "\n")
      if lines.contains("lazygit") && !lines.contains("\n asked by") { continue }
      #expect(!lines.contains("asked by") || lines.contains("apt-get"), "\(rows): \(lines)")
    }
  }

  @Test("A long command is cut in the middle, and whole after Page Down")
  func cut() {
    let (_, rows, isCut) = purpose().rows(width: 70, isBrief: false)
    #expect(isCut && rows.count == 2)
    #expect(rows.joined().hasPrefix("to run as root: apt-get install --no-install-recommends pack"))
    #expect(rows.joined().contains("…") && rows.joined().hasSuffix("package-60"))
    for form in ScreenForm.allCases {
      var seen = ""
      for offset in 0...24 {
        seen += screen(form, columns: 80, rows: 24, offset: offset).buffer.lines
          .joined(separator: "\n")
      }
      for number in [20, 30, 40, 50] { #expect(seen.contains("package-\(number)"), "\(form)") }
    }
  }

  @Test("Lead words give way before a part of the command, and the door last")
  func leadsGiveWay() {
    let whole = String(repeating: "x", count: 58)
    #expect(
      purpose(whole).rows(width: 38, isBrief: false).rows.joined() == "to run as root: " + whole)
    let more = String(repeating: "x", count: 61)
    #expect(purpose(more).rows(width: 38, isBrief: false).rows.joined() == "for: \(more) (as root)")
    let door = purpose(Self.command, door: "variable TOKEN").rows(width: 70, isBrief: false).rows
    #expect(door.joined().hasSuffix(" (variable TOKEN)"))
    #expect(
      purpose("ls").rows(width: 70, isBrief: true).rows == ["for: ls (as root)"])
  }

  @Test("No width is too small")
  func anyWidth() {
    for width in 1...120 {
      for isBrief in [false, true] {
        let rows = purpose(door: "descriptor 3").rows(width: width, isBrief: isBrief).rows
        #expect(rows.count <= 2 && rows.allSatisfy { CharacterWidth.of($0) <= width })
      }
    }
  }
}
