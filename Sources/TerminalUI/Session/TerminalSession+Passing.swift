import Glibc
import KeywardEngine

/// A terminal whose keys all go to a program on another one.
///
/// Nothing is echoed, edited or made a signal of here. Other dialogues may take the terminal meanwhile: it
/// is locked only while its settings are changed, and by a prompt of our own.
extension TerminalSession {
  /// Begins to pass everything on, or goes on where a dialogue on this session, or another program, had
  /// the terminal; keys that wait there are kept.
  ///
  /// In the background this stops the program until it is brought to the front.
  ///
  /// - Returns: False while another dialogue has the terminal; nothing was touched.
  /// - Throws: `TerminalError` where the terminal refuses, or nobody can bring us to the front.
  package mutating func pass() throws(TerminalError) -> Bool {
    guard try claim() else { return false }
    defer { unlock() }
    try remember(leaving: .init())
    try passOn()
    return true
  }

  /// Whether another program has changed the settings for passing on, so that no key may be read.
  package var isChanged: Bool { settings == .changed }

  /// Puts the settings back as they were found and keeps keys that wait; those of others stay.
  package mutating func stopPassing() {
    if settings == .ours, var found {
      // Not in the foreground any more, it would stop us.
      Leaving.uninterrupted { _ = unsafe tcsetattr(descriptor, TCSANOW, &found) }
    }
    forget()
    Leaving.forgetTerminal()
  }
}

extension termios {
  /// These settings without any that change, show or act on what passes.
  var passingOn: termios {
    var settings = self
    unsafe cfmakeraw(&settings)
    return settings
  }
}
