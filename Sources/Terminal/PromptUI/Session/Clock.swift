import KeyboardEngine

/// A source of the time: seconds on a clock that never goes back.
package struct Clock: Sendable {
  private let read: @Sendable () -> Double

  package init(_ read: @escaping @Sendable () -> Double) {
    self.read = read
  }

  package static let monotonic = Clock { MonotonicTime.now }

  package var now: Double { read() }
}
