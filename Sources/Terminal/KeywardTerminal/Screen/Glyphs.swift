package struct Glyphs: Hashable, Sendable {
  package let isASCII: Bool
  /// The lowest code point of the combining marks that the terminal cannot join to letters.
  ///
  /// It is the maximum if the terminal can join all marks.
  package let firstLoneMark: UInt32

  /// The font of a console; nil if the terminal can fall back to other fonts.
  package let font: FontMap?

  package init(isASCII: Bool, firstLoneMark: UInt32 = .max, font: FontMap? = nil) {
    (self.isASCII, self.firstLoneMark, self.font) = (isASCII, firstLoneMark, font)
  }

  func canDraw(_ text: String) -> Bool {
    guard let font else { return true }
    return text.unicodeScalars.allSatisfy(font.has)
  }

  package var rule: Unicode.Scalar { isASCII ? "-" : "─" }
  var bullet: Unicode.Scalar { isASCII ? "*" : "•" }
  package var cursorBar: Unicode.Scalar { isASCII ? "|" : "▏" }
  var errorMark: String { isASCII ? "x" : "✗" }
  var doneMark: String { isASCII ? "done" : "✓" }
  package var warningMark: String { "!" }
  var alternatesDot: Unicode.Scalar { isASCII ? ":" : "·" }
  package var ellipsis: String { isASCII || !canDraw("…") ? "..." : "…" }
  var separator: String { isASCII ? " - " : " · " }
  var barFull: Unicode.Scalar { isASCII ? "#" : "█" }
  var barEmpty: Unicode.Scalar { isASCII ? "." : "░" }

  package var box:
    (
      topLeft: Unicode.Scalar, topRight: Unicode.Scalar, bottomLeft: Unicode.Scalar,
      bottomRight: Unicode.Scalar, horizontal: Unicode.Scalar, left: Unicode.Scalar,
      right: Unicode.Scalar
    )
  {
    isASCII ? ("+", "+", "+", "+", "-", "|", "|") : ("╭", "╮", "╰", "╯", "─", "│", "│")
  }

  /// The signs around the label of the focused key, as in `>g<`.
  ///
  /// Nil if heavy lines can be drawn, because these then show the focus.
  var focusMarks: (left: String, right: String)? {
    isASCII || !canDraw("┏┓┗┛━┃") ? (">", "<") : nil
  }
}
