/// Detects a fixed wait in a reaction, even on a busy machine.
public enum Promptness {
  /// True if a round takes less than `seconds`, which are fewer than the fixed wait.
  ///
  /// A fixed wait is in every round, a delay by the machine is not. `round` returns seconds.
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
