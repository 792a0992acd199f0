import CSodium

/// A secret encrypted under a `SealingKey`, which may wait in ordinary memory.
///
///     let sealed = text.sealed(under: key)   // the text is wiped and gone
///     var again = try SecretText()
///     try sealed.open(with: key, into: &again)
///
/// XSalsa20-Poly1305 (`crypto_secretbox`) with a fresh nonce each time. It reveals the length of
/// the secret and nothing else.
public struct SealedSecret: Hashable, Sendable {
  private let nonce: [UInt8]
  private var ciphertext: [UInt8]

  /// Encrypts `text` and frees it.
  init(_ text: consuming SecretText, under key: borrowing SealingKey) {
    var nonce = [UInt8](repeating: 0, count: Int(crypto_secretbox_NONCEBYTES))
    unsafe randombytes_buf(&nonce, nonce.count)
    var ciphertext = [UInt8](
      repeating: 0, count: text.byteCount + Int(crypto_secretbox_MACBYTES))
    key.buffer.region.open(.reading)
    text.buffer.region.open(.reading)
    let result = unsafe crypto_secretbox_easy(
      &ciphertext, text.buffer.start, UInt64(text.byteCount), nonce, key.buffer.start)
    wipeStack()
    text.buffer.region.close(.reading)
    key.buffer.region.close(.reading)
    precondition(result == 0, "a text of at most 4080 bytes can be sealed")
    self.nonce = nonce
    self.ciphertext = ciphertext
  }

  /// A sealed secret from its bytes.
  ///
  /// - Throws: `SealedSecretError.malformed` if they are too few or too many for any secret.
  public init(bytes: [UInt8]) throws(SealedSecretError) {
    let nonceLength = Int(crypto_secretbox_NONCEBYTES)
    guard (0...SecretText.largestCapacity).contains(bytes.count - Self.overhead) else {
      throw .malformed
    }
    nonce = Array(bytes[..<nonceLength])
    ciphertext = Array(bytes[nonceLength...])
  }

  /// The number of bytes by which ``bytes`` is longer than the secret.
  public static let overhead = Int(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES)

  /// All its bytes, to be kept in a file or sent.
  public var bytes: [UInt8] { nonce + ciphertext }

  /// The length of the secret in bytes.
  public var byteCount: Int { ciphertext.count - Int(crypto_secretbox_MACBYTES) }

  /// Decrypts into `text` and replaces its content.
  ///
  /// - Parameters:
  ///   - key: The key it was sealed under.
  ///   - text: The text to fill; unchanged if this throws.
  /// - Throws: `SealedSecretError.changed` for another key or a changed ciphertext, `.tooLong` if
  ///   the text has no room.
  public borrowing func open(
    with key: borrowing SealingKey, into text: inout SecretText
  ) throws(SealedSecretError) {
    // The check comes before the first written byte.
    try unsafe text.decrypt(byteCount, with: key.buffer) { place, key in
      unsafe crypto_secretbox_open_easy(
        place.assumingMemoryBound(to: UInt8.self), ciphertext, UInt64(ciphertext.count), nonce,
        key.assumingMemoryBound(to: UInt8.self))
    }
  }
}

extension SecretText {
  /// Encrypts the text under `key`; its own region is wiped and freed.
  public consuming func sealed(under key: borrowing SealingKey) -> SealedSecret {
    SealedSecret(self, under: key)
  }

  /// Decrypts into the region and replaces its content.
  ///
  /// - Parameters:
  ///   - count: The number of decrypted bytes.
  ///   - key: The bytes of the key.
  ///   - body: Gets the place and the key, both open; returns 0 for success.
  /// - Throws: `SealedSecretError`; only `.notText` changes the text, by emptying it.
  mutating func decrypt(
    _ count: Int, with key: borrowing SecretBuffer,
    _ body: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32
  ) throws(SealedSecretError) {
    guard count <= capacity else { throw .tooLong }
    let (region, keyRegion) = (buffer.region, key.region)
    keyRegion.open(.reading)
    region.open(.writing)
    defer {
      region.close(.writing)
      keyRegion.close(.reading)
    }
    let result = unsafe body(buffer.start, key.start)
    wipeStack()
    guard result == 0 else { throw .changed }
    guard adopt(byteCount: count) else { throw .notText }
  }

  /// Takes the first `byteCount` bytes of the region, just written, as the text.
  ///
  /// It returns false, with the region wiped, if they are not a text.
  mutating func adopt(byteCount count: Int) -> Bool {
    let isText = buffer.withBytes { UTF8Walk.isText($0.extracting(0..<count)) }
    guard isText else {
      removeAll()
      return false
    }
    buffer.wipe(count..<capacity)
    staged = nil
    (byteCount, characterCount, lastCharacterStart) = (0, 0, 0)
    extend(by: count)
    return true
  }
}

/// The reason why a sealed secret was not opened.
public enum SealedSecretError: Error, Hashable, Sendable {
  /// It was changed, or sealed for another key.
  case changed
  /// The passed text has no room for it.
  case tooLong
  /// It holds bytes that are not a text.
  case notText
  /// The text form or the key does not have the described form.
  case malformed
}

extension SealedSecretError: CustomStringConvertible {
  /// One sentence that says what happened and what to do next.
  public var description: String {
    switch self {
    case .changed:
      return "the sealed secret was changed or sealed for another key: ask for it again"
    case .tooLong:
      return "the sealed secret is longer than the place for it: "
        + "make that \(SecretText.largestCapacity) bytes"
    case .notText:
      return "the sealed secret does not hold UTF-8 text: ask its sender"
    case .malformed:
      return "this is not a sealed secret or a key: copy it again as a whole"
    }
  }
}
