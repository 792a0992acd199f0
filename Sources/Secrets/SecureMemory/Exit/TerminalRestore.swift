import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal to restore at exit, however the process ends.
///
/// The functions that take a descriptor, except `remember`, do nothing unless it is the descriptor
/// of the remembered terminal.
package enum TerminalRestore {
  package struct ScreenEnd: Sendable {
    /// The bytes that reset the modes and erase the screen.
    ///
    /// They begin with ESC, which cancels an escape sequence that the exit has interrupted.
    package var sequence: [UInt8]
    /// The bytes that enter our screen.
    ///
    /// If the terminal may not have received them yet, an exit sends them before `sequence`, which
    /// would otherwise erase lines of other programs.
    package var entering: [UInt8]
    /// The number of bytes at the start of `sequence` that erase rows at the cursor.
    ///
    /// An exit skips these bytes if another program may have written to those rows.
    package var erasing: Int

    /// Creates the bytes to send at exit; `entering` and `sequence` together have at most
    /// `PLATFORM_TERMINAL_BYTES` bytes.
    package init(sequence: [UInt8] = [], entering: [UInt8] = [], erasing: Int = 0) {
      self.sequence = sequence
      self.entering = entering
      self.erasing = erasing
    }

    fileprivate func withParts(_ body: (platform_screen_end) -> Int32) {
      let result = unsafe (entering + sequence).withUnsafeBytes { bytes in
        unsafe body(
          platform_screen_end(
            bytes: bytes.baseAddress, length: bytes.count, entering: entering.count,
            erasing: erasing))
      }
      precondition(result == 0, "the escape sequence that ends the screen is too long")
    }
  }

  package enum ScreenState: Hashable, Sendable {
    case hidden
    case shown
    /// The terminal may have received the sequence that enters our screen.
    case uncertain
  }

  /// Makes every exit restore the settings of this open, nonblocking terminal, in place of the one
  /// remembered before.
  ///
  /// An exit leaves our screen only if `noteScreen(_:on:)` has reported that it may be shown.
  package static func remember(
    _ descriptor: Int32, lockedBy lock: Int32 = -1, settings: termios, end: ScreenEnd
  ) {
    var settings = settings
    unsafe end.withParts { unsafe platform_terminal_remember(descriptor, lock, &settings, $0) }
  }

  /// Replaces the settings that every exit restores.
  package static func changeSettings(to settings: termios, on descriptor: Int32) {
    var settings = settings
    unsafe platform_terminal_change_settings(descriptor, &settings)
  }

  /// Records our own settings; the restore helper restores the original settings only if ours are
  /// in force.
  package static func noteSettings(_ settings: termios, on descriptor: Int32) {
    var settings = settings
    unsafe platform_terminal_note_settings(descriptor, &settings)
  }

  package static func changeEnd(to end: ScreenEnd, on descriptor: Int32) {
    unsafe end.withParts { unsafe platform_terminal_change_end(descriptor, $0) }
  }

  /// Sets the bytes that every exit sends last, even if no screen is shown; there are none at
  /// first.
  package static func changeLasting(to bytes: [UInt8], on descriptor: Int32) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe platform_terminal_change_lasting(descriptor, bytes.baseAddress, bytes.count)
    }
    precondition(result == 0, "the escape sequence that ends the screen is too long")
  }

  package static func noteScreen(_ state: ScreenState, on descriptor: Int32) {
    let known =
      switch state {
      case .hidden: PLATFORM_SCREEN_HIDDEN
      case .shown: PLATFORM_SCREEN_SHOWN
      case .uncertain: PLATFORM_SCREEN_UNCERTAIN
      }
    platform_terminal_note_screen(descriptor, known)
  }

  /// Makes an exit wait up to `seconds` for the terminal's reply to a query.
  ///
  /// Without this wait, the next program would read the reply as typed input.
  package static func expectAnswer(on descriptor: Int32, within seconds: Double) {
    platform_terminal_expect_answer(descriptor, PollList.milliseconds(seconds))
  }

  package static func expectNothing() { platform_terminal_expect_answer(-1, 0) }

  /// Runs `body` while all signals except faults are blocked.
  ///
  /// `body` sends bytes to the terminal and records its new state. A signal between these two steps
  /// would make the exit use the wrong state.
  package static func uninterrupted<R: ~Copyable>(_ body: () -> R) -> R {
    var mask = sigset_t()
    unsafe platform_hold_signals(&mask)
    defer { unsafe platform_release_signals(&mask) }
    return body()
  }

  /// Leaves our screen if it is shown, and forgets the terminal without restoring its settings.
  ///
  /// Call it when our settings are not in force.
  package static func forget() {
    platform_terminal_forget()
  }

  /// Leaves the terminal to a shell that is about to take it, and that may keep the settings which
  /// it finds.
  ///
  /// The settings are restored at once, if ours are in force. Later, the restore helper does the
  /// same if the shell reapplies ours.
  package static func yield() { platform_terminal_yield() }

  /// Leaves our screen, wipes unread input and the pending bytes of `ring`, and restores the
  /// settings; does the same as `yield` if another program has taken the terminal.
  ///
  /// Signals are blocked meanwhile. A terminal that accepts no output delays this by a fifth of a
  /// second.
  ///
  /// - Returns: False if there is no terminal to restore, or if another program has taken it.
  @discardableResult
  package static func leave(draining ring: inout InputRing) -> Bool {
    unsafe ring.withRoom { unsafe platform_terminal_leave($0.baseAddress, $0.count) != 0 }
  }
}
