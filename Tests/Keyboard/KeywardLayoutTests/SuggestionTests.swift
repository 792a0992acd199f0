import Testing

@testable import KeywardLayout

@Suite struct SuggestionTests {
  @Test func swappedLettersAreOneEdit() {
    #expect("widht".nearest(among: ["label", "width"]) == "width")
  }

  @Test func farNamesGetNoSuggestion() {
    #expect("colour".nearest(among: ["label", "width"]) == nil)
  }

  @Test func ofTwoLettersOnlySwappedOnesAreSimilar() {
    #expect("cn".nearest(among: ["ca"]) == nil)
    #expect("rf".nearest(among: ["bf", "fr"]) == "fr")
    #expect("CA".nearest(among: ["ca"]) == "ca")
  }

  @Test func theCaseOfLettersIsNoEdit() {
    #expect("iPhone-XS".nearest(among: ["iphone-6s", "iphone-xs"]) == "iphone-xs")
    #expect("FIRSTUSE".nearest(among: ["heights", "firstUse"]) == "firstUse")
  }

  @Test func longNamesAreNotCompared() {
    #expect(String(repeating: "w", count: 10_000).nearest(among: ["w"]) == nil)
  }
}
