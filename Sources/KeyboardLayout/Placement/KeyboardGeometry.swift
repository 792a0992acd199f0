import Geometry

/// The places of a docked keyboard and its parts on a screen.
///
/// ```swift
/// let geometry = try KeyboardGeometry(
///   screen: device.screen(.portrait), profile: profile, devices: devices, hasToolbar: false)
/// let panel = try geometry.layout(of: page)
/// ```
package struct KeyboardGeometry: Hashable, Sendable {
  /// The screen, in its orientation.
  package let screen: ScreenDescription
  /// The constants.
  package let profile: MetricsProfile
  /// The heights on that screen.
  package let heights: KeyboardHeights

  /// Computes the heights for a screen.
  ///
  /// - Parameters:
  ///   - screen: the screen, in its orientation.
  ///   - profile: the constants.
  ///   - devices: the devices whose measured heights a profile may use.
  ///   - hasToolbar: whether the title is not empty.
  ///   - panelHeight: the wanted height of the panel.
  ///   - grid: the columns and rows of the keyboard's form.
  /// - Throws: `TooSmall` if a key would be less than one point wide or high.
  package init(
    screen: ScreenDescription, profile: MetricsProfile, devices: DeviceCatalog, hasToolbar: Bool,
    panelHeight: PanelHeight = .metrics, grid: HeightGrid = .standard
  ) throws(TooSmall) {
    self.screen = screen
    self.profile = profile
    heights = try KeyboardHeights(
      screen: screen, profile: profile, devices: devices, hasToolbar: hasToolbar,
      panelHeight: panelHeight, grid: grid)
  }

  /// The whole keyboard with toolbar and bottom safe inset, in the screen's coordinates.
  package var frame: Rect {
    Rect(
      x: 0, y: screen.size.height - heights.totalHeight,
      width: screen.size.width, height: heights.totalHeight)
  }

  /// The toolbar, as wide as the screen, in its coordinates; empty without a title.
  package var toolbarFrame: Rect {
    Rect(x: 0, y: frame.y, width: screen.size.width, height: heights.toolbarHeight)
  }

  /// The panel between the safe sides and above the bottom one, in the screen's coordinates.
  package var panelFrame: Rect {
    Rect(
      x: screen.safeArea.left, y: screen.size.height - screen.safeArea.bottom - heights.height,
      width: screen.usableWidth, height: heights.height)
  }

  /// Places every key of a page, in the panel's coordinates.
  ///
  /// - Parameters:
  ///   - page: the rows, without keys that lead nowhere.
  ///   - height: the height of the panel; `nil` for the metrics' own.
  /// - Returns: the layout.
  /// - Throws: `TooSmall` if a key would be less than one point wide or high.
  package func layout(of page: PanelPage, height: Double? = nil) throws(TooSmall) -> PanelLayout {
    let size = Size(width: panelFrame.width, height: height ?? panelFrame.height)
    return try PanelLayout(
      page: page, size: size, metrics: profile[screen.idiom, screen.orientation],
      orientation: screen.orientation, roundsSpace: profile.arithmetic == .float32)
  }
}
