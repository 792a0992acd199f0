/// Finds the name that somebody probably meant.
enum Suggestion {
  /// Returns the known name with the fewest edits from `name`, if those are few for its length.
  ///
  /// - `nearest(to: "widht", among: ["width", "label"])` → `"width"`
  /// - `nearest(to: "colour", among: ["width", "label"])` → `nil`
  ///
  /// - Parameters:
  ///   - name: the written name; over 64 characters it gets no suggestion, to bound the time.
  ///   - known: the known names; the first of equals wins.
  /// - Returns: a known name, or `nil` if none is near.
  static func nearest(to name: String, among known: [String]) -> String? {
    let written = Array(name.lowercased().unicodeScalars.prefix(65))
    guard !written.isEmpty, written.count <= 64 else { return nil }
    let limit = max(1, written.count / 3)
    var best: (name: String, edits: Int)?
    for candidate in known {
      let edits = distance(written, Array(candidate.lowercased().unicodeScalars))
      if edits <= limit, edits < best?.edits ?? .max { best = (candidate, edits) }
    }
    return best?.name
  }

  /// Returns the known names with a part near to `name`, such as `qwerty` in `latin-qwerty`.
  ///
  /// - Returns: at most eight, in the order of `known`.
  static func withPart(near name: String, among known: [String]) -> [String] {
    let found = known.filter { candidate in
      let parts = candidate.split(separator: "-").map(String.init)
      return parts.count > 1 && nearest(to: name, among: parts) != nil
    }
    return Array(found.prefix(8))
  }

  /// The number of insertions, removals, replacements and swaps of neighbours that turn one text
  /// into the other.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        var edits = min(last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          edits = min(edits, beforeLast[j - 1] + 1)
        }
        current.append(edits)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}
