import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// The characters that a person has set for a terminal, in place of and beside the fixed keys.
@Suite struct ControlCharactersTests {
  private func characters(_ set: [Int32: UInt8]) -> ControlCharacters {
    var settings = termios()
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      for (index, byte) in set { characters[Int(index)] = byte }
    }
    return ControlCharacters(settings)
  }

  private func key(of bytes: [UInt8], _ set: [Int32: UInt8]) -> InputEvent? {
    var decoder = InputDecoder()
    let span = bytes.span.bytes
    guard let step = decoder.step(span, at: 0) ?? decoder.step(span, at: 1),
      let event = step.event
    else { return nil }
    return characters(set).event(for: event, of: span.extracting(0..<step.byteCount))
  }

  @Test func eachIsItsKey() {
    let set: [Int32: UInt8] = [VINTR: 0x18, VERASE: 0x08, VKILL: 0x0b, VWERASE: 0x1f, VEOF: 0x01]
    let found = [0x18, 0x08, 0x0b, 0x1f, 0x01].map { key(of: [$0], set) }
    let keys: [TerminalKey] = [
      .control(0x63), .backspace, .control(0x75), .control(0x77), .control(0x64),
    ]
    #expect(found == keys.map { .key($0, []) })
  }

  @Test func theFixedKeysStay() {
    let set: [Int32: UInt8] = [VINTR: 0x18, VERASE: 0x08, VKILL: 0x0b]
    #expect(key(of: [0x03], set) == .key(.control(0x63), []))
    #expect(key(of: [0x7f], set) == .key(.backspace, []))
    #expect(key(of: [0x15], set) == .key(.control(0x75), []))
  }

  @Test func thePersonsMeaningWins() {
    #expect(key(of: [0x14], [VINTR: 0x14]) == .key(.control(0x63), []), "Ctrl-T")
    #expect(key(of: [0x17], [VKILL: 0x17, VWERASE: 0x17]) == .key(.control(0x75), []))
    #expect(key(of: [0x08], [VERASE: 0x7f, VWERASE: 0x08]) == .key(.control(0x77), []))
    #expect(key(of: [0x03], [VINTR: 0, VERASE: 0x03]) == .key(.backspace, []))
    #expect(key(of: [0x1b], [VINTR: 0x1b]) == .key(.control(0x63), []))
  }

  /// Switched off, printable, part of UTF-8, our own mark, and a line end.
  @Test(arguments: [0, 0x20, 0x23, 0x71, 0xc3, 0xff, 0x0a, 0x0d] as [UInt8])
  func otherBytesAreNoControlCharacters(_ byte: UInt8) {
    let set = [VINTR: byte, VERASE: byte, VEOF: byte]
    for bytes: [UInt8] in [[byte], [byte & 0x1f], [0x03], [0x0d], [0x61]] {
      #expect(key(of: bytes, set) == key(of: bytes, [:]))
    }
  }

  @Test(
    arguments: [
      ("\u{1b}[120;5u", 0x18), ("\u{1b}[27;5;120~", 0x18), ("\u{1b}[104;5u", 0x08),
      ("\u{1b}[127;5u", 0x08), ("\u{1b}[127u", 0x7f), ("\u{1b}[105;5u", 0x09),
    ] as [(String, UInt8)])
  func reportedAsASequenceItIsTheSame(_ text: String, _ byte: UInt8) {
    guard case .key(.control(0x63), _)? = key(of: Array(text.utf8), [VINTR: byte]) else {
      Issue.record("another key")
      return
    }
    #expect(key(of: Array(text.utf8), [VINTR: 0x19]) == key(of: Array(text.utf8), [:]))
  }
}
