/// The answer to a system that refuses to lock the memory a secret is to be kept in.
public enum MemoryLockPolicy: Sendable, Hashable {
  /// No region without a lock: the initializer throws.
  case required
  /// A region without a lock is better than none; the user has been told.
  case allowUnlocked
}
