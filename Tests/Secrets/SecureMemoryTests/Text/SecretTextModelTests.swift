import KeywardTestSupport
import Testing

@testable import SecureMemory

/// `SecretText` against a plain string, over random programs.
@Suite struct SecretTextModelTests {
  @Test func equalsAPlainModelOverRandomPrograms() throws {
    var random = SplitMix(state: 0x5eed)
    var text = try SecretText(capacity: 40)
    for program in 0..<10_000 {
      var model = Model(capacity: 40)
      text.removeAll()
      for step in 0..<Int.random(in: 1...14, using: &random) {
        let action = Action.random(using: &random)
        let (result, expected) = (action.run(on: &text), model.run(action))
        let region = text.region.contents
        let counts = [text.byteCount, text.characterCount, text.stagedByteCount]
        guard result == expected, region == model.region, counts == model.counts else {
          Issue.record(
            "program \(program), step \(step), \(action): \(result) \(counts) \(region), not \(expected) \(model)"
          )
          return
        }
      }
    }
  }
}

extension Character {
  /// A mark on a blank makes it visible.
  fileprivate var isBlank: Bool {
    isWhitespace && (unicodeScalars.count == 1 || self == "\r\n")
  }
}

private struct Model {
  let capacity: Int
  var text: [UInt8] = []
  var staged: [UInt8]?

  var string: String { String(decoding: text, as: UTF8.self) }

  var region: [UInt8] {
    let used = text + (staged ?? [])
    return used + [UInt8](repeating: 0, count: capacity - used.count)
  }

  var counts: [Int] { [text.count, string.count, staged?.count ?? 0] }

  mutating func run(_ action: Action) -> Int {
    let before = text.count
    switch action {
    case .append(let bytes):
      staged = nil
      guard isText(bytes), text.count + bytes.count <= capacity else { return 0 }
      text += bytes
      return 1
    case .removeCharacter:
      staged = nil
      text = Array(string.dropLast().utf8)
    case .removeWord:
      staged = nil
      var rest = string
      while rest.last?.isBlank == true { rest.removeLast() }
      while let last = rest.last, !last.isBlank { rest.removeLast() }
      text = Array(rest.utf8)
    case .removeAll:
      staged = nil
      text = []
    case .begin: staged = []
    case .stage(let bytes):
      guard let staged, text.count + staged.count + bytes.count <= capacity else { return 0 }
      self.staged = staged + bytes
      return 1
    case .commit:
      guard let staged else { return 0 }
      self.staged = nil
      guard isText(staged) else { return 0 }
      text += staged
      return 1
    case .unstage(let count): staged = staged.map { $0.dropLast(count) }
    case .cancel: staged = nil
    }
    return before - text.count
  }

  private func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }
}

private enum Action {
  case append([UInt8])
  case removeCharacter, removeWord, removeAll
  case begin, stage([UInt8]), unstage(Int), commit, cancel

  /// Pieces that a keyboard produces, and some that it never should.
  private static let pieces: [[UInt8]] =
    [
      "a", "Z", "7", " ", "  ", "\t", "\u{301}", "é", "ß", "\u{a0}", "\u{3000}", "漢", "ก\u{e33}",
      "👍", "🏽", "\u{200d}", "👩", "🇩", "🇪", "\u{fe0f}", "\r", "\n", "\r\n", "한", "\u{1100}",
      "\u{1161}",
      "\u{11a8}", "\u{600}", "क", "\u{94d}", "ष", "\u{200b}", "\u{feff}", "word",
    ].map { Array($0.utf8) } + [
      [0], [0xff], [0xc3], [0xa9], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0x80],
      [0xf4, 0x90, 0x80, 0x80], [],
    ]

  static func random(using random: inout SplitMix) -> Action {
    func piece(_ random: inout SplitMix) -> [UInt8] {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes += pieces.randomElement(using: &random) ?? []
      }
      return bytes
    }
    switch Int.random(in: 0..<21, using: &random) {
    case 0..<10: return .append(piece(&random))
    case 10..<13: return .removeCharacter
    case 13: return .removeWord
    case 14: return Int.random(in: 0..<4, using: &random) == 0 ? .removeAll : .removeWord
    case 15: return .begin
    case 16...17: return .stage(piece(&random))
    case 18: return .commit
    case 19: return .unstage(Int.random(in: 0...3, using: &random))
    default: return .cancel
    }
  }

  /// Returns 1 if accepted, 0 if refused, or the number of removed bytes.
  func run(on text: inout SecretText) -> Int {
    let before = text.byteCount
    switch self {
    case .append(let bytes): return text.append(bytes: bytes) ? 1 : 0
    case .removeCharacter: return text.removeLastCharacter()
    case .removeWord: return text.removeLastWord()
    case .removeAll: text.removeAll()
    case .begin: text.beginInsertion()
    case .stage(let bytes): return text.stage(bytes: bytes) ? 1 : 0
    case .commit: return text.commitInsertion() ? 1 : 0
    case .unstage(let count): text.unstageLast(min(count, text.stagedByteCount))
    case .cancel: text.cancelInsertion()
    }
    return before - text.byteCount
  }
}
