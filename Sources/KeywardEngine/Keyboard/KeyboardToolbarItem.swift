/// An item of the toolbar; it acts on a release inside.
public enum KeyboardToolbarItem: Hashable, Sendable {
  /// Shows a panel.
  case panel(PanelName)
  /// Ends editing.
  case done

  /// The text drawn on the item.
  public var label: String {
    switch self {
    case .panel(.letters): "Abc"
    case .panel(.numbers), .panel(.idCard): "123"
    case .panel(.symbols): "#+="
    case .done: "Done"
    }
  }

  /// The width of an item in points, enough for a finger.
  static let width = 50.0

  /// The free space between items and to the edge, in points.
  static let gap = 6.0
}
