/// The state machine that moves a keyboard and posts its events, in simulated time.
///
///     let engine = TransitionEngine(environment: environment)
///     let token = engine.bus.observe { print($0.name) }
///     engine.show()                  // keyboardWillChangeFrame, keyboardWillShow
///     engine.advance(to: 0.5)        // keyboardDidChangeFrame, keyboardDidShow
///
/// A transition consists of a will-phase, the commit that switches ``state``, an animation and a
/// did-phase. Commands from handlers wait until the current phase has been posted. The engine never
/// sleeps or reads a clock: time passes only in ``advance(to:)``. The engine and its bus are
/// confined to one isolation domain.
public final class TransitionEngine {
  /// The maximum number of height requests that are granted in the will-phase of one transition.
  ///
  /// After each granted request, the will events are posted again.
  package static let repostLimit = 16

  /// The bus on which the events are posted.
  public let bus: EventBus<KeyboardEvent>
  /// The order of the events when the keyboard appears or the screen rotates.
  public var order: EventOrder
  /// The duration announced in events, in seconds.
  ///
  /// If it is 0, the did-phase is posted immediately after the will-phase.
  ///
  /// A value that is not a number from 0 to 60 is reported to ``onDiagnostic`` and changes nothing.
  public var duration = 0.25 {
    didSet {
      guard !(0...60).contains(duration) else { return }
      duration = oldValue
      onDiagnostic?(.badNumbers(of: "duration"))
    }
  }
  /// The animation curve, announced in every event.
  public var curve = AnimationCurve.keyboard
  /// True if this app showed the keyboard, announced in every event.
  public var isLocal = true
  /// True if drags post events with frames whose numbers are all 0; off by default.
  ///
  /// If it is true, `keyboardWillChangeFrame` is posted when a drag begins, and `keyboardWillShow`
  /// when the user drops a shortcuts bar.
  public var zeroRectDrag = false
  /// The app's window in screen coordinates; `nil` means the whole screen.
  public var window: Rect?
  /// The distance in points at which layout guides treat an edge as near.
  ///
  /// If it is `nil`, each guide uses its own distance.
  package var nearThreshold: Double? {
    didSet { if nearThreshold != oldValue { announceState() } }
  }
  /// Called with each problem that the engine finds in the commands that it receives.
  public var onDiagnostic: ((TransitionDiagnostic) -> Void)?
  /// Called at every commit, after ``state`` has switched and before the animation starts.
  public var onCommit: ((KeyboardState) -> Void)?
  /// Called at every commit, before ``onCommit``; reserved for the ``Keyboard`` that owns the
  /// engine.
  var keyboardCommit: ((KeyboardState) -> Void)?
  /// Called when the keyboard is about to appear, before any event of the appearance is posted.
  ///
  /// This property is reserved for the ``Keyboard`` that owns the engine.
  var keyboardAppears: (() -> Void)?

  /// The state to use for layout; it changes at the commit of a transition.
  public internal(set) var state: KeyboardState
  /// The simulated time in seconds.
  public private(set) var now = 0.0
  /// True while the app is in the background; no events are posted then.
  public internal(set) var isInBackground = false

  /// The situation after all commands so far.
  var target: Situation
  /// The situation at the end of the last transition that has begun.
  var announced: Situation
  /// The situation at the last commit, used for layout.
  var committed: Situation
  var commands: [Command] = []
  var stages: [Stage] = []
  var current: Stage?
  var animationStart: Double?
  var transitionCount = 0
  var turnDepth = 0
  var isRunning = false
  var isPostingWill = false
  var requestedHeight: Double?
  package var hasShown = false
  /// True if the keyboard's height was 0 when the host first showed the keyboard.
  ///
  /// The keyboard then stays hidden, even if its height changes later.
  var neverShows = false
  var drag: Drag?
  var hasReportedOutside = false
  var stateObservers: [(identifier: Int, handler: (KeyboardState) -> Void)] = []
  var nextStateObserver = 0

