import Glibc
import Keyward

/// The program `keyward-studio`: prints a scene, or opens it on the terminal.
public enum StudioProgram {
  /// Runs the program; returns the exit status.
  public static func run(_ words: [String]) -> Int32 {
    let arguments: Arguments
    do throws(Arguments.Fault) {
      arguments = try Arguments(words)
    } catch { return fail(error.sentence, status: 64) }
    if arguments.asksHelp {
      print(Arguments.help)
      return 0
    }
    do {
      guard let file = try file(arguments.scene) else {
        return fail(
          "There is no scene “\(arguments.scene)”. Give the path of a file, or one of: "
            + StudioScenes.names.joined(separator: ", "), status: 64)
      }
      guard let format = arguments.format else { return try play(file, arguments) }
      try printScene(file, format, arguments)
      return 0
    } catch let error as Arguments.Fault {
      return fail(error.sentence, status: 64)
    } catch {
      return fail("\(error)", status: 1)
    }
  }

  private static func fail(_ sentence: String, status: Int32) -> Int32 {
    standardError("keyward-studio: error: \(sentence)\n")
    return status
  }

  private static func standardError(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  /// Reads a scene of the studio or a file; nil for an unknown name.
  private static func file(_ name: String) throws -> SceneFile? {
    if let scene = try StudioScenes.scene(named: name) { return scene }
    guard name.contains("/") || name.hasSuffix(".yaml") || access(name, F_OK) == 0 else {
      return nil
    }
    return try SceneFile(path: name)
  }

  private static func printScene(
    _ file: SceneFile, _ format: Arguments.Format, _ arguments: Arguments
  ) throws {
    let surface = try arguments.surface(of: file)
    let scene = try KeyboardScene(
      file, screen: surface.size, safeArea: surface.safeArea, direction: arguments.direction,
      keyboard: arguments.placement(on: surface), window: arguments.window, log: standardError)
    switch format {
    case .text: print(scene.report(fitting: arguments.fitting).text)
    case .json: print(scene.report(fitting: arguments.fitting).json.linesText)
    case .svg: print(ScenePicture(scene).svg, terminator: "")
    }
  }

  // MARK: On a terminal

  private static func play(_ file: SceneFile, _ arguments: Arguments) throws -> Int32 {
    let (screen, isWindow) = try arguments.description()
    try arguments.checkPlace(on: screen)
    var options = SceneOptions()
    options.keyboard = arguments.keyboard ?? options.keyboard
    options.window = arguments.window
    options.followsWindow = isWindow
    options.safeArea = isWindow ? arguments.safeArea : nil
    options.rotations = arguments.rotations
    options.timeout = arguments.timeout
    let model = try model(
      of: file, options, screen: screen, layout: arguments.layout, direction: arguments.direction)
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    if arguments.isPlain || name.isEmpty || name == "dumb" {
      model.adoptWindow(Terminal.size, at: 0)
      model.begin(at: 0)
      print("kind: \(model.state.kind.words)\n" + model.scene.report().text)
      return 0
    }
    let terminal: Terminal
    do throws(Terminal.NoTerminal) {
      terminal = try Terminal(hasColor: getenv("NO_COLOR") == nil)
    } catch {
      return fail("There is no terminal to draw on; add --format text.", status: 1)
    }
    let end = play(model, on: terminal)
    switch end {
    case .submitted(let count):
      print("Submitted \(count) character\(count == 1 ? "" : "s"); nothing of them was kept.")
      return 0
    case .cancelled: return 130
    case .timedOut: return 124
    case nil: return fail("The terminal is gone.", status: 1)
    }
  }

  static func model(
    of file: SceneFile, _ options: SceneOptions, screen: ScreenDescription,
    layout: String = "latin-qwerty", direction: ReadingDirection = .leftToRight
  ) throws -> SceneModel {
    var configuration = try KeyboardConfiguration(layout: layout, screen: screen)
    configuration.direction = direction
    // Enter on an empty field usually means the end of a grab, and must not end the scene.
    configuration.returnNeedsText = true
    // Nothing typed into a demonstration is a secret.
    configuration.feedback = .press
    let cell = Size(width: CellRect.cellWidth, height: CellRect.cellHeight)
    return SceneModel(
      options,
      scene: try KeyboardScene(file.onCells(of: cell), direction: direction),
      keyboard: try Keyboard(configuration, text: SecretText(policy: .allowUnlocked)))
  }

  /// Shows the scene until the user ends it; nil if the terminal is gone.
  private static func play(_ model: SceneModel, on terminal: Terminal) -> SceneModel.End? {
    defer { terminal.close() }
    model.adoptWindow(Terminal.size, at: Terminal.now)
    model.begin(at: Terminal.now)
    while model.end == nil {
      terminal.show(model.draw().canvas)
      guard let events = terminal.events(until: model.deadline) else { return nil }
      model.adoptWindow(Terminal.size, at: Terminal.now)
      model.advance(to: Terminal.now)
      for event in events where model.end == nil { model.handle(event, at: Terminal.now) }
      if model.asksRedraw {
        model.asksRedraw = false
        terminal.invalidate()
      }
      if model.asksSuspension {
        model.asksSuspension = false
        model.letGo()
        terminal.suspend()
      }
    }
    return model.end
  }
}
