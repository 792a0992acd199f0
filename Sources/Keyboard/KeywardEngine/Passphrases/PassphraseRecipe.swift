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
