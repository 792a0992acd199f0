import KeywardEngine
import TestSupport
import Testing

@testable import KeyboardImport

/// Names, files and missing parts, without the system's own layouts.
@Suite struct XKBNameTests {
  @Test(arguments: [
    ("de", "de", "", "xkb-de"), ("de+neo", "de", "neo", "xkb-de-neo"),
    ("de(neo)", "de", "neo", "xkb-de-neo"),
    ("us(altgr_Intl)", "us", "altgr_Intl", "xkb-us-altgr-intl"),
  ])
  func layoutsHaveNames(text: String, layout: String, variant: String, keyboard: String) throws {
    let name = try #require(XKBLayoutName(text))
    #expect(name.layout == layout && name.variant == variant && name.keyboardName == keyboard)
  }

  @Test(arguments: ["", "de+", "de()", "+neo", "../x", "de neo", "de(neo", "d\u{E9}"])
  func otherTextsAreNone(text: String) { #expect(XKBLayoutName(text) == nil) }

  @Test func aMissingLibraryIsASentenceWithTheCommand() {
    #expect {
      try XKBLibrary("libnothing-of-that-name.so.0")
    } throws: { "\($0)".contains("apt-get install libxkbcommon0 xkb-data libx11-data") }
  }

  @Test func aMissingOrBrokenRegistryIsASentence() throws {
    let folder = try TemporaryFolder()
    #expect {
      try XKBRegistry(folders: [folder.path])
    } throws: { "\($0)".contains("apt-get install xkb-data") }
    try folder.write("<xkbConfigRegistry>\n<layoutList>\n", to: "rules/evdev.xml")
    #expect {
      try XKBRegistry(folders: [folder.path])
    } throws: {
      "\($0)".contains("rules/evdev.xml:3: The element “layoutList” of line 2 has no end.")
    }
  }

  @Test func theRegistryKnowsLanguages() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <r><layoutList><layout><configItem><name>ch</name><description>Swiss &amp; more</description>
      <languageList><iso639Id>deu</iso639Id><iso639Id>gsw</iso639Id></languageList></configItem>
      <variantList><variant><configItem><name>fr</name><description>French</description>
      <languageList><iso639Id>fra</iso639Id></languageList></configItem></variant></variantList>
      </layout></layoutList></r>
      """, to: "rules/evdev.xml")
    let registry = try XKBRegistry(folders: ["/nonexistent", folder.path])
    #expect(registry.entries.map(\.title) == ["Swiss & more", "French"])
    #expect(registry.entries.map(\.language) == ["de", "fr"])
    #expect(registry.entries(of: "gsw").map(\.name.word) == ["ch"])
    #expect(registry.entries(of: "FR").map(\.name.word) == ["ch+fr"])
    #expect(registry.suggestions(for: XKBLayoutName(layout: "ch", variant: "rf")) == ["ch+fr"])
  }
}

/// Single layouts of the system.
@Suite(.enabled(if: LiveLayouts.areThere, Comment(rawValue: LiveLayouts.comment)))
struct XKBImportTests {
  private func keyboard(_ name: String, _ form: FormName? = nil) throws -> ImportedKeyboard {
    try LiveLayouts.importer().keyboard(#require(XKBLayoutName(name)), form: form)
  }

  @Test(arguments: [
    ("de", [FormName.iso]), ("br", [.abnt]), ("jp", [.jis, .iso]), ("us", [.iso]),
  ])
  func theFormIsTheOneWithAllKeys(name: String, wanted: [FormName]) throws {
    guard case .positions(_, let forms) = try keyboard(name).keys else {
      Issue.record("no positions")
      return
    }
    #expect(forms == wanted)
  }

  @Test func theSpaceBarOfKhmerIsItsOwn() throws {
    let definition = try LiveLayouts.definition(of: keyboard("kh"))
    #expect(Golden.keys(of: definition).contains("SPCE plain \u{200B}"))
    #expect(Golden.keys(of: definition).contains("SPCE shift  "))
  }

  @Test func whatIsNoCharacterIsALineAndNoLoss() throws {
    let losses = try keyboard("us+mac").losses
    #expect(
      losses.map(\.description) == [
        "AC08 altgr-shift: U+F8FF is for private use, so it is left out"
      ])
    #expect(losses.allSatisfy { !$0.isCharacter })
    #expect(try keyboard("de+neo").losses.contains { $0.key == "AE01" && $0.level == "level 5" })
    #expect(try keyboard("de", .ansi).losses.allSatisfy { $0.key == "LSGT" && $0.isCharacter })
  }

  @Test func longSequencesAreThere() throws {
    let sequences = try keyboard("gr+polytonic").sequences
    #expect(sequences.contains { $0.keys.count >= 3 })
  }
}
