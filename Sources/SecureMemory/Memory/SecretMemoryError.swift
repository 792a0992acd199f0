import CPlatform
import Glibc

/// The reason why memory for a secret could not be had.
///
/// The description is one sentence a user can act on. It never contains a byte of a secret.
public enum SecretMemoryError: Error, Hashable, Sendable {
  /// The kernel refused to lock the region.
  ///
  /// `code` is the `errno` of `mlock` (`EPERM` for a limit of 0, `ENOMEM` for one that is used up),
  /// `limit` the soft limit in bytes, nil for none.
  case notLocked(code: Int32, limit: UInt64?)
  /// The address space or the memory is used up; `code` is the `errno` of the allocation.
  case outOfMemory(code: Int32)
  /// The kernel refused to keep the region out of forked children; `code` is its `errno`.
  case notKeptFromChildren(code: Int32)
  /// The kernel refused to keep the region out of core files; `code` is its `errno`.
  case notKeptFromCoreFiles(code: Int32)
  /// The kernel refused to guard the region or to remove access to it; `code` is its `errno`.
  case notProtected(code: Int32)
  /// The table of regions to wipe on the way out is full.
  case tooManyRegions(limit: Int)
  /// libsodium could not be started: the system has no source of random numbers.
  case randomSourceMissing

  /// The `errno` behind the error; 0 for none.
  package var code: Int32 {
    switch self {
    case .notLocked(let code, _), .outOfMemory(let code), .notKeptFromChildren(let code),
      .notKeptFromCoreFiles(let code), .notProtected(let code):
      return code
    case .tooManyRegions, .randomSourceMissing:
      return 0
    }
  }

  /// The soft limit on locked memory of this process in bytes; nil for none.
  package static var currentLockLimit: UInt64? {
    var limits = rlimit()
    guard unsafe platform_lock_limits(&limits) == 0 else { return 0 }
    return limits.rlim_cur == rlim_t.max ? nil : UInt64(limits.rlim_cur)
  }

  /// The remedy if the system locks too little; users who may not raise the limit are sent to those
  /// who may.
  static var lockAdvice: String {
    let enough = 64
    var limits = rlimit()
    let isKnown = unsafe platform_lock_limits(&limits) == 0
    guard isKnown, limits.rlim_max < enough * 1024, geteuid() != 0 else {
      return "raise it, for example with `ulimit -l \(enough)`"
    }
    return "you may not raise it yourself; ask the administrator for the line “* hard memlock "
      + "\(enough)” in /etc/security/limits.conf, then log in again"
  }
}

extension SecretMemoryError: CustomStringConvertible {
  /// One sentence that says what happened and what to do next.
  public var description: String {
    switch self {
    case .notLocked(let code, let limit):
      let found = limit.map { "\($0 / 1024) KiB" } ?? "unlimited"
      return "memory for the secret could not be locked (\(systemSentence(code)); the limit on "
        + "locked memory, `ulimit -l`, is \(found)): \(Self.lockAdvice)"
    case .outOfMemory(let code):
      return "there is no memory for the secret (\(systemSentence(code))): "
        + "close other programs or raise `ulimit -v`"
    case .notKeptFromChildren(let code):
      return "memory for the secret could not be kept from child processes "
        + "(\(systemSentence(code))): this needs a Linux kernel with MADV_DONTFORK"
    case .notKeptFromCoreFiles(let code):
      return "memory for the secret could not be kept from core files "
        + "(\(systemSentence(code))): this needs a Linux kernel with MADV_DONTDUMP"
    case .notProtected(let code):
      return "access to the memory for the secret could not be taken away "
        + "(\(systemSentence(code))): close other programs or raise `ulimit -v`"
    case .tooManyRegions(let limit):
      return "more than \(limit) secrets are held at once: let go of some first"
    case .randomSourceMissing:
      return "libsodium found no source of random numbers: make /dev/urandom available"
    }
  }
}
