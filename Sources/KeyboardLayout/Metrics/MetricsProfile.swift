import Geometry

/// The numbers behind heights and key frames, and the way to compute with them.
package struct MetricsProfile: Hashable, Sendable {
  /// The arithmetic of ratios.
  package enum Arithmetic: String, CaseIterable, Hashable, Sendable {
    /// In whole numbers.
    case exact
    /// In `Float`, as JGSourceBase does.
    case float32
  }

  /// The moment at which JGSourceBase computed its sizes, which decides what landscape subtracts.
  package enum FirstUse: String, CaseIterable, Hashable, Sendable {
    /// Landscape loses the top and bottom insets of portrait.
    case portrait
    /// Landscape loses its own side insets.
    case landscape
    /// There was no window yet, so nothing is subtracted.
    case noWindow
  }

  /// The source of base heights.
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
  /// The arithmetic of ratios.
  package var arithmetic: Arithmetic
  /// The moment of JGSourceBase; `nil` computes sizes for the present screen, with its own insets.
  package var firstUse: FirstUse?
  /// The source of base heights.
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
