/// Where the keyboards are found that `{ from: NAME }` names.
package struct KeyboardSource: Sendable {
  /// The names there are.
  package var names: [String] { list() }
  private let list: @Sendable () -> [String]
  /// The file of a keyboard; `nil` if there is none of that name.
  package var bytes: @Sendable (String) -> [UInt8]? { didSet { record = { _ in nil } } }
  /// The record of a keyboard whose file has been read before; `nil` if there is none of that name.
  private(set) var record: @Sendable (String) -> [UInt8]?
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

  /// A source with records of its files.
  package init(
    names: @autoclosure @escaping @Sendable () -> [String],
    bytes: @escaping @Sendable (String) -> [UInt8]?,
    record: @escaping @Sendable (String) -> [UInt8]?
  ) {
    list = names
    self.bytes = bytes
    self.record = record
  }

  /// The panel of a keyboard that has a record and no other panel, which is its own then.
  func onlyPanel(of name: String) -> PanelDefinition? {
    guard let panels = record(name).flatMap(KeyboardRecord.keyboard)?.panels else { return nil }
    return panels.count == 1 ? panels[0] : nil
  }

  /// No keyboard at all.
  package static let none = KeyboardSource(names: []) { _ in nil }
}
