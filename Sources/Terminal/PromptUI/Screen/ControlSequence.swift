/// All control sequences that the program sends.
package enum ControlSequence {
  static let plainStyle: StaticString = "\u{1b}[0m"
  static let eraseScreen: StaticString = "\u{1b}[2J"
  static let eraseToEndOfRow: StaticString = "\u{1b}[K"
  /// Erases from the cursor to the end of its row, and all rows below.
  ///
  /// Erasing does not begin in the window's first cell, since tmux would then save everything in
  /// its history.
  static let eraseBelow: StaticString = "\u{1b}[K\u{1b}[1C\u{1b}[J\u{8}"
  static let eraseAfterCursor: StaticString = "\u{1b}[J"
  /// Restores the colours of a console.
  static let resetColors: StaticString = "\u{1b}]R"
  package static let frameBegin: StaticString = "\u{1b}[?2026h"
  package static let frameEnd: StaticString = "\u{1b}[?2026l"
  /// Asks for the background colour; the reply has the same form, with `rgb:` and the colour.
  static let backgroundQuery: StaticString = "\u{1b}]11;?\u{1b}\\"
  static let bell: StaticString = "\u{7}"

  /// Switches to the alternate screen; no effect if it is active.
  static let alternateScreen = "\u{1b}[?1049h"

  /// Moves to the beginning of a row without text of other programs.
  ///
  /// That is the cursor's row if the cursor is at its beginning, else the next one. The terminal is
  /// not asked for the position. Instead, two blanks are written at the row's end. If the cursor
  /// was in the first column, they fill the last two columns. Otherwise the first blank fills the
  /// last column, and the second one wraps to the next row. The blank before them is for a cursor
  /// that waits after the last column.
  ///
  /// If the width is unknown, it always moves to the next row. Otherwise sending the bytes twice
  /// has the same effect as sending them once.
  static func freshRow(columns: Int?) -> String {
    guard let columns, columns > 2 else { return "\r\n" }
    return wrapping + " \u{8}\u{1b}[\(columns - 2)C  \r"
  }

  private static let wrapping = "\u{1b}[?7h"

  /// Moves to the beginning of a row without text of other programs, and switches wrapping off.
  ///
  /// Rows are found by counting, so no row may wrap.
  static func beginRows(columns: Int?) -> String { freshRow(columns: columns) + "\u{1b}[?7l" }

  /// The modes that the first frame switches on, in this order.
  static func enter(modes: ScreenModes, columns: Int? = nil) -> String {
    var text = modes.isInline ? beginRows(columns: columns) : alternateScreen
    text += "\u{1b}[?25l\u{1b}[?2004h"
    if modes.kittyKeyboard { text += "\u{1b}[>1u" }
    return text
  }

  /// Switches mouse reports on or off; off also resets mode 1000.
  static func mouse(isOn: Bool) -> String {
    isOn ? "\u{1b}[?1002h\u{1b}[?1006h" : "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  }

  /// Switches the modes off in reverse order, after the mouse.
  static func leave(modes: ScreenModes) -> String {
    var text = ""
    if modes.kittyKeyboard { text += "\u{1b}[<u" }
    if modes.mouse { text += mouse(isOn: false) }
    return text + "\u{1b}[?2004l\u{1b}[?25h" + (modes.isInline ? wrapping : "\u{1b}[?1049l")
  }
}

/// The optional modes of a screen.
package struct ScreenModes: Hashable, Sendable {
  /// True if mouse reports may be requested: presses, drags and releases, in SGR form.
  package var mouse: Bool
  /// True to set the first flag of the kitty keyboard protocol.
  package var kittyKeyboard: Bool
  /// True if rows at the cursor replace the alternate screen.
  ///
  /// Their position in the window is unknown, so the mouse cannot be used.
  package var isInline: Bool

  /// Creates a set of modes; the mouse is on by default.
  package init(mouse: Bool = true, kittyKeyboard: Bool = false, isInline: Bool = false) {
    self.mouse = mouse && !isInline
    self.kittyKeyboard = kittyKeyboard
    self.isInline = isInline
  }
}
