/// Reads the colour of a terminal's ground from its answer, byte by byte: `11;rgb:1e1e/1e1e/2e2e`.
///
/// It keeps numbers, never the bytes. Each part has 1 to 4 hexadecimal digits, as in XParseColor;
/// the fourth part of `rgba:`, the opacity, is ignored.
struct BackgroundColorResponse: Sendable {
  private static let start: [UInt8] = Array("11;rgb".utf8)
  private static let mostDigits: UInt8 = 4

  /// The place in `start`, or behind it.
  private var place = 0
  private var hasAlpha = false
  private var isBroken = false
  /// The number of the part being read, 0 for red, and its value so far.
  private var part = 0
  private var digits: UInt8 = 0
  private var value: UInt32 = 0
  private var parts = Palette.RGB(0, 0, 0)

  /// The colour, once the answer is complete; nil for any other text.
  var color: Palette.RGB? {
    var whole = self
    whole.endPart()
    return whole.isBroken || whole.part != (hasAlpha ? 4 : 3) ? nil : whole.parts
  }

  /// Takes the next byte of the string behind `ESC ]`.
  mutating func take(_ byte: UInt8) {
    guard !isBroken else { return }
    if place < Self.start.count {
      isBroken = byte != Self.start[place]
      place += 1
    } else if place == Self.start.count {
      takeBeforeParts(byte)
    } else {
      takeInParts(byte)
    }
  }

  private mutating func takeBeforeParts(_ byte: UInt8) {
    switch byte {
    case 0x61 where !hasAlpha: hasAlpha = true
    case 0x3a: place += 1
    default: isBroken = true
    }
  }

  private mutating func takeInParts(_ byte: UInt8) {
    if byte == 0x2f {
      endPart()
    } else if let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digits < Self.mostDigits {
      value = value << 4 | UInt32(digit)
      digits += 1
    } else {
      isBroken = true
    }
  }

  private mutating func endPart() {
    guard digits > 0, part < 4 else {
      isBroken = true
      return
    }
    let largest = (UInt32(1) << (4 * UInt32(digits))) - 1
    let scaled = UInt8((value * 255 + largest / 2) / largest)
    switch part {
    case 0: parts.red = scaled
    case 1: parts.green = scaled
    case 2: parts.blue = scaled
    default: break
    }
    (part, digits, value) = (part + 1, 0, 0)
  }
}
