import KeywardTestSupport
import Testing

@testable import KeywardLayout

/// The sentences about a faulty file, word for word.
@Suite struct LayoutFaultTests {
  static func faults(of text: String, path: String = "my.yaml") -> [String] {
    do throws(LayoutFileErrors) {
      _ = try KeyboardDefinition.load(Array(text.utf8), path: path, source: Shipped.source)
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

  @Test func everySentenceIsAsInTheGoldenFile() throws {
    let differences = try GoldenFile("layout-faults").differences { one in
      let text =
        switch one.name {
        case "row": letters([one.input])
        case "key": letters(["q w e"], more: "keys:\n  \(one.input)\n")
        case "group": letters(["q w e"], more: "shuffle:\n  \(one.input)\n")
        default: one.input
        }
      return Self.faults(of: text).joined(separator: "\n")
        .replacing("are \(Shipped.source.names.count) keyboards", with: "are N keyboards")
    }
    #expect(differences == [])
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
        "my.yaml:11:9: A page can have at most 6 rows."))
    let tokens = "abcdefghijklmnopqrstuvwxy".map(String.init).joined(separator: " ")
    #expect(
      Self.faults(of: letters([tokens])).contains("my.yaml:5:57: A row can have at most 24 keys."))
  }

  @Test func anUnreadRowCausesNoFurtherFaults() {
    let head = "keyboard: my\npanels:\n  letters:\n    rows:"
    let more = "\nshuffle: { a: q }\nkeys: { é: { width: 2 }, delete: { width: 2 } }\n"
    let rows = (1...6).map { "\n      - \($0)" }.joined()
    #expect(Self.faults(of: "\(head) []\(more)").count == 1)
    #expect(Self.faults(of: "\(head) q é\(more)").count == 1)
    #expect(Self.faults(of: "\(head)\n      - {delete}\(more)").count == 1)
    #expect(Self.faults(of: "\(head)\n      - [q, é, \"{delete}\"]\(more)").count == 1)
    #expect(
      Self.faults(of: "\(head)\(rows)\n      - \"q é {delete}\"\(more)")
        == ["my.yaml:11:10: A page can have at most 6 rows."])
    let many = "abcdefghijklmnopqrstuvwxyé".map(String.init).joined(separator: " ")
    #expect(
      Self.faults(of: "\(head)\n      - \"\(many) {delete}\"\(more)")
        == ["my.yaml:5:58: A row can have at most 24 keys."])
    let symbols = "\n  symbols: { from: symbols }\n"
    #expect(
      Self.faults(of: "\(head)\n      - q\n      - {symbols}\(symbols)").map { $0.prefix(11) }
        == ["my.yaml:6:9"])
  }

  @Test func messagesCarryNoControls() {
    let text = "keyboard: my\n\"a\\e[2J\\u202e\": 1\n"
    #expect(Self.faults(of: text)[1].hasPrefix("my.yaml:2:2: Unknown field “aU+001B[2JU+202E”."))
    let file = LayoutFault(file: "a\u{1B}.yaml", sentence: "x")
    #expect(file.description == "aU+001B.yaml: x")
  }
}
