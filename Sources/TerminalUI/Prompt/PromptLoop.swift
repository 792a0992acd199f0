import Glibc
import KeywardEngine

/// Runs prompts on a terminal: waits, handles events, shows at most one frame a wake-up.
///
///     var loop = PromptLoop(setting, memory: memory, descriptor: session.descriptor)
///     let outcome = try loop.run(on: &session, watch: watch)
///     loop.leave(&session)
///
/// It owns input and screen, and no other part of a dialogue knows the terminal.
package struct PromptLoop: ~Copyable {
  /// The settings shared by all prompts of a loop.
  package struct Setting {
    package var clock = Clock.monotonic
    package var environment: TerminalEnvironment
    package var surface: PromptSurface
    /// True if a stop may stop the whole process group.
    package var suspendsGroup = false
    /// True if each frame asks for the window's size.
    ///
    /// A program outside the terminal's foreground gets no signal about it.
    package var asksForSize = false
    /// Runs once, after the first frame and before the first read.
    ///
    /// “After” means: as much of the frame as the terminal takes is sent. The function gets the
    /// terminal's descriptor, and returns a protection that failed.
    package var onFirstFrame: (Int32) -> LostProtection? = { _ in nil }

    /// The setting of a terminal.
    package init(environment: TerminalEnvironment, surface: PromptSurface) {
      self.environment = environment
      self.surface = surface
    }
  }

  let setting: Setting
  let memory: PromptMemory
  let source: (any PromptSource)?
  var prompt: any Prompt
  package internal(set) var reader: InputReader
  var screen: Screen
  var window = (columns: 0, rows: 0)
  /// Whether the loop has taken the terminal.
  package internal(set) var hasBegun = false
  /// True if somebody goes on with `reader` after the end, where bytes that no prompt has handled stay.
  package var keepsInput = false
  /// The control characters set for the question; nil for those of the terminal it is asked on.
  package var characters: ControlCharacters?
  /// True if text was wiped that was not an answer.
  package internal(set) var hasDroppedText = false
  /// Whether the prompt has been shown.
  var isShown = false
  /// Whether `Setting.onFirstFrame` has run.
  private var hasToldOfFrame = false
  var list = PollList()
  /// The number of times that others have changed the settings.
  var changes = 0

  /// A loop on a terminal.
  ///
  /// - Parameters:
  ///   - setting: The clock, and the terminal's abilities.
  ///   - memory: The memory for input and for shown characters.
  ///   - source: Another source of events; nil for none.
  ///   - prompt: The first prompt.
  ///   - descriptor: The terminal.
  package init(
    _ setting: Setting, memory: PromptMemory, source: (any PromptSource)? = nil,
    prompt: any Prompt, descriptor: Int32
  ) {
    self.setting = setting
    self.memory = memory
    self.source = source
    self.prompt = prompt
    let environment = setting.environment
    reader = InputReader(memory, encoding: InputEncoding(locale: environment.locale))
    let modes = ScreenModes(
      mouse: environment.usesMouse, kittyKeyboard: environment.hasKittyKeyboard,
      isInline: setting.surface.isInline)
    // Line mode never shows anything on a screen.
    screen = Screen(
      descriptor: descriptor, palette: environment.palette, modes: modes,
      asksForGround: environment.asksForGround)
  }

  var now: Double { setting.clock.now }

  /// The bytes that end the screen, for ways out that can only write.
  var screenEnd: Leaving.ScreenEnd {
    setting.surface.isPlain ? .init() : screen.end
  }

  mutating func ask(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    window = session.size
    prompt.handle(.window(columns: window.columns, rows: window.rows), at: now)
    prompt.handle(.began(session.mode), at: now)
    if let news = source?.firstNews(after: 0) { prompt.handle(news, at: now) }
    if prompt.outcome == nil { reader.handlePending(in: prompt, at: now) }
    var isDrawn = false
    while true {
      if let outcome = prompt.outcome {
        // One read brought a refusal and the answer.
        if prompt.rings, outcome == .submitted { _ = show(of: session, watch: watch) }
        return outcome
      }
      try perform(prompt.request, on: &session, watch: watch)
      if !isDrawn, prompt.outcome == nil, !show(of: session, watch: watch) { return end(.hungUp) }
      if !hasToldOfFrame, isShown {
        hasToldOfFrame = true
        let lost = setting.onFirstFrame(session.descriptor)
        if let lost {
          prompt.handle(.protectionLost(lost), at: now)
          guard show(of: session, watch: watch) else { return end(.hungUp) }
        }
      }
      if prompt.outcome == nil { isDrawn = try wait(on: &session, watch: watch) }
    }
  }

  /// Tells the prompt that it is over.
  @discardableResult
  func end(_ outcome: DialogueOutcome) -> DialogueOutcome {
    prompt.handle(.ended(outcome), at: now)
    return prompt.outcome ?? outcome
  }

  // MARK: Waiting

  /// Waits once and handles the events; returns whether they are shown already.
  private mutating func wait(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> Bool {
    source?.watch(on: &list)
    let deadline = reader.deadline.orEarlier(prompt.deadline).orEarlier(source?.deadline)
    let wake = try session.wait(
      with: &list, wakeDescriptor: watch.descriptor, wantsToWrite: screen.isWaiting,
      seconds: deadline.map { $0 - setting.clock.now })
    let now = now
    if wake.hasSignals { try handle(watch.take(), on: &session, watch: watch) }
    guard prompt.outcome == nil else { return false }
    if wake.isHungUp || wake.isWritable && screen.isWaiting && !flush() {
      end(.hungUp)
      return false
    }
    let isDue = source?.deadline.map { now >= $0 } ?? false
    if isDue || list.hasNews(), let news = source?.news(in: list) { prompt.handle(news, at: now) }
    guard prompt.outcome == nil else { return false }
    guard wake.isReadable, try mayRead(&session, watch: watch, at: now) else {
      guard prompt.outcome == nil else { return false }
      if reader.deadline != nil {
        withAccess { loop in loop.reader.handlePending(in: loop.prompt, at: now) }
      }
      if prompt.outcome == nil { prompt.handle(.time, at: now) }
      return false
    }
    return SignalWatch.withoutStopsByReads { readAndShow(session, watch: watch, at: now) }
  }

  private mutating func flush() -> Bool {
    if case .failed = screen.flush() { false } else { true }
  }

  /// Runs `body` with the windows of the ring and of the field open.
  private mutating func withAccess(_ body: (inout PromptLoop) -> Void) {
    let protection = prompt.protection
    memory.ring.protection.withAccess {
      if let protection { protection.withAccess { body(&self) } } else { body(&self) }
    }
  }

  /// Reads, handles and shows input within one window; returns whether it was shown.
  private mutating func readAndShow(
    _ session: borrowing TerminalSession, watch: borrowing SignalWatch, at now: Double
  ) -> Bool {
    var isDrawn = false
    withAccess { loop in
      let outcome = loop.reader.read(from: session.descriptor)
      guard loop.reader.handle(outcome, from: session.descriptor, in: loop.prompt, at: now) else {
        loop.end(.hungUp)
        return
      }
      guard loop.prompt.outcome == nil else { return }
      // Late bytes were typed before the time that would have decided about their beginning.
      loop.prompt.handle(.time, at: now)
      // Lines, and shown characters, wait for a terminal that takes nothing.
      guard loop.prompt.outcome == nil, loop.prompt.request == nil, !loop.setting.surface.isPlain,
        loop.prompt.revealDeadline == nil
      else { return }
      isDrawn = true
      if !loop.show(of: session, watch: watch) { loop.end(.hungUp) }
    }
    return isDrawn
  }

  // MARK: Showing

  /// Shows the present state, unless the last frame still waits; false if the terminal is gone.
  private mutating func show(
    of session: borrowing TerminalSession, watch: borrowing SignalWatch
  ) -> Bool {
    guard !screen.isWaiting else { return true }
    let isPlain = setting.surface.isPlain
    let isThere = isPlain ? say(to: session, watch: watch) : draw(of: session, watch: watch)
    guard isThere else { return false }
    if !isShown {
      isShown = true
      if prompt.outcome == nil { prompt.handle(.shown, at: now) }
    }
    return true
  }

  /// Says the news in line mode.
  ///
  /// It waits for a terminal that takes nothing, but must not hold up a signal.
  private func say(to session: borrowing TerminalSession, watch: borrowing SignalWatch) -> Bool {
    var text = prompt.outcome == nil ? prompt.news() : ""
    // The question begins its row, or other programs do not know it.
    if prompt.rings { text = (isShown ? "\u{7}" : "\u{7}\r\n") + text }
    prompt.rings = false
    return text.isEmpty || watch.endingAtOnce { session.say(text) }
  }

  private mutating func draw(
    of session: borrowing TerminalSession, watch: borrowing SignalWatch
  ) -> Bool {
    // Ask for the size while the frame is on its way, but before it if another size would hide
    // shown characters.
    if setting.asksForSize, prompt.revealDeadline != nil { adoptWindow(session.size) }
    var progress = drawOnce(watch)
    if setting.asksForSize, progress == .done, prompt.revealDeadline == nil,
      adoptWindow(session.size)
    {
      progress = drawOnce(watch)
    }
    if case .failed = progress { return false }
    return true
  }

  private mutating func adopt(_ theme: Theme) {
    var environment = setting.environment
    environment.theme = theme
    screen.adopt(environment.palette)
  }

  /// Tells the prompt a new size; returns whether it differs.
  @discardableResult
  mutating func adoptWindow(_ size: (columns: Int, rows: Int)) -> Bool {
    guard size != window else { return false }
    window = size
    prompt.handle(.window(columns: size.columns, rows: size.rows), at: now)
    return true
  }

  /// The seconds for which shown characters wait for a terminal that takes nothing.
  private static let longestWait = 10.0

  /// Draws; the first frame asks for the ground, a later one uses the colours for it.
  private mutating func drawOnce(_ watch: borrowing SignalWatch) -> Screen.Progress {
    if screen.asksForGround { reader.expectGround(at: now) }
    if let theme = reader.takeChangeOfTheme() { adopt(theme) }
    let picture = prompt.picture(columns: window.columns, rows: window.rows)
    // Everywhere else the terminal's own selecting and pasting works.
    screen.wantsMouse = picture.hasKeyboard || picture.takesMouse
    let rings = prompt.rings
    prompt.rings = false
    guard let area = picture.revealArea else {
      return screen.show(picture.buffer, cursor: picture.cursor, rings: rings)
    }
    defer { memory.scratch.wipe() }
    let count = prompt.renderRevealed(cells: area.width, into: &memory.scratch)
    let patience = prompt.revealDeadline.map { min($0 - now, Self.longestWait) }
    // A write with shown characters cannot be resumed; it must not hold up a signal while the
    // terminal takes nothing.
    return watch.endingAtOnce {
      screen.show(
        picture.buffer, cursor: picture.cursor, rings: rings, revealing: memory.scratch,
        byteCount: count, at: (area.column, area.row), within: patience ?? Self.longestWait)
    }
  }
}
