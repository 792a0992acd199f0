import KeywardEngine
import Testing

@testable import KeywardTerminal

/// A text that lacks typed or pasted characters is submitted only by an Enter that comes after the
/// sentence about them.
@Suite struct MissingCharacterTests {
  enum Form: CaseIterable {
    case keyboard, card, inline, lines

    var surface: PromptSurface {
      var surface = PromptSurface()
      (surface.isInline, surface.isPlain) = (self == .inline, self == .lines)
      return surface
    }
  }

  enum Kind: String, CaseIterable {
    case typedBeyondTheEnd, pastedBeyondTheEnd
    case refusedKey, refusedPaste, lineBreakInPaste, nulInPaste
    case unfinishedPaste, interruptedPaste, pasteThatIsNotUTF8
    case invalidByte, altKey, unknownKey, keyWithoutCharacter, unfinishedMessage

    var sentence: String {
      let start =
        switch self {
        case .typedBeyondTheEnd, .pastedBeyondTheEnd: "Characters were cut off at the end"
        case .refusedKey, .refusedPaste, .lineBreakInPaste, .nulInPaste:
          "Characters that are not allowed were left out"
        default: "A character is missing"
        }
      return start + ": delete something, or press Enter again"
    }

    /// Types so that something is lost; the rules are digits only, and eight at most.
    func lose(in prompt: Prompt) {
      func handle(_ event: InputEvent) { prompt.handle(.input(event), at: 1) }
      switch self {
      case .typedBeyondTheEnd: prompt.type("12345678")
      case .pastedBeyondTheEnd: prompt.paste("12345678")
      case .refusedKey: prompt.type("a")
      case .refusedPaste: prompt.paste("3a4")
      case .lineBreakInPaste: prompt.paste("3\n4")
      case .nulInPaste: prompt.paste("3\04")
      case .unfinishedPaste, .interruptedPaste:
        handle(.pasteBegan)
        prompt.paste(Array("34".utf8).span.bytes)
        handle(.pasteDropped(isInterrupted: self == .interruptedPaste))
      case .pasteThatIsNotUTF8:
        handle(.pasteBegan)
        prompt.paste(([0x33, 0xe9] as [UInt8]).span.bytes)
        handle(.pasteEnded)
      case .invalidByte: handle(.untyped(.byte(0xe9, .utf8)))
      case .altKey: handle(.untyped(.alt))
      case .unknownKey: handle(.untyped(.key))
      case .keyWithoutCharacter: handle(.untyped(.noCharacter))
      case .unfinishedMessage: handle(.untyped(.message))
      }
    }
  }

  private static func prompt(
    _ form: Form = .card, repeats: Bool = false, _ more: (inout Question) -> Void = { _ in }
  ) throws -> Prompt {
    let prompt = try PromptHarness.prompt(
      repeats: repeats, hasKeyboard: form == .keyboard, on: form.surface,
      { ($0.allowList, $0.maxLength) = (.characters(of: "0123456789"), 8) }, more: more)
    // Without a keyboard, the rules come with the first key by position.
    if prompt.keyboard == nil { prompt.showKeyboard() }
    prompt.show()
    return prompt
  }

  // MARK: One rule

