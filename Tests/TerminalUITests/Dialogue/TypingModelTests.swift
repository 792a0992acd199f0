import KeywardEngine
import Testing

@testable import TerminalUI

/// What keys do, without a terminal.
@Suite struct TypingModelTests {
  private func model(
    repeats: Bool = false, _ change: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> TypingModel {
    var configuration = KeyboardConfiguration(
      definition: try ShippedLayouts.keyboard(named: "latin-qwerty").completed(with: .numbers),
      profile: try ShippedLayouts.metrics().profile(named: "default"),
      screen: try ScreenDescription(columns: 80, lines: 24))
    change(&configuration)
    let keyboard = try Keyboard(
      configuration, text: SecretText(capacity: 64, policy: .allowUnlocked))
    var options = DialogueOptions()
    options.allowsReveal = true
    if repeats { options.repeatPrompt = "Repeat" }
    let model = TypingModel(
      options, keyboard: keyboard,
      parked: repeats ? try SecretText(capacity: 64, policy: .allowUnlocked) : nil,
      sanitizer: Sanitizer())
    keyboard.show(at: 0)
    model.placeFocus()
    model.isKeyboardDrawn = true
    return model
  }

  private func type(_ text: String, into model: TypingModel, at now: Double = 1) {
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      model.insert(bytes.span.bytes, at: now)
    }
  }

  private func press(_ key: TerminalKey, on model: TypingModel, at now: Double = 1) {
    model.handle(.key(key, []), at: now)
  }

  @Test func waysToCancel() throws {
    for (key, way) in [
      (TerminalKey.escape, DialogueOutcome.Cancellation.escape), (.control(0x63), .interrupt),
      (.control(0x64), .endOfInput),
    ] {
      let model = try model()
      press(key, on: model)
      #expect(model.outcome == .cancelled(way))
    }
    let model = try model()
    type("a", into: model)
    press(.control(0x64), on: model)
    #expect(model.outcome == nil, "Ctrl-D does nothing where something was typed")
  }

  @Test func keysWithAltMeanNothing() throws {
    let model = try model()
    for key in [TerminalKey.enter, .escape, .control(0x63), .tab] {
      model.handle(.key(key, .alt), at: 1)
    }
    #expect(model.outcome == nil)
    #expect(model.focus == .field(0))
  }

  @Test func enterGoesThroughBothFields() throws {
    let model = try model(repeats: true)
    type("same", into: model)
    press(.enter, on: model)
    #expect(model.activeField == 1)
    #expect(model.characterCount(of: 0) == 4)
    type("same", into: model)
    press(.enter, on: model)
    #expect(model.outcome == .submitted)
  }

  @Test func differentEntriesAreWipedAndAskedForAgain() throws {
    let model = try model(repeats: true)
    type("one", into: model)
    press(.enter, on: model)
    type("two", into: model)
    press(.enter, on: model)
    #expect(model.outcome == nil)
    #expect(model.rings)
    #expect(model.error == model.options.repeatError)
    #expect(model.activeField == 0 && model.focus == .field(0))
    #expect(model.characterCount(of: 0) == 0 && model.characterCount(of: 1) == 0)
  }

  @Test func tabGoesThroughFieldsAndKeyboard() throws {
    let model = try model(repeats: true)
    var seen: [TypingModel.Focus] = []
    for _ in 0..<4 {
      press(.tab, on: model)
      seen.append(model.focus)
    }
    #expect(seen == [.field(1), .keyboard, .field(0), .field(1)])
    press(.backTab, on: model)
    #expect(model.focus == .field(0))
  }

  @Test func aKeyboardThatTakesNoPressesIsNotReached() throws {
    let model = try model { $0.input = .keys }
    press(.tab, on: model)
    #expect(model.focus == .field(0))
    model.press(3, at: 1)
    #expect(model.characterCount(of: 0) == 0)
  }

  @Test func theFocusStartsInTheMiddleUnlessThePathCouldTell() throws {
    let plain = try model()
    #expect(plain.keyboard.currentPanel?.keys[plain.keyboard.focusedSlot ?? 0].key.id == "g")
    for change in [
      { (configuration: inout KeyboardConfiguration) in configuration.shuffle = .all },
      { $0.input = .screen },
    ] {
      let model = try model(change)
      model.keyboard.focusedSlot = nil
      var bounds: [Int] = []
      model.placeFocus { bound in
        bounds.append(bound)
        return 5
      }
      #expect(bounds == [31])
      #expect(model.keyboard.focusedSlot == 5)
    }
  }

  @Test func arrowsMoveToTheNearestKey() throws {
    let model = try model()
    model.focus = .keyboard
    func focused() -> String? {
      model.keyboard.currentPanel?.keys[model.keyboard.focusedSlot ?? 0].key.id
    }
    var path: [String?] = []
    for key in [
      TerminalKey.down, .down, .down, .up, .left, .left, .left, .left, .left, .up, .up, .up,
    ] {
      press(key, on: model)
      path.append(focused())
    }
    #expect(path.first == "v" && path[1] == "space" && path[2] == "space")
    #expect(path[8] == "shift")
    #expect(path.last == "q")
  }

  @Test func aRevealEndsByItself() throws {
    let model = try model()
    model.advance(to: 4)
    press(.control(0x74), on: model, at: 5)
    #expect(model.isRevealed)
    #expect(model.deadline == 15)
    model.advance(to: 14.9)
    #expect(model.isRevealed)
    model.advance(to: 15)
    #expect(!model.isRevealed)
    press(.control(0x74), on: model, at: 20)
    press(.control(0x74), on: model, at: 21)
    #expect(!model.isRevealed)
  }

  @Test func refusedKeysRingAlike() throws {
    let model = try model { $0.maxLength = 2 }
    type("ab", into: model)
    #expect(!model.rings)
    type("c", into: model)
    #expect(model.rings)
    #expect(model.notice.isEmpty)
  }

  @Test func aFewerKeyedPanelKeepsTheFocusOnIt() throws {
    let model = try model { $0.title = "T" }
    model.keyboard.focusedSlot = 32
    _ = model.keyboard.showPanel(.numbers, at: 1)
    let content = model.content(glyphs: Glyphs(isASCII: false), hasColor: false, mode: nil)
    #expect(content.keyboard?.view.focus == 11)
  }
}
