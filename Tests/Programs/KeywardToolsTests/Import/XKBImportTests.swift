import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTools

/// Names, files and missing parts, without the installed layouts.
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

  @Test(arguments: [nil, "", "! layout\n  de\n! variant\n  neo   German\n  \n:\n"])
  func aRegistryWithoutLayoutsIsASentence(list: String?) throws {
    let folder = try TemporaryFolder()
    if let list { try folder.write(list, to: "rules/evdev.lst") }
    #expect {
      try XKBRegistry(folders: [folder.path])
    } throws: { "\($0)".contains("apt-get install xkb-data") }
  }

  @Test func theRegistryKnowsLanguages() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      ! model
        de              A model
      ! layout
        ch              German (Switzerland)
        brai            Braille
      ! variant
        fr              ch: French (Switzerland)
        legacy          ch: Legacy
      ! option
        grp             Switching
      """, to: "rules/evdev.lst")
    let registry = try XKBRegistry(folders: ["/nonexistent", folder.path])
    #expect(registry.entries.map(\.name.word) == ["ch", "brai", "ch+fr", "ch+legacy"])
    #expect(
      registry.entries.map(\.title) == [
        "German (Switzerland)", "Braille", "French (Switzerland)", "Legacy",
      ])
    #expect(registry.entries(of: "de").map(\.name.word) == ["ch", "ch+legacy"])
    #expect(registry.entries(of: "FR").map(\.name.word) == ["ch+fr"])
    #expect(
      ["ch+fr", "ch+rare", "brai", "xx"].map { registry.language(of: XKBLayoutName($0)!) }
        == ["fr", "de", "und", "und"])
    #expect(registry.suggestions(for: XKBLayoutName(layout: "ch", variant: "rf")) == ["ch+fr"])
  }
}

@Suite(.enabled(if: LiveLayouts.areThere, Comment(rawValue: LiveLayouts.comment)))
struct XKBImportTests {
  private func keyboard(_ name: String, _ form: FormName? = nil) throws -> ImportedKeyboard {
    try XKBImport().keyboard(#require(XKBLayoutName(name)), form: form)
  }

  @Test(arguments: [
    ("de", [FormName.iso]), ("br", [.abnt]), ("jp", [.jis, .iso]), ("us", [.ansi]),
  ])
  func theFormIsTheOneWithAllKeys(name: String, wanted: [FormName]) throws {
    #expect(try keyboard(name).forms == wanted)
  }

  @Test func theSpaceBarOfKhmerIsItsOwn() throws {
    let definition = try LiveLayouts.definition(of: keyboard("kh"))
    #expect(Golden.keys(of: definition).contains("SPCE plain \u{200B}"))
    #expect(Golden.keys(of: definition).contains("SPCE shift  "))
  }

  @Test func aKeyWithoutACharacterIsALineAndNoLoss() throws {
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
