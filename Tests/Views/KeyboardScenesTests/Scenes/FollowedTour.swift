import KeyboardScenes
import Testing

/// The scene `tour` around a keyboard, with a record of all events.
final class FollowedTour {
  static let landscape = KeyboardEnvironment(
    orientation: .landscape, screen: Size(width: 1024, height: 768), bottomInset: 20, height: 398)
  static let portrait = KeyboardEnvironment(
    orientation: .portrait, screen: Size(width: 768, height: 1024), bottomInset: 20, height: 313)

  let transitions: TransitionEngine
  let scene: KeyboardScene
  private(set) var events: [KeyboardEvent] = []
  private(set) var logs: [String] = []
  private(set) var diagnostics: [TransitionDiagnostic] = []
  /// One is requested at each will-change, like `height:N`.
  private var heights: [Double] = []
  private var tokens: [EventToken] = []

  init(
    order: EventOrder = .default, direction: ReadingDirection = .leftToRight, follows: Bool = true,
    window: Rect? = nil
  ) throws {
    var environment = Self.landscape
    environment.direction = direction
    transitions = TransitionEngine(environment: environment, order: order)
    let file = try SceneFile.studio("tour")
    scene = try KeyboardScene(
      file, size: window?.size, safeArea: RectInsets(top: 24, bottom: 20), direction: direction)
    scene.engine.log = { [unowned self] in logs.append($0) }
    scene.keyboard.followsUndockedKeyboard = follows
    scene.follow(transitions) { state in
      window.map { HostWindow(frame: $0) } ?? HostWindow(filling: state.screen)
    }
    transitions.onDiagnostic = { [unowned self] in diagnostics.append($0) }
    tokens.append(transitions.bus.observe { [unowned self] in events.append($0) })
    tokens.append(
      transitions.bus.observe(.names(.keyboardWillChangeFrame)) { [unowned self] _ in
        if !heights.isEmpty { transitions.requestHeight(heights.removeFirst()) }
      })
  }

  /// Takes steps, each to the end of its transitions.
  ///
  /// - Parameter steps: separated by blanks, as `keyward simulate` writes them; also `ask:N` for a
  ///   request outside a handler, `turn:A+B` for two steps in one turn, `drag:X,Y`, `drop`,
  ///   `dismiss:Y`, `let-go:V`, and `wait:SECONDS`, before which the step does not run to its end.
  /// - Returns: the events they cause.
  @discardableResult
  func take(_ steps: String) -> [KeyboardEvent] {
    let start = events.count
    let words = steps.split(separator: " ").map(String.init)
    for (index, step) in words.enumerated() {
      perform(step)
      let isCutShort = index + 1 < words.count && words[index + 1].hasPrefix("wait:")
      if !isCutShort, !step.hasPrefix("wait:") { transitions.settle() }
    }
    return Array(events[start...])
  }

  private func perform(_ step: String) {
    let parts = step.split(separator: ":", maxSplits: 1)
    let value = parts.count > 1 ? String(parts[1]) : ""
    let numbers = value.split(separator: ",").compactMap { Double($0) }
    switch parts[0] {
    case "turn":
      transitions.turn { for step in value.split(separator: "+") { perform(String(step)) } }
    case "wait": transitions.advance(to: transitions.now + numbers[0])
    case "ask": transitions.requestHeight(numbers[0])
    case "height": heights.append(numbers[0])
    case "drag":
      transitions.beginDrag()
      transitions.drag(to: Point(x: numbers[0], y: numbers[1]))
    case "drop": transitions.endDrag()
    case "dismiss":
      transitions.beginDismissal(touchY: transitions.state.frame.y)
      transitions.dragDismissal(touchY: numbers[0])
    case "let-go": transitions.endDismissal(velocity: numbers[0])
    case "show": transitions.show()
    case "hide": transitions.hide()
    case "rotate":
      let isPortrait = transitions.state.orientation == .portrait
      var environment = isPortrait ? Self.landscape : Self.portrait
      environment.direction = scene.engine.direction
      transitions.rotate(to: environment)
    case "undock": transitions.undock(top: numbers[0])
    case "split": transitions.split()
    case "float":
      transitions.float(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    case "dock": transitions.dock()
    case "hardware": transitions.attachHardware()
    case "shortcuts-bar":
      transitions.showShortcutsBar(ShortcutsBar(rawValue: value) ?? .expanded)
    case "background": transitions.enterBackground()
    case "foreground": transitions.enterForeground()
    default: Issue.record("no step \(step)")
    }
  }

  /// The guide's frame and the near edges: `0,370 1024x398 bottom`.
  var guide: String {
    let report = scene.report()
    let numbers = [report.keyboard.x, report.keyboard.y, report.keyboard.width]
      .map { "\(Int($0.rounded()))" }
    let near = report.near.isEmpty ? "-" : report.near.names.joined(separator: "+")
    return
      "\(numbers[0]),\(numbers[1]) \(numbers[2])x\(Int(report.keyboard.height.rounded())) \(near)"
  }
}
