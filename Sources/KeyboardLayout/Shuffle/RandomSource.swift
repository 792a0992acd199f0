/// The source of the shuffle's numbers; the engine gives it libsodium, tests a seed.
public protocol RandomSource {
  /// A number from 0 to `bound` − 1, each equally likely.
  ///
  /// - Parameter bound: how many numbers there are to choose from, at least 1.
  /// - Returns: the number.
  mutating func next(below bound: Int) -> Int
}
