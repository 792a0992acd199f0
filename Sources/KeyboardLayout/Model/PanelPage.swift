/// An item of a row: a key or a free space.
package enum RowItem: Hashable, Sendable {
  /// A key.
  case key(Key)
  /// A spacer of so many units, 0.5 to 8; it is never hit.
  case gap(units: Double)

  /// The key, or `nil` for a spacer.
  package var key: Key? {
    if case .key(let key) = self { key } else { nil }
  }

  /// The role of a key, or `nil` for a spacer.
  var role: KeyRole? {
    if case .key(let key) = self { key.role } else { nil }
  }

  /// True if it is a key that types no text of its own.
  var isFunctionKey: Bool {
    if case .key(let key) = self { key.role != .input } else { false }
  }
}

/// A row of a page, from left to right.
package struct PanelRow: Hashable, Sendable {
  /// Keys and spacers.
  package var items: [RowItem]
  /// The width of the row's input keys that have none of their own.
  package var width: KeyWidth?

  /// A row of these items.
  package init(items: [RowItem], width: KeyWidth? = nil) {
    self.items = items
    self.width = width
  }

  /// The keys of the row without its spacers.
  package var keys: [Key] { items.compactMap(\.key) }

  /// Tells whether some key has this role.
  package func contains(_ role: KeyRole) -> Bool {
    // By its index: an item of a loop would be a copy, with all texts of its key.
    items.indices.contains { items[$0].role == role }
  }
}

/// The rows of keys that the input area shows at a time, without places.
package struct PanelPage: Hashable, Sendable {
  /// The panel it belongs to, which decides the grid.
  package var panel: PanelName
  /// The number of unit keys that fit side by side: 10 in the key grid unless the file differs, 1
  /// to 16.
  package var columns: Int
  /// The rows from top to bottom, 1 to 6.
  package var rows: [PanelRow]
  /// The form whose rows these are; `nil` for rows of the file's own.
  package var form: FormName?

  /// A page of these rows, unchecked.
  package init(panel: PanelName, columns: Int, rows: [PanelRow], form: FormName? = nil) {
    self.form = form
    self.panel = panel
    self.columns = columns
    self.rows = rows
  }

  /// Tells whether its form, if it has one, fits in a width in points.
  func hasRoom(in width: Double) -> Bool { form?.hasRoom(for: columns, in: width) ?? true }

  /// Every key in reading order.
  package var keys: [Key] { rows.flatMap(\.keys) }

  /// Tells whether some key has this role.
  package func contains(_ role: KeyRole) -> Bool {
    rows.contains { $0.contains(role) }
  }

  /// Tells whether some key has a role as asked for.
  func contains(_ isWanted: (KeyRole) -> Bool) -> Bool {
    rows.contains { row in
      row.items.indices.contains { row.items[$0].role.map(isWanted) ?? false }
    }
  }
}
