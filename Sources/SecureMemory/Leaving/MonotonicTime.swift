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
}
