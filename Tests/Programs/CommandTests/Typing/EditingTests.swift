import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct EditingTests {
  private func result(of keys: [[UInt8]], _ options: [String] = []) throws -> [UInt8] {
    let run = try Keyward.typing(["get", "-n"] + options)
    for keys in keys {
      try run.type(keys)
      try run.waitForQuiet(seconds: 0.08)
    }
    try run.end(typing: "\r")
    return run.output
  }

  private func result(of keys: String..., options: [String] = []) throws -> String {
    String(decoding: try result(of: keys.map { Array($0.utf8) }, options), as: UTF8.self)
  }

  /// Such as Alt and a bracket, pressed by mistake: five seconds later typed text is text again.
  @Test(arguments: ["]", "_"])
  func aStringWithoutAnEndIsGivenUp(introducer: String) throws {
    let run = try Keyward.typing(["get", "-n"])
    try run.type("a\u{1B}\(introducer)lost")
    try run.waitForQuiet()
    try run.pump(seconds: 5.2)
    #expect(try run.end(typing: "b\r") == .exited(0))
    #expect(run.outputText == "ab")
  }

  @Test func invalidUTF8IsDroppedAndEnterAsksAgain() throws {
    #expect(
      try result(of: [
        [0x61, 0xC3, 0x62, 0xFF, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF5, 0x80, 0x63], [0x0D],
      ]) == Array("abc".utf8))
  }

  @Test func aRefusalRingsAlsoWhereEnterCameWithIt() throws {
    let run = try Keyward.typing(["get", "-n"])
    #expect(try run.end(typing: "x\u{1B}[200~a\tb\u{1B}[201~y\r") == .exited(0))
    #expect(run.outputText == "xy")
    #expect(run.displayed.filter { $0 == 0x07 }.count == 1)
  }

  @Test func aHugePasteIsRefusedQuickly() throws {
    let isPrompt = try Promptness.isReached(within: 5) {
      let run = try Keyward.typing(["get"])
      try run.type("kept")
      let taken = try Promptness.seconds {
        try run.type(
          Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: 65536)
            + Array("\u{1B}[201~".utf8))
        try run.waitForQuiet(seconds: 0.3)
      }
      // A busy machine that holds back a piece of the paste for a second ends it: once more.
      if run.displayedText.contains("The paste did not end") { return .infinity }
      #expect(run.displayed.contains(0x07))
      #expect(try run.end(typing: "\r") == .exited(0))
      // The part that fits is taken; the rest is read and dropped.
      #expect(run.outputText == "kept" + String(repeating: "a", count: 4076) + "\n")
      return taken
    }
    #expect(isPrompt)
  }

  @Test(arguments: [4000, 4080], ["\r", "\n"])
  func enterAfterAnEarlyPasteSubmits(count: Int, enter: String) throws {
    let run = try Keyward.typing(["get"])
    try run.terminal?.write(
      Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: count)
        + Array("\u{1B}[201~\(enter)".utf8))
    #expect(try run.wait() == .exited(0))
    #expect(run.output.count == count + 1)
  }

  @Test func theDrawnKeyboardTypes() throws {
    // Tab to the keyboard, where the focus begins on g; Space presses there, Tab goes back.
    #expect(try result(of: "\t\u{1B}[C ", "\u{1B}[A ", "\t") == "hy")
  }

  @Test func lengthAndCharactersAreLimited() throws {
    #expect(try result(of: "123456", options: ["--max-length", "4"]) == "1234")
    #expect(try result(of: "a1b2", options: ["--allow", "0123456789"]) == "12")
    #expect(try result(of: "a1b2", options: ["--panel", "numbers"]) == "12")
  }
}
