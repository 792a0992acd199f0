@testable import KeywardLayout

/// Pages written as in a layout file, for tests.
enum RowText {
  static func page(
    _ rows: [String], panel: PanelName = .letters, columns: Int = 10,
    widths: [String: KeyWidth] = [:]
  ) -> PanelPage {
    PanelPage(
      panel: panel, columns: columns,
      rows: rows.map { text in
        let items = text.split(separator: " ").map { token -> RowItem in
          let name = token.dropFirst().dropLast()
          if token.count == 1 {
            return .key(Key(input: String(token), width: widths[String(token)]))
          }
          if name == "gap" { return .gap(units: 1) }
          if name.hasPrefix("gap:") { return .gap(units: Double(name.dropFirst(4)) ?? 1) }
          let role = KeyRole(token: String(name)) ?? .space
          return .key(Key(role: role, width: widths[String(name)]))
        }
        return PanelRow(items: items)
      })
  }
}
