import Glibc
import Layouts

/// A recipe for passphrases: a number of words from a list, or a number of characters.
///
///     let recipe = PassphraseRecipe("words:6")
///     recipe.fill(field, random: &random)    // "stood cactus … ", straight into locked memory
///
/// Every choice is equally likely, so the entropy is known exactly.
package enum PassphraseRecipe: Hashable, Sendable {
  /// Words with a blank between two.
  case words(Int)
  /// Letters, digits and two signs; for a field that accepts fewer, only those it accepts.
  case characters(Int)

  /// The greatest number of words.
  package static let mostWords = 64
  /// The greatest number of characters.
  package static let mostCharacters = 1024

  /// Reads `words:6` and `chars:20`; nil for anything else, and for numbers out of range.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(parts[1]), count > 0
    else { return nil }
    switch parts[0] {
    case "words" where count <= Self.mostWords: self = .words(count)
    case "chars" where count <= Self.mostCharacters: self = .characters(count)
    default: return nil
    }
  }

  /// True if a field takes every passphrase of this recipe that has room in its memory.
  package func suits(_ acceptance: Acceptance) -> Bool {
    guard !acceptance.isIDCard else { return false }
    let longest = acceptance.longest ?? .max
    switch self {
    case .words(let count):
      let isTaken = "abcdefghijklmnopqrstuvwxyz- ".unicodeScalars.allSatisfy {
        acceptance.allowed?.contains($0) ?? true
      }
      return isTaken && count * (WordList.longestWord + 1) - 1 <= longest
    case .characters(let count):
      return !Self.alphabet(for: acceptance).isEmpty && count <= longest
    }
  }

  /// The composition of a field's passphrase: `6 words: 77.5 bits`.
  package func account(for acceptance: Acceptance) -> String {
    switch self {
    case .words(let count):
      return "\(count == 1 ? "1 word" : "\(count) words"): \(bits(count, of: WordList.count))"
    case .characters(let count):
      let name = count == 1 ? "1 character" : "\(count) characters"
      return "\(name): \(bits(count, of: Self.alphabet(for: acceptance).count))"
    }
  }

  /// `6, 7776` → `77.5 bits`.
  private func bits(_ count: Int, of choices: Int) -> String {
    let tenths = Int((Double(count) * log2(Double(max(1, choices))) * 10).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) bits"
  }

  /// Puts a fresh passphrase into a field.
  ///
  /// - Returns: False, with the field empty, if the field does not accept it as a whole.
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
      if index > 0, unsafe field.insert(" ".utf8Span.span.bytes) != .accepted { return false }
      let number = random.next(below: WordList.count)
      guard withWord(number, { field.insert($0) }) == .accepted else { return false }
    }
    return true
  }

  /// Runs `body` with a word of the list in place.
  static func withWord<R>(_ number: Int, _ body: (RawSpan) -> R) -> R {
    WordList.text.withUTF8Buffer { text in
      let bytes = unsafe Span(_unsafeElements: text).bytes
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
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) <= 0x20
  }

  private static func addCharacters(
    _ count: Int, to field: SecretField, random: inout some RandomSource
  ) -> Bool {
    let alphabet = alphabet(for: field.acceptance)
    guard !alphabet.isEmpty else { return false }
    for _ in 0..<count {
      let number = random.next(below: alphabet.count)
      let piece = unsafe alphabet.span.bytes.extracting(number..<number + 1)
      guard field.insert(piece) == .accepted else { return false }
    }
    return true
  }

  /// The characters to choose from.
  private static func alphabet(for acceptance: Acceptance) -> [UInt8] {
    guard let allowed = acceptance.allowed else { return usual }
    return (0x21..<0x7f).filter { allowed.contains(Unicode.Scalar($0)) }
  }

  private static let usual = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
