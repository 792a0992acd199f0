import KeyboardEngine
import KeywardPrograms
import PromptUI

extension LaidOutPage {
  /// The panel in lines and letters, as the terminal's locale can show them.
  ///
  /// - Throws: `CommandFailure` if some key is smaller than its label.
  func drawing() throws(CommandFailure) -> String {
    let view = KeyboardView(layout: layout, glyphs: TerminalEnvironment.current().glyphs)
    guard view.canBeDrawn else {
      throw CommandFailure(
        "panel “\(selection.panel.rawValue)” is too small to be drawn in cells of 8 × 16 points; "
          + "use a larger screen, or --format json or svg of keyward frames.")
    }
    return view.lines.map(TextWrap.trimmed).joined(separator: "\n")
  }
}
