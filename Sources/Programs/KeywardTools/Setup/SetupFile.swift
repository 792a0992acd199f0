import KeywardPrograms
import SecureMemory

/// A file to which setup adds lines, so that other programs use Keyward to ask for secrets.
///
///     var file = SetupFile(path: "/home/me/.gnupg/gpg-agent.conf", …)
///     file.applied(to: "max-cache-ttl 600\n")   // the same with our line after it
///
/// Applying twice changes nothing; undoing removes the added lines and nothing else.
struct SetupFile: Hashable, Sendable {
  /// The use of the file in a few words, such as `gpg`.
  let purpose: String
  let path: String
  let lines: [String]
  /// The first words of settings that conflict with our lines.
  ///
  /// Setup turns lines that begin with these words into comments.
  var rivals: [String] = []
  /// A line between our marks is ours if its first word is one of these.
  var keys: [String] = []

  static let off = "# keyward: off "

  /// The value in the last line whose first word is one of `rivals`; nil if there is none.
  var present: String? { valueOfRival(in: content) }

  /// The value of `present` after our lines are removed: the setting from before Keyward.
  var former: String? { valueOfRival(in: undone(from: content)) }

  /// True if no line is missing and no line contradicts ours.
  var isInPlace: Bool { applied(to: content) == content }

  var content: String { Self.text(of: path) }

  /// The text of a file; empty if it cannot be read.
  static func text(of path: String) -> String {
    ((try? SmallFile(path, atMost: longest).bytes) ?? []).text
  }

  private func valueOfRival(in content: String) -> String? {
    let line = SetupLines.split(content).map(SetupLines.withoutReturn).last { isRival($0) }
    return line.flatMap { line in
      let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      return words.count > 1 ? String(words[1]) : nil
    }
  }

  static let adviceForMissingTarget = "create that file, or remove the link"

  static let longest = 1 << 20

  private func isRival(_ line: String) -> Bool {
    line.split(whereSeparator: \.isWhitespace).first.map { rivals.contains(String($0)) } ?? false
  }

  /// Adds our lines, unless somebody wrote them by hand.
  ///
  /// With `madeFolders`, a line records that setup creates the file and this number of folders.
  func applied(to content: String, madeFolders: Int? = nil) -> String {
    let former = undone(from: content)
    let rest = SetupLines.split(former)
    let words = rest.map(SetupLines.withoutReturn)
    let isThere = lines.allSatisfy { words.contains($0) }
    if isThere, words.filter(isRival).allSatisfy({ lines.contains($0) }) { return content }
    let others = rest.map { isRival($0) ? Self.off + $0 : $0 }
    let found = parsed(content)
    let made = (found.isApplied ? found.madeFolders : nil) ?? madeFolders
    let noEnd = SetupLines.hasLastEnd(former) ? nil : SetupLines.noLastEnd
    return SetupLines.text(
      others + [SetupLines.begin] + [made.map(SetupLines.origin), noEnd].compactMap(\.self) + lines
        + [SetupLines.end])
  }

  func isApplied(in content: String) -> Bool {
    parsed(content).isApplied
  }

  /// Removes our lines, but keeps lines that somebody wrote between them.
  func undone(from content: String) -> String {
    let found = parsed(content)
    // Without an end mark, the rest of the file may not be ours.
    guard found.isApplied else { return content }
    return SetupLines.text(
      found.others.map { line in
        let former = line.hasPrefix(Self.off) ? String(line.dropFirst(Self.off.count)) : line
        // Only lines that contradict ours were ever switched off.
        return isRival(SetupLines.withoutReturn(former)) ? former : line
      }, hasLastEnd: found.hasLastEnd)
  }

  func parsed(_ content: String) -> SetupLines {
    SetupLines(content, isOurs: isOurs)
  }

  /// True if setup wrote the line.
  ///
  /// The folder of the programs in the line may differ, because Keyward may have been moved since.
  private func isOurs(_ indented: String) -> Bool {
    let line = String(indented.drop { $0.isWhitespace })
    if let first = line.split(whereSeparator: \.isWhitespace).first, keys.contains(String(first)) {
      return true
    }
    let plain = Self.withoutCondition(line)
    return lines.contains { own in
      let ownPlain = Self.withoutCondition(own)
      guard plain != ownPlain else { return true }
      guard let shape = Self.shape(of: ownPlain) else { return false }
      return Self.shape(of: plain).map { $0 == shape } ?? false
    }
  }

