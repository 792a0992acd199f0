#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The clock for programs and for code that waits; all other code gets the time from its caller.
package enum MonotonicTime {
  /// Seconds since an arbitrary fixed moment.
  package static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Does nothing for a number of seconds; only where no event reports what is waited for.
  package static func pause(_ seconds: Double) { pollOne(-1, until: now + seconds) }
}

/// The processor time of the calling thread, in seconds, as the kernel shows it to all users.
package enum ProcessorTime {
  package static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Keeps the processor busy until the thread has used this time; returns at once if it has.
  package static func spend(until end: Double) { while now < end {} }
}

/// A monotonic clock, in seconds, that a test can replace.
package struct Clock: Sendable {
  private let read: @Sendable () -> Double

  package init(_ read: @escaping @Sendable () -> Double) {
    self.read = read
  }

  package static let monotonic = Clock { MonotonicTime.now }

  package var now: Double { read() }
}
