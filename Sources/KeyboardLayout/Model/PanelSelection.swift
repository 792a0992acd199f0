/// The panels a keyboard can have; the raw value is the name in files and options.
public enum PanelName: String, CaseIterable, Hashable, Sendable {
  case letters
  case numbers
  case idCard = "id-card"
  case symbols

  /// Whether the keys of this panel stand in the pad grid (three columns) and not in the key grid.
  public var isPad: Bool { self == .numbers || self == .idCard }
}

/// The two pages of the panel `symbols`.
public enum SymbolPage: String, CaseIterable, Hashable, Sendable {
  case digits
  case symbols
}

/// The two sets of characters of a page of `symbols`: European half width, Chinese full width.
public enum PanelWidth: String, CaseIterable, Hashable, Sendable {
  case half
  case full
}

/// One page of one panel: what the input area shows at a time.
///
/// `page` and `width` mean something for `symbols` only; they are kept while other panels show.
public struct PanelSelection: Hashable, Sendable {
  public var panel: PanelName
  public var page: SymbolPage
  public var width: PanelWidth

  public init(panel: PanelName, page: SymbolPage = .digits, width: PanelWidth = .half) {
    self.panel = panel
    self.page = page
    self.width = width
  }
}
