import KeywardGeometry

/// The dimensions of a keyboard at the bottom of a screen: its heights, its frames and the key
/// size.
///
/// They depend on the screen, the metrics, the toolbar, the requested panel height and the grid of
/// the keyboard's form. They do not depend on the keys.
///
/// ```swift
/// let geometry = try KeyboardGeometry(
///   screen: device.screen(.portrait), profile: profile, hasToolbar: false)
/// let panel = try geometry.layout(of: page)
/// ```
package struct KeyboardGeometry: Hashable, Sendable {
  package let screen: ScreenDescription
  package let profile: MetricsProfile
  package let height: Double
  package let keyWidth: Double
  package let keyHeight: Double
  package let toolbarHeight: Double
  package let totalHeight: Double
  /// The height of the keyboard when it first appears, in points.
  ///
  /// It is `totalHeight`, but a profile with a `firstUse` omits the bottom inset. Such a profile
  /// reproduces the iOS library JGSourceBase, which adds the bottom inset only when the frame first
  /// changes.
  package let initialHeight: Double

  package let grid: HeightGrid

  /// Computes the heights and the key size.
  ///
  /// A profile's measured heights and height limits apply only to the standard grid. For any other
  /// grid, the height comes from the formula. No panel is higher than the safe area. A requested or
  /// limited height with which a row of keys would be lower than `lowestRow` is an error.
  package init(
    screen: ScreenDescription, profile: MetricsProfile, hasToolbar: Bool,
    panelHeight: PanelHeight = .metrics, grid: HeightGrid = .standard
  ) throws(TooSmall) {
    self.screen = screen
    self.profile = profile
    self.grid = grid
    let columns = Double(grid.columns)
    let metrics = profile[screen.idiom, screen.orientation]
    let width = Self.formulaWidth(of: screen, firstUse: profile.firstUse)
    keyWidth = ((width - columns * metrics.gap) / columns).rounded(.down)
    guard keyWidth >= 1, keyWidth <= ScreenDescription.longestSide else { throw TooSmall() }
    let ratio = metrics.ratio
    keyHeight =
      profile.usesFloat
      ? (keyWidth / ratio.floatQuotient).rounded(.down)
      : Double(Int(keyWidth) * ratio.denominator / ratio.numerator)
    guard keyHeight >= 1 else { throw TooSmall() }
    let line = metrics.line
    let formula = (line + Double(grid.rows) * (keyHeight + line)).rounded(.up)
    let base =
      grid != .standard
      ? formula
      : Self.measuredHeight(of: screen, profile: profile) ?? metrics.clamped(formula)
    toolbarHeight = hasToolbar ? profile.toolbar : 0
    let room = screen.size.height - screen.safeArea.top - screen.safeArea.bottom - toolbarHeight
    let asked = panelHeight.points(in: room)
    height = min(asked ?? base, room)
    let isDerived = asked == nil && height == base
    guard isDerived || height >= Double(grid.rows) * Self.lowestRow else { throw TooSmall() }
    totalHeight = height + toolbarHeight + screen.safeArea.bottom
    initialHeight = profile.firstUse == nil ? totalHeight : height + toolbarHeight
  }

  /// The smallest height of a row in points, unless the metrics derive a smaller one.
  private static let lowestRow = 20.0

  /// The frame of the whole keyboard in the screen's coordinates.
  ///
  /// It includes the toolbar and the bottom safe area inset.
  package var frame: Rect {
    Rect(
      x: 0, y: screen.size.height - totalHeight, width: screen.size.width, height: totalHeight)
  }

  /// The panel's frame in the screen's coordinates, between the side insets and above the bottom
  /// inset.
  package var panelFrame: Rect {
    Rect(
      x: screen.safeArea.left, y: screen.size.height - screen.safeArea.bottom - height,
      width: screen.usableWidth, height: height)
  }

  /// Computes the frame of every key of a page, in the panel's coordinates.
  ///
  /// `height` is the height of the panel in points; by default, it is the height of this geometry.
  package func layout(of page: PanelPage, height: Double? = nil) throws(TooSmall) -> PanelLayout {
    let size = Size(width: panelFrame.width, height: height ?? self.height)
    return try PanelLayout(
      page: page, size: size, metrics: profile[screen.idiom, screen.orientation],
      orientation: screen.orientation, roundsSpace: profile.usesFloat)
  }

  /// Returns the width in points from which the key width is computed.
  ///
  /// It is the usable width of the screen. With `firstUse`, it is the width that the iOS library
  /// JGSourceBase would use.
  private static func formulaWidth(
    of screen: ScreenDescription, firstUse: MetricsProfile.FirstUse?
  ) -> Double {
    guard let firstUse else { return screen.usableWidth }
    guard screen.orientation == .landscape else {
      return min(screen.size.width, screen.size.height)
    }
    let long = max(screen.size.width, screen.size.height)
    let portrait = screen.safeArea(.portrait)
    let landscape = screen.safeArea(.landscape)
    return switch firstUse {
    case .portrait: long - portrait.top - portrait.bottom
    case .landscape: long - landscape.left - landscape.right
    case .noWindow: long
    }
  }

  private static func measuredHeight(
    of screen: ScreenDescription, profile: MetricsProfile
  ) -> Double? {
    guard profile.usesMeasuredHeights else { return nil }
    if let device = Device.shipped.first(where: { $0.id == screen.device }) {
      return screen.orientation == .portrait ? device.portraitHeight : device.landscapeHeight
    }
    guard screen.orientation == .landscape else { return nil }
    return Device.nearestLandscape(width: screen.usableWidth, idiom: screen.idiom)?.landscapeHeight
  }
}

package struct HeightGrid: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// Ten columns and four rows: the grid of every keyboard without a form, regardless of its
  /// panels.
  package static let standard = HeightGrid(columns: 10, rows: 4)
}

/// The method that determines the height of a keyboard's panel, whatever keys the panel has.
///
///     configuration.panelHeight = .fill          // the keyboard fills the screen
///     configuration.panelHeight = .points(220)   // the host uses the rest of the screen
@nonexhaustive public enum PanelHeight: Hashable, Sendable {
  /// The height that the metrics profile computes from the screen; the maximum is the height of
  /// `fill`.
  case metrics
  /// The height of the whole safe area, minus the height of the toolbar.
  case fill
  /// A height in points, at least 20 for each row of keys; the maximum is the height of `fill`.
  case points(Double)

  /// The height in points if `room` is the height of the safe area; nil for that of the metrics.
  func points(in room: Double) -> Double? {
    switch self {
    case .metrics: nil
    case .fill: room
    case .points(let points): points
    }
  }
}

package struct TooSmall: Error, Hashable, Sendable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "The screen is too small for a keyboard: a key would be less than one point wide, or a row less "
      + "than 20 points high. Use a larger screen or smaller safe-area insets."
  }
}
