import KeywardSodium
import KeywardSystem
import Synchronization

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Guarded, locked pages, accessible only while a window is open.
///
/// Code that moves bytes from a ring to a text opens both windows once and edits inside them:
///
///     ring.region.withAccess(and: text.region) {
///       // ring.consume { … text.append … }, any number of times
///     }
///
/// Windows may be nested; closing the last one removes all access. The region is a class, so that
/// all references share one count of windows. The owner of the bytes frees the region; opening a
/// window afterwards stops the program.
@safe package final class LockedRegion {
  static let largestCapacity = 4096 - GuardedPages.canarySize

  /// The `errno` of the last failed lock under `MemoryLockPolicy.allowUnlocked`; 0 for none.
  static let lastRefusal = Atomic<Int32>(0)

  /// The number of regions outside secret memory, which the kernel can read.
  static let readable = Atomic<Int>(0)

  enum Access { case reading, writing }

  let base: UnsafeMutableRawPointer
  private let memory: GuardedPages
  let capacity: Int
  /// The number of bytes right before `base` that belong to the region, too.
  let preceding: Int
  let isLocked: Bool
  private let owner = getpid()
  private let wipeSlot: Int32
  private(set) var isReleased = false
  private var readers = 0
  private var writers = 0

  /// Creates a zeroed, closed region; `SecretBuffer` checks the capacity.
  init(capacity: Int, preceding: Int = 0, policy: MemoryLockPolicy) throws(SecretMemoryError) {
    let size = preceding + capacity
    memory = try GuardedPages(capacity: size)
    let (start, pages) = unsafe (memory.start, memory.pages)
    do throws(SecretMemoryError) {
      isLocked = try Self.protect(memory, policy: policy)
      // libsodium fills fresh memory with 0xdb; unused bytes of a region are always zero.
      unsafe sodium_memzero(start, size)
      wipeSlot = unsafe platform_wipe_add(
        pages.baseAddress, pages.count, start, size, memory.freeFunction)
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
    unsafe base = unsafe start + preceding
    self.capacity = capacity
    self.preceding = preceding
  }

  func free() {
    isReleased = true
    guard memory.setProtection(.writing) == 0 else { stop() }
    unsafe sodium_memzero(base - preceding, preceding + capacity)
    platform_wipe_remove(wipeSlot)
    memory.free()
  }

  /// Wipes the bytes of a range, whose offsets are relative to `base`.
  func wipe(_ range: Range<Int>) {
    open(.writing)
    defer { close(.writing) }
    unsafe sodium_memzero(base + range.lowerBound, range.count)
  }

  // MARK: Windows

  package func withAccess<R: ~Copyable, E: Error>(
    and other: LockedRegion? = nil, _ body: () throws(E) -> R
  ) throws(E) -> R {
    open(.writing)
    other?.open(.writing)
    defer {
      other?.close(.writing)
      close(.writing)
    }
    return try body()
  }

  func open(_ access: Access) {
    precondition(!isReleased, "the memory of this secret has been released")
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
    // Continuing with a region that cannot be closed would silently give up its protection.
    if memory.setProtection(protection) != 0 { stop() }
  }

  private func stop() -> Never {
    // A forked child has no region, and the terminal belongs to its parent.
    precondition(getpid() == owner, "a child process has no access to the secrets of its parent")
    ProcessExit.wipeEverything()
    // Somebody may be typing, and a shell would run the rest.
    platform_terminal_drop_rest()
    ProcessExit.exit(
      70,
      message: """
        keyward: error: changing access to the secret's memory failed, so the secret was wiped
        hint: close other programs and start again

        """)
  }

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
    // libsodium ignores the result of this call.
    guard unsafe madvise(pages.baseAddress, pages.count, MADV_DONTDUMP) == 0 else {
      throw .notKeptFromCoreFiles(code: errno)
    }
    // The areas around secret memory have been inaccessible from the start.
    if !memory.isSecret { try unsafe guardSides(of: pages) }
    return isLocked
  }

  private static func guardSides(
    of pages: UnsafeMutableRawBufferPointer
  ) throws(SecretMemoryError) {
    let pageSize = GuardedPages.pageSize
    guard let start = pages.baseAddress,
      unsafe mprotect(start - pageSize, pageSize, PROT_NONE) == 0,
      unsafe mprotect(start + pages.count, pageSize, PROT_NONE) == 0
    else { throw .notProtected(code: errno) }
  }
}

