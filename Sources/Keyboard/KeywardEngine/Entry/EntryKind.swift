/// A form that the typed text is expected to have, such as a recovery key copied from paper.
///
///     configuration.expects = EntryKind("bitlocker")
///
/// A field with an expected form accepts only its characters, corrects characters that look like
/// them, and keeps the text in one form: with `-` between groups, single blanks between words, and
/// no other separators. ``Keyboard/fault`` reports what is wrong with the text.
public struct EntryKind: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case idCard, recoveryKey, bitLocker, words
    case digits(Int)
    case groups(Int, of: Int)
  }

  let form: Form

  private init(form: Form) { self.form = form }

  /// A Chinese ID card number: 17 digits and a check character, a digit or `X`.
  public static let idCard = EntryKind(form: .idCard)
  /// A recovery key of `systemd-cryptenroll`: eight groups of eight letters (modhex).
  public static let recoveryKey = EntryKind(form: .recoveryKey)
  /// A recovery key of BitLocker: eight groups of six digits, each divisible by 11.
  public static let bitLocker = EntryKind(form: .bitLocker)
  /// A seed phrase: 12, 15, 18, 21 or 24 words of the English list of BIP39, with a checksum.
  public static let bip39 = EntryKind(form: .words)

  /// The largest N of `digits:N`.
  package static let mostDigits = 256
  /// The largest A and the largest B of `groups:AxB`.
  package static let mostGroups = 50

  /// The names of all kinds, for help and messages.
  package static let names = "id-card, recovery-key, bitlocker, bip39, digits:N, groups:AxB"

  /// Creates a kind by its name; `nil` if there is none.
  ///
  /// The names are `id-card`, `recovery-key`, `bitlocker`, `bip39`, `digits:N` for N digits (1 to
  /// 256), and `groups:AxB` for A groups of B printable ASCII characters (1 to 50 each).
  public init?(_ name: String) {
    switch name {
    case "id-card": form = .idCard
    case "recovery-key": form = .recoveryKey
    case "bitlocker": form = .bitLocker
    case "bip39": form = .words
    default:
      let parts = name.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      switch parts[0] {
      case "digits":
        guard let count = Self.number(parts[1], atMost: Self.mostDigits) else { return nil }
        form = .digits(count)
      case "groups":
        let sizes = parts[1].split(separator: "x", omittingEmptySubsequences: false)
          .map { Self.number($0, atMost: Self.mostGroups) }
        guard sizes.count == 2, let count = sizes[0], let length = sizes[1] else { return nil }
        form = .groups(count, of: length)
      default: return nil
      }
    }
  }

  private static func number(_ text: Substring, atMost most: Int) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), (1...most).contains(number)
    else { return nil }
    return number
  }
}

extension EntryKind: CustomStringConvertible {
  /// The name, such as `digits:6`.
  public var description: String {
    switch form {
    case .idCard: "id-card"
    case .recoveryKey: "recovery-key"
    case .bitLocker: "bitlocker"
    case .words: "bip39"
    case .digits(let count): "digits:\(count)"
    case .groups(let count, let length): "groups:\(count)x\(length)"
    }
  }
}

/// Groups and characters.
extension EntryKind {
  /// The lengths of the groups; empty for words, whose lengths vary.
  var groupLengths: [Int] {
    switch form {
    case .idCard: [6, 8, 4]
    case .recoveryKey: Array(repeating: 8, count: 8)
    case .bitLocker: Array(repeating: 6, count: 8)
    case .words: []
    case .digits(let count): [count]
    case .groups(let count, let length): Array(repeating: length, count: count)
    }
  }

  package var isWords: Bool { form == .words }

  /// The number of digits of a complete text; nil if the text has another form.
  package var digitCount: Int? { if case .digits(let count) = form { count } else { nil } }

  /// The byte between two groups of the text; nil for none.
  package var separator: UInt8? {
    switch form {
    case .recoveryKey, .bitLocker, .groups: UInt8(ascii: "-")
    case .words: UInt8(ascii: " ")
    case .idCard, .digits: nil
    }
  }

  /// The panel for typing the text.
  package var panel: PanelName {
    switch form {
    case .idCard: .idCard
    case .bitLocker, .digits: .numbers
    case .recoveryKey, .words, .groups: .letters
    }
  }

  /// The characters of the text, without separators.
  var alphabet: Set<Unicode.Scalar> {
    Set((0x21..<0x7f).map { Unicode.Scalar($0) }.filter { isAccepted(UInt8($0.value), at: 17) })
  }

  /// The largest number of bytes that the text grows by for one typed character.
  var longestAddition: Int { isWords ? WordSearch.longestWord + 1 : 2 }

  /// The letters of modhex as bits; a set would be searched at places that depend on the letter.
  private static let modhex = "cbdefghijklnrtuv".utf8.reduce(0 as UInt32) {
    $0 | 1 << UInt32($1 & 0x1f)
  }

  private func isAccepted(_ byte: UInt8, at position: Int) -> Bool {
    let isDigit = (0x30...0x39).contains(byte)
    return switch form {
    case .idCard: isDigit || position == 17 && byte == UInt8(ascii: "X")
    case .bitLocker, .digits: isDigit
    case .recoveryKey:
      (0x61...0x7a).contains(byte) && Self.modhex >> UInt32(byte & 0x1f) & 1 == 1
    case .words: (0x61...0x7a).contains(byte)
    case .groups: (0x21..<0x7f).contains(byte) && byte != UInt8(ascii: "-")
    }
  }

