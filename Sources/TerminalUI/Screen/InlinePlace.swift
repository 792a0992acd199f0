import Glibc

/// The rows a screen has at the cursor, whose place in the window nobody knows.
///
/// Between frames the cursor is at the beginning of the first of them, so that those who end the screen
/// find them, however little they can do.
struct InlinePlace: Hashable {
  /// How many there are.
  var rows = 0
  /// Whether the cursor is still where the last frame left it.
  var isKnown = false
  /// How many line ends were echoed behind it since: as many rows it is below the first one.
  var echoedLines = 0
  /// The width of the window; nil where it is not known.
  var windowColumns: Int?
  /// What is left behind in their place, with its line end; empty for nothing.
  var keptLine = ""
}

extension Screen {
  /// A buffer with as many rows as the screen has at the cursor, which grow with it.
  ///
  /// Rows that are not needed any more stay ours, and blank, until the screen is left.
  mutating func placed(_ buffer: CellBuffer, insteadOf front: CellBuffer?) -> CellBuffer {
    var next = place
    // Nobody may have told of another width; what was drawn may have been broken into other rows.
    if let front, front.columns != buffer.columns { next.isKnown = false }
    if !next.isKnown { next.echoedLines = 0 }
    next.rows = next.isKnown ? max(next.rows, buffer.rows) : buffer.rows
    if !next.isKnown { next.windowColumns = TerminalSession.window(of: output.descriptor)?.columns }
    place = next
    return buffer.extended(toRows: place.rows)
  }

  /// Whether a line is left behind.
  var keepsLine: Bool { !place.keptLine.isEmpty }

  /// Leaves a line behind in the place of the rows.
  ///
  /// - Parameter line: Harmless, and not wider than the window.
  mutating func keep(_ line: String) {
    guard modes.isInline, !line.isEmpty else { return }
    place.keptLine = line + "\r\n"
  }
}
