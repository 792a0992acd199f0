import CSodium
import Glibc

/// One allocation of libsodium's guarded memory, locked for certain, with its count of windows.
///
/// A class, so that the window handle and the owner of the bytes see one count; the owner alone
/// decides when it ends, by `release()`.
@safe final class LockedRegion {
  /// The most one region can hold: a page less libsodium's canary of 16 bytes.
  static let largestCapacity = 4080

  enum Access { case reading, writing }

  let start: UnsafeMutableRawPointer
  let capacity: Int
  let isLocked: Bool
  private(set) var isReleased = false
  private var readers = 0
  private var writers = 0

  /// A zeroed region of `capacity` bytes, closed.
  init(capacity: Int, policy: MemoryLockPolicy) throws(SecretMemoryError) {
    precondition(
      (1...Self.largestCapacity).contains(capacity),
      "a region holds 1 to \(Self.largestCapacity) bytes")
    guard Sodium.isReady else { throw .randomSourceMissing }
    guard let start = unsafe sodium_malloc(capacity) else { throw .outOfMemory(code: errno) }
    do throws(SecretMemoryError) {
      let isLocked = try unsafe Self.protect(start, capacity: capacity, policy: policy)
      unsafe self.start = unsafe start
      self.capacity = capacity
      self.isLocked = isLocked
    } catch {
      unsafe sodium_free(start)
      throw error
    }
    apply()
  }

  /// Wipes and unmaps the region; every later window is a programming error and stops the program.
  func release() {
    guard !isReleased else { return }
    isReleased = true
    unsafe sodium_mprotect_readwrite(start)
    unsafe sodium_memzero(start, capacity)
    unsafe sodium_free(start)
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
    let result =
      switch protection {
      case .writing: unsafe sodium_mprotect_readwrite(start)
      case .reading: unsafe sodium_mprotect_readonly(start)
      case nil: unsafe sodium_mprotect_noaccess(start)
      }
    // Going on with a region that cannot be closed would break the promise silently.
    precondition(result == 0, "the protection of a secret's memory could not be changed")
  }

  // MARK: Making

  /// The page with the data: libsodium puts the bytes right before the closing guard page.
  private static func protect(
    _ start: UnsafeMutableRawPointer, capacity: Int, policy: MemoryLockPolicy
  ) throws(SecretMemoryError) -> Bool {
    let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    let length = (capacity + canarySize + pageSize - 1) / pageSize * pageSize
    let page = unsafe start + (capacity - length)
    var isLocked = true
    // libsodium ignores a lock that failed, so it is asked for a second time.
    if unsafe mlock(page, length) != 0 {
      let code = errno
      guard policy == .allowUnlocked else {
        throw .notLocked(code: code, limit: SecretMemoryError.currentLockLimit)
      }
      isLocked = false
    }
    guard unsafe madvise(page, length, MADV_DONTFORK) == 0 else {
      throw .notKeptFromChildren(code: errno)
    }
    // Fresh memory is filled with 0xdb; unused bytes of a region are always zero.
    unsafe sodium_memzero(start, capacity)
    return isLocked
  }

  /// libsodium's `CANARY_SIZE`.
  private static let canarySize = 16
}
