/// The state machine that moves a keyboard and posts its events, in simulated time.
///
///     let engine = TransitionEngine(environment: environment)
///     let token = engine.bus.observe { print($0.name) }
///     engine.show()                  // keyboardWillChangeFrame, keyboardWillShow
///     engine.advance(to: 0.5)        // keyboardDidChangeFrame, keyboardDidShow
///
/// A transition is a will-phase, the commit at which ``state`` flips, an animation and a did-phase.
/// Commands given by handlers wait until the phase being posted has ended. It never sleeps or reads
/// a clock: time passes in ``advance(to:)`` only. It is confined to one isolation domain, like its
/// bus.
public final class TransitionEngine {
  /// The number of re-posts that handlers may cause in one transition by asking for other heights.
  package static let repostLimit = 16

  /// The bus on which the events are posted.
  public let bus: EventBus<KeyboardEvent>
  /// The order of the events of rotations and shows.
  public var order: EventOrder
  /// The seconds that events announce; 0 posts both phases in the same turn.
  public var duration = 0.25
  /// The curve of moving frames, announced in every event.
  public var curve = AnimationCurve.keyboard
  /// True if this app raised the keyboard, announced in every event.
  public var isLocal = true
  /// True if drags post zero frames, for compatibility.
  ///
  /// A drag then begins with a will-change whose frames are all zero, and dropping a shortcuts bar
  /// posts a will-show with zero frames.
  public var zeroRectDrag = false
  /// The app's window in screen coordinates; `nil` means the whole screen.
  public var window: Rect?
  /// The distance in points from which following layout guides call an edge near; `nil` for their
  /// own.
  package var nearThreshold: Double? {
    didSet { if nearThreshold != oldValue { announceState() } }
  }
  /// Called when handlers ask for more than the engine grants, and for impossible requests.
  public var onDiagnostic: ((TransitionDiagnostic) -> Void)?
  /// Called at every commit, when ``state`` has flipped and before the animation starts.
  public var onCommit: ((KeyboardState) -> Void)?
  /// The same for the keyboard that owns the engine; it comes before the host's.
  var keyboardCommit: ((KeyboardState) -> Void)?
  /// Called before the first event of an appearing keyboard, for its own ``Keyboard``.
  var keyboardAppears: (() -> Void)?

  /// The state as layout sees it; it flips at the commit of a transition.
  public internal(set) var state: KeyboardState
  /// The simulated time in seconds.
  public private(set) var now = 0.0
  /// True if the app is in the background, where nothing is posted.
  public internal(set) var isInBackground = false

  /// The real state, after all commands so far.
  var target: Situation
  /// The end of the last transition with posted events.
  var announced: Situation
  /// The situation as layout sees it.
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
  /// True if the first height of a shown keyboard was 0, which lasts for good.
  var neverShows = false
  var drag: Drag?
  var hasReportedOutside = false
  var stateObservers: [(identifier: Int, handler: (KeyboardState) -> Void)] = []
  var nextStateObserver = 0

  /// Creates an engine with a hidden keyboard that will be docked.
  ///
  /// - Parameters:
  ///   - environment: Screen, inset and height; impossible numbers count as 0.
  ///   - bus: The bus for events.
  ///   - order: The order of the events of rotations and shows.
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

  /// The frame in which the keyboard is drawn now, in the middle of an animation if one is running.
  ///
  /// It is in coordinates of the present screen: a keyboard that turns with its screen begins with
  /// its new width and its old height.
  public var presentationFrame: Rect {
    guard let stage = current, let start = animationStart else { return state.frame }
    return stage.drawnBegin.moved(
      to: stage.end, progress: stage.curve.progress(at: now - start, duration: stage.duration))
  }

  /// The time at which the running animation ends, in seconds; `nil` if none runs.
  public var nextDeadline: Double? {
    guard let stage = current, let start = animationStart else { return nil }
    return start + stage.curve.length(duration: stage.duration)
  }

  /// True if the keyboard is moving, so that every frame shows it elsewhere.
  public var isAnimating: Bool { animationStart != nil }

  package var isInTransition: Bool { current != nil || !stages.isEmpty }

