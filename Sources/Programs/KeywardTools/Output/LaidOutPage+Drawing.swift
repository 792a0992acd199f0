import KeyboardEngine
import KeywardPrograms
import PromptUI

extension LaidOutPage {
  /// The panel in lines and letters, as the terminal's locale can show them, with every box closed.
  func drawing() throws(CommandFailure) -> String {
    let size = CellGrid.size(of: layout)
    // Each row has room for the edges of its boxes.
    let view = KeyboardView(layout: layout, glyphs: TerminalEnvironment.current().glyphs)
      .fitted(columns: size.columns, lines: max(size.lines, 3 * layout.rowCount))
    guard view.canBeDrawn else {
      throw CommandFailure(
        "panel “\(selection.panel.rawValue)” is too small to be drawn in cells of 8 × 16 points; "
          + "use a larger screen, or --format json or svg of keyward frames.")
    }
    return view.lines.map(TextWrap.trimmed).joined(separator: "\n")
  }
}
