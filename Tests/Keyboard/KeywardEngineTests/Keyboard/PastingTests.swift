import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct PastingTests {
  @Test func aPasteIsOneChange() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("a")
    #expect(harness.paste("b\u{20AC}c") == .accepted)
    #expect(harness.typed == "ab\u{20AC}c")
    #expect(harness.events.map(\.count) == [1, 4])
  }

  @Test func nothingCountsBeforeTheEnd() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.beginPaste()
    harness.keyboard.paste(Array("abc".utf8).span.bytes)
    #expect(harness.keyboard.characterCount == 0)
    harness.keyboard.cancelPaste()
    #expect(harness.keyboard.endPaste() == .ignored)
    #expect(harness.typed == "")
    #expect(harness.events.isEmpty)
  }

  @Test(arguments: [
    ("a\n", "a"), ("a\r", "a"), ("a\r\n", "a"), ("a ", "a "), ("\n", ""), ("", ""),
  ])
  func oneLineEndAtTheEndIsDropped(pasted: String, taken: String) throws {
    let harness = try KeyboardHarness.shown()
    #expect(harness.paste(pasted) == (taken.isEmpty ? .ignored : .accepted))
    #expect(harness.typed == taken)
  }

  @Test(
    "Control characters refuse the whole paste",
    arguments: ["a\nb", "a\n\n", "a\0b", "\u{1B}[A", "\n\r", "a\u{9B}b"])
  func controlsRefuseTheWholePaste(pasted: String) throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("x")
    #expect(harness.paste(pasted) == .rejected(.notAllowed))
    #expect(harness.typed == "x" && harness.keyboard.loss == .notAllowed)
  }

  @Test("A tab is a character of a paste, unless only other characters are allowed")
  func tabs() throws {
    let harness = try KeyboardHarness.shown()
    #expect(harness.keyboard.insert("a\tb") == .rejected(.notAllowed))
    #expect(harness.paste("ab\tcd") == .accepted)
    #expect(harness.typed == "ab\tcd")
    let digits = try KeyboardHarness.shown { $0.allowList = .characters(of: "0123456789") }
    #expect(digits.paste("1\t2") == .rejected(.notAllowed))
  }

  @Test func brokenUTF8RefusesTheWholePaste() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.beginPaste()
    harness.keyboard.paste([0x61, 0xFF, 0x62].span.bytes)
    #expect(harness.keyboard.endPaste() == .rejected(.notAllowed))
    #expect(harness.typed == "")
  }

  @Test func policies() throws {
    let never = try KeyboardHarness.shown { $0.paste = .never }
    #expect(never.paste("a") == .rejected(.disabled))
    let empty = try KeyboardHarness.shown { $0.paste = .whenEmpty }
    #expect(empty.paste("a") == .accepted)
    #expect(empty.paste("b") == .rejected(.disabled))
    #expect(empty.typed == "a")
  }

  @Test func overTheGreatestLengthTheRestIsDropped() throws {
    let harness = try KeyboardHarness.shown { $0.maxLength = 4 }
    harness.keyboard.insert("e")
    #expect(harness.paste("\u{301}bcdef") == .rejected(.tooLong))
    #expect(harness.typed == "e\u{301}bcd")
    #expect(harness.paste("x") == .rejected(.tooLong))
    #expect(harness.typed == "e\u{301}bcd")
    #expect(harness.events.map(\.count) == [1, 4])
  }

  @Test func joiningScalarsCountWithTheLastCharacter() throws {
    // Regional indicators pair up from the left: after the first one, the pairs differ.
    let harness = try KeyboardHarness.shown { $0.maxLength = 2 }
    harness.keyboard.insert("🇩")
    #expect(harness.paste("🇪🇫🇷🇮🇹") == .rejected(.tooLong))
    #expect(harness.typed == "🇩🇪🇫🇷")
    #expect(harness.keyboard.characterCount == 2)
  }

  @Test func pastedTextThatDoesNotFitIsDropped() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.beginPaste()
    let chunk = Array(repeating: UInt8(ascii: "a"), count: 1000)
    for _ in 0..<64 { harness.keyboard.paste(chunk.span.bytes) }
    #expect(harness.keyboard.endPaste() == .rejected(.tooLong))
    #expect(harness.keyboard.characterCount == 4080)
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func aLineEndPastTheCapacityIsNoLoss(end: String) throws {
    for length in 4078...4080 {
      let harness = try KeyboardHarness.shown()
      #expect(harness.paste(String(repeating: "a", count: length) + end) == .accepted)
      #expect(harness.keyboard.characterCount == length)
    }
  }

  @Test func aCharacterCutByTheCapacityIsDropped() throws {
    let harness = try KeyboardHarness.shown()
    let text = String(repeating: "a", count: 4079) + "\u{20AC}\u{20AC}"
    #expect(harness.paste(text) == .rejected(.tooLong))
    #expect(harness.keyboard.characterCount == 4079)
  }

  @Test func anEditDuringAPasteEndsIt() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.beginPaste()
    harness.keyboard.paste(Array("abc".utf8).span.bytes)
    try harness.tap("q")
    harness.keyboard.paste(Array("def".utf8).span.bytes)
    #expect(harness.keyboard.endPaste() == .ignored)
    #expect(harness.typed == "q")
  }
}
