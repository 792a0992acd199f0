import KeyboardEngine

/// A monotonic clock, in seconds.
package struct Clock: Sendable {
  private let read: @Sendable () -> Double

  package init(_ read: @escaping @Sendable () -> Double) {
    self.read = read
  }

  package static let monotonic = Clock { MonotonicTime.now }

  package var now: Double { read() }
}
