/// All control sequences that the program sends.
package enum ControlSequence {
  static let plainStyle: StaticString = "\u{1b}[0m"
  static let eraseScreen: StaticString = "\u{1b}[2J"
  static let eraseToEndOfRow: StaticString = "\u{1b}[K"
  /// Erases everything from the cursor on.
  ///
  /// If erasing began in the window's first cell, tmux would save everything in its history.
  static let eraseBelow: StaticString = "\u{1b}[K\u{1b}[1C\u{1b}[J\u{8}"
  static let eraseAfterCursor: StaticString = "\u{1b}[J"
  static let resetColors: StaticString = "\u{1b}]R"
  package static let frameBegin: StaticString = "\u{1b}[?2026h"
  package static let frameEnd: StaticString = "\u{1b}[?2026l"
  /// The reply has the same form, with `rgb:` and the colour.
  static let backgroundQuery: StaticString = "\u{1b}]11;?\u{1b}\\"
  static let bell: StaticString = "\u{7}"

  /// Has no effect on the alternate screen.
  static let alternateScreen = "\u{1b}[?1049h"

  /// Moves to the beginning of a row without text of other programs.
  ///
  /// That is the cursor's row if the cursor is at its beginning, else the next one. Two blanks at
  /// the row's end decide this: from the first column, they fill the last two columns. Otherwise the
  /// first blank fills the last column, and the second one wraps to the next row. The blank before
  /// them is for a cursor that waits after the last column.
  ///
  /// If the width is unknown, it always moves to the next row. Otherwise sending the bytes twice
  /// has the same effect as sending them once.
  static func freshRow(columns: Int?) -> String {
    guard let columns, columns > 2 else { return "\r\n" }
    return wrapping + " \u{8}\u{1b}[\(columns - 2)C  \r"
  }

  private static let wrapping = "\u{1b}[?7h"

  /// Begins the rows of an inline screen, which may not wrap, since rows are found by counting.
  static func beginRows(columns: Int?) -> String { freshRow(columns: columns) + "\u{1b}[?7l" }

  static func enter(modes: ScreenModes, columns: Int? = nil) -> String {
    var text = modes.isInline ? beginRows(columns: columns) : alternateScreen
    text += "\u{1b}[?25l\u{1b}[?2004h"
    if modes.kittyKeyboard { text += "\u{1b}[>1u" }
    return text
  }

  /// Off also resets mode 1000.
  static func mouse(isOn: Bool) -> String {
    isOn ? "\u{1b}[?1002h\u{1b}[?1006h" : "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  }

  /// Switches the modes of `enter` off in reverse order.
  static func leave(modes: ScreenModes) -> String {
    var text = ""
    if modes.kittyKeyboard { text += "\u{1b}[<u" }
    if modes.mouse { text += mouse(isOn: false) }
    return text + "\u{1b}[?2004l\u{1b}[?25h" + (modes.isInline ? wrapping : "\u{1b}[?1049l")
  }

  /// Resets the modes that a program killed during a frame may have left set.
  package static var leaveAfterKill: String {
    "\(frameEnd)\(plainStyle)" + leave(modes: ScreenModes(kittyKeyboard: true))
  }
}

package struct ScreenModes: Hashable, Sendable {
  /// Mouse reports may be requested: presses, drags and releases, in SGR form.
  package var mouse: Bool
  /// The first flag of the kitty keyboard protocol is set.
  package var kittyKeyboard: Bool
  /// Rows at the cursor replace the alternate screen.
  ///
  /// Their position in the window is unknown, so the mouse cannot be used.
  package var isInline: Bool

  package init(mouse: Bool = true, kittyKeyboard: Bool = false, isInline: Bool = false) {
    self.mouse = mouse && !isInline
    self.kittyKeyboard = kittyKeyboard
    self.isInline = isInline
  }
}
