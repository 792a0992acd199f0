import Foundation
import KeyboardFiles
import KeyboardImport
import KeywardEngine
import TestSupport
import Testing

/// Every layout of the system, compared with the answers of libxkbcommon and the Compose file.
@Suite(.enabled(if: LiveLayouts.areThere, Comment(rawValue: LiveLayouts.comment)))
struct XKBOracleTests {
  /// A layout that is only a place for a user's own.
  private static let empty: Set<String> = ["custom"]

  /// The layouts that every system offers, beside rare ones.
  private static func usual() throws -> Set<String> {
    let root = try XMLReader.root(
      of: Array(Data(contentsOf: URL(filePath: "/usr/share/X11/xkb/rules/evdev.xml"))))
    let layouts = root.child("layoutList")?.children("layout") ?? []
    return Set(
      layouts.flatMap { layout -> [String] in
        let name = layout.child("configItem")?.child("name")?.text ?? ""
        let variants = layout.child("variantList")?.children("variant") ?? []
        return [name]
          + variants.compactMap { $0.child("configItem")?.child("name")?.text }
          .map { "\(name)+\($0)" }
      })
  }

  @Test func everyKeyAndSequenceOfEveryLayoutIsThere() throws {
    let importer = try LiveLayouts.importer()
    let isKnownVersion = importer.registry.version == Golden.all.version
    var count = 0
    var lossy: [String] = []
    for entry in importer.registry.entries where !Self.empty.contains(entry.name.word) {
      let keyboard = try importer.keyboard(entry.name)
      let definition = try LiveLayouts.definition(of: keyboard)
      count += 1
      if keyboard.losses.contains(where: \.isCharacter) { lossy.append(entry.name.word) }
      guard isKnownVersion else { continue }
      #expect(
        Golden.line(of: definition) == Golden.all.lines[entry.name.word], "\(entry.name.word)")
    }
    #expect(count >= 500)
    // Levels 5 to 8, which are more frequent among rare layouts.
    let usual = try Self.usual()
    let lossyUsual = lossy.filter(usual.contains)
    #expect(usual.count > 400 && lossyUsual.count * 50 <= usual.count, "\(lossyUsual)")
    #expect(lossy.count * 33 <= count, "\(lossy)")
    #expect(!isKnownVersion || count == Golden.all.lines.count)
  }
}

/// The shipped keyboards, made from the pinned version: their texts, without the library.
@Suite struct ShippedXKBTests {
  private static let names = ShippedLayouts.keyboardNames.filter { name in
    !KeyboardFiles.ownNames.contains(name)
  }

  /// The layout of a shipped keyboard, from the first line of its file.
  private static func source(of name: String) throws -> String {
    let text = String(decoding: try #require(KeyboardFiles.file(name)), as: UTF8.self)
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

/// Every layout of the system, with its paired keyboard.
@Suite(.enabled(if: LiveLayouts.areThere, Comment(rawValue: LiveLayouts.comment)))
struct ImportedASCIITests {
  @Test func everyImportedKeyboardTypesAllOfASCII() throws {
    let importer = try LiveLayouts.importer()
    for entry in importer.registry.entries where entry.name.layout != "custom" {
      let keyboard = try LiveLayouts.definition(of: importer.keyboard(entry.name))
      let others =
        keyboard.lacksLatinLetters ? [try ShippedLayouts.keyboard(named: "latin-qwerty")] : []
      var walk = try ASCIIWalk(keyboard, others)
      #expect(try walk.missing() == [], "\(entry.name.word)")
    }
  }
}
