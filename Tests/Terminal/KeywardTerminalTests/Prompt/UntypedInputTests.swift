import KeywardEngine
import Testing

@testable import KeywardTerminal

/// Input that types nothing: it rings and shows the reason.
@Suite struct UntypedInputTests {
  private func untyped(_ input: UntypedInput, in prompt: some Prompt) {
    prompt.handle(.input(.untyped(input)), at: 1)
  }

  @Test(arguments: [true, false])
  func untypedInputRingsAndShowsTheReason(hasKeyboard: Bool) throws {
    for (input, sentence) in [
      (
        UntypedInput.byte(0xe9, .utf8),
        "Byte E9 is not UTF-8; this terminal seems to use another encoding"
      ),
      (
        .byte(0x80, .latin1),
        "Byte 80 is not ISO-8859-1; this terminal seems to use another encoding"
      ),
      (.alt, "This terminal did not report which character Alt or AltGr makes here."),
      (.key, "This terminal did not report which character this key makes here."),
      (.noCharacter, "This key types no character here"),
      (
        .message,
        "This terminal began a message and did not end it; keys typed since then are lost."
      ),
    ] {
      let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
      untyped(input, in: prompt)
      #expect(prompt.rings && prompt.notice == sentence && prompt.first.typed.isEmpty)
      var question = Question()
      question.kind = .decision
      let decision = Prompt(question, surface: PromptSurface())
      decision.begin()
      untyped(input, in: decision)
      #expect(decision.rings && decision.notice == sentence)
      decision.type("y")
      #expect(decision.notice != "", "the word is spoilt")
    }
  }

  /// Keys of one read come before the next frame, and a reason is given only once.
  @Test(arguments: [true, false]) func aReasonStaysUntilItWasShown(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
    untyped(.alt, in: prompt)
    prompt.type("a")
    #expect(prompt.notice == UntypedInput.alt.sentence(in: .english))
    prompt.rings = false
    prompt.type("b")
    #expect(prompt.notice.isEmpty)
  }

  @Test(arguments: [true, false])
  func aPasteThatIsNotUTF8IsRefusedInWords(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
    prompt.handle(.input(.pasteBegan), at: 1)
    prompt.paste(([0x63, 0x61, 0x66, 0xe9] as [UInt8]).span.bytes)
    prompt.handle(.input(.pasteEnded), at: 1)
    #expect(prompt.first.typed.isEmpty && prompt.rings)
    #expect(prompt.notice.hasPrefix("Byte E9 is not UTF-8"))
    prompt.press(.enter)
    #expect(prompt.outcome == nil)
  }

  @Test(arguments: [true, false], [true, false])
  func aDroppedPasteLeavesTheText(isInterrupted: Bool, hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
    prompt.type("ab")
    prompt.handle(.input(.pasteBegan), at: 1)
    prompt.paste(Array("lost".utf8).span.bytes)
    prompt.handle(.input(.pasteDropped(isInterrupted: isInterrupted)), at: 1)
    let phrase: Phrase = isInterrupted ? .pasteInterrupted : .pasteUnfinished
    #expect(prompt.first.typed == "ab" && prompt.rings && prompt.notice == phrase.english)
    let isInserting = prompt.first.text.isInserting
    #expect(!isInserting)
    prompt.type("c")
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.first.typed == "abc")
  }
}
