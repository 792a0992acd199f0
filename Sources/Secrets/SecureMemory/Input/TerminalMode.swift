import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal settings for typing a secret.
///
/// By default, typed bytes stay in the kernel's buffer after they are read. In canonical mode with
/// EXTPROC and without echo, the kernel delivers keys one by one and erases the bytes that it
/// delivers (Docs/Decisions/0032-canonical-mode.md).
package enum TerminalMode: String, Hashable, Sendable {
  /// `ICANON|EXTPROC`; the kernel erases the typed bytes that it has delivered.
  case canonical
  /// Typed bytes stay in the kernel's buffer until overwritten.
  case raw

  package var words: String { self == .canonical ? "private tty" : "raw tty" }

  /// `EXTPROC`, which the C library's header hides from Swift.
  package static let extproc: tcflag_t = 0o200000

  /// The end-of-file character in our settings.
  ///
  /// By this character, the restore helper recognises settings that a line editor derived from
  /// ours.
  package static let mark = cc_t(PLATFORM_MARK)

  /// True if the terminal has our settings in canonical mode.
  static func hasMark(_ terminal: Int32) -> Bool {
    guard let settings = termios(of: terminal) else { return false }
    return mode(of: settings) == .canonical && settings.controlCharacter(VEOF) == mark
  }

  /// True if a dialogue of one of our programs uses a terminal with these settings.
  package static func isDialogue(_ settings: termios) -> Bool {
    mode(of: settings) != nil && settings.controlCharacter(VEOF) == mark
  }

  package func settings(from found: termios) -> termios {
    var settings = found
    settings.c_iflag = 0
    settings.c_lflag = self == .canonical ? tcflag_t(ICANON) | Self.extproc : 0
    settings.set(VEOF, Self.mark)
    settings.set(VMIN, 1)
    settings.set(VTIME, 0)
    return settings
  }

  /// Returns the mode of settings read back from the terminal; nil if the terminal still echoes.
  package static func mode(of settings: termios) -> TerminalMode? {
    let wanted = tcflag_t(ICANON) | extproc
    guard settings.c_lflag & tcflag_t(ECHO) == 0 else { return nil }
    return settings.c_lflag & wanted == wanted ? .canonical : .raw
  }
}

extension termios {
  /// Reads the settings of a terminal; nil if the kernel refuses them several times.
  package init?(of terminal: Int32) {
    self.init()
    guard unsafe platform_get_settings(terminal, &self) == 0 else { return nil }
  }

  /// Sets a terminal; returns false, with the cause in `errno`, if the kernel refuses it several
  /// times.
  @discardableResult
  package func apply(to terminal: Int32, _ when: Int32 = TCSANOW) -> Bool {
    unsafe withUnsafePointer(to: self) { unsafe platform_set_settings(terminal, when, $0) } == 0
  }
}

extension termios {
  package func isSame(as other: termios) -> Bool {
    readsSame(as: other) && c_oflag == other.c_oflag && c_cflag == other.c_cflag
      && c_line == other.c_line
  }

  /// True if both settings treat typed bytes alike.
  ///
  /// All control characters must be equal, because they change the result of a read: if only the
  /// end-of-file character is typed, a read returns no bytes. `IUTF8` is ignored, because it
  /// changes nothing for bytes that the kernel does not edit. GNOME's terminal may set it after a
  /// program has started.
  package func readsSame(as other: termios) -> Bool {
    var (left, right) = (c_cc, other.c_cc)
    let sameCharacters = unsafe memcmp(&left, &right, MemoryLayout.size(ofValue: left)) == 0
    let flags = (c_iflag ^ other.c_iflag) & ~tcflag_t(IUTF8)
    return sameCharacters && flags == 0 && c_lflag == other.c_lflag
  }

  /// These settings with echo off, in force between the end of a loan and the lender's return.
  package var withoutEcho: termios {
    var settings = self
    settings.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    return settings
  }

  /// True if the kernel echoes line ends; with EXTPROC, it echoes nothing.
  package var echoesLineEnds: Bool {
    let shows = c_lflag & tcflag_t(ECHO) != 0
    let showsLineEnds = c_lflag & tcflag_t(ICANON) != 0 && c_lflag & tcflag_t(ECHONL) != 0
    return (shows || showsLineEnds) && c_lflag & TerminalMode.extproc == 0
  }

  package func controlCharacter(_ index: Int32) -> cc_t {
    unsafe withUnsafeBytes(of: c_cc) { unsafe $0[Int(index)] }
  }

  package mutating func set(_ index: Int32, _ value: cc_t) {
    unsafe withUnsafeMutableBytes(of: &c_cc) { bytes in
      unsafe bytes[Int(index)] = value
    }
  }
}
