import KeywardSystem
import Synchronization

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The library from its loading to its end: one thread at a time is in it, a forked child has none of
/// its regions, and at the end all of them are wiped.
enum LoadedLibrary {
  /// The number of forks between the process that loaded the library and this one.
  ///
  /// It differs in every forked child, and marks the handles of a parent.
  private(set) static nonisolated(unsafe) var forks: UInt32 = 0
  /// True if the regions are gone, which lasts for good.
  private(set) static nonisolated(unsafe) var isUnloaded = false
  /// The number of threads that work with a secret outside the lock.
  private static let workers = Atomic<Int>(0)
  private static nonisolated(unsafe) let mutex =
    UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Runs `body` while no other thread is in the library; the same thread may enter again.
  static func locked<R: ~Copyable>(_ body: () -> R) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Runs `body`, which works with a region outside the lock.
  static func working<R: ~Copyable>(_ body: () -> R) -> R {
    workers.add(1, ordering: .sequentiallyConsistent)
    defer { workers.subtract(1, ordering: .sequentiallyConsistent) }
    return body()
  }

  fileprivate static func load() {
    makeLock()
    pthread_atfork(nil, nil) { LoadedLibrary.enterChild() }
  }

  private static func makeLock() {
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    unsafe pthread_mutex_init(mutex, &attributes)
  }

  /// In a child nobody holds the lock any more, and no region exists.
  private static func enterChild() {
    makeLock()
    unsafe forks += 1
    workers.store(0, ordering: .sequentiallyConsistent)
    platform_wipe_forget()
  }

  /// Wipes and frees everything the host has not destroyed, when the library or the process goes.
  ///
  /// Threads still at work, which a process does not wait for at its end, find zeroes.
  fileprivate static func unload() {
    let isAlone = unsafe pthread_mutex_trylock(mutex) == 0
    unsafe isUnloaded = true
    if isAlone, workers.load(ordering: .sequentiallyConsistent) == 0 {
      platform_wipe_and_free()
    } else {
      platform_wipe_all()
    }
    if isAlone { unsafe pthread_mutex_unlock(mutex) }
  }
}

// The dynamic linker calls these when it loads the library, and at its end.

@section(".init_array") @used
private let loading: @convention(c) () -> Void = { LoadedLibrary.load() }

@section(".fini_array") @used
private let unloading: @convention(c) () -> Void = { LoadedLibrary.unload() }
