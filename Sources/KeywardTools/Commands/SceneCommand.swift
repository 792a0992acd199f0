import ArgumentParser
import Glibc
import KeyboardScenes
import KeywardEngine
import SecretCommands
import SecureMemory

/// `keyward scene`: lays out host views around the keyboard.
struct SceneCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene", abstract: "Lay host views out around the keyboard.",
    discussion: """
      A scene file says which views there are and which constraints hold between them, the keyboard \
      and the safe area. Shipped scenes: \(ShippedScenes.names.joined(separator: ", ")).

      On a terminal the scene is played with: tour, chat and login are made for it. Drag the keyboard \
      by the grip in its top row, or take it with Ctrl-G: arrows move it by a cell, Shift-arrows by \
      five, Tab and Shift-Tab change its kind, Enter, Esc or Ctrl-G put it down. Ctrl-R rotates the \
      screen, Ctrl-O reads it from the other side, clicks press keys, Enter submits what is in the \
      field (it is wiped, nothing of it is printed), Esc and Ctrl-C leave. A terminal that takes text \
      only (--plain, TERM=dumb) is told where everything comes to rest.

      With --format nothing is played: frames are printed, in points, y downwards, in the coordinates \
      of the superview. Conflicting constraints are told on standard error, and the layout goes on \
      without one of them.
      """)

  /// The form of the output.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, svg
  }

  @Argument(
    help: ArgumentHelp("A shipped scene or a scene file.", valueName: "NAME|FILE"),
    completion: Completions.scenes)
  var scene: String

  @OptionGroup(title: "Place options") var place: ScenePlaceOptions

  @Option(help: "Which way leading and trailing point.")
  var direction = ReadingDirection.leftToRight

  @Option(
    help: ArgumentHelp(
      "Adds the size the scene would take if it could choose, as near to this one as it can.",
      valueName: "WxH"),
    transform: OptionValues.size)
  var fitting: Size?

  @Option(help: "Prints a line for each view, JSON, or a picture, instead of playing.")
  var format: Format?

  @OptionGroup(title: "Options of playing") var playing: ScenePlayOptions

  func validate() throws {
    if fitting != nil, format == nil || format == .svg {
      throw ValidationError("--fitting is printed; add --format text or json.")
    }
    if let size = fitting, size.width < 0 || size.height < 0 {
      throw ValidationError("The sides of --fitting are 0 or more.")
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    guard let format else { return try play(&hardening) }
    let scene = try laidOut()
    switch format {
    case .text: try StandardStreams.print(scene.report(fitting: fitting).text)
    case .json: try StandardStreams.print(scene.report(fitting: fitting).json.linesText)
    // `print` adds the last line end itself.
    case .svg: try StandardStreams.print(String(ScenePicture(scene).svg.dropLast()))
    }
    return .done
  }

  /// Plays the scene on the terminal.
  private func play(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let settled = playing.settled()
    let request = try request(settled)
    if settled.isPlain {
      try InteractiveScene.printSettled(request)
      return .done
    }
    var scene = try InteractiveScene.prepare(request, &hardening)
    return try scene.play(hardening)
  }

  private func request(
    _ settled: ScenePlayOptions.Settled
  ) throws(CommandFailure) -> InteractiveScene.Request {
    let file = try file().onCells(
      of: Size(width: CellGrid.cellWidth, height: CellGrid.cellHeight))
    let (screen, isWindow) = try place.description()
    var options = try place.sceneOptions(on: screen, isWindow: isWindow, direction)
    options.dialogue = settled.dialogue
    var configuration = KeyboardConfiguration(
      definition: try Keyboards.named(settled.layout ?? "latin-qwerty"),
      profile: try orFail { try Keyboards.metrics().profile(named: "default") }, screen: screen)
    configuration.direction = direction
    // Enter on an empty field is more often the end of a grab than a wish to leave.
    configuration.returnNeedsText = true
    let scene: KeyboardScene
    do throws(LayoutFileErrors) {
      scene = try KeyboardScene(
        file, direction: direction, labels: .cells)
    } catch {
      throw CommandFailure(faults: error)
    }
    return InteractiveScene.Request(
      scene: scene, configuration: configuration, options: options,
      lockPolicy: settled.lockPolicy, usesSecretMemory: settled.usesSecretMemory,
      environment: settled.environment)
  }

  private func laidOut() throws(CommandFailure) -> KeyboardScene {
    let file = try file()
    let surface = try place.screen(of: file)
    let placement = try place.placement(on: surface, direction)
    let window = place.window ?? Rect(origin: .zero, size: surface.size)
    let scene: KeyboardScene
    do throws(LayoutFileErrors) {
      scene = try KeyboardScene(
        file, size: window.size, safeArea: surface.safeArea,
        direction: direction,
        keyboard: placement, window: window, screen: surface.size,
        labels: .cells, log: StandardStreams.log)
    } catch {
      throw CommandFailure(faults: error)
    }
    return scene
  }

  private func file() throws(CommandFailure) -> SceneFile {
    if !ShippedScenes.names.contains(scene), !KeyboardLibrary.isPath(scene),
      unsafe access(scene, F_OK) != 0
    {
      let name = UnknownName(what: "scene", name: scene, known: ShippedScenes.names)
      throw CommandFailure(
        "\(name) A scene of your own is a file: give its path.", status: .usage)
    }
    do throws(LayoutFileErrors) {
      if let shipped = try ShippedScenes.scene(named: scene) { return shipped }
      return try SceneFile(path: scene)
    } catch {
      throw CommandFailure(faults: error)
    }
  }
}

extension ReadingDirection: ExpressibleByArgument {}
