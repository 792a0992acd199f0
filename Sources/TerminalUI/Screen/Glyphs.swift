/// The signs a terminal can show: with UTF-8, or ASCII only.
public struct Glyphs: Hashable, Sendable {
  /// The lines of a box.
  struct Box: Hashable, Sendable {
    let topLeft: Character
    let topRight: Character
    let bottomLeft: Character
    let bottomRight: Character
    let horizontal: Character
    let left: Character
    let right: Character
  }

  public let isASCII: Bool

  /// The signs for a terminal.
  public init(isASCII: Bool) {
    self.isASCII = isASCII
  }

  var rule: Character { isASCII ? "-" : "─" }
  var bullet: Character { isASCII ? "*" : "•" }
  var cursorBar: Character { isASCII ? "|" : "▏" }
  var errorMark: String { isASCII ? "x" : "✗" }
  var warningMark: String { "!" }
  var ellipsis: String { isASCII ? "..." : "…" }
  var separator: String { isASCII ? " - " : " · " }
  /// The handle a keyboard is moved by.
  var grip: Character { isASCII ? "=" : "\u{2501}" }
  var barFull: Character { isASCII ? "#" : "█" }
  var barEmpty: Character { isASCII ? "." : "░" }
  var upperHalf: Character { "▀" }
  var lowerHalf: Character { "▄" }

  var box: Box {
    isASCII
      ? Box(
        topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
        left: "|", right: "|")
      : Box(
        topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─",
        left: "│", right: "│")
  }

  /// What stands around the label of the key the focus is on, where no frame is heavier: `>g<`.
  var focusMarks: (left: String, right: String)? { isASCII ? (">", "<") : nil }

  /// The box around what has the focus.
  var focusBox: Box {
    isASCII
      ? box
      : Box(
        topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛", horizontal: "━",
        left: "┃", right: "┃")
  }
}
