import SecureMemory
import TerminalUI

/// Composes characters of a secret for showing, from locked memory to locked memory.
enum RevealedText {
  /// Puts the end of `text` that fits into `columns` cells at the beginning of `target`.
  ///
  /// Control characters become U+FFFD, and so does whatever could steer the terminal.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8.
  ///   - columns: The cells there are.
  ///   - isGrouped: Whether a blank stands after every five characters.
  ///   - isASCII: Whether the terminal shows ASCII only.
  ///   - target: The scratch region; it is wiped first.
  /// - Returns: The number of bytes composed; blanks fill up the cells.
  static func compose(
    _ text: RawSpan, columns: Int, isGrouped: Bool, isASCII: Bool,
    into target: inout SecretBuffer
  ) -> Int {
    target.wipe()
    var start = 0
    // From the left one scalar at a time is left out until the rest fits.
    while start < text.byteCount, width(text, from: start, isGrouped, isASCII) > columns {
      start += length(text, start)
    }
    var end = 0
    var cells = 0
    var index = 0
    target.withMutableBytes { bytes in
      var offset = start
      while offset < text.byteCount {
        let count = length(text, offset)
        let scalar = shown(text, offset, isASCII)
        let scalarWidth = CharacterWidth.of(scalar)
        if isGrouped, index > 0, index % 5 == 0, scalarWidth > 0, end < bytes.byteCount {
          bytes.storeBytes(of: 0x20, toByteOffset: end, as: UInt8.self)
          end += 1
          cells += 1
        }
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        where end < bytes.byteCount {
          bytes.storeBytes(of: unit, toByteOffset: end, as: UInt8.self)
          end += 1
        }
        cells += scalarWidth
        if scalarWidth > 0 { index += 1 }
        offset += count
      }
      while cells < columns, end < bytes.byteCount {
        bytes.storeBytes(of: 0x20, toByteOffset: end, as: UInt8.self)
        end += 1
        cells += 1
      }
    }
    return end
  }

  private static func width(
    _ text: RawSpan, from start: Int, _ isGrouped: Bool, _ isASCII: Bool
  ) -> Int {
    var cells = 0
    var index = 0
    var offset = start
    while offset < text.byteCount {
      let scalarWidth = CharacterWidth.of(shown(text, offset, isASCII))
      if scalarWidth > 0 {
        if isGrouped, index > 0, index % 5 == 0 { cells += 1 }
        index += 1
      }
      cells += scalarWidth
      offset += length(text, offset)
    }
    return cells
  }

  /// The bytes of the scalar at `offset`.
  private static func length(_ text: RawSpan, _ offset: Int) -> Int {
    switch text.byte(offset) {
    case 0xf0...: return 4
    case 0xe0...: return 3
    case 0xc0...: return 2
    default: return 1
    }
  }

  /// The scalar at `offset`, if it is harmless.
  private static func shown(_ text: RawSpan, _ offset: Int, _ isASCII: Bool) -> Unicode.Scalar {
    let count = length(text, offset)
    var value = UInt32(text.byte(offset))
    if count > 1 {
      value &= 0x7f >> UInt32(count)
      for next in 1..<count where offset + next < text.byteCount {
        value = value << 6 | UInt32(text.byte(offset + next) & 0x3f)
      }
    }
    guard let scalar = Unicode.Scalar(value), isHarmless(scalar) else {
      return isASCII ? "?" : "\u{fffd}"
    }
    return isASCII && !scalar.isASCII ? "?" : scalar
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      return false
    default:
      return true
    }
  }
}