@available(*, unavailable)
extension LockedRegion: Sendable {}

/// Pages for secrets between guard pages, from secret memory or from libsodium.
///
/// The bytes end right before the second guard page, and a canary precedes them. The kernel cannot
/// read secret memory (`memfd_secret`), so root cannot read it through `/proc` either. Secret
/// memory is always locked and never shared with a child.
@safe struct GuardedPages {
  static let triesSecretMemory = Atomic<Bool>(true)

  let start: UnsafeMutableRawPointer
  let pages: UnsafeMutableRawBufferPointer
  let isSecret: Bool

  /// Allocates readable and writable pages.
  ///
  /// libsodium is initialized only if it allocates the pages, since its initialization is slow: it
  /// queries the processor's features several times, and each query takes as long as two system
  /// calls.
  init(capacity: Int) throws(SecretMemoryError) {
    let length = (Self.canarySize + capacity + Self.pageSize - 1) / Self.pageSize * Self.pageSize
    if Self.triesSecretMemory.load(ordering: .relaxed),
      let first = unsafe platform_make_secret_pages(length)
    {
      unsafe start = unsafe first + (length - capacity)
      isSecret = true
      unsafe (start - Self.canarySize).copyMemory(from: Self.canary, byteCount: Self.canarySize)
    } else {
      guard isSodiumReady else { throw .randomSourceMissing }
      guard let start = unsafe sodium_malloc(capacity) else { throw .outOfMemory(code: errno) }
      unsafe self.start = unsafe start
      isSecret = false
    }
    unsafe pages = unsafe UnsafeMutableRawBufferPointer(
      start: start + (capacity - length), count: length)
  }

  /// Locks the pages; returns -1 and sets `errno` on failure.
  ///
  /// For libsodium's pages, `sodium_mlock` is called again because `sodium_malloc` ignores a failed
  /// lock; it also excludes the pages from core files. For secret memory the result is always 0,
  /// since the kernel locks it when it is created.
  func lock() -> Int32 {
    let answer = unsafe pages.baseAddress.map { unsafe sodium_mlock($0, pages.count) } ?? 0
    return isSecret ? 0 : answer
  }

  func setProtection(_ access: LockedRegion.Access?) -> Int32 {
    guard isSecret else {
      return switch access {
      case .writing: unsafe sodium_mprotect_readwrite(start)
      case .reading: unsafe sodium_mprotect_readonly(start)
      case nil: unsafe sodium_mprotect_noaccess(start)
      }
    }
    let rights =
      switch access {
      case .writing: PROT_READ | PROT_WRITE
      case .reading: PROT_READ
      case nil: PROT_NONE
      }
    return unsafe mprotect(pages.baseAddress, pages.count, rights)
  }

  /// The function that frees the accessible, wiped pages when the library is unloaded.
  var freeFunction: platform_free_region {
    isSecret
      ? { pages, length, _ in unsafe platform_free_secret_pages(pages, length) }
      : { _, _, start in unsafe sodium_free(start) }
  }

  /// Frees accessible, wiped pages; ends the program if the canary was overwritten.
  func free() {
    guard isSecret else { return unsafe sodium_free(start) }
    let isWhole = unsafe sodium_memcmp(start - Self.canarySize, Self.canary, Self.canarySize) == 0
    guard isWhole else { ProcessExit.die(by: SIGSEGV) }
    unsafe platform_free_secret_pages(pages.baseAddress, pages.count)
  }

  static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The size of the canary in bytes, as in libsodium.
  static let canarySize = 16

  /// The bytes of the canary, which are random so that an overflow cannot write the same bytes.
  private static let canary: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: canarySize)
    unsafe randombytes_buf(&bytes, bytes.count)
    return bytes
  }()
}

/// The policy for memory of a secret that the kernel refuses to lock.
public enum MemoryLockPolicy: Sendable, Hashable {
  /// An initializer throws an error if the kernel does not lock its memory.
  case required
  /// An initializer accepts unlocked memory; use this policy only after warning the user.
  case allowUnlocked
}

/// True if libsodium is initialized; the first use initializes it.
let isSodiumReady = sodium_init() >= 0
