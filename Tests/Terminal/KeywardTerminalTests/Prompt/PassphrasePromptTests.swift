import KeywardEngine
import Testing

@testable import KeywardTerminal

/// The effects of keys on a prompt, without a terminal.
///
/// The prompt has a drawn keyboard, as in `keyward`, or none, as in the called programs.
@Suite struct PassphrasePromptTests {
  @Test(arguments: [true, false]) func waysToCancel(hasKeyboard: Bool) throws {
    for (key, way) in [
      (TerminalKey.escape, DialogueOutcome.Cancellation.escape), (.control(0x63), .interrupt),
      (.control(0x64), .endOfInput), (.control(0x65), .escape),
    ] {
      let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
      prompt.press(key)
      #expect(prompt.outcome == .cancelled(way))
    }
    let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
    prompt.type("a")
    prompt.control("d")
    #expect(prompt.outcome == nil, "Ctrl-D does nothing where something was typed")
  }

  @Test func keysWithAltMeanNothing() throws {
    let prompt = try PromptHarness.prompt()
    for key in [TerminalKey.enter, .escape, .control(0x63), .tab] { prompt.press(key, .alt) }
    #expect(prompt.outcome == nil)
    #expect(!prompt.isKeyboardFocused)
  }

  @Test("Alt-Backspace and Ctrl-Backspace delete a word", arguments: [true, false])
  func deletingWords(hasKeyboard: Bool) throws {
    for modifier in [KeyModifiers.alt, .control, [.control, .numLock]] {
      let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
      prompt.type("two words")
      prompt.press(.backspace, modifier)
      #expect(prompt.first.typed == "two ")
    }
  }

  @Test(arguments: [true, false]) func enterGoesThroughBothFields(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(repeats: true, hasKeyboard: hasKeyboard)
    prompt.type("same")
    prompt.press(.enter)
    #expect(prompt.flow.active == 1)
    #expect(prompt.first.typed == "same")
    prompt.type("same")
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
    #expect(prompt.first.typed == "same" && prompt.fields[1].typed == "")
  }

  @Test(arguments: [true, false])
  func differentEntriesAreWipedAndAskedForAgain(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(repeats: true, hasKeyboard: hasKeyboard)
    prompt.type("one")
    prompt.press(.enter)
    prompt.type("two")
    prompt.press(.enter)
    #expect(prompt.outcome == nil)
    #expect(prompt.rings)
    #expect(prompt.flow.error == Phrase.entriesDiffer.english)
    #expect(prompt.flow.active == 0 && !prompt.isKeyboardFocused)
    #expect(prompt.first.typed.isEmpty && prompt.fields[1].typed == "")
    // From now on text goes into the first field again.
    prompt.type("x")
    #expect(prompt.first.typed == "x")
  }

  @Test func tabGoesThroughFieldsAndKeyboard() throws {
    let prompt = try PromptHarness.prompt(repeats: true)
    var seen: [String] = []
    for _ in 0..<4 {
      prompt.press(.tab)
      seen.append(prompt.isOnKeyboard ? "keyboard" : "\(prompt.flow.active)")
    }
    #expect(seen == ["1", "keyboard", "0", "1"])
    prompt.press(.backTab)
    #expect(prompt.flow.active == 0 && !prompt.isKeyboardFocused)
  }

  @Test func aKeyboardThatTakesNoPressesIsNotReached() throws {
    let prompt = try PromptHarness.prompt({ $0.input = .keys })
    prompt.press(.tab)
    #expect(!prompt.isKeyboardFocused)
    prompt.press(3, at: 1)
    #expect(prompt.first.typed.isEmpty)
  }

  @Test func theFocusStartsInTheMiddleUnlessThePathCouldRevealKeys() throws {
    let plain = try PromptHarness.prompt()
    #expect(plain.keyboard?.currentPanel?.keys[plain.keyboard?.focusedSlot ?? 0].key.id == "g")
    for change in [
      { (configuration: inout KeyboardConfiguration) in configuration.shuffle = .all },
      { $0.input = .screen },
    ] {
      let chosen = PromptHarness.Chosen(5)
      let prompt = try PromptHarness.prompt(random: chosen, change)
      #expect(chosen.bounds.contains(31))
      #expect(prompt.keyboard?.focusedSlot == 5)
    }
  }

