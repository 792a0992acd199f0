import Geometry

/// The height of the panel of a keyboard, whatever keys it holds.
///
///     configuration.panelHeight = .fill          // a pad that has the screen to itself
///     configuration.panelHeight = .points(220)   // the rest of the screen is the host's
public enum PanelHeight: Hashable, Sendable {
  /// The height that the metrics profile computes from the width of the screen.
  case metrics
  /// The whole screen between its safe areas, less the toolbar.
  case fill
  /// A height in points, limited to that of `fill`.
  case points(Double)

  /// The height on a screen; `nil` leaves it to the metrics.
  ///
  /// - Throws: `TooSmall` for less than one point, and for a value that is not a number.
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
