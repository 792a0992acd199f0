import KeywardTestSupport
import KeywardTools
import Testing

@Suite struct SystemLayoutsTests {
  private let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private func words() throws -> [String] {
    try SystemLayouts(root: root.path).names.map(\.word)
  }

  @Test(arguments: [
    ("XKBLAYOUT=\"de\"\nXKBVARIANT=\"\"", ["de"]),
    ("XKBMODEL=pc105\nXKBLAYOUT=us,ru\nXKBVARIANT=,phonetic # two", ["us", "ru+phonetic"]),
    ("# XKBLAYOUT=fr\nXKBLAYOUT='gr'", ["gr"]),
    ("XKBLAYOUT=\"de(neo)\"", ["de+neo"]),
    ("export XKBLAYOUT=\"de\"\n \texport\tXKBVARIANT=neo", ["de+neo"]),
    ("exportXKBLAYOUT=fr\nXKBLAYOUT=es", ["es"]),
  ])
  func debiansFileCounts(text: String, wanted: [String]) throws {
    try root.write(text, to: "etc/default/keyboard")
    try root.write("KEYMAP=fr", to: "etc/vconsole.conf")
    #expect(try words() == wanted)
  }

  @Test func theConsolesFileCountsWithoutIt() throws {
    try root.write("KEYMAP=de-latin1-nodeadkeys\nFONT=x", to: "etc/vconsole.conf")
    try root.write(
      "# console x model variant options\nde-latin1-nodeadkeys  de  pc105  nodeadkeys  -\n",
      to: "usr/share/systemd/kbd-model-map")
    #expect(try words() == ["de+nodeadkeys"])
    try root.write("KEYMAP=fr\nXKBLAYOUT=be", to: "etc/vconsole.conf")
    #expect(try words() == ["be"])
  }

  @Test func nothingIsASentence() throws {
    #expect {
      try words()
    } throws: {
      "\($0)".hasPrefix("Neither /etc/default/keyboard nor /etc/vconsole.conf names the keyboard")
    }
    try root.write("KEYMAP=sun-pl-altgraph", to: "etc/vconsole.conf")
    #expect {
      try words()
    } throws: { "\($0)".contains("KEYMAP=sun-pl-altgraph, which is only a console keymap") }
  }
}
