import Testing

@testable import KeyboardLayout

/// The sentences about a faulty file, word for word.
@Suite struct LayoutFaultTests {
  static func faults(of text: String, path: String = "my.yaml") -> [String] {
    do throws(LayoutFileErrors) {
      _ = try KeyboardFile.load(Array(text.utf8), path: path, source: Shipped.source)
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  /// A file whose letters have these rows, the first of them in line 5, column 9.
  private func letters(_ rows: [String], more: String = "") -> String {
    let lines = rows.map { "      - \($0)" }.joined(separator: "\n")
    return "keyboard: my\npanels:\n  letters:\n    rows:\n\(lines)\n      - \"{delete}\"\n\(more)"
  }

  @Test func aGoodFileHasNone() {
    #expect(Self.faults(of: letters(["q w e"])) == [])
  }

  @Test(arguments: [
    (
      "ab q",
      "my.yaml:5:9: “ab” is not a key. Put a blank between the two, or describe “ab” under keys."
    ),
    (
      "q   abc",
      "my.yaml:5:13: “abc” is not a key. Put blanks between the characters, or describe “abc” under "
        + "keys."
    ),
    ("q shift", "my.yaml:5:11: “shift” is not a key. Did you mean “{shift}”?"),
    ("q {shfit}", "my.yaml:5:11: “{shfit}” is not a key. Did you mean “{shift}”?"),
    ("q {gap:0.3}", "my.yaml:5:11: “{gap:0.3}” is not a spacer. Give 0.5 to 8 in steps of 0.25."),
    ("q {gap:9}", "my.yaml:5:11: “{gap:9}” is not a spacer. Give 0.5 to 8 in steps of 0.25."),
    ("\"q e \\u0071\"", "my.yaml:5:14: “q” already stands in row 1 of this panel."),
    (
      "'it''s'",
      "my.yaml:5:10: “it's” is not a key. Put blanks between the characters, or describe “it's” under keys."
    ),
    (
      "'a '' b '''''",
      "my.yaml:5:17: “''” is not a key. Put a blank between the two, or describe “''” under keys."
    ),
    ("q \u{202E}", "my.yaml:5:11: A key cannot contain the bidirectional mark U+202E."),
    ("\"q \\u2028\"", "my.yaml:5:12: A key cannot contain the line separator U+2028."),
    (
      "1 2 3 4 5 6 7 8 9 0 -",
      "my.yaml:5:9: This row needs 11 key widths, but the panel has 10 columns. "
        + "Write “columns: 11” beside its rows, or take keys away."
    ),
    (
      "1 2 3 4 5 6 7 8 9 0 a b c d e f g",
      "my.yaml:5:9: This row needs 17 key widths, but the panel has 10 columns. Take keys away."
    ),
    (
      "\"{shift} 1 2 3 4 5 6 7 8 9 {delete}\"",
      "my.yaml:5:10: This row needs 11 key widths, but the panel has 10 columns. "
        + "Write “columns: 11” beside its rows, or take keys away."
    ),
    (
      "\"{symbols} 1 2 3 4 5 6 {space} {return}\"",
      "my.yaml:5:10: This row needs 11 key widths, but the panel has 10 columns. "
        + "Write “columns: 11” beside its rows, or take keys away."
    ),
    (
      "1 2 3 4 5 6 7 8 9 {gap} {gap:0.5}",
      "my.yaml:5:9: This row needs 10.5 key widths, but the panel has 10 columns. "
        + "Write “columns: 11” beside its rows, or take keys away."
    ),
    ("\"  \"", "my.yaml:5:10: This row has no key."),
    (
      "[q, w]",
      "my.yaml:5:9: A row must be a text, such as “q w e”, in quotes if it begins with a sign of YAML's."
    ),
    (
      "{delete}",
      "my.yaml:5:9: YAML takes this row for fields, because of a “{”, “? ” or “: ” in it. Put it in "
        + "quotes."
    ),
    (
      "q : w",
      "my.yaml:5:9: YAML takes this row for fields, because of a “{”, “? ” or “: ” in it. Put it in "
        + "quotes."
    ),
    ("q w\u{200F}", "my.yaml:5:12: A key cannot contain the bidirectional mark U+200F."),
    (
      "q w\u{A0}e",
      "my.yaml:5:12: U+00A0 looks like a blank but separates no keys. Write an ordinary blank."
    ),
    ("{ keys: q w, wdth: 2 }", "my.yaml:5:22: Unknown field “wdth”. Did you mean “width”?"),
    ("{ width: 2 }", "my.yaml:5:9: A row needs “keys: TEXT”."),
    (
      "{ keys: q, width: wide }",
      "my.yaml:5:27: “wide” is not a width. Give 0.5 to 8 in steps of 0.25, fill or share."
    ),
  ])
  func rows(_ row: String, _ sentence: String) {
    #expect(Self.faults(of: letters([row])) == [sentence])
  }

  @Test func repeatedKeysNameTheirRow() {
    #expect(
      Self.faults(of: letters(["q w e r t y", "a s d f g h e"]))
        == ["my.yaml:6:21: “e” already stands in row 1 of this panel."])
  }

  @Test(arguments: [
    ("ñ: { label: N }", "my.yaml:8:3: “ñ” is described under keys but stands in no row."),
    ("shift: { width: 2 }", "my.yaml:8:3: “shift” is described under keys but stands in no row."),
    ("q: { widht: 2 }", "my.yaml:8:8: Unknown field “widht”. Did you mean “width”?"),
    (
      "q: { hight: 2 }",
      "my.yaml:8:8: Unknown field “hight”. Known here: label, output, shifted, altgr, altgr-shift, alternates, width."
    ),
    (
      "q: { label: \"a\\e\" }", "my.yaml:8:17: A label cannot contain the control character U+001B."
    ),
    ("q: { label: abcdefghi }", "my.yaml:8:15: A label has 1 to 8 characters."),
    ("q: { label: '' }", "my.yaml:8:16: A label has 1 to 8 characters."),
    ("q: { output: 123456789 }", "my.yaml:8:16: An output has 1 to 8 code points."),
    (
      "q: { shifted: \"\\u200F\" }",
      "my.yaml:8:18: A shifted output cannot contain the bidirectional mark U+200F."
    ),
    (
      "q: { alternates: a b c d e f g h i j k l m n o p r }",
      "my.yaml:8:52: A key has at most 16 alternates."
    ),
    ("q: { alternates: [a, [b]] }", "my.yaml:8:24: Every item of “alternates” must be a text."),
    ("q: { alternates: [\"\"] }", "my.yaml:8:22: An alternate has 1 to 8 code points."),
    (
      "q: { width: 0.25 }",
      "my.yaml:8:15: “0.25” is not a width. Give 0.5 to 8 in steps of 0.25, fill or share."
    ),
    ("q: 2", "my.yaml:8:6: A key needs fields, such as “name: value”."),
    (
      "delete: { output: x }",
      "my.yaml:8:13: Only input keys have “output”; leave it out of “delete”."
    ),
  ])
  func keys(_ key: String, _ sentence: String) {
    let text = letters(["q w e"], more: "keys:\n  \(key)\n")
    #expect(Self.faults(of: text) == [sentence])
  }

  @Test func describedTwice() {
    let text = letters(
      ["\"q {symbols}\""],
      more: "keys:\n  symbols: { label: a }\n  panel-symbols: { label: b }\n")
    #expect(
      Self.faults(of: text) == ["my.yaml:9:3: Key “panel-symbols” is described twice under keys."])
  }

