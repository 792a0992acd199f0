import KeywardTestSupport
import Testing

/// No piece of a secret is found twice, for any seed.
@Suite struct SecretMakerTests {
  @Test(.tags(.slow)) func noPieceIsInTwoPlacesForAnySeed() {
    for seed in 0..<40 as Range<UInt64> {
      var maker = SecretMaker(seed: seed)
      let secrets =
        [7, 16, 24, 24, 24, 40].map { maker.secret(.ascii, length: $0) }
        + [8, 16, 16, 24].map { maker.secret(.multiByte, length: $0) }
        + [maker.secret(.ascii, length: 30, ending: "ptw")]
      expectNoPieceTwice(secrets, seed: seed)
    }
  }

  /// A paste of the text's greatest length, before and after short ones.
  @Test(.tags(.slow)) func longOnesToo() {
    let seed: UInt64 = 1
    var maker = SecretMaker(seed: seed)
    let before = (0..<10).map { _ in maker.secret(.ascii, length: 24) }
    let long = maker.secret(.ascii, length: 4080)
    let letters = maker.secret(.multiByte, length: 1360)
    #expect(long.utf8.count == 4080 && letters.utf8.count < 4080)
    let after = (0..<3).map { _ in maker.secret(.ascii, length: 24) }
    for secret in before + after {
      let isFound = ResidueScan(for: secret).isFound(in: Array(long.utf8))
      #expect(!isFound, "seed \(seed)")
      let isHeld = ResidueScan(for: long).isFound(in: Array(secret.utf8))
      #expect(!isHeld, "seed \(seed)")
    }
    for secret in [long, letters] {
      let own = pieces(of: Array(secret.utf8), stride: 1)
      #expect(Set(own).count == own.count, "seed \(seed)")
      let found = ResidueScan(for: secret).count(in: Array(secret.utf8))
      #expect(found == 1, "seed \(seed)")
    }
  }

  @Test func theSameSeedGivesTheSameSecrets() {
    func secrets(_ seed: UInt64) -> [String] {
      var maker = SecretMaker(seed: seed)
      return (0..<3).map { _ in maker.secret(.ascii, length: 24) }
    }
    #expect(secrets(5) == secrets(5))
    #expect(secrets(5) != secrets(6))
  }

  /// A word, a number and a path contain no four neighbours of four kinds.
  @Test func noPieceIsOneOfOrdinaryText() {
    for seed in 0..<20 as Range<UInt64> {
      var maker = SecretMaker(seed: seed)
      let characters = Array(maker.secret(.ascii, length: 96))
      for start in 0...characters.count - 4 {
        let four = characters[start..<start + 4]
        #expect(
          four.contains(where: \.isLowercase) && four.contains(where: \.isUppercase)
            && four.contains(where: \.isNumber)
            && four.contains { !$0.isLetter && !$0.isNumber }, "seed \(seed)")
      }
      let letters = maker.secret(.multiByte, length: 96)
      let scripts = letters.unicodeScalars.map { $0.value >> 8 }
      #expect(!zip(scripts, scripts.dropFirst()).contains { $0 == $1 }, "seed \(seed)")
    }
  }

  /// Checks every piece of every secret in each encoding and at each stride, without the scan.
  private func expectNoPieceTwice(_ secrets: [String], seed: UInt64) {
    var places: [[UInt8]: Set<Int>] = [:]
    for (index, secret) in secrets.enumerated() {
      for bytes in [Array(secret.utf8), utf16(secret), utf32(secret)] {
        for stride in 1...ResidueScan.largestStride {
          for piece in pieces(of: bytes, stride: stride) {
            places[piece, default: []].insert(index)
          }
        }
      }
    }
    for (index, secret) in secrets.enumerated() {
      let own = pieces(of: Array(secret.utf8), stride: 1)
      #expect(Set(own).count == own.count, "“\(secret)” of seed \(seed)")
      for piece in own { #expect(places[piece] == [index], "“\(secret)” of seed \(seed)") }
      for writing in [Array(secret.utf8), utf16(secret), utf32(secret)] {
        let found = ResidueScan(for: secret).count(in: writing)
        #expect(found <= 1, "“\(secret)” of seed \(seed)")
      }
    }
  }

  private func pieces(of bytes: [UInt8], stride: Int) -> [[UInt8]] {
    let last = bytes.count - 1 - (ResidueScan.least - 1) * stride
    guard last >= 0 else { return [] }
    return (0...last).map { start in
      (0..<ResidueScan.least).map { bytes[start + $0 * stride] }
    }
  }

  private func utf16(_ secret: String) -> [UInt8] {
    secret.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
  }

  private func utf32(_ secret: String) -> [UInt8] {
    secret.unicodeScalars.flatMap { scalar in
      (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 0xff) }
    }
  }
}
