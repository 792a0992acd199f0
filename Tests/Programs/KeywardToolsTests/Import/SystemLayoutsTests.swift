import Glibc
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
    } throws: { "\($0)".contains("KEYMAP=sun-pl-altgraph, and no layout is known") }
  }

  private static let table = """
    # console x model variant options
    sk-qwerty\tsk\tpc105\t-\tterminate:ctrl_alt_bksp,qwerty
    sk-qwertz\tsk\tpc105\t-\tterminate:ctrl_alt_bksp
    cz-qwerty\tcz\tpc105\tqwerty\tterminate:ctrl_alt_bksp
    bg_pho-utf8\tbg,us\tpc105\t,phonetic\tterminate:ctrl_alt_bksp,grp:shifts_toggle
    fr_CH\tch\tpc105\tfr\tterminate:ctrl_alt_bksp
    uk\tgb\tpc105\t-\tterminate:ctrl_alt_bksp
    """

  @Test(
    "A console keymap is the layout of systemd's table, of ours, or of the same name",
    arguments: [
      ("sk-qwerty", "sk+qwerty"), ("sk-qwertz", "sk"), ("cz-qwerty", "cz+qwerty"),
      ("bg_pho-utf8", "bg"), ("fr_CH", "ch+fr"), ("uk", "gb"), ("fr-bepo", "fr+bepo"),
      ("de_CH-latin1", "ch"), ("colemak", "us+colemak"), ("cz-qwertz", "cz"), ("trf", "tr+f"),
      ("neo", "de+neo"), ("pl", "pl"), ("us-altgr-intl", "us+altgr-intl"),
    ])
  func keymaps(keymap: String, wanted: String) throws {
    try root.write(Self.table, to: "usr/share/systemd/kbd-model-map")
    try root.write("KEYMAP=\(keymap)\n", to: "etc/vconsole.conf")
    #expect(try words() == [wanted])
  }

  private static let systemsTable = "/usr/share/systemd/kbd-model-map"

  @Test(
    "Every keymap of this system's table is its layout and variant",
    .enabled(
      if: access(systemsTable, R_OK) == 0, "needs \(systemsTable) (apt-get install systemd)"))
  func tableOfTheSystem() throws {
    let table = try TextFile.read(Self.systemsTable)
    try root.write(table, to: "usr/share/systemd/kbd-model-map")
    var keymaps: Set<Substring> = []
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(whereSeparator: \.isWhitespace)
      // Of several lines for a keymap, the first one counts.
      guard fields.count >= 4, keymaps.insert(fields[0]).inserted else { continue }
      let (layout, variant) = (fields[1].prefix { $0 != "," }, fields[3].prefix { $0 != "," })
      // The table has one variant among the options.
      let option = fields.last?.hasSuffix(",qwerty") == true ? "qwerty" : ""
      let shown = variant == "-" || variant.isEmpty ? option[...] : variant
      try root.write("KEYMAP=\(fields[0])\n", to: "etc/vconsole.conf")
      #expect(try words() == ["\(layout)" + (shown.isEmpty ? "" : "+\(shown)")], "\(line)")
    }
    #expect(keymaps.count > 40)
  }

  @Test(
    "A console keymap that is not known is refused, never guessed",
    arguments: ["emacs", "mac-de-latin1", "is-latin1-us", "xy", "sk-prog-qwerty", "de-nonsense"])
  func unknownKeymaps(keymap: String) throws {
    try root.write(Self.table, to: "usr/share/systemd/kbd-model-map")
    try root.write("KEYMAP=\(keymap)\n", to: "etc/vconsole.conf")
    #expect {
      try words()
    } throws: { "\($0)".contains("KEYMAP=\(keymap), and no layout is known") }
  }

  @Test(
    "For a console keymap that is not known, the most similar one is named",
    arguments: [
      ("sk-qwertyy", "sk-qwerty"), ("colemac", "colemak"), ("us-altgr-intel", "us-altgr-intl"),
    ])
  func similarKeymaps(keymap: String, near: String) throws {
    try root.write(Self.table, to: "usr/share/systemd/kbd-model-map")
    try root.write("KEYMAP=\(keymap)\n", to: "etc/vconsole.conf")
    #expect { try words() } throws: { "\($0)".contains(" Did you mean “\(near)”? Name a layout") }
  }
}
