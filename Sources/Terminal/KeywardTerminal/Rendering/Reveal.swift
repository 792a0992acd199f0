import KeywardEngine

struct Reveal: Hashable {
  var isOn = false
  /// True for a generated passphrase, which is shown until the next key.
  var isMade = false
  /// True if the passphrase was generated without a request; the first typed character replaces it.
  var isOffered = false
  var end: Double?

  static let time = 10.0
}

extension Reveal {
  private static let groupLength = 5

  /// Writes the end of `text` to `scratch`, padded with blanks to `cells` cells; returns the number
  /// of bytes.
  ///
  /// If not all of `text` fits, an ellipsis precedes its end. A cursor bar follows the text if a
  /// cell is free. If `isGrouped`, a blank follows every five characters.
  ///
  /// The text must be valid UTF-8. A scalar that cannot be shown, such as a control character,
  /// becomes U+FFFD (`?` in ASCII). The function reads scalars one by one in registers, and copies
  /// nothing outside `text` and `scratch`.
  static func compose(
    _ text: RawSpan, cells: Int, isGrouped: Bool = false, isASCII: Bool, ellipsis: String = "",
    cursorBar: Unicode.Scalar? = nil, into scratch: inout SecretBuffer
  ) -> Int {
    var start = start(of: text, cells: cells, isGrouped: isGrouped, isASCII: isASCII)
    let markCells = CharacterWidth.of(ellipsis)
    let isMarked = start > 0 && markCells > 0 && markCells < cells
    if isMarked {
      start = Self.start(
        of: text, cells: cells - markCells, isGrouped: isGrouped, isASCII: isASCII)
    }
    return scratch.withMutableBytes { output in
      var writer = Writer(room: output.byteCount)
      var (used, shown) = (0, 0)
      var offset = start
      if isMarked {
        for byte in ellipsis.utf8 { writer.put(byte, to: &output) }
        used = markCells
      }
      while offset < text.byteCount {
        let width = shownWidth(of: text, at: offset, isASCII: isASCII)
        if width > 0 {
          if isGrouped, shown > 0, shown.isMultiple(of: groupLength) {
            writer.put(0x20, to: &output)
            used += 1
          }
          shown += 1
        }
        used += width
        offset += writer.copy(from: text, at: offset, isASCII: isASCII, to: &output)
      }
      if let cursorBar, used < cells {
        for byte in cursorBar.utf8 { writer.put(byte, to: &output) }
        used += 1
      }
      for _ in used..<max(used, cells) { writer.put(0x20, to: &output) }
      return writer.count
    }
  }

  /// The start of the shown part, searched backwards from the end until the row is full.
  private static func start(
    of text: RawSpan, cells: Int, isGrouped: Bool, isASCII: Bool
  ) -> Int {
    var start = text.byteCount
    var (used, shown) = (0, 0)
    while start > 0 {
      var lead = start - 1
      while lead > 0, text.byte(lead) & 0xc0 == 0x80 { lead -= 1 }
      let width = shownWidth(of: text, at: lead, isASCII: isASCII)
      let blanks = isGrouped ? shown / groupLength : 0
      guard used + blanks + width <= cells else { break }
      used += width
      if width > 0 { shown += 1 }
      start = lead
    }
    // Omit combining marks whose letter does not fit.
    while start > 0, start < text.byteCount,
      shownWidth(of: text, at: start, isASCII: isASCII) == 0
    {
      start += scalar(in: text, at: start).length
    }
    return start
  }

  private static func shownWidth(of bytes: RawSpan, at offset: Int, isASCII: Bool) -> Int {
    shown(in: bytes, at: offset, isASCII: isASCII).map { CharacterWidth.of($0) } ?? 1
  }

  /// Returns the scalar to show at an offset; nil if U+FFFD must be shown instead.
  fileprivate static func shown(
    in bytes: RawSpan, at offset: Int, isASCII: Bool
  ) -> Unicode.Scalar? {
    guard let scalar = scalar(in: bytes, at: offset).scalar, scalar.isPrintable || scalar.isMark,
      !isASCII || scalar.isASCII
    else { return nil }
    // A scalar of width 0 would be added to the cell on its left with every frame.
    return offset == 0 && CharacterWidth.of(scalar) == 0 ? nil : scalar
  }

  fileprivate static func scalar(
    in bytes: RawSpan, at offset: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let lead = UInt32(bytes.byte(offset))
    let length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    guard length > 1 else { return (Unicode.Scalar(lead), 1) }
    var value = lead & (0xff >> UInt32(length + 1))
    for index in 1..<length where offset + index < bytes.byteCount {
      value = value << 6 | UInt32(bytes.byte(offset + index) & 0x3f)
    }
    return (Unicode.Scalar(value), length)
  }

  private struct Writer {
    let room: Int
    var count = 0

    mutating func put(_ byte: UInt8, to output: inout MutableRawSpan) {
      guard count < room else { return }
      output.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
      count += 1
    }

    mutating func copy(
      from bytes: RawSpan, at offset: Int, isASCII: Bool, to output: inout MutableRawSpan
    ) -> Int {
      let length = Reveal.scalar(in: bytes, at: offset).length
      if Reveal.shown(in: bytes, at: offset, isASCII: isASCII) != nil {
        guard count + length <= room else { return length }
        for index in 0..<length { put(bytes.byte(offset + index), to: &output) }
      } else if isASCII {
        put(0x3f, to: &output)
      } else if count + 3 <= room {
        for byte in [0xef, 0xbf, 0xbd] as [UInt8] { put(byte, to: &output) }
      }
      return length
    }
  }
}

extension Unicode.Scalar {
  var isMark: Bool {
    guard value >= 0x300, !properties.isDefaultIgnorableCodePoint else { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}
