import Keyward

/// The arguments of the command line.
struct Arguments {
  struct Fault: Error {
    var sentence: String
  }

  enum Format: String, CaseIterable {
    case text, json, svg
  }

  private(set) var scene = ""
  /// The format of the output; nil for an interactive scene.
  private(set) var format: Format?
  private(set) var direction = ReadingDirection.leftToRight
  private(set) var fitting: Size?
  /// The app's window; nil for the whole screen.
  private(set) var window: Rect?
  /// The place of the keyboard; nil for the default place.
  private(set) var keyboard: String?
  private(set) var safeArea: RectInsets?
  private(set) var layout = "latin-qwerty"
  private(set) var isPlain = false
  private(set) var asksHelp = false
  private(set) var timeout: Double?
  private(set) var rotations: [(orientation: Orientation, seconds: Double)] = []
  private var device: String?
  private var orientation: Orientation?
  private var screen: Size?

  static let help = """
    OVERVIEW: Lay out an application's views around a keyboard.

    A demonstration of Keyward's library: do not type a real password into it.

    USAGE: keyward-studio [OPTIONS] NAME|FILE

    ARGUMENTS:
      NAME|FILE               A scene file, or one of these scenes:
    \(StudioScenes.names.map { "                          \($0)" }.joined(separator: "\n"))

    OPTIONS:
      --direction ltr|rtl     Reading direction; default: ltr.
      --fitting WxH           Also print the size closest to this one that the
                              constraints allow; only with --format text or json.
      --format text|json|svg  Print a line for each view, JSON, or a picture,
                              instead of opening the scene.
      --layout NAME           Keyboard; default: latin-qwerty.
      --timeout SECONDS       End the scene with status 124 after this time.
      --rotate ORIENTATION@SECONDS
                              Rotate the screen after this time; can be repeated.
      --plain                 Print the final frames instead of opening the scene.
      --device NAME           Screen of this device, such as iphone-xs.
      --orientation portrait|landscape
                              Orientation of the device.
      --screen WxH            Screen of this size in points, where a cell is 8 x 16.
      --safe-area TOP,LEFT,BOTTOM,RIGHT
                              Safe-area insets in points.
      --window X,Y,W,H        Window that the scene fills; default: the screen.
      --keyboard PLACE        hidden, docked[:H], split:Y[,H], undocked:Y[,H],
                              floating:X,Y,W,H or shortcuts[:leading|trailing];
                              default: docked, or hidden with --format.
      -h, --help              Show this help.
    """

  init(_ words: [String]) throws(Fault) {
    var words = words[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        guard scene.isEmpty else { throw Fault(sentence: "Unexpected argument “\(word)”.") }
        scene = word
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if Self.flags.contains(name) {
        guard parts.count == 1 else { throw Fault(sentence: "\(name) takes no value.") }
        setFlag(name)
        continue
      }
      guard Self.values.contains(name) else {
        throw Fault(sentence: "There is no option \(name).")
      }
      guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst() else {
        throw Fault(sentence: "\(name) needs a value.")
      }
      guard set(name, to: value) else {
        throw Fault(sentence: "\(name) cannot be “\(value)”.")
      }
    }
    if !asksHelp { try check() }
  }

  private static let flags = ["--plain", "--help", "-h"]
  private static let values = [
    "--direction", "--fitting", "--format", "--layout", "--timeout", "--rotate", "--device",
    "--orientation", "--screen", "--safe-area", "--window", "--keyboard",
  ]

  private mutating func setFlag(_ name: String) {
    if name == "--plain" { isPlain = true } else { asksHelp = true }
  }

