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

  /// Converts seconds to milliseconds for `poll`, from 0 to a day.
  ///
  /// Rounds up: `poll` would otherwise return just before a deadline, and need a second call.
  package static func milliseconds(_ seconds: Double) -> Int32 {
    Int32(min(max(seconds * 1000, 0).rounded(.up), 86_400_000))
  }
}

/// Polls one descriptor and returns what `poll` returns.
@discardableResult
package func pollOne(
  _ descriptor: Int32, for event: Int32 = Int32(POLLIN), milliseconds: Int32 = 0
) -> Int32 {
  var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  return unsafe poll(&entry, 1, milliseconds)
}
