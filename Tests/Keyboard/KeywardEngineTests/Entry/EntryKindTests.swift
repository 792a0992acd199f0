import KeywardTestSupport
import Testing

@testable import KeywardEngine

/// Typing and deleting a text of an expected form.
@Suite struct EntryKindTests {
  static func keyboard(_ kind: String) throws -> Keyboard {
    let expected = try #require(EntryKind(kind))
    return try KeyboardHarness.shown { $0.expects = expected }.keyboard
  }

  @discardableResult
  private func type(_ text: String, on keyboard: Keyboard) -> [Outcome] {
    text.map { keyboard.insert(String($0)) }
  }

  private func typed(_ text: String, as kind: String) throws -> String {
    let keyboard = try Self.keyboard(kind)
    for outcome in type(text, on: keyboard) { #expect(outcome == .accepted) }
    return keyboard.field.typed
  }

  @Test("Kinds are known by their names, within their limits")
  func names() {
    for kind in EntryKeys.kinds { #expect(EntryKind(kind)?.description == kind) }
    let wrong = [
      "", "idcard", "digits", "digits:", "digits:0", "digits:257", "digits:+6", "digits:6x6",
      "groups:4", "groups:0x4", "groups:4x0", "groups:51x4", "groups:4x51", "groups:4x4x4",
      "bip39:12",
      "digits:99999999999999999999",
    ]
    for kind in wrong { #expect(EntryKind(kind) == nil, "\(kind)") }
  }

  @Test("Separators may be typed or left out, and the text has those of its kind")
  func separators() throws {
    #expect(try typed("1234567", as: "bitlocker") == "123456-7")
    #expect(try typed("-12 34-56 -- 7", as: "bitlocker") == "123456-7")
    #expect(try typed("123456-", as: "bitlocker") == "123456")
    #expect(try typed("cbdefghi jkln", as: "recovery-key") == "cbdefghi-jkln")
    #expect(try typed("ab c-d", as: "groups:2x3") == "abc-d")
    #expect(try typed("12 3-4", as: "digits:6") == "1234")
    #expect(try typed("110105 19491231-002X", as: "id-card") == "11010519491231002X")
    #expect(try typed("  zoo--zoo  ability ", as: "bip39") == "zoo zoo ability ")
  }

  @Test("A paste follows the same rules as typing")
  func pasting() throws {
    for (kind, text, result) in [
      ("bitlocker", "123456 - 7890", "123456-7890"),
      ("bip39", "zoo aban\tabil-", "zoo abandon ability "),
      ("recovery-key", "CBDEFGHIJ\n", "cbdefghi-j"), ("digits:6", "O1l-I0", "01110"),
    ] {
      let keyboard = try Self.keyboard(kind)
      #expect(keyboard.paste(text) == .accepted && keyboard.field.typed == result, "\(text)")
    }
    let keyboard = try Self.keyboard("bitlocker")
    type("12", on: keyboard)
    #expect(keyboard.paste("3456789x1") == .rejected(.notAllowed))
    #expect(keyboard.field.typed == "12" && keyboard.loss == .notAllowed)
    let pad = try Self.keyboard("digits:4")
    #expect(pad.paste("123456") == .rejected(.tooLong) && pad.field.typed == "1234")
  }

  @Test("Characters that look like the accepted ones are corrected only where that is certain")
  func lookAlikes() throws {
    for kind in ["digits:4", "bitlocker", "id-card"] {
      #expect(try typed("OolI", as: kind) == "0011")
    }
    #expect(try typed("ABANDON", as: "bip39") == "abandon")
    #expect(try typed("CBDE", as: "recovery-key") == "cbde")
    #expect(try typed("OolI", as: "groups:1x4") == "OolI")
    let refused = [
      ("digits:4", "aZS:é"), ("bitlocker", "x+"), ("id-card", "Xx"), ("bip39", "1é'"),
      ("recovery-key", "01amz"), ("groups:1x4", "é\u{7}"),
    ]
    for (kind, text) in refused {
      let keyboard = try Self.keyboard(kind)
      for outcome in type(text, on: keyboard) {
        #expect(outcome == .rejected(kind == "id-card" ? .idCard : .notAllowed), "\(kind)")
      }
      #expect(keyboard.field.typed.isEmpty && keyboard.loss == .notAllowed)
    }
    #expect(try typed("11010519491231002x", as: "id-card").hasSuffix("2X"))
  }

  @Test("No character follows a complete text", arguments: EntryKeys.kinds)
  func full(kind: String) throws {
    var random = SplitMix(state: 1)
    let keyboard = try Self.keyboard(kind)
    var key = EntryKeys.key(kind, &random)
    if kind == "bip39" { key = EntryKeys.phrase([UInt8](repeating: 7, count: 32)) + " " }
    type(key, on: keyboard)
    let next = ["bip39": "a", "recovery-key": "c"][kind] ?? "0"
    #expect(keyboard.insert(next) == .rejected(.tooLong))
    #expect(keyboard.field.typed == key)
  }

  @Test("Backspace crosses the edge of a group, and Ctrl-W deletes a group")
  func deleting() throws {
    let keyboard = try Self.keyboard("bitlocker")
    type("12345678", on: keyboard)
    for left in ["123456-7", "123456", "12345"] {
      #expect(keyboard.deleteBackward() == .accepted && keyboard.field.typed == left)
    }
    type("67890", on: keyboard)
    for left in ["123456", "", ""] {
      keyboard.deleteWord()
      #expect(keyboard.field.typed == left)
    }
    let words = try Self.keyboard("bip39")
    type("aban zoo", on: words)
    for left in ["abandon ", "abandon", "abando"] {
      if left == "abandon " { words.deleteWord() } else { words.deleteBackward() }
      #expect(words.field.typed == left)
    }
    type("n abil ", on: words)
    #expect(words.field.typed == "abandon ability ")
  }

  @Test("A blank completes a word after four letters, or fewer if they choose one word")
  func completing() throws {
    let keyboard = try Self.keyboard("bip39")
    func completed(_ start: String) -> String {
      keyboard.deleteAll()
      type(start + " ", on: keyboard)
      return keyboard.field.typed
    }
    for word in EntryKeys.words { #expect(completed(String(word.prefix(4))) == word + " ") }
    let all = EntryKeys.words
    for start in Set(all.map { String($0.prefix(2)) } + all.map { String($0.prefix(3)) }) {
      let matches = all.filter { $0.hasPrefix(start) }
      let chosen = all.contains(start) ? start : matches.count == 1 ? matches[0] : start
      #expect(completed(start) == chosen + " ")
    }
    #expect(try typed("abandom zzzz abandonment x ", as: "bip39") == "abandom zzzz abandonment x ")
  }

  @Test("The form decides the panel, the accepted characters and the length")
  func panels() throws {
    for (kind, panel) in [
      ("id-card", PanelName.idCard), ("bitlocker", .numbers), ("digits:4", .numbers),
      ("bip39", .letters), ("recovery-key", .letters), ("groups:2x2", .letters),
    ] {
      let expected = try #require(EntryKind(kind))
      let harness = try KeyboardHarness.shown {
        $0.expects = expected
        ($0.allowList, $0.maxLength) = (.characters(of: "z"), 1)
      }
      #expect(harness.keyboard.selection.panel == panel)
      #expect(harness.keyboard.insert("c").isRejected == (panel != .letters))
      #expect(harness.keyboard.insert(panel == .letters ? "b" : "1") == .accepted)
    }
    let pad = try KeyboardHarness.shown { $0.expects = .idCard }
    for digit in "11010519491231002" { try pad.tap(String(digit)) }
    #expect(try pad.tap("x") == .accepted && pad.typed == "11010519491231002X")
  }

  @Test("A keyboard refuses a text with a fault once, and hands over the final form")
  func submitting() throws {
    let keyboard = try Self.keyboard("bip39")
    var submitted: [String] = []
    keyboard.onReturn = { keyboard, _ in
      submitted.append(keyboard.field.typed)
      return false
    }
    type("zoo zoo ", on: keyboard)
    #expect(keyboard.submit() == .rejected(.fault) && keyboard.fault == nil)
    type("zoo", on: keyboard)
    #expect(keyboard.fault == .wordCount(3))
    #expect(keyboard.submit() == .rejected(.fault) && submitted.isEmpty)
    #expect(keyboard.submit() == .accepted && submitted == ["zoo zoo zoo"])
    keyboard.deleteAll()
    type(String(repeating: "aban ", count: 11) + "abou", on: keyboard)
    #expect(keyboard.submit() == .accepted)
    #expect(submitted.last == String(repeating: "abandon ", count: 11) + "about")
    keyboard.deleteAll()
    #expect(keyboard.submit() == .accepted && submitted.last == "")
  }

  @Test("The shown groups depend on the lengths only, and for words on nothing but their number")
  func shownGroups() throws {
    func groups(_ text: String, _ kind: String) throws -> [Int] {
      let keyboard = try Self.keyboard(kind)
      type(text, on: keyboard)
      return keyboard.field.groups
    }
    #expect(try groups("", "bitlocker").isEmpty && groups("", "bip39").isEmpty)
    #expect(try groups("123456", "bitlocker") == [6] && groups("1234567", "bitlocker") == [6, 1])
    #expect(try groups("11010519491231002X", "id-card") == [6, 8, 4])
    #expect(try groups("abandon", "bip39") == [7] && groups("zzzzzzz", "bip39") == [7])
    #expect(try groups("aban ", "bip39") == [4, 0] && groups("act zo", "bip39") == [4, 2])
  }
}
