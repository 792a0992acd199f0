import ArgumentParser
import KeywardEngine
import SecureMemory

/// `keyward scene`: host views laid out around the keyboard.
struct SceneCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene", abstract: "Lay host views out around the keyboard.",
    discussion: """
      A scene file says which views there are and which constraints hold between them, the keyboard \
      and the safe area. Shipped scenes: \(ShippedScenes.names.joined(separator: ", ")).

      Points, y downwards; frames are in the coordinates of the superview. Conflicting constraints \
      are told on standard error, and the layout goes on without one of them.
      """)

  /// What the layout is printed as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: ArgumentHelp("A shipped scene or a scene file.", valueName: "NAME|FILE"))
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

  @Option(help: "A line for each view, or JSON.")
  var format = Format.text

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let report = try laidOut().report(fitting: fitting)
    try StandardStreams.print(format == .json ? report.json.linesText : report.text)
    return .done
  }

  private func laidOut() throws(CommandFailure) -> Scene {
    let file = try file()
    let (size, safeArea) = try place.screen(of: file)
    let placement = try place.placement(on: size, safeArea, direction)
    let window = place.window ?? Rect(origin: .zero, size: size)
    let scene: Scene
    do throws(LayoutFileErrors) {
      scene = try Scene(
        file, size: window.size, safeArea: safeArea,
        direction: LayoutDirection(rawValue: direction.rawValue) ?? .leftToRight,
        keyboard: placement, window: window, screen: size, log: StandardStreams.log)
    } catch {
      throw CommandFailure(faults: error)
    }
    return scene
  }

  private func file() throws(CommandFailure) -> SceneFile {
    do throws(LayoutFileErrors) {
      if let shipped = try ShippedScenes.scene(named: scene) { return shipped }
      return try SceneFile(path: scene)
    } catch {
      throw CommandFailure(faults: error)
    }
  }
}

extension ReadingDirection: ExpressibleByArgument {}
