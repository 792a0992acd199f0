import CPlatform
import CSodium
import Glibc
import Synchronization

/// Pages for secrets between guard pages, made of secret memory or by libsodium.
///
/// The bytes lie right before the closing guard page, with a canary before them. The kernel itself
/// has no access to secret memory (`memfd_secret`): not even root can read it through `/proc`. It
/// is always locked and never shared with a child.
@safe struct GuardedPages {
  /// Whether to try secret memory at all.
  static let triesSecretMemory = Atomic<Bool>(true)

  /// The first byte.
  let start: UnsafeMutableRawPointer
  /// The pages as a whole.
  let pages: UnsafeMutableRawBufferPointer
  /// Whether the kernel cannot read it.
  let isSecret: Bool

  /// Pages for `capacity` bytes, which may be read and written.
  ///
  /// The first page of libsodium's own starts libsodium, which takes as long as two system calls
  /// for each query of the processor.
  ///
  /// - Throws: `SecretMemoryError.outOfMemory`, or `.randomSourceMissing`.
  init(capacity: Int) throws(SecretMemoryError) {
    let length = Self.length(for: capacity)
    if Self.triesSecretMemory.load(ordering: .relaxed),
      let pages = unsafe Self.secretPages(length)
    {
      unsafe self.pages = unsafe pages
      unsafe start = unsafe Self.place(of: capacity, in: pages)
      isSecret = true
      unsafe (start - Self.canarySize).copyMemory(from: Self.canary, byteCount: Self.canarySize)
      return
    }
    guard Sodium.isReady else { throw .randomSourceMissing }
    guard let start = unsafe sodium_malloc(capacity) else { throw .outOfMemory(code: errno) }
    unsafe self.start = unsafe start
    unsafe pages = unsafe UnsafeMutableRawBufferPointer(
      start: start + (capacity - length), count: length)
    isSecret = false
  }

  /// Locks the pages and excludes them from core files; returns 0, or -1 with `errno`.
  ///
  /// libsodium ignores a lock that fails for its own pages, so it is asked once more. The kernel
  /// locks secret memory when it is made, and answers that there is nothing more to lock.
  func lock() -> Int32 {
    let answer = unsafe pages.baseAddress.map { unsafe sodium_mlock($0, pages.count) } ?? 0
    return isSecret ? 0 : answer
  }

  /// Sets the access to it; returns 0, or -1 with `errno`.
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

  /// Frees such pages, open and wiped, given the start of the pages and of their bytes.
  var freeFunction: platform_free_region {
    isSecret
      ? { pages, length, _ in unsafe platform_free_secret_pages(pages, length) }
      : { _, _, start in unsafe sodium_free(start) }
  }

  /// Frees it, open and wiped; ends the program if something has written before the bytes.
  func free() {
    guard isSecret else { return unsafe sodium_free(start) }
    let isWhole = unsafe sodium_memcmp(start - Self.canarySize, Self.canary, Self.canarySize) == 0
    guard isWhole else { Leaving.die(by: SIGSEGV) }
    unsafe platform_free_secret_pages(pages.baseAddress, pages.count)
  }

  // MARK: Secret memory

  private static func secretPages(_ length: Int) -> UnsafeMutableRawBufferPointer? {
    guard let pages = unsafe platform_make_secret_pages(length) else { return nil }
    return unsafe UnsafeMutableRawBufferPointer(start: pages, count: length)
  }

  private static func place(
    of capacity: Int, in pages: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawPointer {
    guard let base = pages.baseAddress else { preconditionFailure("pages have an address") }
    return unsafe base + (pages.count - capacity)
  }

  /// The length of whole pages that hold so many bytes and the canary.
  private static func length(for capacity: Int) -> Int {
    (capacity + canarySize + size - 1) / size * size
  }

  private static let size = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The length of the canary, equal to libsodium's.
  static let canarySize = 16

  /// Chosen once at random, so that nobody can overwrite it unnoticed.
  private static let canary: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: canarySize)
    unsafe randombytes_buf(&bytes, bytes.count)
    return bytes
  }()
}
