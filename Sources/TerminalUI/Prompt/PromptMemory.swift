import KeywardEngine

/// The locked memory of prompts, made before the terminal is touched.
///
///     let memory = try PromptMemory(capacities: [255, 255])     // a field, and its repetition
///
/// A key goes through the ring into a field. Ring and fields are parts of one region as far as they fit
/// in it, so that a key of a short answer costs one window, which is most of what it costs. Two fields
/// of the largest size make four regions: 16 KiB of locked memory are enough.
public final class PromptMemory {
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
  public init(
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
    let scratch = try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
    self.ring = ring
    self.scratch = scratch
    self.fields = fields
  }

  /// Allocates what decisions need, locked or not: nothing that is read is a secret.
  ///
  /// - Throws: `SecretMemoryError` where the memory cannot be had.
  public init(withoutSecrets: Void) throws(SecretMemoryError) {
    let ring = try InputRing(policy: .allowUnlocked)
    let scratch = try SecretBuffer(capacity: 16, policy: .allowUnlocked)
    self.ring = ring
    self.scratch = scratch
    fields = []
  }

  /// Wipes everything.
  public func wipe() {
    ring.removeAll()
    scratch.wipe()
    for field in fields { field.removeAll() }
  }
}

/// One region that is given out in parts, to as many of its users as fit in it, the smallest first.
private struct SharedRegion: ~Copyable {
  private var rest: SecretBuffer?
  /// The largest part that is in it.
  private let largest: Int
  private let policy: MemoryLockPolicy

  init(_ capacities: [Int], policy: MemoryLockPolicy) throws(SecretMemoryError) {
    var (total, largest) = (0, 0)
    for capacity in capacities.sorted() where total + capacity <= SecretBuffer.largestCapacity {
      total += capacity
      largest = capacity
    }
    rest = try SecretBuffer(capacity: total, policy: policy)
    self.largest = largest
    self.policy = policy
  }

  /// A part, or a region of its own for what is larger than the parts, or finds no room.
  mutating func take(_ capacity: Int) throws(SecretMemoryError) -> SecretBuffer {
    guard capacity <= largest, var whole = rest.take() else {
      return try SecretBuffer(capacity: capacity, policy: policy)
    }
    guard whole.capacity > capacity else {
      guard whole.capacity < capacity else { return whole }
      rest = consume whole
      return try SecretBuffer(capacity: capacity, policy: policy)
    }
    let part = whole.splitOff(capacity)
    rest = consume whole
    return part
  }
}
