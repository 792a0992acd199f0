import Glibc
import SecureMemory

/// A YAML file for other modules of the package: its values with their places, and its faults.
package struct YAMLFile {
  package struct Value: Sendable {
    fileprivate let node: YAMLNode

    package var text: String? { node.text }

    package var isQuoted: Bool {
      if case .scalar(_, let style) = node.content { style != .plain } else { false }
    }

    package var isEmpty: Bool { node.text == "" && !isQuoted }

    /// The line it begins in, from 1.
    package var line: Int { node.start.line }

    /// The column it begins in, from 1, in characters and behind an opening quote.
    package var column: Int { node.start.column }

    /// True if the value has a fault already, so that it needs no other.
    package var isRefused: Bool { node.isRefused }

    package var items: [Value]? { node.items?.map(Value.init(node:)) }

    package var fields: [(name: String, key: Value, value: Value)]? {
      node.fields?.map { ($0.name, Value(node: $0.key), Value(node: $0.value)) }
    }
  }

  /// The outermost value; `nil` for an unreadable file, with a fault that says why.
  package let root: Value?
  private var faults: Diagnostics
  private let bytes: [UInt8]

  /// Reads the one document of a file; a file without a value is a fault unless it `mayBeEmpty`.
  package init(_ bytes: [UInt8], name: String, mayBeEmpty: Bool = false) {
    var faults = Diagnostics(file: name)
    root = YAMLParser.parse(bytes, mayBeEmpty: mayBeEmpty, faults: &faults)
      .map(Value.init(node:))
    self.faults = faults
    self.bytes = bytes
  }

  /// Adds a fault of a value, `offset` Unicode scalars from the beginning of a scalar's text.
  package mutating func fault(_ value: Value, offset: Int = 0, _ sentence: String) {
    // Sentences quote the file, which may contain anything, of any length.
    let printable = sentence.printable
    let sentence = printable.count > 500 ? printable.prefix(500) + "…" : printable
    if value.text == nil {
      faults.add(value.node.start, sentence)
    } else {
      faults.add(value.node, offset: offset, sentence)
    }
  }

  package var errors: LayoutFileErrors? { faults.isEmpty ? nil : faults.errors(in: bytes) }

  package static func suggestion(for name: String, among known: [String]) -> String? {
    Suggestion.nearest(to: name, among: known)
  }
}

/// A place in a file: line and column count from 1 in characters, `index` from 0.
struct YAMLMark: Hashable, Sendable, Comparable {
  var line: Int
  var column: Int
  var index: Int

  static let start = YAMLMark(line: 1, column: 1, index: 0)

  static func < (a: YAMLMark, b: YAMLMark) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

struct YAMLField: Sendable {
  let name: String
  let key: YAMLNode
  let value: YAMLNode
}

/// A value of a file and its place.
///
/// Scalars stay text: `1`, `no` and `~` are not converted.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    case scalar(String, ScalarStyle)
    case sequence([YAMLNode])
    case mapping([YAMLField])
    /// A value that was refused with its own fault; rules ignore it.
    case refused
  }

  enum ScalarStyle: Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    case block
  }

  let content: Content
  /// The place of the first character, behind any opening quote.
  let start: YAMLMark
  let end: YAMLMark

  var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  var fields: [YAMLField]? {
    if case .mapping(let fields) = content { fields } else { nil }
  }

  var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  var isRefused: Bool {
    if case .refused = content { true } else { false }
  }
}

