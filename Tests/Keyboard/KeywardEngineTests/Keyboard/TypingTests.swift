import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct TypingTests {
  @Test func typesOnRelease() throws {
    let harness = try KeyboardHarness.shown()
    #expect(try harness.press("q", at: 1) == .accepted)
    #expect(harness.typed == "")
    #expect(harness.keyboard.release(at: 1.1) == .accepted)
    #expect(harness.typed == "q")
    #expect(harness.takePicture() == "text")
  }

  @Test func typesByPoint() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    for key in ["p", "i", "n", "space"] {
      keyboard.press(at: try harness.point(key))
      keyboard.release()
    }
    #expect(harness.typed == "pin ")
  }

  @Test func pointsBesideTheKeyboardHitNothing() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    keyboard.move(at: 2) { $0.float(Rect(x: 100, y: 300, width: 200, height: 150)) }
    keyboard.advance(to: 3)
    for x in [99.0, 301, -1, 374] {
      #expect(keyboard.press(at: Point(x: x, y: 320), at: 4) == .ignored)
      #expect(keyboard.release() == .ignored)
    }
    for x in [100.0, 300] {
      #expect(keyboard.press(at: Point(x: x, y: 320), at: 5) == .accepted)
      keyboard.release()
    }
    #expect(harness.typed == "qp")
  }

  @Test(arguments: [ShortcutsBar.expanded, .leading, .trailing])
  func aShortcutsBarHasNoKeysToHit(_ bar: ShortcutsBar) throws {
    let harness = try KeyboardHarness.shown { $0.title = "PIN" }
    let keyboard = harness.keyboard
    keyboard.move(at: 2) { $0.showShortcutsBar(bar) }
    keyboard.advance(to: 3)
    let frame = keyboard.state.frame
    for y in stride(from: frame.minY, through: frame.maxY, by: 4) {
      #expect(keyboard.press(at: Point(x: frame.midX, y: y), at: 4) == .ignored)
      #expect(keyboard.release() == .ignored)
    }
    #expect(keyboard.panelFrame == nil && keyboard.frame(of: .done) == nil)
    keyboard.move(at: 5) { $0.dock() }
    keyboard.advance(to: 6)
    keyboard.press(at: try harness.point("q"))
    keyboard.release()
    #expect(harness.typed == "q")
  }

  @Test func hiddenKeyboardTakesNoPress() throws {
    let harness = try KeyboardHarness()
    #expect(harness.keyboard.press(.key(slot: 0)) == .ignored)
    #expect(harness.keyboard.release() == .ignored)
    #expect(harness.keyboard.insert("a") == .accepted)
  }

  @Test func dragOutDisarmsAndBackArms() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    keyboard.press(at: try harness.point("q"), at: 1)
    keyboard.drag(to: try harness.point("r"), at: 1.1)
    keyboard.drag(to: try harness.point("q"), at: 1.2)
    keyboard.release(at: 1.3)
    #expect(harness.typed == "q")
    keyboard.press(at: try harness.point("q"), at: 2)
    keyboard.drag(to: try harness.point("r"), at: 2.1)
    #expect(keyboard.release(at: 2.2) == .ignored)
    #expect(harness.typed == "q")
  }

  @Test func aSecondKeyCommitsTheFirst() throws {
    let harness = try KeyboardHarness.shown()
    try harness.press("a", touch: 1, at: 1)
    try harness.press("b", touch: 2, at: 1.01)
    #expect(harness.typed == "a")
    harness.keyboard.release(touch: 2, at: 1.02)
    #expect(harness.keyboard.release(touch: 1, at: 1.03) == .ignored)
    #expect(harness.typed == "ab")
  }

  @Test func deleteCommitsTheHeldKeyFirst() throws {
    let harness = try KeyboardHarness.shown()
    try harness.press("a", touch: 1, at: 1)
    try harness.press("delete", touch: 2, at: 1.01)
    harness.keyboard.release(touch: 2)
    harness.keyboard.release(touch: 1)
    #expect(harness.typed == "")
    #expect(harness.takePicture() == "text text")
  }

  @Test func cancelTypesNothing() throws {
    let harness = try KeyboardHarness.shown()
    try harness.press("a", at: 1)
    harness.keyboard.cancel()
    #expect(harness.keyboard.release() == .ignored)
    #expect(harness.typed == "")
  }

  @Test(arguments: ["hide", "rotation", "background", "focus"])
  func heldKeysAreReleased(cause: String) throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    keyboard.insert("secret")
    try harness.press("delete", touch: 1, at: 1)
    keyboard.cancel(touch: 1)
    try harness.press("delete", touch: 2, at: 1.1)
    try harness.press("q", touch: 3, at: 1.2)
    #expect(keyboard.nextDeadline == 1.6)
    switch cause {
    case "hide": keyboard.hide()
    case "rotation": keyboard.rotate(to: .landscape)
    case "background": keyboard.enterBackground()
    default: keyboard.loseFocus()
    }
    keyboard.advance(to: 3)
    keyboard.release(touch: 2)
    keyboard.release(touch: 3)
    #expect(harness.typed == "secr")
  }

  @Test func aDismissedKeyboardReleasesItsKeys() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("abcdef")
    try harness.press("delete", at: 2)
    harness.keyboard.transitions.beginDismissal(touchY: 570)
    harness.keyboard.transitions.endDismissal(velocity: 1)
    harness.keyboard.advance(to: 5)
    #expect(harness.typed == "abcde")
  }

  @Test func pressedKeysShowWithFeedbackOnly() throws {
    for feedback in Feedback.allCases {
      let harness = try KeyboardHarness.shown { $0.feedback = feedback }
      let keyboard = harness.keyboard
      keyboard.press(at: try harness.point("q"))
      let isShown = feedback == .press
      #expect(keyboard.pressedSlots == (isShown ? [0] : []))
      #expect(keyboard.drawnItems.filter(\.isPressed).map(\.id) == (isShown ? ["q"] : []))
      keyboard.drag(to: try harness.point("t"))
      #expect(keyboard.pressedSlots == [])
    }
  }

  @Test func anExchangedTextIsTypedInto() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("first")
    var other = try SecretText(policy: .allowUnlocked)
    harness.keyboard.exchangeText(with: &other)
    harness.keyboard.insert("first")
    let isSame = harness.keyboard.text.isEqual(to: other)
    #expect(isSame)
    #expect(harness.events.map(\.count) == [5, 0, 5])
  }

  @Test func inputModes() throws {
    let keys = try KeyboardHarness.shown { $0.input = .keys }
    #expect(try keys.tap("a") == .ignored)
    #expect(keys.keyboard.insert("a") == .accepted)
    let screen = try KeyboardHarness.shown { $0.input = .screen }
    #expect(try screen.tap("a") == .accepted)
    #expect(screen.keyboard.insert("b") == .rejected(.disabled))
    #expect(screen.paste("b") == .rejected(.disabled))
    #expect(screen.typed == "a")
  }

  @Test func returnSubmitsAndHides() throws {
    let harness = try KeyboardHarness.shown()
    var types: [ReturnType] = []
    harness.keyboard.onReturn = { _, type in
      types.append(type)
      return true
    }
    #expect(try harness.tap("return") == .accepted)
    #expect(types == [.default])
    #expect(harness.takePicture() == "WC WH")
    harness.keyboard.show()
    harness.keyboard.onReturn = { _, _ in false }
    #expect(try harness.tap("return") == .accepted)
    #expect(harness.keyboard.state.isVisible)
  }

  @Test func nextKeepsTheKeyboard() throws {
    let harness = try KeyboardHarness.shown { $0.returnType = .next }
    #expect(try harness.tap("return") == .accepted)
    #expect(harness.keyboard.state.isVisible)
    #expect(harness.keyboard.currentPanel?.keys[try harness.slot("return")].key.label == "next")
  }

  @Test func returnNeedsText() throws {
    let harness = try KeyboardHarness.shown { $0.returnNeedsText = true }
    #expect(try harness.tap("return") == .rejected(.disabled))
    #expect(harness.keyboard.submit() == .rejected(.disabled))
    try harness.tap("a")
    #expect(harness.keyboard.isReturnEnabled)
    #expect(try harness.tap("return") == .accepted)
  }

  @Test func eventsCarryNoCharacter() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("zqjxwvkp")
    let shown = harness.events.map { String(describing: $0) }.joined()
    #expect(!shown.contains("zqj"))
    #expect(harness.events.map(\.count) == [8])
  }
}
