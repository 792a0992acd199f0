import KeywardEngine

/// The small labels of a cap: its character with AltGr, and with shift if that is not its capital.
///
/// If the cap has a second row they stand in it, shift's below the label and AltGr's at the right
/// end; otherwise AltGr's stands beside the label with a blank between. A label without room is
/// left out.
extension KeyboardView {
  /// Draws the small labels of a cap, beside or below the label that stands in some columns.
  ///
  /// - Returns: The first column for that label: a wide one stands at the left edge if that makes
  ///   room for AltGr's.
  func drawSecondLabels(
    of slot: Int, _ tile: CellRect, _ style: Style, label: Range<Int>,
    on buffer: inout CellBuffer
  ) -> Int {
    // The sides of the focus stand where they would.
    guard !glyphs.isASCII, !isMarked(slot) else { return label.lowerBound }
    let key = layout.keys[slot].key
    let level = KeyLevel(isShifted: shift != .off, isAltGr: altgr != .off)
    let other = CapLabel.text(key.altgrLabel(at: level), glyphs)
    let width = CharacterWidth.of(other)
    var small = style
    if style.foreground == .label { small.foreground = .secondLabel }
    let row = labelRow(tile)
    let inside = inside(of: tile)
    let right = inside.column + inside.columns
    guard row + 1 < tile.line + tile.lines else {
      let isTight = label.count > 1 && right - width == label.upperBound
      let start = isTight ? min(label.lowerBound, inside.column) : label.lowerBound
      let isFree =
        width > 0 && right - width > start + label.count
        && !(marksAlternates && !key.alternates.isEmpty)
      guard isFree else { return label.lowerBound }
      buffer.put(other, column: right - width, row: row, limit: right, style: small)
      return start
    }
    let shifted = level == .plain ? CapLabel.text(key.shiftLabel, glyphs) : ""
    let shiftWidth = CharacterWidth.of(shifted)
    let left = min(label.lowerBound, right - shiftWidth)
    if shiftWidth > 0, left >= inside.column {
      buffer.put(shifted, column: left, row: row + 1, limit: right, style: small)
    }
    if width > 0, right - width > (shiftWidth > 0 ? left + shiftWidth : inside.column) {
      buffer.put(other, column: right - width, row: row + 1, limit: right, style: small)
    }
    return label.lowerBound
  }
}