/// Checks the bytes of a file before anything else reads them.
enum YAMLText {
  /// The bytes after a byte order mark, which some editors write at the beginning.
  ///
  /// libyaml would count it as a column, so that the first line would seem indented deeper than the
  /// rest.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Tells whether the bytes are UTF-8 without control characters; the first wrong ones are a
  /// fault.
  static func check(_ bytes: [UInt8], faults: inout Diagnostics) -> Bool {
    guard bytes.count <= YAMLLimits.bytes else {
      faults.add(.start, "This file is larger than \(YAMLLimits.bytes / 1024) KiB.")
      return false
    }
    // Almost every file is plain ASCII, which needs no check of single characters.
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return true }
    var mark = YAMLMark.start
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return true
      case .error:
        faults.add(mark, "This file is not UTF-8 here. Save it as UTF-8.")
        return false
      case .scalarValue(let scalar):
        if isRefused(scalar) {
          faults.add(
            mark,
            "This file contains the \(scalar.forbiddenKind ?? "character") \(scalar.codePoint). "
              + "Leave it out.")
          return false
        }
        mark.index += 1
        mark.column += 1
        if scalar == "\n" { mark = YAMLMark(line: mark.line + 1, column: 1, index: mark.index) }
      }
    }
  }

  /// Tells whether YAML itself forbids a character in a file.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: false
    // YAML also ends a line at U+0085, U+2028 and U+2029, which no editor shows or counts as line
    // ends.
    case 0...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

/// The limits of a file, so that a hostile one costs no more than its own size.
enum YAMLLimits {
  static let bytes = 256 * 1024
  /// The nesting of lists and mappings; the outermost counts 1.
  static let depth = 12
  /// The number of scalars, lists and mappings.
  static let nodes = 20_000
}

/// Reads a user's files without trusting them.
package enum UserFile {
  /// Reads the bytes of a regular file of at most 256 KiB.
  ///
  /// A pipe or device is neither waited for nor read. The checks are made on the open file, so that
  /// nobody can exchange it after them. With `checksOwner` only this user and root may be able to
  /// exchange the file, its link targets, and every folder on the way.
  package static func read(_ path: String, checksOwner: Bool) throws(LayoutFileErrors) -> [UInt8] {
    try bytes(of: open(path), path, checksOwner)
  }

  /// Reads the same; `nil` if the file does not exist.
  package static func ifThere(
    _ path: String, checksOwner: Bool
  ) throws(LayoutFileErrors) -> [UInt8]? {
    let file = open(path)
    switch file {
    case .failure(.system(ENOENT)), .failure(.system(ENOTDIR)): return nil
    default: return try bytes(of: file, path, checksOwner)
    }
  }

  private static func open(_ path: String) -> Result<SmallFile, FileError> {
    Result { () throws(FileError) in try SmallFile(path, atMost: YAMLLimits.bytes) }
  }

  private static func bytes(
    of result: Result<SmallFile, FileError>, _ path: String, _ checksOwner: Bool
  ) throws(LayoutFileErrors) -> [UInt8] {
    func fault(_ sentence: String) -> LayoutFileErrors {
      LayoutFileErrors(faults: [LayoutFault(file: path, sentence: sentence)])
    }
    switch result {
    case .failure(let trouble): throw fault(sentence(trouble))
    case .success(let file):
      guard checksOwner, let doubt = PathTrustError.first(to: path, leadingTo: file.place) else {
        return file.bytes
      }
      throw fault(sentence(doubt))
    }
  }

  private static func sentence(_ doubt: PathTrustError) -> String {
    let word = doubt.path.shellWord.printable
    let what =
      doubt.isFolder
      ? "the folder \(doubt.path.printable), through which this file is reached" : "this file"
    switch doubt.reason {
    case .owned:
      let advice =
        doubt.isFolder
        ? "make it yours with “sudo chown \(geteuid()) \(word)”, or move the file"
        : "make a copy of your own"
      return "Another user owns \(what), so it is not used; \(advice)."
    case .writable(let owner):
      let command = (owner == geteuid() ? "" : "sudo ") + "chmod go-w \(word)"
      return "Other users may write \(what), so it is not used; take that away with “\(command)”."
    case .shared:
      return
        "Other users may write \(what), so it is not used; move it to a folder of your own, or, "
        + "where all of that folder is yours, take that away with “chmod go-w \(word)”."
    case .exchanged:
      return "This file was exchanged while it was read, so it is not used; try again."
    }
  }

  private static func sentence(_ trouble: FileError) -> String {
    switch trouble {
    case .notRegular: "This is not a regular file."
    case .tooLong: "This file is larger than \(YAMLLimits.bytes / 1024) KiB."
    default: "This file cannot be read: \(trouble.reason.lowercasedFirst)."
    }
  }
}
