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

/// A monotonic clock, in seconds, that a test can replace.
package struct Clock: Sendable {
  private let read: @Sendable () -> Double

  package init(_ read: @escaping @Sendable () -> Double) {
    self.read = read
  }

  package static let monotonic = Clock { MonotonicTime.now }

  package var now: Double { read() }
}
