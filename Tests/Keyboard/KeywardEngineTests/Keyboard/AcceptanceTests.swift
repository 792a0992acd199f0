import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct AcceptanceTests {
  @Test func anyTakesEverythingButControls() throws {
    let harness = try KeyboardHarness.shown()
    for text in ["a", "\u{20AC}", "\u{1F600}", " ", "\u{3000}"] {
      #expect(harness.keyboard.insert(text) == .accepted)
    }
    for text in ["\u{7}", "\u{7F}", "\u{85}", "a\tb", "\n"] {
      #expect(harness.keyboard.insert(text) == .rejected(.notAllowed))
    }
    #expect(harness.keyboard.characterCount == 5)
    #expect(harness.keyboard.insert("") == .ignored)
  }

  @Test func brokenUTF8IsRefused() throws {
    let harness = try KeyboardHarness.shown()
    let half: [UInt8] = [0xC3]
    #expect(harness.keyboard.insert(half.span.bytes) == .rejected(.notAllowed))
    let overlong: [UInt8] = [0xC0, 0xAF]
    #expect(harness.keyboard.insert(overlong.span.bytes) == .rejected(.notAllowed))
    #expect(harness.events.isEmpty)
  }

  @Test func everyScalarMustBeOnTheList() throws {
    let harness = try KeyboardHarness.shown { $0.allowList = .characters(of: "abc1") }
    #expect(harness.keyboard.insert("ab") == .accepted)
    #expect(harness.keyboard.insert("ad") == .rejected(.notAllowed))
    #expect(try harness.tap("space") == .rejected(.notAllowed))
    #expect(harness.keyboard.insert("d") == .rejected(.notAllowed))
    #expect(try harness.tap("c") == .accepted)
    #expect(harness.paste("1a-") == .rejected(.notAllowed))
    #expect(harness.typed == "abc")
    #expect(harness.events.map(\.count) == [2, 3])
  }

  @Test func panelsAllowWhatTheKeysCanType() throws {
    let harness = try KeyboardHarness.shown { $0.allowList = .panels }
    for text in ["q", "Q", "\u{E9}", "\u{C9}", "`", " ", "5"] {
      #expect(harness.keyboard.insert(text) == .accepted, "\(text)")
    }
    for text in ["\u{4E00}", "\u{3002}"] {
      #expect(harness.keyboard.insert(text) == .rejected(.notAllowed), "\(text)")
    }
    let wide = try KeyboardHarness.shown {
      $0.allowList = .panels
      $0.fullWidth = true
    }
    #expect(wide.keyboard.insert("\u{3002}") == .accepted)
  }

  @Test func aNumberKeyboardTakesItsOwnCharacters() throws {
    let harness = try KeyboardHarness.shown("number")
    #expect(harness.keyboard.insert("12.5") == .accepted)
    #expect(harness.keyboard.insert("a") == .rejected(.notAllowed))
    #expect(harness.keyboard.insert(" ") == .rejected(.notAllowed))
    let letters = try KeyboardHarness.shown("latin-qwerty") { $0.panel = .numbers }
    #expect(letters.keyboard.insert("a") == .rejected(.notAllowed))
    let open = try KeyboardHarness.shown("number") { $0.allowList = .any }
    #expect(open.keyboard.insert("a") == .accepted)
  }

  @Test("A pad draws only the keys that the field takes, in their places")
  func padsShowWhatTheyType() throws {
    let all = try #require(try KeyboardHarness.shown("number").keyboard.currentPanel)
    let digits = try #require(
      try KeyboardHarness.shown { $0.expects = EntryKind("digits:6") }.keyboard.currentPanel)
    #expect(all.slot(of: ".") != nil && digits.slot(of: ".") == nil)
    for id in ["0", "9"] {
      let (one, other) = (try #require(all.slot(of: id)), try #require(digits.slot(of: id)))
      #expect(all.keys[one].frame == digits.keys[other].frame)
    }
    let few = try KeyboardHarness.shown("number") { $0.allowList = .characters(of: "159") }
    let keys = few.keyboard.currentPanel?.keys.map(\.key) ?? []
    #expect(keys.filter { $0.role == .input }.map(\.id) == ["1", "5", "9"])
    #expect(keys.contains { $0.role == .delete })
    for key in keys where key.role == .input { #expect(try few.tap(key.id) == .accepted) }
    // The letter of an ID card number is drawn, since it can be the last character.
    let card = try KeyboardHarness.shown { $0.expects = .idCard }.keyboard.currentPanel
    #expect(card?.slot(of: "x") != nil)
  }

  @Test("A keyboard draws only the keys and alternates that the field takes, in their places")
  func keyboardsShowWhatTheyType() throws {
    let all = try #require(try KeyboardHarness.shown().keyboard.currentPanel)
    for (kind, letters) in [
      (EntryKind.recoveryKey, "cbdefghijklnrtuv"), (.bip39, "abcdefghijklmnopqrstuvwxyz"),
    ] {
      let harness = try KeyboardHarness.shown { $0.expects = kind }
      let panel = try #require(harness.keyboard.currentPanel)
      let keys = panel.keys.map(\.key)
      #expect(Set(keys.filter { $0.role == .input }.map(\.label)) == Set(letters.map(String.init)))
      #expect(keys.allSatisfy { $0.alternates.isEmpty })
      // Symbols, all of which are refused, have no key that leads to them.
      #expect(!keys.contains { $0.role.targetPanel == .symbols })
      #expect(panel.rowCount == all.rowCount)
      for letter in letters {
        let id = String(letter)
        let (one, other) = (try #require(all.slot(of: id)), try #require(panel.slot(of: id)))
        #expect(all.keys[one].frame == panel.keys[other].frame)
        #expect(try harness.tap(id) == .accepted)
      }
    }
    let few = try KeyboardHarness.shown { $0.allowList = .characters(of: "aéB!") }
    let keys = few.keyboard.currentPanel?.keys.map(\.key) ?? []
    #expect(keys.filter { $0.role == .input }.map(\.id) == ["e", "a", "b"])
    #expect(keys.first { $0.id == "e" }?.alternates == ["é"])
    #expect(keys.contains { $0.role.targetPanel == .symbols })
    // Without any key that types, the panel is whole.
    let none = try KeyboardHarness.shown { $0.allowList = .characters(of: "ж") }
    let letters = [none.keyboard.currentPanel, all].map { panel in
      panel?.keys.filter { $0.key.role == .input }.map(\.key.id)
    }
    #expect(letters[0] == letters[1])
  }

  @Test("Shuffled keys are among those that the field takes")
  func shuffledKeysAreTaken() throws {
    for _ in 1...20 {
      let harness = try KeyboardHarness.shown("number") {
        ($0.allowList, $0.shuffle) = (.characters(of: "159"), .all)
      }
      let keys = harness.keyboard.currentPanel?.keys.map(\.key) ?? []
      #expect(Set(keys.filter { $0.role == .input }.map(\.label)) == ["1", "5", "9"])
    }
  }

  @Test func capacityIsALimitToo() throws {
    let harness = try KeyboardHarness.shown()
    let long = String(repeating: "a", count: 4080)
    #expect(harness.keyboard.insert(long) == .accepted)
    #expect(harness.keyboard.insert("b") == .rejected(.tooLong))
    #expect(harness.keyboard.insert("\u{1}") == .rejected(.notAllowed))
  }

  // MARK: - ID card numbers

  private let good = "11010519491231002X"

  @Test func idRule() throws {
    let harness = try KeyboardHarness.shown("id-card")
    #expect(try harness.tap("x") == .rejected(.idCard))
    #expect(harness.keyboard.insert("1101051949123100") == .accepted)
    #expect(try harness.tap("x") == .rejected(.idCard))
    #expect(try harness.tap("2") == .accepted)
    #expect(harness.keyboard.insert("a") == .rejected(.notAllowed))
    #expect(harness.keyboard.insert("X") == .accepted)
    #expect(harness.typed == good.lowercased())
    #expect(try harness.tap("1") == .rejected(.idCard))
  }

  @Test func idLetterHasTheCaseOfTheOption() throws {
    let upper = try KeyboardHarness.shown("id-card") { $0.idCardLetter = .upper }
    #expect(upper.keyboard.currentPanel?.keys[try upper.slot("x")].key.label == "X")
    #expect(upper.paste(good.lowercased()) == .accepted)
    #expect(upper.typed == good)
    let typed = try KeyboardHarness.shown("id-card") { $0.idCardLetter = .upper }
    typed.keyboard.insert(String(good.dropLast()))
    #expect(try typed.tap("x") == .accepted)
    #expect(typed.typed == good)
  }

  @Test func idCheck() throws {
    for (number, isGood) in [
      (good, true), ("110105194912310021", false), ("11010519491231002", false), ("", false),
      ("110101199003070012", false), ("34052419800101001X", true),
    ] {
      let harness = try KeyboardHarness.shown("id-card") { $0.idCardCheck = true }
      harness.keyboard.insert(number)
      let outcome = harness.keyboard.submit()
      #expect(outcome == (isGood ? .accepted : .rejected(.idCard)), "\(number)")
    }
    let unchecked = try KeyboardHarness.shown("id-card")
    #expect(unchecked.keyboard.submit() == .accepted)
  }
}