  /// Sets an option; returns false if the value is not one of its values.
  private mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--direction":
      guard let direction = ReadingDirection(rawValue: value) else { return false }
      self.direction = direction
    case "--fitting": return Self.set(&fitting, Self.size(value))
    case "--format": return Self.set(&format, Format(rawValue: value))
    case "--layout": layout = value
    case "--timeout": return Self.set(&timeout, Self.numbers(value, count: 1)?.first)
    case "--rotate":
      let parts = value.split(separator: "@")
      guard parts.count == 2, let orientation = Orientation(rawValue: String(parts[0])),
        let seconds = Self.numbers(String(parts[1]), count: 1)?.first, seconds >= 0
      else { return false }
      rotations.append((orientation, seconds))
    case "--device": device = value
    case "--orientation": return Self.set(&orientation, Orientation(rawValue: value))
    case "--screen": return Self.set(&screen, Self.size(value))
    case "--safe-area":
      guard let n = Self.numbers(value, count: 4), n.allSatisfy({ $0 >= 0 }) else { return false }
      safeArea = RectInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
    case "--window":
      guard let n = Self.numbers(value, count: 4), n[2] >= 0, n[3] >= 0 else { return false }
      window = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
    default: keyboard = value
    }
    return true
  }

  private static func set<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
    field = value
    return value != nil
  }

  private static func numbers(
    _ text: String, separatedBy separator: Character = ",", count: Int
  ) -> [Double]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, numbers.count == count, numbers.allSatisfy(\.isFinite)
    else { return nil }
    return numbers
  }

  private static func size(_ text: String) -> Size? {
    guard let n = numbers(text, separatedBy: "x", count: 2), n.allSatisfy({ $0 >= 0 }) else {
      return nil
    }
    return Size(width: n[0], height: n[1])
  }

  private func check() throws(Fault) {
    if scene.isEmpty { throw Fault(sentence: "Give the name or the file of a scene.") }
    if device != nil, screen != nil {
      throw Fault(sentence: "--device sets the size of the screen; leave out --screen.")
    }
    if device == nil, orientation != nil {
      throw Fault(
        sentence:
          "--orientation needs --device; add --device, or swap width and height in --screen.")
    }
    if fitting != nil, format == nil || format == .svg {
      throw Fault(
        sentence:
          "--fitting works only with text or JSON output; add --format text or --format json.")
    }
  }

  // MARK: Screens

  private func deviceScreen() throws(Fault) -> ScreenDescription? {
    guard let device else { return nil }
    do {
      return try ScreenDescription(device: device, orientation: orientation)
    } catch { throw Fault(sentence: "\(error)") }
  }

  /// The screen of a printed scene, which may be too small for a keyboard.
  ///
  /// Without options it has the size that the scene file sets.
  func surface(of scene: SceneFile) throws(Fault) -> SceneSurface {
    guard let held = try deviceScreen() else {
      return SceneSurface(
        size: screen ?? scene.size, safeArea: safeArea ?? .zero, idiom: .phone)
    }
    return SceneSurface(
      size: held.size, safeArea: safeArea ?? held.safeArea, idiom: held.idiom)
  }

  /// The screen of an interactive scene; `isWindow` is true if it is the terminal's window.
  func description() throws(Fault) -> (screen: ScreenDescription, isWindow: Bool) {
    do {
      if let held = try deviceScreen() {
        guard let safeArea else { return (held, false) }
        let screen = try ScreenDescription(
          size: held.size, safeArea: safeArea, idiom: held.idiom, orientation: held.orientation)
        return (screen, false)
      }
      guard let screen else { return (try ScreenDescription(columns: 80, rows: 24), true) }
      return (try ScreenDescription(size: screen, safeArea: safeArea ?? .zero), false)
    } catch let fault as Fault {
      throw fault
    } catch { throw Fault(sentence: "\(error)") }
  }

  /// The place of the keyboard in a printed scene.
  func placement(on surface: SceneSurface) throws(Fault) -> KeyboardPlacement {
    let place = keyboard ?? "hidden"
    let takesHeight =
      place == "docked"
      || ["undocked", "split"].contains { place.hasPrefix($0) && !place.contains(",") }
    do {
      let height =
        takesHeight
        ? try KeyboardConfiguration(
          screen: ScreenDescription(
            size: surface.size, safeArea: surface.safeArea, idiom: surface.idiom)
        ).dockedHeight : 0
      guard let height else { throw Fault(sentence: "The screen is too small for a keyboard.") }
      let environment = KeyboardEnvironment(
        orientation: Orientation(of: surface.size), screen: surface.size,
        bottomInset: surface.safeArea.bottom, height: height, direction: direction)
      return try KeyboardPlacement(place, in: environment)
    } catch let fault as Fault {
      throw fault
    } catch { throw Fault(sentence: "\(error)") }
  }

  func checkPlace(on screen: ScreenDescription) throws(Fault) {
    guard let keyboard else { return }
    let environment = KeyboardEnvironment(
      orientation: screen.orientation, screen: screen.size, height: 1, direction: direction)
    do {
      _ = try KeyboardPlacement(keyboard, in: environment)
    } catch { throw Fault(sentence: "\(error)") }
  }
}

/// A screen of any size, even one too small for a keyboard.
struct SceneSurface {
  /// The size in points, in the current orientation.
  let size: Size
  let safeArea: RectInsets
  /// The kind of device, which determines the height of the docked keyboard.
  let idiom: Idiom
}

extension ScreenDescription {
  /// Creates the screen of a terminal's window, without insets.
  init(columns: Int, rows: Int) throws(ScreenError) {
    try self.init(
      size: Size(
        width: Double(columns) * CellRect.cellWidth, height: Double(rows) * CellRect.cellHeight))
  }
}

extension KeyboardConfiguration {
  /// The height of the docked keyboard, with the inset below it; nil if the screen is too small.
  var dockedHeight: Double? {
    guard let text = try? SecretText(capacity: 16, policy: .allowUnlocked),
      let keyboard = try? Keyboard(self, text: text)
    else { return nil }
    keyboard.show()
    keyboard.transitions.settle()
    return keyboard.state.isVisible ? keyboard.state.frame.height : nil
  }
}
