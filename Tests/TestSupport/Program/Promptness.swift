/// Tells what waits for nothing from what waits for a time, also on a busy machine.
public enum Promptness {
  /// Whether a round takes less than `seconds`, tried anew where the machine was too busy for it.
  ///
  /// What waits for a time does so in every round; what only came late does not.
  ///
  /// - Parameters:
  ///   - seconds: Less than what would be waited for.
  ///   - rounds: How often it is tried at most.
  ///   - round: Returns the seconds it took, counted from where it counts.
  /// - Returns: Whether one did.
  public static func isReached(
    within seconds: Double, rounds: Int = 5, _ round: () throws -> Double
  ) rethrows -> Bool {
    try (0..<rounds).contains { _ in try round() < seconds }
  }

  /// The seconds `body` takes.
  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = Moment.now
    try body()
    return Moment.now - start
  }
}
