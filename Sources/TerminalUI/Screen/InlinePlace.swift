import Glibc

/// The rows a screen has at the cursor, whose place in the window nobody knows.
///
/// Between frames the cursor is at the beginning of the first row, where even a signal handler can
/// find them to end the screen.
struct InlinePlace: Hashable {
  /// The number of rows.
  var rows = 0
  /// True if the cursor is still where the last frame left it.
  var isKnown = false
  /// The line ends echoed since the last frame, each of which moved the cursor down one row.
  var echoedLines = 0
  /// The width of the window; nil if it is not known.
  var windowColumns: Int?
  /// The line that stays in place of the rows, with its line end; empty for none.
  var keptLine = ""
}

extension Screen {
  /// Returns a buffer with the screen's number of rows at the cursor, which only grows.
  ///
  /// Rows no longer needed stay ours, and blank, until the screen is left.
  mutating func placed(_ buffer: CellBuffer, insteadOf front: CellBuffer?) -> CellBuffer {
    var next = place
    // A new width may be unknown to us yet; it may have broken drawn rows into others.
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
  /// - Parameter line: The line, harmless and not wider than the window.
  mutating func keep(_ line: String) {
    guard modes.isInline, !line.isEmpty else { return }
    place.keptLine = line + "\r\n"
  }
}
