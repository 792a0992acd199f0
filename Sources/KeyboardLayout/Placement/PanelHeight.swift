import Geometry

/// The height of the panel of a keyboard, whatever keys it holds.
///
///     configuration.panelHeight = .fill          // a pad that has the screen to itself
///     configuration.panelHeight = .points(220)   // the rest of the screen is the host's
public enum PanelHeight: Hashable, Sendable {
  /// As the metrics profile computes it from the width of the screen.
  case metrics
  /// All of the screen between its safe areas, less the toolbar.
  case fill
  /// So many points, and no more than `fill` would give.
  case points(Double)

  /// The height on a screen; `nil` leaves it to the metrics.
  ///
  /// - Throws: `TooSmall` for less than one point, and for what is no number.
  func points(on screen: ScreenDescription, below toolbar: Double) throws(TooSmall) -> Double? {
    let room = screen.size.height - screen.safeArea.top - screen.safeArea.bottom - toolbar
    let height: Double
    switch self {
    case .metrics: return nil
    case .fill: height = room
    case .points(let points): height = min(points, room)
    }
    guard height >= 1 else { throw TooSmall() }
    return height
  }
}
