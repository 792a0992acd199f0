import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct InputDecoderTests {
  @Test(arguments: KeySequences.samples)
  func everySequenceHasItsResult(_ sample: KeySequences.Sample) {
    let expected = sample.result == "nothing" ? "" : sample.result
    #expect(DecodedInput([sample.bytes]).result.joined(separator: " ") == expected)
    // The key after it shows that the sequence ended at the right place.
    #expect(DecodedInput([sample.bytes + [0x0d]]).events.last == "enter")
  }

  @Test(arguments: KeySequences.samples)
  func everySplitGivesTheSame(_ sample: KeySequences.Sample) {
    let bytes = Array("é".utf8) + sample.bytes + Array("語z\r".utf8)
    let whole = DecodedInput([bytes])
    for cut in 1..<bytes.count {
      #expect(DecodedInput([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
    }
    #expect(DecodedInput(bytes.map { [$0] }) == whole)
  }

  /// A slow line: nearly half a second between any two bytes.
  ///
  /// Only Alt has to come at once.
  @Test(arguments: KeySequences.samples)
  func pausesGiveTheSame(_ sample: KeySequences.Sample) {
    let isAlt = sample.bytes.first == 0x1b && !"[O]PX^_".utf8.contains(sample.bytes[1])
    let pause = isAlt ? 0.04 : 0.45
    var slow = DecodedInput("")
    for (place, byte) in sample.bytes.enumerated() {
      let now = Double(place) * pause
      slow.drain(at: now)
      slow.feed([byte], at: now)
    }
    #expect(slow.result == DecodedInput([sample.bytes]).result)
  }

  /// Every row of the decoder's table, in every form in which terminals send it.
  @Test func everyKeyOfTheTableIsDecoded() {
    for row in KeyTable.rows {
      let forms: [String] =
        switch row.name {
        case .letter(let letter):
          ["CSI \(letter)", "CSI 1;1\(letter)", "SS3 \(letter)", "SS3 1\(letter)"]
        case .control(let letter): ["CSI \(letter)", "<C2><9B>\(letter)"]
        case .singleShift(" "): ["SS3 SP", "<C2><8F> SP"]
        case .singleShift(let letter):
          ["SS3 \(letter)", "<C2><8F>\(letter)", "SS3 1\(letter)"]
        case .console(let letter): ["CSI [\(letter)"]
        case .number(let number): ["CSI \(number)~", "CSI \(number);1~", "<C2><9B>\(number)~"]
        case .windows(let key): ["CSI \(key);0;0;1;0;1_"]
        case .code(let code): ["CSI \(code)u", "CSI \(code);1:1u", "CSI 27;1;\(code)~"]
        }
      let expected: [String] =
        switch row.meaning {
        case .key(let key): ["key \(key)"]
        case .character(let character): ["text " + (character == " " ? "SP" : "\(character)")]
        case .nothing: []
        }
      for form in forms {
        #expect(DecodedInput([KeySequences.bytes(of: form)]).result == expected, "\(form)")
      }
    }
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
        "enter", "tab", "backspace", "backspace", "control(119)", "control(117)",
        "control(114)", "control(116)", "control(108)", "control(122)", "control(99)",
        "control(100)", "bell", "control(92)",
      ])
    #expect(decoded.text.isEmpty)
  }

  /// A terminal in line feed mode sends both for one key; the next Enter is another one.
  @Test func carriageReturnAndLineFeedAreOneEnter() {
    #expect(DecodedInput("\r\n").events == ["enter"])
    #expect(DecodedInput("\r\n\n").events == ["enter", "enter"])
    #expect(DecodedInput("\ra\n\r").events == ["enter", "text", "enter", "enter"])
    var later = DecodedInput("\r")
    later.feed([0x0a], at: 0.1)
    #expect(later.events == ["enter", "enter"])
  }

  @Test func textIsASCIIAndEverythingFromA0() {
    let all = (0x20...0x7e).map(UInt8.init)
    #expect(DecodedInput([all]).text == all)
    #expect(DecodedInput("\u{a0}é語😀\u{10ffff}").text == Array("\u{a0}é語😀\u{10ffff}".utf8))
    #expect(DecodedInput("a\u{80}\u{85}b").text == Array("ab".utf8))
  }

  @Test(arguments: [
    [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xf0, 0x80, 0x80, 0xaf], [0xed, 0xa0, 0x80],
    [0xf4, 0x91, 0x80, 0x80], [0xf5], [0xff], [0x80], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xc3],
    [0xa0, 0x80],
  ])
  func brokenCharactersAreDroppedUpToWhatBrokeThem(_ broken: [UInt8]) {
    let decoded = DecodedInput([Array("a".utf8) + broken + Array("b".utf8)])
    #expect(decoded.text == Array("ab".utf8))
    #expect(decoded.events[1].hasPrefix("byte "))
    // The byte that breaks a character may begin one itself.
    #expect(DecodedInput([broken + Array("é".utf8)]).text == Array("é".utf8))
  }

  // MARK: Time

  @Test func aLoneEscapeIsAKeyAfterHalfASecond() {
    var decoded = DecodedInput("a")
    decoded.feed([0x1b], at: 1)
    #expect(decoded.decoder.deadline == 1.5)
    decoded.drain(at: 1.499)
    #expect(decoded.events == ["text"])
    decoded.drain(at: 1.5)
    #expect(decoded.events == ["text", "escape"])
    #expect(decoded.decoder.deadline == nil)
  }

  @Test func aCharacterSoonAfterEscapeIsAltAndALaterOneIsNot() {
    for (pause, events) in [(0.04, ["alt"]), (0.1, ["escape", "text"])] {
      var decoded = DecodedInput("")
      decoded.feed([0x1b], at: 1)
      decoded.feed([0x61], at: 1 + pause)
      #expect(decoded.events == events)
    }
  }

  @Test func aSequenceThatComesLateIsStillOne() {
    // Both arrived before anybody looked: arrived bytes come before the effects of time.
    var decoded = DecodedInput("")
    decoded.feed([0x1b], at: 1)
    decoded.feed(Array("[A".utf8), at: 5)
    #expect(decoded.events == ["up"])
  }

  @Test(arguments: [
    ("CSI", "alt"), ("SS3", "alt"), ("CSI 97", "bell"), ("SS3 2", "bell"), ("<E9>", "byte E9"),
    ("<C2><9B>", "alt"), ("ESC <C3>", "alt"), ("CSI M SP", "bell"),
  ])
  func anUnfinishedSequenceIsGivenUpAfterASecond(_ start: String, _ event: String) {
    var decoded = DecodedInput("")
    decoded.feed(KeySequences.bytes(of: start), at: 1)
    decoded.drain(at: 1.9)
    #expect(decoded.events == [])
    decoded.drain(at: 2)
    decoded.feed([0x78], at: 2)
    #expect(decoded.events == [event, "text"])
  }

  @Test(arguments: [
    "CSI", "CSI 97", "SS3", "OSC 0;title", "<9D>title", "CSI M", "CSI [", "<E9>", "ESC",
  ])
  func nothingUnfinishedKeepsCtrlCFromBeingAKey(_ start: String) {
    let decoded = DecodedInput([KeySequences.bytes(of: start) + [0x03]])
    #expect(decoded.events.last == "control(99)")
  }

  @Test func aStringIsSwallowedHoweverSlowlyItComes() {
    var decoded = DecodedInput("")
    let bytes = KeySequences.bytes(of: "OSC 11;rgb:ffff/ffff/ffff ST")
    for (place, byte) in bytes.enumerated() {
      // Only the first two bytes must not be far apart.
      let now = place < 2 ? 0 : Double(place - 1) * 4.9
      decoded.drain(at: now)
      decoded.feed([byte], at: now)
    }
    decoded.feed(Array("typed".utf8), at: 1000)
    #expect(decoded.events == ["text"])
    #expect(decoded.text == Array("typed".utf8))
  }

  @Test func aSilentStringEndsAfterFiveSeconds() {
    var decoded = DecodedInput("")
    decoded.feed(Array("\u{1b}]0;title".utf8), at: 1)
    #expect(decoded.decoder.deadline == 6)
    decoded.drain(at: 5.9)
    decoded.drain(at: 6)
    decoded.feed(Array("typed".utf8), at: 6)
    #expect(decoded.text == Array("typed".utf8))
    #expect(decoded.events == ["message", "text"])
  }

  @Test(arguments: [4096, 5000, 1 << 20])
  func aStringIsSwallowedHoweverLongItIs(count: Int) {
    let body = [UInt8](repeating: 0x61, count: count)
    let decoded = DecodedInput([Array("\u{1b}P".utf8) + body + Array("\u{1b}\\x".utf8)])
    #expect(decoded.text == [0x78])
  }

  @Test func someCharactersEndAString() {
    for end in ["\u{7}", "\u{1b}\\", "\u{18}", "\u{1a}"] {
      #expect(DecodedInput("\u{1b}]secret" + end + "x").text == [0x78])
    }
    // Another sequence ends it and begins afresh.
    let decoded = DecodedInput("\u{1b}]secret\u{1b}[Ax")
    #expect(decoded.events == ["message", "up", "text"])
    #expect(decoded.text == [0x78])
  }

  // MARK: Sequences

  @Test func longSequencesAreSwallowedToTheirEnd() {
    for count in [1, 62, 63, 64, 65, 66, 200, 5000] {
      let digits = String(repeating: "1", count: count)
      #expect(DecodedInput("\u{1b}[" + digits + "mx").text == [0x78], "\(count) digits")
      #expect(DecodedInput("\u{1b}O" + digits + "Ax").text == [0x78], "\(count) digits")
    }
  }

  @Test("A sequence that is cut off rings, and the key that cut it off counts")
  func brokenSequences() {
    #expect(DecodedInput("\u{1b}[12\rx").events == ["bell", "enter", "text"])
    #expect(DecodedInput("\u{1b}[12\u{1b}[Ax").events == ["bell", "up", "text"])
    // At every length, the byte that takes a sequence back is not a key.
    for count in [2, 64, 65, 200, 5000] {
      let start = "\u{1b}[" + String(repeating: "1", count: count)
      #expect(DecodedInput(start + "\u{18}x").events == ["bell", "text"], "\(count) digits")
      #expect(DecodedInput(start + "\u{1a}x").events == ["bell", "text"], "\(count) digits")
      #expect(DecodedInput(start + "\rx").events == ["bell", "enter", "text"], "\(count) digits")
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

  // MARK: Encodings

  @Test func bytesOfOtherEncodingsAreConverted() {
    let bytes: [UInt8] = [0x61, 0xe9, 0xa4, 0xff, 0xc3, 0xa9]
    #expect(DecodedInput([bytes], encoding: .latin1).text == Array("aé¤ÿÃ©".utf8))
    #expect(DecodedInput([bytes], encoding: .latin9).text == Array("aé€ÿÃ©".utf8))
    #expect(DecodedInput([[0x9b, 0x41]], encoding: .latin1).events == ["up"])
    #expect(DecodedInput([[0x80]], encoding: .latin1).events == ["byte 80"])
    // Reports have code points in any encoding.
    #expect(DecodedInput([Array("\u{1b}[8364u".utf8)], encoding: .latin1).text == Array("€".utf8))
  }

  @Test(arguments: [
    ("de_DE.ISO-8859-1", InputEncoding.latin1), ("de_DE.iso88591", .latin1),
    ("fr_FR.ISO8859-15@euro", .latin9), ("en_US.ISO_8859-15", .latin9), ("C.UTF-8", .utf8),
    ("de_DE", .utf8), ("", .utf8), ("ru_RU.KOI8-R", .utf8), ("ISO-8859-1", .utf8),
    ("x.ISO-8859-13", .utf8),
  ])
  func aLocaleNamesAnEncoding(_ locale: String, _ encoding: InputEncoding) {
    #expect(InputEncoding(locale: locale) == encoding)
  }
}
