import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// The key that types the text again in the next layout, in prompts.
@Suite struct RetypingPromptTests {
  private func prompt(
    _ layouts: String = "us,de", hasKeyboard: Bool = false, repeats: Bool = false,
    on surface: PromptSurface = PromptSurface(), longest: Int? = nil,
    more: (inout Question) -> Void = { _ in }
  ) throws -> Prompt {
    let keyboards = try ShippedLayouts.library(configHome: nil, home: nil).keyboards(layouts)
    return try PromptHarness.prompt(
      repeats: repeats, hasKeyboard: hasKeyboard, on: surface,
      {
        ($0.definition, $0.others) = (keyboards[0], Array(keyboards.dropFirst()))
        $0.maxLength = longest
      }, more: more)
  }

  private func type(_ prompt: Prompt, _ positions: String...) {
    for position in positions { prompt.type(KeyPress(position), of: nil, at: 2) }
  }

  @Test("Ctrl-O and Alt-Shift type the keys again; the name of the layout is beside the field")
  func keys() throws {
    let prompt = try prompt("us,de,gr") { $0.look.layoutName = "English" }
    #expect(prompt.draw().contains("English"))
    type(prompt, "AD06", "AE11")
    prompt.control("o", at: 3)
    #expect(prompt.first.typed == "zß" && prompt.draw().contains("Deutsch"))
    prompt.handle(.input(.nextKeyboard), at: 4)
    #expect(prompt.first.typed == "υ-" && prompt.draw().contains("Ελληνικά"))
    prompt.control("o", at: 5)
    #expect(prompt.first.typed == "y-" && prompt.draw().contains("English"))
    #expect(!prompt.rings && prompt.notice.isEmpty)
  }

  @Test("So does the drawn key, whose keyboard names the layout")
  func drawnKey() throws {
    let prompt = try prompt(hasKeyboard: true)
    type(prompt, "AD06")
    prompt.draw(columns: 100, rows: 40)
    let slot = try #require(prompt.keyboard?.currentPanel?.slot(of: "next-keyboard"))
    prompt.press(slot, at: 3)
    #expect(prompt.first.typed == "z")
    #expect(prompt.draw(columns: 100, rows: 40).contains("Deutsch"))
  }

  @Test("On an ordinary terminal the characters of the first layout become those of the next")
  func terminal() throws {
    let prompt = try prompt()
    prompt.type("z-", at: 2)
    #expect(!prompt.draw().contains("English"))
    prompt.control("o", at: 3)
    #expect(prompt.first.typed == "yß" && prompt.draw().contains("Deutsch"))
    prompt.type("z", at: 4)
    #expect(prompt.first.typed == "yßy", "the terminal goes on in its own layout")
    prompt.control("o", at: 5)
    #expect(prompt.first.typed == "z-z" && !prompt.draw().contains("English"))
  }

  @Test("Pressed before anything is typed, it holds for the next answer")
  func nextAnswer() throws {
    let prompt = try prompt()
    prompt.control("o", at: 2)
    prompt.type("z=e", at: 3)
    #expect(prompt.first.typed == "yé")
    prompt.press(.backspace, at: 4)
    prompt.type("-", at: 5)
    #expect(prompt.first.typed == "yß")
  }

  @Test("Two layouts of one language are named by their titles")
  func names() throws {
    let prompt = try prompt("us,us-dvorak")
    prompt.control("o", at: 2)
    let title = try ShippedLayouts.keyboard(named: "us-dvorak").title
    #expect(prompt.keyboard?.layoutName == title)
  }

  @Test("The bell rings and a sentence names the characters that could not be typed again")
  func sentences() throws {
    let prompt = try prompt("de,us")
    prompt.type("z", at: 2)
    prompt.paste("ab", at: 2)
    prompt.control("o", at: 3)
    #expect(prompt.first.typed == "yab" && prompt.rings)
    #expect(prompt.notice == "Characters without a known key stay as they were")
    prompt.rings = false
    prompt.control("u", at: 4)
    prompt.control("o", at: 5)
    #expect(!prompt.rings && prompt.notice.isEmpty)
  }

