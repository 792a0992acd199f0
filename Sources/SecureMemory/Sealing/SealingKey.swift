import CSodium

/// A random key in a region of its own, for secrets that wait in ordinary memory.
///
/// A program that seals makes it once at its start. Secrets sealed under it are lost when it ends.
public struct SealingKey: ~Copyable {
  let buffer: SecretBuffer

  /// A fresh key.
  ///
  /// - Parameter policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be had, or cannot be locked.
  public init(policy: MemoryLockPolicy = .required) throws(SecretMemoryError) {
    buffer = try SecretBuffer(capacity: Int(crypto_secretbox_KEYBYTES), policy: policy)
    buffer.region.open(.writing)
    defer { buffer.region.close(.writing) }
    unsafe randombytes_buf(buffer.start, buffer.capacity)
  }
}
