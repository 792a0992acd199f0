import SmallFiles

/// One file a user adds lines to, so that other programs ask through ours.
///
///     var file = SetupFile(path: "/home/me/.gnupg/gpg-agent.conf", …)
///     file.applied(to: "max-cache-ttl 600\n")   // the same with our line behind it
///
/// Applying twice changes nothing; undoing takes away what applying added, and nothing else.
public struct SetupFile: Hashable, Sendable {
  /// What the file is for, in a word.
  public let purpose: String
  /// The path.
  public let path: String
  /// Our lines.
  public let lines: [String]
  /// The first word of lines that would contradict ours; they are kept as comments.
  public let rival: String?

  /// A file with our lines.
  ///
  /// - Parameters:
  ///   - purpose: What it is for, in a word.
  ///   - path: The path.
  ///   - lines: Our lines.
  ///   - rival: The first word of lines that would contradict ours; nil for none.
  public init(purpose: String, path: String, lines: [String], rival: String? = nil) {
    self.purpose = purpose
    self.path = path
    self.lines = lines
    self.rival = rival
  }

  private static let begin = "# keyward: begin"
  private static let end = "# keyward: end"
  private static let off = "# keyward: off "

  /// What follows the rival's first word in the file as it is; nil where there is no such line.
  public var present: String? {
    let bytes = (try? SmallFile(path, atMost: Self.longest).bytes) ?? []
    let line = Self.lines(of: bytes.text).map(Self.withoutReturn).last { isRival($0) }
    return line.flatMap { line in
      let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      return words.count > 1 ? String(words[1]) : nil
    }
  }

  /// Where the file's name leads, if it is a symbolic link to nothing; nil for everything else.
  public var missingTarget: String? { FilePath.missingTarget(of: path) }

  /// What to do about such a link.
  public static let adviceForMissingTarget = "make that file, or remove the link"

  /// The most bytes a file may have that is changed.
  static let longest = 1 << 20

  private func isRival(_ line: String) -> Bool {
    line.split(whereSeparator: \.isWhitespace).first.map(String.init) == rival && rival != nil
  }

  /// The content with our lines in it; the same where somebody wrote them by hand.
  public func applied(to content: String) -> String {
    let rest = Self.lines(of: undone(from: content))
    let words = rest.map(Self.withoutReturn)
    let isThere = lines.allSatisfy { words.contains($0) }
    if isThere, words.filter(isRival).allSatisfy({ lines.contains($0) }) { return content }
    let others = rest.map { isRival($0) ? Self.off + $0 : $0 }
    return Self.text(others + [Self.begin] + lines + [Self.end])
  }

  /// Whether a content has lines that applying added.
  public func isApplied(in content: String) -> Bool {
    // A last line without an end is none of ours.
    Self.lines(of: undone(from: content)) != Self.lines(of: content)
  }

  /// The content without our lines.
  public func undone(from content: String) -> String {
    var result: [String] = []
    var isOurs = false
    var ours: [String] = []
    for line in Self.lines(of: content) {
      switch Self.withoutReturn(line) {
      case Self.begin:
        // One before it that has no end is not ours.
        result += ours
        ours = [line]
        isOurs = true
      case Self.end where isOurs:
        ours = []
        isOurs = false
      default:
        if isOurs {
          ours.append(line)
        } else {
          let former = line.hasPrefix(Self.off) ? String(line.dropFirst(Self.off.count)) : line
          // Only what would contradict our lines was ever switched off by us.
          result.append(isRival(Self.withoutReturn(former)) ? former : line)
        }
      }
    }
    // A begin without an end is not ours to take the rest of the file for.
    if isOurs { return content }
    return Self.text(result)
  }

  /// What changes, one line each, with `-` and `+` in front.
  ///
  /// - Parameters:
  ///   - old: The content as it is.
  ///   - new: The content as it will be.
  /// - Returns: Nothing where both are the same.
  public static func difference(from old: String, to new: String) -> [String] {
    let changes = lines(of: new).difference(from: lines(of: old))
    func line(_ change: CollectionDifference<String>.Change) -> (Int, String) {
      switch change {
      case .remove(let offset, let line, _): return (offset, "- " + line)
      case .insert(let offset, let line, _): return (offset, "+ " + line)
      }
    }
    let all = changes.removals.map(line) + changes.insertions.map(line)
    return all.enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }

  /// The lines without their LF; a CR before it stays, so that it is given back.
  private static func lines(of content: String) -> [String] {
    // CR LF is one character, so characters would find no line in a file that has them.
    var lines = content.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func withoutReturn(_ line: String) -> String {
    line.hasSuffix("\r") ? String(line.dropLast()) : line
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}