  /// As in the called programs, which draw one at its first use.
  @Test func theFocusOfAShuffledKeyboardThatIsDrawnLaterIsRandomToo() throws {
    let chosen = PromptHarness.Chosen(7)
    let prompt = try PromptHarness.prompt(hasKeyboard: false, random: chosen, { $0.shuffle = .all })
    prompt.control("k")
    #expect(chosen.bounds.contains(31))
    #expect(prompt.keyboard?.focusedSlot == 7)
  }

  @Test func arrowsMoveToTheNearestKey() throws {
    let prompt = try PromptHarness.prompt()
    prompt.isKeyboardFocused = true
    var path: [String?] = []
    for key in [
      TerminalKey.down, .down, .down, .up, .left, .left, .left, .left, .left, .up, .up, .up,
    ] {
      prompt.press(key)
      path.append(prompt.keyboard?.currentPanel?.keys[prompt.keyboard?.focusedSlot ?? 0].key.id)
    }
    #expect(path.first == "v" && path[1] == "space" && path[2] == "space")
    #expect(path[8] == "shift")
    #expect(path.last == "q")
  }

  @Test func aFewerKeyedPanelKeepsTheFocusOnIt() throws {
    let prompt = try PromptHarness.prompt({ $0.title = "T" })
    prompt.keyboard?.focusedSlot = 32
    _ = prompt.keyboard?.showPanel(.numbers, at: 1)
    #expect(prompt.viewModel.keyboard?.view.focus == 11)
  }

  // MARK: The screen

  @Test(arguments: [true, false]) func aRevealEndsAutomatically(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
    prompt.type("seen", at: 4)
    prompt.handle(.time, at: 4)
    prompt.control("t", at: 5)
    #expect(try prompt.shownCharacters() == "seen▏")
    #expect(prompt.deadline == 15 && prompt.revealDeadline == 15)
    prompt.handle(.time, at: 14.9)
    #expect(try prompt.shownCharacters() == "seen▏")
    prompt.handle(.time, at: 15)
    #expect(try prompt.shownCharacters() == nil)
    prompt.control("t", at: 20)
    prompt.control("t", at: 21)
    #expect(prompt.revealDeadline == nil)
  }

  /// Every event by which somebody else may see the screen hides shown characters.
  @Test(
    arguments: [
      .window(columns: 40, rows: 12), .suspended, .interrupted, .continued, .terminalChanged,
    ] as [PromptEvent], [true, false])
  func aRevealEndsWith(event: PromptEvent, hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
    prompt.type("seen")
    prompt.control("t")
    #expect(try prompt.shownCharacters() == "seen▏")
    prompt.handle(event, at: 2)
    #expect(prompt.revealDeadline == nil)
    #expect(try prompt.shownCharacters() == nil)
  }

  @Test func aWindowOfTheSameSizeHidesNothing() throws {
    let prompt = try PromptHarness.prompt()
    prompt.type("seen")
    prompt.control("t")
    prompt.handle(.window(columns: 80, rows: 24), at: 2)
    #expect(prompt.revealDeadline != nil)
  }

  @Test func theOtherFieldIsNotShownWithTheFirst() throws {
    let prompt = try PromptHarness.prompt(repeats: true)
    prompt.type("one")
    prompt.control("t")
    prompt.press(.tab)
    #expect(prompt.revealDeadline == nil)
  }

