import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct PassphraseQualityTests {
  private static func quality(
    _ text: String, on layout: String? = nil
  ) throws -> PassphraseQuality {
    let places = try layout.map { KeyPlaces(of: try ShippedLayouts.keyboard(named: $0)) }
    return PassphraseQuality(of: text.utf8Span.span.bytes, on: places)
  }

  private static func value(_ text: String) -> Int {
    PassphraseQuality(of: text.utf8Span.span.bytes).value
  }

  /// The lines of a file of `Layouts`, in two parts if a comment separates them.
  private static func lists(_ name: String) throws -> [[String]] {
    let bytes = try UserFile.read("\(Repository.path)/Layouts/\(name).txt", checksOwner: false)
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n").split { $0.hasPrefix("#") }.map { $0.map(String.init) }
  }

  @Test("An empty text is worth nothing, and seven words are enough")
  func ends() {
    #expect(Self.value("") == 0)
    #expect(Self.value("q") < 10)
    #expect(Self.value("correct horse battery staple ring abacus zoom") == 100)
  }

  @Test("More kinds of characters and more characters count more")
  func kinds() {
    let rising = ["kfmwq", "kfmwqzr", "kfMwqzr", "kfMwqz7", "kf!wQz7", "kf!wQz7xu"].map(Self.value)
    #expect(rising == rising.sorted())
    #expect(Set(rising).count > 4)
  }

  @Test(
    "Sequences and repetitions count less",
    arguments: [
      ("aaaaaaaaaaaa", "kfmwqzrbtyhp"), ("abcdefghijkl", "kfmwqzrbtyhp"),
      ("987654321098", "472916385027"), ("xvkqxvkqxvkq", "kfmwqzrbtyhp"),
    ])
  func sequences(easy: String, hard: String) {
    #expect(Self.value(easy) < Self.value(hard) * 2 / 3)
  }

  @Test("Characters outside ASCII count once")
  func outsideASCII() {
    #expect(Self.value("é") == Self.value("ü"))
    #expect(Self.value("密码短语") < 60)
  }

  @Test("A long text is in range")
  func longText() {
    let text = String(repeating: "lorem ipsum dolor ", count: 220)
    #expect((0...100).contains(Self.value(text)))
  }

  // MARK: Lists

  @Test("The most common passwords have no quality, in any case of letters")
  func passwords() throws {
    let passwords = try #require(try Self.lists("common").first)
    #expect(passwords.count == 4800)
    for (index, password) in passwords.enumerated() where index % 7 == 0 {
      let found = try [password, password.uppercased()].map { try Self.quality($0) }
      #expect(found.allSatisfy { $0.value == 0 && $0.weakness == .commonPassword }, "\(password)")
    }
  }

  @Test("The lists are in alphabetical order, so that a place has no meaning")
  func order() throws {
    let lists = try Self.lists("common")
    #expect(lists.count == 2 && lists.allSatisfy { $0 == $0.sorted() })
  }

  @Test("A listed word counts the same wherever it is in its list")
  func places() throws {
    let lists = try Self.lists("common")
    let words = try #require(try Self.lists("words").first)
    let passwords = Set(lists[0])
    for list in [lists[1], words] {
      let plain = list.filter { word in
        word.count > 4 && !passwords.contains(word) && zip(word, word.dropFirst()).allSatisfy(!=)
      }
      let sample = plain.enumerated().filter { $0.offset % 40 == 0 }.map(\.element)
      let ends = [plain.first, plain.last].compactMap(\.self)
      let values = Set((sample + ends).map { Self.value($0 + "zq") })
      #expect(values.count == 1, "\(values)")
    }
  }

  @Test("Generated words are worth their bits")
  func generated() {
    #expect(Self.value("abdomen cactus stamp zoology refinish unfold") == 86)
    #expect(Self.value("abdomen-cactus-stamp") == 43)
    #expect(Self.value("abdomencactusstamp") == 43)
  }

  @Test(
    "A listed word with a repeated or dated ending is worth at most 20",
    arguments: [
      "dragon111", "Monkey2024", "winifred1987", "abdomen!", "cactus24", "zoology-12",
      "password123",
      "abdomen31.12.1999", "abdomen19991231", "ABDOMEN311299", "zoology!!!", "cactuscactus",
      "abdomen@1987", "Cactus1234", "cactus4321!", "zoology?", "michelle0612", "abdomen1/4/98",
    ])
  func endings(text: String) throws {
    let found = try Self.quality(text)
    #expect(found.value <= 20 && found.value > 0, "\(found)")
  }

  @Test("Other endings are worth more", arguments: ["abdomen7401", "abdomenxkqw", "abdomen991332"])
  func otherEndings(text: String) {
    #expect(Self.value(text) > 20)
  }

  // MARK: Walks

  @Test(
    "A text of keys that are next to each other has no quality",
    arguments: [
      ("us", "zxcvbnm,./"), ("us", "1qazxsw23edc"), ("us", "QWERTYUIOP{}"), ("us", "!@#$%^&*()"),
      ("de", "yxcvbnm,.-"), ("de", "poiuztrewq"), ("de", "ölkjhgfd"), ("fr", "azertyuiop"),
      ("fr", "&é\"'(-è_"), ("fr", "wxcvbn,;:"), ("us-dvorak", "',.pyfgcrl"),
      ("us-dvorak", "aoeuidhtns"), ("ru", "йцукенгшщз"), ("latin-qwerty", "lkjhgfdsa"),
      ("latin-qwerty", "4rfvbgt5"),
    ])
  func walks(layout: String, text: String) throws {
    let found = try Self.quality(text, on: layout)
    #expect(found.value == 0 && found.weakness != nil, "\(found)")
  }

  @Test(
    "A walk on another layout is none",
    arguments: [
      ("us", "aoeuidhtns"), ("us", "ölkjhgfd"), ("us-dvorak", "zxcvbnm,./"), ("fr", "yxcvbnm,"),
    ])
  func otherLayouts(layout: String, text: String) throws {
    let found = try Self.quality(text, on: layout)
    #expect(found.value > 0 && found.weakness == nil, "\(found)")
  }

  @Test("A walk with a dated ending counts as a word, and characters beside one count")
  func partsOfWalks() throws {
    #expect(try Self.quality("poiuztrewq2004", on: "de").value == 20)
    #expect(try Self.quality("kq7poiuztrewq", on: "de").value > 20)
    #expect(try Self.quality("kq7poiuztrewq", on: "de").weakness == nil)
  }
}
