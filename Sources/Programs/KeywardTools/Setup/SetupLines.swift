/// The lines of a file, divided into those that applying added and the user's.
struct SetupLines {
  static let begin = "# keyward: begin"
  static let end = "# keyward: end"
  /// The line among ours that notes a file without a final LF.
  static let noLastEnd = "# keyward: the last line above had no line end"

  /// The user's lines, unchanged.
  ///
  /// Those we switched off and those written between ours are among them.
  private(set) var others: [String] = []
  /// The file's origin according to our lines; nil if they do not tell.
  private(set) var origin: SetupOrigin?
  /// True if the user's last line ends with an LF that is not ours.
  private(set) var hasLastEnd = true
  /// True if our lines are there, from the first to the last.
  var isApplied: Bool { hasBlock && !isTorn }

  private var hasBlock = false
  /// True if our last lines have no end mark, so that their extent is unknown.
  private var isTorn = false

  /// Divides the lines of a file; `isOurs` gets each without its CR.
  init(_ content: String, isOurs: (String) -> Bool) {
    var block: [String] = []
    var isOursLast = false
    var isEndNoted = false
    for line in Self.split(content) {
      isOursLast = false
      switch Self.withoutReturn(line) {
      case Self.begin:
        // An earlier block without an end is not ours.
        others += block
        block = [line]
      case Self.end where !block.isEmpty:
        for line in block.dropFirst() {
          let words = Self.withoutReturn(line)
          if let origin = SetupOrigin(line: words) {
            self.origin = origin
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

  /// The lines without their LF; a CR before it stays, to be written back.
  static func split(_ content: String) -> [String] {
    // CR LF is one character, so a search by characters would find no line in such a file.
    var lines = content.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  static func withoutReturn(_ line: String) -> String {
    line.hasSuffix("\r") ? String(line.dropLast()) : line
  }

  /// Tells whether the last line of a content ends with LF; an empty content lacks nothing.
  static func hasLastEnd(_ content: String) -> Bool {
    content.utf8.last.map { $0 == 0x0a } ?? true
  }

  /// The lines, without their LF, as the content of a file; `hasLastEnd` ends the last one too.
  static func text(_ lines: [String], hasLastEnd: Bool = true) -> String {
    lines.joined(separator: "\n") + (hasLastEnd && !lines.isEmpty ? "\n" : "")
  }
}

/// A note that applying made the file and some of its folders, so that undoing removes them.
///
/// It stands among our lines: `# keyward: made this file and 2 folders above it`.
struct SetupOrigin: Hashable {
  /// The number of folders made above the file, the lowest ones.
  let folders: Int

  private static let words = "# keyward: made this file"

  init(folders: Int) {
    self.folders = folders
  }

  init?(line: String) {
    guard line.hasPrefix(Self.words) else { return nil }
    let number = line.dropFirst(Self.words.count).split(separator: " ").compactMap { Int($0) }
    folders = max(0, number.first ?? 0)
  }

  var line: String {
    guard folders > 0 else { return Self.words }
    return Self.words + " and \(folders) folder\(folders == 1 ? "" : "s") above it"
  }
}
