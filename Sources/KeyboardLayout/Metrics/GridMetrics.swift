/// A ratio of two whole numbers, written `3/4`.
package struct Ratio: Hashable, Sendable {
  /// The numerator, 1 to 10,000.
  package var numerator: Int
  /// The denominator, 1 to 10,000.
  package var denominator: Int

  /// The ratio of two whole numbers from 1 to 10,000.
  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The quotient as JGSourceBase had it: computed in `Float`, then widened.
  var floatQuotient: Double { Double(Float(numerator) / Float(denominator)) }
}

/// The constants of one idiom in one orientation, in points.
package struct GridMetrics: Hashable, Sendable {
  /// The free space between two keys of a row.
  package var gap: Double
  /// The free space between two rows, above the first and below the last.
  package var line: Double
  /// The ratio of key width to key height.
  package var ratio: Ratio
  /// The lowest base height, if there is one.
  package var minHeight: Double?
  /// The greatest base height, if there is one.
  package var maxHeight: Double?

  /// Constants in points.
  package init(
    gap: Double, line: Double, ratio: Ratio, minHeight: Double? = nil, maxHeight: Double? = nil
  ) {
    self.gap = gap
    self.line = line
    self.ratio = ratio
    self.minHeight = minHeight
    self.maxHeight = maxHeight
  }

  /// A base height, brought within the limits.
  func clamped(_ height: Double) -> Double {
    min(max(height, minHeight ?? height), maxHeight ?? .infinity)
  }
}
