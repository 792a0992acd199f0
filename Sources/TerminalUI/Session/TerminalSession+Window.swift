import Glibc

/// The window of a terminal, and its foreground.
extension TerminalSession {
  /// The cells of the window that are drawn: at least 1 × 1, at most 1,000 × 400 from its top left.
  ///
  /// The limit exists because a window may claim any size and each cell takes memory. Numbers that
  /// the terminal does not know come from `COLUMNS` and `LINES`, else they are 80 × 24.
  package var size: (columns: Int, rows: Int) {
    let window =
      Self.window(of: descriptor) ?? (environment.columns ?? 80, environment.rows ?? 24)
    return (min(window.columns, Self.largest.columns), min(window.rows, Self.largest.rows))
  }

  /// The cells of the window according to the terminal; nil if it does not know them.
  package static func window(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return nil }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// The most cells that are drawn; with them a scene begins in 16 MB.
  static let largest = (columns: 1000, rows: 400)

  /// True if our process group is in the terminal's foreground.
  package var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// True if another process group is in the foreground of our session's terminal.
  ///
  /// A read there would stop us or fail. The terminal of another session has no such group for us.
  package var isInBackground: Bool {
    let group = tcgetpgrp(descriptor)
    // Only we ourselves can leave our group, so the one at the opening saves a call before each echo.
    return group >= 0 && group != groupAtOpening && group != getpgrp()
  }
}
