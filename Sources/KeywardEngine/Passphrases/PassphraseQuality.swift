import Glibc

/// An estimate of a passphrase's strength against guessing, made in place.
///
/// It considers the length and the kinds of characters; a character that repeats or continues the
/// one before counts little. It knows no dictionary, so it cannot tell a proverb from chance.
package enum PassphraseQuality {
  /// The bits that give the best quality.
  private static let enough = 90.0
  /// The bits of a character that could be guessed from those before it.
  private static let guessed = 0.2

  /// The quality of some UTF-8 bytes, 0 for nothing to 100.
  package static func value(of bytes: RawSpan) -> Int {
    var kinds = Kinds()
    var length = 0.0
    var (last, step) = (0, 0)
    for offset in 0..<bytes.byteCount {
      let byte = Int(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
      kinds.note(byte)
      // The bytes of a character beyond ASCII count as one.
      guard byte & 0xc0 != 0x80 else { continue }
      let next = byte - last
      let goesOn = offset > 0 && (next == 0 || abs(next) == 1 && next == step)
      length += goesOn || hasPair(endingAt: offset, in: bytes) ? guessed : 1
      (last, step) = (byte, abs(next) == 1 ? next : 0)
    }
    guard length > 0 else { return 0 }
    return min(100, Int((length * log2(Double(kinds.choices)) / enough * 100).rounded()))
  }

  /// Tells whether this byte and the one before it occur together earlier.
  private static func hasPair(endingAt offset: Int, in bytes: RawSpan) -> Bool {
    guard offset > 2, offset < 512 else { return offset >= 512 }
    func byte(_ index: Int) -> UInt8 {
      unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }
    return (1...offset - 2).contains {
      byte($0) == byte(offset) && byte($0 - 1) == byte(offset - 1)
    }
  }

  /// The kinds of characters seen.
  private struct Kinds {
    private var seen = [false, false, false, false, false]
    private static let sizes = [26, 26, 10, 33, 100]

    mutating func note(_ byte: Int) {
      switch byte {
      case 0x61...0x7a: seen[0] = true
      case 0x41...0x5a: seen[1] = true
      case 0x30...0x39: seen[2] = true
      case 0x80...: seen[4] = true
      default: seen[3] = true
      }
    }

    /// The number of characters to choose from, at least two.
    var choices: Int { max(2, zip(seen, Self.sizes).reduce(0) { $0 + ($1.0 ? $1.1 : 0) }) }
  }
}
