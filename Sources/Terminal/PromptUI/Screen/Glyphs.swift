/// The signs a terminal can show: with UTF-8, or ASCII only.
package struct Glyphs: Hashable, Sendable {
  /// The lines of a box.
  package struct Box: Hashable, Sendable {
    package let topLeft: Unicode.Scalar
    package let topRight: Unicode.Scalar
    package let bottomLeft: Unicode.Scalar
    package let bottomRight: Unicode.Scalar
    package let horizontal: Unicode.Scalar
    package let left: Unicode.Scalar
    package let right: Unicode.Scalar
  }

  package let isASCII: Bool
  /// The first of the marks that the terminal cannot draw on another character.
  package let firstLoneMark: UInt32

  package init(isASCII: Bool, firstLoneMark: UInt32 = .max) {
    (self.isASCII, self.firstLoneMark) = (isASCII, firstLoneMark)
  }

  package var rule: Unicode.Scalar { isASCII ? "-" : "─" }
  var bullet: Unicode.Scalar { isASCII ? "*" : "•" }
  package var cursorBar: Unicode.Scalar { isASCII ? "|" : "▏" }
  var errorMark: String { isASCII ? "x" : "✗" }
  /// The mark behind an answered question.
  var doneMark: String { isASCII ? "done" : "✓" }
  package var warningMark: String { "!" }
  /// The mark of a cap that offers other characters.
  var alternatesDot: Unicode.Scalar { isASCII ? ":" : "·" }
  package var ellipsis: String { isASCII ? "..." : "…" }
  var separator: String { isASCII ? " - " : " · " }
  package var grip: Unicode.Scalar { isASCII ? "=" : "\u{2501}" }
  var barFull: Unicode.Scalar { isASCII ? "#" : "█" }
  var barEmpty: Unicode.Scalar { isASCII ? "." : "░" }
  var upperHalf: Unicode.Scalar { "▀" }

  package var box: Box {
    isASCII
      ? Box(
        topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
        left: "|", right: "|")
      : Box(
        topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─",
        left: "│", right: "│")
  }

  /// The signs around the label of the focused key, if no frame is heavier: `>g<`.
  var focusMarks: (left: String, right: String)? { isASCII ? (">", "<") : nil }

  var focusBox: Box {
    isASCII
      ? box
      : Box(
        topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛", horizontal: "━",
        left: "┃", right: "┃")
  }
}
