import KeywardEngine

/// Runs a dialogue or a scene on the cell screen: waits, lets things happen, shows at most one frame
/// a wake-up.
struct ScreenLoop<Presenter: ScreenPresenter>: ~Copyable {
  private let presenter: Presenter
  private var screen: Screen

  init(_ presenter: Presenter, descriptor: Int32) {
    self.presenter = presenter
    screen = Screen(
      descriptor: descriptor, palette: presenter.environment.palette, modes: presenter.modes)
  }

  /// Goes on until there is an outcome; the session is left by the caller.
  mutating func run(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    try session.begin(leaving: Screen.leavingBytes(modes: presenter.modes))
    // Brought to the front only now: that SIGCONT is no reason to begin, and throw keys away, again.
    if let signal = watch.take().ending { return .signalled(signal) }
    presenter.begin(in: session.mode, window: session.size, at: presenter.clock.now)
    while true {
      if let outcome = presenter.outcome {
        // Refused and submitted in one read: the bell is still owed.
        if presenter.rings, outcome == .submitted { _ = show(mode: session.mode, watch: watch) }
        return outcome
      }
      try perform(presenter.request, on: &session, watch: watch)
      if !show(mode: session.mode, watch: watch) { return .hungUp }
      try wait(on: &session, watch: watch)
    }
  }

  // MARK: Waiting

  private mutating func wait(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    let wake = try session.wait(
      wakeDescriptor: watch.descriptor, wantsToWrite: screen.isWaiting,
      seconds: presenter.deadline.map { $0 - presenter.clock.now })
    let now = presenter.clock.now
    if wake.hasSignals { try handle(watch.take(), on: &session, watch: watch) }
    guard presenter.outcome == nil else { return }
    if wake.isHungUp {
      presenter.outcome = .hungUp
      return
    }
    if wake.isWritable, screen.isWaiting, case .failed = screen.flush() {
      presenter.outcome = .hungUp
    }
    // What came late was typed before what the time makes of its beginning.
    let source = wake.isReadable ? session.descriptor : nil
    if presenter.read(from: source, at: now) == .closed {
      presenter.outcome = presenter.outcome ?? .hungUp
    }
    guard presenter.outcome == nil else { return }
    presenter.advance(to: now)
  }

  private mutating func handle(
    _ signals: NotedSignals, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    if let signal = signals.ending {
      presenter.outcome = .signalled(signal)
      return
    }
    if signals.stopRequested { presenter.request = .suspend }
    if signals.continued, presenter.request != .suspend {
      try resume(on: &session, watch: watch, wasLeft: false)
    }
    if signals.windowChanged { adoptWindow(of: session) }
  }

  private mutating func adoptWindow(of session: borrowing TerminalSession) {
    screen.invalidate()
    presenter.adoptWindow(session.size, at: presenter.clock.now)
  }

  // MARK: Requests

  private mutating func perform(
    _ request: LoopRequest?, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    presenter.request = nil
    switch request {
    case .redraw: screen.invalidate()
    case .suspend: try suspend(on: &session, watch: watch)
    case nil: break
    }
  }

  /// Restores the terminal, stops, and goes on when continued or where nothing stopped us.
  private mutating func suspend(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    presenter.leave(&session)
    let stopsGroup = presenter.suspendsGroup && session.isInForeground
    _ = watch.suspend(wholeGroup: stopsGroup)
    try resume(on: &session, watch: watch, wasLeft: true)
  }

  /// Enters the screen anew.
  ///
  /// - Parameters:
  ///   - session: The terminal, left or not.
  ///   - watch: The signals; the SIGCONT of a stop on the way here is done with.
  ///   - wasLeft: Whether we left it; a program that is stopped by force has not.
  /// - Throws: `TerminalError` where the terminal refuses.
  private mutating func resume(
    on session: inout TerminalSession, watch: borrowing SignalWatch, wasLeft: Bool
  ) throws(TerminalError) {
    presenter.interrupt(at: presenter.clock.now)
    if wasLeft { screen.wasLeft() }
    try session.begin(leaving: Screen.leavingBytes(modes: presenter.modes))
    // Modes that are still on are not switched on twice.
    if !wasLeft { screen.leave() }
    if let signal = watch.take().ending { presenter.outcome = .signalled(signal) }
    adoptWindow(of: session)
  }

  // MARK: Showing

  /// Shows what there is now, unless the last frame still waits; false where the terminal is gone.
  private mutating func show(mode: TerminalMode?, watch: borrowing SignalWatch) -> Bool {
    guard !screen.isWaiting else { return true }
    if case .failed = presenter.show(on: &screen, mode: mode, watch: watch) { return false }
    return true
  }
}
