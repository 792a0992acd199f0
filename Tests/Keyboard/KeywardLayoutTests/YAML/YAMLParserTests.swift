import KeywardTestSupport
import Testing

@testable import KeywardLayout

@Suite struct YAMLParserTests {
  private func faults(_ text: String) -> [String] {
    faults(Array(text.utf8))
  }

  private func faults(_ bytes: [UInt8]) -> [String] {
    var list = DiagnosticDecoder(file: "f")
    _ = YAMLParser.parse(bytes, faults: &list)
    return list.errors(in: bytes).faults.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.sentence)" }
  }

  @Test func everySentenceIsAsInTheGoldenFile() throws {
    #expect(
      try GoldenFile("yaml-faults").differences { faults($0.input).joined(separator: "\n") } == [])
  }

  @Test func brokenUTF8() {
    #expect(
      faults([0x61, 0x3A, 0x20, 0xFF])
        == ["1:4: These bytes are not valid UTF-8. Save the file as UTF-8."])
    #expect(
      faults([0x0A, 0x61, 0xED, 0xA0, 0x80])
        == ["2:2: These bytes are not valid UTF-8. Save the file as UTF-8."])
  }

  /// The place of the character after `prefix` scalars of the first value of `text`.
  private func place(_ offset: Int, _ text: String) throws -> String {
    var list = DiagnosticDecoder(file: "f")
    let root = try #require(YAMLParser.parse(Array(text.utf8), faults: &list))
    let node = try #require(root.fields?.first?.value)
    let mark = node.mark(of: offset, in: Array(text.unicodeScalars))
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
