/// The search for words of the English list of BIP39, `Layouts/bip39.txt`, in locked memory.
///
/// The four first letters distinguish all words. A word is searched by going through the whole list
/// with masks, so that the time does not depend on the word. Its letters are in registers and on
/// the stack as numbers of five bits each, until the caller wipes the stack.
enum WordSearch {
  static let listLength = 2048
  static let longestWord = 8
  static let distinctLetters = 4
  static let mostWords = 24
  static let wordCounts = [12, 15, 18, 21, 24]
  /// The number of bytes beyond which no text can be valid.
  static let longestText = 300
  /// The bytes for the numbers of all words, 11 bits each, and for a hash of them.
  static let checkedBytes = 33 + 32

  /// The words, five bits for each letter, the first letter in the highest bits of 40.
  private static let codes: [UInt64] = {
    var codes: [UInt64] = []
    ShippedFiles.withFile("bip39") { bytes in
      for word in words(of: bytes) { codes.append(code(of: bytes, word)) }
    }
    precondition(codes.count == listLength, "the list is complete")
    return codes
  }()

  /// The places of the words in a text, which blanks or line ends separate.
  static func words(of bytes: RawSpan) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    for offset in 0...bytes.byteCount
    where offset == bytes.byteCount || bytes.byte(offset) <= 0x20 {
      if offset > start { words.append(start..<offset) }
      start = offset + 1
    }
    return words
  }

  private static func code(of bytes: RawSpan, _ word: Range<Int>) -> UInt64 {
    var code: UInt64 = 0
    for index in 0..<longestWord {
      let letter = index < word.count ? bytes.byte(word.lowerBound + index) & 0x1f : 0
      code = code << 5 | UInt64(letter)
    }
    return code
  }

  /// The code and the number of a word of the list; 0 for no word.
  private typealias Match = (code: UInt64, number: UInt64)

  /// Finds the word with these letters, or the only word that begins with them.
  private static func match(_ bytes: RawSpan, _ word: Range<Int>) -> Match {
    guard word.count <= longestWord else { return (0, 0) }
    let code = code(of: bytes, word)
    let mask = ~0 << UInt64(5 * (longestWord - word.count)) as UInt64
    var whole: Match = (0, 0)
    var begun: Match = (0, 0)
    var beginnings: UInt64 = 0
    unsafe codes.withUnsafeBufferPointer { codes in
      for index in codes.indices {
        let (other, number) = unsafe (codes[index], UInt64(truncatingIfNeeded: index))
        let isWhole = ones(ifZero: other ^ code)
        let isBegun = ones(ifZero: (other & mask) ^ code)
        whole.code |= other & isWhole
        whole.number |= number & isWhole
        begun.code |= other & isBegun
        begun.number |= number & isBegun
        beginnings &+= isBegun & 1
      }
    }
    let isWhole = ~ones(ifZero: whole.code)
    let isOnly = ones(ifZero: beginnings ^ 1) & ~isWhole
    return (
      whole.code & isWhole | begun.code & isOnly, whole.number & isWhole | begun.number & isOnly
    )
  }

  /// Returns all ones for 0, and 0 for any other number, without a branch.
  private static func ones(ifZero value: UInt64) -> UInt64 {
    ((value | (0 &- value)) >> 63) &- 1
  }

  static func isKnown(_ bytes: RawSpan, _ word: Range<Int>) -> Bool {
    match(bytes, word).code != 0
  }

  /// Writes the letters that a word lacks to `room`, and returns their number; 0 if it is unknown.
  static func complete(
    _ bytes: RawSpan, _ word: Range<Int>, into room: inout MutableRawSpan
  ) -> Int {
    let code = match(bytes, word).code
    var count = 0
    guard word.count < longestWord else { return 0 }
    for index in word.count..<longestWord {
      let letter = UInt8(truncatingIfNeeded: code >> UInt64(5 * (longestWord - 1 - index))) & 0x1f
      guard letter != 0 else { break }
      room.storeBytes(of: 0x60 | letter, toByteOffset: count, as: UInt8.self)
      count += 1
    }
    return count
  }

  /// True if the checksum of known words is correct: the last bits are the first of a hash.
  ///
  /// `room` has `checkedBytes` zero bytes.
  static func hasChecksum(
    _ bytes: RawSpan, _ words: [Range<Int>], in room: inout MutableRawSpan
  ) -> Bool {
    for (index, word) in words.enumerated() {
      let number = match(bytes, word).number
      let bit = index * 11
      // The 11 bits are in two or three bytes.
      let shifted = number << UInt64(13 - bit % 8)
      for part in 0..<3 where bit / 8 + part < room.byteCount {
        let value = UInt8(truncatingIfNeeded: shifted >> UInt64(16 - 8 * part))
        let offset = bit / 8 + part
        room.storeBytes(of: room.bytes.byte(offset) | value, toByteOffset: offset, as: UInt8.self)
      }
    }
    let checkBits = words.count * 11 / 33
    let length = checkBits * 4
    let check = room.bytes.byte(length)
    appendSHA256(of: length, in: &room)
    let mask = ~(0xff >> UInt8(checkBits)) as UInt8
    return (check ^ room.bytes.byte(length)) & mask == 0
  }
}
