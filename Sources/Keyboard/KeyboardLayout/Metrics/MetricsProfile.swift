import KeywardGeometry

package struct MetricsProfile: Hashable, Sendable {
  /// The time when JGSourceBase computed its sizes; it determines the insets used in landscape.
  package enum FirstUse: String, CaseIterable, Hashable, Sendable {
    /// First used in portrait: landscape subtracts the top and bottom insets of portrait.
    case portrait
    /// First used in landscape: landscape subtracts its own side insets.
    case landscape
    /// First used before there was a window: landscape subtracts nothing.
    case noWindow
  }

  package var name: String
  package var toolbar: Double
  /// True to compute in `Float`, as JGSourceBase does.
  package var usesFloat: Bool
  /// `nil` to use the insets of the current screen.
  package var firstUse: FirstUse?
  /// True to use measured heights; in landscape, an unknown screen has the height of the nearest
  /// device.
  package var usesMeasuredHeights: Bool
  package var phonePortrait: GridMetrics
  package var phoneLandscape: GridMetrics
  package var padPortrait: GridMetrics
  package var padLandscape: GridMetrics

  package subscript(idiom: Idiom, orientation: Orientation) -> GridMetrics {
    switch (idiom, orientation) {
    case (.phone, .portrait): phonePortrait
    case (.phone, .landscape): phoneLandscape
    case (.pad, .portrait): padPortrait
    case (.pad, .landscape): padLandscape
    }
  }
}

package struct Ratio: Hashable, Sendable {
  package var numerator: Int
  package var denominator: Int

  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The quotient as in JGSourceBase: computed in `Float`, then widened.
  var floatQuotient: Double { Double(Float(numerator) / Float(denominator)) }
}

/// The constants of one idiom in one orientation, in points.
package struct GridMetrics: Hashable, Sendable {
  package var gap: Double
  /// The space between two rows, above the first and below the last.
  package var line: Double
  package var ratio: Ratio
  package var minHeight: Double?
  package var maxHeight: Double?

  package init(
    gap: Double, line: Double, ratio: Ratio, minHeight: Double? = nil, maxHeight: Double? = nil
  ) {
    self.gap = gap
    self.line = line
    self.ratio = ratio
    self.minHeight = minHeight
    self.maxHeight = maxHeight
  }

  func clamped(_ height: Double) -> Double {
    min(max(height, minHeight ?? height), maxHeight ?? .infinity)
  }
}

extension MetricsProfile {
  /// The default profile: the formula of JGSourceBase, exact on every screen.
  package static var standard: MetricsProfile { shipped[0] }

  package static func named(_ name: String) throws(UnknownName) -> MetricsProfile {
    if let found = shipped.first(where: { $0.name == name }) { return found }
    throw UnknownName(what: "metrics profile", name: name, known: shipped.map(\.name))
  }
}
