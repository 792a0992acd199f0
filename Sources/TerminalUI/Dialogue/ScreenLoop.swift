import KeywardEngine

/// Runs a dialogue or a scene: waits, lets things happen, shows at most one frame a wake-up.
package struct ScreenLoop: ~Copyable {
  let presenter: any ScreenPresenter
  private var screen: Screen
  var list = PollList()
  /// Set when the loop is over although its presenter is not.
  var end: LoopEnd?
  /// How often another program changed the terminal's settings.
  private var changes = 0

  /// A loop on a terminal.
  package init(_ presenter: any ScreenPresenter, descriptor: Int32) {
    self.presenter = presenter
    // Where there is no screen nothing is ever shown on it.
    screen = Screen(
      descriptor: descriptor, palette: presenter.environment.palette,
      modes: presenter.modes ?? ScreenModes())
  }

  /// Leaves the screen; the session goes on.
  ///
  /// - Returns: Whether the terminal took everything.
  package mutating func leaveScreen() -> Bool { screen.leave() }

  /// What ends the screen on ways out that can do no more than write.
  private var screenEnd: Leaving.ScreenEnd {
    presenter.modes.map { Screen.end(modes: $0) } ?? .init()
  }

  /// Goes on until there is an end; the session is left by the caller.
  ///
  /// - Parameters:
  ///   - session: The open terminal.
  ///   - watch: The signals of the process.
  /// - Returns: How it ended.
  /// - Throws: `TerminalError` where there is no talking to the terminal.
  package mutating func run(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> LoopEnd {
    guard try own(&session, watch: watch) else { return end ?? .over }
    try session.begin(leaving: screenEnd)
    // Brought to the front only now: that SIGCONT is no reason to begin, and throw keys away, again.
    if let signal = watch.take().ending { return .signalled(signal) }
    presenter.begin(in: session.mode, window: session.size, at: presenter.clock.now)
    var isShown = false
    while true {
      if let end { return end }
      if presenter.isOver {
        if presenter.owesBell { _ = show(of: session, watch: watch) }
        return .over
      }
      try perform(presenter.request, on: &session, watch: watch)
      if let end { return end }
      if !isShown, !show(of: session, watch: watch) { return .hungUp }
      isShown = try wait(on: &session, watch: watch)
    }
  }

  // MARK: Waiting

  /// Waits once and lets happen what came; whether that is shown already.
  private mutating func wait(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> Bool {
    presenter.watch(on: &list)
    let wake = try session.wait(
      with: &list, wakeDescriptor: watch.descriptor, wantsToWrite: screen.isWaiting,
      seconds: presenter.deadline.map { $0 - presenter.clock.now })
    let now = presenter.clock.now
    if wake.hasSignals { try handle(watch.take(), on: &session, watch: watch) }
    guard end == nil else { return false }
    if wake.isHungUp {
      end = .hungUp
      return false
    }
    if wake.isWritable, screen.isWaiting, case .failed = screen.flush() {
      end = .hungUp
      return false
    }
    if list.hasNews() { presenter.takeNews(of: list) }
    guard !presenter.isOver else { return false }
    guard wake.isReadable, try mayRead(&session, at: now) else {
      if end == nil { take(presenter.read(from: nil, at: now), at: now) }
      return false
    }
    // One window for all that comes of it.
    var isShown = false
    presenter.withAccess {
      take(presenter.read(from: session.descriptor, at: now), at: now)
      guard end == nil, !presenter.isOver, presenter.request == nil, presenter.showsAtOnce else {
        return
      }
      isShown = true
      if !show(of: session, watch: watch) { end = .hungUp }
    }
    return isShown
  }

  /// What came late was typed before what the time makes of its beginning.
  private mutating func take(_ result: InputPump.ReadResult, at now: Double) {
    guard !presenter.isOver else { return }
    if result == .closed {
      end = .hungUp
    } else {
      presenter.advance(to: now)
    }
  }

  private mutating func handle(
    _ signals: NotedSignals, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    if let signal = signals.ending {
      end = .signalled(signal)
      return
    }
    if signals.stopRequested { presenter.request = .suspend }
    if signals.continued, presenter.request != .suspend {
      try goOn(on: &session, watch: watch)
    }
    if signals.windowChanged { adoptWindow(of: session) }
  }

  private mutating func adoptWindow(of session: borrowing TerminalSession) {
    screen.invalidate()
    presenter.adoptWindow(session.size, at: presenter.clock.now)
  }

  /// Looks whether the settings are still ours, before what waits is read.
  ///
  /// What came under other settings may have been seen and may not be all: it is dropped with
  /// everything that was typed before.
  /// - Throws: `TerminalError.changedByOthers` for the third time.
  private mutating func mayRead(
    _ session: inout TerminalSession, at now: Double
  ) throws(TerminalError) -> Bool {
    switch session.settings {
    case .ours: return true
    case .gone: end = .hungUp
    case .changed:
      changes += 1
      guard changes < Self.mostChanges else { throw .changedByOthers }
      try session.resume()
      presenter.dropText(saying: Self.changeSentence, at: now)
      adoptWindow(of: session)
    }
    return false
  }

  /// How often the settings may be changed by others before the dialogue is given up.
  private static let mostChanges = 3
  private static let changeSentence =
    "Another program changed this terminal, so what was typed was dropped. Type it again."

  // MARK: Requests

  private mutating func perform(
    _ request: LoopRequest?, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    guard let request else { return }
    presenter.request = nil
    switch request {
    case .redraw: screen.invalidate()
    case .suspend: try suspend(on: &session, watch: watch)
    }
  }

  /// Restores the terminal, stops, and goes on when continued or where nothing stopped us.
  private mutating func suspend(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    presenter.leave(&session)
    let stopsGroup = presenter.suspendsGroup && session.isInForeground
    screen.wasLeft()
    _ = watch.suspend(wholeGroup: stopsGroup)
    try resume(on: &session, watch: watch)
  }

  /// Continued, after a stop that nobody could ask us about, or for no reason.
  ///
  /// Where the terminal is still as we set it, no key is lost; others may have written on it.
  private mutating func goOn(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    guard session.settings == .changed || session.mustWaitForForeground else {
      presenter.conceal(at: presenter.clock.now)
      adoptWindow(of: session)
      return
    }
    if session.mustWaitForForeground {
      // Others may ask there while we wait: nothing of ours may be left to put back under them.
      session.keepSettingsOfOthers()
      presenter.leave(&session)
      screen.wasLeft()
    }
    try resume(on: &session, watch: watch)
    // Modes that are still on are not switched on twice.
    screen.leave()
  }

  /// Begins anew on a terminal that others have had meanwhile.
  ///
  /// - Parameters:
  ///   - session: The terminal, left or not.
  ///   - watch: The signals; the SIGCONT of a stop on the way here is done with.
  /// - Throws: `TerminalError` where the terminal refuses.
  private mutating func resume(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    presenter.interrupt(at: presenter.clock.now)
    guard try own(&session, watch: watch) else { return }
    try session.begin(leaving: screenEnd)
    if let signal = watch.take().ending { end = .signalled(signal) }
    adoptWindow(of: session)
  }

  // MARK: Showing

  /// Shows what there is now, unless the last frame still waits; false where the terminal is gone.
  private mutating func show(
    of session: borrowing TerminalSession, watch: borrowing SignalWatch
  ) -> Bool {
    guard !screen.isWaiting else { return true }
    if case .failed = presenter.show(on: &screen, of: session, watch: watch) { return false }
    return true
  }
}