  @Test func disabledKeysShowANotice() throws {
    let prompt = try PromptHarness.prompt(more: {
      ($0.look.allowsReveal, $0.isForCaller) = (false, true)
    })
    for (letter, sentence) in [
      ("t", "Ctrl-T: not allowed here; --allow-reveal"),
      ("g", "Ctrl-G: not offered here; --generate"), ("z", "Ctrl-Z: not possible here"),
    ] as [(Unicode.Scalar, String)] {
      prompt.control(letter)
      #expect(prompt.notice == sentence)
      #expect(prompt.draw().contains(sentence))
    }
    #expect(prompt.request == nil && prompt.revealDeadline == nil)
    // Nobody can pass options to a called program.
    let called = try PromptHarness.prompt(more: {
      ($0.look.allowsReveal, $0.remedies) = (false, .configuration)
    })
    called.control("t")
    #expect(called.notice == "Ctrl-T: not allowed here; allow-reveal: yes in the configuration")
    called.control("g")
    #expect(called.notice == "Ctrl-G: not offered here")
    let stopping = try PromptHarness.prompt()
    stopping.control("z")
    #expect(stopping.request == .suspend)
  }

  @Test func theKeyboardComesAndGoes() throws {
    for hasKeyboard in [true, false] {
      let prompt = try PromptHarness.prompt(hasKeyboard: hasKeyboard)
      #expect(prompt.draw().contains("space") == hasKeyboard)
      prompt.control("k")
      #expect(prompt.draw().contains("space") != hasKeyboard)
      prompt.type("a")
      prompt.control("k", at: 2)
      #expect(prompt.draw().contains("space") == hasKeyboard)
      prompt.type("b", at: 3)
      #expect(prompt.first.typed == "ab")
    }
    let needed = try PromptHarness.prompt({ $0.input = .screen })
    needed.control("k")
    #expect(needed.draw().contains("space"))
    #expect(needed.notice == "Ctrl-K: the keyboard is needed here")
  }

  @Test func rotationTurnsADrawnKeyboardOnly() throws {
    let prompt = try PromptHarness.prompt(hasKeyboard: false)
    prompt.control("r")
    #expect(prompt.notice == "Ctrl-R: no keyboard is drawn (Ctrl-K)")
    prompt.control("k")
    let before = prompt.keyboard?.configuration.screen.orientation
    prompt.control("r", at: 2)
    #expect(prompt.keyboard?.configuration.screen.orientation == before?.rotated)
  }

  @Test("Ctrl-K is advised only if it draws a keyboard", arguments: [false, true])
  func adviceInASmallWindow(showsKeyboard: Bool) throws {
    for letter: Unicode.Scalar in ["n", "r"] {
      let prompt = try PromptHarness.prompt(hasKeyboard: showsKeyboard)
      prompt.handle(.window(columns: 20, rows: 6), at: 1)
      _ = prompt.picture(columns: 20, rows: 6)
      prompt.control(letter)
      _ = prompt.picture(columns: 20, rows: 6)
      #expect(prompt.notice == Phrase.needsLargerWindow.english)
      guard !showsKeyboard else { continue }
      prompt.handle(.window(columns: 80, rows: 24), at: 2)
      prompt.control(letter, at: 2)
      #expect(prompt.notice.hasSuffix("no keyboard is drawn (Ctrl-K)"))
    }
  }

  @Test func aMessageGoesWithItsCause() throws {
    let prompt = try PromptHarness.prompt(more: { $0.confirmsEmpty = true })
    prompt.press(.enter)
    #expect(prompt.notice == Phrase.sendsEmpty.english && prompt.outcome == nil)
    prompt.draw()
    prompt.press(.left)
    #expect(prompt.notice.isEmpty)
    // A notice that has gone is not confirmed.
    prompt.press(.enter, at: 2)
    #expect(prompt.notice == Phrase.sendsEmpty.english && prompt.outcome == nil)
    prompt.draw()
    prompt.press(.enter, at: 3)
    #expect(prompt.outcome == .submitted)
  }

  @Test("An answer whose keys were dropped is not taken for an empty one")
  func droppedKeysAreNoEmptyAnswer() throws {
    let prompt = try PromptHarness.prompt()
    prompt.handle(.keyDropped, at: 1)
    prompt.draw()
    prompt.press(.enter, at: 3)
    #expect(prompt.notice == Phrase.sendsEmpty.english && prompt.outcome == nil)
    prompt.draw()
    prompt.press(.enter, at: 4)
    #expect(prompt.outcome == .submitted)
  }

