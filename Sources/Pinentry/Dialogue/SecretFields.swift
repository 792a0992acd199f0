import SecureMemory

/// The locked memory of passphrase dialogues, made before the terminal is touched.
final class SecretFields {
  var first: SecretField
  /// The field of the repetition; nil where none is ever asked for.
  var second: SecretField?
  /// Where characters are composed that are shown.
  var scratch: SecretBuffer
  /// Where the drawn keyboard types; nil while it has been given away.
  var drawn: SecretText?

  init(
    first: consuming SecretField, second: consuming SecretField?, scratch: consuming SecretBuffer,
    drawn: consuming SecretText
  ) {
    self.first = first
    self.second = second
    self.scratch = scratch
    self.drawn = consume drawn
  }

  /// Runs `body` with the bytes of the secret.
  func withSecret<R>(_ body: (RawSpan) -> R) -> R {
    first.text.withBytes { body($0) }
  }

  /// Writes the secret and a line feed by one call.
  ///
  /// - Parameter descriptor: An open file descriptor.
  /// - Throws: `SecretWriteError` where the receiver did not take everything.
  func writeLine(to descriptor: Int32) throws(SecretWriteError) {
    try first.text.write(to: descriptor, newline: true)
  }

  /// Wipes everything.
  func wipe() {
    _ = first.deleteAll()
    _ = second?.deleteAll()
    scratch.wipe()
  }

  var areEqual: Bool { second?.isEqual(to: first) ?? true }

  /// Holds the window of one of the fields open.
  func withAccess(to field: PassphraseFlow.Field, _ body: () -> Void) {
    let protection = field == .second ? second?.protection : nil
    (protection ?? first.protection).withAccess { body() }
  }

  /// Runs `body` with one of the fields.
  func with<R>(_ field: PassphraseFlow.Field, _ body: (inout SecretField) -> R) -> R {
    guard field == .second, var other = second.take() else { return body(&first) }
    let result = body(&other)
    second = consume other
    return result
  }
}
