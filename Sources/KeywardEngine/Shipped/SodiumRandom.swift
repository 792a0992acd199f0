/// Numbers from libsodium: each equally likely, by rejection, from the system's random source.
public struct SodiumRandom: RandomSource, Sendable {
  /// Creates a source; it has no state and no seed.
  public init() {}

  /// Returns a number from 0 to `bound` − 1.
  public func next(below bound: Int) -> Int { SecureRandom.uniform(below: bound) }
}
