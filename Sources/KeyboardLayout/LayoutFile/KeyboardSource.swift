/// Where the keyboards are found that `{ from: NAME }` names.
public struct KeyboardSource: Sendable {
  /// The names there are.
  public var names: [String]
  /// The file of a keyboard; `nil` if there is none of that name.
  public var bytes: @Sendable (String) -> [UInt8]?

  /// A source with these names, and a function that gives their files.
  public init(names: [String], bytes: @escaping @Sendable (String) -> [UInt8]?) {
    self.names = names
    self.bytes = bytes
  }

  /// No keyboard at all.
  public static let none = KeyboardSource(names: []) { _ in nil }
}
