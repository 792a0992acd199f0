import KeywardTestSupport
import Testing

@testable import KeywardEngine

/// A text that was typed in the wrong layout is typed again, with the same keys, in the next one.
@Suite struct RetypingTests {
  private func harness(
    _ layouts: String, _ configure: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> KeyboardHarness {
    let keyboards = try ShippedLayouts.library(configHome: nil, home: nil).keyboards(layouts)
    return try KeyboardHarness.shown(keyboards[0].id) {
      $0.others = Array(keyboards.dropFirst())
      configure(&$0)
    }
  }

  @discardableResult
  private func type(
    _ harness: KeyboardHarness, _ position: String, _ level: KeyLevel = .plain,
    capsLock: Bool = false, numLock: Bool = false
  ) -> Outcome {
    harness.keyboard.type(
      KeyPress(position, level, capsLock: capsLock, numLock: numLock), at: 2)
  }

  private func next(_ harness: KeyboardHarness) -> Retyping? {
    harness.keyboard.retypeInNextLayout(with: [], at: 3)
  }

  @Test("Going on through the list types the same keys, and the start restores the text")
  func throughTheList() throws {
    let harness = try harness("us,de,gr")
    for position in ["AD06", "AE11", "AC10"] { type(harness, position) }
    type(harness, "AD06", .shift)
    type(harness, "SPCE")
    type(harness, "AC01", capsLock: true)
    let texts = (0..<4).map { _ in
      let typed = harness.typed
      harness.keyboard.retypeInNextLayout(at: 3)
      return typed
    }
    // The third key is a dead key of the Greek layout.
    #expect(texts == ["y-;Y A", "zßöZ A", "υ-Ύ Α", "y-;Y A"])
    #expect(harness.events.compactMap(\.layout) == ["de", "gr", "us", "de"])
  }

  @Test("A dead key and its letter are two keys; a dead key at the end waits for its letter")
  func deadKeys() throws {
    let harness = try harness("de,us")
    for position in ["AE12", "AD03"] { type(harness, position) }
    #expect(harness.typed == "é")
    #expect(next(harness)?.isDone == true && harness.typed == "=e")
    type(harness, "AE12")
    #expect(harness.typed == "=e=")
    #expect(next(harness)?.isDone == true && harness.typed == "é")
    type(harness, "AD03")
    #expect(harness.typed == "éé")
    #expect(next(harness)?.isDone == true && harness.typed == "=e=e")
  }

  @Test("A deletion forgets the keys, and so does a dead key that is taken back or dropped")
  func deletions() throws {
    let harness = try harness("de,us")
    for position in ["AC01", "AE12", "AD03"] { type(harness, position) }
    harness.keyboard.deleteBackward()
    type(harness, "AE12")
    harness.keyboard.deleteBackward()
    type(harness, "AE12")
    harness.keyboard.deleteWord()
    type(harness, "AE12")
    harness.keyboard.deleteWord()
    type(harness, "AE12")
    #expect(type(harness, "AD01") == .rejected(.noSequence))
    type(harness, "AE12")
    harness.keyboard.submit()
    type(harness, "AD06")
    #expect(harness.typed == "z" && harness.keyboard.loss == .missing)
    // What typed nothing here is remembered, since it may type something in another layout.
    #expect(next(harness)?.isDone == true && harness.typed == "=q=y")
    #expect(harness.keyboard.loss == nil)
    #expect(next(harness)?.lacksCharacters == true && harness.typed == "z")
  }

  @Test("A key that types nothing in the wrong layout types its character in the right one")
  func nothingTypedAtFirst() throws {
    let harness = try harness("us,jp")
    #expect(type(harness, "AE13") == .ignored)
    #expect(harness.typed == "" && harness.keyboard.loss == .missing)
    type(harness, "AC01")
    #expect(next(harness)?.isDone == true && harness.typed == "\\a")
    #expect(harness.keyboard.loss == nil)
    harness.keyboard.deleteBackward()
    harness.keyboard.retypeInNextLayout(at: 4)
    #expect(harness.typed == "" && harness.keyboard.loss == .missing)
  }

  @Test("Deleting everything forgets keys that typed nothing, too")
  func deletingEverything() throws {
    let harness = try harness("de,us")
    type(harness, "AE12")
    harness.keyboard.deleteAll()
    type(harness, "AD03")
    #expect(next(harness)?.isDone == true && harness.typed == "e")
  }

  @Test("A dead key that was dropped forms no character with a later letter")
  func droppedDeadKeys() throws {
    let harness = try harness("de,us")
    type(harness, "AE12")
    harness.keyboard.submit()
    type(harness, "AD03")
    #expect(harness.typed == "e")
    #expect(next(harness)?.isDone == true && harness.typed == "=e")
    #expect(next(harness)?.isDone == true && harness.typed == "e")
  }

  @Test("Pasted characters stay as they are, and the result reports it")
  func pastes() throws {
    let harness = try harness("de,us")
    type(harness, "AD06")
    harness.keyboard.beginPaste()
    harness.keyboard.paste("yz\t".utf8Span.span.bytes)
    _ = harness.keyboard.endPaste()
    type(harness, "AD06")
    let there = next(harness)
    #expect(harness.typed == "yyz\ty" && there?.keepsCharacters == true)
    #expect(next(harness)?.keepsCharacters == true && harness.typed == "zyz\tz")
  }

  @Test("A terminal's characters have the keys of the first layout, if only one key types them")
  func charactersOfATerminal() throws {
    let harness = try harness("us,de,gr")
    for character in ["z", "-", "@", " "] {
      #expect(harness.keyboard.insert(character) == .accepted)
    }
    #expect(next(harness)?.keepsCharacters == false && harness.typed == "yß\" ")
    harness.keyboard.insert("z")
    harness.keyboard.retypeInNextLayout(at: 4)
    harness.keyboard.retypeInNextLayout(at: 5)
    #expect(harness.typed == "z-@ z", "what came after the first layout stays")
    harness.keyboard.deleteAll()
    // Two keys of this layout type it, and none types the other.
    for character in ["<", "é"] { #expect(harness.keyboard.insert(character) == .accepted) }
    #expect(next(harness)?.keepsCharacters == true && harness.typed == "<é")
  }

  @Test("A key that types nothing in a layout is a loss there, and returns in the first layout")
  func missingCharacters() throws {
    let harness = try harness("jp,us")
    type(harness, "AE13")
    type(harness, "AC01")
    #expect(harness.typed == "\\a" && harness.keyboard.loss == nil)
    let there = next(harness)
    #expect(there?.lacksCharacters == true && harness.typed == "a")
    #expect(harness.keyboard.loss == .missing)
    let back = next(harness)
    #expect(back?.lacksCharacters == false && harness.typed == "\\a")
    #expect(harness.keyboard.loss == nil)
    harness.keyboard.field.note(.cutOff)
    harness.keyboard.retypeInNextLayout(at: 4)
    harness.keyboard.retypeInNextLayout(at: 5)
    #expect(harness.keyboard.loss == .cutOff, "another loss stays")
  }

  @Test("A layout whose text would not be accepted is passed over, and nothing is lost")
  func refused() throws {
    let harness = try harness("de,us,at") { $0.maxLength = 1 }
    for position in ["AE12", "AD03"] { type(harness, position) }
    let first = next(harness)
    #expect(first?.skipped == ["English"] && harness.keyboard.definition.id == "at")
    #expect(harness.typed == "é")
    let pair = try self.harness("de,us") { $0.maxLength = 1 }
    for position in ["AE12", "AD03"] { type(pair, position) }
    #expect(pair.keyboard.retypeInNextLayout(at: 3) == .rejected(.notAllowed))
    #expect(pair.typed == "é" && pair.keyboard.definition.id == "de")
    let digits = try self.harness("us,fr") { $0.allowList = .characters(of: "123") }
    type(digits, "AE01")
    #expect(next(digits)?.isDone == false && digits.typed == "1")
  }

  @Test("A text that fills more than half of its memory is not typed again")
  func withoutRoom() throws {
    let harness = try harness("us,de")
    for _ in 0..<SecretText.largestCapacity / 2 + 1 { type(harness, "AC01") }
    #expect(next(harness)?.isDone == false)
    #expect(harness.keyboard.characterCount == SecretText.largestCapacity / 2 + 1)
  }

  @Test("Drawn keys have positions, too, and the alternates of a key have none")
  func drawnKeys() throws {
    let harness = try harness("de,us")
    try harness.tap("AD06", at: 2)
    try harness.tap("shift", at: 3)
    try harness.tap("AD06", at: 4)
    #expect(harness.typed == "zZ")
    #expect(next(harness)?.isDone == true && harness.typed == "yY")
  }

  @Test(
    "Drawn keys of a first keyboard without positions are those of `us`",
    arguments: [
      ("latin-qwerty,ru", ["q", "shift", "q", "z", "space"], "qQz ", "йЙя "),
      ("latin-qwertz,ru", ["z", "y", "ü"], "zyü", "янü"),
      ("latin-qwerty,latin-qwertz", ["y"], "y", "y"),
    ])
  func drawnKeysWithoutPositions(
    layouts: String, keys: [String], text: String, again: String
  ) throws {
    let harness = try harness(layouts)
    for (number, key) in keys.enumerated() {
      let time = 2 + Double(number)
      harness.keyboard.press(at: try harness.point(key), at: time)
      harness.keyboard.release(at: time + 0.1)
    }
    #expect(harness.typed == text)
    let there = next(harness)
    #expect(there?.isDone == true && harness.typed == again)
    #expect(there?.keepsCharacters == again.contains("ü"))
    #expect(next(harness)?.isDone == true && harness.typed == text)
  }

  @Test("Drawn keys without positions stay if they were typed after the first keyboard")
  func drawnKeysOfALaterKeyboard() throws {
    let harness = try harness("ru,latin-qwerty")
    #expect(next(harness)?.isDone == true)
    try harness.tap("q", at: 4)
    let there = next(harness)
    #expect(there?.keepsCharacters == true && harness.typed == "q")
  }

  @Test("Several characters that are inserted at once count as pasted")
  func severalAtOnce() throws {
    let harness = try harness("de,us")
    harness.keyboard.insert("zy")
    harness.keyboard.insert("z")
    #expect(next(harness)?.keepsCharacters == true && harness.typed == "zyy")
  }

  @Test("The number pad types the decimal point of the layout")
  func numberPad() throws {
    let harness = try harness("us,de")
    let texts = [("1", KeyPress("KP1", numLock: true)), (".", KeyPress("KPDL", numLock: true))]
    for (text, press) in texts {
      _ = harness.keyboard.field.insert(text.utf8Span.span.bytes, by: press)
    }
    #expect(next(harness)?.isDone == true && harness.typed == "1,")
  }

  @Test("A text of an expected form remembers no keys and stays")
  func expectedForm() throws {
    let harness = try harness("us,fr") { $0.expects = .recoveryKey }
    harness.keyboard.insert("cbd")
    let there = next(harness)
    #expect(there?.isDone == true && there?.keepsCharacters == true && harness.typed == "cbd")
  }

  @Test("Without another layout there is nothing to do")
  func alone() throws {
    let harness = try harness("de")
    type(harness, "AD06")
    #expect(next(harness) == nil && harness.keyboard.retypeInNextLayout() == .ignored)
    #expect(harness.typed == "z")
    let disabled = try self.harness("de,us")
    disabled.keyboard.isEnabled = false
    #expect(disabled.keyboard.retypeInNextLayout() == .ignored)
  }

  @Test("A taken text leaves no keys, and each position has another number")
  func numbers() throws {
    let harness = try harness("de,us")
    type(harness, "AD06")
    _ = try harness.keyboard.takeText()
    let count = harness.keyboard.text.keyCount
    #expect(count == 0)
    let rows = [("E", 13), ("D", 12), ("C", 12), ("B", 11)]
    let main = rows.flatMap { row, count in
      (1...count).map { "A\(row)\($0 < 10 ? "0" : "")\($0)" }
    }
    var codes: Set<UInt8> = []
    for position in main + ["TLDE", "LSGT", "SPCE"] + NumberPad.positions {
      for level in KeyLevel.allCases {
        let press = KeyPress(position, level, capsLock: level.isAltGr, numLock: level.isShifted)
        #expect(KeyPress(code: press.code, modifiers: press.modifiers) == press)
        codes.insert(press.code)
      }
    }
    #expect(codes.count == main.count + 3 + NumberPad.positions.count)
    #expect(!codes.contains(0) && !codes.contains(0xff))
    for position in ["", "AE00", "AF01", "XYZ", "AE16"] {
      #expect(KeyPress(position).code == 0, "\(position)")
    }
  }
}
