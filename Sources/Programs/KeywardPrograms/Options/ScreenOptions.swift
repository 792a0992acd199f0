import KeywardEngine
import KeywardTerminal

/// The options for the screen that a keyboard is laid out for.
package struct ScreenOptions: Hashable {
  package var device: String?
  /// The size of the screen in points; nil to use the size of the terminal's window.
  package var screen: Size?
  /// The insets of `screen` in the orientation at the start; nil for none.
  package var safeArea: RectInsets?
  /// The kind of device; nil for a phone.
  package var idiom: Idiom?
  /// The orientation at the start; nil to derive it from the size.
  package var orientation: Orientation?
  package var metrics = "default"

  package init() {}

  package static let group = OptionGroup<Self>(
    "Screen",
    [
      .value(
        "device", .text("NAME", offers: .devices),
        "Use the screen of this device, such as iphone-xs or ipad-mini-6."
      ) { $0.device = $1 },
      .value(
        "screen", .size,
        "Use a screen of this size in points, where a cell is 8 x 16. Default: the terminal's window."
      ) { $0.screen = $1 },
      .value(
        "safe-area", .insets,
        """
        Safe-area insets in points, in the initial orientation; those for the other orientation are \
        derived.
        """
      ) { $0.safeArea = $1 },
      .value("idiom", .name, "Kind of device for --screen; default: phone.") { $0.idiom = $1 },
      .value("orientation", .name, "Orientation of the screen; default: according to its shape.") {
        $0.orientation = $1
      },
      .value(
        "metrics", .text("NAME", offers: .metrics),
        """
        Profile that sets the gaps, aspect ratios and heights of keys: \
        \(MetricsProfile.shipped.map(\.name).joined(separator: ", ")). \
        The jgs profiles follow the iOS library JGSourceBase.
        """
      ) { $0.metrics = $1 },
    ])

  package func validate() throws(UsageError) {
    if device != nil, screen != nil || safeArea != nil || idiom != nil {
      throw UsageError(
        "--device sets size, safe area and idiom; leave out --screen, --safe-area and --idiom."
      )
    }
    if screen == nil, safeArea != nil || idiom != nil {
      throw UsageError("--safe-area and --idiom need --screen WxH; add it.")
    }
  }

  package func profile() throws(CommandFailure) -> MetricsProfile {
    try orFail(.usage) { try MetricsProfile.named(metrics) }
  }

  /// Returns the screen that these options describe.
  ///
  /// If they describe neither a device nor a size, `window` determines the size.
  package func description(
    window: () -> (columns: Int, rows: Int) = ScreenOptions.terminalWindow
  ) throws(CommandFailure) -> ScreenDescription {
    if let held = try held() { return held }
    do throws(ScreenError) {
      if let screen {
        return try ScreenDescription(
          size: screen, safeArea: safeArea ?? .zero, idiom: idiom ?? .phone,
          orientation: orientation)
      }
      let window = window()
      return try ScreenDescription(
        columns: window.columns, lines: window.rows, orientation: orientation)
    } catch {
      throw CommandFailure(error, status: .usage)
    }
  }

  package func held() throws(CommandFailure) -> ScreenDescription? {
    guard let device else { return nil }
    return try orFail(.usage) {
      try ScreenDescription(device: device, orientation: orientation)
    }
  }

  /// Returns the screen for a picture.
  ///
  /// If `screen` is given without insets and idiom, it is the size of a terminal window.
  package func pictured() throws(CommandFailure) -> ScreenDescription {
    guard let screen, safeArea == nil, idiom == nil else { return try description() }
    var options = self
    options.screen = nil
    return try options.description {
      (
        columns: max(1, Int((screen.width / CellGrid.cellWidth).rounded())),
        rows: max(1, Int((screen.height / CellGrid.cellHeight).rounded()))
      )
    }
  }

  /// Returns the window size of the terminal; without a terminal, `COLUMNS` and `LINES`, or (80,
  /// 24).
  package static func terminalWindow() -> (columns: Int, rows: Int) {
    let environment = TerminalEnvironment.current()
    if let session = try? TerminalSession(environment: environment) { return session.size }
    return (environment.columns ?? 80, environment.rows ?? 24)
  }
}
