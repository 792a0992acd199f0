import CSodium

/// Unpredictable random numbers from libsodium's generator.
package enum SecureRandom {
  /// Returns a number from 0 to below `bound`, each with the same chance.
  ///
  /// - Parameter bound: 1 to 2³² − 1.
  /// - Returns: The number.
  package static func uniform(below bound: Int) -> Int {
    precondition(bound > 0 && bound <= Int(UInt32.max), "a bound is 1 to 2^32 - 1")
    precondition(Sodium.isReady, "libsodium found no source of random numbers")
    return Int(randombytes_uniform(UInt32(bound)))
  }
}
