/// One region that is divided among as many of its users as fit, the smallest first.
///
/// Another user gets the rest. A page of locked memory is costly, most of all one that the kernel
/// cannot read.
package struct SharedRegion: ~Copyable {
  private var rest: SecretBuffer?
  /// The largest part that fits in it.
  private let largest: Int
  private let policy: MemoryLockPolicy

  /// Allocates and locks the largest region, for as many parts as fit in it.
  ///
  /// - Parameters:
  ///   - capacities: The sizes of the parts in bytes.
  ///   - policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be had, or cannot be locked.
  package init(_ capacities: [Int], policy: MemoryLockPolicy) throws(SecretMemoryError) {
    var (total, largest) = (0, 0)
    for capacity in capacities.sorted() where total + capacity <= SecretBuffer.largestCapacity {
      total += capacity
      largest = capacity
    }
    rest = try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
    self.largest = largest
    self.policy = policy
  }

  /// Takes a part; a capacity larger than the parts, or without room, gets a region of its own.
  package mutating func take(_ capacity: Int) throws(SecretMemoryError) -> SecretBuffer {
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
  /// Takes the rest of the region, or a whole new one if the rest is less than `minimum` bytes.
  ///
  /// Call it after all parts are taken.
  package consuming func takeRest(atLeast minimum: Int) throws(SecretMemoryError) -> SecretBuffer {
    if let rest = rest.take(), rest.capacity >= minimum { return rest }
    return try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
  }
}
