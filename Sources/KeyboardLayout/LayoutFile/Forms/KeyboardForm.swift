/// The rows of a form: positions and keys with a role, and how wide they are.
package struct KeyboardForm: Sendable {
  /// One thing in a row.
  struct Item: Sendable {
    enum Kind: Sendable {
      /// A key of the keyboard's file, by its position: `AD01`.
      case position(String)
      /// A key that every keyboard of the form has.
      case role(KeyRole)
      /// Room left free.
      case gap
    }

    let kind: Kind
    /// Unit keys; `nil` for the default of the role, 1 for a position or a gap.
    let units: Double?
  }

  /// Which form it is.
  package let name: FormName
  /// Its units across; `nil` for as many as its longest row needs.
  let columns: Int?
  /// The rows from above.
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
