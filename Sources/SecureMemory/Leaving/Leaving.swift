import CPlatform
import Glibc

/// The one way out of a program that holds secrets.
///
/// `deinit` runs neither on `exit` nor on a signal, so every region also stands in a fixed table
/// outside Swift's object model. Leaving wipes all of it and restores the remembered terminal,
/// whatever else happened. Nothing else in such a program calls `exit`.
public enum Leaving {
  /// Wipes every region, restores the terminal and ends the process with `status`.
  public static func exit(_ status: Int32) -> Never {
    wipeEverything()
    platform_terminal_leave(nil, 0)
    Glibc.exit(status)
  }

  /// Wipes every region, restores the terminal, says one sentence on standard error and ends the process
  /// with `status`, without allocating anything.
  static func exit(_ status: Int32, saying sentence: StaticString) -> Never {
    wipeEverything()
    platform_terminal_leave(nil, 0)
    sentence.withUTF8Buffer { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    Glibc.exit(status)
  }

  /// Wipes every region, restores the terminal and ends the process by `signal`, so that its parent
  /// sees the signal.
  ///
  /// A signal whose default does not end a process becomes exit status 128 + `signal`.
  public static func die(by signal: Int32) -> Never {
    platform_die(signal)
  }

  /// Zeroes every region there is.
  ///
  /// They stay open, so this is for the way out only.
  public static func wipeEverything() {
    platform_wipe_all()
  }

  // MARK: Terminal

  /// The most bytes that can be sent to a terminal on the way out.
  public static let largestTerminalSequence = PLATFORM_TERMINAL_BYTES

  /// Remembers how the terminal is left, in the place of what was remembered before.
  ///
  /// From now on every way out, signals and faults included, leaves it that way once.
  ///
  /// - Parameters:
  ///   - descriptor: The open terminal, not blocking.
  ///   - settings: The settings as they were found.
  ///   - sequence: What switches the modes off and erases, at most `largestTerminalSequence` bytes;
  ///     it begins with ESC, since it may come in the middle of a frame.
  public static func rememberTerminal(
    _ descriptor: Int32, settings: termios, sequence: [UInt8]
  ) {
    var settings = settings
    let result = unsafe platform_terminal_remember(
      descriptor, &settings, sequence, sequence.count)
    precondition(result == 0, "the sequence for the way out is too long")
  }

  /// Whether a terminal is remembered.
  public static var hasTerminal: Bool { platform_terminal_is_remembered() != 0 }

  /// Forgets the terminal without touching it.
  public static func forgetTerminal() {
    platform_terminal_forget()
  }

  /// Leaves the remembered terminal now: sends its sequence in one write, reads what is still unread
  /// into the ring and wipes it, and puts the settings back with a flush.
  ///
  /// What the ring had pending is wiped too: nothing typed before belongs to what comes after.
  /// - Returns: Whether there was a terminal to leave; the second time there is none.
  @discardableResult
  public static func leaveTerminal(draining ring: inout InputRing) -> Bool {
    unsafe ring.withRoom { unsafe platform_terminal_leave($0.baseAddress, $0.count) != 0 }
  }
}
