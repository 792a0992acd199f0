import KeywardEngine

/// The locked memory of a dialogue beside the keyboard's text, made before the terminal is touched.
public struct DialogueMemory: ~Copyable {
  /// What is read from the terminal.
  var ring: InputRing
  /// Where a reveal is composed.
  var scratch: SecretBuffer
  /// The text of the field that is not being typed into; nil where there is one field.
  var parked: SecretText?

  /// Allocates two regions, or three.
  ///
  /// - Parameters:
  ///   - repeats: Whether there are two fields.
  ///   - capacity: The longest text in bytes, as that of the keyboard.
  ///   - policy: Whether a region the system refuses to lock is an error.
  /// - Throws: `SecretMemoryError` where the memory cannot be had, or not locked.
  public init(
    repeats: Bool = false, capacity: Int = SecretBuffer.largestCapacity,
    policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    let ring = try InputRing(policy: policy)
    let scratch = try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
    let parked = repeats ? try SecretText(capacity: capacity, policy: policy) : nil
    self.ring = ring
    self.scratch = scratch
    self.parked = parked
  }
}
