import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct PassphraseRecipeTests {
  private struct Counting: RandomSource {
    var numbers: [Int]
    mutating func next(below bound: Int) -> Int { min(numbers.removeFirst(), bound - 1) }
  }

  private func made(
    _ recipe: String, _ numbers: [Int], longest: Int? = nil
  ) throws -> String? {
    let text = try SecretText(capacity: 400, policy: .allowUnlocked)
    let field = SecretField(text, Acceptance(longest: longest))
    var random = Counting(numbers: numbers)
    let recipe = try #require(PassphraseRecipe(recipe))
    guard recipe.fill(field, random: &random) else {
      let left = field.text.byteCount
      #expect(left == 0)
      return nil
    }
    return field.text.withBytes { bytes in
      String(
        decoding: (0..<bytes.byteCount).map {
          bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self)
        }, as: UTF8.self)
    }
  }

  private static func words() throws -> [Substring] {
    let bytes = try UserFile.read("\(Repository.path)/Layouts/words.txt", checksOwner: false)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test func theListHasFiveDiceOfDifferentWords() throws {
    let words = try Self.words()
    #expect(words.count == WordList.count && WordList.count >= 7776)
    #expect(Set(words).count == words.count)
    #expect(words.map(\.count).max() == WordList.longestWord)
    #expect(words.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x2d } })
  }

  @Test func numbersChooseWords() throws {
    #expect(try made("words:3", [0, 1, 7775]) == "abacus abdomen zoom")
    #expect(try made("words:1", [7774]) == "zoology")
    #expect(try made("words:2", [0, 0], longest: 12) == nil)
  }

  @Test func numbersChooseCharacters() throws {
    #expect(try made("chars:4", [0, 25, 62, 63]) == "AZ-_")
    #expect(try made("chars:4", [0, 1, 2, 3], longest: 3) == nil)
  }

  @Test(arguments: [("words:6", 77.54), ("words:1", 12.92), ("chars:20", 120)])
  func theEntropyIsKnown(recipe: String, bits: Double) throws {
    let found = try #require(PassphraseRecipe(recipe)).bits(for: Acceptance())
    #expect(abs(found - bits) < 0.01)
  }

  /// Six words have up to 59 characters.
  @Test(arguments: [
    ("latin-qwerty", nil, true, true), ("latin-qwerty", 59, true, true),
    ("latin-qwerty", 58, false, true), ("latin-qwerty", 19, false, false),
    ("number", nil, false, true), ("id-card", nil, false, false),
  ])
  func aRecipeSuitsAFieldThatTakesAllOfIt(
    layout: String, longest: Int?, suitsWords: Bool, suitsCharacters: Bool
  ) throws {
    let screen = try ScreenDescription(columns: 80, lines: 24)
    var configuration = try KeyboardConfiguration(layout: layout, screen: screen)
    configuration.maxLength = longest
    let text = try SecretText(capacity: 400, policy: .allowUnlocked)
    let field = SecretField(text, Acceptance())
    _ = try Keyboard(configuration, field: field, makesRules: true)
    #expect(PassphraseRecipe.words(6).suits(field.acceptance) == suitsWords)
    #expect(PassphraseRecipe.characters(20).suits(field.acceptance) == suitsCharacters)
  }

  @Test func aFieldThatTakesDigitsGetsDigits() throws {
    var configuration = try KeyboardConfiguration(
      layout: "number", screen: ScreenDescription(columns: 80, lines: 24))
    configuration.allowList = .characters(of: "0123456789")
    let field = SecretField(
      try SecretText(capacity: 16, policy: .allowUnlocked), Acceptance())
    _ = try Keyboard(configuration, field: field, makesRules: true)
    var random = Counting(numbers: [3, 9, 0])
    #expect(PassphraseRecipe.characters(3).fill(field, random: &random))
    let bits = PassphraseRecipe.characters(3).bits(for: field.acceptance)
    #expect(abs(bits - 9.97) < 0.01)
    // Words have letters.
    random = Counting(numbers: [0])
    #expect(!PassphraseRecipe.words(1).fill(field, random: &random))
  }

  @Test(arguments: [
    "", "words", "words:", "words:0", "words:65", "chars:1025", "words:6x",
    "word:6", "words:6:7", "words:-1", "chars: 5", "words:99999999999999999999",
  ])
  func everythingElseIsNoRecipe(text: String) {
    #expect(PassphraseRecipe(text) == nil)
  }

  /// Every word and every place is reached, with random numbers of the kernel.
  @Test func wordsAreSpread() throws {
    let text = try SecretText(capacity: 4080, policy: .allowUnlocked)
    let field = SecretField(text, Acceptance())
    var random = SodiumRandom()
    var seen: Set<Substring> = []
    for _ in 0..<8 {
      #expect(PassphraseRecipe.words(64).fill(field, random: &random))
      let typed = field.text.withBytes { bytes in
        String(
          decoding: (0..<bytes.byteCount).map {
            bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self)
          }, as: UTF8.self)
      }
      let words = typed.split(separator: " ")
      #expect(words.count == 64)
      seen.formUnion(words)
    }
    // 512 draws of 7,776 words hit fewer than 430 different ones less than once in 10^20 runs.
    #expect(seen.count > 430)
    // None of 512 is among the last tenth of the list less than once in 10^20 runs.
    #expect(seen.contains { $0 > "t" })
    // Half of them, give or take 12, are of the second half of the list: 150 is eight such steps away.
    let list = try Self.words()
    #expect(list.count == WordList.count)
    #expect(seen.intersection(list.suffix(list.count / 2)).count > 150)
  }
}
