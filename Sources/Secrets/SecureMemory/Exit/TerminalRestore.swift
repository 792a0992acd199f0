import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal to restore at exit, however the process ends.
package enum TerminalRestore {
  package struct ScreenEnd: Sendable {
    /// The bytes that reset the modes and erase the screen; empty without a screen.
    ///
    /// They begin with ESC, since they may interrupt a frame.
    package var sequence: [UInt8]
    /// The bytes that enter our screen, sent before the sequence if the terminal may not have
    /// received them.
    ///
    /// Otherwise the sequence would erase lines of other programs.
    package var entering: [UInt8]
    /// The number of bytes at the start of the sequence that erase rows at the cursor.
    ///
    /// Once another program writes there, only the remaining bytes are sent, which erase nothing
    /// before its cursor.
    package var erasing: Int

    /// Creates the bytes that leave a screen; both parts together have at most
    /// `PLATFORM_TERMINAL_BYTES`.
    package init(sequence: [UInt8] = [], entering: [UInt8] = [], erasing: Int = 0) {
      self.sequence = sequence
      self.entering = entering
      self.erasing = erasing
    }

    /// Runs `body` with both parts.
    ///
    /// Both parts are empty in line mode, which is recorded at every start.
    fileprivate func withParts(_ body: (platform_screen_end) -> Int32) {
      let bytes = entering.isEmpty ? sequence : entering + sequence
      let result = unsafe bytes.withUnsafeBytes { bytes in
        unsafe body(
          platform_screen_end(
            bytes: bytes.baseAddress, length: bytes.count, entering: entering.count,
            erasing: erasing))
      }
      precondition(result == 0, "the sequence for the exit is too long")
    }
  }

  package enum ScreenState: Hashable, Sendable {
    case hidden
    case shown
    /// The terminal may have received the sequence that enters our screen.
    case uncertain
  }

  /// Remembers an open, nonblocking terminal and how to leave it; forgets the previous one.
  ///
  /// From now on every exit, including signals and faults, restores the settings once. Our screen
  /// is left only after `noteScreen(_:on:)` has announced it.
  package static func remember(
    _ descriptor: Int32, lockedBy lock: Int32 = -1, settings: termios, end: ScreenEnd
  ) {
    var settings = settings
    unsafe end.withParts { unsafe platform_terminal_remember(descriptor, lock, &settings, $0) }
  }

  /// Records our own settings, if `descriptor` is the remembered terminal.
  ///
  /// The restore helper leaves other settings unchanged.
  package static func noteSettings(_ settings: termios, on descriptor: Int32) {
    var settings = settings
    unsafe platform_terminal_switches(descriptor, &settings)
  }

  package static func changeEnd(to end: ScreenEnd, on descriptor: Int32) {
    unsafe end.withParts { unsafe platform_terminal_change_end(descriptor, $0) }
  }

  /// Replaces the bytes that are sent after the sequence that leaves our screen, if `descriptor` is
  /// the remembered terminal.
  ///
  /// They are sent even if no screen is shown; initially there are none.
  package static func changeLasting(to bytes: [UInt8], on descriptor: Int32) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe platform_terminal_change_lasting(descriptor, bytes.baseAddress, bytes.count)
    }
    precondition(result == 0, "the sequence for the exit is too long")
  }

  /// Records the state of our screen, if `descriptor` is the remembered terminal.
  package static func noteScreen(_ state: ScreenState, on descriptor: Int32) {
    let known =
      switch state {
      case .hidden: PLATFORM_SCREEN_HIDDEN
      case .shown: PLATFORM_SCREEN_SHOWN
      case .uncertain: PLATFORM_SCREEN_UNCERTAIN
      }
    platform_terminal_shows(descriptor, known)
  }

  /// Makes the exit from the remembered terminal wait for an answer for up to `seconds`.
  ///
  /// A later answer would be typed into the next program.
  package static func expectAnswer(on descriptor: Int32, within seconds: Double) {
    platform_terminal_expects(descriptor, MonotonicTime.milliseconds(seconds))
  }

  package static func expectNothing() { platform_terminal_expects(-1, 0) }

  /// Runs `body` with every signal but faults blocked.
  ///
  /// The bytes that `body` sends and the state that it records then agree at every exit. Keep it
  /// short: no signal can end the program meanwhile.
  package static func uninterrupted<R: ~Copyable>(_ body: () -> R) -> R {
    var mask = sigset_t()
    unsafe platform_signals_hold(&mask)
    defer { unsafe platform_signals_release(&mask) }
    return body()
  }

  /// Forgets the terminal without restoring its settings, for use when our settings are not in
  /// force; leaves our screen if it is shown.
  package static func forget() {
    platform_terminal_forget()
  }

  /// Leaves the remembered terminal now: leaves our screen, wipes unread input and restores the
  /// settings.
  ///
  /// Returns false if there is no terminal to leave. Signals are blocked meanwhile. A terminal that
  /// accepts no output delays this by a fifth of a second. Pending bytes of the ring are wiped too,
  /// so that typed input never reaches the next program.
  @discardableResult
  package static func leave(draining ring: inout InputRing) -> Bool {
    unsafe ring.withRoom { unsafe platform_terminal_leave($0.baseAddress, $0.count) != 0 }
  }
}
