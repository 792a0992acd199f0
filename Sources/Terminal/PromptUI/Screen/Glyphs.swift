/// The characters to draw with on a terminal, UTF-8 or only ASCII.
package struct Glyphs: Hashable, Sendable {
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
  /// The first code point of the marks that the terminal cannot combine with letters.
  package let firstLoneMark: UInt32

  /// The characters of a console's font; nil if the terminal can fall back to other fonts.
  package let font: FontMap?

  package init(isASCII: Bool, firstLoneMark: UInt32 = .max, font: FontMap? = nil) {
    (self.isASCII, self.firstLoneMark, self.font) = (isASCII, firstLoneMark, font)
  }

  /// True if every character of a text can be drawn.
  func canDraw(_ text: String) -> Bool {
    guard let font else { return true }
    return text.unicodeScalars.allSatisfy(font.has)
  }

  package var rule: Unicode.Scalar { isASCII ? "-" : "─" }
  var bullet: Unicode.Scalar { isASCII ? "*" : "•" }
  package var cursorBar: Unicode.Scalar { isASCII ? "|" : "▏" }
  var errorMark: String { isASCII ? "x" : "✗" }
  /// The mark after an answered question.
  var doneMark: String { isASCII ? "done" : "✓" }
  package var warningMark: String { "!" }
  var alternatesDot: Unicode.Scalar { isASCII ? ":" : "·" }
  package var ellipsis: String { isASCII || !canDraw("…") ? "..." : "…" }
  var separator: String { isASCII ? " - " : " · " }
  package var grip: Unicode.Scalar { isASCII ? "=" : "\u{2501}" }
  var barFull: Unicode.Scalar { isASCII ? "#" : "█" }
  var barEmpty: Unicode.Scalar { isASCII ? "." : "░" }
  /// The upper half block; nil if it cannot be drawn.
  var upperHalf: Unicode.Scalar? { isASCII || !canDraw("▀") ? nil : "▀" }

  package var box: Box {
    isASCII
      ? Box(
        topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
        left: "|", right: "|")
      : Box(
        topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─",
        left: "│", right: "│")
  }

  /// The signs around the focused label if heavy lines cannot be drawn, as in `>g<`; otherwise nil.
  var focusMarks: (left: String, right: String)? {
    isASCII || !canDraw("┏┓┗┛━┃") ? (">", "<") : nil
  }
}
