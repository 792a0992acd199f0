/// The cost of checking a password for whoever tries, an attacker above all.
public struct PasswordCost: Hashable, Sendable {
  /// The passes over the memory, 1 to 16.
  public let passes: Int

  /// The memory in KiB, 8 to 1048576 (1 GiB).
  public let memory: Int

  /// 2 passes over 64 MiB, libsodium's interactive cost.
  public static let `default` = PasswordCost(uncheckedPasses: 2, memory: 65536)

  /// The most a hash may ask for: 16 passes and 1 GiB.
  public static let largest = PasswordCost(uncheckedPasses: 16, memory: 1_048_576)

  /// A cost for a new hash; nil below the default or above the largest.
  ///
  /// - Parameters:
  ///   - passes: 2 to 16.
  ///   - memory: In KiB, 65536 to 1048576.
  public init?(passes: Int = Self.default.passes, memory: Int = Self.default.memory) {
    guard (Self.default.passes...Self.largest.passes).contains(passes),
      (Self.default.memory...Self.largest.memory).contains(memory)
    else { return nil }
    self.init(uncheckedPasses: passes, memory: memory)
  }

  /// The cost a stored hash names; nil above the largest or below what Argon2 can do.
  init?(storedPasses passes: Int, memory: Int) {
    guard (1...Self.largest.passes).contains(passes),
      (8...Self.largest.memory).contains(memory)
    else { return nil }
    self.init(uncheckedPasses: passes, memory: memory)
  }

  private init(uncheckedPasses passes: Int, memory: Int) {
    self.passes = passes
    self.memory = memory
  }
}
