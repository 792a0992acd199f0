import KeywardEngine

extension SignalWatch {
  /// How long the signal of a hang-up is waited for, in seconds.
  private static let hangUpPatience = 0.05

  /// The signal that belongs to a hang-up, if one comes.
  ///
  /// The kernel tells of a hang-up at the terminal first, and by the signal it sends a moment later.
  package borrowing func endingAfterHangUp() -> Int32? { ending(within: Self.hangUpPatience) }
}
