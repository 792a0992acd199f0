import KeywardEngine
import KeywardTestSupport

@testable import KeywardEngine

/// Valid keys of each kind, made without the code that checks them.
enum EntryKeys {
  static let words: [String] =
    (ShippedFiles.withFile("bip39") { bytes in
      (0..<bytes.byteCount).map { bytes.byte($0) }
    } ?? []).split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) }

  private static let modhex = Array("cbdefghijklnrtuv")
  private static let printable = (0x21..<0x7f).map { Character(Unicode.Scalar($0)) }
    .filter { $0 != "-" }

  static let kinds = [
    "id-card", "recovery-key", "bitlocker", "bip39", "digits:6", "digits:1", "groups:5x4",
    "groups:50x50",
  ]

  /// A random valid key in its canonical form.
  static func key(_ kind: String, _ random: inout SplitMix) -> String {
    func text(_ length: Int, of characters: [Character]) -> String {
      String((0..<length).map { _ in characters.randomElement(using: &random) ?? "0" })
    }
    switch kind {
    case "id-card": return idCard(&random)
    case "recovery-key":
      return (0..<8).map { _ in text(8, of: modhex) }.joined(separator: "-")
    case "bitlocker":
      return (0..<8).map { _ in padded(Int.random(in: 0..<65_536, using: &random) * 11, 6) }
        .joined(separator: "-")
    case "bip39":
      let bytes = [16, 20, 24, 28, 32].randomElement(using: &random) ?? 16
      return phrase((0..<bytes).map { _ in UInt8.random(in: 0...255, using: &random) })
    default:
      let parts = kind.split(separator: ":")
      let sizes = parts[1].split(separator: "x").compactMap { Int($0) }
      guard sizes.count == 2 else { return text(sizes[0], of: Array("0123456789")) }
      return (0..<sizes[0]).map { _ in text(sizes[1], of: printable) }.joined(separator: "-")
    }
  }

  private static func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: length - digits.count) + digits
  }

  private static func idCard(_ random: inout SplitMix) -> String {
    let month = Int.random(in: 1...12, using: &random)
    let year = Int.random(in: 1900...2025, using: &random)
    let days = [
      31, year % 4 == 0 && year != 1900 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ]
    let day = Int.random(in: 1...days[month - 1], using: &random)
    let body =
      padded(Int.random(in: 0..<1_000_000, using: &random), 6) + padded(year, 4)
      + padded(month, 2) + padded(day, 2) + padded(Int.random(in: 0..<1000, using: &random), 3)
    return body + check(of: body)
  }

  /// The check character by the weights of GB 11643.
  static func check(of body: String) -> String {
    let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
    let sum = zip(body, weights).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * $1.1 }
    return String(Array("10X98765432")[sum % 11])
  }

  /// The phrase for random bytes, as a row of bits.
  static func phrase(_ bytes: [UInt8]) -> String {
    func bits(_ bytes: [UInt8]) -> [Int] {
      bytes.flatMap { byte in (0..<8).map { Int(byte >> UInt8(7 - $0)) & 1 } }
    }
    let all = bits(bytes) + bits(SHA256.hash(bytes)).prefix(bytes.count / 4)
    return stride(from: 0, to: all.count, by: 11)
      .map { start in words[all[start..<start + 11].reduce(0) { $0 * 2 + $1 }] }
      .joined(separator: " ")
  }
}

/// The hash function from its definition (FIPS 180-4), for messages of less than 56 bytes.
enum SHA256 {
  private static let primes = (2...311).filter { number in
    (2..<number).allSatisfy { number % $0 != 0 }
  }

  private static let constants = primes.prefix(64).map { cubeRootBits($0) }
  private static let start = primes.prefix(8).map { squareRootBits($0) }

  static func hash(_ message: [UInt8]) -> [UInt8] {
    precondition(message.count < 56, "one block")
    var block = message + [0x80] + [UInt8](repeating: 0, count: 55 - message.count)
    block += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
    var schedule = (0..<16).map { index in
      block[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word >> count | word << (32 - count)
    }
    for index in 16..<64 {
      let (first, second) = (schedule[index - 15], schedule[index - 2])
      let low = turned(first, 7) ^ turned(first, 18) ^ first >> 3
      let high = turned(second, 17) ^ turned(second, 19) ^ second >> 10
      schedule.append(schedule[index - 16] &+ low &+ schedule[index - 7] &+ high)
    }
    var state = start
    for index in 0..<64 {
      let (a, e) = (state[0], state[4])
      let choice = (e & state[5]) ^ (~e & state[6])
      let one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = state[7] &+ one &+ choice &+ constants[index] &+ schedule[index]
      let majority = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2])
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      state.insert(first &+ second, at: 0)
      state[4] &+= first
      state.removeLast()
    }
    return zip(start, state).map { $0 &+ $1 }
      .flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
  }

  /// The first 32 bits of the fraction of a root, by whole numbers.
  private static func bits(_ isAtMost: (UInt64, UInt64) -> Bool, _ number: Int) -> UInt32 {
    var (low, high): (UInt64, UInt64) = (0, 1 << 40)
    while low + 1 < high {
      let middle = (low + high) / 2
      if isAtMost(middle, UInt64(number)) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  private static func squareRootBits(_ number: Int) -> UInt32 {
    bits({ root, number in UInt128(root) * UInt128(root) <= UInt128(number) << 64 }, number)
  }

  private static func cubeRootBits(_ number: Int) -> UInt32 {
    bits(
      { root, number in
        UInt128(root) * UInt128(root) * UInt128(root) <= UInt128(number) << 96
      }, number)
  }
}

extension Keyboard {
  func paste(_ text: String) -> Outcome {
    beginPaste()
    paste(text.utf8Span.span.bytes)
    return endPaste()
  }
}
