import CPlatform
import CSodium
import Glibc
import Synchronization

/// A page for a secret between two guard pages, made of secret memory or by libsodium.
///
/// The bytes lie right before the closing guard page, with a canary before them. The kernel itself
/// has no access to secret memory (`memfd_secret`): not even root can read it through `/proc`. It
/// is always locked and never shared with a child.
@safe struct GuardedPage {
  /// Whether to try secret memory at all.
  static let triesSecretMemory = Atomic<Bool>(true)

  /// The first byte.
  let start: UnsafeMutableRawPointer
  /// The whole page, or more if libsodium needs it.
  let page: UnsafeMutableRawBufferPointer
  /// Whether the kernel cannot read it.
  let isSecret: Bool

  /// A page for `capacity` bytes, which may be read and written.
  ///
  /// The first page of libsodium's own starts libsodium, which takes as long as two system calls
  /// for each query of the processor.
  ///
  /// - Throws: `SecretMemoryError.outOfMemory`, or `.randomSourceMissing`.
  init(capacity: Int) throws(SecretMemoryError) {
    if Self.triesSecretMemory.load(ordering: .relaxed), let page = unsafe Self.secretPage() {
      unsafe self.page = unsafe page
      unsafe start = unsafe Self.place(of: capacity, in: page)
      isSecret = true
      unsafe (start - Self.canarySize).copyMemory(from: Self.canary, byteCount: Self.canarySize)
      return
    }
    guard Sodium.isReady else { throw .randomSourceMissing }
    guard let start = unsafe sodium_malloc(capacity) else { throw .outOfMemory(code: errno) }
    let length = (capacity + Self.canarySize + Self.size - 1) / Self.size * Self.size
    unsafe self.start = unsafe start
    unsafe page = unsafe UnsafeMutableRawBufferPointer(
      start: start + (capacity - length), count: length)
    isSecret = false
  }

  /// Sets the access to it; returns 0, or -1 with `errno`.
  func allow(_ access: LockedRegion.Access?) -> Int32 {
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
    return unsafe mprotect(page.baseAddress, page.count, rights)
  }

  /// Frees it, open and wiped; ends the program if something has written before the bytes.
  func giveBack() {
    guard isSecret else { return unsafe sodium_free(start) }
    let isWhole = unsafe sodium_memcmp(start - Self.canarySize, Self.canary, Self.canarySize) == 0
    guard isWhole else { Leaving.die(by: SIGSEGV) }
    unsafe platform_free_secret_page(page.baseAddress, page.count)
  }

  // MARK: Secret memory

  private static func secretPage() -> UnsafeMutableRawBufferPointer? {
    guard let page = unsafe platform_make_secret_page(size) else { return nil }
    return unsafe UnsafeMutableRawBufferPointer(start: page, count: size)
  }

  private static func place(
    of capacity: Int, in page: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawPointer {
    guard let base = page.baseAddress else { preconditionFailure("a page has an address") }
    return unsafe base + (page.count - capacity)
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
