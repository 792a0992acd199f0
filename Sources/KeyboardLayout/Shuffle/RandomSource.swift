/// A source of random numbers for the shuffle; the engine uses libsodium, tests a seed.
public protocol RandomSource {
  /// Returns a number from 0 to `bound` − 1, each equally likely.
  ///
  /// - Parameter bound: the number of possible results, at least 1.
  /// - Returns: the number.
  mutating func next(below bound: Int) -> Int
}