  /// Creates an engine with a hidden keyboard, which will be docked when first shown.
  ///
  /// - Parameters:
  ///   - environment: Screen, inset and height; invalid numbers count as 0.
  ///   - bus: The bus for events.
  ///   - order: The order of the events when the keyboard appears or the screen rotates.
  public init(
    environment: KeyboardEnvironment, bus: EventBus<KeyboardEvent> = .keyboard(),
    order: EventOrder = .default
  ) {
    self.bus = bus
    self.order = order
    target = Situation(environment.sanitised)
    announced = target
    committed = target
    state = target.state(transition: nil)
    bus.stateEvent = { [weak self] in self?.replayEvent ?? KeyboardEvent(.keyboardDidChangeFrame) }
  }

  /// The frame in which the keyboard is drawn now, including a running animation.
  ///
  /// The frame is in coordinates of the current screen.
  public var presentationFrame: Rect {
    guard let stage = current, let start = animationStart else { return state.frame }
    return stage.drawnBegin.moved(
      to: stage.end, progress: stage.curve.progress(at: now - start, duration: stage.duration))
  }

  /// The time at which the running animation ends, in seconds; `nil` without an animation.
  public var nextDeadline: Double? {
    guard let start = animationStart, let stage = current else { return nil }
    return start + stage.curve.length(duration: stage.duration)
  }

  /// True if the keyboard is moving and needs a redraw for every frame.
  public var isAnimating: Bool { animationStart != nil }

  /// Advances the clock and posts the did-phases that are due, in order.
  ///
  /// - Parameter time: Seconds on the caller's clock. A time before that of the last call changes
  ///   nothing, unless it is more than a minute earlier: then the clock restarts and animations
  ///   end.
  public func advance(to time: Double) {
    guard time.isFinite else { return }
    if bus.isDelivering {
      bus.whenIdle { [weak self] in self?.advance(to: time) }
      return
    }
    if isRestart(time) {
      settle()
      now = time
    }
    while let deadline = nextDeadline, deadline <= time {
      now = max(now, deadline)
      finishAnimation()
    }
    if time > now { now = time }
  }

  /// True if `time` is more than a minute before ``now``, which counts as a restart of the clock.
  func isRestart(_ time: Double) -> Bool { time < now - 60 }

  /// Advances the clock until no animation is running.
  ///
  /// If handlers respond to each of 1,000 transitions with another transition, the method returns
  /// and reports `neverSettles` through ``onDiagnostic``.
  public func settle() {
    var taken = 0
    while let deadline = nextDeadline {
      taken += 1
      guard taken <= 1000 else {
        onDiagnostic?(.neverSettles)
        return
      }
      advance(to: deadline)
    }
  }

  var replayEvent: KeyboardEvent {
    var event = KeyboardEvent(
      .keyboardDidChangeFrame, begin: state.frame, end: state.frame, curve: curve,
      isLocal: isLocal, screen: state.screen, cause: .replay)
    event.sequence = bus.postCount
    return event
  }
}

extension Situation {
  func state(transition: Int?) -> KeyboardState {
    KeyboardState(
      kind: visibleKind, frame: frame, isVisible: isVisible, orientation: environment.orientation,
      screen: environment.screen, transition: transition)
  }
}

enum Command {
  /// A change of the situation; `begin`, if it is not `nil`, is the start frame of the transition.
  case change(KeyboardEvent.Cause, begin: Rect? = nil, (inout Situation) -> Void)
  case enterBackground
  case enterForeground
}

extension TransitionEngine {
  /// Shows the keyboard with its last kind of placement; docked the first time.
  public func show() { submit(.change(.show) { $0.isVisible = true }) }

  /// Hides the keyboard.
  public func hide() { submit(.change(.hide) { $0.isVisible = false }) }