  @Test("The sentence about dropped keys goes with the pause after which keys are taken")
  func droppedKeysAreOver() throws {
    let prompt = try PromptHarness.prompt()
    prompt.handle(.keyDropped, at: 1)
    prompt.handle(.keyDropped, at: 1.5)
    prompt.handle(.time, at: 2.4)
    #expect(prompt.notice == Phrase.keysDroppedUntilPause.english)
    let end = try #require(prompt.deadline)
    prompt.handle(.time, at: end)
    #expect(end == 2.5 && prompt.notice.isEmpty)
  }

  @Test func aSmallWindowShowsANoticeOnce() throws {
    let sentence = "The keyboard needs a larger window"
    let prompt = try PromptHarness.prompt(hasKeyboard: false)
    prompt.handle(.window(columns: 40, rows: 9), at: 1)
    prompt.control("k")
    #expect(prompt.draw(columns: 40, rows: 9).contains(sentence))
    prompt.type("a", at: 2)
    #expect(!prompt.draw(columns: 40, rows: 9).contains(sentence))
    prompt.control("r", at: 3)
    #expect(prompt.draw(columns: 40, rows: 9).contains(sentence))
    // The cause is gone, and so is the sentence.
    prompt.handle(.window(columns: 80, rows: 24), at: 4)
    #expect(prompt.draw().contains("space") && !prompt.draw().contains(sentence))
  }

