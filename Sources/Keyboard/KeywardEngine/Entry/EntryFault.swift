#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A fault of a text of an expected form; it contains no character of the text.
@nonexhaustive public enum EntryFault: Hashable, Sendable {
  /// These groups or words fail their check; the first group is 1.
  case groups([Int])
  /// The text ends in this group.
  case incomplete(group: Int)
  /// The number of words is none that the form allows.
  case wordCount(Int)
  /// The check of the whole fails.
  case mismatch
}

/// Checks in locked memory, whose time depends only on the lengths of the text and of its words.
extension EntryKind {
  /// The complete groups that fail their check; the first group is 1.
  func faultyGroups(of text: borrowing SecretText) -> [Int] {
    text.withBytes { bytes in withWipedStack { faultyGroups(of: bytes, isEnded: false) } }
  }

  /// The fault of a text that is to be submitted; nil if there is none.
  func fault(of text: inout SecretText) -> EntryFault? {
    guard !text.isEmpty else { return nil }
    var fault: EntryFault? = .mismatch
    let hasRoom = text.withRoom(isWords ? WordSearch.checkedBytes : 0) { bytes, room in
      fault = self.fault(of: bytes, in: &room)
      return 0
    }
    return hasRoom ? fault : .mismatch
  }

  private func fault(of bytes: RawSpan, in room: inout MutableRawSpan) -> EntryFault? {
    let groups = faultyGroups(of: bytes, isEnded: true)
    if !groups.isEmpty { return .groups(groups) }
    if isWords {
      let words = WordSearch.words(of: bytes)
      guard WordSearch.wordCounts.contains(words.count) else { return .wordCount(words.count) }
      return WordSearch.hasChecksum(bytes, words, in: &room) ? nil : .mismatch
    }
    let lengths = groupLengths
    let separators = separator == nil ? 0 : lengths.count - 1
    guard bytes.byteCount == lengths.reduce(separators, +) else {
      var (group, start) = (0, 0)
      while group < lengths.count, start + lengths[group] <= bytes.byteCount {
        start += lengths[group] + (separator == nil ? 0 : 1)
        group += 1
      }
      return .incomplete(group: group + 1)
    }
    return form == .idCard && !ISO7064.isValid(bytes) ? .mismatch : nil
  }

  /// Checks the complete groups; the last one is complete if `isEnded` is true.
  private func faultyGroups(of bytes: RawSpan, isEnded: Bool) -> [Int] {
    switch form {
    case .bitLocker:
      return (1...8).filter { group in
        let start = (group - 1) * 7
        guard start + 6 <= bytes.byteCount else { return false }
        let number = Self.number(bytes, start..<start + 6)
        return number % 11 != 0 || number >= 720_896
      }
    case .idCard:
      guard bytes.byteCount >= 14 else { return [] }
      return Self.isBirthDate(Self.number(bytes, 6..<14)) ? [] : [2]
    case .words:
      let words = WordSearch.words(of: bytes)
      return words.indices.filter { index in
        let isComplete = isEnded || words[index].upperBound < bytes.byteCount
        return isComplete && !WordSearch.isKnown(bytes, words[index])
      }.map { $0 + 1 }
    case .recoveryKey, .digits, .groups: return []
    }
  }

  private static func number(_ bytes: RawSpan, _ range: Range<Int>) -> Int {
    var number = 0
    for offset in range { number = number * 10 + Int(bytes.byte(offset) & 0xf) }
    return number
  }

  /// True for a date such as 19491231 that exists, from 1900 to today (UTC).
  private static func isBirthDate(_ date: Int) -> Bool {
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
    let isLeap = (year % 4 == 0 ? 1 : 0) & (year % 100 != 0 ? 1 : 0) | (year % 400 == 0 ? 1 : 0)
    let isFebruary = month == 2 ? 1 : 0
    let days = 30 + ((month + month >> 3) & 1) - isFebruary * (2 - isLeap)
    let faults = [
      year < 1900, month < 1, month > 12, day < 1, day > days, date > today,
    ]
    return faults.reduce(0) { $0 | ($1 ? 1 : 0) } == 0
  }

  /// The present date in UTC, as a number such as 20261129.
  ///
  /// It is computed here because the C library may open files for it, which the sandbox forbids.
  private static var today: Int {
    // Count from 1 March 2000, so that a leap day is the last of its years.
    let days = time(nil) / 86_400 - 11_017
    let (cycle, inCycle) = days.quotientAndRemainder(dividingBy: 146_097)
    let century = min(inCycle / 36_524, 3)
    let inCentury = inCycle - century * 36_524
    let (fours, inFours) = inCentury.quotientAndRemainder(dividingBy: 1_461)
    let year = min(inFours / 365, 3)
    let inYear = inFours - year * 365
    // Months from March on have 31, 30, 31, 30, 31 days, again and again.
    let month = (5 * inYear + 2) / 153
    let day = inYear - (153 * month + 2) / 5 + 1
    let isNextYear = month > 9
    let number = 2000 + 400 * cycle + 100 * century + 4 * fours + year + (isNextYear ? 1 : 0)
    return number * 10_000 + (isNextYear ? month - 9 : month + 3) * 100 + day
  }
}

/// The check character of ISO 7064 MOD 11-2, as in ID card numbers and ISNI.
enum ISO7064 {
  /// True for digits, followed by the correct check character: a digit, `X` or `x`.
  static func isValid(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount > 1 else { return false }
    let last = bytes.byteCount - 1
    var (sum, others) = (0, 0)
    for offset in 0..<last {
      let byte = bytes.byte(offset)
      others |= (0x30...0x39).contains(byte) ? 0 : 1
      sum = (sum + Int(byte & 0xf)) * 2 % 11
    }
    let check = bytes.byte(last)
    let isLetter = check | 0x20 == 0x78
    others |= isLetter || (0x30...0x39).contains(check) ? 0 : 1
    return others == 0 && (sum + (isLetter ? 10 : Int(check & 0xf))) % 11 == 1
  }
}
