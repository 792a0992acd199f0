import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardEngine

/// The checks of texts of an expected form.
@Suite struct EntryFaultTests {
  private func keyboard(_ kind: String) throws -> Keyboard { try EntryKindTests.keyboard(kind) }

  private func fault(_ text: String, on keyboard: Keyboard) -> EntryFault? {
    keyboard.deleteAll()
    #expect(keyboard.paste(text) == .accepted, "\(text)")
    return keyboard.fault
  }

  @Test("Random valid keys of each kind have no fault", .tags(.slow), arguments: EntryKeys.kinds)
  func validKeys(kind: String) throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SplitMix(state: seed)
    let keyboard = try keyboard(kind)
    for number in 0..<(kind == "groups:50x50" ? 100 : 10_000) {
      let key = EntryKeys.key(kind, &random)
      // With its separators, with others, and without any.
      let typed =
        switch number % 3 {
        case 0: key
        case 1: kind == "bip39" ? key.replacing(" ", with: "-") : key.replacing("-", with: " ")
        default: kind == "bip39" ? key + " " : key.replacing("-", with: "")
        }
      #expect(fault(typed, on: keyboard) == nil, "seed \(seed), key \(number)")
      keyboard.field.finish()
      #expect(keyboard.field.typed == key && keyboard.faultyGroups.isEmpty, "seed \(seed)")
    }
  }

  @Test(
    "Every wrong or exchanged digit of a BitLocker key is reported with its group", .tags(.slow))
  func bitLocker() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SplitMix(state: seed)
    let keyboard = try keyboard("bitlocker")
    for _ in 0..<3 {
      let key = Array(EntryKeys.key("bitlocker", &random))
      for place in key.indices where key[place] != "-" {
        for digit in "0123456789" where digit != key[place] {
          var wrong = key
          wrong[place] = digit
          let groups = [place / 7 + 1]
          #expect(fault(String(wrong), on: keyboard) == .groups(groups), "seed \(seed)")
          #expect(keyboard.faultyGroups == groups, "seed \(seed)")
        }
        let next = place + (place % 7 == 5 ? 2 : 1)
        guard next < key.count, key[next] != key[place] else { continue }
        var wrong = key
        wrong.swapAt(place, next)
        let groups = Set([place / 7 + 1, next / 7 + 1]).sorted()
        #expect(fault(String(wrong), on: keyboard) == .groups(groups), "seed \(seed)")
      }
    }
    // Divisible by 11, but too large.
    let large = "720896-" + Array(repeating: "000011", count: 7).joined(separator: "-")
    #expect(fault(large, on: keyboard) == .groups([1]))
    #expect(fault("720885" + large.dropFirst(6), on: keyboard) == nil)
  }

  @Test("Every wrong or exchanged character of an ID card number is reported", .tags(.slow))
  func idCard() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SplitMix(state: seed)
    let keyboard = try keyboard("id-card")
    let today = Int(UTCDate.text(UTCDate.seconds)) ?? 0
    func isDate(_ text: [Character]) -> Bool {
      let date = Int(String(text[6..<14])) ?? 0
      let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
      guard year >= 1900, date <= today, (1...12).contains(month) else { return false }
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      return (1...days).contains(day)
    }
    for _ in 0..<20 {
      let key = Array(EntryKeys.key("id-card", &random))
      for place in key.indices {
        for character in place == 17 ? "0123456789X" : "0123456789" where character != key[place] {
          var wrong = key
          wrong[place] = character
          let expected = isDate(wrong) ? EntryFault.mismatch : .groups([2])
          #expect(fault(String(wrong), on: keyboard) == expected, "seed \(seed)")
        }
        guard place + 1 < key.count, key[place] != key[place + 1], key[place + 1] != "X" else {
          continue
        }
        var wrong = key
        wrong.swapAt(place, place + 1)
        let expected = isDate(wrong) ? EntryFault.mismatch : .groups([2])
        #expect(fault(String(wrong), on: keyboard) == expected, "seed \(seed)")
      }
    }
  }

  @Test(
    "A date of birth exists, and is from 1900 to today",
    arguments: [
      ("19000101", true), ("18991231", false), ("19000229", false), ("20000229", true),
      ("20040229", true), ("20010229", false), ("19990431", false), ("19991301", false),
      ("19990001", false), ("19990100", false), ("19991231", true), ("99991231", false),
    ])
  func dates(date: String, isValid: Bool) throws {
    let keyboard = try keyboard("id-card")
    let body = "110105" + date + "002"
    let found = fault(body + EntryKeys.check(of: body), on: keyboard)
    #expect(found == (isValid ? nil : .groups([2])))
  }

  @Test("Today is a date of birth, tomorrow is none")
  func today() throws {
    let keyboard = try keyboard("id-card")
    let now = UTCDate.seconds
    for (seconds, isValid) in [(now - 86_400, true), (now + 2 * 86_400, false)] {
      let body = "110105" + UTCDate.text(seconds) + "002"
      let found = fault(body + EntryKeys.check(of: body), on: keyboard)
      #expect(found == (isValid ? nil : .groups([2])))
    }
  }

  @Test(
    "Published numbers of ISO 7064 MOD 11-2",
    arguments: [
      // Of the standard, ORCID's documentation, ISNI's, and GB 11643.
      ("0794", "0"), ("079", "X"), ("000000021825009", "7"), ("000000015109370", "0"),
      ("000000021694233", "X"), ("000000012150090", "X"), ("11010519491231002", "X"),
      ("44052418800101001", "4"),
    ])
  func iso7064(body: String, check: String) {
    for character in "0123456789X" {
      let isValid = ISO7064.isValid((body + String(character)).utf8Span.span.bytes)
      #expect(isValid == (String(character) == check))
    }
  }

  @Test("The published vectors of BIP39 are valid, and no other checksum is", .tags(.slow))
  func vectors() throws {
    let keyboard = try keyboard("bip39")
    for (entropy, phrase) in BIP39Vectors.english {
      #expect(EntryKeys.phrase(entropy) == phrase)
      #expect(fault(phrase, on: keyboard) == nil)
      let short = phrase.split(separator: " ").map { $0.prefix(4) }.joined(separator: " ")
      #expect(fault(short, on: keyboard) == nil)
      keyboard.field.finish()
      #expect(keyboard.field.typed == phrase)
      // The last word has 11 − n bits of the random ones, so one in 2ⁿ words fits.
      let others = phrase.split(separator: " ").dropLast().joined(separator: " ")
      let count = phrase.split(separator: " ").count
      let sample = stride(from: 0, to: 2048, by: 16)
      let valid = sample.filter { index in
        let word = EntryKeys.words[index]
        return fault(others + " " + word, on: keyboard) == nil
      }
      #expect(valid.count < sample.underestimatedCount / (1 << (count / 3 - 2)) + 8)
    }
  }

  @Test("A word that is not on the list is reported with its number, complete or not")
  func unknownWords() throws {
    let keyboard = try keyboard("bip39")
    let phrase = BIP39Vectors.english[12].phrase.split(separator: " ").map(String.init)
    for index in phrase.indices {
      for change in ["q", "abandonment"] {
        var wrong = phrase
        wrong[index] = change == "q" ? "q" + wrong[index].dropFirst() : change
        guard !EntryKeys.words.contains(wrong[index]) else { continue }
        #expect(fault(wrong.joined(separator: " "), on: keyboard) == .groups([index + 1]))
        let isEnded = index + 1 < phrase.count
        #expect(keyboard.faultyGroups == (isEnded ? [index + 1] : []))
      }
    }
    for count in 1...24 {
      let text = Array(repeating: "zoo", count: count).joined(separator: " ")
      let isAllowed = [12, 15, 18, 21, 24].contains(count)
      #expect(fault(text, on: keyboard) == (isAllowed ? .mismatch : .wordCount(count)))
    }
  }

  @Test("A text that ends early is incomplete in the group where it ends")
  func incomplete() throws {
    for (kind, text, group) in [
      ("bitlocker", "00001", 1), ("bitlocker", "000011", 2), ("bitlocker", "0000110", 2),
      ("id-card", "110105", 2), ("id-card", "11010519491231", 3), ("recovery-key", "cccccccc", 2),
      ("groups:2x2", "ab", 2), ("digits:6", "12345", 1),
    ] {
      #expect(fault(text, on: try keyboard(kind)) == .incomplete(group: group), "\(kind) \(text)")
    }
  }
}

/// The date in UTC, by counting days.
enum UTCDate {
  static var seconds: Int { time(nil) }

  static func text(_ seconds: Int) -> String {
    var (year, day) = (1970, seconds / 86_400)
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }
    while day >= (isLeap(year) ? 366 : 365) {
      day -= isLeap(year) ? 366 : 365
      year += 1
    }
    var month = 0
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while day >= lengths[month] {
      day -= lengths[month]
      month += 1
    }
    let number = year * 10_000 + (month + 1) * 100 + day + 1
    return String(number)
  }
}
