/// A YAML file for other modules of the package: its values with their places, and its faults.
package struct YAMLFile {
  /// A value and its place.
  package struct Value: Sendable {
    fileprivate let node: YAMLNode

    /// The text of a scalar.
    package var text: String? { node.text }

    /// Whether a scalar stands in quotation marks.
    package var isQuoted: Bool {
      if case .scalar(_, let style) = node.content { style != .plain } else { false }
    }

    /// Whether the place of a value is empty.
    package var isEmpty: Bool { node.text == "" && !isQuoted }

    /// The line it begins in, from 1.
    package var line: Int { node.start.line }

    /// The column it begins in, from 1, in characters and behind an opening quote.
    package var column: Int { node.start.column }

    /// True if the value has a fault already, so that it needs no other.
    package var isRefused: Bool { node.isRefused }

    /// The items of a list.
    package var items: [Value]? { node.items?.map(Value.init(node:)) }

    /// The fields of a mapping in the order of the file.
    package var fields: [(name: String, key: Value, value: Value)]? {
      node.fields?.map { ($0.name, Value(node: $0.key), Value(node: $0.value)) }
    }
  }

  /// The outermost value; `nil` for an unreadable file, with a fault that says why.
  package let root: Value?
  private var faults: FaultList
  private let bytes: [UInt8]

  /// Reads the one document of a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: the file as its user named it.
  ///   - mayBeEmpty: whether a file without a value has no fault.
  package init(_ bytes: [UInt8], name: String, mayBeEmpty: Bool = false) {
    var faults = FaultList(file: name)
    root = YAMLParser.parse(bytes, mayBeEmpty: mayBeEmpty, faults: &faults)
      .map(Value.init(node:))
    self.faults = faults
    self.bytes = bytes
  }

  /// Adds a fault of a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - offset: the index of the character within a scalar's text, in Unicode scalars.
  ///   - sentence: the fault and its remedy.
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

  /// The faults so far, `nil` if there are none.
  package var errors: LayoutFileErrors? { faults.isEmpty ? nil : faults.errors(in: bytes) }

  /// Reads the bytes of a user's file, whoever owns it.
  ///
  /// - Parameter path: a regular file of at most 256 KiB.
  /// - Returns: the bytes.
  /// - Throws: `LayoutFileErrors` with the fault and its remedy.
  package static func bytes(ofFile path: String) throws(LayoutFileErrors) -> [UInt8] {
    do throws(LayoutFault) {
      return try UserFile.read(path, checksOwner: false)
    } catch {
      throw LayoutFileErrors(faults: [error])
    }
  }

  /// Reads the bytes of a file that only this user may own and write.
  ///
  /// - Parameter path: a regular file of at most 256 KiB.
  /// - Returns: the bytes; `nil` if the file does not exist.
  /// - Throws: `LayoutFileErrors` with the fault and its remedy.
  package static func bytes(ofOwnFile path: String) throws(LayoutFileErrors) -> [UInt8]? {
    do throws(LayoutFault) {
      return try UserFile.ifThere(path, checksOwner: true)
    } catch {
      throw LayoutFileErrors(faults: [error])
    }
  }

  /// The known name that somebody probably meant.
  package static func suggestion(for name: String, among known: [String]) -> String? {
    Suggestion.nearest(to: name, among: known)
  }
}
