import ArgumentParser
import KeyboardScenes
import KeywardEngine
import SceneUI
import SecretCommands
import TerminalUI

/// The options for a scene's screen and the keyboard's place on it.
struct ScenePlaceOptions: ParsableArguments {
  @Option(
    help: "A device, such as iphone-xs or ipad-mini-6, instead of the scene's own size.",
    completion: Completions.devices)
  var device: String?

  @Option(help: "How the device is held.")
  var orientation: Orientation?

  @Option(
    help: ArgumentHelp(
      "A screen of this size in points, instead of the scene's own.", valueName: "WxH"),
    transform: OptionValues.size)
  var screen: Size?

  @Option(
    help: ArgumentHelp(
      "The insets of the safe area; without it the device's, else none.",
      valueName: "TOP,LEFT,BOTTOM,RIGHT"),
    transform: OptionValues.insets)
  var safeArea: RectInsets?

  @Option(
    help: ArgumentHelp(
      "The window on the screen, which the scene fills; without it the whole screen.",
      valueName: "X,Y,W,H"),
    transform: ScenePlaceOptions.rectangle)
  var window: Rect?

  @Option(
    help: ArgumentHelp(
      "Where the keyboard is: hidden, docked[:H], split:Y[,H], undocked:Y[,H], floating:X,Y,W,H or "
        + "shortcuts[:leading|trailing]. Without it docked on the screen, hidden with --format.",
      valueName: "PLACE"))
  var keyboard: String?

  func validate() throws {
    if device != nil, screen != nil {
      throw ValidationError("--device says the size itself; leave --screen out.")
    }
    if device == nil, orientation != nil {
      throw ValidationError(
        "--orientation turns a --device; add one, or swap the sides of --screen.")
    }
    if let insets = safeArea,
      [insets.top, insets.left, insets.bottom, insets.right].contains(where: { $0 < 0 })
    {
      throw ValidationError("The insets of a safe area are 0 or more.")
    }
    if let size = screen, size.width < 0 || size.height < 0 {
      throw ValidationError("The sides of a screen are 0 or more.")
    }
  }

  private static func rectangle(_ text: String) throws -> Rect {
    guard let n = Numbers.list(text, separatedBy: ",", count: 4), n[2] >= 0, n[3] >= 0 else {
      throw ValidationError("Give x, y, width and height in points, such as 0,0,320,1024.")
    }
    return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  /// The screen that the options describe, or else the scene's own size.
  ///
  /// - Throws: `CommandFailure` with the known devices.
  func screen(
    of scene: SceneFile
  ) throws(CommandFailure) -> SceneSurface {
    guard let held = try held() else {
      return SceneSurface(size: screen ?? scene.size, safeArea: safeArea ?? .zero, idiom: .phone)
    }
    return SceneSurface(
      size: held.size, safeArea: safeArea ?? held.safeArea, idiom: held.idiom)
  }

  /// The device's screen in the wanted orientation; `nil` without a device.
  private func held() throws(CommandFailure) -> ScreenDescription? {
    guard let device else { return nil }
    let catalog = try Keyboards.devices()
    let found = try orFail(.usage) { try catalog.device(named: device) }
    return found.screen(orientation ?? Orientation(of: found.portraitSize))
  }

  /// The screen of the scene, and whether it is the terminal's window.
  ///
  /// - Throws: `CommandFailure` with the known devices, or the possible sides of a screen.
  func description() throws(CommandFailure) -> (screen: ScreenDescription, isWindow: Bool) {
    if let held = try held() {
      guard let safeArea else { return (held, false) }
      return try orFail(.usage) {
        (
          try ScreenDescription(
            size: held.size, safeArea: safeArea, idiom: held.idiom,
            orientation: held.orientation), false
        )
      }
    }
    return try orFail(.usage) {
      guard let screen else {
        return (try ScreenDescription(columns: 80, lines: 24), true)
      }
      return (try ScreenDescription(size: screen, safeArea: safeArea ?? .zero), false)
    }
  }

  /// The options of an interactive scene.
  ///
  /// - Throws: `CommandFailure` if the keyboard's place is invalid.
  func sceneOptions(
    on screen: ScreenDescription, isWindow: Bool, _ direction: ReadingDirection
  ) throws(CommandFailure) -> SceneOptions {
    var options = SceneOptions()
    options.window = window
    options.followsWindow = isWindow
    options.safeArea = isWindow ? safeArea : nil
    if let keyboard {
      let environment = KeyboardEnvironment(
        orientation: screen.orientation, screen: screen.size, height: 1, direction: direction)
      _ = try orFail(.usage) { try KeyboardPlacement(keyboard, in: environment) }
      options.keyboard = keyboard
    }
    return options
  }

  /// The place of the keyboard on a screen.
  ///
  /// - Throws: `CommandFailure` if the place is invalid, or the keyboard does not fit the screen.
  func placement(
    on surface: SceneSurface, _ direction: ReadingDirection
  ) throws(CommandFailure) -> KeyboardPlacement {
    let keyboard = keyboard ?? "hidden"
    let environment = KeyboardEnvironment(
      orientation: Orientation(of: surface.size), screen: surface.size,
      bottomInset: surface.safeArea.bottom, height: try keyboardHeight(of: keyboard, on: surface),
      direction: direction)
    return try orFail(.usage) { try KeyboardPlacement(keyboard, in: environment) }
  }

  /// The height of the default keyboard, if it matters; 0 for a given frame or a hidden keyboard.
  private func keyboardHeight(
    of keyboard: String, on surface: SceneSurface
  ) throws(CommandFailure) -> Double {
    let hasOwnHeight = ["undocked", "split"].contains {
      keyboard.hasPrefix($0) && !keyboard.contains(",")
    }
    guard keyboard == "docked" || hasOwnHeight else { return 0 }
    let (metrics, devices) = (try Keyboards.metrics(), try Keyboards.devices())
    return try orFail {
      try KeyboardHeights(
        screen: ScreenDescription(
          size: surface.size, safeArea: surface.safeArea, idiom: surface.idiom),
        profile: metrics.profile(named: "default"), devices: devices, hasToolbar: false
      ).totalHeight
    }
  }
}

/// The surface of a scene: a screen of any size, even one too small for a keyboard.
struct SceneSurface {
  /// The sides in points, in the present orientation.
  let size: Size
  /// The insets of the screen in the present orientation.
  let safeArea: RectInsets
  /// The idiom whose constants measure the default keyboard.
  let idiom: Idiom
}
