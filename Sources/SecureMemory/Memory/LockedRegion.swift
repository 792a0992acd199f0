import CPlatform
import CSodium
import Glibc
import Synchronization

/// Guarded, locked pages with their count of windows.
///
/// It is a class, so that the window handle and the owners of the bytes share one count. The owners
/// decide about its end: each gives its bytes back with `giveBack(_:)`, and the last one also frees
/// the memory.
@safe final class LockedRegion {
  /// The most bytes of one region: four pages less the canary of 16 bytes.
  static let largestCapacity = 4 * 4096 - 16

  /// The `errno` of the latest refused lock that was tolerated; 0 for none.
  static let lastRefusal = Atomic<Int32>(0)

  /// The number of regions that the kernel can read.
  static let readable = Atomic<Int>(0)

  enum Access { case reading, writing }

  let base: UnsafeMutableRawPointer
  private var memory: GuardedPages
  let capacity: Int
  let isLocked: Bool
  /// The process that made it.
  private let owner = getpid()
  /// The place in the table that every way out wipes.
  private let wipeSlot: Int32
  private(set) var isReleased = false
  private var owners = 1
  private var readers = 0
  private var writers = 0

  /// A zeroed region of `capacity` bytes, closed.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes, 1 to `largestCapacity`.
  ///   - policy: Whether a region that cannot be locked is an error.
  ///   - isLazy: Whether secret memory comes into being only with `touch()`, or as it is written.
  /// - Throws: `SecretMemoryError` if the memory cannot be had, or cannot be locked.
  init(capacity: Int, policy: MemoryLockPolicy, isLazy: Bool) throws(SecretMemoryError) {
    precondition(
      (1...Self.largestCapacity).contains(capacity),
      "a region holds 1 to \(Self.largestCapacity) bytes")
    memory = try GuardedPages(capacity: capacity)
    let (start, pages) = unsafe (memory.start, memory.pages)
    do throws(SecretMemoryError) {
      isLocked = try Self.protect(memory, policy: policy)
      if !isLazy, memory.allow(.writing) != 0 { throw .notProtected(code: errno) }
      // Fresh memory of libsodium is filled with 0xdb; unused bytes of a region are always zero.
      if memory.isTouched { unsafe sodium_memzero(start, capacity) }
      wipeSlot = unsafe platform_wipe_add(
        pages.baseAddress, pages.count, start, capacity, memory.free)
      guard wipeSlot >= 0 else { throw .tooManyRegions(limit: PLATFORM_WIPE_SLOTS) }
      guard memory.allow(nil) == 0 else {
        let code = errno
        platform_wipe_remove(wipeSlot)
        throw .notProtected(code: code)
      }
    } catch {
      memory.giveBack()
      throw error
    }
    if !memory.isSecret { Self.readable.add(1, ordering: .relaxed) }
    unsafe base = unsafe start
    self.capacity = capacity
  }

  /// Notes one more owner of the bytes.
  func share() { owners += 1 }

  /// Wipes the bytes of an owner, and unmaps the region with the last one.
  ///
  /// Every later window is a programming error and stops the program.
  func giveBack(_ bytes: Range<Int>) {
    owners -= 1
    guard owners == 0 else { return wipe(bytes) }
    isReleased = true
    if memory.isTouched {
      guard memory.allow(.writing) == 0 else { stop() }
      unsafe sodium_memzero(base, capacity)
    }
    platform_wipe_remove(wipeSlot)
    memory.giveBack()
  }

  /// Sets the bytes of `range`, which lies within the capacity, to zero.
  func wipe(_ range: Range<Int>) {
    guard memory.isTouched else { return }
    open(.writing)
    defer { close(.writing) }
    unsafe sodium_memzero(base + range.lowerBound, range.count)
  }

  /// Brings every page into being, if it is not there yet.
  func touch() {
    guard !memory.isTouched else { return }
    open(.writing)
    defer { close(.writing) }
    unsafe sodium_memzero(base, capacity)
  }

  // MARK: Windows

  func open(_ access: Access) {
    precondition(!isReleased, "the memory of this secret has been given back")
    let before = protection
    if access == .writing { writers += 1 } else { readers += 1 }
    if protection != before { apply() }
  }

  func close(_ access: Access) {
    guard !isReleased else { return }
    let before = protection
    if access == .writing { writers -= 1 } else { readers -= 1 }
    if protection != before { apply() }
  }

  private var protection: Access? {
    writers > 0 ? .writing : readers > 0 ? .reading : nil
  }

  private func apply() {
    // To go on with a region that cannot be closed would break the promise silently.
    if memory.allow(protection) != 0 { stop() }
  }

  /// Ends the program in order: it cannot go on with a region that cannot be opened or closed.
  private func stop() -> Never {
    // A forked child has no region, and the terminal belongs to its parent.
    precondition(getpid() == owner, "a child has no access to the secrets of its parent")
    Leaving.exit(
      70,
      saying: """
        keyward: access to the memory of the secret could not be changed, so it was wiped; close \
        other programs and start again

        """)
  }

  // MARK: Making

  /// Locks the pages and keeps them out of children; returns whether they are locked.
  private static func protect(
    _ memory: GuardedPages, policy: MemoryLockPolicy
  ) throws(SecretMemoryError) -> Bool {
    let pages = unsafe memory.pages
    var isLocked = true
    // libsodium ignores a failed lock, so lock a second time; secret memory that is not locked does
    // not exist.
    if !memory.isSecret, unsafe mlock(pages.baseAddress, pages.count) != 0 {
      let code = errno
      guard policy == .allowUnlocked else {
        throw .notLocked(code: code, limit: SecretMemoryError.currentLockLimit)
      }
      lastRefusal.store(code, ordering: .relaxed)
      isLocked = false
    }
    // The pages exist and are locked by now. Declared as locked on use, they are not searched for
    // missing ones at every opening, which takes a third of the opening's time. A kernel that
    // refuses changes nothing.
    if isLocked, !memory.isSecret {
      _ = unsafe platform_lock_as_used(pages.baseAddress, pages.count)
    }
    guard unsafe madvise(pages.baseAddress, pages.count, MADV_DONTFORK) == 0 else {
      throw .notKeptFromChildren(code: errno)
    }
    // As with the lock, libsodium ignores the kernel's answer to these.
    guard unsafe madvise(pages.baseAddress, pages.count, MADV_DONTDUMP) == 0 else {
      throw .notKeptFromCoreFiles(code: errno)
    }
    // The sides of secret memory never had another protection.
    if !memory.isSecret { try unsafe guardSides(of: pages) }
    return isLocked
  }

  /// Protects the guard pages on both sides of the data again, and checks the result.
  private static func guardSides(
    of pages: UnsafeMutableRawBufferPointer
  ) throws(SecretMemoryError) {
    let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    guard let start = pages.baseAddress,
      unsafe mprotect(start - pageSize, pageSize, PROT_NONE) == 0,
      unsafe mprotect(start + pages.count, pageSize, PROT_NONE) == 0
    else { throw .notProtected(code: errno) }
  }
}
