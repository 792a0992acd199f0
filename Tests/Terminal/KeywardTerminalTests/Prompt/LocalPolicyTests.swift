import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct LocalPolicyTests {
  @Test func itAnswersAtOnce() throws {
    let field = try PromptHarness.fields(1)[0]
    let policy = LocalPolicy(nil, in: .english)
    #expect(policy.ask(.consent, about: field) == .allowed)
    #expect(policy.ask(.suggestion, about: field) == .notMade)
    guard case .quality(let none?) = policy.ask(.quality, about: field) else {
      Issue.record("no quality")
      return
    }
    _ = field.fill(Array("correct horse battery staple".utf8).span.bytes)
    guard case .quality(let good?) = policy.ask(.quality, about: field) else {
      Issue.record("no quality")
      return
    }
    #expect(none == 0 && good > 0)
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
