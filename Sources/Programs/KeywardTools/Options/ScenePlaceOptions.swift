import KeyboardEngine
import KeyboardScenes
import KeywardPrograms
import PromptUI

struct ScenePlaceOptions {
  private var screen = ScreenOptions()
  /// The app's window; nil for the whole screen.
  private(set) var window: Rect?
  /// The place of the keyboard; nil for the default place.
  private var keyboard: String?

  static let groups = [
    OptionGroup(
      "Screen", ["device", "orientation", "screen", "safe-area"], of: [ScreenOptions.group]
    ).within { $1(&$0.screen) },
    OptionGroup<Self>(
      "Place",
      [
        .value(
          "window", .window,
          "Window that the scene fills, in points on the screen; default: the whole screen."
        ) { $0.window = $1 },
        .value(
          "keyboard", .text("PLACE"),
          """
          Place of the keyboard: hidden, docked[:H], split:Y[,H], undocked:Y[,H], floating:X,Y,W,H \
          or shortcuts[:leading|trailing]. X, Y, W and H are its left and top edges, width and height in \
          points. Default: docked, or hidden with --format.
          """
        ) { $0.keyboard = $1 },
      ]),
  ]

  func validate() throws(UsageError) {
    if screen.device != nil, screen.screen != nil {
      throw UsageError("--device sets the size of the screen; leave out --screen.")
    }
    if screen.device == nil, screen.orientation != nil {
      throw UsageError(
        "--orientation needs --device; add --device, or swap width and height in --screen.")
    }
    if let insets = screen.safeArea,
      [insets.top, insets.left, insets.bottom, insets.right].contains(where: { $0 < 0 })
    {
      throw UsageError("The insets of a safe area must be 0 or more.")
    }
    if let size = screen.screen, size.width < 0 || size.height < 0 {
      throw UsageError("The width and height of a screen must be 0 or more.")
    }
  }

  /// Returns the screen set by the options, or one of the size that the scene file sets.
  func screen(of scene: SceneFile) throws(CommandFailure) -> SceneSurface {
    guard let held = try screen.held() else {
      return SceneSurface(
        size: screen.screen ?? scene.size, safeArea: screen.safeArea ?? .zero, idiom: .phone)
    }
    return SceneSurface(
      size: held.size, safeArea: screen.safeArea ?? held.safeArea, idiom: held.idiom)
  }

  /// The screen of an interactive scene; `isWindow` is true if it is the terminal's window.
  func description() throws(CommandFailure) -> (screen: ScreenDescription, isWindow: Bool) {
    let safeArea = screen.safeArea
    if let held = try screen.held() {
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
      guard let size = screen.screen else {
        return (try ScreenDescription(columns: 80, lines: 24), true)
      }
      return (try ScreenDescription(size: size, safeArea: safeArea ?? .zero), false)
    }
  }

  func sceneOptions(
    on screen: ScreenDescription, isWindow: Bool, _ direction: ReadingDirection
  ) throws(CommandFailure) -> SceneOptions {
    var options = SceneOptions()
    options.window = window
    options.followsWindow = isWindow
    options.safeArea = isWindow ? self.screen.safeArea : nil
    if let keyboard {
      let environment = KeyboardEnvironment(
        orientation: screen.orientation, screen: screen.size, height: 1, direction: direction)
      _ = try orFail(.usage) { try KeyboardPlacement(keyboard, in: environment) }
      options.keyboard = keyboard
    }
    return options
  }

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

  /// The height of the default keyboard; 0 if the keyboard is hidden or its frame is given.
  private func keyboardHeight(
    of keyboard: String, on surface: SceneSurface
  ) throws(CommandFailure) -> Double {
    let hasOwnHeight = ["undocked", "split"].contains {
      keyboard.hasPrefix($0) && !keyboard.contains(",")
    }
    guard keyboard == "docked" || hasOwnHeight else { return 0 }
    return try orFail {
      try KeyboardGeometry(
        screen: ScreenDescription(
          size: surface.size, safeArea: surface.safeArea, idiom: surface.idiom),
        profile: .standard, hasToolbar: false
      ).totalHeight
    }
  }
}

/// A screen of any size, even one too small for a keyboard.
struct SceneSurface {
  /// The size in points, in the current orientation.
  let size: Size
  let safeArea: RectInsets
  /// The idiom, such as phone or pad, which determines the height of the default keyboard.
  let idiom: Idiom
}

extension ValueForm<Rect> {
  fileprivate static let window = Self(
    "X,Y,W,H", "x, y, width and height in points, such as 0,0,320,1024"
  ) { text in
    guard let n = [Double](text, separatedBy: ",", count: 4), n[2] >= 0, n[3] >= 0 else {
      return nil
    }
    return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
  }
}
