import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// Files of fonts in the two versions of their format, and hostile ones.
@Suite struct ConsoleFontTests {
  private static func word(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// 256 glyphs of 8 x 16 pixels, each for the character of its number.
  private static let first: [UInt8] =
    [0x36, 0x04, 2, 16] + [UInt8](repeating: 7, count: 256 * 16)
    + (0..<256).flatMap { [UInt8($0), 0, 0xfe, 0xff, 0x65, 0, 0xff, 0xff] }

  /// Three glyphs of 12 x 20 pixels: A, Ж with a sequence, and one without a character.
  private static func second(width: Int = 12, height: Int = 20, count: Int = 3) -> [UInt8] {
    let head = [0x72, 0xb5, 0x4a, 0x86] + word(0) + word(32) + word(1) + word(count)
    return head + word(height * ((width + 7) / 8)) + word(height) + word(width)
      + [UInt8](repeating: 9, count: count * height * ((width + 7) / 8))
      + [0x41, 0xff] + Array("Ж".utf8) + [0xfe] + Array("e\u{301}".utf8) + [0xff, 0xff]
  }

  @Test func bothVersionsAreRead() throws {
    let first = try ConsoleFont(bytes: Self.first)
    #expect((first.width, first.height, first.count) == (8, 16, 256))
    #expect(first.characters == Array(0..<256) && first.places == Array(0..<256))
    #expect(first.rows.count == 256 * 32)
    #expect(
      first.rows[32..<48].allSatisfy { $0 == 7 } && first.rows[48..<64].allSatisfy { $0 == 0 })
    let second = try ConsoleFont(bytes: Self.second())
    #expect((second.width, second.height, second.count) == (12, 20, 256))
    #expect(second.characters == [0x41, 0x416] && second.places == [0, 1])
    #expect(second.rows[64..<104].allSatisfy { $0 == 9 })
  }

  @Test(
    arguments: [
      ([0x1f, 0x8b, 8, 0], "gunzip"), ([], "PSF"), (Array("#!/bin/sh".utf8), "PSF"),
      ([0x36, 0x04, 0, 16], "Unicode"), (second(width: 33), "32"), (second(height: 33), "32"),
      (second(count: 513), "512"), (second(count: 0), "512"), (second(width: 0), "32"),
    ] as [([UInt8], String)])
  func otherFilesAreRefused(bytes: [UInt8], word: String) {
    let error = #expect(throws: ConsoleFont.Fault.self) { try ConsoleFont(bytes: bytes) }
    #expect(error?.description.contains(word) == true)
  }

  @Test("A font that another user could change is refused")
  func fontsOfOthers() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.first, to: "fonts/a.psf")
    #expect(try ConsoleFont(file: path).count == 256)
    chmod(folder.path + "/fonts", 0o777)
    let error = #expect(throws: ConsoleFont.Fault.self) { try ConsoleFont(file: path) }
    #expect(
      error?.description
        == "console font a.psf: other users may write to the folder \(folder.path)/fonts")
    chmod(folder.path + "/fonts", 0o755)
    // Only root can give files away.
    guard geteuid() == 0 else { return }
    for owned in [path, folder.path + "/fonts"] {
      chown(owned, 65_534, 65_534)
      let error = #expect(throws: ConsoleFont.Fault.self) { try ConsoleFont(file: path) }
      #expect(error?.description.contains("belongs to another user") == true, "\(owned)")
      chown(owned, 0, 0)
    }
  }

  @Test func everyPartOfAFileIsTooShort() {
    for whole in [Self.first, Self.second()] {
      for count in stride(from: 0, to: whole.count, by: whole.count > 1000 ? 7 : 1) {
        #expect(throws: ConsoleFont.Fault.self, "\(count)") {
          try ConsoleFont(bytes: Array(whole.prefix(count)))
        }
      }
    }
  }

  @Test func damagedFilesNeverTrap() {
    for seed in 0..<3000 as Range<UInt64> {
      var random = SplitMix(state: seed)
      var bytes = seed.isMultiple(of: 2) ? Self.second() : Self.first
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<min(bytes.count, 64), using: &random)
        bytes[place] =
          [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      let font = try? ConsoleFont(bytes: bytes)
      #expect(font.map { $0.rows.count == $0.count * 32 * (($0.width + 7) / 8) } ?? true, "\(seed)")
    }
  }
}
