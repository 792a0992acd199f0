import KeyboardScenes
import PromptUI

extension LabelMeasure {
  /// Labels as a scene's screen draws them: a cell for most characters, broken between words.
  package static var cells: LabelMeasure {
    LabelMeasure(
      width: { label in
        let lines = WrappedLabel.clean(label, Sanitizer()).split(separator: "\n")
        return CellGrid.cellWidth * Double(lines.map { CharacterWidth.of(String($0)) }.max() ?? 0)
      },
      height: { label, width in
        // Cells are rounded at both edges, and sums of widths leave noise.
        let columns = Int(min(1e6, width / CellGrid.cellWidth + 1e-6))
        let lines = TextWrap.lines(
          of: WrappedLabel.clean(label, Sanitizer()), width: max(1, columns))
        return CellGrid.cellHeight * Double(lines.count)
      })
  }
}

/// The text of a wrapped label.
enum WrappedLabel {
  /// The harmless form of a label, which keeps its line feeds.
  static func clean(_ label: String, _ sanitizer: Sanitizer) -> String {
    sanitizer.clean(label, as: .description)
  }

  /// The lines of a label that an area has room for; what is cut off is told by `ellipsis`.
  static func lines(
    of label: String, columns: Int, rows: Int, ellipsis: String
  ) -> ArraySlice<String> {
    let lines = TextWrap.lines(of: label, width: columns)
    guard rows > 0, lines.count > rows else { return lines.prefix(max(0, rows)) }
    var shown = lines.prefix(rows)
    let last = shown.removeLast()
    // What is cut off begins on the next line, whether this one is full or not.
    let room = columns - CharacterWidth.of(ellipsis)
    let end = room > 0 ? TextWrap.head(of: last, width: room, ellipsis: "") + ellipsis : last
    return shown + [end]
  }
}
