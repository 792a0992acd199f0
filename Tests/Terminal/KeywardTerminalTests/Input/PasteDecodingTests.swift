import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct PasteDecodingTests {
  @Test func insideTheBracketsEverythingIsLiteral() {
    let body = "a\rb\n\tc\u{1b}d\u{4}\u{1b}[A\u{1b}]e\u{7f}"
    let decoded = DecodedInput("\u{1b}[200~" + body + "\u{1b}[201~")
    #expect(decoded.events == ["paste", "end"])
    #expect(decoded.pasted == Array(body.utf8))
    #expect(decoded.text.isEmpty)
  }

  @Test("A second start inside a paste is part of the text, which a field then refuses")
  func nestedStart() {
    let decoded = DecodedInput("\u{1b}[200~a\u{1b}[200~b\u{1b}[201~c")
    #expect(decoded.pasted == Array("a\u{1b}[200~b".utf8))
    #expect(decoded.text == Array("c".utf8))
  }

  @Test func eightBitBracketsEndAPasteButNoCharacterDoes() {
    let bytes = KeySequences.bytes(of: "<C2><9B>200~aÛ201~b<C2><9B>201~c")
    let decoded = DecodedInput([bytes])
    #expect(decoded.events == ["paste", "end", "text"])
    #expect(decoded.pasted == Array("aÛ201~b".utf8))
    #expect(DecodedInput(bytes.map { [$0] }) == decoded)
  }

  @Test func aPasteWithoutAnEndIsDroppedAfterASecond() {
    for rest in ["", "\u{1b}", "\u{1b}[20"] {
      var decoded = DecodedInput("")
      decoded.feed(Array(("\u{1b}[200~a\r" + rest).utf8), at: 1)
      #expect(decoded.decoder.deadline == 2)
      decoded.drain(at: 1.9)
      decoded.drain(at: 2)
      decoded.feed(Array("x".utf8), at: 2)
      #expect(decoded.events == ["paste", "dropped: unfinished", "text"])
    }
  }

  @Test func ctrlCInAFlowingPasteRefusesAllOfIt() {
    let decoded = DecodedInput("\u{1b}[200~a\u{3}b\rc\u{1b}[201~d")
    #expect(decoded.events == ["paste", "dropped: interrupted", "text"])
    // The next one is a paste like any other.
    #expect(DecodedInput("\u{1b}[200~\u{3}\u{1b}[201~\u{1b}[200~b\u{1b}[201~").events.last == "end")
  }

  @Test(arguments: ["<03>", "CSI 99;5u", "CSI 27;5;99~", "<C2><9B>99;5u"])
  func ctrlCAfterAPauseEndsAPaste(_ key: String) {
    let bytes = KeySequences.bytes(of: key)
    for cut in 0..<bytes.count {
      var decoded = DecodedInput("")
      decoded.feed(Array("\u{1b}[200~a".utf8), at: 1)
      decoded.feed(Array(bytes[..<cut]), at: 1.3)
      decoded.feed(Array(bytes[cut...]), at: 1.3)
      decoded.feed(Array("x\r".utf8), at: 1.3)
      #expect(decoded.events == ["paste", "dropped: unfinished", "text", "enter"])
    }
  }

  @Test(arguments: ["CSI 120;5u", "CSI 99u", "CSI 31m", "CSI A", "x", "<9B>99;5u", "<C3><9B>99;5u"])
  func anythingElseAfterAPauseIsPasted(_ text: String) {
    let bytes = KeySequences.bytes(of: text)
    var decoded = DecodedInput("")
    decoded.feed(Array("\u{1b}[200~a".utf8), at: 1)
    for byte in bytes { decoded.feed([byte], at: 1.3) }
    decoded.feed(Array("\u{1b}[201~".utf8), at: 1.3)
    #expect(decoded.events == ["paste", "end"] && decoded.pasted == [0x61] + bytes)
  }

  /// `stty intr ^X`: CAN, which ends a sequence and a string without being a key.
  @Test func aChangedInterruptCountsLikeCtrlC() {
    func decoded(_ start: String, _ rest: String) -> [String] {
      var decoded = DecodedInput("")
      decoded.decoder.interrupt = 0x18
      decoded.feed(KeySequences.bytes(of: start))
      decoded.feed(Array(rest.utf8), at: 0.3)
      return decoded.events
    }
    #expect(decoded("CSI 200~a<18>b", "\u{1b}[201~c") == ["paste", "dropped: interrupted", "text"])
    #expect(decoded("CSI 200~a<03>b", "\u{1b}[201~c") == ["paste", "dropped: interrupted", "text"])
    for key in ["\u{18}", "\u{1b}[120;5u"] {
      #expect(decoded("CSI 200~a", key + "c") == ["paste", "dropped: unfinished", "text"])
    }
    for start in ["CSI", "CSI 97", "SS3", "OSC 0;title", "<9D>title", "CSI M", "<E9>", "ESC"] {
      #expect(decoded(start, "\u{18}").last == "control(120)", "\(start)")
    }
  }
}
