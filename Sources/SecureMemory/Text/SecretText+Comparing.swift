import CSodium

extension SecretText {
  /// Tells whether both hold the same bytes, in a time that depends on the two capacities only.
  ///
  /// Neither the place of a difference nor the lengths affect the time: all bytes of both buffers
  /// are compared, those behind the text being zero. During an insertion into either, they are not
  /// equal.
  public borrowing func isEqual(to other: borrowing SecretText) -> Bool {
    guard !isInserting, !other.isInserting else { return false }
    let common = min(capacity, other.capacity)
    let own = capacity - common
    let others = other.capacity - common
    return buffer.withBytes { left in
      other.buffer.withBytes { right in
        unsafe left.withUnsafeBytes { left in
          unsafe right.withUnsafeBytes { right in
            guard let left = left.baseAddress, let right = right.baseAddress else { return false }
            let same = unsafe sodium_memcmp(left, right, common)
            let leftEnds = unsafe sodium_is_zero(left + common, own)
            let rightEnds = unsafe sodium_is_zero(right + common, others)
            return (same == 0 ? 1 : 0) & leftEnds & rightEnds == 1
          }
        }
      }
    }
  }
}
