import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct SecretFieldTests {
  private func field(longest: Int? = nil, capacity: Int = 16) throws -> SecretField {
    let text = try SecretText(capacity: capacity, policy: .allowUnlocked)
    return SecretField(text, Acceptance(longest: longest))
  }

  private func insert(_ text: String, into field: SecretField) -> Outcome {
    field.insert(text.utf8Span.span.bytes)
  }

  private func fill(_ text: String, into field: SecretField) -> Bool {
    field.fill(text.utf8Span.span.bytes)
  }

  @Test func lettersAndGraphemesFollowOneLimit() throws {
    let field = try field(longest: 2)
    #expect(insert("a", into: field) == .accepted)
    #expect(insert("é", into: field) == .accepted)
    for more in ["b", "ü", "😀"] { #expect(insert(more, into: field) == .rejected(.tooLong)) }
    // A mark joins the last character, so it is not a third one.
    #expect(insert("\u{301}", into: field) == .accepted)
    #expect(field.typed == "aé\u{301}")
  }

  @Test func textThatDoesNotFitIsRefusedAsAWhole() throws {
    let field = try field(capacity: 4)
    #expect(insert("abc", into: field) == .accepted)
    #expect(insert("é", into: field) == .rejected(.tooLong))
    #expect(insert("d", into: field) == .accepted)
    #expect(insert("e", into: field) == .rejected(.tooLong))
    #expect(field.typed == "abcd")
  }

  @Test func controlCharactersNeverEnter() throws {
    let field = try field()
    for text in ["\u{7}", "a\nb", "\u{85}", "\u{7f}"] {
      #expect(insert(text, into: field) == .rejected(.notAllowed))
      #expect(!fill(text, into: field))
    }
    #expect(field.typed.isEmpty)
  }

  @Test("A field knows what it lacks until something is deleted or the text is replaced")
  func losses() throws {
    let field = try field(longest: 4)
    _ = insert("abcd", into: field)
    #expect(field.loss == nil, "a text of the greatest length is whole")
    _ = insert("e", into: field)
    #expect(field.loss == .cutOff)
    _ = insert("\u{301}", into: field)
    #expect(field.loss == .cutOff, "typing on does not bring a character back")
    _ = insert("\u{7}", into: field)
    #expect(field.loss == .missing, "losses of two kinds")
    #expect(field.deleteBackward() == .accepted)
    #expect(field.loss == nil)
    _ = insert("\u{7}", into: field)
    #expect(field.loss == .notAllowed)
    #expect(field.deleteAll() == .accepted && field.loss == nil)
    field.note(.missing)
    #expect(field.deleteBackward() == .ignored)
    #expect(field.loss == .missing, "nothing was deleted")
    #expect(field.deleteAll() == .ignored && field.loss == nil)
    field.note(.missing)
    #expect(!fill("too long", into: field))
    #expect(field.loss == nil, "nobody typed what was filled in")
  }

  @Test("A paste that is refused, cut off or cancelled is a loss")
  func lostPastes() throws {
    for (text, loss) in [("a\nb", TextLoss.notAllowed), ("abcdef", .cutOff), ("ab\n", nil)] {
      let field = try field(longest: 4)
      field.beginPaste()
      field.paste(text.utf8Span.span.bytes)
      _ = field.endPaste()
      #expect(field.loss == loss)
    }
    let field = try field()
    field.beginPaste()
    _ = insert("a", into: field)
    #expect(field.loss == .missing && field.typed == "a")
    field.removeAll()
    #expect(field.loss == nil)
    var configuration = try Self.configuration
    configuration.input = .screen
    let keyboard = try Keyboard(configuration, field: field)
    field.beginPaste()
    _ = field.endPaste()
    #expect(field.loss == .notAllowed && field.keyboard === keyboard)
  }

  @Test func fillingReplacesTheText() throws {
    let field = try field(longest: 4)
    _ = insert("old", into: field)
    #expect(fill("new", into: field))
    #expect(field.typed == "new")
    #expect(!fill("too long", into: field))
    #expect(field.typed.isEmpty, "text that does not fit leaves nothing behind")
  }

  @Test func aLineBreakInsideIsSeenAndOneAtTheEndIsNot() throws {
    for (text, isInside) in [("a\nb", true), ("a\r\n", false), ("a\rb\n", true), ("ab", false)] {
      let field = try field()
      field.beginPaste()
      field.paste(text.utf8Span.span.bytes)
      #expect(field.hasLineBreakInPaste == isInside)
    }
  }

  @Test func twoKeyboardsCanTakeTurnsWithTheirFields() throws {
    let configuration = try Self.configuration
    let (first, second) = (try field(), try field())
    let keyboard = try Keyboard(configuration, field: first)
    keyboard.insert("a")
    keyboard.type(into: second)
    keyboard.insert("b")
    #expect(first.typed == "a" && second.typed == "b")
    #expect(keyboard.characterCount == 1)
    // A paste under way belongs to the field it began in.
    keyboard.beginPaste()
    keyboard.paste("half".utf8Span.span.bytes)
    keyboard.type(into: first)
    #expect(keyboard.endPaste() == .ignored)
    #expect(first.typed == "a" && second.typed == "b")
  }

  private static var configuration: KeyboardConfiguration {
    get throws {
      try KeyboardConfiguration(screen: ScreenDescription(columns: 80, lines: 24))
    }
  }

  @Test("A field reports typed text to its keyboard: events and shift follow")
  func reports() throws {
    var events: [String] = []
    let (first, second) = (try field(longest: 2), try field())
    let keyboard = try Keyboard(Self.configuration, field: first)
    let token = keyboard.bus.observe { events.append($0.description) }
    keyboard.show()
    keyboard.advance(to: 1)
    let shift = try #require(keyboard.currentPanel?.slot(of: "shift"))
    func effect(of edit: (SecretField) -> Outcome) throws -> [String] {
      keyboard.activate(.key(slot: shift), at: keyboard.now + 1)
      #expect(keyboard.shift == .once)
      events = []
      _ = edit(keyboard.field)
      return events
    }
    let ended = "shiftDidChange: off"
    #expect(try effect { insert("a", into: $0) } == ["textDidChange: 1", ended])
    #expect(try effect { paste("b", into: $0) } == ["textDidChange: 2", ended])
    #expect(try effect { insert("c", into: $0) } == [], "a refused character leaves shift")
    keyboard.activate(.key(slot: shift), at: keyboard.now + 1)
    #expect(try effect { $0.deleteBackward() } == ["textDidChange: 1", ended])
    #expect(try effect { $0.deleteAll() } == ["textDidChange: 0", ended])
    #expect(try effect { $0.deleteWord() } == [ended], "shift does not reveal an empty text")
    keyboard.type(into: second)
    events = []
    _ = insert("d", into: first)
    #expect(events == [], "another field is not the keyboard's")
    token.cancel()
  }

  private func paste(_ text: String, into field: SecretField) -> Outcome {
    field.beginPaste()
    field.paste(text.utf8Span.span.bytes)
    return field.endPaste()
  }
}
