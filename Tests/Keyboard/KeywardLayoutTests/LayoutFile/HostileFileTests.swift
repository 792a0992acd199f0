import Glibc
import Testing

@testable import KeywardLayout

/// Files made to cost more than their size, or to confuse.
@Suite struct HostileFileTests {
  private static let size = 250 * 1024

  private static func fill(_ text: String) -> String {
    String(repeating: text, count: size / text.utf8.count)
  }

  private static var files: [(name: String, text: String)] {
    let bomb = (1...9).map { level in
      "a\(level): &a\(level) [\((0..<9).map { _ in "*a\(level - 1)" }.joined(separator: ","))]"
    }.joined(separator: "\n")
    return [
      ("brackets", fill("[")), ("braces", fill("{")), ("dashes", fill("- ")),
      ("questions", fill("? ")), ("colons", fill(": ")), ("quotes", fill("\"")),
      ("flow keys", fill("{a: ")), ("anchors", "[" + (0..<25_000).map { "&a\($0) x," }.joined()),
      ("laughs", "a0: &a0 [x]\n" + bomb), ("long key", fill("k") + ": 1"),
      ("long scalar", "title: " + fill("x")),
      ("many fields", (0..<15_000).map { "f\($0): 1\n" }.joined()),
      ("similar fields", (0..<15_000).map { "keyboad\($0): 1\n" }.joined()),
      ("many items", "keyboard: [" + fill("1,")), ("comments", fill("#\n")),
      ("documents", fill("---\n")), ("directives", fill("%YAML 1.1\n")),
      ("marks", "title: a" + fill("\u{301}")),
      ("one row", "panels: { letters: { rows: [\"" + fill("a ") + "\"] } }"),
      ("rows", "panels: { letters: { rows: [" + fill("a b c, ")),
      ("alternates", "keys: { a: { alternates: \"" + fill("x ") + "\" } }"),
      ("group", "shuffle: { a: \"" + fill("x ") + "\" }"),
      ("blanks", "panels: \"" + fill(" ") + "\""),
      ("escapes", "title: \"" + fill("\\x41") + "\""),
      ("folds", "title: \"" + fill("a\n\n") + "\""),
    ]
  }

  /// The seconds this thread has worked; other processes do not count.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test(arguments: files.map(\.name))
  func costsNoMoreThanItsSize(_ name: String) throws {
    let text = try #require(Self.files.first { $0.name == name }?.text)
    let bytes = Array(text.utf8)
    let start = Self.processorTime
    do {
      let error = #expect(throws: LayoutFileErrors.self) {
        try KeyboardDefinition.load(bytes, path: "my.yaml", source: Shipped.source)
      }
      #expect((1...20).contains(error?.faults.count ?? 0))
      #expect((error?.description.utf8.count ?? 0) < 20_000)
    }
    // A file of 250 KiB takes some 10 ms in an optimised build; a quadratic one would take minutes.
    let isSanitized = getenv("KEYWARD_SANITIZER") != nil
    #expect(Self.processorTime - start < (isSanitized ? 30 : 5))
  }

  @Test func tooLargeIsRefusedUnread() throws {
    let bytes = [UInt8](repeating: 0x20, count: 256 * 1024 + 1)
    let error = try #require(throws: LayoutFileErrors.self) {
      try KeyboardDefinition.load(bytes, path: "my.yaml")
    }
    #expect(error.description == "my.yaml:1:1: This file is larger than 256 KiB.")
  }

  @Test func everyPrefixOfAGoodFileIsRefusedOrRead() throws {
    let bytes = try #require(Shipped.source.bytes("latin-dvorak"))
    for count in 0..<bytes.count {
      _ = try? KeyboardDefinition.load(
        Array(bytes.prefix(count)), path: "latin-dvorak.yaml", source: Shipped.source)
    }
  }

  @Test func everyByteOfAGoodFileMayBeWrong() throws {
    let bytes = try #require(Shipped.source.bytes("number"))
    for place in bytes.indices {
      for byte: UInt8 in [0, 0x0A, 0x22, 0x2A, 0x7B, 0xFF] {
        var changed = bytes
        changed[place] = byte
        _ = try? KeyboardDefinition.load(changed, path: "number.yaml", source: Shipped.source)
      }
    }
  }
}
