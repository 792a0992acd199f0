import KeywardEngine
import Testing

@testable import KeywardTerminal

/// Long presses and Alt-Enter in a prompt, on simulated time.
@Suite struct PassphraseAlternatesTests: AlternatesHand {
  // MARK: The mouse

  @Test func aShortPressTypesTheKeyItself() throws {
    let prompt = try PromptHarness.prompt()
    let cell = try cell("e", prompt)
    press(prompt, cell, at: 10)
    #expect(prompt.first.typed == "")
    release(prompt, cell, at: 10.49)
    #expect(prompt.first.typed == "e")
  }

  @Test func aKeyWithoutOthersTypesWhenItIsPressed() throws {
    let prompt = try PromptHarness.prompt()
    let cell = try cell("q", prompt)
    press(prompt, cell, at: 10)
    #expect(prompt.first.typed == "q")
    prompt.handle(.time, at: 11)
    release(prompt, cell, at: 11)
    #expect(prompt.first.typed == "q" && !prompt.hasOpenAlternates)
  }

  @Test func heldHalfASecondTheRowOpensAboveTheCap() throws {
    let prompt = try PromptHarness.prompt()
    let cell = try cell("e", prompt)
    let before = prompt.draw()
    press(prompt, cell, at: 10)
    #expect(prompt.deadline == 10.5)
    prompt.handle(.time, at: 10.499)
    #expect(prompt.draw() == before)
    prompt.handle(.time, at: 10.5)
    let shown = prompt.draw()
    #expect(shown.contains(" e  é  è  ê  ë  ē  ę"))
    #expect(shown.contains("Enter take"))
    let row = try place(0, prompt)
    #expect(row.column == cell.column && row.row < cell.row)
    release(prompt, cell, at: 12)
    #expect(prompt.first.typed == "e")
    #expect(!prompt.draw().contains("é"))
  }

  @Test func slidingTakesTheNearestAndLettingGoTypesIt() throws {
    for index in 0..<7 {
      let prompt = try opened("e")
      drag(prompt, try place(6, prompt), at: 11)
      drag(prompt, try place(index, prompt), at: 11.1)
      release(prompt, try place(index, prompt), at: 11.2)
      #expect(prompt.first.typed == String(Array("eéèêëēę")[index]))
    }
  }

  @Test func withoutMotionTheReleaseGivesTheMousePosition() throws {
    let prompt = try opened("e")
    release(prompt, try place(3, prompt), at: 11)
    #expect(prompt.first.typed == "ê")
  }

  @Test func farAwayNothingIsTyped() throws {
    let prompt = try opened("e")
    let cell = try cell("e", prompt)
    drag(prompt, (cell.column, cell.row + 6), at: 11)
    #expect(!prompt.hasOpenAlternates)
    drag(prompt, cell, at: 11.1)
    release(prompt, cell, at: 11.2)
    #expect(prompt.first.typed == "")
  }

  @Test func movedOffTheCapBeforeTheRowOpensNothingIsTyped() throws {
    let prompt = try PromptHarness.prompt()
    let (own, other) = (try cell("e", prompt), try cell("g", prompt))
    press(prompt, own, at: 10)
    drag(prompt, other, at: 10.1)
    prompt.handle(.time, at: 11)
    #expect(!prompt.hasOpenAlternates)
    release(prompt, other, at: 11)
    #expect(prompt.first.typed == "")
    press(prompt, own, at: 12)
    drag(prompt, other, at: 12.1)
    release(prompt, own, at: 12.2)
    #expect(prompt.first.typed == "e")
  }

  @Test func inputWhileACapIsHeldFollowsIt() throws {
    let prompt = try PromptHarness.prompt()
    let (e, a) = (try cell("e", prompt), try cell("a", prompt))
    press(prompt, e, at: 10)
    press(prompt, a, at: 10.1)
    #expect(prompt.first.typed == "e")
    prompt.type("x", at: 10.2)
    #expect(prompt.first.typed == "eax")
    release(prompt, a, at: 10.3)
    press(prompt, e, at: 11)
    prompt.press(.enter, at: 11.1)
    #expect(prompt.first.typed == "eaxe" && prompt.outcome == .submitted)
  }

  @Test func aHeldCapIsForgottenWithWhatInterrupts() throws {
    let events: [PromptEvent] = [
      .window(columns: 90, rows: 30), .interrupted, .terminalChanged,
    ]
    for event in events {
      for isOpen in [false, true] {
        let prompt = try isOpen ? opened("e") : PromptHarness.prompt()
        let cell = try cell("e", prompt)
        if !isOpen { press(prompt, cell, at: 10) }
        prompt.handle(event, at: 10.6)
        #expect(!prompt.hasOpenAlternates)
        release(prompt, cell, at: 10.7)
        #expect(prompt.first.typed == "", "\(event)")
      }
    }
  }

  @Test func shiftHoldsForTheRowAndEndsWithIt() throws {
    let prompt = try PromptHarness.prompt()
    let shift = try cell("shift", prompt)
    press(prompt, shift, at: 9)
    release(prompt, shift, at: 9.1)
    let cell = try cell("e", prompt)
    press(prompt, cell, at: 10)
    prompt.handle(.time, at: 10.5)
    #expect(prompt.draw().contains(" E  É  È  Ê  Ë  Ē  Ę"))
    release(prompt, try place(1, prompt), at: 11)
    #expect(prompt.first.typed == "É")
    #expect(prompt.keyboard?.shift == .off)
  }

