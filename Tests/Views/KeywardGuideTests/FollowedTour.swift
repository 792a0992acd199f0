import KeywardGuide
import Testing

/// The views of the studio's scene `tour` around a keyboard, with a record of all events.
final class FollowedTour {
  typealias Tracking = (isNear: Bool, edges: RectEdge, constraints: [LayoutConstraint])

  static let landscape = KeyboardEnvironment(
    orientation: .landscape, screen: Size(width: 1024, height: 768), bottomInset: 20, height: 398)
  static let portrait = KeyboardEnvironment(
    orientation: .portrait, screen: Size(width: 768, height: 1024), bottomInset: 20, height: 313)

  let transitions: TransitionEngine
  let engine: LayoutEngine
  let keyboard: KeyboardLayoutGuide
  let tracking: [Tracking]
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
    engine = LayoutEngine(
      rootSize: window?.size ?? environment.screen, direction: direction)
    try engine.setSafeAreaInsets(RectInsets(top: 24, bottom: 20))
    keyboard = try KeyboardLayoutGuide(engine: engine)
    tracking = try Self.makeViews(in: engine, around: keyboard)
    engine.log = { [unowned self] in logs.append($0) }
    keyboard.followsUndockedKeyboard = follows
    keyboard.follow(transitions) { state in
      window.map { HostWindow(frame: $0) } ?? HostWindow(filling: state.screen)
    }
    transitions.onDiagnostic = { [unowned self] in diagnostics.append($0) }
    tokens.append(transitions.bus.observe { [unowned self] in events.append($0) })
    tokens.append(
      transitions.bus.observe(.names(.keyboardWillChangeFrame)) { [unowned self] _ in
        if !heights.isEmpty { transitions.requestHeight(heights.removeFirst()) }
      })
  }

  /// Makes an image that stays at the top and an edit view that follows the keyboard; returns the
  /// tracked constraints.
  private static func makeViews(
    in engine: LayoutEngine, around keyboard: KeyboardLayoutGuide
  ) throws -> [Tracking] {
    let root = engine.root
    let safeArea = root.safeAreaLayoutGuide
    let image = try engine.makeItem("image", in: root)
    try image.setIntrinsicSize(Size(width: 240, height: 160))
    let edit = try engine.makeItem("edit", in: root)
    try edit.setIntrinsicSize(Size(width: 400, height: 44))
    try engine.activate([
      image.topAnchor.constraint(equalTo: safeArea.topAnchor, constant: 20),
      edit.centerXAnchor.constraint(equalTo: root.centerXAnchor, priority: LayoutPriority(240)),
    ])
    let tracking: [Tracking] = [
      (false, .top, [keyboard.topAnchor.constraint(equalTo: edit.bottomAnchor)]),
      (true, .top, [safeArea.bottomAnchor.constraint(equalTo: edit.bottomAnchor)]),
      (
        false, [.leading, .trailing],
        [image.centerXAnchor.constraint(equalTo: root.centerXAnchor)]
      ),
      (
        true, .trailing,
        [
          keyboard.trailingAnchor.constraint(equalTo: edit.trailingAnchor),
          image.leadingAnchor.constraint(equalTo: safeArea.leadingAnchor, constant: 8),
        ]
      ),
      (
        true, .leading,
        [
          edit.leadingAnchor.constraint(equalTo: keyboard.leadingAnchor),
          safeArea.trailingAnchor.constraint(equalTo: image.trailingAnchor, constant: 8),
        ]
      ),
      (
        false, [.leading, .trailing, .bottom],
        [keyboard.centerXAnchor.constraint(equalTo: edit.centerXAnchor)]
      ),
    ]
    for (isNear, edges, constraints) in tracking {
      if isNear {
        keyboard.setConstraints(constraints, activeWhenNearEdge: edges)
      } else {
        keyboard.setConstraints(constraints, activeWhenAwayFrom: edges)
      }
    }
    return tracking
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
      environment.direction = engine.direction
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
    let frame = engine.frame(of: keyboard.guide)
    let numbers = [frame.x, frame.y, frame.width, frame.height].map { "\(Int($0.rounded()))" }
    let near = keyboard.nearEdges.isEmpty ? "-" : keyboard.nearEdges.names.joined(separator: "+")
    return "\(numbers[0]),\(numbers[1]) \(numbers[2])x\(numbers[3]) \(near)"
  }
}
