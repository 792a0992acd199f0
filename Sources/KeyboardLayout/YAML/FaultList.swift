/// What is wrong with one place of a file.
public struct LayoutFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as its user named it.
  public var file: String
  /// The line from 1; `nil` for a fault of the file as a whole.
  public var line: Int?
  /// The column from 1, in characters.
  public var column: Int?
  /// What is wrong and what to do about it.
  public var sentence: String

  public init(file: String, line: Int? = nil, column: Int? = nil, sentence: String) {
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
  /// Never empty.
  public var faults: [LayoutFault]

  public init(faults: [LayoutFault]) {
    self.faults = faults
  }

  /// One fault a line.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// Gathers the first faults of a file in the order of their places.
struct FaultList: Sendable {
  /// How many faults a file is told.
  static let limit = 20

  /// The file as its user named it.
  let file: String
  private var found: [(mark: YAMLMark, sentence: String)] = []

  init(file: String) {
    self.file = file
  }

  var isEmpty: Bool { found.isEmpty }

  /// Adds a fault; two at one place stay in the order in which they were found.
  ///
  /// - Parameters:
  ///   - mark: where it is.
  ///   - sentence: what is wrong; worked out only if the fault is among the first 20.
  mutating func add(_ mark: YAMLMark, _ sentence: @autoclosure () -> String) {
    let place = found.firstIndex { mark < $0.mark } ?? found.count
    guard place < Self.limit else { return }
    found.insert((mark, sentence()), at: place)
    if found.count > Self.limit { found.removeLast() }
  }

  /// The faults as an error.
  var errors: LayoutFileErrors {
    LayoutFileErrors(
      faults: found.map {
        LayoutFault(
          file: file, line: $0.mark.line, column: $0.mark.column, sentence: $0.sentence)
      })
  }
}
