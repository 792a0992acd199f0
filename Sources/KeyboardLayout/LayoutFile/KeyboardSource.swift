/// Where the keyboards are found that `{ from: NAME }` names.
package struct KeyboardSource: Sendable {
  /// The names there are.
  package var names: [String] { list() }
  private let list: @Sendable () -> [String]
  /// The file of a keyboard; `nil` if there is none of that name, or only its record.
  package let bytes: @Sendable (String) -> [UInt8]?
  /// The record of a keyboard whose file has been read before; `nil` if there is none of that name.
  package let record: @Sendable (String) -> [UInt8]?
  /// The sequences of dead keys that records share, as `DeadKeys.record` writes them.
  package var sequences: @Sendable () -> [UInt8] = { [] }
  /// The file of a form; `nil` where there is none.
  package var form: @Sendable (FormName) -> [UInt8]? = { _ in nil }

  /// A source with these names, and a function that gives their files.
  ///
  /// - Parameters:
  ///   - names: the names there are.
  ///   - bytes: gives the file of a keyboard; `nil` if there is none of that name.
  package init(
    names: @autoclosure @escaping @Sendable () -> [String],
    bytes: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.init(names: names(), bytes: bytes) { _ in nil }
  }

  /// A source with records of its keyboards, beside or in the place of their files.
  package init(
    names: @autoclosure @escaping @Sendable () -> [String],
    bytes: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
    record: @escaping @Sendable (String) -> [UInt8]?
  ) {
    list = names
    self.bytes = bytes
    self.record = record
  }

  /// Whether there is a keyboard of a name.
  func has(_ name: String) -> Bool { record(name) != nil || bytes(name) != nil }

  /// No keyboard at all.
  package static let none = KeyboardSource(names: []) { _ in nil }
}
