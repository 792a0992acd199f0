/// One thing in a row: a key or room left free.
public enum RowItem: Hashable, Sendable {
  /// A key.
  case key(Key)
  /// A spacer of so many units, 0.5 to 8; it is never hit.
  case gap(units: Double)

  /// The key, or `nil` for a spacer.
  public var key: Key? {
    if case .key(let key) = self { key } else { nil }
  }

  /// Whether it is a key that types no text of its own.
  var isFunctionKey: Bool {
    if case .key(let key) = self { key.role != .input } else { false }
  }
}

/// A row of a page, from left to right.
public struct PanelRow: Hashable, Sendable {
  /// Keys and spacers.
  public var items: [RowItem]
  /// The width of the row's input keys, where they do not say otherwise.
  public var width: KeyWidth?

  /// A row of these items.
  public init(items: [RowItem], width: KeyWidth? = nil) {
    self.items = items
    self.width = width
  }

  /// The keys of the row without its spacers.
  public var keys: [Key] { items.compactMap(\.key) }

  /// Whether some key has this role.
  public func contains(_ role: KeyRole) -> Bool {
    for case .key(let key) in items where key.role == role { return true }
    return false
  }
}

/// The rows of keys the input area shows at a time, without places.
public struct PanelPage: Hashable, Sendable {
  /// The panel it belongs to, which decides the grid.
  public var panel: PanelName
  /// Unit keys that fit side by side: 10 in the key grid unless the file says otherwise, 1 to 16.
  public var columns: Int
  /// The rows from above, 1 to 6.
  public var rows: [PanelRow]

  /// A page of these rows; nothing is checked.
  public init(panel: PanelName, columns: Int, rows: [PanelRow]) {
    self.panel = panel
    self.columns = columns
    self.rows = rows
  }

  /// Every key in reading order.
  public var keys: [Key] { rows.flatMap(\.keys) }

  /// Whether some key has this role.
  public func contains(_ role: KeyRole) -> Bool {
    rows.contains { $0.contains(role) }
  }
}
