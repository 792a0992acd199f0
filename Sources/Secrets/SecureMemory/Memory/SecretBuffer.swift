import KeywardSodium
import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A fixed number of bytes in a locked, guarded region of memory.
///
///     var scratch = try SecretBuffer(capacity: 256)
///     scratch.withMutableBytes { bytes in bytes.storeBytes(of: 0x61, as: UInt8.self) }
///
/// The region is locked and excluded from core files and forked children. It never grows. The bytes
/// are accessible only in a window, that is, while a closure passed to a method runs. When the
/// value is destroyed, the bytes are wiped and the memory is freed. Only one thread may use the
/// value: it is not `Sendable`.
///
/// A region takes at least 12 KiB of address space, and a window costs two system calls. For typed
/// text use ``SecretText``.
public struct SecretBuffer: ~Copyable {
  /// The maximum capacity in bytes: a page minus the canary before the bytes.
  public static let largestCapacity = LockedRegion.largestCapacity

  /// A reference with which the bytes can be kept accessible over several calls.
  package let region: LockedRegion

  /// The number of bytes.
  public var capacity: Int { region.capacity }

  /// Creates a region of `capacity` zero bytes.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes, 1 to `largestCapacity`.
  ///   - policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` for another capacity, or if the memory cannot be allocated or
  ///   locked.
  public init(
    capacity: Int, policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    try self.init(capacity: capacity, preceding: 0, policy: policy)
  }

  /// Creates a region that has `preceding` more bytes right before the others.
  init(capacity: Int, preceding: Int, policy: MemoryLockPolicy) throws(SecretMemoryError) {
    guard (1...Self.largestCapacity).contains(capacity) else { throw .capacity(capacity) }
    region = try LockedRegion(capacity: capacity, preceding: preceding, policy: policy)
  }

  deinit { region.free() }

  /// The address of the first byte; valid only inside a window.
  var start: UnsafeMutableRawPointer { unsafe region.base }

  /// True if the kernel locked the region; false only under `MemoryLockPolicy.allowUnlocked`.
  public var isLocked: Bool { region.isLocked }

  /// Runs `body` with all bytes, which may be read until it returns.
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    region.open(.reading)
    defer { region.close(.reading) }
    return try unsafe body(RawSpan(_unsafeStart: start, byteCount: capacity))
  }

  /// Runs `body` with all bytes, which may be read and written until it returns.
  public mutating func withMutableBytes<R: ~Copyable, E: Error>(
    _ body: (inout MutableRawSpan) throws(E) -> R
  ) throws(E) -> R {
    region.open(.writing)
    defer { region.close(.writing) }
    // The address is passed by value: the optimizer of Swift 6.3 crashes on a span that depends on
    // a borrow.
    return try unsafe Self.withSpan(of: start, capacity, body)
  }

  @inline(never)
  private static func withSpan<R: ~Copyable, E: Error>(
    of start: UnsafeMutableRawPointer, _ count: Int, _ body: (inout MutableRawSpan) throws(E) -> R
  ) throws(E) -> R {
    var bytes = unsafe MutableRawSpan(_unsafeStart: start, byteCount: count)
    return try body(&bytes)
  }

  package enum ReadOutcome: Hashable, Sendable {
    case bytes(Int)
    /// A read that returned 0 bytes: the end of a pipe or file, but **not** the end of a terminal.
    case empty
    case wouldBlock
    case interrupted
    case failed(Int32)

    /// Creates the outcome of a call of `read` that has just returned.
    init(of count: Int) {
      self =
        switch (count, errno) {
        case (1..., _): .bytes(count)
        case (0, _): .empty
        case (_, EAGAIN), (_, EWOULDBLOCK): .wouldBlock
        case (_, EINTR): .interrupted
        case (_, let code): .failed(code)
        }
    }
  }

  package mutating func fill(
    from descriptor: Int32, at offset: Int, upTo count: Int
  ) -> ReadOutcome {
    precondition(offset >= 0 && count >= 0 && offset + count <= capacity)
    region.open(.writing)
    defer { region.close(.writing) }
    return unsafe ReadOutcome(of: read(descriptor, start + offset, count))
  }

  /// Sets every byte to zero.
  public mutating func wipe() {
    wipe(0..<capacity)
  }

  /// Sets the bytes of `range`, which lies within the capacity, to zero.
  public mutating func wipe(_ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= capacity else {
      ProcessExit.exit(
        70,
        message: """
          keyward: error: the range to wipe exceeds the capacity of the secret
          hint: Pass a range within 0..<capacity

          """)
    }
    region.wipe(range)
  }
}

@available(*, unavailable)
extension SecretBuffer: Sendable {}

