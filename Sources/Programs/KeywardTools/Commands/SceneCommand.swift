import Glibc
import KeyboardEngine
import KeyboardScenes
import KeywardPrograms
import PromptUI
import SecureMemory

struct SceneCommand: Command {
  static let name = "scene"
  static let summary = "Lay out an application's views around the keyboard."
  static let discussion = """
    A scene file declares views, and constraints that relate them to each other, the keyboard and \
    the safe area. Shipped scenes: \(ShippedScenes.names.joined(separator: ", ")).

    On a terminal the scene is interactive; tour, chat and login are made for that. To move the \
    keyboard, drag the grip in its top row, or just above the grip; or grab the keyboard with Ctrl-G. \
    Arrows then move it by one cell, and Shift-arrows by five; Tab and Shift-Tab cycle through its \
    placements (docked, undocked, split, floating, shortcuts bar, hidden); Enter, Esc or Ctrl-G releases \
    it.

    Ctrl-R rotates the screen; Ctrl-O changes the reading direction; clicks press keys; Enter \
    submits the field's text, which is then wiped and never printed; Esc and Ctrl-C end the scene. A \
    terminal that takes text only (--plain, TERM=dumb) gets the final frames as text.

    With --format, nothing is interactive: frames are printed in points, with y downwards, in the \
    coordinates of each view's superview. Conflicting constraints are reported on standard error, and \
    the layout continues without one of them.
    """

  private var scene = ""
  private var place = ScenePlaceOptions()
  private var direction = ReadingDirection.leftToRight
  private var fitting: Size?
  /// The format of the drawing; nil for an interactive scene.
  private var format: DrawingFormat?
  private var settings: ProgramSettings

  init(_ settings: ProgramSettings) {
    self.settings = settings
    // A time limit is only for secrets.
    self.settings.timeout = nil
  }

  static let argument: CommandOption<Self>? = .argument(
    "NAME|FILE", .one, .text(offers: .names { ShippedScenes.names }),
    "A shipped scene or a scene file."
  ) { $0.scene = $1 }

  static let groups =
    [
      OptionGroup<Self>([
        .value("direction", .name, "Reading direction; default: ltr.") { $0.direction = $1 },
        .value(
          "fitting", .size,
          """
          Also print the size closest to this one that the constraints allow, as \
          systemLayoutSizeFitting does; only with --format text or json.
          """
        ) { $0.fitting = $1 },
        .value(
          "format", .name,
          "Print a line for each view, JSON, or a picture, instead of opening the scene."
        ) {
          $0.format = $1
        },
      ]),
      OptionGroup(
        "Interactive", ["timeout", "rotate", "plain", "allow-unlocked-memory"],
        of: ProgramSettings.groups
      ).within { $1(&$0.settings) },
    ] + ScenePlaceOptions.groups.map { $0.within { $1(&$0.place) } }

  var usesSettings: Bool { format == nil }

  func validate() throws(UsageError) {
    try place.validate()
    if fitting != nil, format == nil || format == .svg {
      throw UsageError(
        "--fitting works only with text or JSON output; add --format text or --format json.")
    }
    if let size = fitting, size.width < 0 || size.height < 0 {
      throw UsageError("The width and height in --fitting must be 0 or more.")
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    guard let format else { return try play(&hardening) }
    let scene = try laidOut()
    switch format {
    case .text: try StandardStreams.print(scene.report(fitting: fitting).text)
    case .json: try StandardStreams.print(scene.report(fitting: fitting).json.linesText)
    // `print` adds the last line end.
    case .svg: try StandardStreams.print(String(ScenePicture(scene).svg.dropLast()))
    }
    return .done
  }

  private func play(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    var environment = TerminalEnvironment.current()
    settings.apply(to: &environment)
    // The texts of scenes are in English.
    environment.language = .english
    let scene = try interactive(environment)
    if settings.look.isPlain || environment.needsLineMode {
      try scene.printSettled()
      return .done
    }
    return try scene.play(&hardening)
  }

  private func interactive(
    _ environment: TerminalEnvironment
  ) throws(CommandFailure) -> InteractiveScene {
    let file = try file().onCells(of: Size(width: CellGrid.cellWidth, height: CellGrid.cellHeight))
    let (screen, isWindow) = try place.description()
    var options = try place.sceneOptions(on: screen, isWindow: isWindow, direction)
    options.dialogue.look.mask = settings.look.mask
    options.dialogue.timeout = settings.timeout?.longest
    options.dialogue.look.rotations = settings.look.rotations
    var configuration = KeyboardConfiguration(
      definition: try KeyboardDefinition.named(settings.keyboard.layout ?? "latin-qwerty"),
      profile: .standard, screen: screen)
    configuration.direction = direction
    // Enter on an empty field usually means the end of a grab, and must not end the scene.
    configuration.returnNeedsText = true
    let scene = try Self.orFaults { () throws(LayoutFileErrors) in
      try KeyboardScene(file, direction: direction, labels: .cells)
    }
    return InteractiveScene(
      scene: scene, configuration: configuration, options: options,
      protection: settings.protection,
      environment: environment)
  }

  private func laidOut() throws(CommandFailure) -> KeyboardScene {
    let file = try file()
    let surface = try place.screen(of: file)
    let placement = try place.placement(on: surface, direction)
    let window = place.window ?? Rect(origin: .zero, size: surface.size)
    return try Self.orFaults { () throws(LayoutFileErrors) in
      try KeyboardScene(
        file, size: window.size, safeArea: surface.safeArea, direction: direction,
        keyboard: placement, window: window, screen: surface.size, labels: .cells,
        log: StandardStreams.log)
    }
  }

  private func file() throws(CommandFailure) -> SceneFile {
    if !ShippedScenes.names.contains(scene), !KeyboardLibrary.isPath(scene),
      unsafe access(scene, F_OK) != 0
    {
      let name = UnknownName(what: "scene", name: scene, known: ShippedScenes.names)
      throw CommandFailure(
        "\(name) To use your own scene, give the path of its file.", status: .usage)
    }
    return try Self.orFaults { () throws(LayoutFileErrors) in
      if let shipped = try ShippedScenes.scene(named: scene) { return shipped }
      return try SceneFile(path: scene)
    }
  }

  private static func orFaults<R>(
    _ body: () throws(LayoutFileErrors) -> R
  ) throws(CommandFailure) -> R {
    do { return try body() } catch { throw CommandFailure(faults: error) }
  }
}
