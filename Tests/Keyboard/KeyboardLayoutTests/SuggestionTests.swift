import Testing

@testable import KeyboardLayout

@Suite struct SuggestionTests {
  @Test func swappedLettersAreOneEdit() {
    #expect(Suggestion.nearest(to: "widht", among: ["label", "width"]) == "width")
  }

  @Test func farNamesGetNoSuggestion() {
    #expect(Suggestion.nearest(to: "colour", among: ["label", "width"]) == nil)
  }

  @Test func theCaseOfLettersIsNoEdit() {
    #expect(Suggestion.nearest(to: "iPhone-XS", among: ["iphone-6s", "iphone-xs"]) == "iphone-xs")
    #expect(Suggestion.nearest(to: "FIRSTUSE", among: ["heights", "firstUse"]) == "firstUse")
  }

  @Test func longNamesAreNotCompared() {
    #expect(Suggestion.nearest(to: String(repeating: "w", count: 10_000), among: ["w"]) == nil)
  }
}
