import Glibc

/// The terminal of standard input and output, in raw mode with the alternate screen.
///
/// It is restored when the studio ends, stops, or dies of a signal.
final class Terminal {
  struct NoTerminal: Error {}

  private static let opening =
    "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?2004h\u{1b}[?1002h\u{1b}[?1006h\u{1b}[2J"
  private static let closing =
    "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?2004l\u{1b}[?25h\u{1b}[0m\u{1b}[?1049l"

  private var decoder = KeyDecoder()
  private var shown: Canvas?
  private let hasColor: Bool

  init(hasColor: Bool) throws(NoTerminal) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      tcgetattr(STDIN_FILENO, &formerSettings) == 0
    else { throw NoTerminal() }
    self.hasColor = hasColor
    let bytes = Array(Self.closing.utf8)
    closingBytes = UnsafeMutableBufferPointer.allocate(capacity: bytes.count)
    _ = closingBytes.initialize(from: bytes)
    for number in [
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
    ] {
      signal(number) { number in
        restoreTerminal()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    // It only ends a wait, in which alone it is not blocked.
    signal(SIGWINCH) { _ in }
    var blocked = sigset_t()
    sigaddset(&blocked, SIGWINCH)
    sigprocmask(SIG_BLOCK, &blocked, nil)
    open()
  }

  private func open() {
    var raw = formerSettings
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    shown = nil
    write(Self.opening)
  }

  func close() { restoreTerminal() }

  /// Stops the process like Ctrl-Z in a shell, and opens the terminal again once it continues.
  func suspend() {
    close()
    kill(0, SIGTSTP)
    open()
  }

  /// Draws all cells again at the next frame.
  func invalidate() { shown = nil }

  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The seconds of a clock that never goes back.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits for input until a deadline; nil once the terminal is gone.
  func events(until deadline: Double?) -> [TerminalEvent]? {
    // A terminal sends a sequence at once, so a lone Escape is a key.
    let escape = decoder.isWaiting ? Terminal.now + 0.05 : nil
    let wait = [deadline, escape].compactMap { $0 }.min().map { max(0, $0 - Terminal.now) }
    var time = timespec(
      tv_sec: Int(wait ?? 0), tv_nsec: Int(((wait ?? 0).truncatingRemainder(dividingBy: 1)) * 1e9))
    // Standard input is descriptor 0.
    var input = fd_set()
    input.__fds_bits.0 = 1
    var unblocked = sigset_t()
    sigprocmask(SIG_BLOCK, nil, &unblocked)
    sigdelset(&unblocked, SIGWINCH)
    let count =
      wait == nil
      ? pselect(1, &input, nil, nil, nil, &unblocked)
      : pselect(1, &input, nil, nil, &time, &unblocked)
    if count < 0 { return errno == EINTR ? [] : nil }
    if count == 0 { return escape.map { $0 <= Terminal.now } == true ? decoder.flush() : [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let length = read(STDIN_FILENO, &bytes, bytes.count)
    guard length > 0 else { return length < 0 && errno == EINTR ? [] : nil }
    return decoder.decode(bytes.prefix(length))
  }

  /// Shows a canvas; only rows that differ from those on screen are written.
  func show(_ canvas: Canvas) {
    guard canvas != shown else { return }
    var text = "\u{1b}[?2026h"
    if shown?.columns != canvas.columns || shown?.rows != canvas.rows {
      text += "\u{1b}[0m\u{1b}[2J"
      shown = nil
    }
    for row in 0..<canvas.rows where shown?.row(row) != canvas.row(row) {
      text += "\u{1b}[\(row + 1);1H"
      var style: Canvas.Style?
      for cell in canvas.row(row) {
        guard let character = cell.character else { continue }
        if style != cell.style {
          style = cell.style
          text += "\u{1b}[0\(attributes(of: cell.style))m"
        }
        text.append(character)
      }
    }
    text += "\u{1b}[0m\u{1b}[\(canvas.cursor.row + 1);\(canvas.cursor.column + 1)H\u{1b}[?2026l"
    write(text)
    shown = canvas
  }

  private func attributes(of style: Canvas.Style) -> String {
    switch style {
    case .plain: ""
    case .bold: ";1"
    case .hint: ";2"
    case .error: hasColor ? ";1;31" : ";1"
    case .panel: hasColor ? ";48;5;236" : ""
    case .cap: hasColor ? ";97;48;5;241" : ";7"
    case .functionCap: hasColor ? ";97;48;5;238" : ";7"
    case .selected: hasColor ? ";1;30;48;5;220" : ";1"
    case .grip: hasColor ? ";1;37" : ";1"
    }
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}

// A signal handler can use only global variables.
nonisolated(unsafe) private var formerSettings = termios()
nonisolated(unsafe) private var closingBytes = UnsafeMutableBufferPointer<UInt8>.allocate(
  capacity: 0)

/// Restores the screen and the settings; async-signal-safe.
private func restoreTerminal() {
  _ = Glibc.write(STDOUT_FILENO, closingBytes.baseAddress, closingBytes.count)
  tcsetattr(STDIN_FILENO, TCSANOW, &formerSettings)
}
