import KeywardSodium

/// A secret encrypted under a `SealingKey`, which may be kept in ordinary memory.
///
///     let sealed = text.sealed(under: key)   // wipes and consumes the text
///     var again = try SecretText()
///     try sealed.open(with: key, into: &again)
///
/// It uses XSalsa20-Poly1305 (`crypto_secretbox`) with a fresh nonce each time, and reveals only
/// the length of the secret.
public struct SealedSecret: Hashable, Sendable {
  private let nonce: [UInt8]
  private var ciphertext: [UInt8]

  init(_ text: consuming SecretText, under key: borrowing SealingKey) {
    var nonce = [UInt8](repeating: 0, count: Int(crypto_secretbox_NONCEBYTES))
    unsafe randombytes_buf(&nonce, nonce.count)
    var ciphertext = [UInt8](
      repeating: 0, count: text.byteCount + Int(crypto_secretbox_MACBYTES))
    let count = UInt64(text.byteCount)
    let result = unsafe text.buffer.withSodium { bytes in
      unsafe key.buffer.withSodium { key in
        unsafe crypto_secretbox_easy(&ciphertext, bytes, count, nonce, key)
      }
    }
    precondition(result == 0, "a text of at most 4080 bytes can be sealed")
    self.nonce = nonce
    self.ciphertext = ciphertext
  }

  /// Creates a sealed secret from its bytes.
  ///
  /// - Throws: `SealedSecretError.malformed` if `bytes` is too short or too long for any secret.
  public init(bytes: [UInt8]) throws(SealedSecretError) {
    guard (0...SecretText.largestCapacity).contains(bytes.count - Self.overhead) else {
      throw .malformed
    }
    nonce = Array(bytes.prefix(Int(crypto_secretbox_NONCEBYTES)))
    ciphertext = Array(bytes.dropFirst(nonce.count))
  }

  /// The number of bytes by which ``bytes`` is longer than the secret.
  public static let overhead = Int(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES)

  /// Nonce and ciphertext, for storing or sending.
  public var bytes: [UInt8] { nonce + ciphertext }

  /// The length of the secret in bytes.
  public var byteCount: Int { ciphertext.count - Int(crypto_secretbox_MACBYTES) }

  /// Decrypts into `text` and replaces its content.
  ///
  /// - Parameters:
  ///   - key: The key that the secret was sealed under.
  ///   - text: The text to fill. After `.notText` it is empty; other errors leave it unchanged.
  /// - Throws: `SealedSecretError.changed` for another key or a changed ciphertext, `.tooLong` if
  ///   the text has no room, `.notText` if the decrypted content is not valid text.
  public borrowing func open(
    with key: borrowing SealingKey, into text: inout SecretText
  ) throws(SealedSecretError) {
    // The message is authenticated before the first byte is written.
    try unsafe text.decrypt(byteCount, with: key.buffer) { place, key in
      unsafe crypto_secretbox_open_easy(place, ciphertext, UInt64(ciphertext.count), nonce, key)
    }
  }
}

extension SecretText {
  /// Encrypts the text under `key`; the text's region is wiped and freed.
  public consuming func sealed(under key: borrowing SealingKey) -> SealedSecret {
    SealedSecret(self, under: key)
  }

  /// Replaces the text; `body` gets the destination and the key, and returns 0 for success.
  ///
  /// After `SealedSecretError.notText` the text is empty; other errors leave it unchanged.
  fileprivate mutating func decrypt(
    _ count: Int, with key: borrowing SecretBuffer,
    _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Int32
  ) throws(SealedSecretError) {
    guard count <= capacity else { throw .tooLong }
    let result = unsafe buffer.withSodium(.writing) { place in
      unsafe key.withSodium { key in unsafe body(place, key) }
    }
    guard result == 0 else { throw .changed }
    guard buffer.withBytes({ $0.extracting(0..<count).isText }) else {
      removeAll()
      throw .notText
    }
    buffer.wipe(count..<capacity)
    staged = nil
    (byteCount, characterCount, lastCharacterStart) = (0, 0, 0)
    extend(by: count)
  }
}

/// The reason why a sealed secret was not opened.
@nonexhaustive public enum SealedSecretError: Error, Hashable, Sendable {
  /// The sealed secret was changed, or sealed for another key.
  case changed
  /// The text to fill has too little capacity.
  case tooLong
  /// The decrypted content is not valid text.
  case notText
  /// The bytes, the text form or the key are malformed.
  case malformed
}

