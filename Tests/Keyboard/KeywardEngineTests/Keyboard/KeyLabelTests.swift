import KeywardEngine
import KeywardTestSupport
import Testing

/// The labels of drawn items, in seven languages, as symbols and for screen readers.
@Suite struct KeyLabelTests {
  private func items(
    _ language: KeyboardLanguage, _ returnType: ReturnType = .default
  ) throws -> [String: Keyboard.DrawnItem] {
    let harness = try KeyboardHarness.shown {
      $0.language = language
      $0.title = "PIN"
      $0.returnType = returnType
    }
    return Dictionary(uniqueKeysWithValues: harness.keyboard.drawnItems.map { ($0.id, $0) })
  }

  @Test("English labels are as before")
  func english() throws {
    let items = try items(.english, .go)
    #expect(items["return"]?.label == "go" && items["shift"]?.label == "shift")
    #expect(items["Done"]?.label == "Done" && items["q"]?.label == "q")
  }

  @Test("Special keys and Done are translated, characters are not")
  func german() throws {
    let items = try items(.german, .search)
    #expect(items["return"]?.label == "Suchen" && items["delete"]?.label == "Löschen")
    #expect(items["space"]?.label == "Leertaste" && items["Done"]?.label == "Fertig")
    #expect(items["q"]?.label == "q" && items["q"]?.symbol == "q")
  }

  @Test("Signs and words for screen readers")
  func symbols() throws {
    let items = try items(.french)
    #expect(items["delete"]?.symbol == "⌫" && items["shift"]?.symbol == "⇧")
    #expect(items["return"]?.symbol == "⏎" && items["space"]?.symbol == "␣")
    #expect(items["panel-symbols"]?.accessibilityLabel == "symboles")
    #expect(items["delete"]?.accessibilityLabel == "effacer")
  }

  @Test("A return key of two rows is labelled once", arguments: ["de", "jp", "br"])
  func tallReturn(layout: String) throws {
    let screen = try ScreenDescription(size: Size(width: 1280, height: 720))
    let harness = try KeyboardHarness.shown(layout) { $0.screen = screen }
    let parts = harness.keyboard.drawnItems.filter { $0.role == .return }
    #expect(parts.map(\.id) == ["return", "return-2"] && parts[0].frame.y < parts[1].frame.y)
    #expect(parts.map(\.label.isEmpty) == [false, true])
    #expect(parts.map(\.symbol.isEmpty) == [false, true])
    #expect(parts[0].accessibilityLabel == parts[1].accessibilityLabel)
  }

  @Test("Every word has every language", arguments: KeyWord.allCases)
  func complete(word: KeyWord) {
    for language in KeyboardLanguage.allCases { #expect(!language[word].isEmpty) }
  }

  @Test("The C interface has the numbers of the roles' order")
  func rolesInC() throws {
    let path = "\(Repository.path)/Sources/Library/CKeyward/include/keyward.h"
    let header = String(decoding: try UserFile.read(path, checksOwner: false), as: UTF8.self)
    for (number, role) in KeyRole.allCases.enumerated() {
      let name = String(role.rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
      #expect(header.contains("KW_ROLE_\(name) = \(number),"), "\(role)")
    }
  }

  @Test(
    "The language is that of the locale",
    arguments: [
      (["LANG": "de_AT.UTF-8"], KeyboardLanguage.german), ([:], .english),
      (["LANG": "C", "LANGUAGE": "fr"], .english),
      (["LC_ALL": "ja_JP.UTF-8", "LANG": "de_DE"], .japanese),
    ])
  func locale(variables: [String: String], language: KeyboardLanguage) {
    #expect(KeyboardLanguage { variables[$0] } == language)
  }
}