  @Test func aKeyboardWithoutRoomIsNotHidden() throws {
    let prompt = try PromptHarness.prompt(more: { ($0.title, $0.description) = ("Key", "Why") })
    prompt.handle(.window(columns: 30, rows: 10), at: 1)
    #expect(!prompt.draw(columns: 30, rows: 10).contains("The keyboard"))
    prompt.control("k", at: 2)
    #expect(
      prompt.draw(columns: 30, rows: 10).contains("The keyboard needs a larger\n window\n"))
    prompt.handle(.window(columns: 80, rows: 24), at: 3)
    #expect(prompt.draw().contains("space"))
    prompt.control("k", at: 4)
    #expect(!prompt.draw().contains("space"))
  }

  @Test(arguments: [(80, 24), (40, 16), (40, 20), (160, 50), (20, 30), (60, 10)])
  func aTurnChangesTheScreen(columns: Int, rows: Int) throws {
    let prompt = try PromptHarness.prompt()
    prompt.handle(.window(columns: columns, rows: rows), at: 1)
    let before = prompt.draw(columns: columns, rows: rows)
    prompt.control("r", at: 2)
    #expect(prompt.draw(columns: columns, rows: rows) != before)
  }

  @Test(
    "A turn that changes no cap shows a notice",
    arguments: [(100, 30), (120, 40), (160, 50), (200, 60)], [false, true])
  func aTurnThatChangesNothingShowsANotice(_ size: (Int, Int), isScheduled: Bool) throws {
    let (columns, rows) = size
    let sentence = "The keyboard looks the same when rotated here"
    var surface = PromptSurface()
    (surface.hasColor, surface.hasBlocks) = (true, true)
    let prompt = try PromptHarness.prompt(
      on: surface,
      more: { if isScheduled { $0.look.rotations = [.init(orientation: .portrait, seconds: 2)] } })
    prompt.handle(.window(columns: columns, rows: rows), at: 1)
    prompt.draw(columns: columns, rows: rows)
    if isScheduled {
      prompt.handle(.time, at: 4)
    } else {
      prompt.control("r", at: 2)
    }
    let turned = prompt.draw(columns: columns, rows: rows)
    #expect(turned.contains(sentence) && turned.contains("Esc cancel"))
    prompt.type("a", at: 5)
    #expect(!prompt.draw(columns: columns, rows: rows).contains(sentence))
    // A visible turn shows no notice.
    prompt.handle(.window(columns: 80, rows: 24), at: 6)
    prompt.draw()
    prompt.control("r", at: 7)
    #expect(!prompt.draw().contains(sentence))
  }

  @Test func aTurnOfAHiddenKeyboardShowsANotice() throws {
    let prompt = try PromptHarness.prompt(more: {
      $0.look.rotations = [.init(orientation: .landscape, seconds: 1)]
    })
    prompt.control("k")
    prompt.draw()
    prompt.handle(.time, at: 2)
    #expect(prompt.notice == "The keyboard was rotated, but is not drawn")
  }

  // MARK: Pressing

  /// There is one text: a drawn key types into the field, and nowhere else.
  @Test(arguments: [true, false]) func drawnKeysTypeIntoTheField(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(repeats: true, hasKeyboard: hasKeyboard)
    if !hasKeyboard { prompt.control("k") }
    prompt.draw()
    let keyboard = try #require(prompt.keyboard)
    #expect(keyboard.field === prompt.first)
    let slot = try #require(keyboard.currentPanel?.keys.firstIndex { $0.key.id == "e" })
    prompt.press(slot, at: 2)
    prompt.type("x", at: 2)
    #expect(prompt.first.typed == "ex")
    prompt.press(.enter, at: 3)
    #expect(keyboard.field === prompt.fields[1])
    prompt.press(slot, at: 4)
    #expect(prompt.first.typed == "ex" && prompt.fields[1].typed == "e")
    prompt.wipe()
    #expect(prompt.first.typed.isEmpty && prompt.fields[1].typed == "")
  }

  // MARK: Time

  @Test func aTimeoutRunsFromTheFirstFrame() throws {
    let prompt = try PromptHarness.prompt(more: { $0.timeout = 5 })
    prompt.handle(.time, at: 4.9)
    prompt.type("a", at: 4.9)
    #expect(prompt.outcome == nil)
    prompt.handle(.time, at: 5)
    #expect(prompt.outcome == .timedOut)
  }

  @Test func anIdleLimitRunsFromTheLastKey() throws {
    let prompt = try PromptHarness.prompt(hasKeyboard: false, more: { $0.idleTimeout = 60 })
    prompt.type("a", at: 59)
    prompt.handle(.time, at: 61)
    #expect(prompt.outcome == nil)
    prompt.press(.tab, at: 100)
    prompt.handle(.time, at: 159)
    #expect(prompt.outcome == nil)
    prompt.handle(.time, at: 160)
    #expect(prompt.outcome == .timedOut)
  }

  // MARK: Switching off

  @Test(arguments: [true, false]) func thePowerKeyCountsAtAStartOnly(isStart: Bool) throws {
    let prompt = try PromptHarness.prompt(more: { $0.offersPowerOff = isStart })
    prompt.type("a")
    prompt.handle(.input(.powerOff), at: 2)
    #expect(prompt.outcome == (isStart ? .poweredOff : nil))
  }

  @Test(arguments: [true, false]) func aDrawnKeySwitchesOff(hasKeyboard: Bool) throws {
    let prompt = try PromptHarness.prompt(
      hasKeyboard: hasKeyboard, { $0.title = "T" }, more: { $0.offersPowerOff = true })
    let screen = prompt.picture(columns: 80, rows: 24)
    let target = try #require(screen.targets.first { $0.action == .choice(.powerOff) })
    prompt.handle(.input(.press(column: target.area.column + 2, row: target.area.line)), at: 1)
    #expect(prompt.outcome == .poweredOff)
  }

  @Test("Tab, arrows and a gamepad reach the key that switches off, and typing leaves it")
  func powerOffByFocus() throws {
    func prompt(hasKeyboard: Bool = true) throws -> Prompt {
      let prompt = try PromptHarness.prompt(
        hasKeyboard: hasKeyboard, { $0.title = "T" }, more: { $0.offersPowerOff = true })
      prompt.draw()
      return prompt
    }
    for hasKeyboard in [true, false] {
      let prompt = try prompt(hasKeyboard: hasKeyboard)
      for _ in 0..<(hasKeyboard ? 2 : 1) { prompt.press(.tab, at: 1) }
      #expect(prompt.focusedButton == .powerOff)
      #expect(prompt.draw().contains("Enter power off"))
      prompt.type("a b", at: 2)
      #expect(prompt.focusedButton == nil && prompt.first.typed == "a b")
      prompt.press(.backTab, at: 3)
      prompt.press(.enter, at: 4)
      #expect(prompt.outcome == .poweredOff)
    }
    let byArrows = try prompt()
    byArrows.press(.tab, at: 1)
    for _ in 0..<5 { byArrows.press(.up, at: 2) }
    #expect(byArrows.focusedButton == .powerOff && !byArrows.isOnKeyboard)
    byArrows.press(.down, at: 3)
    #expect(byArrows.focusedButton == nil && byArrows.isOnKeyboard)
    let byGamepad = try prompt()
    for button in [GamepadButton.up, .up, .up, .up, .up, .press] {
      byGamepad.handle(.input(.gamepad(button)), at: 1)
    }
    #expect(byGamepad.outcome == .poweredOff)
    let elsewhere = try PromptHarness.prompt { $0.title = "T" }
    elsewhere.draw()
    elsewhere.press(.tab, at: 1)
    for _ in 0..<5 { elsewhere.press(.up, at: 2) }
    #expect(elsewhere.isOnKeyboard && elsewhere.outcome == nil)
  }

  private func promptWithButtons(repeats: Bool = false) throws -> Prompt {
    let prompt = try PromptHarness.prompt(
      repeats: repeats, hasKeyboard: false, more: { ($0.yesLabel, $0.cancelLabel) = ("", "") })
    prompt.type("abc")
    #expect(prompt.draw().contains("[ Cancel ]"))
    return prompt
  }

  @Test("Tab, Shift-Tab and arrows reach the buttons of a text, and Enter presses the one chosen")
  func buttonsByFocus() throws {
    let keys: [([TerminalKey], DialogueOutcome)] = [
      ([], .submitted), ([.tab], .submitted), ([.tab, .tab], .cancelled(.escape)),
      ([.tab, .tab, .tab], .submitted), ([.backTab], .cancelled(.escape)),
      ([.backTab, .left], .submitted), ([.tab, .right, .right], .cancelled(.escape)),
      ([.backTab, .up], .submitted),
    ]
    for (keys, outcome) in keys {
      let prompt = try promptWithButtons()
      for key in keys {
        prompt.press(key)
        prompt.draw()
      }
      prompt.press(.enter)
      #expect(prompt.outcome == outcome, "\(keys)")
    }
    let prompt = try promptWithButtons()
    prompt.press(.backTab)
    #expect(prompt.draw().contains("> Cancel <") && prompt.draw().contains("Enter press"))
    prompt.type("d")
    #expect(prompt.draw().contains("[ Cancel ]") && prompt.first.typed == "abcd")
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
  }

  @Test("Enter right after a Tab onto OK may be pasted as keys, so it asks")
  func tabOntoAButton() throws {
    let prompt = try promptWithButtons()
    prompt.press(.tab)
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.rings && prompt.first.loss == .missing)
    prompt.draw()
    for _ in 0..<2 {
      #expect(prompt.outcome == nil)
      prompt.press(.enter)
      prompt.draw()
    }
    #expect(prompt.outcome == .submitted)
  }

  @Test("OK submits both fields, and asks about a difference")
  func okComparesBothFields() throws {
    let prompt = try promptWithButtons(repeats: true)
    for _ in 0..<2 {
      prompt.press(.tab)
      prompt.draw()
    }
    prompt.press(.enter)
    #expect(prompt.outcome == nil && prompt.flow.error == Phrase.entriesDiffer.english)
  }

  @Test func anIdleLimitAtAStartSwitchesOff() throws {
    let prompt = try PromptHarness.prompt(more: {
      ($0.idleTimeout, $0.offersPowerOff) = (60, true)
    })
    prompt.handle(.time, at: 55)
    #expect(prompt.notice == "Switches off in 5 s")
    prompt.type("a", at: 59)
    prompt.handle(.time, at: 118.9)
    #expect(prompt.outcome == nil)
    prompt.handle(.time, at: 119)
    #expect(prompt.outcome == .poweredOff)
  }
}