extension SealedSecretError: CustomStringConvertible {
  /// One sentence with the cause and the remedy.
  public var description: String {
    switch self {
    case .changed:
      return
        "the sealed secret was changed, or was sealed for another key: ask the sender to seal it again"
    case .tooLong:
      return "the sealed secret is longer than the text's capacity: increase the capacity to "
        + "\(SecretText.largestCapacity) bytes"
    case .notText:
      return "the sealed secret is not UTF-8 text: ask the sender to seal a text"
    case .malformed:
      return "this is not a complete sealed secret or key: copy all of it again"
    }
  }
}

/// A random key in a separate region, for secrets that are kept in ordinary memory.
///
/// Create it once, when the program starts. Secrets sealed under it are lost when the program ends.
public struct SealingKey: ~Copyable {
  let buffer: SecretBuffer

  /// Creates a random key.
  ///
  /// - Parameter policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be allocated or locked.
  public init(policy: MemoryLockPolicy = .required) throws(SecretMemoryError) {
    buffer = try SecretBuffer(capacity: Int(crypto_secretbox_KEYBYTES), policy: policy)
    buffer.region.open(.writing)
    defer { buffer.region.close(.writing) }
    unsafe randombytes_buf(buffer.start, buffer.capacity)
  }
}

/// A public key to seal secrets for.
public struct RecipientKey: Hashable, Sendable {
  /// The 32 bytes of an X25519 public key.
  public let bytes: [UInt8]

  /// Creates a key from its 32 bytes; nil for any other number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Int(crypto_box_PUBLICKEYBYTES) else { return nil }
    self.bytes = bytes
  }

  /// Creates a key from base64 of 32 bytes, in either alphabet, with or without padding.
  ///
  /// - Throws: `SealedSecretError.malformed` for anything else.
  public init(base64: String) throws(SealedSecretError) {
    guard base64.utf8.count <= 64, let bytes = [UInt8](base64: base64),
      let key = RecipientKey(bytes: bytes)
    else { throw .malformed }
    self = key
  }

  /// The key as base64 with padding.
  public var base64: String { bytes.base64(sodium_base64_VARIANT_ORIGINAL) }
}

/// A key pair whose private half stays in a separate region.
public struct RecipientKeyPair: ~Copyable {
  let secret: SecretBuffer

  /// The public half.
  public let publicKey: RecipientKey

  /// Creates a random pair.
  ///
  /// - Parameter policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be allocated or locked.
  public init(policy: MemoryLockPolicy = .required) throws(SecretMemoryError) {
    let secret = try SecretBuffer(capacity: Int(crypto_box_SECRETKEYBYTES), policy: policy)
    secret.region.open(.writing)
    unsafe randombytes_buf(secret.start, secret.capacity)
    secret.region.close(.writing)
    self.init(secret: secret)
  }

  /// Creates the pair from a private key of 32 bytes and takes over its buffer; nil for another
  /// capacity.
  public init?(secretKey: consuming SecretBuffer) {
    guard secretKey.capacity == Int(crypto_box_SECRETKEYBYTES) else { return nil }
    self.init(secret: secretKey)
  }

  private init(secret: consuming SecretBuffer) {
    var bytes = [UInt8](repeating: 0, count: Int(crypto_box_PUBLICKEYBYTES))
    unsafe secret.withSodium { unsafe crypto_scalarmult_base(&bytes, $0) }
    guard let key = RecipientKey(bytes: bytes) else {
      preconditionFailure("a public key has 32 bytes")
    }
    publicKey = key
    self.secret = secret
  }
}

