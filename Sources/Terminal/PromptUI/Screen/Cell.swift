/// One place of the screen.
package struct Cell: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case narrow(Character)
    /// A character two cells wide; the next cell is its `tail`.
    case wide(Character)
    /// The second half of the wide character before it.
    case tail
    /// Filled from elsewhere: characters of a secret that are never in a buffer.
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

/// A cell as a buffer keeps it: plain bits, so that rows are copied and compared as memory.
///
/// Nearly every character is one scalar. A character of several, such as a letter with a mark above
/// it, is in a list of the buffer, and its cell holds `cluster`.
struct PackedCell: Hashable, Sendable {
  enum Kind: UInt8, Hashable, Sendable { case narrow, wide, tail, secret }

  /// The value in place of a scalar if the buffer has the character.
  static let cluster: UInt32 = .max

  /// Scalar, kind, foreground, background and attributes as one number, compared in one step.
  private var bits: UInt64

  static let blank = PackedCell(scalar: 0x20, kind: .narrow, style: .plain)

  init(scalar: UInt32, kind: Kind, style: Style) {
    bits =
      UInt64(scalar) | UInt64(kind.rawValue) << 32 | UInt64(style.bits) << 40
  }

  /// A cell with a character; the caller adds a cluster to the buffer's list.
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

  /// The same cell with a narrow blank, in its style.
  var blanked: PackedCell { PackedCell(scalar: 0x20, kind: .narrow, style: style) }

  var style: Style { Style(bits: styleBits) }

  /// The style as a number, compared in one step; 0 for the plain one.
  var styleBits: UInt32 { UInt32(truncatingIfNeeded: bits >> 40) }

  /// The style to draw the cell in while another is in force: its own, but a blank without an ink
  /// needs only its background.
  func styleBits(after former: UInt32) -> UInt32 {
    let own = styleBits
    guard own != former, scalar == 0x20, own & Style.inkBits == 0,
      (own | former) & Style.reverseBits == 0
    else { return own }
    return former & ~Style.backgroundBits | own & Style.backgroundBits
  }

  private func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * index)) }

  var isCluster: Bool { scalar == Self.cluster }
  /// True for a narrow ASCII character, the cell the encoder meets most: one look at the bits.
  var isASCII: Bool { bits & 0xff_ffff_ff80 == 0 }
  /// True if the cell shows a line or block, whose width no terminal doubts.
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
