/// A time on the caller's clock in whole nanoseconds.
///
/// Sums are exact: ten times 0.05 s is 0.5 s.
struct Moment: Comparable, Hashable, Sendable {
  private var nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates a time from seconds, rounded to a nanosecond and clamped to about ±146 years.
  init(_ seconds: Double) {
    let limit = 4.6e18
    let scaled = seconds.isNaN ? 0 : max(-limit, min(limit, (seconds * 1e9).rounded()))
    nanoseconds = Int64(scaled)
  }

  var seconds: Double { Double(nanoseconds) / 1e9 }

  var next: Moment { Moment(nanoseconds: nanoseconds + 1) }

  static func < (a: Moment, b: Moment) -> Bool { a.nanoseconds < b.nanoseconds }

  static func + (moment: Moment, seconds: Double) -> Moment {
    Moment(nanoseconds: moment.nanoseconds + Moment(seconds).nanoseconds)
  }
}

extension Optional where Wrapped: Comparable {
  /// Returns the earlier of this time and another time; nil means never.
  @inlinable package func orEarlier(_ other: Wrapped?) -> Wrapped? {
    guard let self, let other else { return self ?? other }
    return min(self, other)
  }
}
