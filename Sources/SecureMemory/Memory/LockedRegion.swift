import CPlatform
import CSodium
import Glibc
import Synchronization

/// Guarded, locked pages with their count of windows.
///
/// It is a class, so that the window handle and the owner of the bytes share one count. The owner
/// frees it.
@safe final class LockedRegion {
  /// The most bytes of one region: a page less the canary of 16 bytes.
  static let largestCapacity = 4096 - 16

  /// The `errno` of the latest refused lock that was tolerated; 0 for none.
  static let lastRefusal = Atomic<Int32>(0)

  /// The number of regions that the kernel can read.
  static let readable = Atomic<Int>(0)

  enum Access { case reading, writing }

  let base: UnsafeMutableRawPointer
  private let memory: GuardedPages
  let capacity: Int
  let isLocked: Bool
  /// The process that made it.
  private let owner = getpid()
  /// The place in the table that every way out wipes.
  private let wipeSlot: Int32
  private(set) var isReleased = false
  private var readers = 0
  private var writers = 0

  /// A zeroed region of `capacity` bytes, closed.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes, 1 to `largestCapacity`.
  ///   - policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be had, or cannot be locked.
  init(capacity: Int, policy: MemoryLockPolicy) throws(SecretMemoryError) {
    precondition(
      (1...Self.largestCapacity).contains(capacity),
      "a region holds 1 to \(Self.largestCapacity) bytes")
    memory = try GuardedPages(capacity: capacity)
    let (start, pages) = unsafe (memory.start, memory.pages)
    do throws(SecretMemoryError) {
      isLocked = try Self.protect(memory, policy: policy)
      // Fresh memory of libsodium is filled with 0xdb; unused bytes of a region are always zero.
      unsafe sodium_memzero(start, capacity)
      wipeSlot = unsafe platform_wipe_add(
        pages.baseAddress, pages.count, start, capacity, memory.freeFunction)
      guard wipeSlot >= 0 else { throw .tooManyRegions(limit: PLATFORM_WIPE_SLOTS) }
      guard memory.setProtection(nil) == 0 else {
        let code = errno
        platform_wipe_remove(wipeSlot)
        throw .notProtected(code: code)
      }
    } catch {
      memory.free()
      throw error
    }
    if !memory.isSecret { Self.readable.add(1, ordering: .relaxed) }
    unsafe base = unsafe start
    self.capacity = capacity
  }

  /// Wipes and unmaps the region.
  ///
  /// Every later window is a programming error and stops the program.
  func free() {
    isReleased = true
    guard memory.setProtection(.writing) == 0 else { stop() }
    unsafe sodium_memzero(base, capacity)
    platform_wipe_remove(wipeSlot)
    memory.free()
  }

  /// Sets the bytes of `range`, which lies within the capacity, to zero.
  func wipe(_ range: Range<Int>) {
    open(.writing)
    defer { close(.writing) }
    unsafe sodium_memzero(base + range.lowerBound, range.count)
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
    if memory.setProtection(protection) != 0 { stop() }
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
    if memory.lock() != 0 {
      let code = errno
      guard policy == .allowUnlocked else {
        throw .notLocked(code: code, limit: SecretMemoryError.currentLockLimit)
      }
      lastRefusal.store(code, ordering: .relaxed)
      isLocked = false
    }
    guard unsafe madvise(pages.baseAddress, pages.count, MADV_DONTFORK) == 0 else {
      throw .notKeptFromChildren(code: errno)
    }
    // libsodium ignores the kernel's answer to this.
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
