/// The control sequences we send; no other ever leaves the program.
package enum ControlSequence {
  static let plainStyle: StaticString = "\u{1b}[0m"
  static let eraseScreen: StaticString = "\u{1b}[2J"
  static let eraseToEndOfRow: StaticString = "\u{1b}[K"
  package static let frameBegin: StaticString = "\u{1b}[?2026h"
  package static let frameEnd: StaticString = "\u{1b}[?2026l"
  /// Asks for the colour of the ground; the terminal answers with the same and `rgb:` behind.
  static let groundQuestion: StaticString = "\u{1b}]11;?\u{1b}\\"
  static let bell: StaticString = "\u{7}"

  /// The alternate screen; on it, this changes nothing.
  static let alternateScreen = "\u{1b}[?1049h"

  /// The modes switched on by the first frame, in this order.
  static func enter(modes: ScreenModes) -> String {
    var text = alternateScreen + "\u{1b}[?25l\u{1b}[?2004h"
    if modes.mouse { text += "\u{1b}[?1002h\u{1b}[?1006h" }
    if modes.kittyKeyboard { text += "\u{1b}[>1u" }
    return text
  }

  /// The reverse of `enter`, in reverse order; the mouse is off by either of its modes' numbers.
  static func leave(modes: ScreenModes) -> String {
    var text = ""
    if modes.kittyKeyboard { text += "\u{1b}[<u" }
    if modes.mouse { text += "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l" }
    return text + "\u{1b}[?2004l\u{1b}[?25h\u{1b}[?1049l"
  }
}

/// What a screen switches on beside the alternate screen, the hidden cursor and bracketed paste.
public struct ScreenModes: Hashable, Sendable {
  /// Presses of the mouse, its motion while a button is held, and releases, in the SGR form.
  public var mouse: Bool
  /// The kitty keyboard protocol's first flag.
  public var kittyKeyboard: Bool

  /// A set of modes; the mouse is on unless said otherwise.
  public init(mouse: Bool = true, kittyKeyboard: Bool = false) {
    self.mouse = mouse
    self.kittyKeyboard = kittyKeyboard
  }
}
