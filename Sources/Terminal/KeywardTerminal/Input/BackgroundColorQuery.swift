/// The query for a terminal's background colour.
///
/// A reply changes the theme only if it arrives within `timeout` and before the first key. A later
/// reply is only recorded.
struct BackgroundColorQuery {
  /// The seconds in which a reply can change the theme.
  static let timeout = 0.3
  /// The seconds after which the program no longer expects a reply to the query.
  ///
  /// Some terminals never reply. On them, an expected reply delays the end of each dialogue.
  static let longestWay = 3.0

  private(set) var detected: Theme?
  private var wasAsked = false
  private var end = -Double.infinity
  private var change: Theme?

  mutating func ask(at now: Double) {
    wasAsked = true
    end = now + Self.timeout
  }

  /// Notes a key, a click or a paste, after which a reply no longer changes the theme.
  mutating func noteInput() { end = -.infinity }

  mutating func note(_ background: Palette.RGB, at now: Double) {
    guard wasAsked else { return }
    detected = background.isLight ? .light : .dark
    if now <= end { change = detected }
    noteInput()
  }

  mutating func takeChange() -> Theme? { change.take() }
}

/// Parses a terminal's background colour byte by byte: `11;rgb:1e1e/1e1e/2e2e`.
///
/// It keeps numbers, never the bytes. Each component has 1 to 4 hexadecimal digits, as in
/// XParseColor; the fourth component of `rgba:`, the opacity, is ignored.
struct BackgroundColorResponse: Sendable {
  private static let start: [UInt8] = Array("11;rgb".utf8)
  private static let mostDigits: UInt8 = 4

  private var place = 0
  private var hasAlpha = false
  private var isBroken = false
  private var part = 0
  private var digits: UInt8 = 0
  private var value: UInt32 = 0
  private var parts = Palette.RGB(0, 0, 0)

  var color: Palette.RGB? {
    var whole = self
    whole.endPart()
    return whole.isBroken || whole.part != (hasAlpha ? 4 : 3) ? nil : whole.parts
  }

  /// Parses the next byte after `ESC ]`.
  mutating func take(_ byte: UInt8) {
    guard !isBroken else { return }
    if place < Self.start.count {
      isBroken = byte != Self.start[place]
      place += 1
    } else if place == Self.start.count {
      switch byte {
      case UInt8(ascii: "a") where !hasAlpha: hasAlpha = true
      case UInt8(ascii: ":"): place += 1
      default: isBroken = true
      }
    } else if byte == UInt8(ascii: "/") {
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
