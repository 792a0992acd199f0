import SecureMemory

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A parsed YAML file: its values with their locations, and its faults.
///
/// Other modules of the package use this type to read their own YAML files.
package struct YAMLFile: Sendable {
  /// The root value; `nil` if the file is empty or cannot be parsed.
  package let root: YAMLNode?
  private var faults: DiagnosticDecoder
  private let bytes: [UInt8]

  /// Parses a file, which must contain exactly one document.
  ///
  /// An empty file is a fault, unless `mayBeEmpty` is true.
  package init(_ bytes: [UInt8], name: String, mayBeEmpty: Bool = false) {
    var faults = DiagnosticDecoder(file: name)
    root = YAMLParser.parse(bytes, mayBeEmpty: mayBeEmpty, faults: &faults)
    self.faults = faults
    self.bytes = bytes
  }

  /// Adds a fault at the start of `value`.
  package mutating func fault(_ value: YAMLNode, _ sentence: String) {
    // Sentences quote the file, which may contain text of any kind and length.
    let printable = sentence.printable
    let sentence = printable.count > 500 ? printable.prefix(500) + "…" : printable
    if value.text == nil {
      faults.add(value.start, sentence)
    } else {
      faults.add(value, sentence)
    }
  }

  package var errors: LayoutFileErrors? { faults.hasFaults ? faults.errors(in: bytes) : nil }

  package var name: String { faults.file }
}

/// A location in a file, counted in characters.
///
/// The line and the column are counted from 1, and `index`, the offset in the file, from 0.
struct YAMLMark: Hashable, Sendable, Comparable {
  var line: Int
  var column: Int
  var index: Int

  static let start = YAMLMark(line: 1, column: 1, index: 0)

  static func < (a: YAMLMark, b: YAMLMark) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

package struct YAMLField: Sendable {
  package let name: String
  package let key: YAMLNode
  package let value: YAMLNode
}

/// A value of a file and the location of the value.
///
/// Scalars such as `1`, `no` and `~` are kept as text and not converted to numbers, Booleans or
/// null.
package struct YAMLNode: Sendable {
  enum Content: Sendable {
    case scalar(String, ScalarStyle)
    case sequence([YAMLNode])
    case mapping([YAMLField])
    /// A value that was rejected with a fault; later checks ignore it, so that it causes no second
    /// fault.
    case refused
  }

  enum ScalarStyle: Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    case block
  }

  let content: Content
  /// The location of the first character, after any opening quote.
  let start: YAMLMark
  let end: YAMLMark

  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  package var fields: [YAMLField]? {
    if case .mapping(let fields) = content { fields } else { nil }
  }

  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  package var isEmpty: Bool {
    if case .scalar("", .plain) = content { true } else { false }
  }

  package var isRefused: Bool {
    if case .refused = content { true } else { false }
  }

  package var line: Int { start.line }

  package var column: Int { start.column }
}

/// Functions that read a user's file and check that it is safe to read.
package enum UserFile {
  /// Reads the bytes of a regular file of at most 256 KiB.
  ///
  /// A pipe or device causes an error at once; this function does not wait for it or read it. All
  /// checks use the open file, so that nobody can replace the file between a check and the read.
  ///
  /// With `checksOwner`, the file, the targets of its symbolic links and every folder on the path
  /// must be replaceable only by this user and root.
  package static func read(_ path: String, checksOwner: Bool) throws(LayoutFileErrors) -> [UInt8] {
    try bytes(of: open(path), path, checksOwner)
  }

  /// Reads a file as `read` does, but returns `nil` if the file does not exist.
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
    Result { () throws(FileError) in try SmallFile(path, atMost: YAMLParser.byteLimit) }
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
      ? "the folder \(doubt.path.printable) on the path to this file" : "this file"
    switch doubt.reason {
    case .owned:
      let advice =
        doubt.isFolder
        ? "take over the folder with “sudo chown \(geteuid()) \(word)”, or move the file elsewhere"
        : "make your own copy of it"
      return "Another user owns \(what), so the file is not used; \(advice)."
    case .writable(let owner):
      let command = (owner == geteuid() ? "" : "sudo ") + "chmod go-w \(word)"
      return "Other users can write to \(what), so the file is not used; run “\(command)”."
    case .shared:
      return
        "Other users can write to \(what), so the file is not used; move it to your own folder, or, "
        + "if everything in the shared folder is yours, run “chmod go-w \(word)”."
    case .accessible, .notFolder, .notSocket, .exchanged:
      return "This file was replaced while it was being read, so it is not used; try again."
    }
  }

  private static func sentence(_ trouble: FileError) -> String {
    switch trouble {
    case .notRegular: "This is not a regular file. Give the path of a YAML file."
    case .tooLong:
      "This file is larger than \(YAMLParser.byteLimit / 1024) KiB. Divide it into several files."
    default: "This file cannot be read: \(trouble.reason.lowercasedFirst). Check its path."
    }
  }
}
