import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct TerminalProgramTests {
  @Test(arguments: ["linux", "vt100", "xterm-kitty", "no-such-terminal", "screen", "ansi"])
  func everyTypeOfTerminalIsAScreen(_ type: String) throws {
    let pinentry = try PinentryRun(
      "SETDESC Type it\nGETPIN\nSETDESC Sure?\nCONFIRM\n", type: type)
    try pinentry.answer("aö\u{1b}[[A\u{1b}[A\u{1b}OA\u{7f}b\r")
    try pinentry.answer("y\r", showing: "Sure?")
    #expect(try pinentry.waitForReplies(5) == ["OK", "D ab", "OK", "OK", "OK"])
    #expect(pinentry.run.displayedText.contains("\u{1b}[?1049h"))
    #expect(try pinentry.finish() == .exited(0))
  }

  @Test(arguments: ["dumb", ""])
  func linesOfTextWhereThereIsNoScreen(_ type: String) throws {
    let pinentry = try PinentryRun("SETDESC Type it\nGETPIN\n", type: type)
    try pinentry.answer("ab\r", showing: "PIN: ")
    #expect(try pinentry.waitForReplies(3) == ["OK", "D ab", "OK"])
    #expect(!pinentry.run.displayed.contains(0x1b))
  }

  @Test func waitingCostsNothing() throws {
    let pinentry = try PinentryRun("SETTIMEOUT 60\nGETPIN\n")
    try pinentry.answer("abc")
    try pinentry.run.waitForQuiet()
    #expect(try pinentry.run.sleepsWhileIdle(seconds: 2) <= 1)
  }

  @Test func manyKeysAndLargePastesAreBounded() throws {
    // A busy machine that holds back a piece of the paste for a second ends it: once more.
    #expect(try (0..<5).contains { _ in try takesManyKeysAndALargePaste() })
  }

  /// False if the paste came with a pause, and was dropped.
  private func takesManyKeysAndALargePaste() throws -> Bool {
    let pinentry = try PinentryRun("GETPIN\n")
    try pinentry.answer("ab")
    let large = String(repeating: "long paste ", count: 1 << 16)
    try pinentry.run.type("\u{1b}[200~" + large + "\u{1b}[201~")
    try pinentry.run.type(Array(repeating: 0x79, count: 1 << 16))
    try pinentry.run.waitForQuiet()
    let hasBrokenOff = { pinentry.run.displayedText.contains("The paste did not end") }
    try pinentry.run.type("\r")
    try pinentry.run.wait(for: "a sentence") {
      pinentry.run.displayedText.contains("Characters were cut off") || hasBrokenOff()
    }
    if hasBrokenOff() { return false }
    try pinentry.run.type("\r")
    try pinentry.run.wait(for: "OK") { pinentry.replies.last == "OK" }
    let answer = pinentry.replies.filter { $0.hasPrefix("D ") }.map { $0.dropFirst(2) }.joined()
    #expect(answer == "ab" + large.prefix(2046))
    let peak = try ProcessStatus(of: pinentry.run.process).peakMemory
    #expect(try #require(peak) < 64 * 1024)
    #expect(try pinentry.finish() == .exited(0))
    return true
  }

  /// The next passphrase is asked for on a screen entered again, after the one before was left.
  @Test(arguments: [false, true])
  func aScreenThatCannotBeLeftAtOnceIsLeftLater(isAskedAhead: Bool) throws {
    let before = try PseudoTerminal().settings()
    let pinentry = try PinentryRun("GETPIN\n")
    try pinentry.run.waitForDisplay(of: PinentryRun.asks)
    try pinentry.run.waitForQuiet(seconds: 0.1)
    // Full, and nothing is read meanwhile.
    try pinentry.terminal.fillOutput()
    if isAskedAhead { pinentry.send("GETPIN\n") }
    try pinentry.terminal.write(Array("one\r".utf8))
    // Nobody reads, so waiting output is thrown away to make room for the end.
    if !isAskedAhead { try Moment.wait { try pinentry.terminal.settings() == before } }
    #expect(try pinentry.waitForReplies(2).prefix(2) == ["D one", "OK"])
    if !isAskedAhead {
      try pinentry.run.waitForQuiet(seconds: 0.1)
      #expect(try pinentry.terminal.settings() == before)
      // Entered once more, since its beginning may also have been thrown away.
      #expect(screens(of: pinentry) == "hhl")
      pinentry.send("GETPIN\n")
    }
    try pinentry.run.wait(for: "the second screen") { screens(of: pinentry).hasSuffix("lh") }
    let shown = pinentry.run.displayed.ranges(of: Array("\u{1b}[?1049h".utf8)).last?.upperBound ?? 0
    try pinentry.answer("two\r", after: shown)
    #expect(try pinentry.waitForReplies(4).suffix(2) == ["D two", "OK"])
    #expect(try pinentry.finish() == .exited(0))
    #expect(["hlhl", "hhlhl"].contains(screens(of: pinentry)))
    #expect(try pinentry.terminal.settings() == before)
  }

  /// Each switch to (`h`) and from (`l`) the other screen, in order.
  private func screens(of pinentry: PinentryRun) -> String {
    let bytes = pinentry.run.displayed
    let found = Array("\u{1b}[?1049".utf8)
    return String(
      decoding: bytes.ranges(of: found).compactMap { range in
        range.upperBound < bytes.count ? bytes[range.upperBound] : nil
      }, as: UTF8.self)
  }

  @Test func theTouchFileIsTouched() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "touch")
    var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    utimes(path, &times)
    let pinentry = try PinentryRun("OPTION touch-file=\(path)\nGETPIN\n")
    try pinentry.answer("\u{1b}")
    try pinentry.waitForReplies(2)
    var status = stat()
    stat(path, &status)
    #expect(status.st_mtim.tv_sec > 1)
  }

  /// The agent's words about caches make no difference: there is none.
  @Test func nothingIsRememberedBetweenDialogues() throws {
    let lines = "SETKEYINFO n/0123\nOPTION allow-external-password-cache\nGETPIN\n"
    let pinentry = try PinentryRun(lines)
    try pinentry.answer("first\r")
    #expect(try pinentry.waitForReplies(4).last == "OK")
    let shown = pinentry.run.displayed.count
    pinentry.send("CLEARPASSPHRASE n/0123\n" + lines)
    try pinentry.answer("second\r", after: shown)
    let replies = try pinentry.waitForReplies(9)
    #expect(replies[4].hasPrefix("ERR 83886337 "))
    #expect(replies.suffix(4) == ["OK", "OK", "D second", "OK"])
  }

  @Test func hostileTextsLeaveTitleAndColoursAlone() throws {
    let hostile = "%1b]2;owned%07%1b]10;red%07%1b[31m%1bc%0e%9b2J%c2%9b31m%e2%80%aeabc%00%ff"
    let names = ["TITLE", "DESC", "PROMPT", "OK", "NOTOK", "ERROR"]
    let pinentry = try PinentryRun(
      names.map { "SET\($0) \(hostile)\n" }.joined() + "GETPIN\nCONFIRM\n")
    try pinentry.answer("x\r")
    try pinentry.answer("\r", showing: "Enter choose")
    try pinentry.waitForReplies(9)
    #expect(try pinentry.finish() == .exited(0))
    var emulator = TerminalEmulator(columns: 80, rows: 24)
    emulator.feed(pinentry.run.displayed)
    #expect(emulator.violations == [])
    #expect(!pinentry.run.displayed.contains { $0 == 0x0e || $0 == 0x07 })
    #expect(pinentry.run.displayedText.contains("\u{1b}[?1049l"))
    #expect(pinentry.run.displayedText.contains("\u{1b}[?25h"))
  }
}
