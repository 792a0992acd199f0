import Glibc

/// The clock that never jumps.
///
/// Whatever can be told the time is told; this is for what waits by itself, and for programs.
package enum MonotonicTime {
  /// Seconds since some fixed moment.
  package static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Seconds as `poll` takes them, from 0 to a day.
  ///
  /// Rounded up: waking before a deadline would mean waking twice for it.
  package static func milliseconds(_ seconds: Double) -> Int32 {
    Int32(min(max(seconds * 1000, 0).rounded(.up), 86_400_000))
  }
}
