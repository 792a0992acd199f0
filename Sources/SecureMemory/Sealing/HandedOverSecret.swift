import CSodium

/// A secret encrypted for the holder of one private key; even its sender cannot open it.
///
///     let letter = try text.sealed(to: recipient)
///     print(letter.textForm)   // keyward-sealed-1:…
///
/// It is made by `crypto_box_seal` and is 48 bytes longer than the secret. The text form is one
/// line without line end, `keyward-sealed-1:` and the ciphertext in URL-safe base64 without
/// padding.
public struct HandedOverSecret: Hashable, Sendable {
  /// The beginning of every text form.
  public static let textPrefix = "keyward-sealed-1:"

  /// The ciphertext.
  public let bytes: [UInt8]

  /// A ciphertext received as bytes.
  ///
  /// - Throws: `SealedSecretError.malformed` if it is too short or too long for any secret.
  public init(bytes: [UInt8]) throws(SealedSecretError) {
    let secretLength = bytes.count - crypto_box_sealbytes()
    guard (0...SecretText.largestCapacity).contains(secretLength) else { throw .malformed }
    self.bytes = bytes
  }

  /// A ciphertext received in its text form, with or without a line end.
  ///
  /// - Throws: `SealedSecretError.malformed` if it is anything else.
  public init(textForm: String) throws(SealedSecretError) {
    let line = textForm.hasSuffix("\n") ? textForm.dropLast() : textForm[...]
    guard line.utf8.count <= Self.longestTextForm, line.hasPrefix(Self.textPrefix),
      !line.contains("="), !line.contains("+"), !line.contains("/"),
      let bytes = Base64.decode(line.dropFirst(Self.textPrefix.count))
    else { throw .malformed }
    try self.init(bytes: bytes)
  }

  /// The ciphertext as one line without line end.
  public var textForm: String {
    Self.textPrefix + Base64.encode(bytes, variant: sodium_base64_VARIANT_URLSAFE_NO_PADDING)
  }

  /// Decrypts into `text` and replaces its content.
  ///
  /// - Parameters:
  ///   - keys: The pair of the recipient.
  ///   - text: The text to fill; unchanged if this throws, but empty after `.notText`.
  /// - Throws: `SealedSecretError`.
  public func open(
    with keys: borrowing RecipientKeyPair, into text: inout SecretText
  ) throws(SealedSecretError) {
    let publicKey = keys.publicKey.bytes
    let length = bytes.count - crypto_box_sealbytes()
    try unsafe text.decrypt(length, with: keys.secret) { place, key in
      unsafe crypto_box_seal_open(
        place.assumingMemoryBound(to: UInt8.self), bytes, UInt64(bytes.count), publicKey,
        key.assumingMemoryBound(to: UInt8.self))
    }
  }

  private static let longestTextForm =
    textPrefix.utf8.count + (SecretText.largestCapacity + crypto_box_sealbytes() + 2) / 3 * 4
}

extension SecretText {
  /// Encrypts the text for the holder of a private key; its own region is wiped and freed.
  ///
  /// - Parameter recipient: The public half of that key.
  /// - Returns: The secret to send.
  /// - Throws: `SealedSecretError.malformed` for a public key without a private key; the text is
  ///   also gone then.
  public consuming func sealed(
    to recipient: RecipientKey
  ) throws(SealedSecretError) -> HandedOverSecret {
    var ciphertext = [UInt8](repeating: 0, count: byteCount + crypto_box_sealbytes())
    let region = buffer.region
    region.open(.reading)
    let result = unsafe crypto_box_seal(
      &ciphertext, buffer.start, UInt64(byteCount), recipient.bytes)
    wipeStack()
    region.close(.reading)
    guard result == 0 else { throw .malformed }
    return try HandedOverSecret(bytes: ciphertext)
  }
}
