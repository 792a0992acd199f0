import KeywardEngine

/// The locked memory of prompts, made before the terminal is touched.
///
///     let memory = try PromptMemory(capacities: [255, 255])     // a field, and its repetition
///
/// A key goes through the ring into a field. Ring and fields are parts of one region as far as they fit
/// in it, so that a key of a short answer costs one window, which is most of what it costs; what they
/// leave over is where shown characters are composed. Two fields of the largest size make three regions:
/// 12 KiB of locked memory are enough.
package final class PromptMemory {
  /// The bytes that are enough for the shown characters of any row.
  private static let shownBytes = 2048

  /// What is read from the terminal.
  package var ring: InputRing
  /// Where characters are composed that are shown.
  var scratch: SecretBuffer
  /// Where is typed into, in the order of their capacities.
  package let fields: [SecretField]

  /// Allocates and locks.
  ///
  /// - Parameters:
  ///   - capacities: The longest text of each field in bytes.
  ///   - longest: The most characters a field takes; nil for as many as there is room for.
  ///   - policy: Whether a region the system refuses to lock is an error.
  /// - Throws: `SecretMemoryError` where the memory cannot be had, or not locked.
  package init(
    capacities: [Int] = [SecretText.largestCapacity], longest: Int? = nil,
    policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    var shared = try SharedRegion([InputRing.defaultCapacity] + capacities, policy: policy)
    var fields: [SecretField] = []
    for capacity in capacities {
      let text = SecretText(in: try shared.take(capacity))
      fields.append(SecretField(text, Acceptance(longest: longest)))
    }
    let ring = InputRing(in: try shared.take(InputRing.defaultCapacity))
    let scratch = try shared.takeRest(atLeast: Self.shownBytes)
    self.ring = ring
    self.scratch = scratch
    self.fields = fields
  }

  /// Allocates what decisions need, locked or not: nothing that is read is a secret.
  ///
  /// - Throws: `SecretMemoryError` where the memory cannot be had.
  package init(withoutSecrets: Void) throws(SecretMemoryError) {
    let ring = try InputRing(policy: .allowUnlocked)
    let scratch = try SecretBuffer(capacity: 16, policy: .allowUnlocked)
    self.ring = ring
    self.scratch = scratch
    fields = []
  }

  /// Wipes everything.
  package func wipe() {
    ring.removeAll()
    scratch.wipe()
    for field in fields { field.removeAll() }
  }
}
