import KeywardTestSupport
import Testing

/// A case of `Tests/Library/ask-cases.txt`, which the Python package runs too.
struct AskCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private(set) var fields: [String: String] = [:]

  /// The cases for hosts of this kind; nil for an ordinary one.
  static func all(_ host: String? = nil) throws -> [AskCase] {
    var cases: [AskCase] = []
    for line in try TextFile.read(Repository.path + "/Tests/Library/ask-cases.txt").split(
      separator: "\n")
    where !line.hasPrefix("#") {
      guard line.hasPrefix("  "), !cases.isEmpty else {
        cases.append(AskCase(testDescription: String(line)))
        continue
      }
      let parts = line.dropFirst(2).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      cases[cases.count - 1].fields[String(parts[0])] = String(parts[1].drop { $0 == " " })
    }
    return cases.filter { $0.fields["host"] == host }
  }
}
