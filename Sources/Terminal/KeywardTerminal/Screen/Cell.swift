/// A cell of a buffer: plain bits, so rows are copied and compared as memory.
///
/// The buffer keeps characters of several scalars, such as a letter with a combining mark, in a
/// list; their cells hold `cluster`.
package struct Cell: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case narrow
    /// A character two cells wide; the next cell is its `tail`.
    case wide
    case tail
    /// Reserved for a character of a secret, which is never in a buffer.
    case secret
  }

  /// The value of `scalar` in a cell whose character is in the buffer's list.
  static let cluster: UInt32 = .max

  private let bits: UInt64

  static let blank = Cell(scalar: 0x20, kind: .narrow, style: .plain)

  init(scalar: UInt32, kind: Kind, style: Style) {
    bits = UInt64(scalar) | UInt64(kind.rawValue) << 32 | UInt64(style.bits) << 40
  }

  /// Creates a cell for a character; the caller adds a cluster to the buffer's list.
  init(_ character: Character, isWide: Bool, style: Style) {
    self.init(
      scalar: character.onlyScalar?.value ?? Self.cluster, kind: isWide ? .wide : .narrow,
      style: style)
  }

  var scalar: UInt32 { UInt32(truncatingIfNeeded: bits) }

  package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 32)) ?? .narrow }

  package var style: Style { Style(bits: styleBits) }

  var styleBits: UInt32 { UInt32(truncatingIfNeeded: bits >> 40) }

  /// Returns the style to select before this cell is written, if `former` is selected now.
  ///
  /// A plain blank shows only its background, so all other parts of `former` are kept.
  func styleBits(after former: UInt32) -> UInt32 {
    let own = styleBits
    guard own != former, scalar == 0x20, own & Style.inkBits == 0,
      (own | former) & Style.reverseBits == 0
    else { return own }
    return former & ~Style.backgroundBits | own & Style.backgroundBits
  }

  var isCluster: Bool { scalar == Self.cluster }
  var isASCII: Bool { kind == .narrow && scalar < 0x80 }
  /// True for a box-drawing character or a block element, which is one cell wide on all terminals.
  var isLineOrBlock: Bool { kind == .narrow && (0x2500...0x259f).contains(scalar) }
}

extension Character {
  var onlyScalar: Unicode.Scalar? {
    var scalars = unicodeScalars.makeIterator()
    let first = scalars.next()
    return scalars.next() == nil ? first : nil
  }
}
