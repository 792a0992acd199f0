import KeywardEngine

extension SignalWatch {
  /// The seconds to wait for the signal of a hang-up.
  private static let hangUpPatience = 0.05

  /// Waits for the signal that belongs to a hang-up; nil if none comes.
  ///
  /// The kernel first reports a hang-up at the terminal, and sends the signal a moment later.
  package borrowing func endingAfterHangUp() -> Int32? { ending(within: Self.hangUpPatience) }
}