/// The reason why memory for a secret is not available.
///
/// The description is one sentence with a remedy. It never contains a byte of a secret.
@nonexhaustive public enum SecretMemoryError: Error, Hashable, Sendable {
  /// The kernel refused to lock the region.
  ///
  /// `code` is the `errno` of `mlock` (`EPERM` for a limit of 0, `ENOMEM` for an exhausted one),
  /// and `limit` is the soft limit in bytes, nil for none.
  case notLocked(code: Int32, limit: UInt64?)
  /// The address space or the memory is exhausted; `code` is the `errno` of the allocation.
  case outOfMemory(code: Int32)
  /// The kernel refused to exclude the region from forked children; `code` is the `errno`.
  case notKeptFromChildren(code: Int32)
  /// The kernel refused to exclude the region from core files; `code` is the `errno`.
  case notKeptFromCoreFiles(code: Int32)
  /// The kernel refused to guard the region or to remove access to it; `code` is the `errno`.
  case notProtected(code: Int32)
  /// The table of regions to wipe at exit is full.
  case tooManyRegions(limit: Int)
  /// libsodium could not be initialized: the kernel has no source of random numbers.
  case randomSourceMissing
  /// The capacity in bytes is below 1 or above `SecretBuffer.largestCapacity`.
  case capacity(Int)

  package var code: Int32 {
    switch self {
    case .notLocked(let code, _), .outOfMemory(let code), .notKeptFromChildren(let code),
      .notKeptFromCoreFiles(let code), .notProtected(let code):
      return code
    case .tooManyRegions, .randomSourceMissing, .capacity:
      return 0
    }
  }

  /// The soft limit on locked memory in bytes; nil for none.
  package static var currentLockLimit: UInt64? {
    var limits = rlimit()
    guard unsafe platform_lock_limits(&limits) == 0 else { return 0 }
    return limits.rlim_cur == rlim_t.max ? nil : UInt64(limits.rlim_cur)
  }

  static var lockAdvice: String {
    let enough = 64
    var limits = rlimit()
    let isKnown = unsafe platform_lock_limits(&limits) == 0
    guard isKnown, limits.rlim_max < enough * 1024, geteuid() != 0 else {
      return "raise this limit, for example with `ulimit -l \(enough)`"
    }
    return "you may not raise this limit; ask the administrator to add “* hard memlock "
      + "\(enough)” to /etc/security/limits.conf, then log in again"
  }
}

extension SecretMemoryError: CustomStringConvertible {
  /// One sentence with the cause and the remedy.
  public var description: String {
    switch self {
    case .notLocked(let code, let limit):
      let found = limit.map { "\($0 / 1024) KiB" } ?? "unlimited"
      return "memory for the secret could not be locked (\(systemSentence(code)); the limit on "
        + "locked memory, `ulimit -l`, is \(found)); \(Self.lockAdvice)"
    case .outOfMemory(let code):
      return "memory for the secret could not be allocated (\(systemSentence(code))); "
        + "close other programs or raise `ulimit -v`"
    case .notKeptFromChildren(let code):
      return "memory for the secret could not be excluded from child processes "
        + "(\(systemSentence(code))); this needs a Linux kernel with MADV_DONTFORK"
    case .notKeptFromCoreFiles(let code):
      return "memory for the secret could not be excluded from core files "
        + "(\(systemSentence(code))); this needs a Linux kernel with MADV_DONTDUMP"
    case .notProtected(let code):
      return "the memory for the secret could not be made inaccessible "
        + "(\(systemSentence(code))); close other programs or raise `ulimit -v`"
    case .tooManyRegions(let limit):
      return "more than \(limit) secrets are in memory at once; release some first"
    case .randomSourceMissing:
      return "libsodium found no source of random numbers; make /dev/urandom available"
    case .capacity(let capacity):
      return "a secret cannot have a capacity of \(capacity) bytes; "
        + "give 1 to \(SecretBuffer.largestCapacity)"
    }
  }
}

extension SecretBuffer {
  /// Runs `body`, which calls libsodium; then wipes the bytes that libsodium left on the stack.
  @discardableResult
  borrowing func withSodium(
    _ access: LockedRegion.Access = .reading, _ body: (UnsafeMutablePointer<UInt8>) -> Int32
  ) -> Int32 {
    region.open(access)
    defer { region.close(access) }
    let result = unsafe body(start.assumingMemoryBound(to: UInt8.self))
    wipeStack()
    return result
  }
}

/// Wipes the stack below the caller's frame.
///
/// A hash of 24 secret bytes left 14 fragments of 8 bytes each on the stack, and wiping 4096 bytes
/// removed all of them. This function wipes more, since Argon2 puts several blocks of 1024 bytes on
/// the stack.
@inline(__always)
func wipeStack() {
  sodium_stackzero(32 * 1024)
}

/// Returns a secure random number, uniformly distributed in `0..<bound`.
///
/// `bound` must be 1 to 2³² − 1.
package func secureRandomNumber(below bound: Int) -> Int {
  guard bound > 0, bound <= Int(UInt32.max) else {
    ProcessExit.exit(
      70,
      message: """
        keyward: error: the bound of a random number must be 1 to 4294967295
        hint: Pass a bound in this range

        """)
  }
  precondition(isSodiumReady, "libsodium found no source of random numbers")
  return Int(randombytes_uniform(UInt32(bound)))
}

extension RawSpan {
  /// Runs `body`, which calls libsodium; then wipes the bytes that libsodium left on the stack.
  ///
  /// The span must not be empty.
  func withSodium(_ body: (UnsafePointer<CChar>, UInt64) -> Int32) -> Int32 {
    let result = unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return Int32(-1) }
      return unsafe body(start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
    }
    wipeStack()
    return result
  }

  package func byte(_ offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
