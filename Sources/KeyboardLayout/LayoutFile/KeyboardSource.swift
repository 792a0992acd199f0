/// A source of keyboards for `{ from: NAME }`.
package struct KeyboardSource: Sendable {
  /// The names of its keyboards.
  package var names: [String] { list() }
  private let list: @Sendable () -> [String]
  /// The file of a keyboard; `nil` for an unknown name, or if there is only a record.
  package let bytes: @Sendable (String) -> [UInt8]?
  /// The record of a keyboard, made from its file earlier; `nil` for an unknown name.
  package let record: @Sendable (String) -> [UInt8]?
  /// The sequences of dead keys that records share, as `DeadKeys.record` writes them.
  package var sequences: @Sendable () -> [UInt8] = { [] }
  /// The file of a form; `nil` for an unknown one.
  package var form: @Sendable (FormName) -> [UInt8]? = { _ in nil }

  /// A source with these names and a function for their files.
  ///
  /// - Parameters:
  ///   - names: the names of the keyboards.
  ///   - bytes: returns the file of a keyboard; `nil` for an unknown name.
  package init(
    names: @autoclosure @escaping @Sendable () -> [String],
    bytes: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.init(names: names(), bytes: bytes) { _ in nil }
  }

  /// A source with records of its keyboards, beside or in place of their files.
  package init(
    names: @autoclosure @escaping @Sendable () -> [String],
    bytes: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
    record: @escaping @Sendable (String) -> [UInt8]?
  ) {
    list = names
    self.bytes = bytes
    self.record = record
  }

  /// Tells whether there is a keyboard of a name.
  func has(_ name: String) -> Bool { record(name) != nil || bytes(name) != nil }

  /// A source without keyboards.
  package static let none = KeyboardSource(names: []) { _ in nil }
}
