/// All control sequences that the program sends.
package enum ControlSequence {
  static let plainStyle: StaticString = "\u{1b}[0m"
  /// Erases the screen and moves to its first cell.
  ///
  /// Without an alternate screen, tmux, PuTTY and others save what `CSI 2 J` erases in their
  /// history. This sequence saves nothing of ours, such as a revealed text.
  static let eraseScreen: StaticString = "\u{1b}[1;1H\u{1b}[K\u{1b}[1C\u{1b}[J\u{8}"
  static let eraseToEndOfRow: StaticString = "\u{1b}[K"
  /// Erases everything from the cursor on.
  ///
  /// The sequence avoids an erase that begins in the window's first cell, for which tmux would save
  /// the whole window in its history.
  static let eraseBelow: StaticString = "\u{1b}[K\u{1b}[1C\u{1b}[J\u{8}"
  static let eraseAfterCursor: StaticString = "\u{1b}[J"
  static let resetColors: StaticString = "\u{1b}]R"
  package static let frameBegin: StaticString = "\u{1b}[?2026h"
  package static let frameEnd: StaticString = "\u{1b}[?2026l"
  /// Asks for the background colour, and then for the terminal's attributes.
  ///
  /// Every terminal that answers at all reports its attributes, so this reply ends the wait.
  static let backgroundQuery: StaticString = "\u{1b}]11;?\u{1b}\\\u{1b}[c"
  static let bell: StaticString = "\u{7}"

  /// Switches to the alternate screen; has no effect if it is already on.
  static let alternateScreen = "\u{1b}[?1049h"

  /// Moves to the beginning of a row that holds no text of other programs.
  ///
  /// If the cursor is in the first column, it stays in its row; otherwise it goes to the next one.
  /// The sequence first writes a blank and a backspace, which complete a pending wrap to the next
  /// row. It then moves right by the width less 2, at most to the last column, and writes two
  /// blanks. From the first column, these fill the last two columns. From any other column, the
  /// first blank fills the last column, and the second one wraps to the next row.
  ///
  /// If the width is unknown, the sequence always moves to the next row. If it is known, sending
  /// the sequence twice has the same effect as sending it once.
  static func freshRow(columns: Int?) -> String {
    guard let columns, columns > 2 else { return "\r\n" }
    return wrapping + " \u{8}\u{1b}[\(columns - 2)C  \r"
  }

  private static let wrapping = "\u{1b}[?7h"

  /// Begins the rows of an inline screen and switches wrapping off.
  ///
  /// Rows are found by counting lines, so no row may wrap.
  static func beginRows(columns: Int?) -> String { freshRow(columns: columns) + "\u{1b}[?7l" }

  static func enter(modes: ScreenModes, columns: Int? = nil) -> String {
    // Without an alternate screen, the rows of other programs are saved in the history.
    var text =
      modes.isInline ? beginRows(columns: columns) : "\(alternateScreen)\(plainStyle)\u{1b}[2J"
    text += "\u{1b}[?25l\u{1b}[?2004h"
    if modes.kittyKeyboard { text += "\u{1b}[>1u" }
    return text
  }

  /// Switches mouse reports on or off; switching them off also resets mode 1000.
  static func mouse(isOn: Bool) -> String {
    isOn ? "\u{1b}[?1002h\u{1b}[?1006h" : "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  }

  static func leave(modes: ScreenModes) -> String {
    var text = ""
    if modes.kittyKeyboard { text += "\u{1b}[<u" }
    if modes.mouse { text += mouse(isOn: false) }
    return text + "\u{1b}[?2004l\u{1b}[?25h" + (modes.isInline ? wrapping : "\u{1b}[?1049l")
  }

  /// Resets the modes that may still be set if a program was killed while it drew a frame.
  package static var leaveAfterKill: String {
    "\(frameEnd)\(plainStyle)\(wrapping)" + leave(modes: ScreenModes(kittyKeyboard: true))
  }
}

package struct ScreenModes: Hashable, Sendable {
  /// True if mouse reports may be requested: presses, drags and releases, in SGR form.
  package var mouse: Bool
  /// True to set the first flag of the kitty keyboard protocol, "disambiguate escape codes".
  package var kittyKeyboard: Bool
  /// True if rows at the cursor replace the alternate screen.
  ///
  /// The position of these rows in the window is unknown, so the mouse cannot be used.
  package var isInline: Bool

  package init(mouse: Bool = true, kittyKeyboard: Bool = false, isInline: Bool = false) {
    self.mouse = mouse && !isInline
    self.kittyKeyboard = kittyKeyboard
    self.isInline = isInline
  }
}