  @Test("The bell rings for a key that types nothing in the layout, and Enter asks about it")
  func missingCharacters() throws {
    let prompt = try prompt("jp,us")
    prompt.type("_", at: 6)
    prompt.control("o", at: 7)
    #expect(prompt.first.typed == "" && prompt.rings)
    #expect(prompt.notice == "English has no character for some of the keys")
    prompt.show()
    prompt.press(.enter, at: 8)
    #expect(prompt.outcome == nil && prompt.notice.contains("A character is missing"))
    prompt.control("o", at: 9)
    #expect(prompt.first.typed == "_" && prompt.first.loss == nil)
  }

  @Test("A layout in which the text is too long is passed over, and a sentence names it")
  func tooLong() throws {
    let prompt = try prompt("de,us", longest: 1)
    type(prompt, "AE12", "AD03")
    prompt.control("o", at: 3)
    #expect(prompt.first.typed == "é" && prompt.rings)
    #expect(prompt.notice == "Skipped, because the text would not be accepted: English")
    prompt.press(.enter, at: 4)
    #expect(prompt.outcome == .submitted)
  }

  @Test("Both fields are typed again, so that they stay equal")
  func twoFields() throws {
    let prompt = try prompt(repeats: true)
    prompt.type("z", at: 2)
    prompt.press(.enter, at: 3)
    prompt.type("z", at: 4)
    prompt.control("o", at: 5)
    #expect(prompt.fields.map(\.typed) == ["y", "y"])
    prompt.press(.enter, at: 6)
    #expect(prompt.outcome == .submitted && prompt.first.typed == "y")
  }

  @Test("Without another layout, or without any, a sentence reports it and nothing is lost")
  func withoutLayouts() throws {
    let alone = try prompt("us")
    alone.type("z", at: 2)
    alone.control("o", at: 3)
    #expect(alone.first.typed == "z" && alone.notice.hasPrefix("There is no other layout"))
    let none = try Prompt(
      Question(), fields: PromptHarness.fields(), surface: PromptSurface(),
      keyboard: .later { _ in nil })
    none.begin()
    none.type("z", at: 2)
    none.control("o", at: 3)
    #expect(none.first.typed == "z")
    #expect(none.notice == "The layouts cannot be loaded; the text is unchanged")
    none.press(.enter, at: 4)
    #expect(none.outcome == .submitted)
  }

  @Test("After a wrong answer the hint names the key that works here", arguments: Language.allCases)
  func hint(language: Language) throws {
    var surface = PromptSurface()
    surface.language = language
    func drawing(_ more: (inout Question) -> Void) throws -> Bool {
      let prompt = try prompt(on: surface) {
        $0.error = "Wrong passphrase, try again."
        $0.hasOtherLayouts = true
        more(&$0)
      }
      let drawing = prompt.draw(columns: 120, rows: 40)
      let keys = ["Ctrl-O", "Alt-Shift"].filter(drawing.contains)
      #expect(keys.count <= 1)
      return keys == [prompt.question.look.layoutName == nil ? "Ctrl-O" : "Alt-Shift"]
    }
    #expect(try drawing({ _ in }))
    #expect(try drawing({ $0.look.layoutName = "English" }))
    #expect(try !drawing({ $0.error = "" }))
    #expect(try !drawing({ $0.hasOtherLayouts = false }))
    #expect(try !drawing({ $0.error = .own(.questionChanged) }))
  }

  @Test("Line mode names the layout, and gives the hint")
  func lineMode() throws {
    var surface = PromptSurface()
    surface.isPlain = true
    let prompt = try prompt(on: surface) {
      $0.look.layoutName = "English"
      $0.error = "Wrong passphrase, try again."
      $0.hasOtherLayouts = true
    }
    let beginning = prompt.show()
    #expect(beginning.contains("Layout: English") && beginning.contains("Alt-Shift"))
    type(prompt, "AD06")
    prompt.control("o", at: 3)
    #expect(prompt.show().contains("Layout: Deutsch") && prompt.first.typed == "z")
  }

  @Test("A layout that was chosen stays when the keyboard is shown")
  func shownLater() throws {
    let prompt = try prompt()
    prompt.type("z", at: 2)
    prompt.control("o", at: 3)
    prompt.control("k", at: 4)
    #expect(prompt.draw(columns: 100, rows: 40).contains("Deutsch"))
    prompt.control("o", at: 5)
    #expect(prompt.first.typed == "z")
  }
}
