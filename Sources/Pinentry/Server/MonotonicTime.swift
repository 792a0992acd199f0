import Glibc

/// The clock that never jumps.
enum MonotonicTime {
  /// Seconds since some fixed moment.
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}
