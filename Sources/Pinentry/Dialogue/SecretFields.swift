import SecureMemory

/// The locked memory of passphrase dialogues, made before the terminal is touched.
public final class SecretFields {
  var first: SecretField
  /// The field of the repetition; nil where none is ever asked for.
  var second: SecretField?
  /// Where characters are composed that are shown.
  var scratch: SecretBuffer
  /// Where the drawn keyboard types; nil where none is ever drawn, or it has been given away.
  var drawn: SecretText?

  /// Allocates two regions, and one for each of the two things that may be wanted beside them.
  ///
  /// - Parameters:
  ///   - capacity: The longest secret in bytes.
  ///   - longest: The longest secret in characters; nil for as many as there is room for.
  ///   - repeats: Whether a second field may be asked for.
  ///   - draws: Whether a keyboard may be drawn.
  ///   - policy: Whether a region the system refuses to lock is an error.
  /// - Throws: `SecretMemoryError` where the memory cannot be had, or not locked.
  public init(
    capacity: Int, longest: Int?, repeats: Bool, draws: Bool, policy: MemoryLockPolicy
  ) throws(SecretMemoryError) {
    let first = try SecretField(capacity: capacity, longest: longest, policy: policy)
    let second =
      repeats ? try SecretField(capacity: capacity, longest: longest, policy: policy) : nil
    let scratch = try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
    // A key's output is short.
    let drawn = draws ? try SecretText(capacity: 64, policy: policy) : nil
    self.first = first
    self.drawn = drawn
    self.second = second
    self.scratch = scratch
  }

  /// Runs `body` with the bytes of the secret.
  public func withSecret<R>(_ body: (RawSpan) -> R) -> R {
    first.text.withBytes { body($0) }
  }

  /// Writes the secret and a line feed by one call.
  ///
  /// - Parameter descriptor: An open file descriptor.
  /// - Throws: `SecretWriteError` where the receiver did not take everything.
  public func writeLine(to descriptor: Int32) throws(SecretWriteError) {
    try first.text.write(to: descriptor, newline: true)
  }

  /// Wipes everything.
  public func wipe() {
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
