import Foundation

/// A file of cases in `Goldens`: a line `> ` and a name, the lines of an input, a line `=`, and the
/// lines of the result.
struct GoldenFile {
  let path: String

  init(_ name: String) {
    path =
      URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Goldens/\(name).txt").path
  }

  /// The cases whose result differs from the file.
  func differences(_ result: (_ name: String, _ input: String) throws -> String) throws -> [String]
  {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var differences: [String] = []
    for one in ("\n" + text).components(separatedBy: "\n> ").dropFirst() {
      let halves = (one + "\n").components(separatedBy: "\n=\n")
      let lines = halves[0].components(separatedBy: "\n")
      let input = lines.dropFirst().joined(separator: "\n")
      let found = try result(lines[0], input)
      let expected = halves[1].trimmingCharacters(in: .newlines)
      if found != expected { differences.append("\(one)\nis now\n\(found)") }
    }
    return differences
  }
}
