import KeywardEngine
import KeywardTestSupport
import KeywardTools
import Testing

/// Every installed layout, compared with the answers of libxkbcommon and the Compose file.
@Suite(.enabled(if: LiveLayouts.areThere, Comment(rawValue: LiveLayouts.comment)))
struct XKBOracleTests {
  /// A layout that is only a place for a user's own.
  private static let empty: Set<String> = ["custom"]

  /// The layouts of the list, and rare ones if they are known.
  static func layouts(_ importer: XKBImport) -> (listed: Set<String>, all: Set<String>) {
    let listed = Set(importer.registry.entries.map(\.name.word)).subtracting(empty)
    let isKnownVersion = importer.registry.version == Golden.all.version
    return (listed, isKnownVersion ? listed.union(Golden.all.lines.keys) : listed)
  }

  @Test(.tags(.slow)) func everyKeyAndSequenceOfEveryLayoutIsThere() throws {
    let importer = try XKBImport()
    let isKnownVersion = importer.registry.version == Golden.all.version
    let (listed, all) = Self.layouts(importer)
    var lossy: [String] = []
    for word in all.sorted() {
      let keyboard = try importer.keyboard(#require(XKBLayoutName(word)))
      let definition = try LiveLayouts.definition(of: keyboard)
      if keyboard.losses.contains(where: \.isCharacter) { lossy.append(word) }
      guard isKnownVersion else { continue }
      #expect(Golden.line(of: definition) == Golden.all.lines[word], "\(word)")
    }
    // Levels 5 to 8, which are more frequent among rare layouts.
    let lossyListed = lossy.filter(listed.contains)
    #expect(listed.count > 400 && lossyListed.count * 50 <= listed.count, "\(lossyListed)")
    #expect(lossy.count * 33 <= all.count, "\(lossy)")
  }
}

/// The shipped keyboards, made from the pinned version: their texts, without the library.
@Suite struct ShippedXKBTests {
  private static let names = ShippedLayouts.keyboardNames.filter { name in
    ShippedFiles.keyboard(name)?.starts(with: "# Made from xkb:".utf8) == true
  }

  /// The layout of a shipped keyboard, from the first line of its file.
  static func source(of name: String) throws -> String {
    let text = String(decoding: try #require(ShippedFiles.keyboard(name)), as: UTF8.self)
    let match = try #require(text.prefixMatch(of: #/# Made from xkb:(\S+) of xkb-data (\S+) on /#))
    #expect(match.output.2 == Golden.all.version)
    return String(match.output.1)
  }

  @Test func thereAreEnough() { #expect(Self.names.count >= 60) }

  @Test(arguments: names)
  func itTypesWhatItsLayoutDoes(name: String) throws {
    let keyboard = try ShippedLayouts.keyboard(named: name)
    #expect(try Golden.line(of: keyboard) == Golden.all.lines[Self.source(of: name)])
  }
}

/// Every installed layout, with its paired keyboard.
@Suite(.enabled(if: LiveLayouts.areThere, Comment(rawValue: LiveLayouts.comment)))
struct ImportedASCIITests {
  @Test(.tags(.slow)) func everyImportedKeyboardTypesAllOfASCII() throws {
    let importer = try XKBImport()
    for word in sample(XKBOracleTests.layouts(importer).all.sorted()) {
      let name = try #require(XKBLayoutName(word))
      let keyboard = try LiveLayouts.definition(of: importer.keyboard(name))
      let others =
        keyboard.lacksLatinLetters ? [try ShippedLayouts.keyboard(named: "latin-qwerty")] : []
      var walk = try ASCIIWalk(keyboard, others)
      #expect(try walk.missing() == [], "\(word)")
    }
  }
}