  // MARK: Keys

  @Test func altEnterOpensArrowsChooseEnterTakes() throws {
    let prompt = try focused("e")
    #expect(prompt.draw(columns: 120).contains("Ctrl-N more"))
    prompt.press(.enter, .alt, at: 5)
    #expect(prompt.draw().contains(">e< é  è  ê  ë  ē  ę"))
    for _ in 0..<9 { prompt.press(.right, at: 6) }
    prompt.press(.left, at: 6)
    prompt.press(.enter, at: 7)
    #expect(prompt.first.typed == "ē")
    #expect(!prompt.hasOpenAlternates && prompt.outcome == nil && prompt.isOnKeyboard)
    prompt.press(.enter, [.alt, .capsLock], at: 8)
    prompt.type(" ", at: 8)
    #expect(prompt.first.typed == "ēe")
  }

  @Test func escClosesTheRowAndNotThePrompt() throws {
    let prompt = try focused("e")
    let before = prompt.draw()
    prompt.press(.enter, .alt)
    prompt.press(.right)
    prompt.press(.escape)
    #expect(prompt.outcome == nil && prompt.first.typed == "")
    #expect(prompt.draw() == before)
    prompt.press(.escape)
    #expect(prompt.outcome == .cancelled(.escape))
  }

  @Test func escClosesARowTheMouseHoldsToo() throws {
    let prompt = try opened("e")
    prompt.press(.escape, at: 11)
    #expect(prompt.outcome == nil && !prompt.hasOpenAlternates)
    release(prompt, try cell("e", prompt), at: 12)
    #expect(prompt.first.typed == "")
  }

  @Test func clicksChooseFromTheRowOrCloseIt() throws {
    let prompt = try focused("e")
    prompt.press(.enter, .alt)
    let place = try place(2, prompt)
    press(prompt, place, at: 5)
    release(prompt, place, at: 5.1)
    #expect(prompt.first.typed == "è")
    prompt.press(.enter, .alt, at: 6)
    let cell = try cell("m", prompt)
    press(prompt, cell, at: 7)
    release(prompt, cell, at: 7.1)
    #expect(prompt.first.typed == "èm" && !prompt.hasOpenAlternates)
  }

  @Test func otherKeysCloseTheRowAndDoWhatTheyDo() throws {
    let prompt = try focused("e")
    prompt.press(.enter, .alt)
    prompt.type("x")
    #expect(prompt.first.typed == "x" && !prompt.hasOpenAlternates)
    prompt.press(.enter, .alt)
    prompt.press(.tab)
    #expect(!prompt.isOnKeyboard && !prompt.hasOpenAlternates)
    prompt.press(.backTab)
    prompt.press(.enter, .alt)
    prompt.paste("yz")
    #expect(prompt.first.typed == "xyz" && !prompt.hasOpenAlternates)
    prompt.press(.enter, .alt)
    prompt.control("k")
    #expect(!prompt.hasOpenAlternates && !prompt.showsKeyboard)
    prompt.control("c")
    #expect(prompt.outcome == .cancelled(.interrupt))
  }

  @Test("Ctrl-N opens the row where a terminal has another use for Alt-Enter, as xterm has")
  func ctrlNOpensTheRow() throws {
    let prompt = try focused("e")
    prompt.control("n")
    #expect(prompt.draw().contains(">e< é  è  ê  ë  ē  ę"))
    prompt.press(.right)
    prompt.press(.enter)
    #expect(prompt.first.typed == "é" && !prompt.hasOpenAlternates)
  }

  @Test("Ctrl-N and Alt-Enter give the reason if they open nothing")
  func reasonsForNoRow() throws {
    let prompt = try PromptHarness.prompt()
    prompt.control("n")
    #expect(prompt.notice == "Ctrl-N: move the focus to a drawn key first (Tab)")
    #expect(prompt.outcome == nil)
    let other = try focused("q")
    other.press(.enter, .alt)
    #expect(other.notice == "Ctrl-N: this key has no other characters")
    #expect(other.first.typed == "")
  }

  @Test func altEnterWithOtherModifiersIsNothing() throws {
    for modifiers in [KeyModifiers.meta, [.alt, .control], [.alt, .superKey]] {
      let prompt = try focused("e")
      prompt.press(.enter, modifiers)
      #expect(!prompt.hasOpenAlternates && prompt.first.typed == "" && prompt.outcome == nil)
    }
  }

  @Test("A row has only the alternates that the field takes")
  func aRowHasWhatTheFieldTakes() throws {
    let prompt = try focused("e") { $0.allowList = .characters(of: "abcdeê") }
    prompt.press(.enter, .alt)
    prompt.press(.right)
    prompt.press(.enter)
    #expect(prompt.first.typed == "ê")
    let other = try focused("e") { $0.allowList = .characters(of: "abcde") }
    other.press(.enter, .alt)
    #expect(other.notice == "Ctrl-N: this key has no other characters")
  }
}
