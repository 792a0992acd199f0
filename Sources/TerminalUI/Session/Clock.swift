import KeywardEngine

/// Where the time comes from: seconds on a clock that never goes back.
public struct Clock: Sendable {
  private let read: @Sendable () -> Double

  /// A clock that asks a function.
  public init(_ read: @escaping @Sendable () -> Double) {
    self.read = read
  }

  /// The system's monotonic clock.
  public static let monotonic = Clock { MonotonicTime.now }

  /// The time now.
  public var now: Double { read() }
}
