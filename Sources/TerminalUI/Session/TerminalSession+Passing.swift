import Glibc
import KeywardEngine

/// A session that passes all keys to a program on another terminal.
///
/// Nothing is echoed, edited or made a signal of here. Other dialogues may take the terminal
/// meanwhile: it is locked only during changes of its settings, and by a prompt of our own.
extension TerminalSession {
  /// Begins to pass everything on, or resumes after a dialogue or another program; keeps waiting
  /// keys.
  ///
  /// In the background this stops the program until it is brought to the front.
  ///
  /// - Returns: False while another dialogue has the terminal; nothing was touched.
  /// - Throws: `TerminalError` if the terminal refuses, or nobody can bring us to the front.
  package mutating func pass() throws(TerminalError) -> Bool {
    guard try claim() else { return false }
    defer { unlock() }
    try remember(leaving: .init())
    try passOn()
    return true
  }

  /// True if another program has changed the settings for passing on, so that no key may be read.
  package var isChanged: Bool { settings == .changed }

  /// Puts the found settings back and keeps waiting keys; leaves settings of others alone.
  package mutating func stopPassing() {
    // The program goes on, or has left the terminal as it wants it.
    Leaving.changeLasting(to: [], on: descriptor)
    if settings == .ours, var found {
      // Outside the foreground the call would stop us.
      Leaving.uninterrupted { _ = unsafe tcsetattr(descriptor, TCSANOW, &found) }
    }
    forget()
    Leaving.forgetTerminal()
  }
}

extension termios {
  /// These settings without any that change, show or act on passing bytes.
  ///
  /// Characters without a meaning in this mode have the number of this process, so that the restore
  /// helper of another `attend` does not take these settings for its own.
  var passingOn: termios {
    var settings = self
    unsafe cfmakeraw(&settings)
    settings.set(VEOF, TerminalMode.mark)
    let number = getpid()
    settings.set(VDISCARD, cc_t(truncatingIfNeeded: number))
    settings.set(VMIN, cc_t(truncatingIfNeeded: number >> 8))
    // Unless it is 0, a wait ends with the first byte. The kernel's numbers have 22 bits.
    settings.set(VTIME, cc_t(truncatingIfNeeded: number >> 16) + 1)
    return settings
  }
}
