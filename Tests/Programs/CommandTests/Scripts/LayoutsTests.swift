import Foundation
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct LayoutsTests {
  private let good = """
    keyboard: mine
    title: Mine
    language: en
    panels:
      letters:
        rows:
          - a b c
          - "{shift} d e f {delete}"
          - "{space} {return}"
    """

  @Test func theListHasEveryShippedKeyboard() throws {
    let run = try Keyward.run("layouts", "list")
    #expect(run.ending == .exited(0))
    let names = run.outputText.split(separator: "\n").map { $0.prefix { $0 != " " } }
    for name in [
      "latin-azerty", "latin-qwerty", "latin-qwertz", "latin-dvorak", "latin-colemak",
      "cyrillic-jcuken", "greek", "number", "id-card", "symbols",
    ] { #expect(names.contains { $0 == name }, "\(name)") }
    #expect(names.count >= 12)
  }

  @Test("The list has no line of more than 80 columns, and no panels that all keyboards have")
  func theListIsNarrow() throws {
    let lines = try Keyward.run("layouts", "list").outputText.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(!lines.contains { $0.contains("letters, symbols, numbers") })
    #expect(lines.contains { $0.hasPrefix("id-card ") && $0.hasSuffix(" id-card") })
  }

  @Test("A part of a name, language or title selects keyboards", arguments: ["german", "German"])
  func theListCanBeSearched(text: String) throws {
    let run = try Keyward.run("layouts", "list", text)
    let names = run.outputText.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(names.contains("de") && names.contains("ch") && !names.contains("al"))
    let none = try Keyward.run("layouts", "list", "nosuchlanguage")
    #expect(none.ending == .exited(1) && none.output.isEmpty)
    #expect(none.errorText.hasPrefix("keyward: error: no keyboard's name, language or title"))
  }

  @Test(
    "Faults of a file are errors with the program's name", arguments: ["get", "type", "frames"])
  func fileErrors(command: String) throws {
    let folder = try TemporaryFolder()
    for (file, fault) in [
      (folder.path + "/none.yaml", "/none.yaml: This file cannot be read"),
      (try folder.write("keyboard: a\nfoo: 1\n", to: "a.yaml"), "/a.yaml:2:1: Unknown field"),
    ] {
      let run = try Keyward.run(command, "--layout", file)
      #expect(run.ending == .exited(1))
      let lines = run.errorText.split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("keyward: error: ") || $0.hasPrefix("hint: ") })
      #expect(lines.contains { $0.contains(fault) }, "\(run.errorText)")
      #expect(lines.contains { $0.hasPrefix("hint: ") })
    }
  }

  @Test func everyKeyboardCanBeDrawn() throws {
    let list = try Keyward.run("layouts", "list").outputText
    for line in list.split(separator: "\n") {
      let run = try Keyward.run("layouts", "show", String(line.prefix { $0 != " " }))
      #expect(run.ending == .exited(0))
      #expect(run.outputText.contains("╰") && run.output.count > 200)
    }
  }

  @Test func outputOfKeysIsShownAsJSON() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      keyboard: mine
      title: Mine
      panels:
        letters:
          rows: [ "q {dead_acute} {altgr} {delete}", "{shift} {space}" ]
          altgr: [ "{U+200C} {none}" ]
      sequences:
        dead_acute: q x{U+0301}
      """, to: "mine.yaml")
    let run = try Keyward.run("layouts", "show", file, "--format", "json")
    #expect(run.ending == .exited(0), "\(run.errorText)")
    let shown = try #require(
      JSONSerialization.jsonObject(with: Data(run.outputText.utf8)) as? [String: Any])
    let dead = ["dead": "dead_acute"]
    let wanted: [String: Any] = [
      "name": "mine", "title": "Mine", "form": "compact",
      "keys": [
        ["id": "q", "plain": "q", "shift": "Q", "altgr": "\u{200C}", "altgrShift": "\u{200C}"],
        [
          "id": "{dead_acute}", "plain": dead, "shift": dead, "altgr": NSNull(),
          "altgrShift": NSNull(),
        ],
        ["id": "space", "plain": " ", "shift": " ", "altgr": " ", "altgrShift": " "],
      ] as [[String: Any]],
      "sequences": [["keys": ["dead_acute", "q"], "text": "x\u{301}"] as [String: Any]],
    ]
    #expect((shown as NSDictionary) == (wanted as NSDictionary), "\(run.outputText)")
  }

  @Test("A capital letter that is not that of the language is a warning")
  func casing() throws {
    let folder = try TemporaryFolder()
    let text = """
      keyboard: mine
      language: tr
      form: iso
      panels: { letters: { positions: { AD08: i I, AD01: q Q } } }
      """
    let file = try folder.write(text, to: "mine.yaml")
    let run = try Keyward.run("layouts", "check", file)
    #expect(run.ending == .exited(0) && run.outputText.contains("has no faults"))
    #expect(
      run.errorText.contains(
        "key “AD08” types “I” with Shift, but in language “tr” the capital letter of “i” is “İ”"))
    #expect(!run.errorText.contains("AD01"))
  }

  @Test func aGoodFileHasNoFaults() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(good, to: "mine.yaml")
    let run = try Keyward.run("layouts", "check", file)
    #expect(run.ending == .exited(0) && run.errors.isEmpty)
    let shown = try Keyward.run("layouts", "show", file)
    #expect(shown.ending == .exited(0) && shown.outputText.contains(" f "))
    #expect(
      try Keyward.run("frames", "--layout", file, "--device", "iphone-xs").ending == .exited(0))
  }

  @Test("The keyboards on the page are good") func examplesOfThePage() throws {
    let page = try String(
      contentsOfFile: "\(Repository.path)/Docs/Keyboards.md", encoding: .utf8)
    let examples = page.components(separatedBy: "```yaml\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
      .filter { $0.contains("keyboard: ") }
    #expect(examples.count == 3)
    for example in examples {
      let folder = try TemporaryFolder()
      let name = example.contains("keyboard: pin") ? "pin.yaml" : "mine.yaml"
      let run = try Keyward.run("layouts", "check", try folder.write(example, to: name))
      #expect(run.ending == .exited(0), "\(run.errorText)")
    }
  }

  @Test func faultsNameLineAndColumn() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      good.replacing("language: en", with: "langauge: en").replacing("a b c", with: "a bb c"),
      to: "mine.yaml")
    let fine = try folder.write(good, to: "other/../mine2.yaml".replacing("other/../", with: ""))
    let run = try Keyward.run("layouts", "check", file, fine)
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains("keyward: error: \(file):3:1: Unknown field"))
    #expect(run.errorText.contains("keyward: error: \(file):7:11: “bb” is not a key."))
    #expect(run.errorText.contains("hint: Put a space between"))
  }

  @Test func hostileFilesAreFaults() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/fifo.yaml", 0o600)
    let files = [
      try folder.write("", to: "empty.yaml"),
      try folder.write([0xFF, 0xFE, 0x00], to: "binary.yaml"),
      try folder.write(String(repeating: "[", count: 100_000), to: "deep.yaml"),
      try folder.write("a: &x [1]\nb: *x\n", to: "alias.yaml"),
      try folder.write(
        "keyboard: big\n" + String(repeating: "# padding\n", count: 40_000), to: "big.yaml"),
      folder.path + "/fifo.yaml", folder.path, folder.path + "/missing.yaml", "/dev/zero",
    ]
    for file in files {
      let run = try Keyward.run(["layouts", "check", file])
      #expect(run.ending == .exited(1), "\(file)")
      #expect(run.errorText.contains(file) && run.output.isEmpty, "\(file)")
    }
    for file in files where file.hasSuffix(".yaml") {
      let run = try Keyward.run(["get", "--layout", file])
      #expect(run.ending == .exited(1), "\(file)")
      #expect(run.errorText.contains(file))
    }
  }

  @Test func userFilesAreFoundAndStrangersFilesAreNot() throws {
    let folder = try TemporaryFolder()
    for name in ["keyward", "keyward/keyboards"] { mkdir(folder.path + "/" + name, 0o700) }
    let file = try folder.write(good, to: "keyward/keyboards/mine.yaml")
    chmod(file, 0o600)
    let environment = ["XDG_CONFIG_HOME": Optional(folder.path)]
    let list = try Keyward.run("layouts", "list", environment: environment)
    #expect(list.outputText.contains("\n\nYour keyboards:\nmine "))
    let shown = try Keyward.run("layouts", "show", "mine", environment: environment)
    #expect(shown.ending == .exited(0))
    chmod(file, 0o622)
    let refused = try Keyward.run("layouts", "show", "mine", environment: environment)
    #expect(refused.ending == .exited(1))
    #expect(refused.errorText.contains(file))
  }
}