  @Test(
    "The first Enter shows what is missing, and the second submits",
    arguments: Kind.allCases, Form.allCases)
  func twoEnters(kind: Kind, form: Form) throws {
    let prompt = try Self.prompt(form)
    prompt.type("12")
    kind.lose(in: prompt)
    #expect(prompt.rings)
    prompt.show()
    // To type on does not bring the characters back.
    if prompt.first.text.characterCount < 8 { prompt.type("5") }
    prompt.show()
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.rings && prompt.notice == kind.sentence)
    let shown = prompt.show()
    if form == .lines {
      // A long sentence takes two lines.
      let lines = shown.split(separator: "\r\n", omittingEmptySubsequences: false)
      #expect(lines.first == "" && lines.last == "Passphrase: ")
      let kept = "What you typed is kept; Ctrl-U deletes it."
      #expect(lines.dropFirst().dropLast().joined(separator: " ") == kind.sentence + " " + kept)
    }
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted && prompt.first.loss == nil)
    #expect(prompt.first.typed.hasPrefix("12"))
  }

  @Test("Enter in the same breath submits nothing, however often", arguments: Kind.allCases)
  func oneBreath(kind: Kind) throws {
    let prompt = try Self.prompt()
    prompt.type("12")
    kind.lose(in: prompt)
    for _ in 0..<3 { prompt.press(.enter) }
    #expect(prompt.outcome == nil && prompt.rings && prompt.notice == kind.sentence)
    prompt.show()
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
  }

  @Test("A text of exactly the maximum length is whole", arguments: Form.allCases)
  func exactlyFull(form: Form) throws {
    let typed = try Self.prompt(form)
    typed.type("12345678")
    typed.press(.enter)
    #expect(typed.outcome == .submitted)
    let pasted = try Self.prompt(form)
    pasted.paste("12345678\n")
    pasted.press(.enter)
    #expect(pasted.outcome == .submitted)
  }

  @Test("The capacity of the field cuts off like a maximum length")
  func fullField() throws {
    let prompt = try PromptHarness.prompt(hasKeyboard: false)
    prompt.type(String(repeating: "a", count: 65))
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.notice == Kind.typedBeyondTheEnd.sentence)
  }

  @Test("Return, Done, the button and the gamepad ask like Enter")
  func everyWayToSubmit() throws {
    let ways: [(Prompt) throws -> Void] = [
      { $0.press(try #require($0.keyboard?.currentPanel?.slot(of: "return")), at: 2) },
      { try $0.click("Done") },
      { $0.handle(.input(.gamepad(.submit)), at: 2) },
      { try $0.click("OK") },
    ]
    for (number, submit) in ways.enumerated() {
      // No button is drawn beside a keyboard.
      let prompt = try PromptHarness.prompt(
        hasKeyboard: number < 3,
        { configuration in
          configuration.maxLength = 2
          if number == 1 { configuration.title = "Title" }
        }, more: { $0.yesLabel = "_OK" })
      if prompt.keyboard == nil { prompt.showKeyboard() }
      prompt.type("abc")
      for _ in 0..<2 {
        try submit(prompt)
        #expect(prompt.outcome == nil, "way \(number)")
        #expect(prompt.notice == Kind.typedBeyondTheEnd.sentence, "way \(number)")
        // A click draws the screen to find its cell.
        if number == 1 || number == 3 { break }
      }
      prompt.show()
      try submit(prompt)
      #expect(prompt.outcome == .submitted, "way \(number)")
    }
  }

  @Test("A visible text is not submitted without its characters either")
  func visibleText() throws {
    let prompt = try Self.prompt(.lines) { $0.isVisible = true }
    prompt.type("12")
    Kind.invalidByte.lose(in: prompt)
    prompt.press(.enter)
    #expect(prompt.outcome == nil)
    #expect(prompt.show().hasSuffix("\(Kind.invalidByte.sentence)\r\nPassphrase: 12"))
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
  }

  @Test("The sentence takes precedence over the last seconds")
  func lastSeconds() throws {
    let prompt = try Self.prompt { $0.timeout = 5 }
    prompt.handle(.time, at: 1)
    #expect(prompt.notice.hasPrefix("Closes in"))
    Kind.invalidByte.lose(in: prompt)
    prompt.press(.enter)
    #expect(prompt.notice == Kind.invalidByte.sentence)
  }

  // MARK: Editing

  @Test("Typing between the two Enters takes the first one back")
  func typingBetween() throws {
    let prompt = try Self.prompt()
    Kind.invalidByte.lose(in: prompt)
    prompt.press(.enter)
    prompt.show()
    prompt.handle(.input(.capsLock(true)), at: 1)
    prompt.type("1")
    // Nothing asks for Enter any more, so the row has room for other notices.
    #expect(prompt.notice == Language.english[.capsLock])
    prompt.press(.enter)
    #expect(prompt.outcome == nil)
    prompt.show()
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
  }

  @Test(
    "After a deletion, Enter submits", arguments: ["\u{7f}", "\u{17}", "\u{15}"], Form.allCases)
  func deletion(key: String, form: Form) throws {
    let key = try #require(TerminalKey(control: Array(key.utf8)[0]))
    let prompt = try Self.prompt(form)
    prompt.type("12")
    Kind.invalidByte.lose(in: prompt)
    prompt.show()
    prompt.press(key)
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
  }

  @Test("The drawn delete key is a deletion, too")
  func drawnDeleteKey() throws {
    let prompt = try Self.prompt(.keyboard)
    prompt.type("12")
    Kind.invalidByte.lose(in: prompt)
    prompt.show()
    prompt.press(try #require(prompt.keyboard?.currentPanel?.slot(of: "delete")), at: 2)
    prompt.press(.enter, at: 3)
    #expect(prompt.outcome == .submitted && prompt.first.typed == "1")
  }

  @Test("A deletion in the same breath, or of nothing, does not end a loss")
  func unseenDeletion() throws {
    for text in ["12", ""] {
      let prompt = try Self.prompt(.keyboard)
      prompt.type(text)
      Kind.invalidByte.lose(in: prompt)
      if text.isEmpty { prompt.show() }
      prompt.press(.backspace)
      prompt.type("3")
      prompt.press(.enter)
      #expect(prompt.outcome == nil && prompt.first.typed == (text.isEmpty ? "3" : "13"))
    }
    let drawn = try Self.prompt(.keyboard)
    drawn.type("12")
    Kind.invalidByte.lose(in: drawn)
    drawn.press(try #require(drawn.keyboard?.currentPanel?.slot(of: "delete")), at: 2)
    drawn.press(.enter, at: 3)
    #expect(drawn.outcome == nil)
    // Nothing remains that could lack a character.
    let cleared = try Self.prompt()
    Kind.invalidByte.lose(in: cleared)
    cleared.control("u")
    cleared.type("12")
    cleared.press(.enter)
    #expect(cleared.outcome == .submitted)
  }

  // MARK: Two fields

  @Test("Both fields ask, and the second also for the first", arguments: Form.allCases)
  func bothFields(form: Form) throws {
    let prompt = try Self.prompt(form, repeats: true)
    for field in 0...1 {
      prompt.type("12")
      Kind.invalidByte.lose(in: prompt)
      for isSecond in [false, true] {
        #expect(prompt.flow.active == field && prompt.outcome == nil)
        prompt.press(.enter)
        #expect(isSecond || prompt.notice == Kind.invalidByte.sentence)
        prompt.show()
      }
    }
    #expect(prompt.outcome == .submitted)
    let other = try Self.prompt(form, repeats: true)
    other.type("12")
    Kind.invalidByte.lose(in: other)
    other.press(.tab)
    other.type("12")
    other.press(.enter)
    #expect(other.outcome == nil && other.notice == Kind.invalidByte.sentence)
    other.show()
    other.press(.enter)
    #expect(other.outcome == .submitted)
  }

  @Test("After a difference nothing is missing any more")
  func difference() throws {
    let prompt = try Self.prompt(repeats: true)
    prompt.type("12")
    prompt.press(.enter)
    Kind.refusedKey.lose(in: prompt)
    prompt.press(.enter)
    prompt.show()
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.fields.allSatisfy { $0.loss == nil })
  }

  // MARK: Tab

  @Test("Tab rings where the focus cannot move, and is a lost character there")
  func tabWithoutAGoal() throws {
    for form in [Form.card, .inline, .lines] {
      let prompt = try Self.prompt(form)
      prompt.type("12")
      prompt.press(.tab)
      let sentence = "Tab does nothing here: Enter submits, Esc cancels"
      #expect(prompt.rings && prompt.notice == sentence)
      prompt.type("34")
      prompt.press(.enter)
      #expect(prompt.outcome == nil)
    }
  }

  @Test("Text right after Tab was pasted as keys; a person sees the focus move first")
  func tabOntoTheKeyboard() throws {
    for isPerson in [false, true] {
      let prompt = try Self.prompt(.keyboard)
      prompt.type("12")
      prompt.press(.tab)
      if isPerson { prompt.show() }
      prompt.type("34")
      #expect(prompt.isOnKeyboard && prompt.first.typed == "1234" && prompt.rings != isPerson)
      prompt.press(.tab)
      prompt.show()
      prompt.press(.enter)
      #expect(prompt.outcome == (isPerson ? .submitted : nil))
    }
    // Other keys use the focus, also in one write.
    let prompt = try PromptHarness.prompt()
    for key in [TerminalKey.tab, .right] { prompt.press(key) }
    prompt.type(" ")
    prompt.press(.tab)
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted && prompt.first.typed == "h")
  }

  // MARK: Layouts

  @Test("A key of a layout that types nothing rings and is a lost character")
  func keyOfALayout() throws {
    let definition = try ShippedLayouts.keyboard(named: "de")
    let prompt = try PromptHarness.prompt({ $0.definition = definition })
    prompt.type(KeyPress("NONE", .altgr), of: nil, at: 1)
    #expect(prompt.rings && prompt.notice == "This key types no character here")
    prompt.type("a")
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.notice == Kind.keyWithoutCharacter.sentence)
  }

  private func accents(_ policy: (any PassphrasePolicy)? = nil) throws -> Prompt {
    let definition = try ShippedLayouts.keyboard(named: "de")
    return try PromptHarness.prompt(
      policy: policy, { $0.definition = definition }, more: { $0.quality = .init("Quality") })
  }

  private func type(_ positions: String..., in prompt: Prompt) {
    for position in positions { prompt.type(KeyPress(position), of: nil, at: 1) }
  }

  @Test("An accent without a letter is a lost character, also if Enter follows it")
  func accentWithoutALetter() throws {
    let unknown = try accents()
    type("AC01", "AE12", "AB02", in: unknown)
    #expect(unknown.rings && unknown.notice.hasPrefix("Unknown accent combination"))
    let waiting = try accents()
    type("AC01", "AE12", in: waiting)
    let drawn = try accents()
    type("AC01", "AE12", in: drawn)
    for prompt in [unknown, waiting, drawn] {
      func enter() throws {
        guard prompt === drawn else { return prompt.press(.enter) }
        prompt.press(try #require(prompt.keyboard?.currentPanel?.slot(of: "return")), at: 2)
      }
      for _ in 0..<2 {
        try enter()
        #expect(prompt.outcome == nil && prompt.notice == Kind.keyWithoutCharacter.sentence)
      }
      prompt.show()
      try enter()
      #expect(prompt.outcome == .submitted && prompt.first.typed == "a")
    }
  }

  @Test("A letter of another keyboard after an accent rings")
  func accentAndAnotherKeyboard() throws {
    let prompt = try accents()
    type("AE12", in: prompt)
    prompt.show()
    prompt.type("e")
    prompt.show()
    prompt.type("f")
    prompt.press(.enter)
    #expect(prompt.first.typed == "ef" && prompt.outcome == nil)
  }

  /// A policy whose answers come later, as those of gpg-agent.
  private final class LatePolicy: PassphrasePolicy {
    func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer? { nil }
    func fill(_ field: SecretField) -> Bool { false }
  }

  @Test("An answer about the quality leaves a pending accent as it is")
  func accentAndQuality() throws {
    let prompt = try accents(LatePolicy())
    prompt.handle(.time, at: 1)
    type("AE12", in: prompt)
    prompt.handle(.answered(.quality(10)), at: 1)
    type("AD03", in: prompt)
    #expect(prompt.first.typed == "é")
  }

  @Test("Text typed while the person must wait is lost")
  func typedWhileWaiting() throws {
    let prompt = try PromptHarness.prompt(policy: LatePolicy(), more: { $0.generator = .init("G") })
    prompt.control("g")
    prompt.handle(.time, at: 1)
    #expect(prompt.flow.isWaiting)
    prompt.type("a")
    #expect(prompt.rings && prompt.first.typed.isEmpty)
    prompt.handle(.answered(.notMade), at: 1)
    prompt.type("b")
    prompt.press(.enter)
    #expect(prompt.outcome == nil)
  }

  @Test("A drawn key that takes no press is a lost character if it types one")
  func drawnKeys() throws {
    for (id, outcome) in [("e", DialogueOutcome?.none), ("shift", .submitted)] {
      let prompt = try PromptHarness.prompt({ $0.input = .keys })
      prompt.press(try #require(prompt.keyboard?.currentPanel?.slot(of: id)), at: 1)
      #expect(prompt.rings)
      prompt.press(.enter)
      #expect(prompt.outcome == outcome)
    }
  }
}
