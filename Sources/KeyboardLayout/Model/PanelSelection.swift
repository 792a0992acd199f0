/// The panels a keyboard can have; the raw value is the name in files and options.
public enum PanelName: String, CaseIterable, Hashable, Sendable {
  /// The letters of a language.
  case letters
  /// Ten digits and a decimal point.
  case numbers
  /// Ten digits and an x, as in Chinese identity card numbers.
  case idCard = "id-card"
  /// Digits, punctuation and signs on up to four pages.
  case symbols

  /// True if the keys of this panel stand in the pad grid (three columns) instead of the key grid.
  package var isPad: Bool { self == .numbers || self == .idCard }
}

/// The two pages of the panel `symbols`.
public enum SymbolPage: String, CaseIterable, Hashable, Sendable {
  /// Digits and common punctuation.
  case digits
  /// Brackets, signs and currencies.
  case symbols
}

/// The two sets of characters of a page of `symbols`: European half width, Chinese full width.
public enum PanelWidth: String, CaseIterable, Hashable, Sendable {
  /// European characters.
  case half
  /// Chinese characters, as wide as high.
  case full
}

/// One page of one panel, which the input area shows at a time.
///
/// `page` and `width` only matter for `symbols`; they are kept while other panels show.
public struct PanelSelection: Hashable, Sendable {
  /// The panel that is shown.
  public var panel: PanelName
  /// The page of `symbols`.
  public var page: SymbolPage
  /// The set of characters of that page.
  public var width: PanelWidth

  /// A selection; page and width default to digits in half width.
  public init(panel: PanelName, page: SymbolPage = .digits, width: PanelWidth = .half) {
    self.panel = panel
    self.page = page
    self.width = width
  }
}

extension PanelSelection: CustomStringConvertible {
  /// The panel's name, for symbols with page and width: `numbers`, `symbols, digits, half`.
  public var description: String {
    panel == .symbols
      ? "\(panel.rawValue), \(page.rawValue), \(width.rawValue)" : panel.rawValue
  }
}
