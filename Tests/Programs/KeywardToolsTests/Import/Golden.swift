import Foundation
import KeyboardEngine
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

  /// The actions of all keys, `AD01 plain q` a line.
  static func keys(of keyboard: KeyboardDefinition) -> [String] {
    // The grid, which comes last, has all keys.
    let page = keyboard.panel(.letters)?.pages.last
    let keys = page?.keys.filter { $0.role == .input || $0.role == .space } ?? []
    let byPosition = Dictionary(
      keys.map { ($0.role == .space ? "SPCE" : $0.id, $0) }, uniquingKeysWith: { one, _ in one })
    return KeyPosition.all.map(\.name).flatMap { position in
      KeyLevel.allCases.compactMap { level in
        guard let action = byPosition[position]?.action(at: level), action != .nothing else {
          return nil
        }
        return "\(position) \(level.rawValue) \(text(action))"
      }
    }
  }

  private static func sequences(of keyboard: KeyboardDefinition) -> [[UInt8]] {
    keyboard.deadKeys.sequences.map { sequence in
      Array((sequence.keys.map(text).joined(separator: " ") + " " + sequence.text).utf8)
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func text(_ action: KeyAction) -> String {
    if case .dead(let name) = action { "{\(name)}" } else { action.text }
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