  /// Rotates the screen; does nothing for the current orientation.
  ///
  /// - Parameter environment: Screen, inset and height in the new orientation.
  public func rotate(to environment: KeyboardEnvironment) {
    guard isPossible(environment) else { return }
    submit(
      .change(.rotation) { situation in
        guard environment.orientation != situation.environment.orientation else { return }
        situation = situation.moved(to: environment)
      })
  }

  /// Changes the size of the screen without rotating it.
  public func resize(to environment: KeyboardEnvironment) {
    guard isPossible(environment) else { return }
    submit(.change(.resize) { $0 = $0.moved(to: environment) })
  }

  /// Changes the keyboard's height to that of `environment`, for example when a toolbar appears.
  public func changeHeight(to environment: KeyboardEnvironment) {
    guard isPossible(environment) else { return }
    submit(
      .change(.height) { situation in
        situation.environment = environment
        situation.height = environment.height
      })
  }

  /// Changes the reading direction; a collapsed shortcuts bar moves to the other corner.
  public func changeDirection(to direction: ReadingDirection) {
    submit(.change(.move) { $0.environment.direction = direction })
  }

  /// Requests another total height: panel, toolbar and bottom safe inset.
  ///
  /// If a handler of a will event requests a height, the current transition adopts the height, and
  /// its will events are posted again. A request at any other time causes a separate transition. A
  /// request for the current height posts nothing. A requested height applies until the next
  /// rotation or resize.
  ///
  /// A shortcuts bar does not change its height. A request made while the bar is shown applies to
  /// the keyboard that appears after the bar.
  ///
  /// - Parameter height: The height in points; for a floating keyboard, the height of its frame.
  public func requestHeight(_ height: Double) {
    guard isFinite(height, "requested height") else { return }
    let height = max(0, height)
    if isPostingWill {
      requestedHeight = height
    } else {
      submit(.change(.height) { $0.setHeight(height) })
    }
  }

  /// Docks the keyboard; a hidden one will be docked when it is next shown.
  public func dock() { submit(.change(.move) { $0.kind = .docked }) }

  /// Docks the keyboard as one of the docked kinds, such as `dockedSplit`; ignores other kinds.
  public func dock(as kind: KeyboardKind) {
    guard kind.isDocked else { return }
    submit(.change(.move) { $0.kind = kind })
  }

  /// Lifts the keyboard off the bottom; a hidden one will be undocked when it is next shown.
  ///
  /// - Parameter top: The top edge in points, in screen coordinates.
  public func undock(top: Double) {
    guard isFinite(top, "top edge") else { return }
    submit(
      .change(.move) { situation in
        situation.kind = .undocked
        situation.top = top
      })
  }

  /// Splits the keyboard in two.
  ///
  /// An undocked or split keyboard stays in place. A keyboard of any other kind moves to the middle
  /// of the screen's height.
  public func split() {
    submit(
      .change(.move) { situation in
        if situation.kind != .undocked, situation.kind != .split {
          situation.top = (situation.screen.height - situation.freeHeight) / 2
        }
        situation.kind = .split
      })
  }

  /// Makes the keyboard float; a hidden one will float when it is next shown.
  ///
  /// - Parameter frame: The frame in screen coordinates.
  public func float(_ frame: Rect) {
    guard frame.isFinite, frame.width >= 0, frame.height >= 0 else {
      onDiagnostic?(.badNumbers(of: "floating frame"))
      return
    }
    submit(
      .change(.move) { situation in
        situation.kind = .floating
        situation.floating = frame
      })
  }

  /// Shows the shortcuts bar instead of the keyboard, even if the keyboard is hidden.
  public func showShortcutsBar(_ bar: ShortcutsBar = .expanded) {
    submit(
      .change(.hardware) { situation in
        situation.kind = .shortcutsBar(bar)
        situation.isVisible = true
      })
  }

