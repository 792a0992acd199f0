/// A fault at a location in a file.
public struct LayoutFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file name as passed by the user.
  public var file: String
  /// The line number, counted from 1; `nil` for a fault of the whole file.
  public var line: Int?
  /// The column number in characters, counted from 1.
  public var column: Int?
  /// The fault and its remedy, as a sentence.
  public var sentence: String

  package init(file: String, line: Int? = nil, column: Int? = nil, sentence: String) {
    self.file = file
    self.line = line
    self.column = column
    self.sentence = sentence
  }

  /// `file:line:column: sentence`.
  public var description: String {
    guard let line, let column else { return "\(file.printable): \(sentence)" }
    return "\(file.printable):\(line):\(column): \(sentence)"
  }
}

/// The faults of a file, in order, at most 20.
public struct LayoutFileErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, at least one.
  public var faults: [LayoutFault]

  package init(faults: [LayoutFault]) {
    self.faults = faults
  }

  /// The faults, one per line.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension Unicode.Scalar {
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The kind of a character that labels and messages must not contain, such as `bidirectional
  /// mark`.
  ///
  /// It is `nil` for a character that they may contain.
  package var forbiddenKind: String? {
    switch value {
    case 0...0x1F, 0x7F...0x9F: "control character"
    case 0x2028, 0x2029: "line separator"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "bidirectional mark"
    default: nil
    }
  }
}

extension Substring {
  package var trimmed: String {
    var rest = self
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

extension String {
  package var trimmed: String { self[...].trimmed }
}

extension String {
  /// The text with each forbidden character replaced by its code point, such as `U+001B`.
  var printable: String {
    guard unicodeScalars.contains(where: { $0.forbiddenKind != nil }) else { return self }
    return unicodeScalars.map { $0.forbiddenKind == nil ? String($0) : $0.codePoint }.joined()
  }

  /// The text in quotation marks for messages, truncated after 32 characters and without forbidden
  /// characters.
  var quoted: String {
    let short = prefix(33)
    let shown = short.count > 32 ? short.prefix(32) + "…" : short
    return "“\(String(String.UnicodeScalarView(shown.unicodeScalars.prefix(256))).printable)”"
  }
}

extension String {
  /// Returns the most similar known name, or `nil` if no name is similar enough.
  ///
  /// For example, `widht` gives `width`. The first of several equally similar names is returned. A
  /// name of two characters matches only itself or the name with both characters swapped. A name of
  /// more than 64 characters gives `nil`, to bound the time.
  package func nearest(among known: [String]) -> String? {
    let written = Array(lowercased().unicodeScalars.prefix(65))
    guard !written.isEmpty, written.count <= 64 else { return nil }
    let limit = max(1, written.count / 3)
    var best: (name: String, edits: Int)?
    for candidate in known {
      let letters = Array(candidate.lowercased().unicodeScalars)
      guard written.count > 2 || letters.sorted() == written.sorted() else { continue }
      let edits = Self.distance(written, letters)
      if edits <= limit, edits < best?.edits ?? .max { best = (candidate, edits) }
    }
    return best?.name
  }

  /// Returns at most eight known names that contain a part similar to this text.
  ///
  /// Hyphens separate the parts of a name. For example, `qwerti` finds `latin-qwerty`.
  fileprivate func nearToParts(of known: [String]) -> [String] {
    let found = known.filter { candidate in
      let parts = candidate.split(separator: "-").map(String.init)
      return parts.count > 1 && nearest(among: parts) != nil
    }
    return Array(found.prefix(8))
  }

  /// Returns the Damerau–Levenshtein distance in its restricted form (optimal string alignment).
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        var edits = Swift.min(last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          edits = Swift.min(edits, beforeLast[j - 1] + 1)
        }
        current.append(edits)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}

/// The error for an unknown name; its description suggests known names.
public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the name: `panel`, `device`, `metrics profile`, `keyboard`.
  public var what: String
  /// The unknown name.
  public var name: String
  /// The object that has the known names, such as `Keyboard “us”`; `nil` if they are shipped names.
  ///
  /// If it is not `nil`, the description begins with it.
  public var owner: String?
  /// The known names.
  public var known: [String]
  /// The known names that match in meaning, for example by language.
  ///
  /// If there are any, the description suggests them instead of names with a similar spelling.
  package var meant: [String] = []

  package init(what: String, name: String, owner: String? = nil, known: [String]) {
    self.what = what
    self.name = name
    self.owner = owner
    self.known = known
  }

  private static let listed = 60

  /// True if the description lists the known names.
  public var listsKnown: Bool { known.count <= Self.listed }

  /// One to three sentences: the unknown name, similar names, and the known names or their number.
  public var description: String {
    let opening = "\(owner.map { "\($0) has" } ?? "There is") no \(what) “\(name)”."
    guard !known.isEmpty else { return opening }
    let near =
      !meant.isEmpty
      ? meant
      : name.nearest(among: known).map { [$0] }
        ?? name.nearToParts(of: known)
    let guess = near.isEmpty ? "" : " Did you mean “\(near.joined(separator: "”, “"))”?"
    guard listsKnown else { return "\(opening)\(guess) There are \(known.count) \(what)s." }
    return "\(opening)\(guess) Known: \(known.joined(separator: ", "))."
  }
}
