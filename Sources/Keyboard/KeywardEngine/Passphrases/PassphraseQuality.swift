import SecureMemory

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An estimate of a passphrase's strength against guessing, without copying it.
///
///     PassphraseQuality(of: bytes, on: places).value      // 0 to 100
///
/// The estimate is the cheapest way to put the text together from words, keyboard walks and single
/// characters. A word of `CommonWords`, or a walk, counts as much as one of 7,776 words, wherever it
/// is in a list. It may be followed by a separator, or by a repetition, and at the end by an
/// ending such as a year. A character counts by the kinds of characters in the text, and little if
/// it is predictable from the previous ones. One of the most common passwords, and a text that only
/// consists of walks, have a quality of 0.
///
/// Only lengths and places within the text are kept while it runs. Its characters are in registers
/// and on the stack, until the caller wipes the stack.
package struct PassphraseQuality: Hashable {
  package enum Weakness: Hashable {
    case commonPassword
    case keyboardWalk
  }

  /// The quality, from 0 to 100; 0 for an empty text.
  package let value: Int
  /// The reason for a quality of 0; nil for no reason except that the text is short.
  package let weakness: Weakness?

  /// The bits of entropy for a quality of 100.
  private static let enough = 90.0
  /// The weight of a character that is predictable from the previous ones; all others weigh 1.
  private static let guessed = 0.2
  /// The number of characters of each kind: lower-case letters, upper-case letters, digits, other
  /// ASCII characters, and all characters outside ASCII.
  private static let kindSizes = [26, 26, 10, 33, 100]
  private static let bitsOfWord = log2(Double(WordList.count))
  /// The bits of a predictable ending, so that a word with one has a quality of 20.
  private static let bitsOfEnding = 5.0
  private static let bitsOfRepetition = 1.0
  /// The number of characters from which a walk counts as a word, and as a part of a whole walk.
  private static let (wordOfWalk, partOfWalk) = (4, 3)
  /// The number of characters that may begin a word, so that a key takes less than a millisecond.
  private static let mostStarts = 64

  /// Rates UTF-8 bytes; `places` are the keys of the chosen layout, nil for no search of walks.
  package init(of bytes: RawSpan, on places: KeyPlaces? = nil) {
    let text = Outline(of: bytes, on: places)
    guard !text.starts.isEmpty else {
      (value, weakness) = (0, nil)
      return
    }
    weakness =
      CommonWords.isPassword(bytes) ? .commonPassword : text.isWalk ? .keyboardWalk : nil
    let bits = weakness == nil ? Self.bits(of: bytes, text) : 0
    value = min(100, Int((bits / Self.enough * 100).rounded()))
  }

  /// The bits of the cheapest way to put the text together.
  private static func bits(of bytes: RawSpan, _ text: Outline) -> Double {
    let count = text.starts.count
    var costs = [Double](repeating: .infinity, count: count + 1)
    costs[0] = 0
    func reach(_ place: Int, at cost: Double) { costs[place] = min(costs[place], cost) }
    for start in 0..<count {
      let single = text.isPredictable[start] ? guessed : 1
      reach(start + 1, at: costs[start] + single * text.bitsOfCharacter)
      guard start < mostStarts else { continue }
      var lengths = CommonWords.lengths(in: bytes, from: text.starts[start])
      let walk = text.walkLength(from: start)
      if walk >= wordOfWalk { lengths += wordOfWalk...walk }
      for length in lengths {
        var (end, cost) = (start + length, costs[start] + bitsOfWord)
        while text.repeats(start, length, at: end, of: bytes) {
          end += length
          cost += bitsOfRepetition
        }
        reach(end, at: cost)
        guard end < count else { continue }
        let offset = text.starts[end]
        if !isAlphanumeric(bytes.byte(offset)) { reach(end + 1, at: cost) }
        if Ending.isPredictable(bytes, from: offset) { reach(count, at: cost + bitsOfEnding) }
      }
    }
    return costs[count]
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case 0x61...0x7a, 0x30...0x39, 0x80...: true
    default: false
    }
  }

  /// What is known about a text without its characters.
  private struct Outline {
    /// The offsets of the characters in bytes.
    private(set) var starts: [Int] = []
    /// Whether a character is predictable from the previous ones.
    private(set) var isPredictable: [Bool] = []
    /// Whether the key of a character is beside that of the previous one, or the same key.
    private var isStep: [Bool] = []
    private(set) var bitsOfCharacter = 0.0

    init(of bytes: RawSpan, on places: KeyPlaces?) {
      var seen = kindSizes.map { _ in false }
      var (last, step) = (0, 0)
      var (place, move): (KeyPlaces.Place?, KeyPlaces.Move?) = (nil, nil)
      for offset in 0..<bytes.byteCount {
        let byte = Int(bytes.byte(offset))
        seen[Self.kind(of: byte)] = true
        // Continuation bytes are skipped, so a character outside ASCII counts once.
        guard byte & 0xc0 != 0x80 else { continue }
        let next = byte - last
        let goesOn = offset > 0 && (next == 0 || abs(next) == 1 && next == step)
        let isSearched = starts.count < mostStarts
        let nextPlace = isSearched ? places?.place(of: bytes, at: offset) : nil
        let nextMove = place.flatMap { place in nextPlace.flatMap { place.move(to: $0) } }
        let goesStraightOn = nextMove != nil && nextMove == move
        isPredictable.append(
          goesOn || goesStraightOn || Self.hasPair(endingAt: offset, in: bytes))
        isStep.append(nextMove != nil)
        starts.append(offset)
        (last, step) = (byte, abs(next) == 1 ? next : 0)
        (place, move) = (nextPlace, nextMove)
      }
      let choices = zip(seen, kindSizes).reduce(0) { $0 + ($1.0 ? $1.1 : 0) }
      bitsOfCharacter = log2(Double(max(1, choices)))
    }

    /// The number of characters from one on whose keys are side by side.
    func walkLength(from start: Int) -> Int {
      var end = start + 1
      while end < isStep.count, isStep[end] { end += 1 }
      return end - start
    }

    /// True if the text consists of walks, such as `1qaz2wsx`.
    var isWalk: Bool {
      var start = 0
      while start < starts.count {
        let length = walkLength(from: start)
        guard length >= partOfWalk else { return false }
        start += length
      }
      return true
    }

    /// True if characters are the same as those of an earlier part.
    func repeats(_ start: Int, _ length: Int, at end: Int, of bytes: RawSpan) -> Bool {
      guard end + length <= starts.count else { return false }
      let (first, second) = (starts[start], starts[end])
      let rest = end + length < starts.count ? starts[end + length] : bytes.byteCount
      let count = rest - second
      return first + count <= second
        && (0..<count).allSatisfy { bytes.byte(first + $0) == bytes.byte(second + $0) }
    }

    private static func kind(of byte: Int) -> Int {
      switch byte {
      case 0x61...0x7a: 0
      case 0x41...0x5a: 1
      case 0x30...0x39: 2
      case 0x80...: 4
      default: 3
      }
    }

    /// True if this byte and the previous one form a pair that occurred earlier.
    ///
    /// From byte 512 on, the result is always true, because a search would take too long there.
    private static func hasPair(endingAt offset: Int, in bytes: RawSpan) -> Bool {
      guard offset > 2, offset < 512 else { return offset >= 512 }
      return (1...offset - 2).contains {
        bytes.byte($0) == bytes.byte(offset) && bytes.byte($0 - 1) == bytes.byte(offset - 1)
      }
    }
  }
}