extension [UInt8] {
  /// Base64: [0xfb] → "-w" with `sodium_base64_VARIANT_URLSAFE_NO_PADDING`.
  func base64(_ variant: Int32) -> String {
    let capacity = sodium_base64_encoded_len(count, variant)
    var text = [CChar](repeating: 0, count: capacity)
    _ = unsafe sodium_bin2base64(&text, capacity, self, count, variant)
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Decodes base64: "-w", "+w" and "+w==" → [0xfb]; nil for anything that is not base64.
  init?(base64 text: some StringProtocol) {
    var digits: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "+"): digits.append(UInt8(ascii: "-"))
      case UInt8(ascii: "/"): digits.append(UInt8(ascii: "_"))
      // libsodium 1.0.18 accepts these bytes as digits.
      case 0x80...: return nil
      default: digits.append(byte)
      }
    }
    if digits.count.isMultiple(of: 4) {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    var count = 0
    self.init(repeating: 0, count: digits.count)
    let result = unsafe digits.withUnsafeBytes { digits in
      unsafe sodium_base642bin(
        &self, digits.count, digits.bindMemory(to: CChar.self).baseAddress, digits.count, nil,
        &count, nil, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    }
    guard result == 0 else { return nil }
    removeLast(digits.count - count)
  }
}

/// A secret encrypted for the holder of a private key; even its sender cannot open it.
///
///     let letter = try text.sealed(to: recipient)
///     print(letter.textForm)   // keyward-sealed-1:…
///
/// It is created by `crypto_box_seal` and is 48 bytes longer than the secret. The text form is one
/// line without a line feed: `keyward-sealed-1:` and the ciphertext in URL-safe base64 without
/// padding.
public struct HandedOverSecret: Hashable, Sendable {
  /// The prefix of every text form.
  public static let textPrefix = "keyward-sealed-1:"

  /// The ciphertext.
  public let bytes: [UInt8]

  /// Creates the secret from the bytes of its ciphertext.
  ///
  /// - Throws: `SealedSecretError.malformed` if `bytes` is too short or too long for any secret.
  public init(bytes: [UInt8]) throws(SealedSecretError) {
    let secretLength = bytes.count - crypto_box_sealbytes()
    guard (0...SecretText.largestCapacity).contains(secretLength) else { throw .malformed }
    self.bytes = bytes
  }

  /// Creates the secret from its text form, with or without a line feed at the end.
  ///
  /// - Throws: `SealedSecretError.malformed` for any other text.
  public init(textForm: String) throws(SealedSecretError) {
    let line = textForm.hasSuffix("\n") ? textForm.dropLast() : textForm[...]
    guard line.utf8.count <= Self.longestTextForm, line.hasPrefix(Self.textPrefix),
      !line.contains("="), !line.contains("+"), !line.contains("/"),
      let bytes = [UInt8](base64: line.dropFirst(Self.textPrefix.count))
    else { throw .malformed }
    try self.init(bytes: bytes)
  }

  /// The ciphertext as one line without a line feed.
  public var textForm: String {
    Self.textPrefix + bytes.base64(sodium_base64_VARIANT_URLSAFE_NO_PADDING)
  }

  /// Decrypts into `text` and replaces its content.
  ///
  /// - Parameters:
  ///   - keys: The recipient's key pair.
  ///   - text: The text to fill. After `.notText` it is empty; other errors leave it unchanged.
  /// - Throws: `SealedSecretError`.
  public func open(
    with keys: borrowing RecipientKeyPair, into text: inout SecretText
  ) throws(SealedSecretError) {
    let publicKey = keys.publicKey.bytes
    let length = bytes.count - crypto_box_sealbytes()
    try unsafe text.decrypt(length, with: keys.secret) { place, key in
      unsafe crypto_box_seal_open(place, bytes, UInt64(bytes.count), publicKey, key)
    }
  }

  private static let longestTextForm =
    textPrefix.utf8.count + (SecretText.largestCapacity + crypto_box_sealbytes() + 2) / 3 * 4
}

extension SecretText {
  /// Encrypts the text for the holder of a private key; the text's region is wiped and freed.
  ///
  /// - Parameter recipient: The recipient's public key.
  /// - Returns: The secret to send.
  /// - Throws: `SealedSecretError.malformed` for an invalid public key; the text is wiped then too.
  public consuming func sealed(
    to recipient: RecipientKey
  ) throws(SealedSecretError) -> HandedOverSecret {
    var ciphertext = [UInt8](repeating: 0, count: byteCount + crypto_box_sealbytes())
    let count = UInt64(byteCount)
    let result = unsafe buffer.withSodium {
      unsafe crypto_box_seal(&ciphertext, $0, count, recipient.bytes)
    }
    guard result == 0 else { throw .malformed }
    return try HandedOverSecret(bytes: ciphertext)
  }
}
