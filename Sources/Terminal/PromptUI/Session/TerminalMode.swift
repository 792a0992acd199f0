import Glibc
import KeywardSystem

/// The terminal settings for typing a secret.
///
/// The kernel delivers keys one by one and erases the bytes that it delivers only in canonical mode
/// with EXTPROC and without echo (Docs/Decisions/0032-canonical-mode.md).
package enum TerminalMode: String, Hashable, Sendable {
  /// `ICANON|EXTPROC`: no typed byte stays in the kernel's buffer.
  case canonical
  /// Typed bytes stay in the kernel's buffer until overwritten.
  case raw

  package var words: String { self == .canonical ? "private tty" : "raw tty" }

  /// `EXTPROC`, which the C library's header hides from Swift.
  static let extproc: tcflag_t = 0o200000

  /// Our end-of-file character, by which the restore helper recognises settings that a line editor
  /// has derived from ours.
  static let mark = cc_t(PLATFORM_MARK)

  func settings(from found: termios) -> termios {
    var settings = found
    settings.c_iflag = 0
    settings.c_lflag = self == .canonical ? tcflag_t(ICANON) | Self.extproc : 0
    settings.set(VEOF, Self.mark)
    settings.set(VMIN, 1)
    settings.set(VTIME, 0)
    return settings
  }

  /// The mode of settings read back from the terminal; nil if even the echo is still on.
  static func mode(of settings: termios) -> TerminalMode? {
    let wanted = tcflag_t(ICANON) | extproc
    guard settings.c_lflag & tcflag_t(ECHO) == 0 else { return nil }
    return settings.c_lflag & wanted == wanted ? .canonical : .raw
  }
}

extension termios {
  package func isSame(as other: termios) -> Bool {
    readsSame(as: other) && c_oflag == other.c_oflag && c_cflag == other.c_cflag
      && c_line == other.c_line
  }

  /// True if both settings treat typed bytes alike.
  ///
  /// All control characters must be equal, since a read of the end-of-file character alone returns
  /// no bytes. `IUTF8` is ignored: it changes nothing for bytes that the kernel does not edit, and
  /// GNOME's terminal sets it when a program has already started.
  func readsSame(as other: termios) -> Bool {
    var (left, right) = (c_cc, other.c_cc)
    let sameCharacters = unsafe withUnsafeBytes(of: &left) { left in
      unsafe withUnsafeBytes(of: &right) { right in unsafe left.elementsEqual(right) }
    }
    let flags = (c_iflag ^ other.c_iflag) & ~tcflag_t(IUTF8)
    return sameCharacters && flags == 0 && c_lflag == other.c_lflag
  }

  /// True if the kernel echoes line ends; with EXTPROC, it echoes nothing.
  var echoesLineEnds: Bool {
    let shows = c_lflag & tcflag_t(ECHO) != 0
    let showsLineEnds = c_lflag & tcflag_t(ICANON) != 0 && c_lflag & tcflag_t(ECHONL) != 0
    return (shows || showsLineEnds) && c_lflag & TerminalMode.extproc == 0
  }

  package func controlCharacter(_ index: Int32) -> cc_t {
    unsafe withUnsafeBytes(of: c_cc) { unsafe $0[Int(index)] }
  }

  mutating func set(_ index: Int32, _ value: cc_t) {
    unsafe withUnsafeMutableBytes(of: &c_cc) { bytes in
      unsafe bytes[Int(index)] = value
    }
  }
}
