/// The control sequences we send; no other ever leaves the program.
package enum ControlSequence {
  static let plainStyle: StaticString = "\u{1b}[0m"
  static let eraseScreen: StaticString = "\u{1b}[2J"
  static let eraseToEndOfRow: StaticString = "\u{1b}[K"
  /// Erases from the cursor on to the end of its row, and all rows below.
  ///
  /// Not from the window's first cell: tmux keeps in its history what is erased from there on.
  static let eraseBelow: StaticString = "\u{1b}[K\u{1b}[1C\u{1b}[J\u{8}"
  package static let frameBegin: StaticString = "\u{1b}[?2026h"
  package static let frameEnd: StaticString = "\u{1b}[?2026l"
  /// Asks for the colour of the ground; the terminal answers with the same and `rgb:` behind.
  static let groundQuestion: StaticString = "\u{1b}]11;?\u{1b}\\"
  static let bell: StaticString = "\u{7}"

  /// The alternate screen; on it, this changes nothing.
  static let alternateScreen = "\u{1b}[?1049h"

  /// Goes to the beginning of a row that is not others'.
  ///
  /// That is the row the cursor is in, where it is at its beginning, else the next. Nobody is asked where the cursor is. Two blanks are written that begin in the last column but one
  /// where it was in the first, and in the last where it was anywhere else: then the second one is on
  /// the next row. The blank in front of them is for a cursor that waits behind the last column.
  ///
  /// - Parameter columns: The width of the window; nil where it is not known, and it is the next row in
  ///   any case.
  /// - Returns: The bytes; sent twice, they do no more than once, if the width is known.
  static func freshRow(columns: Int?) -> String {
    guard let columns, columns > 2 else { return "\r\n" }
    return wrapping + " \u{8}\u{1b}[\(columns - 2)C  \r"
  }

  private static let wrapping = "\u{1b}[?7h"

  /// Goes to such a row and keeps what is too wide from going on to the next one: rows that are found by
  /// counting must not become more.
  static func beginRows(columns: Int?) -> String { freshRow(columns: columns) + "\u{1b}[?7l" }

  /// The modes switched on by the first frame, in this order.
  ///
  /// - Parameters:
  ///   - modes: Which ones there are.
  ///   - columns: The width of the window, where that is known.
  /// - Returns: The bytes.
  static func enter(modes: ScreenModes, columns: Int? = nil) -> String {
    var text = modes.isInline ? beginRows(columns: columns) : alternateScreen
    text += "\u{1b}[?25l\u{1b}[?2004h"
    if modes.mouse { text += "\u{1b}[?1002h\u{1b}[?1006h" }
    if modes.kittyKeyboard { text += "\u{1b}[>1u" }
    return text
  }

  /// The reverse of `enter`, in reverse order; the mouse is off by either of its modes' numbers.
  static func leave(modes: ScreenModes) -> String {
    var text = ""
    if modes.kittyKeyboard { text += "\u{1b}[<u" }
    if modes.mouse { text += "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l" }
    return text + "\u{1b}[?2004l\u{1b}[?25h" + (modes.isInline ? wrapping : "\u{1b}[?1049l")
  }
}

/// What a screen switches on beside the alternate screen, the hidden cursor and bracketed paste.
package struct ScreenModes: Hashable, Sendable {
  /// Presses of the mouse, its motion while a button is held, and releases, in the SGR form.
  package var mouse: Bool
  /// The kitty keyboard protocol's first flag.
  package var kittyKeyboard: Bool
  /// Whether rows at the cursor take the place of the alternate screen.
  ///
  /// Where they are in the window is not known, so the mouse is of no use there.
  package var isInline: Bool

  /// A set of modes; the mouse is on unless said otherwise.
  package init(mouse: Bool = true, kittyKeyboard: Bool = false, isInline: Bool = false) {
    self.mouse = mouse && !isInline
    self.kittyKeyboard = kittyKeyboard
    self.isInline = isInline
  }
}
