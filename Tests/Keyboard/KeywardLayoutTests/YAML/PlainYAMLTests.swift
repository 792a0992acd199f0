import KeywardTestSupport
import Testing

@testable import KeywardLayout

/// What the quick reader reads, libyaml reads alike; it leaves the rest to libyaml.
@Suite struct PlainYAMLTests {
  private func plain(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var faults = DiagnosticDecoder(file: "f")
    guard YAMLParser.check(bytes, faults: &faults) else { return nil }
    return PlainYAML.parse(bytes).map(described)
  }

  /// The values that libyaml reads, or nil if it adds a fault.
  private func complete(_ text: String) -> String? {
    var faults = DiagnosticDecoder(file: "f")
    let root = YAMLParser.parse(Array(text.utf8), faults: &faults)
    return faults.hasFaults ? nil : root.map(described)
  }

  private func described(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, let style): "\(style) \(text.debugDescription)"
    case .sequence(let items): "[\(items.map(described).joined(separator: ", "))]"
    case .mapping(let fields):
      "{"
        + fields.map { "\($0.name.debugDescription) \(described($0.key)): \(described($0.value))" }
        .joined(separator: ", ") + "}"
    case .refused: "refused"
    }
  }

  @Test("Every shipped file is read by the quick reader, as libyaml reads it")
  func shippedFiles() throws {
    let names =
      ["metrics", "devices"] + FormName.allCases.map { "forms/\($0.rawValue)" }
      + ShippedFiles.keyboardNames.map { "keyboards/\($0)" }
    for name in names {
      let text = String(decoding: try #require(ShippedFiles.bytes(of: name)), as: UTF8.self)
      let read = try #require(plain(text), "\(name)")
      #expect(read == complete(text), "\(name)")
    }
  }

  @Test(
    "Fields, lists and scalars of one line are read quickly",
    arguments: [
      "a: b", "a: b\n", "# x\n\na: b # c\n  # d\nc: d\n", "a:\n  b: c\n  d: e\nf: g\n",
      "a: # x\n  b: c\n", "a:\n- b\n- c\nd: e\n", "a:\n  - b\n  - \"c\"\n", "a: 'it''s'",
      "a: \"\\\\ \\\"x\\\"\"", "\"a b\": c d  e  ", "a: { b: c, 'd': \"e\" }",
      "a: [b, [c], { d: e }]",
      "a: b:c", "a: b#c", "a: é ẞ", "a: {b: c}", "a: . , ] }", "é: b",
    ])
  func known(_ text: String) throws {
    let read = try #require(plain(text))
    #expect(read == complete(text))
  }

  @Test(
    "Faults and rare notations are left to libyaml",
    arguments: [
      "", "# x", "a", "- a", "{a: b}", "a: |\n  b", "a: >\n  b", "a: b\n  c", "a: \"b\n  c\"",
      "a: &b c", "a: *b", "a: !b c", "<<: a", "a: b\na: c", "a: {b}", "a: {}", "a: []", "a: [b,]",
      "a:", "a: b: c", "a: {b: c:d}", "a: \"\\n\"", "a: \"b\" c", "a: 'b", "a: \"b", "a: b\n c: d",
      "a:\n  b: c\n d: e", "a:\tb", "a: b\tc", "---\na: b", "a: b\n---\n", "a: b\n...\n", "%a: b",
      "a : b", "? a", "a: {b: c", "a: [b\n]", "\u{FEFF}", "a: #b", "a: b\r\n", "a: {b: {c: d}",
      "a: [" + String(repeating: "[", count: 200_000),
      (1...20).map { String(repeating: " ", count: $0 - 1) + "a:\n" }.joined(),
      (1...200).map { "a\($0): b\n" }.joined(), String(repeating: "a", count: 2000) + ": b",
    ])
  func unknown(_ text: String) { #expect(plain(text) == nil) }

  @Test("Random files that both readers take are the same to both", arguments: seeds(24))
  func randomFiles(seed: UInt64) {
    let pieces = [
      "a", "b", "c: ", "d: ", ": ", ":", "\n", "\n", "\n  ", "\n    ", " ", "  ", "- ", "{ ", " }",
      "[", "]", ", ", ",", "\"", "'", "\\", "#", " # ", "é", "&", "*", "|", "~", "?", "? ", "%",
      "e: f\n", "  g: h\n", "i:\n", "  - j\n", "k: { l: m }\n", "n: \"o\"\n", "'p'", "''", "<<",
      "---\n", "@", "`", "!", ">", "\t", "=",
    ]
    var random = SplitMix(state: seed)
    var taken = 0
    for _ in 0..<2000 {
      let count = Int.random(in: 1...12, using: &random)
      let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      guard let read = plain(text) else { continue }
      taken += 1
      #expect(read == complete(text), "\(text.debugDescription)")
    }
    #expect(taken > 20)
  }

  private static let quick = """
    keyboard: dots
    panels:
      letters:
        rows:
          - a b {dead_acute} {altgr} {delete}
        altgr:
          - "{U+0387} {U+00B7} {none}"
    sequences:
      dead_acute: "{U+0387} x {U+00B7} y"
    keys:
      a: { alternates: "{U+00E9} e{U+0301}" }
    """

  /// U+0387 and U+00B7 are one character to Swift, and two to a password.
  @Test("Texts keep their bytes in both readers", arguments: [true, false])
  func bytesOfTexts(isQuick: Bool) throws {
    // A folded text is left to libyaml.
    let file = Self.quick + (isQuick ? "" : "\ntitle: >-\n  Dots\n")
    #expect((plain(file) != nil) == isQuick)
    let keyboard = try Shipped.load(file, path: "dots.yaml")
    guard case .waits(let place) = keyboard.deadKeys.step(from: .start, with: .dead("dead_acute"))
    else {
      Issue.record("no sequence")
      return
    }
    #expect(keyboard.deadKeys.step(from: place, with: .insert("\u{387}")) == .types("x"))
    #expect(keyboard.deadKeys.step(from: place, with: .insert("\u{B7}")) == .types("y"))
    let keys = try #require(keyboard.panel(.letters)?.page(.digits, .half)?.keys)
    #expect(Array(keys[0].output(at: .altgr).utf8) == [0xCE, 0x87])
    #expect(Array(keys[1].output(at: .altgr).utf8) == [0xC2, 0xB7])
    #expect(keys[0].alternates.map { Array($0.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
  }
}
