import CSodium

/// A hash that shows whether bytes have changed: 32 bytes of BLAKE2b.
///
/// Use it for public content, such as a keyboard's file, and never for a password: that needs
/// ``PasswordHash``.
package enum ContentHash {
  /// The hash of bytes.
  package static func bytes(_ content: [UInt8]) -> [UInt8] {
    // A library that was not started hashes by its slowest code.
    _ = Sodium.isReady
    var hash = [UInt8](repeating: 0, count: 32)
    unsafe _ = crypto_generichash(
      &hash, hash.count, content, UInt64(content.count), nil, 0)
    return hash
  }
}
