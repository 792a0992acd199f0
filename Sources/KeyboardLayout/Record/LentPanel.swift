/// A panel in the record of another keyboard, and what a start must know of it.
struct LentPanel: Sendable {
  /// The questions a prompt asks about the panels it does not show.
  struct Facts: Hashable, Sendable {
    /// Whether there are full-width pages.
    let hasFullWidth: Bool
    /// The roles of all keys, a bit for each in the order of all roles.
    private let roles: Int
    /// The panels of which each alone is a way out of every page, a bit for each.
    private let exits: Int

    init(of panel: PanelDefinition) {
      let pages = panel.pages
      hasFullWidth = panel.hasFullWidth
      roles = Self.bits(KeyRole.allCases) { role in pages.contains { $0.content.contains(role) } }
      exits = Self.bits(PanelName.allCases) { WayOutRule.hasWayOut(pages, to: [$0]) }
    }

    init(_ reader: inout RecordReader) {
      hasFullWidth = reader.flag()
      roles = reader.number()
      exits = reader.number()
    }

    func write(to writer: inout RecordWriter) {
      writer.write(hasFullWidth)
      writer.write(roles)
      writer.write(exits)
    }

    /// Whether some key has this role.
    func contains(_ role: KeyRole) -> Bool {
      roles & Self.bits(KeyRole.allCases) { $0 == role } != 0
    }

    /// Whether a panel is a way out of every page.
    func hasWayOut(to panel: PanelName) -> Bool {
      exits & Self.bits(PanelName.allCases) { $0 == panel } != 0
    }

    /// A bit for each value that is wanted, in the order of all.
    private static func bits<Value>(_ all: [Value], _ isWanted: (Value) -> Bool) -> Int {
      all.indices.reduce(0) { isWanted(all[$1]) ? $0 | 1 << $1 : $0 }
    }
  }

  let facts: Facts
  /// Reads the panel; `nil` where it is not there.
  let read: @Sendable () -> PanelDefinition?
}
