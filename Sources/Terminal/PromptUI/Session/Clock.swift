import KeyboardEngine

/// A source of the time: seconds on a clock that never goes back.
package struct Clock: Sendable {
  private let read: @Sendable () -> Double

  /// A clock that calls a function.
  package init(_ read: @escaping @Sendable () -> Double) {
    self.read = read
  }

  /// The system's monotonic clock.
  package static let monotonic = Clock { MonotonicTime.now }

  /// The time now.
  package var now: Double { read() }
}
