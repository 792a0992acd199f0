import KeywardGeometry

/// The constants and options of the formula for the dimensions of a keyboard.
///
/// JGSourceBase is an iOS library with an on-screen keyboard. The profiles whose names begin with
/// `jgs` reproduce the dimensions of that keyboard in version 1.4.6.
package struct MetricsProfile: Hashable, Sendable {
  /// The orientation in which an app first uses JGSourceBase, an iOS keyboard library.
  ///
  /// JGSourceBase computes the screen's insets only once, at its first use. In landscape, it
  /// subtracts these insets from the width of the screen, even if they belong to portrait.
  package enum FirstUse: String, CaseIterable, Hashable, Sendable {
    /// First used in portrait: the top and bottom insets of portrait are subtracted in landscape.
    case portrait
    /// First used in landscape: the left and right insets are subtracted in landscape.
    case landscape
    /// No orientation, since there was no window yet: no insets are subtracted in landscape.
    case noWindow
  }

  package var name: String
  package var toolbar: Double
  /// True to compute in `Float`, as JGSourceBase does.
  package var usesFloat: Bool
  /// The orientation in which JGSourceBase is first used, to reproduce its insets; `nil` to use the
  /// insets of the current orientation.
  package var firstUse: FirstUse?
  /// True to use the measured heights of Apple's keyboard instead of the formula.
  ///
  /// An unknown screen has no measured height. In landscape, the height of the nearest known device
  /// is used, and in portrait the height from the formula.
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

  /// The quotient computed in `Float` and then converted to `Double`, as in JGSourceBase.
  var floatQuotient: Double { Double(Float(numerator) / Float(denominator)) }
}

/// The constants from which a keyboard is laid out on one kind of device in one orientation, in
/// points.
package struct GridMetrics: Hashable, Sendable {
  package var gap: Double
  /// The height of the space between two rows, and the minimum height of the space above the first
  /// row and below the last row.
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
  /// The default profile: JGSourceBase's formula, without its rounding in `Float` and with the
  /// insets of the current screen.
  package static var standard: MetricsProfile { shipped[0] }

  package static func named(_ name: String) throws(UnknownName) -> MetricsProfile {
    if let found = shipped.first(where: { $0.name == name }) { return found }
    throw UnknownName(what: "metrics profile", name: name, known: shipped.map(\.name))
  }
}
