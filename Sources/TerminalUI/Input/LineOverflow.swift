import CPlatform
import Glibc

/// Notices that the kernel may have dropped the end of a paste, and puts its line in order again.
///
/// From the change of the mode to the first read, the kernel treats all input as one line: it holds
/// 4095 bytes, writes later ones over each other, and so drops the bracket that ends a paste. After
/// the first read it makes the sender wait instead. A paste without its end would take every later
/// key for its text.
struct LineOverflow {
  /// The most bytes that the kernel holds of one line.
  private static let lineLength = 4095
  /// The seconds of silence that end a paste which may have lost its end.
  private static let silence = 1.0
  /// The same if the last byte is the bracket's: the kernel has kept the byte that overflowed last.
  private static let shortSilence = 0.1

  /// The bracket or line end that a paste's last byte may belong to; the byte itself is not kept.
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

  /// The meaning of silence after the beginning of a paste.
  enum Verdict: Hashable {
    /// Nothing yet.
    case goesOn
    /// The paste is over; its end was dropped.
    case hasEnded
    /// The same, and Enter came after it: a bracket would have followed a line end of the paste.
    case hasEndedBeforeEnter
  }

  private var isFirstRead = true
  private var mayHaveLost = false
  private var descriptor: Int32 = -1
  /// The end of the paste so far.
  private var last = Last.text
  /// The time at which the paste is over; nil if there is nothing to wait for.
  private(set) var deadline: Double?

  /// Notes a read of the terminal.
  mutating func noteRead(of count: Int, from descriptor: Int32) {
    guard isFirstRead, count > 0 else { return }
    isFirstRead = false
    self.descriptor = descriptor
    // The line was full if the rest of it and the bytes just read fill it.
    mayHaveLost = count + Int(platform_unread_bytes(descriptor)) >= Self.lineLength
  }

  /// Notes the last byte of a piece of a paste.
  mutating func notePaste(endingIn byte: UInt8) {
    guard mayHaveLost else { return }
    last = Last(byte)
  }

  /// Tells whether a paste is over because its end did not come.
  ///
  /// - Parameters:
  ///   - isPasting: Whether a paste is under way.
  ///   - hasRead: Whether bytes have come.
  ///   - now: The time in seconds.
  /// - Returns: The verdict; each end is reported once.
  mutating func verdict(isPasting: Bool, hasRead: Bool, at now: Double) -> Verdict {
    guard mayHaveLost, isPasting else {
      deadline = nil
      // A paste that begins later is whole.
      if !isPasting, hasRead { mayHaveLost = false }
      return .goesOn
    }
    if hasRead || deadline == nil {
      deadline = now + (last == .bracket ? Self.shortSilence : Self.silence)
    }
    guard let deadline, now >= deadline else { return .goesOn }
    // After an overflow the kernel's line begins a byte too early, which would cost the next key. A
    // flush leaves a line as it is before its first read.
    tcflush(descriptor, TCIFLUSH)
    let isEnter = last == .lineEnd
    self = LineOverflow()
    return isEnter ? .hasEndedBeforeEnter : .hasEnded
  }
}
