/// The sequences that terminals send, and their results: the table of all tests about input, from
/// `Tests/Support/key-sequences.txt`.
///
/// A line has the bytes, the result, and the terminals. `CSI`, `SS3`, `OSC`, `ESC`, `ST`, `BEL`,
/// `CAN`, `CR`, `LF`, `SP` (a blank) and `BAR` are those bytes, `<9B>` is a byte by its number, and
/// blanks between them do not count. A result is `nothing`, or several of `text …`, `key …` (with
/// the number of its modifiers), `press …`, `wheel …`, `bell`, `alt` and `byte …`, which ring, too.
public enum KeySequences {
  public struct Sample: Sendable, CustomStringConvertible {
    public let bytes: [UInt8]
    public let result: String
    public let description: String

    public var text: String { words(after: "text").joined() }
    public var rings: Bool {
      !Set(result.split(separator: " ")).isDisjoint(with: ["bell", "alt", "byte"])
    }

    private func words(after name: String) -> [String] {
      let words = result.split(separator: " ").map(String.init)
      return zip(words, words.dropFirst()).compactMap { $0 == name ? ($1 == "SP" ? " " : $1) : nil }
    }
  }

  public static let samples: [Sample] = table.split(separator: "\n").compactMap { line in
    guard !line.hasPrefix("#") else { return nil }
    let columns = line.split(separator: "|", maxSplits: 2).map { trimmed($0) }
    return Sample(bytes: bytes(of: columns[0]), result: columns[1], description: columns[0])
  }

  private static let names: [String: [UInt8]] = [
    "CSI": [0x1b, 0x5b], "SS3": [0x1b, 0x4f], "OSC": [0x1b, 0x5d], "ESC": [0x1b],
    "ST": [0x1b, 0x5c], "BEL": [7], "CAN": [0x18], "CR": [0x0d], "LF": [0x0a], "SP": [0x20],
    "BAR": [0x7c],
  ]

  public static func bytes(of sequence: String) -> [UInt8] {
    sequence.split(separator: " ").flatMap { word in
      names[String(word)] ?? literal(word)
    }
  }

  private static func literal(_ word: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = word[...]
    while let first = rest.first {
      let digits = rest.dropFirst().prefix(2)
      if first == "<", rest.dropFirst(3).first == ">", let byte = UInt8(digits, radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(4)
      } else {
        bytes += Array(String(first).utf8)
        rest = rest.dropFirst()
      }
    }
    return bytes
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static let table: String = {
    let path = "\(Repository.path)/Tests/Support/key-sequences.txt"
    guard let text = try? TextFile.read(path) else { preconditionFailure("\(path) is missing") }
    return text
  }()
}