  /// Returns the character that a typed one means at a position; 0 if it is not accepted.
  ///
  /// Where only digits are accepted, `O` and `o` can only be 0, and `l` and `I` only 1. Letters of
  /// a form with one case have that case.
  private func character(for byte: UInt8, at position: Int) -> UInt8 {
    if isAccepted(byte, at: position) { return byte }
    switch form {
    case .idCard, .bitLocker, .digits:
      switch byte {
      case UInt8(ascii: "O"), UInt8(ascii: "o"): return UInt8(ascii: "0")
      case UInt8(ascii: "l"), UInt8(ascii: "I"): return UInt8(ascii: "1")
      default: break
      }
      let upper = byte & ~0x20
      return form == .idCard && isAccepted(upper, at: position) ? upper : 0
    case .recoveryKey, .words:
      let lower = byte | 0x20
      let isLetter = (0x41...0x5a).contains(byte)
      return isLetter && isAccepted(lower, at: position) ? lower : 0
    case .groups: return 0
    }
  }
}

/// Typing and deleting.
extension EntryKind {
  /// The number of bytes that must stay free after a text, for its check.
  private var reserve: Int { isWords ? WordSearch.checkedBytes : 0 }

  /// Appends a typed character to the text; returns the reason if it is refused.
  ///
  /// Separators are left out; the text gets its own. A blank completes a word.
  func append(_ byte: UInt8, to text: inout SecretText) -> RejectionReason? {
    if byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "-") {
      if isWords { endWord(of: &text) }
      return nil
    }
    let count = characterCount(of: text)
    let character = character(for: byte, at: count)
    guard character != 0 else { return form == .idCard ? .idCard : .notAllowed }
    guard hasRoom(in: text, after: count) else { return .tooLong }
    if let separator, !isWords, needsSeparator(after: text.byteCount) {
      guard text.append(printable: separator) else { return .tooLong }
    }
    return text.append(printable: character) ? nil : .tooLong
  }

  /// The number of characters without separators; for words, the number of bytes.
  private func characterCount(of text: borrowing SecretText) -> Int {
    guard !isWords, separator != nil, let length = groupLengths.first else { return text.byteCount }
    return text.byteCount - text.byteCount / (length + 1)
  }

  private func hasRoom(in text: borrowing SecretText, after count: Int) -> Bool {
    guard isWords else { return count < groupLengths.reduce(0, +) }
    let words = text.withBytes { WordSearch.words(of: $0).count }
    let isNew = text.withBytes { $0.byteCount == 0 || $0.byte($0.byteCount - 1) == 0x20 }
    return words + (isNew ? 1 : 0) <= WordSearch.mostWords
      && text.byteCount < WordSearch.longestText
      && text.byteCount + longestAddition + reserve <= text.capacity
  }

  private func needsSeparator(after count: Int) -> Bool {
    guard let length = groupLengths.first, count > 0 else { return false }
    return count % (length + 1) == length
  }

  /// Completes the last word if its letters choose one, and appends a blank.
  private func endWord(of text: inout SecretText) {
    let end = text.byteCount
    guard end > 0, text.withBytes({ $0.byte(end - 1) }) != 0x20 else { return }
    completeWord(of: &text)
    _ = text.append(printable: 0x20)
  }

  private func completeWord(of text: inout SecretText) {
    _ = text.withRoom(WordSearch.longestWord) { bytes, room in
      guard let word = WordSearch.words(of: bytes).last else { return 0 }
      return WordSearch.complete(bytes, word, into: &room)
    }
  }

  /// Removes what a deletion left of a group's edge.
  func trim(_ text: inout SecretText) {
    guard let separator, !isWords, text.byteCount > 0 else { return }
    let last = text.byteCount - 1
    if text.withBytes({ $0.byte(last) }) == separator { text.truncate(to: last) }
  }

  /// Deletes the last group, or the last word; returns the number of bytes.
  func removeLastGroup(of text: inout SecretText) -> Int {
    guard separator != nil, !isWords, let length = groupLengths.first else {
      return text.removeLastWord()
    }
    let start = (text.byteCount - 1) / (length + 1) * (length + 1)
    return text.truncate(to: max(0, start - 1))
  }

  /// Gives a complete text its final form: the last word is complete, and no separator follows it.
  func finish(_ text: inout SecretText) {
    guard isWords, text.byteCount > 0 else { return }
    let last = text.byteCount - 1
    if text.withBytes({ $0.byte(last) }) == 0x20 {
      text.truncate(to: last)
    } else {
      completeWord(of: &text)
    }
  }

  /// The number of cells in which a complete text is shown, with the gaps between groups.
  var shownLength: Int {
    let lengths =
      isWords
      ? Array(repeating: WordSearch.distinctLetters, count: WordSearch.mostWords) : groupLengths
    return lengths.reduce(lengths.count - 1, +)
  }

  /// The lengths of the groups as they are shown; a last group of length 0 is empty.
  ///
  /// A complete word counts as the four letters that distinguish it, so that its length is not
  /// shown.
  func shownGroups(of text: borrowing SecretText) -> [Int] {
    guard isWords else {
      var left = characterCount(of: text)
      var shown: [Int] = []
      for length in groupLengths where left > 0 {
        shown.append(min(left, length))
        left -= length
      }
      return shown
    }
    return text.withBytes { bytes in
      var lengths = WordSearch.words(of: bytes).map(\.count)
      guard bytes.byteCount > 0 else { return lengths }
      if bytes.byte(bytes.byteCount - 1) == 0x20 { lengths.append(0) }
      for index in lengths.indices.dropLast() { lengths[index] = WordSearch.distinctLetters }
      return lengths
    }
  }
}
