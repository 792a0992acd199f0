/// One region that is given out in parts, to as many of its users as fit in it, the smallest first, and
/// what is left over to another.
///
/// A page of locked memory is dear to make, most of all one that the kernel cannot read.
package struct SharedRegion: ~Copyable {
  private var rest: SecretBuffer?
  /// The largest part that is in it.
  private let largest: Int
  private let policy: MemoryLockPolicy

  /// Allocates and locks the largest region, for as many parts as fit in it.
  ///
  /// - Parameters:
  ///   - capacities: The sizes of the parts in bytes.
  ///   - policy: Whether a region the system refuses to lock is an error.
  /// - Throws: `SecretMemoryError` where the memory cannot be had, or not locked.
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

  /// Takes a part, or a region of its own for what is larger than the parts, or finds no room.
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
  /// Takes what the parts have left over, or the largest region of its own where that is less than
  /// `minimum` bytes; after all parts.
  package consuming func takeRest(atLeast minimum: Int) throws(SecretMemoryError) -> SecretBuffer {
    if let rest = rest.take(), rest.capacity >= minimum { return rest }
    return try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
  }
}
