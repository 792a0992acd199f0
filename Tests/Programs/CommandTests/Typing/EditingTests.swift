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
    #expect(try run.end(typing: "b", confirming: "A character is missing") == .exited(0))
    #expect(run.outputText == "ab")
  }

  @Test func invalidUTF8IsDroppedAndEnterAsksAgain() throws {
    #expect(
      try result(of: [
        [0x61, 0xC3, 0x62, 0xFF, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF5, 0x80, 0x63], [0x0D],
      ]) == Array("abc".utf8))
  }

  @Test("A refusal and the Enter after it ring once, and a second Enter submits")
  func refusalWithEnter() throws {
    let run = try Keyward.typing(["get", "-n"])
    #expect(
      try run.end(
        typing: "x\u{1B}[200~a\0b\u{1B}[201~y", confirming: "Characters that are not allowed")
        == .exited(0))
    #expect(run.outputText == "xy")
    #expect(run.displayed.filter { $0 == 0x07 }.count == 1)
  }

  @Test("A tab in a paste is a character of the text")
  func tabInAPaste() throws {
    #expect(try result(of: "x\u{1B}[200~a\tb\u{1B}[201~y") == "xa\tby")
  }

  @Test func aHugePasteIsRefusedQuickly() throws {
    let isPrompt = try Promptness.isReached(within: 5) {
      let run = try Keyward.typing(["get"])
      // A busy machine that holds back a piece of the paste for a second ends it: once more.
      let hasBrokenOff = { run.displayedText.contains("The paste did not end") }
      try run.type("kept")
      let taken = try Promptness.seconds {
        try run.type(
          Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: 65536)
            + Array("\u{1B}[201~".utf8))
        try run.wait(for: "the bell") { run.displayed.contains(0x07) || hasBrokenOff() }
        try run.waitForQuiet(seconds: 0.3)
      }
      try run.type("\r")
      try run.wait(for: "a sentence") {
        run.displayedText.contains("Characters were cut off") || hasBrokenOff()
      }
      if hasBrokenOff() { return .infinity }
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

  @Test(
    "A text that lost characters is submitted only by an Enter after the sentence",
    arguments: [
      (["--max-length", "4"], "123456", "Characters were cut off at the end", "1234"),
      (["--allow", "0123456789"], "a1b2", "Characters that are not allowed", "12"),
      (["--panel", "numbers"], "a1b2", "Characters that are not allowed", "12"),
      (["--no-keyboard"], "ab\tcd", "A character is missing", "abcd"),
      ([], "ab\0cd", "A character is missing", "abcd"),
    ], [["--form", "full"], ["--form", "inline"], ["--plain"]])
  func lostCharacters(
    _ kind: (options: [String], keys: String, sentence: String, left: String), _ form: [String]
  ) throws {
    let run = try ProgramRun.keyward(
      ["get", "-n"] + kind.options + form,
      showing: form == ["--plain"] ? ": " : Keyward.frameEnd)
    try run.waitForQuiet()
    // All Enters come before the sentence, so none of them answers it.
    try run.type(kind.keys + "\r\r\r", until: kind.sentence)
    try run.waitForQuiet()
    #expect(run.ending == nil && run.output.isEmpty && run.displayed.contains(0x07))
    #expect(try run.end(typing: "\r") == .exited(0))
    #expect(run.outputText == kind.left)
  }

  @Test("Both entries of a repeated secret ask about what they lack")
  func lostTwice() throws {
    let run = try Keyward.typing(["get", "-n", "--repeat", "--no-keyboard"])
    let sentence = "A character is missing"
    try run.type("ab\0cd\r", until: sentence)
    // Without the sentence, the hints move back to its row.
    try run.type("\r", until: "Enter submit")
    #expect(try run.end(typing: "ab\0cd", confirming: sentence) == .exited(0))
    #expect(run.outputText == "abcd")
  }
}
