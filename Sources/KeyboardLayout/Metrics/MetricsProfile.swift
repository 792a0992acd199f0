import Geometry

/// The numbers from which heights and key frames are computed, and how.
package struct MetricsProfile: Hashable, Sendable {
  /// How ratios are worked out.
  package enum Arithmetic: String, CaseIterable, Hashable, Sendable {
    /// In whole numbers.
    case exact
    /// In `Float`, as JGSourceBase does.
    case float32
  }

  /// The moment JGSourceBase worked its sizes out, which decides what landscape subtracts.
  package enum FirstUse: String, CaseIterable, Hashable, Sendable {
    /// Landscape loses the top and bottom insets of portrait.
    case portrait
    /// Landscape loses its own side insets.
    case landscape
    /// There was no window yet, so nothing is subtracted.
    case noWindow
  }

  /// Where base heights come from.
  package enum Heights: String, CaseIterable, Hashable, Sendable {
    /// The formula and its limits.
    case formula
    /// A device's measured height; in landscape that of the nearest device.
    case device
  }

  /// The name that `--metrics` takes.
  package var name: String
  /// The height of a toolbar, in points.
  package var toolbar: Double
  /// How ratios are worked out.
  package var arithmetic: Arithmetic
  /// `nil`: sizes are worked out for the screen at hand, with its own insets.
  package var firstUse: FirstUse?
  /// Where base heights come from.
  package var heights: Heights
  /// The constants of a phone held upright.
  package var phonePortrait: GridMetrics
  /// The constants of a phone on its side.
  package var phoneLandscape: GridMetrics
  /// The constants of a pad held upright.
  package var padPortrait: GridMetrics
  /// The constants of a pad on its side.
  package var padLandscape: GridMetrics

  /// The constants for an idiom and an orientation.
  package subscript(idiom: Idiom, orientation: Orientation) -> GridMetrics {
    get {
      switch (idiom, orientation) {
      case (.phone, .portrait): phonePortrait
      case (.phone, .landscape): phoneLandscape
      case (.pad, .portrait): padPortrait
      case (.pad, .landscape): padLandscape
      }
    }
    set {
      switch (idiom, orientation) {
      case (.phone, .portrait): phonePortrait = newValue
      case (.phone, .landscape): phoneLandscape = newValue
      case (.pad, .portrait): padPortrait = newValue
      case (.pad, .landscape): padLandscape = newValue
      }
    }
  }
}
