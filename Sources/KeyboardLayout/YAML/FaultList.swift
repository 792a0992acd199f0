/// A fault at one place of a file.
public struct LayoutFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as its user named it.
  public var file: String
  /// The line from 1; `nil` for a fault of the file as a whole.
  public var line: Int?
  /// The column from 1, in characters.
  public var column: Int?
  /// A sentence with the fault and its remedy.
  public var sentence: String

  /// A fault of a file, or of a place in it.
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

/// The faults of a file, in its order, 20 at most.
public struct LayoutFileErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, at least one.
  public var faults: [LayoutFault]

  /// The faults of a file, at least one.
  package init(faults: [LayoutFault]) {
    self.faults = faults
  }

  /// One fault a line.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// Gathers the first faults of a file in the order of their places.
struct FaultList: Sendable {
  /// The most faults reported for a file.
  static let limit = 20

  /// The file as its user named it.
  let file: String
  private var found: [Fault] = []

  /// A fault before its report.
  ///
  /// Its place within a scalar is looked up at the end, since that takes a walk through the scalar.
  private struct Fault: Sendable {
    let mark: YAMLMark
    let offset: Int
    let node: YAMLNode?
    let sentence: String

    func isBehind(_ other: YAMLMark, _ otherOffset: Int) -> Bool {
      other == mark ? otherOffset < offset : other < mark
    }
  }

  init(file: String) {
    self.file = file
  }

  var isEmpty: Bool { found.isEmpty }

  /// Adds a fault; two at one place stay in the order in which they were found.
  ///
  /// - Parameters:
  ///   - mark: its place.
  ///   - sentence: the fault in words; evaluated only for the first 20 faults.
  mutating func add(_ mark: YAMLMark, _ sentence: @autoclosure () -> String) {
    insert(mark, 0, nil, sentence)
  }

  /// Adds a fault within a scalar.
  ///
  /// - Parameters:
  ///   - node: the scalar.
  ///   - offset: the character's index within its value, in Unicode scalars.
  ///   - sentence: the fault in words; evaluated only for the first 20 faults.
  mutating func add(_ node: YAMLNode, offset: Int, _ sentence: @autoclosure () -> String) {
    insert(node.start, offset, node, sentence)
  }

  private mutating func insert(
    _ mark: YAMLMark, _ offset: Int, _ node: YAMLNode?, _ sentence: () -> String
  ) {
    let place = found.firstIndex { $0.isBehind(mark, offset) } ?? found.count
    guard place < Self.limit else { return }
    found.insert(Fault(mark: mark, offset: offset, node: node, sentence: sentence()), at: place)
    if found.count > Self.limit { found.removeLast() }
  }

  /// The faults as an error.
  ///
  /// - Parameter bytes: the file.
  /// - Returns: the faults with their lines and columns.
  func errors(in bytes: [UInt8]) -> LayoutFileErrors {
    var source = YAMLSource(bytes: bytes)
    return LayoutFileErrors(
      faults: found.map { fault in
        let mark = fault.node.map { source.mark(of: fault.offset, in: $0) } ?? fault.mark
        return LayoutFault(
          file: file, line: mark.line, column: mark.column, sentence: fault.sentence)
      })
  }
}
