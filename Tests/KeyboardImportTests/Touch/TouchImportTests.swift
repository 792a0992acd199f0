import KeyboardImport
import KeywardEngine
import TestSupport
import Testing

/// Keyboards from other programs' files.
@Suite struct TouchImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func imported(_ text: String, _ format: TouchFormat) throws -> ImportedKeyboard {
    let path = try folder.write(text, to: "my_board.txt")
    return try TouchImport.keyboard(ofFile: path, format)
  }

  /// The plain and shifted texts of the rows of letters, as the engine reads them.
  private func texts(_ keyboard: ImportedKeyboard) throws -> [String] {
    let letters = try #require(try LiveLayouts.definition(of: keyboard).panel(.letters))
    return letters.pages[0].content.rows.map { row in
      row.items.compactMap(\.key).filter { $0.role == .input }
        .map { $0.output + $0.output(at: .shift) }.joined(separator: " ")
    }
  }

  private func sentence(_ text: String, _ format: TouchFormat) -> String {
    do {
      _ = try imported(text, format)
      return ""
    } catch {
      return "\(error)".split(separator: "/").last.map(String.init) ?? ""
    }
  }

  @Test func squeekboardsViewsAreLevels() throws {
    let keyboard = try imported(
      """
      views:
          base: [ "q ä", "Shift_L a BackSpace", "show_numbers space , Return" ]
          upper: [ "Q Ä", "Shift_L A BackSpace", "show_numbers space ! Return" ]
          numbers: [ "1 §" ]
      buttons:
          Shift_L: { action: { locking: { lock_view: "upper", unlock_view: "base" } } }
          space: { text: " " }
          Return: { keysym: "Return" }
      """, .squeekboard)
    #expect(try texts(keyboard) == ["qQ äÄ", "aA", ",!"])
    #expect(keyboard.name == "squeekboard-my-board")
    #expect(keyboard.losses.map(\.description) == ["numbers: “§” is left out with this page"])
  }

  @Test func gnomesLevelsOfBothAges() throws {
    for key in ["[ \"e\", \"é\" ]", "{ \"strings\": [ \"e\", \"é\" ] }"] {
      let keyboard = try imported(
        """
        { "locale": "fr", "name": "Français", "levels": [
          { "level": "", "mode": "default", "rows": [ [ \(key), ["r"], { "action": "delete" } ] ] },
          { "level": "shift", "mode": "latched", "rows": [ [ ["E"], ["R"], { "action": "delete" } ] ] }
        ] }
        """, .gnome)
      #expect(try texts(keyboard) == ["eE rR", ""])
      #expect(keyboard.title == "Français" && keyboard.language == "fr")
      let definition = try LiveLayouts.definition(of: keyboard)
      #expect(definition.panel(.letters)?.pages[0].content.keys[1].alternates == ["é"])
    }
  }

  @Test func futosRowsInAllWritings() throws {
    let keyboard = try imported(
      """
      name: Some
      languages: cs sk
      rows:
        - letters: q w
        - letters: [[a, á], {type: case, normal: ß, shifted: ẞ}, "´|\\u0301"]
        - bottom: "$symbols , $space . $enter"
      """, .futo)
    #expect(try texts(keyboard) == ["qQ wW", "aA ßẞ \u{301}\u{301}", ",, .."])
    #expect(keyboard.language == "cs" && keyboard.title == "Some")
  }

  private let cldr = """
    <keyboard3 locale="mt-t-k0-x" conformsTo="45"><info name="Maltese"/>
    <keys><key id="c-dot" output="\\u{10B}"/></keys><layers formId="iso">
    <layer modifiers="none">
    <row keys="c-dot 1 2 3 4 5 6 7 8 9 0 hyphen equal"/><row keys="q w e r t y u i o p gap gap"/>
    <row keys="a s d f g h j k l gap gap hash"/><row keys="gap z x c v b n m comma period slash"/>
    <row keys="space"/></layer><layer modifiers="shift">
    <row keys="gap bang gap gap gap gap gap gap gap gap gap gap gap"/>
    <row keys="Q W E R T Y U I O P gap gap"/><row keys="A S D F G H J K L gap gap gap"/>
    <row keys="gap Z X C V B N M gap gap gap"/><row keys="space"/></layer>
    </layers></keyboard3>
    """

  @Test func cldrsHardwareHasPositions() throws {
    let keyboard = try imported(cldr, .cldr)
    let keys = Golden.keys(of: try LiveLayouts.definition(of: keyboard))
    #expect(keys.contains("TLDE plain \u{10B}") && keys.contains("AE01 shift !"))
    #expect(keys.contains("AC12 plain #") && keys.contains("AB10 plain /"))
    #expect(!keys.contains { $0.hasPrefix("AD11") })
    #expect(keyboard.language == "mt" && keyboard.title == "Maltese")
  }

  @Test func whatCannotBeUnderstoodIsASentence() {
    let uneven = cldr.replacing("gap bang gap", with: "bang gap")
    #expect(
      sentence(uneven, .cldr)
        == "my_board.txt:7:1: This row of “shift” has 12 keys, but form iso has 13 there. Give a gap "
        + "for each that types nothing.")
    #expect(
      sentence(cldr.replacing("hyphen", with: "no-such"), .cldr)
        .hasPrefix("my_board.txt:4:1: No key is called “no-such”."))
    #expect(
      sentence("<keyboard locale='x'/>", .cldr)
        .hasPrefix("my_board.txt:1:1: “keyboard” is not a keyboard of the CLDR in version 3"))
    #expect(
      sentence("<keyboard3>", .cldr)
        == "my_board.txt:1:1: The element “keyboard3” of line 1 has no end.")
    #expect(
      sentence("views: { base: [ q w ], upper: [ Q ] }", .squeekboard)
        == "my_board.txt:1:1: This row of “upper” has 1 keys, but that of “base” in line 1 has 2. Give "
        + "both as many.")
    #expect(
      sentence("a: 1", .squeekboard)
        == "my_board.txt:1:1: This is not a keyboard of Squeekboard: it has no “views”.")
    #expect(sentence("{}", .gnome).contains("it has no “levels”"))
    #expect(sentence("name: x", .futo).contains("it has no “rows”"))
    #expect(sentence("", .futo).contains("my_board.txt"))
  }
}
