import CSodium

/// An Argon2id hash of a password, in libsodium's text form.
///
///     let hash = try PasswordHash(of: text)
///     try hash.write(toFile: "pin.hash")
///     let opens = try PasswordHash(contentsOfFile: "pin.hash").matches(text)
///
/// The text carries cost and salt, so hashes of different cost live side by side.
public struct PasswordHash: Hashable, Sendable {
  /// `$argon2id$v=19$m=…,t=…,p=1$…$…`, without line end.
  public let text: String

  /// The cost of checking it.
  public let cost: PasswordCost

  /// Hashes `password`, which stays unchanged.
  ///
  /// - Parameters:
  ///   - password: The password, which may be empty.
  ///   - cost: Passes and memory.
  /// - Throws: `PasswordHashError.outOfMemory` if the work memory cannot be had.
  public init(
    of password: borrowing SecretText, cost: PasswordCost = .default
  ) throws(PasswordHashError) {
    guard Sodium.isReady else { throw .outOfMemory(memory: cost.memory) }
    var characters = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let region = password.buffer.region
    region.open(.reading)
    let result = unsafe password.buffer.start.withMemoryRebound(
      to: CChar.self, capacity: password.capacity
    ) {
      unsafe crypto_pwhash_str(
        &characters, $0, UInt64(password.byteCount), UInt64(cost.passes), cost.memory * 1024)
    }
    wipeStack()
    region.close(.reading)
    guard result == 0 else { throw .outOfMemory(memory: cost.memory) }
    text = String(
      decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.cost = cost
  }

  /// A hash from its text.
  ///
  /// - Throws: `PasswordHashError.badHash` if it is not one, or asks for more than 1 GiB or 16
  ///   passes.
  public init(text: String) throws(PasswordHashError) {
    cost = try PasswordHashFormat.parts(of: text).cost
    self.text = text
  }

  /// Returns if `password` is the hashed one.
  ///
  /// - Throws: `PasswordHashError.wrongPassword`, or `.outOfMemory` if that could not be decided.
  public func verify(_ password: borrowing SecretText) throws(PasswordHashError) {
    guard try matches(password) else { throw .wrongPassword }
  }

  /// Tells whether `password` is the hashed one.
  ///
  /// It takes the time of its ``cost``, 0.1 s and more: too long for a loop that draws.
  ///
  /// - Throws: `PasswordHashError.outOfMemory` if that could not be decided.
  public func matches(_ password: borrowing SecretText) throws(PasswordHashError) -> Bool {
    guard Sodium.isReady else { throw .outOfMemory(memory: cost.memory) }
    // Not crypto_pwhash_str_verify: it gives the same answer if it had no memory for the
    // comparison.
    let parts = try PasswordHashFormat.parts(of: text)
    var digest = [UInt8](repeating: 0, count: parts.digest.count)
    let region = password.buffer.region
    region.open(.reading)
    let result = unsafe password.buffer.start.withMemoryRebound(
      to: CChar.self, capacity: password.capacity
    ) {
      unsafe crypto_pwhash(
        &digest, UInt64(digest.count), $0, UInt64(password.byteCount), parts.salt,
        UInt64(cost.passes), cost.memory * 1024, crypto_pwhash_ALG_ARGON2ID13)
    }
    wipeStack()
    region.close(.reading)
    guard result == 0 else { throw .outOfMemory(memory: cost.memory) }
    return unsafe sodium_memcmp(digest, parts.digest, digest.count) == 0
  }
}