  /// Returns the part of a line after the condition that our program is installed.
  ///
  /// Earlier versions wrote no condition. Example: `test -x /a/b; and set -gx A b` → `set -gx A b`.
  private static func withoutCondition(_ line: String) -> String {
    for (start, end) in [("[ -x ", " ] && "), ("test -x ", "; and "), ("if (-x ", ") ")]
    where line.hasPrefix(start) {
      // The condition names a path, in which the end may occur too.
      let last = line.indices.last { line[$0...].hasPrefix(end) }
      if let last { return String(line[last...].dropFirst(end.count)) }
    }
    return line
  }

  /// Splits a line into the parts before and after the folder of our programs.
  ///
  /// Example: `export A='/a b/keyward-askpass'` → `export A=`, `keyward-askpass`.
  private static func shape(of line: String) -> [String]? {
    let scalars = line.unicodeScalars
    guard let first = scalars.firstIndex(of: "/"), let last = scalars.lastIndex(of: "/") else {
      return nil
    }
    var (head, tail) = (scalars[..<first], scalars[scalars.index(after: last)...])
    if head.last == "'", tail.last == "'" {
      head.removeLast()
      tail.removeLast()
    }
    return [String(Substring(head)), String(Substring(tail))]
  }

  static func difference(from old: String, to new: String) -> [String] {
    let changes = SetupLines.split(new).difference(from: SetupLines.split(old))
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
}

/// The lines of a file: ours, between two marks, and the user's.
struct SetupLines {
  static let begin = "# keyward: begin"
  static let end = "# keyward: end"
  static let noLastEnd = "# keyward: the last line above had no line end"

  /// The user's lines, including those that setup switched off and those between our lines.
  private(set) var others: [String] = []
  /// The number of folders that setup created; nil if setup did not create the file.
  private(set) var madeFolders: Int?
  /// True if the user's last line ended with LF; false if setup added the LF.
  private(set) var hasLastEnd = true
  /// True if the file has a complete block of our lines.
  ///
  /// It is false if the last block has no end mark, because the end of the block is then unknown.
  var isApplied: Bool { hasBlock && !isTorn }

  private var hasBlock = false
  private var isTorn = false

  /// Separates the lines that setup added from the user's lines.
  ///
  /// `isOurs` gets each line without its CR.
  init(_ content: String, isOurs: (String) -> Bool) {
    var block: [String] = []
    var isOursLast = false
    var isEndNoted = false
    for line in Self.split(content) {
      isOursLast = false
      switch Self.withoutReturn(line) {
      case Self.begin:
        // A block without an end mark is not ours.
        others += block
        block = [line]
      case Self.end where !block.isEmpty:
        for line in block.dropFirst() {
          let words = Self.withoutReturn(line)
          if let made = Self.folders(origin: words) {
            madeFolders = made
          } else if words == Self.noLastEnd {
            isEndNoted = true
          } else if !isOurs(words) {
            others.append(line)
          }
        }
        block = []
        hasBlock = true
        isOursLast = true
      default:
        if block.isEmpty { others.append(line) } else { block.append(line) }
      }
    }
    others += block
    isTorn = !block.isEmpty
    hasLastEnd = isOursLast ? !isEndNoted : Self.hasLastEnd(content)
  }

  /// Splits the content at each LF.
  ///
  /// A CR before the LF stays in the line, so that `text` restores the same bytes.
  static func split(_ content: String) -> [String] {
    // CR LF is one character, so a split by characters finds no lines.
    var lines = content.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  static func withoutReturn(_ line: String) -> String {
    line.hasSuffix("\r") ? String(line.dropLast()) : line
  }

  /// True if the content ends with LF or is empty.
  static func hasLastEnd(_ content: String) -> Bool {
    content.utf8.last.map { $0 == 0x0a } ?? true
  }

  /// Joins the lines; `hasLastEnd` also adds an LF after the last one.
  static func text(_ lines: [String], hasLastEnd: Bool = true) -> String {
    lines.joined(separator: "\n") + (hasLastEnd && !lines.isEmpty ? "\n" : "")
  }

  private static let originWords = "# keyward: made this file"

  /// Returns the comment from which undoing learns what setup created.
  ///
  /// Example: `# keyward: made this file and 2 folders above it`.
  static func origin(folders: Int) -> String {
    guard folders > 0 else { return originWords }
    return originWords + " and \(folders) folder\(folders == 1 ? "" : "s") above it"
  }

  private static func folders(origin line: String) -> Int? {
    guard line.hasPrefix(originWords) else { return nil }
    let number = line.dropFirst(originWords.count).split(separator: " ").compactMap { Int($0) }
    return max(0, number.first ?? 0)
  }
}
