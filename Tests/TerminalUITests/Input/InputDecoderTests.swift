import TestSupport
import Testing

@testable import TerminalUI

@Suite struct InputDecoderTests {
  @Test(arguments: KeySequences.keys + KeySequences.replies)
  func everySequenceHasItsEventAndNoText(_ sample: KeySequences.Sample) {
    // The letter after it shows that the sequence ended at the right place.
    let decoded = DecodedInput(sample.bytes + "z")
    #expect(decoded.text == Array("z".utf8))
    #expect(decoded.events == [sample.event, "text"].compactMap { $0 })
  }

  @Test(arguments: KeySequences.keys + KeySequences.replies)
  func everySplitGivesTheSame(_ sample: KeySequences.Sample) {
    let bytes = Array(("é" + sample.bytes + "語z\r").utf8)
    let whole = DecodedInput([bytes])
    for cut in 1..<bytes.count {
      #expect(DecodedInput([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
    }
    #expect(DecodedInput(bytes.map { [$0] }) == whole)
  }

  @Test func everyTripleSplitOfALongStreamGivesTheSame() {
    let stream =
      "pä\u{1b}[1;5C\u{1b}[200~in\u{1b}side\r\u{1b}[200~x\r\n\u{1b}[201~\u{1b}OA\u{1b}]0;t\u{1b}\\y\u{9b}"
    let bytes = Array(stream.utf8)
    let whole = DecodedInput([bytes])
    for first in 1..<bytes.count {
      for second in first..<bytes.count {
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(DecodedInput(parts.map(Array.init)) == whole)
      }
    }
  }

