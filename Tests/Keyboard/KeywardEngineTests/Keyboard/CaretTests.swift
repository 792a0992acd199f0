import KeywardEngine
import KeywardTestSupport
import Testing

/// The caret, the selection and texts of several lines; a plain string is the model.
@Suite struct CaretTests {
  @Test("Characters are typed, pasted and deleted at the caret, which follows")
  func typing() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    _ = harness.keyboard.insert("ähren")
    #expect(keyboard.caret == 5 && keyboard.selectedRange == 5..<5)
    keyboard.moveCaret(to: 1)
    try harness.tap("q")
    #expect(harness.typed == "äqhren" && keyboard.caret == 2)
    #expect(harness.paste("üx") == .accepted)
    #expect(harness.typed == "äqüxhren" && keyboard.caret == 4)
    keyboard.deleteBackward()
    #expect(harness.typed == "äqühren" && keyboard.caret == 3)
    keyboard.moveCaret(to: 0)
    #expect(keyboard.deleteBackward() == .ignored && harness.typed == "äqühren")
    keyboard.moveCaret(to: 99)
    #expect(keyboard.caret == 7)
    keyboard.deleteWord()
    #expect(harness.typed == "")
  }

  @Test("What is typed replaces the selection; what is rejected does not")
  func replacing() throws {
    let harness = try KeyboardHarness.shown {
      $0.maxLength = 6
      $0.allowList = .characters(of: "abcdefx")
    }
    let keyboard = harness.keyboard
    _ = harness.keyboard.insert("abcdef")
    keyboard.select(1..<3)
    #expect(keyboard.selectedRange == 1..<3 && keyboard.caret == 3)
    #expect(harness.keyboard.insert("?") == .rejected(.notAllowed) && harness.typed == "abcdef")
    #expect(harness.keyboard.insert("xxx") == .rejected(.tooLong) && harness.typed == "abcdef")
    #expect(harness.keyboard.insert("xx") == .accepted && harness.typed == "axxdef")
    #expect(keyboard.selectedRange == 3..<3)
    keyboard.select(0..<6)
    #expect(harness.paste("fedcba") == .accepted && harness.typed == "fedcba")
    keyboard.select(2..<9)
    #expect(keyboard.deleteBackward() == .accepted && harness.typed == "fe" && keyboard.caret == 2)
  }

  @Test("Return types a line feed and the keyboard stays; Done submits")
  func lines() throws {
    let harness = try KeyboardHarness.shown {
      $0.acceptsNewline = true
      $0.title = "Note"
    }
    var submitted: [ReturnType] = []
    harness.keyboard.onReturn = { _, type in
      submitted.append(type)
      return true
    }
    try harness.tap("q")
    try harness.tap("return")
    try harness.tap("w")
    #expect(harness.typed == "q\nw" && harness.keyboard.state.isVisible && submitted.isEmpty)
    harness.keyboard.moveCaret(to: 2)
    #expect(harness.paste("e\r\n") == .accepted && harness.typed == "q\ne\r\nw")
    harness.keyboard.submit()
    #expect(submitted == [.default] && !harness.keyboard.state.isVisible)
    let single = try KeyboardHarness.shown()
    #expect(single.keyboard.insert("a\nb") == .rejected(.notAllowed) && single.typed == "")
  }

  @Test("A text of a known form is edited only at its end")
  func knownForm() throws {
    let harness = try KeyboardHarness.shown { $0.expects = EntryKind("digits:6") }
    _ = harness.keyboard.insert("123")
    harness.keyboard.moveCaret(to: 0)
    _ = harness.keyboard.insert("4")
    #expect(harness.typed == "1234")
  }

  @Test("Random edits are those of a string", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let harness = try KeyboardHarness.shown { $0.acceptsNewline = true }
    let keyboard = harness.keyboard
    let pieces = ["a", "é", "日本", "👩‍👩‍👧", " ", "x y", "\n"]
    var model: [Character] = []
    var range = 0..<0
    for step in 0..<200 {
      switch random.next() % 4 {
      case 0:
        let bounds = [random.next(), random.next()].map { Int($0 % UInt64(model.count + 1)) }
        range = bounds.min()!..<bounds.max()!
        keyboard.select(range)
      case 1:
        let first = range.isEmpty ? max(0, range.lowerBound - 1) : range.lowerBound
        model.removeSubrange(first..<range.upperBound)
        range = first..<first
        keyboard.deleteBackward()
      default:
        let piece = pieces[Int(random.next() % UInt64(pieces.count))]
        model.replaceSubrange(range, with: Array(piece))
        range = range.lowerBound + piece.count..<range.lowerBound + piece.count
        #expect(harness.keyboard.insert(piece) == .accepted, "seed \(seed), step \(step)")
      }
      #expect(harness.typed == String(model), "seed \(seed), step \(step)")
      #expect(keyboard.selectedRange == range, "seed \(seed), step \(step)")
      #expect(keyboard.characterCount == model.count, "seed \(seed), step \(step)")
    }
  }

  @Test("Bytes that are moved leave no copy in the region")
  func noCopy() throws {
    let harness = try KeyboardHarness.shown()
    _ = harness.keyboard.insert("secretword")
    harness.keyboard.select(2..<8)
    _ = harness.keyboard.insert("X")
    harness.keyboard.moveCaret(to: 1)
    harness.keyboard.deleteBackward()
    let rest = harness.keyboard.text.region.contents.dropFirst(harness.keyboard.text.byteCount)
    #expect(harness.typed == "eXrd" && rest.allSatisfy { $0 == 0 })
  }
}
