import Foundation
import KeywardEngine
import KeywardTools

/// The texts of layouts, as hashes that `Scripts/xkb-goldens` made from libxkbcommon's own answers.
struct Golden {
  let version: String
  let lines: [String: String]

  static let all = Golden()

  private init() {
    let path = URL(filePath: #filePath).deletingLastPathComponent().path + "/Goldens/xkb.txt"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var lines: [String: String] = [:]
    let words = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    for line in words.dropFirst() { lines[String(line[0])] = String(line[1]) }
    version = words.first.map { String($0[1]) } ?? ""
    self.lines = lines
  }

  static func line(of keyboard: KeyboardDefinition) -> String {
    let keys = keys(of: keyboard).map { Array($0.utf8) }
    let sequences = sequences(of: keyboard)
    return "\(hash(keys)) \(hash(sequences)) \(keys.count) \(sequences.count)"
  }

  /// The actions of all keys, `AD01 plain q` a line, and `AD01 plain lock Q` with Caps Lock or, on
  /// the number pad, with Num Lock.
  static func keys(of keyboard: KeyboardDefinition) -> [String] {
    KeyPosition.all.flatMap { position in
      let key = keyboard.key(at: position.name)
      return [false, true].flatMap { isLocked in
        KeyLevel.allCases.compactMap { level -> String? in
          let text =
            position.isOnNumberPad
            ? keyboard.text(ofPadKey: position.name, at: level, numLock: isLocked)
            : text(isLocked ? key?.lockedAction(at: level) : key?.action(at: level))
          guard !text.isEmpty else { return nil }
          return "\(position) \(level.rawValue) \(isLocked ? "lock " : "")\(text)"
        }
      }
    }
  }

  private static func sequences(of keyboard: KeyboardDefinition) -> [[UInt8]] {
    keyboard.deadKeys.sequences.map { sequence in
      Array((sequence.keys.map { text($0) }.joined(separator: " ") + " " + sequence.text).utf8)
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func text(_ action: KeyAction?) -> String {
    if case .dead(let name)? = action { "{\(name)}" } else { action?.text ?? "" }
  }

  private static func hash(_ lines: [[UInt8]]) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in lines.joined(separator: [10]) + (lines.isEmpty ? [] : [10]) {
      value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