  /// Call this when a hardware keyboard is attached: the expanded shortcuts bar replaces the
  /// keyboard.
  public func attachHardware() { showShortcutsBar(.expanded) }

  /// Ends the current transition, and posts no events until the app returns to the foreground.
  public func enterBackground() { submit(.enterBackground) }

  /// Resumes posting events, and applies the changes that were requested in the background.
  ///
  /// All these changes are combined, usually into one transition.
  public func enterForeground() { submit(.enterForeground) }

  /// Runs the commands in `body`, and commits transitions only after the last command.
  ///
  /// A keyboard that is shown and then hidden in `body` therefore never appears on the screen.
  public func turn(_ body: () -> Void) {
    turnDepth += 1
    body()
    turnDepth -= 1
    if turnDepth == 0 { runWhenPossible() }
  }
}

extension TransitionEngine {
  func isFinite(_ number: Double, _ name: String) -> Bool {
    if number.magnitude <= ScreenDescription.longestSide { return true }
    onDiagnostic?(.badNumbers(of: name))
    return false
  }

  private func isPossible(_ environment: KeyboardEnvironment) -> Bool {
    if environment == environment.sanitised { return true }
    onDiagnostic?(.badNumbers(of: "screen"))
    return false
  }
}

extension Situation {
  mutating func setHeight(_ height: Double) { setHeight(height, of: kind) }

  mutating func setHeight(_ height: Double, of asked: KeyboardKind) {
    if kind == .floating, asked == .floating {
      floating.size.height = height
    } else {
      self.height = height
    }
  }
}

enum Drag {
  case move
  case dismissal(docked: Rect, padding: Double)
}

extension TransitionEngine {
  /// Begins a drag of an undocked, split or floating keyboard or of the shortcuts bar.
  ///
  /// - Returns: True if the drag has begun. False if the keyboard is of another kind, if another
  ///   drag or a transition is in progress, or if the app is in the background.
  @discardableResult
  public func beginDrag() -> Bool {
    guard drag == nil, current == nil, !isInBackground else { return false }
    switch committed.visibleKind {
    case .undocked, .split, .floating, .shortcutsBar: break
    case .hidden, .docked, .dockedSplit, .camera: return false
    }
    drag = .move
    if zeroRectDrag { postZeroRect(.keyboardWillChangeFrame) }
    return true
  }

  /// Moves the dragged keyboard; ``state`` changes, and no event is posted.
  ///
  /// - Parameter origin: The new top left corner, in screen coordinates.
  public func drag(to origin: Point) {
    guard case .move? = drag, isFinite(origin.x + origin.y, "position of the drag") else { return }
    let x = committed.kind == .floating ? origin.x : state.frame.x
    state.frame.origin = Point(x: x, y: origin.y)
    announceState()
    reportOutside()
  }

  /// Drops the keyboard at its current position.
  ///
  /// - Parameter bar: The new form of a dropped shortcuts bar; `nil` to keep its current form.
  public func endDrag(bar: ShortcutsBar? = nil) {
    guard case .move? = drag else { return }
    drag = nil
    let frame = state.frame
    if case .shortcutsBar(let present) = committed.kind {
      if zeroRectDrag { postZeroRect(.keyboardWillShow) }
      showShortcutsBar(bar ?? present)
      return
    }
    if committed.kind == .floating {
      float(frame)
    } else {
      submit(.change(.move) { $0.top = frame.y })
    }
  }

  /// Begins to dismiss a docked keyboard if a touch has reached the keyboard's top edge.
  ///
  /// Call this for a touch that moves down.
  ///
  /// - Parameters:
  ///   - y: The touch's y in screen coordinates.
  ///   - padding: The distance in points above the keyboard at which the dismissal already begins;
  ///     a negative distance counts as 0.
  /// - Returns: True if the dismissal has begun.
  @discardableResult
  public func beginDismissal(touchY y: Double, padding: Double = 0) -> Bool {
    let padding = padding > 0 ? padding : 0
    guard drag == nil, current == nil, !isInBackground, committed.visibleKind == .docked,
      y >= committed.frame.y - padding
    else { return false }
    drag = .dismissal(docked: committed.frame, padding: padding)
    dragDismissal(touchY: y)
    return true
  }

