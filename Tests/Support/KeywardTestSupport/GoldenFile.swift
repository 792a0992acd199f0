import Glibc

/// A file of cases below `Tests/Goldens`: a line `> ` and a name, the lines of an input, a line `=`,
/// and the lines of the result.
///
/// `\u{…}` in an input is a character by its number. `make goldens` writes the results it finds.
package struct GoldenFile {
  package struct Case {
    package let name: String
    package let input: String
    fileprivate let written: String
    fileprivate let result: String
  }

  private let path: String
  private let head: String
  private let cases: [Case]

  package init(_ name: String) throws {
    path = "\(Repository.path)/Tests/Goldens/\(name).txt"
    var blocks = [[Substring]()]
    let text = try TextFile.read(path)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("> ") { blocks.append([]) }
      blocks[blocks.count - 1].append(line)
    }
    head = blocks[0].map { $0 + "\n" }.joined()
    cases = blocks.dropFirst().map { lines in
      let middle = lines.firstIndex(of: "=") ?? lines.count
      let written = lines[1..<middle].joined(separator: "\n")
      return Case(
        name: String(lines[0].dropFirst(2)), input: Self.unescaped(written), written: written,
        result: lines[middle...].dropFirst().joined(separator: "\n"))
    }
  }

  /// The cases whose result differs from the file.
  package func differences(_ result: (Case) throws -> String) throws -> [String] {
    let found = try cases.map { ($0, try result($0)) }
    if getenv("KEYWARD_WRITE_GOLDENS") != nil {
      let blocks = found.map { one, result in
        "> \(one.name)\n" + (one.written.isEmpty ? "" : one.written + "\n") + "=\n\(result)\n"
      }
      guard let stream = fopen(path, "we") else { throw HarnessError("\(path) is not written") }
      fputs(head + blocks.joined(), stream)
      fclose(stream)
    }
    return found.compactMap { one, result in
      result == one.result
        ? nil : "\(one.name), run make goldens:\n\(one.result)\nis now\n\(result)"
    }
  }

  private static func unescaped(_ text: String) -> String {
    let parts = text.split(separator: "\\u{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      let digits = part.prefix { $0 != "}" }
      if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
        text.unicodeScalars.append(scalar)
      }
      text += part.dropFirst(digits.count + 1)
    }
  }
}
