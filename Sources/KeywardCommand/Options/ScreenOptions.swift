import ArgumentParser
import KeywardEngine
import TerminalUI

/// The options that say for which screen a keyboard is laid out.
struct ScreenOptions: ParsableArguments {
  @Option(
    help: "A device, such as iphone-xs or ipad-mini-6, instead of the terminal window.",
    completion: Completions.devices)
  var device: String?

  @Option(
    help: ArgumentHelp(
      "A screen of this size in points, instead of the terminal window (a cell is 8 x 16).",
      valueName: "WxH"),
    transform: OptionValues.size)
  var screen: Size?

  @Option(
    help: ArgumentHelp(
      "The insets of --screen in the orientation at the start; the other's are derived.",
      valueName: "TOP,LEFT,BOTTOM,RIGHT"),
    transform: OptionValues.insets)
  var safeArea: EdgeInsets?

  @Option(help: "What kind of device --screen is.")
  var idiom: Idiom?

  @Option(help: "How the screen is held; without it as its shape says.")
  var orientation: Orientation?

  @Option(help: "The profile of gaps, ratios and heights.", completion: Completions.metrics)
  var metrics = "default"

  func validate() throws {
    if device != nil, screen != nil || safeArea != nil || idiom != nil {
      throw ValidationError(
        "--device says size, safe area and idiom itself; leave --screen, --safe-area and --idiom out."
      )
    }
    if screen == nil, safeArea != nil || idiom != nil {
      throw ValidationError("--safe-area and --idiom belong to a --screen WxH; add it.")
    }
  }

  /// The constants that `--metrics` names.
  ///
  /// - Throws: `CommandFailure` with the names there are.
  func profile() throws(CommandFailure) -> MetricsProfile {
    let catalog = try Keyboards.metrics()
    do {
      return try catalog.profile(named: metrics)
    } catch {
      throw CommandFailure(error, status: .usage)
    }
  }

  /// The screen the options describe, or a window.
  ///
  /// - Parameter window: The terminal's window in cells, asked for where no screen is given.
  /// - Returns: The screen in the orientation to start with.
  /// - Throws: `CommandFailure` with the devices there are, or the sides a screen can have.
  func description(
    window: () -> (columns: Int, rows: Int) = ScreenOptions.terminalWindow
  ) throws(CommandFailure) -> ScreenDescription {
    if let device {
      let catalog = try Keyboards.devices()
      do {
        let found = try catalog.device(named: device)
        return found.screen(orientation ?? Orientation(of: found.portraitSize))
      } catch {
        throw CommandFailure(error, status: .usage)
      }
    }
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

  /// The screen of a picture: a size alone is that of a window.
  ///
  /// - Throws: `CommandFailure` as `description(window:)`.
  func pictured() throws(CommandFailure) -> ScreenDescription {
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

  /// The window of the terminal; without one what `COLUMNS` and `LINES` say, else 80 × 24.
  static func terminalWindow() -> (columns: Int, rows: Int) {
    let environment = TerminalEnvironment.current()
    if let session = try? TerminalSession(environment: environment) { return session.size }
    return (environment.columns ?? 80, environment.rows ?? 24)
  }
}