  /// Lets time pass; posts the did-phases that fall due, in order.
  ///
  /// - Parameter time: Seconds on the caller's clock. A time already past changes nothing; one more
  ///   than a minute past starts the clock again, and animations end.
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
    now = max(now, time)
  }

  /// Whether a time shows that the caller's clock began again, as after one time that was given in
  /// milliseconds.
  func isRestart(_ time: Double) -> Bool { time < now - 60 }

  /// Lets exactly the time pass that the present transitions need.
  ///
  /// After 1,000 transitions by which handlers have answered each other it stops and reports this
  /// through `onDiagnostic`.
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

  /// The present state as an event that changes nothing.
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
  /// A new situation. `begin` replaces the frame the transition starts from.
  case change(KeyboardEvent.Cause, begin: Rect? = nil, (inout Situation) -> Void)
  case enterBackground
  case enterForeground
}

extension TransitionEngine {
  /// Brings the keyboard up in its last kind; docked the first time.
  public func show() { submit(.change(.show) { $0.isVisible = true }) }

  /// Takes the keyboard away.
  public func hide() { submit(.change(.hide) { $0.isVisible = false }) }

  /// Turns the screen; the present orientation changes nothing.
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

  /// Gives the screen another size without turning it.
  public func resize(to environment: KeyboardEnvironment) {
    guard isPossible(environment) else { return }
    submit(.change(.resize) { $0 = $0.moved(to: environment) })
  }

  /// Changes the keyboard's own height, for instance when a toolbar appears.
  public func changeHeight(to environment: KeyboardEnvironment) {
    guard isPossible(environment) else { return }
    submit(
      .change(.height) { situation in
        situation.environment = environment
        situation.height = environment.height
      })
  }

  /// Changes the side from which text is read; a collapsed shortcuts bar goes to the other corner.
  public func changeDirection(to direction: ReadingDirection) {
    submit(.change(.move) { $0.environment.direction = direction })
  }

  /// Asks for another whole height: base height, toolbar and bottom safe inset.
  ///
  /// From a handler of the will-phase the transition takes the new height and its will events are
  /// posted again; at any other time a separate transition follows. The present height posts
  /// nothing. A requested height lasts until the next rotation or resize. A shortcuts bar keeps its
  /// own; the request is then for the keyboard that comes after it.
  ///
  /// - Parameter height: The height in points; a floating keyboard takes it as the height of its
  ///   frame.
  public func requestHeight(_ height: Double) {
    guard isFinite(height, "height asked for") else { return }
    let height = max(0, height)
    if isPostingWill {
      requestedHeight = height
    } else {
      submit(.change(.height) { $0.setHeight(height) })
    }
  }

  /// Docks the keyboard; a hidden one comes up docked at the next show.
  public func dock() { submit(.change(.move) { $0.kind = .docked }) }

  /// Puts the keyboard at the bottom in two halves, or under a camera picture of the whole screen.
  public func dock(as kind: KeyboardKind) {
    guard kind.isDocked else { return }
    submit(.change(.move) { $0.kind = kind })
  }

  /// Lifts the keyboard off the bottom; a hidden one comes up undocked at the next show.
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
  /// A docked one rises to the middle of the screen, an undocked one stays in place.
  public func split() {
    submit(
      .change(.move) { situation in
        if situation.kind != .undocked, situation.kind != .split {
          situation.top = (situation.screen.height - situation.freeHeight) / 2
        }
        situation.kind = .split
      })
  }

  /// Makes the keyboard a small floating one; a hidden one comes up floating at the next show.
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

  /// Shows the shortcuts bar instead of the keyboard, even from the hidden state.
  public func showShortcutsBar(_ bar: ShortcutsBar = .expanded) {
    submit(
      .change(.hardware) { situation in
        situation.kind = .shortcutsBar(bar)
        situation.isVisible = true
      })
  }

  /// Notes that a hardware keyboard was attached: the expanded shortcuts bar replaces the keyboard.
  public func attachHardware() { showShortcutsBar(.expanded) }

  /// Posts nothing from here on, until the app comes back.
  public func enterBackground() { submit(.enterBackground) }

  /// Goes to the real state in one change, mostly one transition, if it differs from the one left.
  public func enterForeground() { submit(.enterForeground) }

  /// Runs commands as one turn.
  ///
  /// Layout is committed when the closure returns, so a keyboard that is shown and hidden in one
  /// turn never appears.
  package func turn(_ body: () -> Void) {
    turnDepth += 1
    body()
    turnDepth -= 1
    if turnDepth == 0 { runWhenPossible() }
  }
}

