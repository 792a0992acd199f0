import KeywardEngine
import Testing

@testable import TerminalUI

@Suite struct OwnAdvisorTests {
  @Test func itAnswersAtOnce() throws {
    let field = try PromptHarness.fields(1)[0]
    let advisor = OwnAdvisor(nil)
    #expect(advisor.ask(.consent, about: field) == .allowed)
    #expect(advisor.ask(.suggestion, about: field) == .notMade)
    guard case .quality(let none?) = advisor.ask(.quality, about: field) else {
      Issue.record("no quality")
      return
    }
    _ = field.fill(Array("correct horse battery staple".utf8).span.bytes)
    guard case .quality(let good?) = advisor.ask(.quality, about: field) else {
      Issue.record("no quality")
      return
    }
    #expect(none == 0 && good > 0)
  }

  @Test func itMakesAPassphraseByItsRecipeAndSaysHow() throws {
    let field = try PromptHarness.fields(1)[0]
    let advisor = OwnAdvisor(.words(3), random: PromptHarness.Chosen(0))
    #expect(advisor.ask(.suggestion, about: field) == .made("Made of 3 words: 38.7 bits"))
    #expect(field.typed == "", "nothing is filled in before it is asked for")
    let isTaken = advisor.fill(field)
    #expect(isTaken)
    let words = field.typed.split(separator: " ")
    #expect(words.count == 3 && Set(words).count == 1)
  }

  @Test func whatTheFieldRefusesLeavesItEmpty() throws {
    let field = try PromptHarness.fields(1, longest: 4)[0]
    // The first four characters fit.
    for recipe in [PassphraseRecipe.words(3), .characters(5)] {
      let isTaken = OwnAdvisor(recipe).fill(field)
      #expect(!isTaken && field.typed == "", "\(recipe)")
    }
  }
}
