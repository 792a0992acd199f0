import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct ShippedLayoutsTests {
  @Test("A shipped keyboard has no faults, and is the same without the checks", arguments: names)
  func everyKeyboardIsWithoutFaults(name: String) throws {
    var source = KeyboardSource(names: Self.names) { ShippedFiles.keyboard($0) }
    source.form = ShippedLayouts.source.form
    let bytes = try #require(ShippedFiles.keyboard(name))
    let checked = try KeyboardDefinition.load(bytes, path: "\(name).yaml", source: source)
    let shipped = try ShippedLayouts.keyboard(named: name)
    #expect(shipped == checked)
    #expect(shipped.deadKeys.sequences == checked.deadKeys.sequences)
    let heading = try ShippedLayouts.library().heading(of: name)
    #expect(heading.id == name && heading.title == checked.title)
    #expect(heading.language == checked.language)
    #expect(heading.panels == checked.panels.map(\.name))
  }

  private static let names = ShippedFiles.keyboardNames

  @Test func everyKeyboardIsThere() throws {
    #expect(ShippedLayouts.keyboardNames.count >= 74)
    for name in ShippedLayouts.keyboardNames {
      #expect(try ShippedLayouts.keyboard(named: name).id == name)
    }
    #expect(try MetricsProfile.named("jgs").name == "jgs")
    #expect(try Device.named("iphone-xs").idiom == .phone)
  }

  @Test func unknownNamesAreErrors() {
    #expect(throws: KeyboardLibraryError.self) { try ShippedLayouts.keyboard(named: "qwerty") }
  }

  @Test func aUsersOwnKeyboardIsFound() throws {
    let home = "/tmp/keyward-shipped-\(getpid())"
    let folder = "\(home)/keyward/keyboards"
    for path in [home, "\(home)/keyward", folder] { mkdir(path, 0o700) }
    defer {
      unlink("\(folder)/mine.yaml")
      for path in [folder, "\(home)/keyward", home] { rmdir(path) }
    }
    let file = """
      keyboard: mine
      title: Mine
      language: en
      panels:
        numbers: { from: number }
      """
    let descriptor = open("\(folder)/mine.yaml", O_WRONLY | O_CREAT, 0o600)
    file.withCString { _ = unsafe write(descriptor, $0, strlen($0)) }
    close(descriptor)
    let library = ShippedLayouts.library(configHome: home, home: nil)
    #expect(library.userNames == ["mine"])
    #expect(try library.keyboard("mine").panel(.numbers) != nil)
    #expect(ShippedLayouts.library(configHome: "relative", home: home).userNames == [])
  }

  @Test("A user's keyboard that lends a panel is checked")
  func lendersAreChecked() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "keyboard: faulty\npanels: { numbers: { rows: [ '1 1 {delete}' ] } }\n",
      to: "keyward/keyboards/faulty.yaml")
    try folder.write(
      "keyboard: mine\npanels: { numbers: { from: faulty } }\n",
      to: "keyward/keyboards/mine.yaml")
    let library = ShippedLayouts.library(configHome: folder.path, home: nil)
    let error = #expect(throws: KeyboardLibraryError.self) { try library.keyboard("mine") }
    #expect(error?.description.hasSuffix("has errors; correct them first.") == true)
  }

  @Test func aMissingPanelIsLent() throws {
    let qwerty = try ShippedLayouts.keyboard(named: "latin-qwerty")
    #expect(qwerty.panel(.idCard) == nil)
    let completed = try qwerty.completed(with: .idCard)
    #expect(completed.panel(.idCard) != nil)
    #expect(completed.id == "latin-qwerty")
    #expect(try qwerty.completed(with: .numbers) == qwerty)
    let harness = try KeyboardHarness.shown { configuration in
      configuration.definition = completed
      configuration.panel = .idCard
    }
    #expect(harness.keyboard.panels.panels == [.idCard])
    #expect(try harness.tap("7") == .accepted)
  }

  @Test func configurationsOfShippedParts() throws {
    let screen = try ScreenDescription(size: Size(width: 480, height: 320))
    let configuration = try KeyboardConfiguration(panel: .idCard, screen: screen)
    #expect(configuration.definition.id == "latin-qwerty")
    #expect(configuration.definition.panel(.idCard) != nil)
    #expect(configuration.profile.name == "default")
    #expect(throws: UnknownName.self) {
      try KeyboardConfiguration(metrics: "none", screen: screen)
    }
    #expect(throws: KeyboardLibraryError.self) {
      try KeyboardConfiguration(layout: "none", screen: screen)
    }
  }

  // Numbers and ID cards have other rules.
  // Keyboards made of layouts of XKB are compared with these, key by key.
  @Test(
    arguments: names.filter { name in
      let isImported = ShippedFiles.keyboard(name)?.starts(with: "# Made from xkb:".utf8)
      return name != "id-card" && isImported == false
    })
  func everyKeyOfEveryPanelTypesItsLabel(name: String) throws {
    let harness = try KeyboardHarness.shown(name) {
      $0.fullWidth = true
      $0.title = "all panels"
      $0.allowList = .any
    }
    let keyboard = harness.keyboard
    for panel in keyboard.panels.panels {
      keyboard.showPanel(panel)
      for page in SymbolPage.allCases {
        for width in PanelWidth.allCases {
          try typeAll(harness, page, width)
          if panel != .symbols { break }
        }
        if panel != .symbols { break }
      }
    }
  }

  private func typeAll(
    _ harness: KeyboardHarness, _ page: SymbolPage, _ width: PanelWidth
  ) throws {
    let keyboard = harness.keyboard
    if keyboard.selection.panel == .symbols {
      if keyboard.selection.page != page { try harness.tap("page-\(page.rawValue)") }
      if keyboard.selection.width != width { try harness.tap("width-\(width.rawValue)") }
    }
    for placed in keyboard.currentPanel?.keys ?? [] where placed.key.role == .input {
      keyboard.deleteAll()
      #expect(try harness.tap(placed.key.id) == .accepted)
      #expect(harness.typed == placed.key.output)
    }
  }
}
