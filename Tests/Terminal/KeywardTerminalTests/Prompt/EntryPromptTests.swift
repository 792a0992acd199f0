import KeywardEngine
import Testing

@testable import KeywardTerminal

/// Prompts for a text of an expected form.
@Suite struct EntryPromptTests {
  typealias Form = MissingCharacterTests.Form

  private static func prompt(
    _ kind: String, _ form: Form = .card, repeats: Bool = false, capacity: Int = 512,
    _ more: (inout Question) -> Void = { _ in }
  ) throws -> Prompt {
    let expected = try #require(EntryKind(kind))
    let prompt = try PromptHarness.prompt(
      repeats: repeats, hasKeyboard: form == .keyboard, capacity: capacity, on: form.surface,
      { $0.expects = expected }, more: more)
    // Without a drawn keyboard, the rules come with the first key by position.
    if prompt.keyboard == nil { prompt.showKeyboard() }
    if repeats { prompt.fields[1].acceptance = prompt.first.acceptance }
    prompt.show()
    return prompt
  }

  private static let again = ": correct it, or press Enter again"
  private static let valid = Array(repeating: "000011", count: 8).joined(separator: "-")
  private static let wrong = "000011-000011-000012" + valid.dropFirst(20)

  @Test("The first Enter names the group, and the second submits", arguments: Form.allCases)
  func twoEnters(form: Form) throws {
    let prompt = try Self.prompt("bitlocker", form)
    prompt.type(Self.wrong)
    prompt.show()
    prompt.press(.enter)
    let sentence = "Error in group 3" + Self.again
    #expect(prompt.outcome == nil && prompt.rings && prompt.notice == sentence)
    prompt.press(.enter)
    #expect(prompt.outcome == nil, "the sentence was not shown yet")
    let shown = prompt.show()
    let kept = "What you typed is kept; Ctrl-U deletes it."
    if form == .lines { #expect(shown == "\r\n\(sentence)\r\n\(kept)\r\nPassphrase: ") }
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted && prompt.first.typed == Self.wrong)
  }

