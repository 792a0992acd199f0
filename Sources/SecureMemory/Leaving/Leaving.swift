import CPlatform
import Glibc

/// The one way out of a program that holds secrets.
///
/// `deinit` runs neither on `exit` nor on a signal, so every region also stands in a fixed table
/// outside Swift's object model. Leaving wipes all of it and restores the remembered terminal,
/// whatever else happened. Nothing else in such a program calls `exit`.
package enum Leaving {
  /// Wipes every region, restores the terminal and ends the process with `status`.
  package static func exit(_ status: Int32) -> Never {
    wipeEverything()
    platform_terminal_leave(nil, 0)
    TerminalWatcher.dismiss()
    Glibc.exit(status)
  }

  /// Wipes every region, restores the terminal, says one sentence on standard error and ends the process
  /// with `status`, without allocating anything.
  static func exit(_ status: Int32, saying sentence: StaticString) -> Never {
    wipeEverything()
    platform_terminal_leave(nil, 0)
    TerminalWatcher.dismiss()
    sentence.withUTF8Buffer { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    Glibc.exit(status)
  }

  /// Wipes every region, restores the terminal and ends the process by `signal`, so that its parent
  /// sees the signal.
  ///
  /// A signal whose default does not end a process becomes exit status 128 + `signal`.
  package static func die(by signal: Int32) -> Never {
    platform_die(signal)
  }

  /// Zeroes every region there is.
  ///
  /// They stay open, so this is for the way out only.
  package static func wipeEverything() {
    platform_wipe_all()
  }

  // MARK: Terminal

  /// The most bytes that can be sent to a terminal on the way out.
  package static let largestTerminalSequence = PLATFORM_TERMINAL_BYTES

  /// How a screen is ended.
  package struct ScreenEnd: Sendable {
    /// What switches the modes off and erases; empty where there is no screen.
    ///
    /// It begins with ESC, since it may come in the middle of a frame.
    package var sequence: [UInt8]
    /// What is sent in front of it where the terminal may not have taken the beginning of the screen:
    /// the end alone would erase what others have written.
    package var entering: [UInt8]

    /// The end of a screen, both parts together at most `largestTerminalSequence` bytes.
    package init(sequence: [UInt8] = [], entering: [UInt8] = []) {
      self.sequence = sequence
      self.entering = entering
    }

    /// Both; the line form is remembered at every start, and has neither.
    fileprivate var bytes: [UInt8] { entering.isEmpty ? sequence : entering + sequence }
  }

  /// What is known of our screen on the remembered terminal.
  package enum ScreenState: Hashable, Sendable {
    /// Nothing of it is there; leaving ends none.
    case hidden
    /// The terminal has taken its beginning.
    case shown
    /// The terminal may have taken its beginning.
    case uncertain
  }

  /// Remembers how the terminal is left, in the place of what was remembered before.
  ///
  /// From now on every way out, signals and faults included, puts the settings back once. The screen is
  /// ended only after `noteScreen(_:on:)` said that there is one.
  ///
  /// - Parameters:
  ///   - descriptor: The open terminal, not blocking.
  ///   - lock: The file that is locked while the terminal is ours; -1 for none.
  ///   - settings: The settings as they were found.
  ///   - end: How the screen is ended.
  package static func rememberTerminal(
    _ descriptor: Int32, lockedBy lock: Int32 = -1, settings: termios, end: ScreenEnd
  ) {
    var settings = settings
    let bytes = end.bytes
    let result = unsafe platform_terminal_remember(
      descriptor, lock, &settings, bytes, bytes.count, end.entering.count)
    precondition(result == 0, "the sequence for the way out is too long")
  }

  /// Notes our own settings of the terminal, where `descriptor` is the remembered one: with others in
  /// force, a watcher leaves it alone.
  package static func noteSettings(_ settings: termios, on descriptor: Int32) {
    var settings = settings
    unsafe platform_terminal_switches(descriptor, &settings)
  }

  /// Remembers another end of our screen, where `descriptor` is the remembered terminal.
  package static func changeEnd(to end: ScreenEnd, on descriptor: Int32) {
    let bytes = end.bytes
    let result = unsafe platform_terminal_change_end(
      descriptor, bytes, bytes.count, end.entering.count)
    precondition(result == 0, "the sequence for the way out is too long")
  }

  /// Notes what is known of our screen, where `descriptor` is the remembered terminal.
  package static func noteScreen(_ state: ScreenState, on descriptor: Int32) {
    let known =
      switch state {
      case .hidden: PLATFORM_SCREEN_HIDDEN
      case .shown: PLATFORM_SCREEN_SHOWN
      case .uncertain: PLATFORM_SCREEN_UNCERTAIN
      }
    platform_terminal_shows(descriptor, known)
  }

  /// Notes that the remembered terminal was asked something: leaving waits so long for the answer, which
  /// would else be typed into what comes after.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal; nothing is noted for another one.
  ///   - seconds: How long from now on, at most a few moments.
  package static func expectAnswer(on descriptor: Int32, within seconds: Double) {
    platform_terminal_expects(descriptor, MonotonicTime.milliseconds(seconds))
  }

  /// Notes that the answer has come.
  package static func expectNothing() { platform_terminal_expects(-1, 0) }

  /// Runs `body` while every signal but faults waits, so that what it sends and what it notes belong
  /// together on every way out.
  ///
  /// For moments only: nothing ends the program meanwhile.
  package static func uninterrupted<R: ~Copyable>(_ body: () -> R) -> R {
    var mask = sigset_t()
    unsafe platform_signals_hold(&mask)
    defer { unsafe platform_signals_release(&mask) }
    return body()
  }

  /// Whether a terminal is remembered.
  package static var hasTerminal: Bool { platform_terminal_is_remembered() != 0 }

  /// Forgets the terminal, whose settings are not ours: ends the screen if there is one, and nothing
  /// more.
  package static func forgetTerminal() {
    platform_terminal_forget()
  }

  /// Leaves the remembered terminal now: ends the screen if there is one, reads what is still unread
  /// into the ring and wipes it, and puts the settings back.
  ///
  /// Signals wait meanwhile. A terminal that takes nothing delays this by a fifth of a second.
  ///
  /// What the ring had pending is wiped too: nothing typed before belongs to what comes after.
  /// - Returns: Whether there was a terminal to leave; the second time there is none.
  @discardableResult
  package static func leaveTerminal(draining ring: inout InputRing) -> Bool {
    unsafe ring.withRoom { unsafe platform_terminal_leave($0.baseAddress, $0.count) != 0 }
  }
}
