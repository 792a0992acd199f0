/// The cost of checking one password, above all for an attacker.
public struct PasswordCost: Hashable, Sendable {
  /// The passes over the memory, 1 to 16.
  public let passes: Int

  /// The memory in KiB, 8 to 1048576 (1 GiB).
  public let memory: Int

  /// 2 passes over 64 MiB, libsodium's interactive cost.
  public static let `default` = PasswordCost(uncheckedPasses: 2, memory: 65536)

  /// The greatest cost of a hash: 16 passes and 1 GiB.
  public static let largest = PasswordCost(uncheckedPasses: 16, memory: 1_048_576)

  /// A cost for a new hash; nil below the default or above the largest.
  ///
  /// - Parameters:
  ///   - passes: The passes, 2 to 16.
  ///   - memory: The memory in KiB, 65536 to 1048576.
  public init?(passes: Int = Self.default.passes, memory: Int = Self.default.memory) {
    guard (Self.default.passes...Self.largest.passes).contains(passes),
      (Self.default.memory...Self.largest.memory).contains(memory)
    else { return nil }
    self.init(uncheckedPasses: passes, memory: memory)
  }

  /// The cost in a stored hash; nil above the largest or below Argon2's least.
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
