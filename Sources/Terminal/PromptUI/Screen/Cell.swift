/// A cell of the screen.
package struct Cell: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case narrow(Character)
    /// A character two cells wide; the next cell is its `tail`.
    case wide(Character)
    /// The second half of the wide character before it.
    case tail
    /// Reserved for a character of a secret, which is never in a buffer.
    case secret
  }

  package var content: Content
  package var style: Style

  package static let blank = Cell(content: .narrow(" "), style: .plain)

  package init(content: Content, style: Style) {
    self.content = content
    self.style = style
  }
}

/// A cell as stored in a buffer: plain bits, so rows are copied and compared as memory.
///
/// Nearly every character is one scalar. The buffer keeps characters of several scalars, such as a
/// letter with a combining mark, in a list; their cells hold `cluster`.
struct PackedCell: Hashable, Sendable {
  enum Kind: UInt8, Hashable, Sendable { case narrow, wide, tail, secret }

  /// The value that, in place of a scalar, marks a character in the buffer's list.
  static let cluster: UInt32 = .max

  /// Scalar, kind and style as one number, compared in one step.
  private var bits: UInt64

  static let blank = PackedCell(scalar: 0x20, kind: .narrow, style: .plain)

  init(scalar: UInt32, kind: Kind, style: Style) {
    bits =
      UInt64(scalar) | UInt64(kind.rawValue) << 32 | UInt64(style.bits) << 40
  }

  /// Creates a cell for a character; the caller adds a cluster to the buffer's list.
  init(_ character: Character, isWide: Bool, style: Style) {
    self.init(
      scalar: character.onlyScalar?.value ?? Self.cluster, kind: isWide ? .wide : .narrow,
      style: style)
  }

  /// The scalar's value; 0 for a cell without one.
  var scalar: UInt32 {
    get { UInt32(truncatingIfNeeded: bits) }
    set { bits = bits & ~0xffff_ffff | UInt64(newValue) }
  }

  var kind: Kind { Kind(rawValue: byte(4)) ?? .narrow }

  var blanked: PackedCell { PackedCell(scalar: 0x20, kind: .narrow, style: style) }

  var style: Style { Style(bits: styleBits) }

  /// The style as a number, compared in one step; 0 for plain.
  var styleBits: UInt32 { UInt32(truncatingIfNeeded: bits >> 40) }

  /// The style to select after `former`: the cell's own, but a plain blank needs only its
  /// background.
  func styleBits(after former: UInt32) -> UInt32 {
    let own = styleBits
    guard own != former, scalar == 0x20, own & Style.inkBits == 0,
      (own | former) & Style.reverseBits == 0
    else { return own }
    return former & ~Style.backgroundBits | own & Style.backgroundBits
  }

  private func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * index)) }

  var isCluster: Bool { scalar == Self.cluster }
  /// True for a narrow ASCII character, the encoder's most common cell: one test of the bits.
  var isASCII: Bool { bits & 0xff_ffff_ff80 == 0 }
  /// True if the cell shows a line or block, whose width is the same on all terminals.
  var isLineOrBlock: Bool { kind == .narrow && (0x2500...0x259f).contains(scalar) }
}

extension Character {
  /// The only scalar of a character; nil if it has several.
  var onlyScalar: Unicode.Scalar? {
    var scalars = unicodeScalars.makeIterator()
    let first = scalars.next()
    return scalars.next() == nil ? first : nil
  }
}
