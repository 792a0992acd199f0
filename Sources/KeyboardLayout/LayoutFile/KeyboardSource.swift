/// Where the keyboards are found that `{ from: NAME }` names.
public struct KeyboardSource: Sendable {
  /// The names there are.
  public var names: [String]
  /// The file of a keyboard; `nil` if there is none of that name.
  public var bytes: @Sendable (String) -> [UInt8]?
  /// Whether the files are known to have no faults, so that the parts of one need not be checked
  /// against each other at every start.
  public var areChecked: Bool

  /// A source with these names, and a function that gives their files.
  ///
  /// - Parameters:
  ///   - names: the names there are.
  ///   - areChecked: whether the files are known to have no faults.
  ///   - bytes: gives the file of a keyboard; `nil` if there is none of that name.
  public init(
    names: [String], areChecked: Bool = false, bytes: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.names = names
    self.areChecked = areChecked
    self.bytes = bytes
  }

  /// No keyboard at all.
  public static let none = KeyboardSource(names: []) { _ in nil }
}
