import Geometry

/// The heights of a keyboard on a screen, and the key size behind them.
///
/// They are a pure function of screen, metrics, toolbar and the keyboard's form; the rest of a
/// layout never matters.
package struct KeyboardHeights: Hashable, Sendable {
  /// The base height of every panel, in points.
  package let height: Double
  /// The key width behind the height, before any clamp.
  package let keyWidth: Double
  /// The key height behind the height, before any clamp.
  package let keyHeight: Double
  /// The toolbar's height with a title, else 0.
  package let toolbarHeight: Double
  /// The sum of height, toolbar and bottom safe inset.
  package let totalHeight: Double
  /// The height of a new keyboard: `totalHeight`.
  ///
  /// In JGSourceBase it lacks the bottom inset until the first change of frame.
  package let initialHeight: Double

  /// The columns and rows of the formula.
  package let grid: HeightGrid

  /// Computes the heights.
  ///
  /// - Parameters:
  ///   - screen: the screen, in its orientation.
  ///   - profile: the constants.
  ///   - devices: the devices whose measured heights a profile with `heights: device` uses.
  ///   - hasToolbar: whether the title is not empty.
  ///   - panelHeight: the wanted height of the panel.
  ///   - grid: the columns and rows of the keyboard's form. Measured heights and bounds of a
  ///     profile hold for four rows, so another grid has the formula's height.
  /// - Throws: `TooSmall` if a key would be less than one point wide or high.
  package init(
    screen: ScreenDescription, profile: MetricsProfile, devices: DeviceCatalog, hasToolbar: Bool,
    panelHeight: PanelHeight = .metrics, grid: HeightGrid = .standard
  ) throws(TooSmall) {
    self.grid = grid
    let columns = Double(grid.columns)
    let metrics = profile[screen.idiom, screen.orientation]
    let width = Self.formulaWidth(of: screen, firstUse: profile.firstUse)
    keyWidth = ((width - columns * metrics.gap) / columns).rounded(.down)
    guard keyWidth >= 1, keyWidth <= ScreenDescription.longestSide else { throw TooSmall() }
    keyHeight = Self.keyHeight(
      width: keyWidth, ratio: metrics.ratio, arithmetic: profile.arithmetic)
    guard keyHeight >= 1 else { throw TooSmall() }
    let line = metrics.line
    let formula = (line + Double(grid.rows) * (keyHeight + line)).rounded(.up)
    let base =
      grid != .standard
      ? formula
      : Self.measuredHeight(of: screen, profile: profile, devices: devices)
        ?? metrics.clamped(formula)
    toolbarHeight = hasToolbar ? profile.toolbar : 0
    height = try panelHeight.points(on: screen, below: toolbarHeight) ?? base
    totalHeight = height + toolbarHeight + screen.safeArea.bottom
    initialHeight = profile.firstUse == nil ? totalHeight : height + toolbarHeight
  }

  /// The `W` of the formula: the real width, or the one JGSourceBase computed with at its first
  /// use.
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

  private static func keyHeight(
    width: Double, ratio: Ratio, arithmetic: MetricsProfile.Arithmetic
  ) -> Double {
    switch arithmetic {
    case .exact: Double(Int(width) * ratio.denominator / ratio.numerator)
    case .float32: (width / ratio.floatQuotient).rounded(.down)
    }
  }

  /// The height measured on the device, or in landscape on the device nearest to the screen.
  private static func measuredHeight(
    of screen: ScreenDescription, profile: MetricsProfile, devices: DeviceCatalog
  ) -> Double? {
    guard profile.heights == .device else { return nil }
    if let device = devices.devices.first(where: { $0.id == screen.device }) {
      return screen.orientation == .portrait ? device.portraitHeight : device.landscapeHeight
    }
    guard screen.orientation == .landscape else { return nil }
    return devices.nearestLandscape(width: screen.usableWidth, idiom: screen.idiom)?.landscapeHeight
  }
}
