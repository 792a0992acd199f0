import Glibc
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

  /// A heap at 0x555530000000 has pointers whose third byte is a digit.
  @Test func digitsInPointersAreNoPiece() throws {
    let heap = try #require(MemoryMap.of(process: getpid()).first { $0.name == "[heap]" })
    let digits = (0..<5).map { heap.range.lowerBound + UInt($0) * 16 }
    func piece(_ words: [UInt]) -> Bool {
      words.withUnsafeBytes { bytes in
        Residue(
          address: heap.range.lowerBound + 2, encoding: .utf8, stride: 8, start: 0, length: 5,
          isInRegion: false, place: "heap"
        ).isOfPointers(in: ArraySlice(Array(bytes)), of: heap, among: [heap])
      }
    }
    #expect(piece(digits))
    #expect(!piece(digits.dropLast() + [0x31_0000]))
    #expect(!piece([0x31_0000, 0x31_0000, 0x30_0000, 0x31_0000, 0x30_0000]))
  }
}