extension TransitionEngine {
  /// True if a number is usable; reports one that is not.
  func isFinite(_ number: Double, _ name: String) -> Bool {
    if number.isFinite { return true }
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

  /// Adopts a height that was requested while the keyboard was of some kind.
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
  /// Takes a docked keyboard down.
  case dismissal(docked: Rect, padding: Double)
}

extension TransitionEngine {
  /// Begins to move an undocked, split or floating keyboard or the shortcuts bar.
  ///
  /// - Returns: Whether the keyboard is one of these.
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

  /// Moves the dragged keyboard; the state follows, nothing is posted.
  ///
  /// - Parameter origin: The new top left corner, in screen coordinates.
  public func drag(to origin: Point) {
    guard case .move? = drag, isFinite(origin.x + origin.y, "place of the drag") else { return }
    let x = committed.kind == .floating ? origin.x : state.frame.x
    state.frame.origin = Point(x: x, y: origin.y)
    announceState()
    reportOutside()
  }

  /// Drops the keyboard at its present place.
  ///
  /// - Parameter bar: The form of a shortcuts bar there; `nil` for its present form.
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

  /// Begins to dismiss a docked keyboard when a touch that moves down reaches its top.
  ///
  /// - Parameters:
  ///   - y: The touch, in screen coordinates; the caller knows that it moves down.
  ///   - padding: The distance above the keyboard at which its dismissal begins; negative counts as
  ///     0.
  /// - Returns: Whether the dismissal has begun.
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

  /// Lets the keyboard's top follow the touch; the state follows, nothing is posted.
  public func dragDismissal(touchY y: Double) {
    guard case .dismissal(let docked, let padding)? = drag else { return }
    guard isFinite(y + padding, "place of the touch") else { return }
    state.frame.origin.y = max(docked.y, y + padding)
    announceState()
  }

  /// Ends the dismissal: the keyboard hides, or goes back up.
  ///
  /// It hides if it has gone down by more than half its height, or if the touch moves down.
  ///
  /// - Parameter velocity: The touch's speed in points per second, positive downwards.
  public func endDismissal(velocity: Double) {
    guard case .dismissal(let docked, _)? = drag else { return }
    drag = nil
    let frame = state.frame
    let hides = velocity > 0 || frame.y - docked.y > docked.height / 2
    submit(.change(.dismissal, begin: frame) { $0.isVisible = !hides })
  }

  /// Ends a drag before another command, which then begins at the keyboard's present place.
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

  /// Puts a dragged keyboard that has not moved in the end back without events.
  func endDragSilently() {
    guard drag == nil, current == nil, state.frame != committed.frame else { return }
    state.frame = committed.frame
    announceState()
  }

  /// Reports a keyboard that has left the window, once while it stays there.
  func reportOutside() {
    let window = window ?? Rect(origin: .zero, size: state.screen)
    let isOutside = state.kind.isFree && state.isVisible && !state.frame.intersects(window)
    let isNew = isOutside && !hasReportedOutside
    // Set before the report: an answer by another drag comes back here.
    hasReportedOutside = isOutside
    if isNew { onDiagnostic?(.outsideWindow(frame: state.frame)) }
  }

  /// Posts an event with all-zero frames, as part of the following transition.
  private func postZeroRect(_ name: KeyboardEvent.Name) {
    bus.post(
      KeyboardEvent(
        name, transition: transitionCount + 1, duration: duration, curve: curve,
        isLocal: isLocal, screen: state.screen, cause: .move))
  }

  /// Calls a handler with the present state, and again whenever layout must see another one.
  ///
  /// This happens at every commit, at every step of a drag, which posts nothing, and when a hidden
  /// keyboard changes silently. So an observer that begins while the keyboard is up has the right
  /// state at once. Handlers are called in the order of registration, before ``onCommit``.
  ///
  /// - Returns: The registration. It ends when the token goes away, so keep it.
  public func observeState(_ handler: @escaping (KeyboardState) -> Void) -> EventToken {
    nextStateObserver += 1
    stateObservers.append((nextStateObserver, handler))
    let token = EventToken(bus: self, identifier: nextStateObserver)
    handler(state)
    return token
  }

  /// Reports the state that layout must see to all observers.
  func announceState() {
    // A handler may end registrations, its own included.
    for (identifier, handler) in stateObservers
    where stateObservers.contains(where: { $0.identifier == identifier }) {
      handler(state)
    }
  }
}

extension TransitionEngine: TokenHome {
  func removeObserver(_ identifier: Int) {
    stateObservers.removeAll { $0.identifier == identifier }
  }
}