  @Test func controlsAreKeys() {
    let decoded = DecodedInput(
      "\r\n\t\u{7f}\u{8}\u{17}\u{15}\u{12}\u{14}\u{c}\u{1a}\u{3}\u{4}\u{0}\u{1c}")
    #expect(
      decoded.events == [
        "enter", "enter", "tab", "backspace", "backspace", "control(119)", "control(117)",
        "control(114)", "control(116)", "control(108)", "control(122)", "control(99)",
        "control(100)", "control(92)",
      ])
    #expect(decoded.text.isEmpty)
  }

  @Test func textIsASCIIAndEverythingFromA0() {
    let all = (0x20...0x7e).map(UInt8.init)
    #expect(DecodedInput([all]).text == all)
    #expect(DecodedInput("\u{a0}é語😀\u{10ffff}").text == Array("\u{a0}é語😀\u{10ffff}".utf8))
    #expect(DecodedInput("a\u{80}\u{9b}\u{9f}b").text == Array("ab".utf8))
  }

  @Test(arguments: [
    [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xf0, 0x80, 0x80, 0xaf], [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80], [0xf5], [0xff], [0x80], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xc3],
    [0x9b, 0x80],
  ])
  func brokenCharactersAreDroppedUpToWhatBrokeThem(_ broken: [UInt8]) {
    #expect(DecodedInput([Array("a".utf8) + broken + Array("b".utf8)]).text == Array("ab".utf8))
    // The byte that breaks a character may begin one itself.
    #expect(DecodedInput([broken + Array("é".utf8)]).text == Array("é".utf8))
  }

  // MARK: Time

  @Test func aLoneEscapeIsAKeyAfterFiftyMilliseconds() {
    var decoded = DecodedInput("a")
    decoded.feed([0x1b], at: 1)
    #expect(decoded.decoder.deadline == 1.05)
    decoded.drain(at: 1.049)
    #expect(decoded.events == ["text"])
    decoded.drain(at: 1.05)
    #expect(decoded.events == ["text", "escape"])
    #expect(decoded.decoder.deadline == nil)
  }

  @Test func aSequenceThatComesLateIsStillOne() {
    // Both arrived before anybody looked: arrived bytes come before the effects of time.
    var decoded = DecodedInput("")
    decoded.feed([0x1b], at: 1)
    decoded.feed(Array("[A".utf8), at: 5)
    #expect(decoded.events == ["up"])
  }

  @Test func aSilentStringEndsAfterASecond() {
    var decoded = DecodedInput("")
    decoded.feed(Array("\u{1b}]0;title".utf8), at: 1)
    #expect(decoded.decoder.deadline == 2)
    decoded.feed(Array(" more".utf8), at: 1.5)
    decoded.drain(at: 2.4)
    decoded.drain(at: 2.5)
    decoded.feed(Array("typed".utf8), at: 3)
    #expect(decoded.text == Array("typed".utf8))
    #expect(decoded.events == ["text"])
  }

  @Test func aStringIsSwallowedUpToSixtyFourKibibytes() {
    let start = Array("\u{1b}P".utf8)
    let body = [UInt8](repeating: 0x61, count: 65_536)
    #expect(DecodedInput([start + body]).text.isEmpty)
    #expect(DecodedInput([start + body + [0x62]]).text == [0x62])
  }

  @Test func whatEndsAString() {
    for end in ["\u{7}", "\u{1b}\\", "\u{18}", "\u{1a}"] {
      #expect(DecodedInput("\u{1b}]secret" + end + "x").text == [0x78])
    }
    // Another sequence ends it and begins afresh.
    let decoded = DecodedInput("\u{1b}]secret\u{1b}[Ax")
    #expect(decoded.events == ["up", "text"])
    #expect(decoded.text == [0x78])
  }

  // MARK: Sequences

  @Test func longSequencesAreSwallowedToTheirEnd() {
    for count in [1, 62, 63, 64, 65, 66, 200, 5000] {
      let digits = String(repeating: "1", count: count)
      #expect(DecodedInput("\u{1b}[" + digits + "mx").text == [0x78], "\(count) digits")
    }
  }

  @Test func aBrokenSequenceIsDroppedAndWhatBrokeItCounts() {
    #expect(DecodedInput("\u{1b}[12\rx").events == ["enter", "text"])
    #expect(DecodedInput("\u{1b}[12\u{1b}[Ax").events == ["up", "text"])
    // Whatever its length: the byte that takes a sequence back is not a key.
    for count in [2, 64, 65, 200, 5000] {
      let start = "\u{1b}[" + String(repeating: "1", count: count)
      #expect(DecodedInput(start + "\u{18}x").events == ["text"], "\(count) digits")
      #expect(DecodedInput(start + "\u{1a}x").events == ["text"], "\(count) digits")
      #expect(DecodedInput(start + "\rx").events == ["enter", "text"], "\(count) digits")
    }
  }

  @Test func randomStreamsGiveValidTextOnly() throws {
    for seed in 0..<500 as Range<UInt64> {
      var generator = SplitMix(state: seed)
      let bytes = (0..<300).map { _ -> UInt8 in
        // Rich in the bytes of sequences.
        let pool: [UInt8] = [0x1b, 0x5b, 0x4f, 0x5d, 0x3b, 0x7e, 0x4d, 0x32, 0x30, 0xc3, 0xe2]
        return Bool.random(using: &generator)
          ? pool.randomElement(using: &generator) ?? 0
          : UInt8.random(in: 0...255, using: &generator)
      }
      let decoded = DecodedInput([bytes])
      let text = try #require(String(validating: decoded.text, as: UTF8.self))
      #expect(
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) },
        "seed \(seed)")
      #expect(DecodedInput(bytes.map { [$0] }) == decoded, "seed \(seed)")
    }
  }

  // MARK: Pastes

  @Test func insideTheBracketsEverythingIsLiteral() {
    let body = "a\rb\n\tc\u{1b}d\u{3}\u{1b}[A\u{1b}]e\u{7f}"
    let decoded = DecodedInput("\u{1b}[200~" + body + "\u{1b}[201~")
    #expect(decoded.events == ["paste", "end"])
    #expect(decoded.pasted == Array(body.utf8))
    #expect(decoded.text.isEmpty)
  }

  @Test func aNestedStartIsDropped() {
    let decoded = DecodedInput("\u{1b}[200~a\u{1b}[200~b\u{1b}[201~c")
    #expect(decoded.pasted == Array("ab".utf8))
    #expect(decoded.text == Array("c".utf8))
  }

  @Test func anEndThatNeverComesKeepsThePasteOpen() {
    let decoded = DecodedInput("\u{1b}[200~a\r\u{3}\u{1b}")
    #expect(decoded.events == ["paste"])
    #expect(decoded.decoder.deadline == nil)
    #expect(decoded.decoder.isPasting)
  }
}
