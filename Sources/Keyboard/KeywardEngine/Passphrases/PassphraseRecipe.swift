#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A recipe for passphrases: a number of words from a list, or of characters.
///
///     let recipe = PassphraseRecipe.words(6)
///     recipe.fill(field, random: &random)    // "stood cactus …", directly in locked memory
///
/// Every choice is equally likely, so the entropy is known exactly.
package enum PassphraseRecipe: Hashable, Sendable {
  case words(Int)
  /// A passphrase of the given number of characters.
  ///
  /// The characters are chosen from the ASCII letters, the digits, `-` and `_`. If the field has an
  /// allow list, they are chosen from the printable ASCII characters of this list, without the
  /// space.
  case characters(Int)

  package static let mostWords = 64
  package static let mostCharacters = 1024

  /// Parses `words:6` or `chars:20`; nil for anything else, for numbers out of range, and for words
  /// without the word list.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(parts[1]), count > 0
    else { return nil }
    switch parts[0] {
    case "words" where count <= Self.mostWords && WordList.isIncluded: self = .words(count)
    case "chars" where count <= Self.mostCharacters: self = .characters(count)
    default: return nil
    }
  }

  /// True if the rules of a field accept every passphrase of this recipe.
  ///
  /// The capacity of the field is not considered.
  package func suits(_ acceptance: Acceptance) -> Bool {
    guard !acceptance.isIDCard, acceptance.expected == nil else { return false }
    let longest = acceptance.longest ?? .max
    switch self {
    case .words(let count):
      let isTaken = "abcdefghijklmnopqrstuvwxyz- ".unicodeScalars.allSatisfy {
        acceptance.allowed?.contains($0) ?? true
      }
      return isTaken && WordList.isIncluded && count * (WordList.longestWord + 1) - 1 <= longest
    case .characters(let count):
      return !Self.alphabet(for: acceptance).isEmpty && count <= longest
    }
  }

  /// The entropy, in bits, of a passphrase of this recipe for a field with the given rules.
  ///
  /// For example, 6 words from a list of 7776 words have 77.5 bits.
  package func bits(for acceptance: Acceptance) -> Double {
    let (count, choices) =
      switch self {
      case .words(let count): (count, WordList.count)
      case .characters(let count): (count, Self.alphabet(for: acceptance).count)
      }
    return Double(count) * log2(Double(max(1, choices)))
  }

  /// Fills a field with a new passphrase; returns false and empties the field if it is rejected.
  package func fill(_ field: SecretField, random: inout some RandomSource) -> Bool {
    field.removeAll()
    let isTaken =
      switch self {
      case .words(let count): Self.addWords(count, to: field, random: &random)
      case .characters(let count): Self.addCharacters(count, to: field, random: &random)
      }
    if !isTaken { field.removeAll() }
    return isTaken
  }

  private static func addWords(
    _ count: Int, to field: SecretField, random: inout some RandomSource
  ) -> Bool {
    for index in 0..<count {
      if index > 0, unsafe field.append(" ".utf8Span.span.bytes) != .accepted { return false }
      let number = random.next(below: WordList.count)
      guard withWord(number, { field.append($0) }) == .accepted else { return false }
    }
    return true
  }

  static func withWord<R>(_ number: Int, _ body: (RawSpan) -> R) -> R? {
    ShippedFiles.withFile("words") { bytes in
      var (start, left) = (0, number)
      while left > 0 {
        if isGap(bytes, start) { left -= 1 }
        start += 1
      }
      var end = start
      while end < bytes.byteCount, !isGap(bytes, end) { end += 1 }
      return body(bytes.extracting(start..<end))
    }
  }

  private static func isGap(_ bytes: RawSpan, _ offset: Int) -> Bool {
    bytes.byte(offset) <= 0x20
  }

  private static func addCharacters(
    _ count: Int, to field: SecretField, random: inout some RandomSource
  ) -> Bool {
    let alphabet = alphabet(for: field.acceptance)
    guard !alphabet.isEmpty else { return false }
    for _ in 0..<count {
      let number = random.next(below: alphabet.count)
      let piece = unsafe alphabet.span.bytes.extracting(number..<number + 1)
      guard field.append(piece) == .accepted else { return false }
    }
    return true
  }

  private static func alphabet(for acceptance: Acceptance) -> [UInt8] {
    guard let allowed = acceptance.allowed else { return standard }
    return (0x21..<0x7f).filter { allowed.contains(Unicode.Scalar($0)) }
  }

  private static let standard = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

/// The words of `Layouts/words.txt`, in alphabetical order, each in a line.
///
/// "EFF's Large Wordlist for Passphrases" by Joseph Bonneau for the Electronic Frontier Foundation,
/// https://www.eff.org/dice, licensed under Creative Commons Attribution 3.0 United States
/// (https://creativecommons.org/licenses/by/3.0/us/), without the dice numbers.
package enum WordList {
  /// True if the words are part of the program: they are left out without the package trait
  /// `WordList`.
  static var isIncluded: Bool { ShippedFiles.withFile("words") { _ in } != nil }
  /// The number of words, which five dice select.
  package static let count = 7776
  /// The number of letters and hyphens of the longest words.
  package static let longestWord = 9
}

/// An estimate of a passphrase's strength against guessing, without copying it.
///
/// The estimate considers the length and the kinds of characters. A character counts little if it
/// repeats the previous character or continues a sequence such as `abc`. There is no dictionary, so
/// a proverb scores as high as random words of the same length.
package enum PassphraseQuality {
  /// The bits of entropy for a quality of 100.
  private static let enough = 90.0
  /// The weight of a character that is predictable from the previous ones; all others weigh 1.
  private static let guessed = 0.2
  /// The number of characters of each kind: lower-case letters, upper-case letters, digits, other
  /// ASCII characters, and all characters outside ASCII.
  private static let kindSizes = [26, 26, 10, 33, 100]

  /// The quality of UTF-8 bytes, from 0 to 100; 0 if they are empty.
  package static func value(of bytes: RawSpan) -> Int {
    var seen = kindSizes.map { _ in false }
    var length = 0.0
    var (last, step) = (0, 0)
    for offset in 0..<bytes.byteCount {
      let byte = Int(bytes.byte(offset))
      seen[kind(of: byte)] = true
      // Continuation bytes are skipped, so a character outside ASCII counts once.
      guard byte & 0xc0 != 0x80 else { continue }
      let next = byte - last
      let goesOn = offset > 0 && (next == 0 || abs(next) == 1 && next == step)
      length += goesOn || hasPair(endingAt: offset, in: bytes) ? guessed : 1
      (last, step) = (byte, abs(next) == 1 ? next : 0)
    }
    guard length > 0 else { return 0 }
    let choices = zip(seen, kindSizes).reduce(0) { $0 + ($1.0 ? $1.1 : 0) }
    return min(100, Int((length * log2(Double(choices)) / enough * 100).rounded()))
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
