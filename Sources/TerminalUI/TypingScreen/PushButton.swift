import KeywardEngine

/// A button one row high: a block with colour, or a label in brackets without.
struct PushButton {
  let label: String
  /// True if it is the only thing on the screen that looks focused.
  var isFocused = false
  /// Whether Enter pushes it.
  var isForemost = false
  /// True to mark it as dangerous.
  var isDangerous = false
  /// The index of the label's accelerator.
  var acceleratorIndex: Int?
  let hasColor: Bool

  /// The cells beside a label.
  static let edgeCells = 4

  /// The cells of the whole button.
  var columns: Int { CharacterWidth.of(label) + Self.edgeCells }

  /// Draws the button; returns the column behind it.
  @discardableResult
  func draw(on buffer: inout CellBuffer, column: Int, row: Int, limit: Int) -> Int {
    let style = style
    var edges = hasColor ? ("  ", "  ") : isFocused ? ("> ", " <") : ("[ ", " ]")
    if isDangerous { edges = (edges.0.prefix(1) + "!", "!" + edges.1.suffix(1)) }
    var column = buffer.put(edges.0, column: column, row: row, limit: limit, style: style)
    for (offset, character) in label.enumerated() {
      var own = style
      if offset == acceleratorIndex, !isFocused { own.attributes.insert(.bold) }
      column = buffer.put(
        String(character), column: column, row: row, limit: max(column, limit - 2), style: own)
    }
    return buffer.put(edges.1, column: column, row: row, limit: limit, style: style)
  }

  private var style: Style {
    guard hasColor else { return isFocused ? Style(attributes: [.bold, .reverse]) : .plain }
    if isFocused {
      let ink = isDangerous ? Ink.error : .focus
      return Style(foreground: ink, background: .focusLabel, attributes: .reverse)
    }
    if isDangerous { return Style(foreground: .error, background: .cap) }
    return isForemost
      ? Style(foreground: .label, background: .cap)
      : Style(foreground: .functionLabel, background: .functionCap)
  }
}
