import KeyboardEngine

/// The quality of a secret: a label, a bar and a text.
struct QualityBar {
  let quality: PromptViewModel.Quality
  let language: Language
  let glyphs: Glyphs
  let hasColor: Bool

  /// The maximum width of the bar.
  private static let longest = 20
  /// The cells reserved for the text after the bar, so that the bar's length never changes.
  private var wordCells: Int { CharacterWidth.of(language[.tooWeak, "100"]) + 1 }

  func draw(on buffer: inout CellBuffer, in area: CellRect) {
    let limit = area.column + area.columns
    let label = TextWrap.tail(
      of: quality.label, width: area.columns / 2, ellipsis: glyphs.ellipsis)
    var column =
      buffer.put(label, column: area.column, row: area.line, limit: limit)
      + (label.isEmpty ? 0 : 1)
    guard let value = quality.value else {
      buffer.put(glyphs.ellipsis, column: column, row: area.line, limit: limit, style: .hint)
      return
    }
    let length = max(0, min(Self.longest, limit - column - wordCells))
    let filled = length * abs(value) / 100
    let bar =
      String(repeating: String(glyphs.barFull), count: filled)
      + String(repeating: String(glyphs.barEmpty), count: length - filled)
    let weak = Style(foreground: hasColor ? .error : .own, attributes: .bold)
    column = buffer.put(
      bar, column: column, row: area.line, limit: limit, style: value < 0 ? weak : .plain)
    let words = value < 0 ? language[.tooWeak, "\(-value)"] : "\(value) %"
    buffer.put(
      words, column: column + (length > 0 ? 1 : 0), row: area.line, limit: limit)
  }
}
