import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal that is restored at the exit, whatever ends the process.
package enum TerminalRestore {
  package struct ScreenEnd: Sendable {
    /// The bytes that switch the modes off and erase; empty without a screen.
    ///
    /// They begin with ESC, since they may come in the middle of a frame.
    package var sequence: [UInt8]
    /// The bytes before the sequence if the terminal may not have taken the beginning of the
    /// screen.
    ///
    /// The end alone would erase lines that others have written.
    package var entering: [UInt8]
    /// The number of bytes at the beginning of the sequence that erase rows at the cursor.
    ///
    /// Once another program writes there, only the rest is sent, which erases nothing before its
    /// cursor.
    package var erasing: Int

    /// The end of a screen, both parts together at most `PLATFORM_TERMINAL_BYTES`.
    package init(sequence: [UInt8] = [], entering: [UInt8] = [], erasing: Int = 0) {
      self.sequence = sequence
      self.entering = entering
      self.erasing = erasing
    }

    /// Runs `body` with both parts; the line form is remembered at every start, and has neither.
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
    /// No part of it is there; the exit ends no screen.
    case hidden
    case shown
    /// The terminal may have taken its beginning.
    case uncertain
  }

  /// Remembers an open, not blocking terminal and how to leave it, in place of the last one.
  ///
  /// From now on every exit, signals and faults included, restores the settings once. The screen is
  /// ended only after `noteScreen(_:on:)` has announced one.
  package static func remember(
    _ descriptor: Int32, lockedBy lock: Int32 = -1, settings: termios, end: ScreenEnd
  ) {
    var settings = settings
    end.withParts { unsafe platform_terminal_remember(descriptor, lock, &settings, $0) }
  }

  /// Notes our own settings, if `descriptor` is the remembered terminal.
  ///
  /// The restore helper leaves other settings unchanged.
  package static func noteSettings(_ settings: termios, on descriptor: Int32) {
    var settings = settings
    unsafe platform_terminal_switches(descriptor, &settings)
  }

  /// Replaces the end of our screen, if `descriptor` is the remembered terminal.
  package static func changeEnd(to end: ScreenEnd, on descriptor: Int32) {
    end.withParts { unsafe platform_terminal_change_end(descriptor, $0) }
  }

  /// Replaces the bytes to send after the end of the screen, also if none is shown, if `descriptor`
  /// is the remembered terminal; at first there are none.
  package static func changeLasting(to bytes: [UInt8], on descriptor: Int32) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe platform_terminal_change_lasting(descriptor, bytes.baseAddress, bytes.count)
    }
    precondition(result == 0, "the sequence for the exit is too long")
  }

  /// Notes the state of our screen, if `descriptor` is the remembered terminal.
  package static func noteScreen(_ state: ScreenState, on descriptor: Int32) {
    let known =
      switch state {
      case .hidden: PLATFORM_SCREEN_HIDDEN
      case .shown: PLATFORM_SCREEN_SHOWN
      case .uncertain: PLATFORM_SCREEN_UNCERTAIN
      }
    platform_terminal_shows(descriptor, known)
  }

  /// Notes for `seconds`, a few moments at most, that the exit from the remembered terminal must
  /// wait for an answer.
  ///
  /// A later answer would be typed into the next program.
  package static func expectAnswer(on descriptor: Int32, within seconds: Double) {
    platform_terminal_expects(descriptor, MonotonicTime.milliseconds(seconds))
  }

  package static func expectNothing() { platform_terminal_expects(-1, 0) }

  /// Runs `body` while every signal but faults waits.
  ///
  /// So the bytes it sends and the state it notes belong together at every exit. Use it for
  /// moments only: nothing ends the program meanwhile.
  package static func uninterrupted<R: ~Copyable>(_ body: () -> R) -> R {
    var mask = sigset_t()
    unsafe platform_signals_hold(&mask)
    defer { unsafe platform_signals_release(&mask) }
    return body()
  }

  /// Forgets the terminal, whose settings are not ours: ends only the screen, if there is one.
  package static func forget() {
    platform_terminal_forget()
  }

  /// Leaves the remembered terminal now: ends the screen, wipes unread input and restores the
  /// settings; false if there is none to leave.
  ///
  /// Signals wait meanwhile. A terminal that takes nothing delays this by a fifth of a second.
  /// Pending bytes of the ring are wiped too: typed input never reaches the next program.
  @discardableResult
  package static func leave(draining ring: inout InputRing) -> Bool {
    unsafe ring.withRoom { unsafe platform_terminal_leave($0.baseAddress, $0.count) != 0 }
  }
}
