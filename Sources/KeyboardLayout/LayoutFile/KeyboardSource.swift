/// Where the keyboards are found that `{ from: NAME }` names.
public struct KeyboardSource: Sendable {
  /// The names there are.
  public var names: [String]
  /// The file of a keyboard; `nil` if there is none of that name.
  public var bytes: @Sendable (String) -> [UInt8]? { didSet { record = { _ in nil } } }
  /// The record of a keyboard whose file has been read before; `nil` if there is none of that name.
  private(set) var record: @Sendable (String) -> [UInt8]?
  /// The file of a form; `nil` where there is none.
  public var form: @Sendable (FormName) -> [UInt8]? = { _ in nil }

  /// A source with these names, and a function that gives their files.
  ///
  /// - Parameters:
  ///   - names: the names there are.
  ///   - bytes: gives the file of a keyboard; `nil` if there is none of that name.
  public init(names: [String], bytes: @escaping @Sendable (String) -> [UInt8]?) {
    self.init(names: names, bytes: bytes) { _ in nil }
  }

  /// A source with records of its files.
  package init(
    names: [String], bytes: @escaping @Sendable (String) -> [UInt8]?,
    record: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.names = names
    self.bytes = bytes
    self.record = record
  }

  /// The panel of a keyboard that has a record and no other panel, which is its own then.
  func onlyPanel(of name: String) -> PanelDefinition? {
    guard let panels = record(name).flatMap(KeyboardRecord.keyboard)?.panels else { return nil }
    return panels.count == 1 ? panels[0] : nil
  }

  /// No keyboard at all.
  public static let none = KeyboardSource(names: []) { _ in nil }
}