/// The endings that people add to a word: symbols, a number of one or two digits, a sequence of
/// digits, a year or a date, or one character several times.
private enum Ending {
  private static let longest = 12
  private static let mostSymbols = 2

  static func isPredictable(_ bytes: RawSpan, from start: Int) -> Bool {
    var (low, high) = (start, bytes.byteCount)
    guard high - low <= longest else { return false }
    if (low..<high).allSatisfy({ bytes.byte($0) == bytes.byte(start) }) { return true }
    while low < high, low - start < mostSymbols, isSymbol(bytes.byte(low)) { low += 1 }
    while low < high, bytes.byteCount - high < mostSymbols, isSymbol(bytes.byte(high - 1)) {
      high -= 1
    }
    return low == high || isNumber(bytes.extracting(low..<high))
  }

  private static func isSymbol(_ byte: UInt8) -> Bool {
    byte < 0x80 && digit(byte) == nil && !(0x61...0x7a).contains(byte | 0x20)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
  }

  private static func isNumber(_ bytes: RawSpan) -> Bool {
    let parts = bytes.byteOffsets.split { isSymbol(bytes.byte($0)) }
    guard parts.joined().allSatisfy({ digit(bytes.byte($0)) != nil }) else { return false }
    let count = bytes.byteCount
    switch parts.count {
    case 1:
      if count <= 2 || isSequence(bytes) { return true }
      let splits =
        switch count {
        case 4: [[2, 2], [4]]
        case 6: [[2, 2, 2]]
        case 8: [[2, 2, 4], [4, 2, 2]]
        default: [[Int]]()
        }
      return splits.contains { lengths in
        var start = 0
        return isDate(
          lengths.map { length in
            defer { start += length }
            return (number(bytes, start..<start + length), length)
          })
      }
    case 2, 3: return isDate(parts.map { (number(bytes, $0), $0.count) })
    default: return false
    }
  }

  /// True for digits of which each is one more than the one before, or each one less.
  private static func isSequence(_ bytes: RawSpan) -> Bool {
    let steps = (1..<bytes.byteCount).map {
      (Int(bytes.byte($0)) - Int(bytes.byte($0 - 1)) + 10) % 10
    }
    return steps.allSatisfy { $0 == steps[0] } && [0, 1, 9].contains(steps[0])
  }

  private static func number(_ bytes: RawSpan, _ range: Range<Int>) -> Int {
    range.reduce(0) { $0 * 10 + (digit(bytes.byte($1)) ?? 0) }
  }

  /// True for a year, for a day and a month, and for all three with the year first or last.
  private static func isDate(_ parts: [(value: Int, length: Int)]) -> Bool {
    func isYear(_ part: (value: Int, length: Int)) -> Bool {
      part.length == 4 ? (1900...2099).contains(part.value) : part.length == 2
    }
    func isDay(_ one: (value: Int, length: Int), _ other: (value: Int, length: Int)) -> Bool {
      let (low, high) = (min(one.value, other.value), max(one.value, other.value))
      return max(one.length, other.length) <= 2 && (1...12).contains(low) && high <= 31
    }
    return switch parts.count {
    case 1: parts[0].length == 4 && isYear(parts[0])
    case 2: isDay(parts[0], parts[1])
    case 3:
      isDay(parts[0], parts[1]) && isYear(parts[2])
        || isYear(parts[0]) && isDay(parts[1], parts[2])
    default: false
    }
  }
}
