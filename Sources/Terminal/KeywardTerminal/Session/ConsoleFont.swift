import Glibc
import KeywardEngine
import KeywardSystem
import SecureMemory

/// A console font from a PC Screen Font file, version 1 or 2.
///
/// Source: `linux/tools/psf` and the manual page psfaddtable(1) of the kbd project.
package struct ConsoleFont: Hashable, Sendable {
  package private(set) var width = 8
  package private(set) var height = 0
  /// The number of glyphs, 256 or 512 as the kernel requires; missing glyphs are blank.
  package private(set) var count = 0
  /// The bitmaps, with 32 rows for each glyph; each row is padded to whole bytes.
  package private(set) var rows: [UInt8] = []
  package private(set) var characters: [UInt16] = []
  package private(set) var places: [UInt16] = []

  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  private static let largestSide = Int(PLATFORM_FONT_SIDE)
  private static let mostGlyphs = Int(PLATFORM_FONT_GLYPHS)
  private static let mostBytes = 1 << 20

  package init(file path: String) throws(Fault) {
    let reason: String
    do {
      let file = try SmallFile(path, atMost: Self.mostBytes)
      if let error = PathTrustError.first(to: path, leadingTo: file.place) {
        throw Fault(description: error.clause)
      }
      self = try Self(bytes: file.bytes)
      return
    } catch let error as FileError {
      reason = error.reason
    } catch {
      reason = "\(error)"
    }
    // The row of hints has no space for a path.
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
    throw Fault(description: "console font \(name ?? path[...]): \(reason)")
  }

  package init(bytes: [UInt8]) throws(Fault) {
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    var (start, glyphs, stride) = (4, 0, 0)
    let isFirst = bytes.starts(with: [0x36, 0x04]) && bytes.count >= 4
    if isFirst {
      (glyphs, height, stride) = (bytes[2] & 1 == 0 ? 256 : 512, Int(bytes[3]), Int(bytes[3]))
      guard bytes[2] & 6 != 0 else { throw Self.withoutTable }
    } else if bytes.starts(with: [0x72, 0xb5, 0x4a, 0x86]), bytes.count >= 32 {
      (start, glyphs, stride) = (number(8), number(16), number(20))
      (height, width) = (number(24), number(28))
      guard number(12) & 1 != 0 else { throw Self.withoutTable }
    } else if bytes.starts(with: [0x1f, 0x8b]) {
      throw Fault(description: "the file is compressed: unpack it with gunzip")
    } else {
      throw Fault(description: "the file is not in the PSF format")
    }
    guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height),
      (1...Self.mostGlyphs).contains(glyphs)
    else { throw Fault(description: "a font can have at most 512 glyphs of 32 x 32 pixels") }
    let rowBytes = (width + 7) / 8
    guard stride == height * rowBytes, start >= 4, start <= bytes.count,
      glyphs * stride <= bytes.count - start
    else { throw Self.tooShort }
    count = glyphs <= 256 ? 256 : Self.mostGlyphs
    rows = Array(repeating: 0, count: count * Self.largestSide * rowBytes)
    for glyph in 0..<glyphs {
      let source = start + glyph * stride
      let target = glyph * Self.largestSide * rowBytes
      rows.replaceSubrange(target..<target + stride, with: bytes[source..<source + stride])
    }
    let table = bytes[(start + glyphs * stride)...]
    try isFirst ? readPairs(table, glyphs) : readUTF8(table, glyphs)
    guard !characters.isEmpty else { throw Self.withoutTable }
  }

  private static let withoutTable = Fault(description: "the font has no Unicode table")
  private static let tooShort = Fault(description: "the file is damaged or too short")

  /// Reads the Unicode table of a version 1 font, which consists of 16-bit values.
  ///
  /// The value 0xffff ends the entry of a glyph. In an entry, 0xfffe begins the sequences of
  /// several characters, which are skipped.
  private mutating func readPairs(_ table: ArraySlice<UInt8>, _ glyphs: Int) throws(Fault) {
    var (glyph, isSequence, offset) = (0, false, table.startIndex)
    while glyph < glyphs {
      guard offset + 1 < table.endIndex else { throw Self.tooShort }
      let value = UInt16(table[offset]) | UInt16(table[offset + 1]) << 8
      offset += 2
      switch value {
      case 0xffff: (glyph, isSequence) = (glyph + 1, false)
      case 0xfffe: isSequence = true
      default: if !isSequence { try add(value, glyph) }
      }
    }
  }

  /// Reads the Unicode table of a version 2 font, which consists of UTF-8 text and separators.
  ///
  /// The byte 0xff ends the entry of a glyph. In an entry, 0xfe begins the sequences of several
  /// characters, which are skipped.
  private mutating func readUTF8(_ table: ArraySlice<UInt8>, _ glyphs: Int) throws(Fault) {
    var offset = table.startIndex
    for glyph in 0..<glyphs {
      guard let end = table[offset...].firstIndex(of: 0xff) else { throw Self.tooShort }
      let alone = table[offset..<end].prefix { $0 != 0xfe }
      for scalar in String(decoding: alone, as: UTF8.self).unicodeScalars {
        // A console has only 16-bit characters, and U+FFFD results from invalid UTF-8.
        guard let character = UInt16(exactly: scalar.value), character != 0xfffd else { continue }
        try add(character, glyph)
      }
      offset = end + 1
    }
  }

  private mutating func add(_ character: UInt16, _ glyph: Int) throws(Fault) {
    guard characters.count < Int(PLATFORM_MOST_GLYPHS) else {
      throw Fault(description: "the font's Unicode table is too long")
    }
    characters.append(character)
    places.append(UInt16(glyph))
  }

  /// Stores the font for consoles that are opened later; returns false if there is no memory.
  func keep() -> Bool {
    let glyphs = zip(characters, places).map { platform_glyph(character: $0, place: $1) }
    return unsafe platform_console_keep(
      Int32(width), Int32(height), Int32(count), rows, glyphs, Int32(glyphs.count)) == 0
  }
}

extension FontMap {
  init?(ofConsole descriptor: Int32) {
    guard platform_is_console(descriptor) != 0 else { return nil }
    var glyphs = Array(repeating: platform_glyph(), count: Int(PLATFORM_MOST_GLYPHS))
    let count = unsafe platform_console_map(descriptor, &glyphs, Int32(glyphs.count))
    guard count >= 0 else { return nil }
    self.init(glyphs.prefix(Int(count)).map(\.character))
  }

  /// Returns the characters and the cell size of the font that `ConsoleFont.keep()` has stored.
  ///
  /// Nil if no font was stored, or if the console does not report the size of its font.
  static func kept(forConsole descriptor: Int32) -> (map: FontMap, pixelsOfCell: Size)? {
    guard platform_is_console(descriptor) != 0, platform_console_font_size(descriptor).height > 0
    else { return nil }
    var cell = platform_font_size()
    var glyphs = Array(repeating: platform_glyph(), count: Int(PLATFORM_MOST_GLYPHS))
    let count = unsafe platform_console_kept(&cell, &glyphs, Int32(glyphs.count))
    guard count > 0 else { return nil }
    return (
      FontMap(glyphs.prefix(Int(count)).map(\.character)),
      Size(width: Double(cell.width), height: Double(cell.height))
    )
  }
}
