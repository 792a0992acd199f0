/// Something in the toolbar that acts when it is released inside.
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

  /// The width of an item in points; as a finger needs it.
  static let width = 50.0

  /// The free room between items and to the edge, in points.
  static let gap = 6.0
}
