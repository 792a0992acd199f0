/// A keyboard as its file describes it: panels of rows of keys, without places.
public struct KeyboardDefinition: Hashable, Sendable {
  /// The name in options and of the file: `a-z 0-9 -`, 1 to 64 characters.
  public var id: String
  /// The name for people, 1 to 64 characters.
  public var title: String
  /// The language as a BCP 47 tag; `und` if the file names none.
  public var language: String
  /// The panels in the file's order, each name once.
  package var panels: [PanelDefinition]
  /// The sequences of its dead keys.
  package var deadKeys: DeadKeys
  /// The keyboard its file pairs it with: a name, `none`, or `nil` if the file does not say.
  package var pair: String?

  /// A keyboard of these panels, unchecked.
  package init(
    id: String, title: String, language: String, panels: [PanelDefinition],
    deadKeys: DeadKeys = .none
  ) {
    self.id = id
    self.title = title
    self.language = language
    self.panels = panels
    self.deadKeys = deadKeys
  }

  /// The columns and rows behind its height on a panel of some width.
  ///
  /// - Parameter room: the width of the panel in points.
  /// - Returns: those of the form that fits, else the standard ones.
  package func heightGrid(in room: Double) -> HeightGrid {
    guard let page = panel(.letters)?.page(.digits, .half, in: room), page.form != nil else {
      return .standard
    }
    return HeightGrid(columns: page.columns, rows: page.rows.count)
  }

  /// The panel of that name, if the keyboard has it.
  package func panel(_ name: PanelName) -> PanelDefinition? {
    panels.first { $0.name == name }
  }
}