  @Test(arguments: [
    ("letters: q ñ", "my.yaml:8:14: “ñ” is listed in group “letters” but stands in no row."),
    ("letters: [q, ñ]", "my.yaml:8:16: “ñ” is listed in group “letters” but stands in no row."),
    (
      "letters: q delete",
      "my.yaml:8:14: “delete” is listed in group “letters” but stands in no row."
    ),
    ("a: q\n  b: w q", "my.yaml:9:8: “q” already belongs to group “a”."),
    ("Letters: q", "my.yaml:8:3: A group's name has 1 to 64 of a-z, 0-9 and -, unlike “Letters”."),
  ])
  func groups(_ group: String, _ sentence: String) {
    let text = letters(["q w e"], more: "shuffle:\n  \(group)\n")
    #expect(Self.faults(of: text) == [sentence])
  }

  @Test(arguments: [
    (
      "{}",
      [
        "my.yaml:1:1: The field “keyboard” is missing. Add “keyboard: my-keyboard”.",
        "my.yaml:1:1: The field “panels” is missing. Add “panels: { letters: { rows: […] } }”.",
      ]
    ),
    ("", ["my.yaml:1:1: This file is empty."]),
    (
      "- a",
      [
        "my.yaml:1:1: A keyboard file needs fields, such as “name: value”."
      ]
    ),
    (
      "keyboard: mine\npanels: { numbers: { from: number } }",
      [
        "my.yaml:1:11: The keyboard is called “mine”, but its file “my”. Give both one name."
      ]
    ),
    (
      "keyboard: My\npanels: { numbers: { from: number } }",
      [
        "my.yaml:1:11: A keyboard's name has 1 to 64 of a-z, 0-9 and -, unlike “My”."
      ]
    ),
    (
      "keyboard: my\ntitle: ''\nlanguage: d\npanels: { numbers: { from: number } }",
      [
        "my.yaml:2:9: A title has 1 to 64 characters.",
        "my.yaml:3:11: “d” is not a language tag. Write one such as “de” or “pt-BR”.",
      ]
    ),
    (
      "keyboard: my\npanels: {}",
      [
        "my.yaml:2:9: A keyboard needs a panel: letters, numbers, id-card, symbols."
      ]
    ),
    (
      "keyboard: my\npanels: { leters: { from: number } }",
      [
        "my.yaml:2:11: Unknown field “leters”. Did you mean “letters”?"
      ]
    ),
    (
      "keyboard: my\npanels: { letters: { columns: 17 } }",
      [
        "my.yaml:2:20: Panel “letters” needs “rows” or “from”.",
        "my.yaml:2:31: “columns” must be a whole number from 1 to 16.",
      ]
    ),
    (
      "keyboard: my\npanels: { numbers: { from: number, columns: 4 } }",
      [
        "my.yaml:2:36: “from” takes the whole panel; leave out “columns”."
      ]
    ),
    (
      "keyboard: my\npanels: { letters: { from: number } }",
      [
        "my.yaml:2:28: Keyboard “number” has no panel “letters”. Known: numbers."
      ]
    ),
    (
      "keyboard: my\npanels: { numbers: { from: latin-qwerty } }",
      [
        "my.yaml:2:28: Keyboard “latin-qwerty” takes panel “numbers” from “number” itself. Take it "
          + "from there."
      ]
    ),
    (
      "keyboard: my\npanels: { numbers: { from: my } }",
      [
        "my.yaml:2:28: A keyboard cannot take a panel from itself."
      ]
    ),
    (
      "keyboard: my\npanels: { numbers: { from: ../../etc/passwd } }",
      [
        "my.yaml:2:28: There is no keyboard “../../etc/passwd”. There are "
          + "\(Shipped.source.names.count) keyboards."
      ]
    ),
    (
      "keyboard: my\npanels: { letters: { rows: [] } }",
      [
        "my.yaml:2:28: A panel needs at least one row of keys."
      ]
    ),
    (
      "keyboard: my\npanels: { letters: { rows: q w } }",
      [
        "my.yaml:2:28: “rows” must be a list."
      ]
    ),
  ])
  func wholeFiles(_ text: String, _ sentences: [String]) {
    let found = Self.faults(of: text)
    #expect(found.prefix(sentences.count) == sentences[...])
  }