  /// Moves the keyboard's top edge with the touch; ``state`` changes, and no event is posted.
  public func dragDismissal(touchY y: Double) {
    guard case .dismissal(let docked, let padding)? = drag else { return }
    guard isFinite(y + padding, "position of the touch") else { return }
    state.frame.origin.y = max(docked.y, y + padding)
    announceState()
  }

  /// Ends the dismissal, and either hides the keyboard or moves it back up.
  ///
  /// The keyboard is hidden if it has moved down by more than half its height, or if the touch is
  /// still moving down.
  ///
  /// - Parameter velocity: The touch's speed in points per second, positive downwards.
  public func endDismissal(velocity: Double) {
    guard case .dismissal(let docked, _)? = drag else { return }
    drag = nil
    let frame = state.frame
    let hides = velocity > 0 || frame.y - docked.y > docked.height / 2
    submit(.change(.dismissal, begin: frame) { $0.isVisible = !hides })
  }

  /// Ends the drag in progress, if any, and returns the command to perform next.
  ///
  /// The returned command is `command`. If the user was dismissing the keyboard and `command` is
  /// a change, the transition begins at the frame to which the user has dragged the keyboard.
  func endingDrag(by command: Command) -> Command {
    guard let drag else { return command }
    if case .change(let cause, _, _) = command { onDiagnostic?(.dragEnded(by: cause)) }
    switch drag {
    case .move: endDrag()
    case .dismissal:
      self.drag = nil
      switch command {
      case .change(let cause, _, let change):
        return .change(cause, begin: state.frame, change)
      case .enterBackground, .enterForeground:
        endDragSilently()
      }
    }
    return command
  }

  func endDragSilently() {
    guard drag == nil, current == nil, state.frame != committed.frame else { return }
    state.frame = committed.frame
    announceState()
  }

  /// Reports a keyboard outside the window to ``onDiagnostic``.
  ///
  /// The next report follows only after the keyboard has been inside the window again.
  func reportOutside() {
    let window = window ?? Rect(origin: .zero, size: state.screen)
    let isOutside = state.kind.isFree && state.isVisible && !state.frame.intersects(window)
    let isNew = isOutside && !hasReportedOutside
    // Set before the report: a handler that starts another drag calls this method again.
    hasReportedOutside = isOutside
    if isNew { onDiagnostic?(.outsideWindow(frame: state.frame)) }
  }

  private func postZeroRect(_ name: KeyboardEvent.Name) {
    bus.post(
      KeyboardEvent(
        name, transition: transitionCount + 1, duration: duration, curve: curve,
        isLocal: isLocal, screen: state.screen, cause: .move))
  }

  /// Calls a handler with the current ``state``, and again whenever the state changes.
  ///
  /// The state changes at every commit. The state also changes without an event at every step of a
  /// drag, and when a command changes, for example, the height of a hidden keyboard. Handlers are
  /// called in the order of their registration, and before ``onCommit``.
  ///
  /// - Returns: A token, which the caller must keep: the registration ends when the token is
  ///   released.
  public func observeState(_ handler: @escaping (KeyboardState) -> Void) -> EventToken {
    nextStateObserver += 1
    let identifier = nextStateObserver
    stateObservers.append((identifier, handler))
    let token = EventToken(of: self) { [weak self] in
      self?.stateObservers.removeAll { $0.identifier == identifier }
    }
    handler(state)
    return token
  }

  func announceState() {
    // A handler may end registrations, including its own.
    for (identifier, handler) in stateObservers
    where stateObservers.contains(where: { $0.identifier == identifier }) {
      handler(state)
    }
  }
}
