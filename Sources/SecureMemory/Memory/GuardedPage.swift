import CPlatform
import CSodium
import Glibc
import Synchronization

/// A page for a secret between two guard pages, the bytes right before the closing one and a canary
/// before them: of secret memory where the kernel has it, else one of libsodium.
///
/// The kernel itself has no way to secret memory (`memfd_secret`): not even root reads it through
/// `/proc`. It is locked by its nature and never shared with a child.
@safe struct GuardedPage {
  /// Whether secret memory is tried at all.
  static let triesSecretMemory = Atomic<Bool>(true)

  /// The first byte.
  let start: UnsafeMutableRawPointer
  /// The whole page, or more where libsodium needs them.
  let page: UnsafeMutableRawBufferPointer
  /// Whether the kernel cannot read it.
  let isSecret: Bool

  /// A page for `capacity` bytes, which may be read and written.
  ///
  /// libsodium is started by the first page that is its own: that takes as long as two system calls for
  /// each look at the processor.
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

  /// Sets what may be done with it; 0, or -1 with `errno`.
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

  /// Gives it back, open and wiped; what has written before the bytes is found out here and ends the
  /// program.
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

  /// As long as that of libsodium.
  static let canarySize = 16

  /// Chosen once, so that nobody knows what to write over it.
  private static let canary: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: canarySize)
    unsafe randombytes_buf(&bytes, bytes.count)
    return bytes
  }()
}
