import KeywardSystem
import Synchronization

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The library's global state, and the functions that run when the library is loaded, forked and
/// unloaded.
enum LoadedLibrary {
  /// The number of forks between the process that loaded the library and this one.
  ///
  /// It differs between parent and child, so that handles from before a fork can be recognised.
  private(set) static nonisolated(unsafe) var forks: UInt32 = 0
  private(set) static nonisolated(unsafe) var isUnloaded = false
  private static let workers = Atomic<Int>(0)
  /// The key of a number that each thread has; 0 at first.
  private static nonisolated(unsafe) var noteKey: pthread_key_t = 0
  private static nonisolated(unsafe) let mutex =
    UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Runs `body` while this thread holds the library's lock, which is recursive.
  static func locked<R: ~Copyable>(_ body: () -> R) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Runs `body`, which uses a memory region without holding the lock.
  ///
  /// `unload` frees no region while such a body runs.
  static func working<R: ~Copyable>(_ body: () -> R) -> R {
    workers.add(1, ordering: .sequentiallyConsistent)
    defer { workers.subtract(1, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// The number that this thread has noted.
  static var threadsNote: UInt { UInt(bitPattern: unsafe pthread_getspecific(noteKey)) }

  static func setThreadsNote(_ number: UInt) {
    unsafe pthread_setspecific(noteKey, UnsafeRawPointer(bitPattern: number))
  }

  fileprivate static func load() {
    makeLock()
    unsafe pthread_key_create(&noteKey, nil)
    pthread_atfork(nil, nil) { LoadedLibrary.enterChild() }
  }

  private static func makeLock() {
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    unsafe pthread_mutex_init(mutex, &attributes)
  }

  /// Resets the library's state in a forked child, where no thread holds the lock and no memory
  /// region exists.
  private static func enterChild() {
    makeLock()
    unsafe forks += 1
    workers.store(0, ordering: .sequentiallyConsistent)
    platform_wipe_forget()
  }

  /// Wipes all regions when the library is unloaded or the process exits, and frees them if no
  /// thread uses one.
  ///
  /// Threads that still use a region after it is wiped read zeros.
  fileprivate static func unload() {
    let isAlone = unsafe pthread_mutex_trylock(mutex) == 0
    unsafe isUnloaded = true
    if isAlone, workers.load(ordering: .sequentiallyConsistent) == 0 {
      platform_wipe_and_free()
    } else {
      platform_wipe_all()
    }
    if isAlone { unsafe pthread_mutex_unlock(mutex) }
    unsafe pthread_key_delete(noteKey)
  }
}

// The dynamic linker calls these when it loads and unloads the library.

@section(".init_array") @used
private let loading: @convention(c) () -> Void = { LoadedLibrary.load() }

@section(".fini_array") @used
private let unloading: @convention(c) () -> Void = { LoadedLibrary.unload() }
