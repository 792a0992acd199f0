import KeywardTestSupport
import Testing

@Suite struct ResidueScanTests {
  private let secret = "k7#Qm2+Rz9=T"

  private func piece(at address: UInt, bytes: Int, isInRegion: Bool = true) -> Residue {
    Residue(
      address: address, encoding: .utf8, stride: 1, start: 0, length: bytes, isInRegion: isInRegion,
      place: "heap")
  }

  /// The byte before a region is random, and continues the secret once in 256 times.
  @Test func aByteBeforeTheCopyIsNoSecondOne() {
    let copy = piece(at: 0x1000, bytes: 12)
    #expect([copy].isHeld(secret))
    #expect([piece(at: 0xfff, bytes: 5), copy].isHeld(secret))
    #expect([copy, piece(at: 0x1004, bytes: 5)].isHeld(secret))
  }

  @Test func aPieceElsewhereIs() {
    let copy = piece(at: 0x1000, bytes: 12)
    #expect(![copy, piece(at: 0xffb, bytes: 5)].isHeld(secret))
    #expect(![copy, piece(at: 0x100c, bytes: 5)].isHeld(secret))
    #expect(![copy, piece(at: 0x9000, bytes: 5, isInRegion: false)].isHeld(secret))
    #expect(![copy, piece(at: 0x9000, bytes: 12)].isHeld(secret))
    #expect(![piece(at: 0x1000, bytes: 12, isInRegion: false)].isHeld(secret))
  }
}
