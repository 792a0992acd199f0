import CSodium

/// A random key, in a region of its own, that secrets wait under.
///
/// Made once at start by a program that seals. What was sealed under it is lost when it ends.
public struct SealingKey: ~Copyable {
  let buffer: SecretBuffer

  /// A fresh key.
  ///
  /// - Parameter policy: Whether a region the system refuses to lock is an error.
  /// - Throws: `SecretMemoryError` where the memory cannot be had, or not locked.
  public init(policy: MemoryLockPolicy = .required) throws(SecretMemoryError) {
    buffer = try SecretBuffer(capacity: Int(crypto_secretbox_KEYBYTES), policy: policy)
    buffer.region.open(.writing)
    defer { buffer.region.close(.writing) }
    unsafe randombytes_buf(buffer.start, buffer.capacity)
  }
}
