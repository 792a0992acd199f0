import Glibc

/// Notices that the kernel may have dropped the end of a paste, and puts its line in order again.
///
/// After the mode was set, and until the first read, the kernel takes what comes for one line: it holds
/// 4095 bytes, writes what comes after them one over the other, and so drops the bracket that ends a
/// paste. From the first read on it makes the sender wait instead. Without its end a paste would take
/// every later key for its text.
struct LineOverflow {
  /// The most bytes the kernel holds.
  private static let lineLength = 4095
  /// Seconds without a byte after which a paste that may have lost its end is over.
  private static let silence = 1.0
  /// The same where the last byte is the bracket's: what overflowed last is what the kernel kept.
  private static let shortSilence = 0.1

  /// What the last byte of a paste may be the end of; which byte it was is not kept.
  private enum Last: Hashable {
    case text
    case lineEnd
    /// The bracket that ends a paste.
    case bracket

    init(_ byte: UInt8) {
      switch byte {
      case 0x0a, 0x0d: self = .lineEnd
      case 0x7e: self = .bracket
      default: self = .text
      }
    }
  }

  /// What the silence after the beginning of a paste says.
  enum Verdict: Hashable {
    /// Nothing yet.
    case goesOn
    /// The paste is over, its end was dropped.
    case hasEnded
    /// The same, and Enter came behind it: a line end would have been followed by the bracket.
    case hasEndedBeforeEnter
  }

  private var isFirstRead = true
  private var mayHaveLost = false
  private var descriptor: Int32 = -1
  /// What the paste ends with so far.
  private var last = Last.text
  /// When the paste is over; nil while there is nothing to wait for.
  private(set) var deadline: Double?

  /// Takes note of a read of the terminal.
  mutating func noteRead(of count: Int, from descriptor: Int32) {
    guard isFirstRead, count > 0 else { return }
    isFirstRead = false
    self.descriptor = descriptor
    var pending: Int32 = 0
    // The line was full if what is left of it and what was read from it fill it.
    if unsafe ioctl(descriptor, UInt(FIONREAD), &pending) == 0 {
      mayHaveLost = count + Int(pending) >= Self.lineLength
    }
  }

  /// Takes note of the last byte of a piece of a paste.
  mutating func notePaste(endingIn byte: UInt8) {
    guard mayHaveLost else { return }
    last = Last(byte)
  }

  /// Says whether a paste is over because its end did not come.
  ///
  /// - Parameters:
  ///   - isPasting: Whether a paste is under way.
  ///   - hasRead: Whether bytes have come.
  ///   - now: The time in seconds.
  /// - Returns: That it has ended, once.
  mutating func verdict(isPasting: Bool, hasRead: Bool, at now: Double) -> Verdict {
    guard mayHaveLost, isPasting else {
      deadline = nil
      // What began later is whole.
      if !isPasting, hasRead { mayHaveLost = false }
      return .goesOn
    }
    if hasRead || deadline == nil {
      deadline = now + (last == .bracket ? Self.shortSilence : Self.silence)
    }
    guard let deadline, now >= deadline else { return .goesOn }
    // After an overflow the kernel's line begins a byte too early, which would cost the next key. What
    // a flush leaves is a line before its first read.
    tcflush(descriptor, TCIFLUSH)
    let isEnter = last == .lineEnd
    self = LineOverflow()
    return isEnter ? .hasEndedBeforeEnter : .hasEnded
  }
}
