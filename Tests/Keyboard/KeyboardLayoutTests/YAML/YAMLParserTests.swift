import Testing

@testable import KeyboardLayout

@Suite struct YAMLParserTests {
  private static let quote =
    "Put a text in quotes if it begins with a sign such as { [ & * ! | > % @ ` or contains “: ” or "
    + "“ #”, and indent with blanks, not tabs."

  private func faults(_ text: String) -> [String] {
    faults(Array(text.utf8))
  }

  private func faults(_ bytes: [UInt8]) -> [String] {
    var list = Diagnostics(file: "f")
    _ = YAMLParser.parse(bytes, faults: &list)
    return list.errors(in: bytes).faults.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.sentence)" }
  }

  @Test(arguments: [
    ("a: &x 1\nb: *x", "2:4: This file uses an alias; write the value out."),
    ("a: &x [*x]", "1:8: This file uses an alias; write the value out."),
    ("*x : 1", "1:1: This file uses an alias; write the value out."),
    ("a: 1\n<<: { b: 2 }", "2:1: This file uses a merge key; write the fields out."),
    ("a: !!str 1", "1:4: This file uses a tag; leave it out."),
    ("a: ! 1", "1:4: This file uses a tag; leave it out."),
    ("a: !x [1]", "1:4: This file uses a tag; leave it out."),
    ("a: !x { b: 1 }", "1:4: This file uses a tag; leave it out."),
    ("a: 1\nb: 2\na: 3", "3:1: Field “a” stands here twice."),
    ("a: { b: 1, \"b\": 2 }", "1:13: Field “b” stands here twice."),
    ("? [a]\n: 1", "1:3: The name of a field must be a text."),
    ("a: 1\n---\nb: 1", "2:1: A file holds one document; a second one begins here."),
    (
      "a: 1\n...\n...\nb: 1",
      "4:1: This is not YAML: did not find expected <document start>. \(quote)"
    ),
    ("a: [1", "2:1: This is not YAML: did not find expected ',' or ']'. \(quote)"),
    ("a: b: c", "1:5: This is not YAML: mapping values are not allowed in this context. \(quote)"),
    (
      "a: \"\\q\"",
      "1:5: This is not YAML: found unknown escape character. "
        + "Write \\\\ for a backslash in double quotes."
    ),
    (
      "a: 1\nb: 'it\nc: 2",
      "2:4: This is not YAML: found unexpected end of stream. Close the quotes that open here."
    ),
    ("a: b\u{85}c", "1:5: This file contains the control character U+0085. Leave it out."),
    ("a: 1 # \u{2028}", "1:8: This file contains the line separator U+2028. Leave it out."),
    ("a: 'b\u{2029}'", "1:6: This file contains the line separator U+2029. Leave it out."),
    ("[[[[[[[[[[[[[1]]]]]]]]]]]]]", "1:13: This file is nested deeper than 12 levels."),
    ("a: \u{1B}[2J", "1:4: This file contains the control character U+001B. Leave it out."),
    ("\u{FEFF}a: *x", "1:4: This file uses an alias; write the value out."),
    ("a: \0", "1:4: This file contains the control character U+0000. Leave it out."),
  ])
  func refused(_ text: String, _ sentence: String) {
    let found = faults(text)
    #expect(found.first == sentence)
  }

  @Test func anchorsAloneDoNoHarm() {
    #expect(faults("a: &x 1") == [])
  }

  @Test func quotedMergeKeysAreTexts() {
    #expect(faults("\"<<\": 1") == [])
  }

  @Test func twelveLevelsAreAllowed() {
    #expect(faults("[[[[[[[[[[[[1]]]]]]]]]]]]") == [])
  }

  @Test func brokenUTF8() {
    #expect(
      faults([0x61, 0x3A, 0x20, 0xFF]) == ["1:4: This file is not UTF-8 here. Save it as UTF-8."])
    #expect(
      faults([0x0A, 0x61, 0xED, 0xA0, 0x80])
        == ["2:2: This file is not UTF-8 here. Save it as UTF-8."])
  }

  @Test func aByteOrderMarkIsNoFault() {
    #expect(faults("\u{FEFF}a: 1") == [])
  }

  /// The place of the character after `prefix` scalars of the first value of `text`.
  private func place(_ offset: Int, _ text: String) throws -> String {
    var list = Diagnostics(file: "f")
    let root = try #require(YAMLParser.parse(Array(text.utf8), faults: &list))
    let node = try #require(root.fields?.first?.value)
    var source = YAMLSource(bytes: Array(text.utf8))
    let mark = source.mark(of: offset, in: node)
    return "\(mark.line):\(mark.column)"
  }

  @Test(arguments: [
    (0, "a: bcd", "1:4"), (2, "a: bcd", "1:6"),
    (0, "a: \"bcd\"", "1:5"), (2, "a: \"bcd\"", "1:7"),
    (1, "a: \"\\u0041b\"", "1:11"), (1, "a: \"\\x41b\"", "1:9"), (1, "a: \"\\nb\"", "1:7"),
    (2, "a: 'b''c'", "1:8"), (1, "a: 'b''c'", "1:6"),
    (2, "a: b\n   c", "2:4"), (2, "a: \"b\n   c\"", "2:4"), (2, "a: b   \n\n   c", "3:4"),
    (0, "a: |\n  bc\n  d", "2:3"), (3, "a: |\n  bc\n  d", "3:3"), (3, "a: >-\n  bc\n  d", "3:3"),
    (1, "a: \u{E9}\u{1F600}b", "1:5"), (2, "a: \u{E9}\u{1F600}b", "1:6"),
    (1, "a: \"b\\\n  c\"", "2:3"),
  ])
  func placesWithinScalars(_ offset: Int, _ text: String, _ place: String) throws {
    #expect(try self.place(offset, text) == place)
  }
}
