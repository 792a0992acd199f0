/// A panel in the record of another keyboard, and what a start must know of it.
struct LentPanel: Sendable {
  /// The questions a prompt asks about the panels it does not show.
  struct Facts: Hashable, Sendable {
    /// Whether there are full-width pages.
    let hasFullWidth: Bool
    /// The roles of all keys, a bit for each in the order of all roles.
    private let roles: Int

    init(of panel: PanelDefinition) {
      hasFullWidth = panel.hasFullWidth
      roles = KeyRole.allCases.filter(panel.contains).reduce(0) { $0 | Self.bit(of: $1) }
    }

    init(_ reader: inout RecordReader) {
      hasFullWidth = reader.flag()
      roles = reader.number()
    }

    func write(to writer: inout RecordWriter) {
      writer.write(hasFullWidth)
      writer.write(roles)
    }

    /// Whether some key has this role.
    func contains(_ role: KeyRole) -> Bool { roles & Self.bit(of: role) != 0 }

    private static func bit(of role: KeyRole) -> Int {
      1 << (KeyRole.allCases.firstIndex(of: role) ?? 0)
    }
  }

  let facts: Facts
  /// Reads the panel; `nil` where it is not there.
  let read: @Sendable () -> PanelDefinition?
}
