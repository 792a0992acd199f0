/// The reaction to a system that refuses to lock the memory of a secret.
public enum MemoryLockPolicy: Sendable, Hashable {
  /// The initializer throws: no region without a lock.
  case required
  /// A region without a lock is better than none; the user has been told.
  case allowUnlocked
}
