/// The rows of a form: positions, keys with a role, and their widths.
package struct KeyboardForm: Sendable {
  /// One item of a row.
  struct Item: Sendable {
    enum Kind: Sendable {
      /// A key of the keyboard's file, by its position: `AD01`.
      case position(String)
      /// A key that every keyboard of the form has.
      case role(KeyRole)
      /// A free space.
      case gap
    }

    let kind: Kind
    /// Unit keys; `nil` for the default of the role, 1 for a position or a gap.
    let units: Double?
  }

  /// The name of the form.
  package let name: FormName
  /// The number of units across; `nil` for those of its longest row.
  let columns: Int?
  /// The rows from top to bottom.
  let rows: [[Item]]

  /// The position of the space bar, which is a key with a role.
  static let space = "SPCE"

  /// The ids of its positions in reading order, the space bar last.
  package var positions: [String] {
    rows.flatMap { row in
      row.compactMap { item -> String? in
        if case .position(let id) = item.kind { id } else { nil }
      }
    } + [Self.space]
  }
}
