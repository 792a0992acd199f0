import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct LocalPolicyTests {
  @Test func itAnswersAtOnce() throws {
    let field = try PromptHarness.fields(1)[0]
    let policy = LocalPolicy(nil, in: .english)
    #expect(policy.ask(.consent, about: field) == .allowed)
    #expect(policy.ask(.suggestion, about: field) == .notMade)
    guard case .quality(let none?, nil) = policy.ask(.quality, about: field) else {
      Issue.record("no quality")
      return
    }
    _ = field.fill(Array("correct horse battery staple".utf8).span.bytes)
    guard case .quality(let good?, nil) = policy.ask(.quality, about: field) else {
      Issue.record("no quality")
      return
    }
    #expect(none == 0 && good > 0)
  }

  @Test("A text that is guessed first has no quality, and a sentence gives the reason")
  func weakness() throws {
    let field = try PromptHarness.fields(1)[0]
    let german = try ShippedLayouts.keyboard(named: "de")
    let keyboard = try PromptHarness.keyboard(into: field) { $0.definition = german }
    let policy = LocalPolicy(nil, in: .english)
    for (text, reason) in [
      ("letmein", Phrase.commonPassword), ("yxcvbnm,.-", .keyboardWalk), ("yx8vb", nil),
    ] {
      _ = field.fill(Array(text.utf8).span.bytes)
      guard case .quality(let value?, let found) = policy.ask(.quality, about: field) else {
        Issue.record("no quality")
        return
      }
      #expect(found == reason && (value == 0) == (reason != nil), "\(text)")
    }
    withExtendedLifetime(keyboard) {}
  }

  @Test("The sentence is below the bar, and in line mode before the repetition")
  func sentence() throws {
    let common = Language.english[.commonPassword]
    let prompt = try PromptHarness.prompt(
      repeats: true, hasKeyboard: false, policy: LocalPolicy(nil, in: .english),
      more: { $0.quality = .init("Quality") })
    prompt.type("letmein")
    prompt.handle(.time, at: 1)
    #expect(prompt.notice == common && prompt.viewModel.quality?.value == 0)
    prompt.type("x")
    prompt.handle(.time, at: 1)
    #expect(prompt.notice == "")
    prompt.press(.backspace)
    prompt.handle(.time, at: 1)
    prompt.press(.enter)
    #expect(prompt.flow.active == 1 && prompt.flow.notice == common)
  }

  @Test func itGeneratesByTheRecipeAndReportsTheBits() throws {
    let field = try PromptHarness.fields(1)[0]
    let policy = LocalPolicy(.words(3), in: .english, random: PromptHarness.Chosen(0))
    #expect(policy.ask(.suggestion, about: field) == .made("Generated. Words: 3, bits: 38.7"))
    #expect(field.typed == "", "nothing is filled in before it is asked for")
    let isTaken = policy.fill(field)
    #expect(isTaken)
    let words = field.typed.split(separator: " ")
    #expect(words.count == 3 && Set(words).count == 1)
  }

  @Test func aRefusedPassphraseLeavesTheFieldEmpty() throws {
    let field = try PromptHarness.fields(1, longest: 4)[0]
    // The first four characters fit.
    for recipe in [PassphraseRecipe.words(3), .characters(5)] {
      let isTaken = LocalPolicy(recipe, in: .english).fill(field)
      #expect(!isTaken && field.typed == "", "\(recipe)")
    }
  }
}
