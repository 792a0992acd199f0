/// Where the keyboards are found that `{ from: NAME }` names.
public struct KeyboardSource: Sendable {
  /// The names there are.
  public var names: [String] { didSet { areChecked = false } }
  /// The file of a keyboard; `nil` if there is none of that name.
  public var bytes: @Sendable (String) -> [UInt8]? { didSet { areChecked = false } }
  /// The file of a form; `nil` where there is none.
  public var form: @Sendable (FormName) -> [UInt8]? = { _ in nil }
  /// Whether the files are known to have no faults, so that the parts of one need not be checked
  /// against each other at every start.
  var areChecked: Bool

  /// A source with these names, and a function that gives their files.
  ///
  /// - Parameters:
  ///   - names: the names there are.
  ///   - bytes: gives the file of a keyboard; `nil` if there is none of that name.
  public init(names: [String], bytes: @escaping @Sendable (String) -> [UInt8]?) {
    self.init(names: names, areChecked: false, bytes: bytes)
  }

  /// A source whose files may be known to have no faults.
  package init(
    names: [String], areChecked: Bool, bytes: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.names = names
    self.areChecked = areChecked
    self.bytes = bytes
  }

  /// No keyboard at all.
  public static let none = KeyboardSource(names: []) { _ in nil }
}
