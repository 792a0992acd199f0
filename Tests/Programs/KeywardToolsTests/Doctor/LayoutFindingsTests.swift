import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTools

@Suite struct LayoutFindingsTests {
  private let root: TemporaryFolder
  private let library: KeyboardLibrary

  init() throws {
    root = try TemporaryFolder()
    library = ShippedLayouts.library(configHome: root.path, home: nil)
  }

  private var lines: [String] { Finding.ofLayouts(root: root.path, library: library).map(\.line) }

  private func write(_ name: String, from lender: String = "number") throws {
    try root.write(
      "keyboard: \(name)\npanels: { numbers: { from: \(lender) } }\n",
      to: "keyward/keyboards/\(name).yaml")
  }

  @Test func aSystemWithoutASetting() {
    #expect(lines == ["system's keyboard: not set in /etc/default/keyboard or /etc/vconsole.conf"])
  }

  @Test("A console keymap that is not known is reported, not called unset")
  func unknownKeymap() throws {
    try root.write("KEYMAP=emacs\n", to: "etc/vconsole.conf")
    #expect(lines[0].hasPrefix("system's keyboard: /etc/vconsole.conf has KEYMAP=emacs, and no"))
  }

  @Test func aLayoutWithoutAKeyboardIsToBeImported() throws {
    try root.write("XKBLAYOUT=de\nXKBVARIANT=neo\n", to: "etc/default/keyboard")
    #expect(
      lines == [
        "system's keyboard: de+neo, from /etc/default/keyboard; import it with "
          + "`keyward layouts import --system`, then use --layout xkb-de-neo"
      ])
    try write("xkb-de-neo")
    #expect(
      lines[0]
        == "system's keyboard: de+neo, from /etc/default/keyboard; already imported, use "
        + "--layout xkb-de-neo")
  }

  @Test(
    "A layout whose keyboard is shipped is not to be imported, whatever it is called",
    arguments: [
      ("XKBLAYOUT=gb", "gb", "gb"), ("XKBLAYOUT=fi", "fi", "fi"),
      ("XKBLAYOUT=us\nXKBVARIANT=altgr-intl", "us+altgr-intl", "us-altgr-intl"),
      ("XKBLAYOUT=us,ru", "us,ru", "us,ru"), ("KEYMAP=uk", "gb", "gb"),
      ("KEYMAP=trf", "tr+f", "tr-f"), ("KEYMAP=de_CH-latin1", "ch", "ch"),
    ])
  func shippedLayouts(setting: String, words: String, layout: String) throws {
    try root.write("uk gb pc105 - terminate\n", to: "usr/share/systemd/kbd-model-map")
    try root.write(setting + "\n", to: "etc/vconsole.conf")
    #expect(
      lines == [
        "system's keyboard: \(words), from /etc/vconsole.conf; shipped, use --layout \(layout)"
      ])
  }

  @Test func theUsersKeyboardsAreListed() throws {
    try write("mine")
    try write("yours", from: "mine")
    #expect(lines[1] == "your keyboards: mine, yours")
  }

  @Test(arguments: [
    ("layout: de\n", "layout at boot: de"), ("", "layout at boot: that of the console"),
    ("layout: there-is-none\n", "layout at boot: there-is-none; "),
    ("layuot: de\n", "layout at boot: that of the console; "),
  ])
  func theLayoutAtTheStart(_ settings: String, _ beginning: String) throws {
    try root.write(settings, to: "etc/keyward/boot.yaml")
    let finding = try #require(
      Finding.ofBoot(root: root.path).first { $0.subject == "layout at boot" })
    #expect(finding.line.hasPrefix(beginning))
    #expect(finding.kind == (beginning.hasSuffix("; ") ? .action : .fine))
  }

  @Test(arguments: [
    ("language: ja\n", "language at boot: ja; on a console, prompts are in English", true),
    ("language: ru\n", "language at boot: ru", true), ("layout: de\n", "", false),
  ])
  func theLanguageAtTheStart(settings: String, beginning: String, isThere: Bool) throws {
    try root.write(settings, to: "etc/keyward/boot.yaml")
    let finding = Finding.ofBoot(root: root.path).first { $0.subject == "language at boot" }
    #expect((finding != nil) == isThere && finding?.line.hasPrefix(beginning) ?? true)
  }

  @Test("The font at boot is named without settings too")
  func theFontWithoutSettings() throws {
    let finding = Finding.ofBoot(root: root.path).first { $0.subject == "font at boot" }
    #expect(finding?.line.hasPrefix("font at boot: that of the console") == true)
  }

  @Test(arguments: [
    ("layout: de\n", "font at boot: that of the console", Finding.Kind.information),
    ("console-font: /none.psf\n", "font at boot: /none.psf; console font none.psf: ", .action),
  ])
  func theFontAtTheStart(settings: String, beginning: String, kind: Finding.Kind) throws {
    try root.write(settings, to: "etc/keyward/boot.yaml")
    let finding = try #require(
      Finding.ofBoot(root: root.path).first { $0.subject == "font at boot" })
    #expect(finding.line.hasPrefix(beginning) && finding.kind == kind)
  }

  private static let registry = """
    ! layout
      us              English (US)
      de              German
    ! variant
      nodeadkeys      de: German (no dead keys)
      neo             de: German (Neo 2)
    """

  @Test(
    "A layout of the system that Keyward lacks is reported for the boot, with what to do",
    arguments: [
      ("etc/vconsole.conf", "KEYMAP=colemac\n", "console keymap. Did you mean “colemak”?", true),
      ("etc/default/keyboard", "XKBLAYOUT=us,dee\n", "has dee, which is no layout. Did", true),
      (
        "etc/default/keyboard", "XKBLAYOUT=de\nXKBVARIANT=nodeadkey\n",
        "Did you mean “de+nodeadkeys”?", true
      ),
      ("etc/default/keyboard", "XKBLAYOUT=\"de{}\"\n", "“de{}”, which is not the name", true),
      (
        "etc/default/keyboard", "XKBLAYOUT=de\nXKBVARIANT=neo\n",
        "import xkb:de+neo --out /etc/keyward/xkb-de-neo.yaml`, then", false
      ),
    ])
  func unknownLayoutsAtBoot(path: String, text: String, advice: String, isUnknown: Bool) throws {
    func finding() -> Finding? {
      Finding.ofBoot(root: root.path).first { $0.subject == "layout at boot" }
    }
    try root.write(Self.registry, to: "usr/share/X11/xkb/rules/evdev.lst")
    try root.write(text, to: path)
    for settings in ["", "language: de\n"] {
      if !settings.isEmpty { try root.write(settings, to: "etc/keyward/boot.yaml") }
      #expect(finding()?.kind == .action)
      #expect(finding()?.advice?.contains(advice) == true)
      #expect(finding()?.advice?.contains(" in /etc/keyward/boot.yaml.") == true)
    }
    #expect(lines[0].contains(advice) == isUnknown)
    try root.write("layout: de\n", to: "etc/keyward/boot.yaml")
    #expect(finding()?.line == "layout at boot: de")
  }
}
