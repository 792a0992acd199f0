/// The fields of a keyboard file by their places, the same as in `keyboard.schema.json`.
enum LayoutFields {
  static let file = [
    "keyboard", "title", "language", "panels", "shuffle", "keys", "sequences", "pair", "form",
    "forms",
  ]
  static let panels = PanelName.allCases.map(\.rawValue)
  static let panel = ["columns", "rows", "from"]
  static let lettersPanel = panel + levels + ["positions"]
  /// The levels beside plain, which is in the rows.
  static let levels = ["shift", "altgr", "altgr-shift"]
  static let symbolsPanel = ["columns", "pages", "from"]
  static let pages = SymbolPage.allCases.map(\.rawValue)
  static let widths = PanelWidth.allCases.map(\.rawValue)
  static let page = ["rows"]
  static let row = ["keys", "width"]
  static let key = ["label", "output", "shifted", "altgr", "altgr-shift", "alternates", "width"]
  static let spaceKey = ["label", "shifted", "altgr", "altgr-shift", "width"]
  static let functionKey = ["label", "width"]
}

/// The limits of a keyboard file.
enum LayoutLimits {
  static let rows = 6
  static let tokens = 24
  static let columns = 16
  static let labelLength = 8
  static let titleLength = 64
  static let idLength = 64
  static let outputScalars = 8
  static let alternates = 16
}
