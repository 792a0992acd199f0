/// The control sequences that the program sends; it never sends another one.
package enum ControlSequence {
  static let plainStyle: StaticString = "\u{1b}[0m"
  static let eraseScreen: StaticString = "\u{1b}[2J"
  static let eraseToEndOfRow: StaticString = "\u{1b}[K"
  /// Erases from the cursor on to the end of its row, and all rows below.
  ///
  /// It does not begin in the window's first cell: tmux keeps in its history everything erased from
  /// there on.
  static let eraseBelow: StaticString = "\u{1b}[K\u{1b}[1C\u{1b}[J\u{8}"
  static let eraseAfterCursor: StaticString = "\u{1b}[J"
  /// Puts back the colours of a console.
  static let resetColors: StaticString = "\u{1b}]R"
  package static let frameBegin: StaticString = "\u{1b}[?2026h"
  package static let frameEnd: StaticString = "\u{1b}[?2026l"
  /// Asks for the colour of the background; the answer is the same with `rgb:` and the colour
  /// added.
  static let backgroundQuery: StaticString = "\u{1b}]11;?\u{1b}\\"
  static let bell: StaticString = "\u{7}"

  /// Switches to the alternate screen; on it, this changes nothing.
  static let alternateScreen = "\u{1b}[?1049h"

  /// Goes to the beginning of a row that holds no text of others.
  ///
  /// This is the cursor's row if the cursor is at its beginning, otherwise the next one. The
  /// terminal is not asked for the cursor's place. Two blanks are written: if the cursor was in the
  /// first column they begin in the last column but one, otherwise in the last, so that the second
  /// one is on the next row. The blank in front of them is for a cursor that waits after the last
  /// column.
  ///
  /// Without a known width it always takes the next row; with one, sending the bytes twice has the
  /// same effect as once.
  static func freshRow(columns: Int?) -> String {
    guard let columns, columns > 2 else { return "\r\n" }
    return wrapping + " \u{8}\u{1b}[\(columns - 2)C  \r"
  }

  private static let wrapping = "\u{1b}[?7h"

  /// Goes to such a row and switches wrapping off.
  ///
  /// Rows that are found by counting must not become more.
  static func beginRows(columns: Int?) -> String { freshRow(columns: columns) + "\u{1b}[?7l" }

  /// The modes switched on by the first frame, in this order.
  static func enter(modes: ScreenModes, columns: Int? = nil) -> String {
    var text = modes.isInline ? beginRows(columns: columns) : alternateScreen
    text += "\u{1b}[?25l\u{1b}[?2004h"
    if modes.kittyKeyboard { text += "\u{1b}[>1u" }
    return text
  }

  /// Switches the reports of the mouse on or off; either number of its modes works for the latter.
  static func mouse(isOn: Bool) -> String {
    isOn ? "\u{1b}[?1002h\u{1b}[?1006h" : "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  }

  /// Switches the same modes off, in reverse order, after those of the mouse.
  static func leave(modes: ScreenModes) -> String {
    var text = ""
    if modes.kittyKeyboard { text += "\u{1b}[<u" }
    if modes.mouse { text += mouse(isOn: false) }
    return text + "\u{1b}[?2004l\u{1b}[?25h" + (modes.isInline ? wrapping : "\u{1b}[?1049l")
  }
}

/// The modes of a screen beside the alternate screen, the hidden cursor and bracketed paste.
package struct ScreenModes: Hashable, Sendable {
  /// True if the terminal may be asked to report the mouse: presses, motion with a button held, and
  /// releases, in SGR form.
  package var mouse: Bool
  /// True if the kitty keyboard protocol's first flag is set.
  package var kittyKeyboard: Bool
  /// True if rows at the cursor take the place of the alternate screen.
  ///
  /// Their place in the window is not known, so the mouse is of no use there.
  package var isInline: Bool

  /// A set of modes; the mouse is on by default.
  package init(mouse: Bool = true, kittyKeyboard: Bool = false, isInline: Bool = false) {
    self.mouse = mouse && !isInline
    self.kittyKeyboard = kittyKeyboard
    self.isInline = isInline
  }
}