  @Test("A text that passes its check is submitted at once", arguments: Form.allCases)
  func oneEnter(form: Form) throws {
    let prompt = try Self.prompt("bitlocker", form)
    prompt.type(Self.valid.replacing("-", with: ""))
    prompt.show()
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted && prompt.first.typed == Self.valid)
    let words = try Self.prompt("bip39", form)
    words.type(String(repeating: "aban ", count: 11) + "abou")
    words.press(.enter)
    #expect(words.outcome == .submitted && words.first.typed.hasSuffix("abandon about"))
  }

  @Test("A refused character and a failed check are confirmed one by one")
  func refusedAndFailed() throws {
    let prompt = try Self.prompt("digits:6")
    prompt.type("12a45")
    prompt.show()
    prompt.press(.enter)
    let refused = prompt.notice
    #expect(!refused.isEmpty && !refused.contains("4 of 6 digits"))
    prompt.show()
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.notice.contains("4 of 6 digits"))
    prompt.show()
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
  }

  @Test("Every way to submit asks about a fault")
  func everyWay() throws {
    let ways: [(Prompt) throws -> Void] = [
      { $0.press(try #require($0.keyboard?.currentPanel?.slot(of: "return")), at: 2) },
      { $0.handle(.input(.gamepad(.submit)), at: 2) },
      { $0.press(.enter) },
    ]
    for submit in ways {
      let prompt = try Self.prompt("groups:2x2", .keyboard)
      prompt.type("abc")
      for isSecond in [false, true] {
        #expect(prompt.outcome == nil)
        try submit(prompt)
        #expect(isSecond || prompt.notice == "Not complete: group 2" + Self.again)
        prompt.show()
      }
      #expect(prompt.outcome == .submitted && prompt.first.typed == "ab-c")
    }
  }

  @Test(
    "Each fault has its sentence",
    arguments: [
      ("digits:6", "12345", "5 of 6 digits"),
      ("bitlocker", "000011", "Not complete: group 2"),
      ("id-card", "110105194912310021", "The check of the whole fails"),
      ("id-card", "110105194902310021", "Error in group 2"),
      ("bip39", "zoo zoo", "Words: 2, but 12, 15, 18, 21 or 24 are needed"),
      ("bip39", "zoo zoo zzz zoo zzz a b c", "Error in word 3, word 5, word 6, …"),
      ("bip39", "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo", "The check of the whole fails"),
    ])
  func sentences(kind: String, text: String, sentence: String) throws {
    let prompt = try Self.prompt(kind)
    prompt.type(text)
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.notice == sentence + Self.again)
  }

  @Test("A complete group that fails is named while one types, until it is corrected")
  func marks() throws {
    let prompt = try Self.prompt("bitlocker")
    for (key, notice) in zip(
      "0000120", ["", "", "", "", "", "Error in group 1", "Error in group 1"])
    {
      prompt.type(String(key))
      #expect(prompt.notice == notice)
    }
    prompt.type("x")
    #expect(prompt.notice == "Only digits here")
    for notice in ["Error in group 1", ""] {
      prompt.press(.backspace)
      #expect(prompt.notice == notice)
    }
    let digits = try Self.prompt("digits:6") { $0.look.mask = .fixed }
    digits.type("12345")
    digits.press(.enter)
    #expect(digits.notice == "Not complete: group 1" + Self.again, "the length is not shown")
    let hidden = try Self.prompt("bitlocker") { $0.look.mask = .fixed }
    hidden.type("000012")
    #expect(hidden.notice.isEmpty, "the length is not shown")
    hidden.press(.enter)
    #expect(hidden.notice == "Error in group 1" + Self.again)
  }

  @Test(
    "Groups are drawn with gaps, also from their end", arguments: [Form.keyboard, .card, .inline])
  func groups(form: Form) throws {
    let prompt = try Self.prompt("bitlocker", form)
    prompt.type("000011" + "000011" + "000")
    #expect(prompt.show().contains(" •••••• •••••• •••"))
    #expect(!prompt.show().contains("•••• •••••• •••••• •••"))
    let narrow = try Self.prompt("bitlocker", form)
    narrow.handle(.window(columns: 40, rows: 24), at: 1)
    narrow.type(Self.valid)
    let line = narrow.draw(columns: 40).split(separator: "\n").first { $0.contains("••") } ?? ""
    #expect(line.contains("• ••••••▏") || line.contains("• ••••••"), "\(line)")
    let words = try Self.prompt("bip39", form)
    words.type("act abandon zo")
    #expect(words.show().contains(" •••• •••• ••"))
  }

  private static let complete = [
    "id-card": "110105194912310021", "bitlocker": valid, "digits:6": "123456",
    "digits:40": String(repeating: "7", count: 40), "groups:5x5": String(repeating: "a", count: 25),
    "recovery-key": String(repeating: "c", count: 64),
    "bip39": String(repeating: "abandon ", count: 23) + "art",
  ]
  private static let drawn = [
    "id-card": [6, 8, 4], "bitlocker": Array(repeating: 6, count: 8), "digits:6": [6],
    "digits:40": [40], "groups:5x5": Array(repeating: 5, count: 5),
    "recovery-key": Array(repeating: 8, count: 8),
    "bip39": Array(repeating: 4, count: 23) + [3],
  ]

  @Test(
    "Every group is drawn where the window has room; else whole groups are left out",
    arguments: complete.keys.sorted(), [Form.keyboard, .card, .inline])
  func wholeGroups(kind: String, form: Form) throws {
    let lengths = try #require(Self.drawn[kind])
    let groups = lengths.map { String(repeating: "•", count: $0) }
    let all = groups.joined(separator: " ")
    for columns in [40, 60, 80, 100] {
      for hasBlocks in [false, true] {
        var surface = form.surface
        (surface.hasBlocks, surface.hasColor) = (hasBlocks, hasBlocks)
        let prompt = try PromptHarness.prompt(
          hasKeyboard: form == .keyboard, capacity: 512, on: surface,
          { $0.expects = EntryKind(kind) })
        if prompt.keyboard == nil { prompt.showKeyboard() }
        prompt.handle(.window(columns: columns, rows: 24), at: 1)
        prompt.type(try #require(Self.complete[kind]))
        let screen = prompt.picture(columns: columns, rows: 24)
        let line = try #require(screen.buffer.lines.first { $0.contains("••") })
        let room = columns - (form == .inline ? "Passphrase ".count : 0)
        if !line.contains(all) {
          #expect(all.count + 7 > min(room, 86), "\(columns): \(line)")
          let shown = line.drop { $0 != "…" }.dropFirst().prefix { $0 == "•" || $0 == " " }
            .split(separator: " ").map(String.init)
          #expect(!shown.isEmpty || lengths.count == 1, "\(columns): \(line)")
          #expect(
            lengths.count == 1 || shown.elementsEqual(groups.suffix(shown.count)),
            "\(columns): \(line)")
        }
        guard form == .keyboard, let panel = screen.view?.grid.columns else { continue }
        let field = try #require(screen.fieldAreas.first)
        #expect(field.lines < 3 || field.columns == panel, "\(columns)")
      }
    }
  }

  @Test("The number beside the field is that of the characters, or of the words")
  func counts() throws {
    for (kind, text, count) in [
      ("bitlocker", "00001100", "8"), ("id-card", "110105 1949", "10"), ("bip39", "act ab", "2"),
      ("bip39", "act ", "1"),
    ] {
      let plain = try Self.prompt(kind, .lines)
      plain.type(text)
      plain.control("l")
      let word = kind == "bip39" ? "Words" : "Characters"
      #expect(plain.transcriptUpdate().contains("\(word): \(count)\r\n"))
      let drawn = try Self.prompt(kind)
      drawn.type(text)
      #expect(drawn.show().contains(" \(count) "))
    }
  }

  @Test(
    "Texts of one length look the same before a group is complete",
    arguments: [
      ("bitlocker", "00001", "99999"), ("id-card", "1101051949123", "9999999999999"),
      ("recovery-key", "cbdefghij", "vvvvvvvvv"), ("bip39", "abandon", "zzzzzzz"),
      ("bip39", "act aban", "zoo qqqq"), ("digits:6", "12345", "OolI0"),
      ("groups:2x4", "abcde", "!!!!!"),
    ] as [(String, String, String)], Form.allCases)
  func equalDrawings(texts: (String, String, String), form: Form) throws {
    let (first, second) = (try Self.prompt(texts.0, form), try Self.prompt(texts.0, form))
    for (one, other) in zip(texts.1, texts.2) {
      first.type(String(one))
      second.type(String(other))
      let (left, right) = (first.show(), second.show())
      #expect(left == right && first.notice == second.notice)
    }
  }

  @Test("A revealed text has its separators, and complete words")
  func revealed() throws {
    let prompt = try Self.prompt("bitlocker")
    prompt.type("0000110000")
    prompt.control("t")
    #expect(try prompt.shownCharacters() == "000011-0000▏")
    let words = try Self.prompt("bip39")
    words.type("aban abil ")
    words.control("t")
    #expect(try words.shownCharacters()?.hasPrefix("abandon ability") == true)
  }

  @Test("A repetition is compared in its final form, and asks about the first text only")
  func repetition() throws {
    let prompt = try Self.prompt("bip39", repeats: true)
    prompt.type(String(repeating: "abandon ", count: 11) + "about ")
    prompt.press(.enter)
    #expect(prompt.flow.active == 1)
    prompt.type(String(repeating: "abandon ", count: 11) + "about")
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted && prompt.first.typed.hasSuffix(" about"))
    let wrong = try Self.prompt("digits:6", repeats: true)
    for isSecond in [false, true] {
      wrong.type("12345")
      wrong.press(.enter)
      wrong.show()
      if !isSecond { wrong.press(.enter) }
    }
    #expect(wrong.outcome == .submitted && wrong.first.typed == "12345")
  }

  @Test("An edit after the first Enter asks again, and Tab does not evade the question")
  func edits() throws {
    let prompt = try Self.prompt("digits:6")
    prompt.type("1234")
    for key in "56" {
      prompt.press(.enter)
      #expect(prompt.outcome == nil)
      prompt.show()
      prompt.type(String(key))
    }
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
    let both = try Self.prompt("digits:6", repeats: true)
    both.type("12345")
    both.press(.tab)
    both.show()
    both.type("12345")
    both.press(.enter)
    #expect(both.outcome == nil && both.notice.hasPrefix("5 of 6 digits"))
  }
}
