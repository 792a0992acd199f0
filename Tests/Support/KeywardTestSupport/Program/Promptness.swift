/// Distinguishes a prompt reaction from one after a fixed wait, even on a busy machine.
public enum Promptness {
  /// True if a round takes less than `seconds`, a time shorter than the fixed wait; tries
  /// again if the machine was too busy.
  ///
  /// A fixed wait shows in every round, a delay by the machine does not. `round` returns the
  /// seconds of the reaction.
  public static func isReached(
    within seconds: Double, rounds: Int = 5, _ round: () throws -> Double
  ) rethrows -> Bool {
    try (0..<rounds).contains { _ in try round() < seconds }
  }

  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = Moment.now
    try body()
    return Moment.now - start
  }
}
