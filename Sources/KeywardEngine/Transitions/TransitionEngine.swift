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
  /// The app's window in screen coordinates; `nil` stands for the whole screen.
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
  /// True if a keyboard outside the window has been reported.
  var hasToldOutside = false
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

  /// Whether a transition is under way.
  package var isInTransition: Bool { current != nil || !stages.isEmpty }

  /// Lets time pass; posts the did-phases that fall due, in order.
  ///
  /// - Parameter time: Seconds on the caller's clock; a time already past changes nothing.
  public func advance(to time: Double) {
    guard time.isFinite else { return }
    if bus.isDelivering {
      bus.whenIdle { [weak self] in self?.advance(to: time) }
      return
    }
    while let deadline = nextDeadline, deadline <= time {
      now = max(now, deadline)
      finishAnimation()
    }
    now = max(now, time)
  }

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
