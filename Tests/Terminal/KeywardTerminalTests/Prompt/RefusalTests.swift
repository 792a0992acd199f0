import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct RefusalTests {
  @Test("Each refused key shows the reason, with what is accepted")
  func refusedKeys() throws {
    let prompt = try PromptHarness.prompt({ $0.maxLength = 2 })
    prompt.type("ab")
    #expect(!prompt.rings && prompt.notice.isEmpty)
    prompt.type("c")
    #expect(prompt.rings)
    #expect(prompt.notice == "Maximum length: 2")
    prompt.rings = false
    prompt.press(.backspace)
    #expect(prompt.notice.isEmpty)
    prompt.type("bc")
    #expect(prompt.rings && prompt.notice == "Maximum length: 2")
    prompt.type("d")
    #expect(prompt.notice == "Maximum length: 2")
    for (allowed, sentence) in [
      ("0123456789", "Only digits here"), ("159", "Only 1 5 9 here"),
      ("0123456789.", "Only digits and . here"), ("abcxyz-", "Only - a-c x-z here"),
      ("abcdefghijklmnopqrstuvwxyz", "Only letters here"), ("äöü", "Only letters here"),
      ("acegikmoqsuwy", "This character is not allowed here"),
    ] {
      let prompt = try PromptHarness.prompt({ $0.allowList = .characters(of: allowed) })
      for _ in 1...2 {
        prompt.rings = false
        prompt.type(String(allowed.prefix(1)))
        #expect(prompt.notice.isEmpty)
        prompt.type("#")
        #expect(prompt.notice == sentence)
      }
    }
    let key = try PromptHarness.prompt({ $0.expects = .recoveryKey })
    key.type("ca")
    #expect(key.notice == "Only b-l n r t-v here")
  }

  @Test("In line mode a run of refused keys is explained once, and the next run again")
  func refusedRuns() throws {
    var surface = PromptSurface()
    surface.isPlain = true
    let prompt = try PromptHarness.prompt(
      on: surface, { $0.allowList = .characters(of: "123") })
    prompt.show()
    for (text, count) in [("1", 0), ("ab", 1), ("c", 0), ("2", 0), ("d", 1)] {
      prompt.type(text)
      #expect(prompt.show().ranges(of: "Only 1-3 here").count == count, "\(text)")
    }
  }

  @Test(arguments: [true, false]) func aRefusedPasteShowsTheReason(hasKeyboard: Bool) throws {
    for (text, sentence, taken) in [
      ("two\nlines", "The pasted text contains a line break", ""),
      ("two\u{1b}parts", "The pasted text contains a control character", ""),
      ("two\tparts", "", "two\tparts"),
      ("whole\r\n", "", "whole"),
      (
        String(repeating: "x", count: 70),
        "The paste is too long; only the part that fits was taken",
        String(repeating: "x", count: 64)
      ),
    ] {
      let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
      prompt.paste(text)
      #expect(prompt.notice == sentence)
      #expect(prompt.rings == !sentence.isEmpty)
      #expect(prompt.first.typed == taken)
    }
  }

  @Test func disabledInputNamesTheInputThatWorks() throws {
    let screen = try PromptHarness.prompt({ $0.input = .screen })
    #expect(screen.isKeyboardFocused && screen.isOnKeyboard)
    screen.type("a")
    #expect(screen.notice == "Press the drawn keys: arrows and Space, or the mouse")
    screen.paste("b")
    #expect(screen.notice == "Pasting is switched off here")
    let keys = try PromptHarness.prompt({ $0.input = .keys })
    keys.press(2, at: 1)
    #expect(keys.rings && keys.first.typed == "")
    #expect(keys.notice == "Type on the physical keyboard; the drawn keys take no presses")
    keys.rings = false
    keys.hold(0, at: 2)
    #expect(keys.rings && keys.first.typed == "")
    let once = try PromptHarness.prompt({ $0.paste = .whenEmpty })
    once.type("a")
    once.paste("b")
    #expect(once.first.typed == "a")
    #expect(once.notice == "Paste only works in an empty field; Ctrl-U clears it")
    let needy = try PromptHarness.prompt({ $0.returnNeedsText = true })
    needy.press(.enter)
    #expect(needy.outcome == nil && needy.rings && needy.notice == "Nothing typed yet")
    let pressed = try PromptHarness.prompt({ $0.returnNeedsText = true })
    pressed.press(try #require(pressed.keyboard?.currentPanel?.slot(of: "return")), at: 1)
    #expect(pressed.outcome == nil && pressed.notice == "Nothing typed yet")
  }

  /// All keys of a terminal that type no character.
  private static let keys: [TerminalKey] =
    [
      .enter, .tab, .backTab, .backspace, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .insert, .deleteForward, .function(1),
    ] + (UInt8(ascii: "a")...UInt8(ascii: "z")).map(TerminalKey.control)

  @Test(
    "The advice about a refused key names drawn keys only where they are drawn",
    arguments: [nil, .full, .card, .inline, .docked] as [ScreenForm?], [true, false])
  func advice(form: ScreenForm?, hasKeyboard: Bool) throws {
    for (columns, rows) in [(80, 24), (40, 10), (20, 4)] {
      for input in [.any, .keys, .screen] as [InputMode] {
        let prompt = try PromptHarness.prompt(
          hasKeyboard: hasKeyboard,
          {
            $0.input = input
            $0.allowList = .characters(of: "0123456789")
          }, more: { $0.look.form = form })
        prompt.begin(columns: columns, rows: rows)
        for key in Self.keys {
          prompt.press(key)
          prompt.type("x")
          let isDrawn = prompt.picture(columns: columns, rows: rows).hasKeyboard
          let advises = ["drawn keys", "drawn key "].contains { prompt.notice.contains($0) }
          #expect(isDrawn || !advises, "\(key) \(input) \(columns): \(prompt.notice)")
          if prompt.outcome != nil { break }
        }
      }
    }
  }

  @Test(arguments: [true, false]) func nothingTypedYet(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(
      repeats: true, hasKeyboard: hasKeyboard, more: { $0.refusesEmpty = true })
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.flow.active == 0)
    #expect(prompt.notice == "Nothing typed yet")
    prompt.type("a")
    #expect(prompt.notice.isEmpty)
    prompt.press(.enter)
    prompt.press(.enter)
    #expect(prompt.flow.active == 1 && prompt.notice == "Nothing typed yet")
    let permitting = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
    permitting.press(.enter)
    #expect(permitting.outcome == .submitted)
  }

  /// The Enter may belong to the question before.
  @Test(arguments: [true, false]) func anEmptyAnswerMustNotComeAtOnce(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(
      hasKeyboard: hasKeyboard, more: { $0.emptyAnswerDelay = 0.3 })
    prompt.handle(.input(.key(.enter, [])), at: 0.29)
    #expect(prompt.outcome == nil && prompt.notice == "Nothing typed yet")
    prompt.handle(.input(.key(.enter, [])), at: 0.3)
    #expect(prompt.outcome == .submitted)
    let typed = try PromptHarness.prompt(
      hasKeyboard: hasKeyboard, more: { $0.emptyAnswerDelay = 0.3 })
    typed.type("a")
    typed.handle(.input(.key(.enter, [])), at: 0.1)
    #expect(typed.outcome == .submitted)
  }

  @Test func triesAreCounted() throws {
    let prompt = try PromptHarness.prompt(repeats: true, more: { $0.tries = 2 })
    for tries in 1...2 {
      prompt.type("a")
      prompt.press(.enter)
      prompt.type("b")
      prompt.press(.enter)
      #expect(prompt.outcome == (tries == 2 ? .mismatched : nil))
    }
  }

  @Test(arguments: [Look.Mask.fixed, .hidden])
  func erasingNothingLooksLikeErasingSomething(mask: Look.Mask) throws {
    for key in [TerminalKey.backspace, .control(0x75), .control(0x77)] {
      let (empty, full) = (
        try PromptHarness.prompt(more: { $0.look.mask = mask }),
        try PromptHarness.prompt(more: { $0.look.mask = mask })
      )
      full.type("a b")
      for prompt in [empty, full] { prompt.press(key) }
      #expect(empty.rings == full.rings)
      #expect(empty.notice == full.notice)
    }
  }

  @Test func aChangedTerminalDropsTheTypedText() throws {
    let prompt = try PromptHarness.prompt(repeats: true)
    prompt.type("one")
    prompt.press(.enter)
    prompt.type("on")
    prompt.handle(.terminalChanged, at: 2)
    #expect(prompt.first.typed.isEmpty && prompt.fields[1].typed == "")
    #expect(prompt.flow.active == 0 && prompt.outcome == nil && prompt.rings)
    #expect(prompt.draw().contains("Another program changed this terminal"))
  }
}
