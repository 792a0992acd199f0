import Glibc
import Testing

@testable import SecureMemory

/// Texts whose characters are changed or checked in their region.
@Suite struct SecretTextRewritingTests {
  @Test("Staged bytes are taken one by one, and none is left in the region")
  func staged() throws {
    var text = try text("ab")
    text.beginInsertion()
    text.stage(bytes: Array("c-d-e".utf8))
    let isTaken = text.consumeStaged(adding: 2) { byte, text in
      if byte == UInt8(ascii: "-") { return true }
      return text.append(printable: UInt8(ascii: ".")) && text.append(printable: byte)
    }
    let (contents, count) = (text.region.contents, text.characterCount)
    #expect(isTaken && count == 8)
    #expect(contents == Array("ab.c.d.e".utf8) + [UInt8](repeating: 0, count: 56))
  }

  @Test("After a refused byte the rest is wiped, and the text keeps what came before")
  func refused() throws {
    var text = try text("ab")
    text.beginInsertion()
    text.stage(bytes: Array("cxd".utf8))
    let isTaken = text.consumeStaged(adding: 1) { byte, text in
      byte != UInt8(ascii: "x") && text.append(printable: byte)
    }
    let contents = text.region.contents
    #expect(!isTaken && contents == Array("abc".utf8) + [UInt8](repeating: 0, count: 61))
  }

  @Test("A text that grows never overwrites bytes that were not taken yet", arguments: 1...64)
  func growing(capacity: Int) throws {
    for count in 0...capacity {
      var text = try SecretText(capacity: capacity)
      text.beginInsertion()
      text.stage(bytes: (0..<count).map { 0x21 + UInt8($0) })
      var taken: [UInt8] = []
      let isTaken = text.consumeStaged(adding: 2) { byte, text in
        taken.append(byte)
        return text.append(printable: UInt8(ascii: ".")) && text.append(printable: byte)
      }
      #expect(taken == (0..<taken.count).map { 0x21 + UInt8($0) })
      let string = text.string
      #expect(!isTaken || string == taken.map { "." + String(Unicode.Scalar($0)) }.joined())
    }
  }

  @Test("The room after a text holds zeros, and is wiped except for what becomes text")
  func room() throws {
    var text = try text("abc")
    var seen: [UInt8] = []
    let hasRoom = text.withRoom(40) { bytes, room in
      seen = (0..<bytes.byteCount).map { bytes.byte($0) }
      for offset in 0..<40 { room.storeBytes(of: 0x78, toByteOffset: offset, as: UInt8.self) }
      return 2
    }
    let (contents, count) = (text.region.contents, text.characterCount)
    #expect(hasRoom && seen == Array("abc".utf8) && count == 5)
    #expect(contents == Array("abcxx".utf8) + [UInt8](repeating: 0, count: 59))
    let hasTooMuch = text.withRoom(60) { _, _ in 0 }
    #expect(!hasTooMuch)
  }

  @Test("SHA-256 of “abc”, of FIPS 180-4")
  func sha256() throws {
    var text = try text("abc")
    var hash: [UInt8] = []
    let hasRoom = text.withRoom(35) { bytes, room in
      for offset in 0..<3 {
        room.storeBytes(of: bytes.byte(offset), toByteOffset: offset, as: UInt8.self)
      }
      appendSHA256(of: 3, in: &room)
      hash = (3..<35).map { room.bytes.byte($0) }
      return 0
    }
    #expect(hasRoom && hash.prefix(4) == [0xba, 0x78, 0x16, 0xbf] && hash.last == 0xad)
  }

  @Test("Bytes can be left out of what is written")
  func omitting() throws {
    for (string, written) in [("a-bc-d", "abcd\n"), ("", "\n"), ("--", "\n"), ("ab", "ab\n")] {
      let text = try text(string)
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      try text.write(to: ends[1], newline: true, omitting: UInt8(ascii: "-"))
      close(ends[1])
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(ends[0], &bytes, bytes.count)
      close(ends[0])
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == written)
    }
  }
}
