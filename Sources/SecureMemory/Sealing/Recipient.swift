import CSodium

/// A public key to seal secrets for.
public struct RecipientKey: Hashable, Sendable {
  /// The 32 bytes of an X25519 public key.
  public let bytes: [UInt8]

  /// A key from its 32 bytes; nil for any other number.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Int(crypto_box_PUBLICKEYBYTES) else { return nil }
    self.bytes = bytes
  }

  /// A key from base64 of 32 bytes, either alphabet, with or without padding.
  ///
  /// - Throws: `SealedSecretError.malformed` for anything else.
  public init(base64: String) throws(SealedSecretError) {
    guard base64.utf8.count <= 64, let bytes = Base64.decode(base64),
      let key = RecipientKey(bytes: bytes)
    else { throw .malformed }
    self = key
  }

  /// The key as base64 with padding.
  public var base64: String {
    Base64.encode(bytes, variant: sodium_base64_VARIANT_ORIGINAL)
  }
}

/// A key pair whose private half stays in a region of its own.
public struct RecipientKeyPair: ~Copyable {
  let secret: SecretBuffer

  /// The public half.
  public let publicKey: RecipientKey

  /// A fresh pair.
  ///
  /// - Parameter policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be had, or cannot be locked.
  public init(policy: MemoryLockPolicy = .required) throws(SecretMemoryError) {
    let secret = try SecretBuffer(capacity: Int(crypto_box_SECRETKEYBYTES), policy: policy)
    secret.region.open(.writing)
    unsafe randombytes_buf(secret.start, secret.capacity)
    secret.region.close(.writing)
    self.init(secret: secret)
  }

  /// The pair of a private key of 32 bytes, whose buffer it takes over; nil for another capacity.
  public init?(secretKey: consuming SecretBuffer) {
    guard secretKey.capacity == Int(crypto_box_SECRETKEYBYTES) else { return nil }
    self.init(secret: secretKey)
  }

  private init(secret: consuming SecretBuffer) {
    var bytes = [UInt8](repeating: 0, count: Int(crypto_box_PUBLICKEYBYTES))
    secret.region.open(.reading)
    unsafe crypto_scalarmult_base(&bytes, secret.start)
    wipeStack()
    secret.region.close(.reading)
    guard let key = RecipientKey(bytes: bytes) else {
      preconditionFailure("a public key has 32 bytes")
    }
    publicKey = key
    self.secret = secret
  }
}