  @Test func atMostTwentyInTheOrderOfTheFile() {
    let rows = (0..<6).map { row in (0..<4).map { "a\(row)\($0)b" }.joined(separator: " ") }
    let found = Self.faults(of: letters(Array(rows.prefix(5)), more: "titel: x\n"))
    #expect(found.count == 20)
    #expect(
      found[0].hasPrefix("my.yaml:5:9: “a00b”") && found[19].hasPrefix("my.yaml:9:24: “a43b”"))
  }

  @Test func limits() {
    let seven = (0..<7).map { "      - \($0)" }.joined(separator: "\n")
    #expect(
      Self.faults(of: "keyboard: my\npanels:\n  letters:\n    rows:\n\(seven)\n").contains(
        "my.yaml:11:9: A page has at most 6 rows."))
    let tokens = "abcdefghijklmnopqrstuvwxy".map(String.init).joined(separator: " ")
    #expect(
      Self.faults(of: letters([tokens])).contains("my.yaml:5:57: A row has at most 24 keys."))
  }

  @Test func whatAnUnreadRowMayHaveIsNotMissed() {
    let head = "keyboard: my\npanels:\n  letters:\n    rows:"
    let more = "\nshuffle: { a: q }\nkeys: { é: { width: 2 }, delete: { width: 2 } }\n"
    let rows = (1...6).map { "\n      - \($0)" }.joined()
    #expect(Self.faults(of: "\(head) []\(more)").count == 1)
    #expect(Self.faults(of: "\(head) q é\(more)").count == 1)
    #expect(Self.faults(of: "\(head)\n      - {delete}\(more)").count == 1)
    #expect(Self.faults(of: "\(head)\n      - [q, é, \"{delete}\"]\(more)").count == 1)
    #expect(
      Self.faults(of: "\(head)\(rows)\n      - \"q é {delete}\"\(more)")
        == ["my.yaml:11:10: A page has at most 6 rows."])
    let many = "abcdefghijklmnopqrstuvwxyé".map(String.init).joined(separator: " ")
    #expect(
      Self.faults(of: "\(head)\n      - \"\(many) {delete}\"\(more)")
        == ["my.yaml:5:58: A row has at most 24 keys."])
    let symbols = "\n  symbols: { from: symbols }\n"
    #expect(
      Self.faults(of: "\(head)\n      - q\n      - {symbols}\(symbols)").map { $0.prefix(11) }
        == ["my.yaml:6:9"])
  }

  @Test func wordsWithoutALabelMustFitOne() {
    let text = letters(["q averylongword"], more: "keys:\n  averylongword: { width: 2 }\n")
    #expect(
      Self.faults(of: text) == [
        "my.yaml:5:11: “averylongword” has more than 8 code points. Give it an output under keys."
      ])
    let labelled = letters(["q averylongword"], more: "keys:\n  averylongword: { output: a }\n")
    #expect(Self.faults(of: labelled) == [])
  }

  @Test func messagesCarryNoControls() {
    let text = "keyboard: my\n\"a\\e[2J\\u202e\": 1\n"
    #expect(Self.faults(of: text)[1].hasPrefix("my.yaml:2:2: Unknown field “aU+001B[2JU+202E”."))
    let file = LayoutFault(file: "a\u{1B}.yaml", sentence: "x")
    #expect(file.description == "aU+001B.yaml: x")
  }
}
