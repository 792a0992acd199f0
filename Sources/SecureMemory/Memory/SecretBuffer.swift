import CSodium

/// A fixed number of bytes in a locked, guarded region of memory.
///
///     var scratch = try SecretBuffer(capacity: 256)
///     scratch.withMutableBytes { bytes in bytes.storeBytes(of: 0x61, as: UInt8.self) }
///
/// The region is locked, left out of core files and of forked children, and no access is possible
/// outside the closures, which are its windows. It never grows. When the value ends, the bytes are
/// wiped and the memory is freed. Only one thread may use it, so it is not `Sendable`.
///
/// A region takes 12 KiB of address space or more, and a window two system calls. For typed text use
/// ``SecretText``.
public struct SecretBuffer: ~Copyable {
  /// The most bytes of a buffer: a page less the canary before the bytes.
  public static let largestCapacity = 4080

  let region: LockedRegion

  /// The number of bytes.
  public var capacity: Int { region.capacity }

  /// A region of `capacity` zero bytes.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes, 1 to `largestCapacity`.
  ///   - policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be had, or cannot be locked.
  public init(
    capacity: Int, policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    precondition(
      (1...Self.largestCapacity).contains(capacity),
      "a buffer holds 1 to \(Self.largestCapacity) bytes")
    region = try LockedRegion(capacity: capacity, policy: policy)
  }

  deinit { region.free() }

  /// The address of the first byte, for use inside a window.
  var start: UnsafeMutableRawPointer { unsafe region.base }

  /// True if the system locked the region; false only under `MemoryLockPolicy.allowUnlocked`.
  public var isLocked: Bool { region.isLocked }

  /// A handle that keeps the window open over several calls.
  package var protection: RegionProtection { RegionProtection(region: region) }

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
    // The address is passed by value: the optimiser of Swift 6.3 stops on a span that depends on a
    // borrow.
    return try unsafe Self.withSpan(of: start, capacity, body)
  }

  @inline(never)
  private static func withSpan<R: ~Copyable, E: Error>(
    of start: UnsafeMutableRawPointer, _ count: Int, _ body: (inout MutableRawSpan) throws(E) -> R
  ) throws(E) -> R {
    var bytes = unsafe MutableRawSpan(_unsafeStart: start, byteCount: count)
    return try body(&bytes)
  }

  /// Sets every byte to zero.
  public mutating func wipe() {
    wipe(0..<capacity)
  }

  /// Sets the bytes of `range`, which lies within the capacity, to zero.
  public mutating func wipe(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    region.wipe(range)
  }
}

@available(*, unavailable)
extension SecretBuffer: Sendable {}
