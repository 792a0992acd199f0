import Glibc
import KeywardEngine
import KeywardSystem

/// An open terminal device and its settings.
///
///     var session = try TerminalSession(environment: .current())
///     while try !session.claim() { … }   // another dialogue is on it
///     try session.begin()                // typing echoes nothing from here on
///     …
///     session.leave(draining: &ring)
///
/// The session opens the device itself rather than use an inherited descriptor, so that
/// non-blocking mode affects no other program. Between `begin` and `leave`, every exit of the
/// program restores the settings.
package struct TerminalSession: ~Copyable {
  /// The descriptor of the terminal, in non-blocking mode.
  package let descriptor: Int32
  package let path: String
  package private(set) var environment: TerminalEnvironment
  let groupAtOpening = getpgrp()
  /// The mode in effect; nil before `begin` and after `leave`.
  package private(set) var mode: TerminalMode? {
    didSet { lastMode = mode ?? lastMode }
  }
  /// The last mode that took effect, kept after `leave`; nil before the first `begin`.
  package private(set) var lastMode: TerminalMode?
  /// The original settings; nil before `begin`.
  package private(set) var found: termios?
  private var applied: termios?
  /// The loan of a borrowed terminal; nil if the session opened the terminal itself.
  package let loan: BorrowedTerminal?
  /// The lock, held from before the first change of settings until the settings are restored.
  private var lock: TerminalLock?
  /// True if keys may still be typed for a question that is over, so that the next dialogue on this
  /// terminal must not take them.
  package var answerMayGoOn = false
  /// The job that asks and uses this terminal; empty if it is not known.
  private(set) var job = CallerJob()
  /// True once the terminal was left to the shell of that job.
  private(set) var isYielded = false
  /// The other programs that may use the terminal, too.
  private(set) var companions = Pipeline.Companions.none
  /// True if programs that read the terminal were stopped for the dialogue.
  private(set) var holdsNeighbours = false

  /// Opens the terminal whose path is in `KEYWARD_TTY`, or `/dev/tty` if there is none.
  package init(environment: TerminalEnvironment) throws(TerminalError) {
    let path = environment.device ?? "/dev/tty"
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    var descriptor: Int32 = -1
    repeat {
      descriptor = unsafe open(path, flags)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .cannotOpen(path: path, code: errno) }
    guard Self.isTerminal(descriptor) else {
      close(descriptor)
      throw .notATerminal(path: path)
    }
    if let owner = Self.foreignOwner(of: descriptor, callersTerminal: environment.callersTerminal) {
      close(descriptor)
      throw .refused(
        "the terminal \(path) belongs to another user (uid \(owner)), so nothing is asked on it; "
          + "name your own terminal with KEYWARD_TTY or GPG_TTY, for example `$(tty)`")
    }
    self.descriptor = descriptor
    self.path = path
    self.environment = environment.measured(on: descriptor, withKeptFont: true)
    loan = nil
    // Otherwise, the job uses another terminal.
    if tcgetsid(descriptor) == getsid(0) {
      companions = Pipeline.companions(besides: TerminalUser.ancestors(in: getpgrp()))
      job = .ofParent(on: descriptor)
    }
  }

  /// Uses a borrowed terminal, which stays open after the session.
  package init(_ loan: BorrowedTerminal) throws(TerminalError) {
    let path = loan.environment.device ?? ""
    guard Self.isTerminal(loan.descriptor) else { throw .notATerminal(path: path) }
    descriptor = loan.descriptor
    self.path = path
    environment = loan.environment.measured(on: descriptor, withKeptFont: true)
    self.loan = loan
  }

  deinit {
    if environment.font != nil { platform_console_restore(descriptor) }
    if loan == nil { close(descriptor) }
  }

  package var user: TerminalUser? {
    environment.takesUsedTerminal ? nil : TerminalUser.of(descriptor, openedAs: path)
  }

  /// True if a person can use the terminal.
  ///
  /// `/dev/ptmx` (device 5, 2) claims to be a terminal, but opening it creates one without a
  /// person.
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    let isMultiplexer = status.st_rdev == 5 << 8 | 2
    return status.st_mode & S_IFMT == S_IFCHR && !isMultiplexer && isatty(descriptor) == 1
  }

  /// Returns the owner of another user's terminal, who could read what is typed; nil if the
  /// terminal is ours.
  ///
  /// After `su` or `sudo` the terminal still belongs to the user before. It is ours nevertheless if
  /// it is the controlling terminal of this process, or if its number is `callersTerminal`.
  package static func foreignOwner(
    of descriptor: Int32, callersTerminal: UInt32? = nil
  ) -> uid_t? {
    // The kernel reports a session only for our controlling terminal, whatever its path.
    if tcgetsid(descriptor) == getsid(0) { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_uid != geteuid(),
      deviceNumber(of: descriptor) != callersTerminal
    else { return nil }
    return status.st_uid
  }

  package static func devicePath(of descriptor: Int32) -> String? {
    TerminalDevice(of: descriptor).path
  }

  /// The device number, packed as in `/proc`; nil if the path is not that of a terminal.
  package static func deviceNumber(ofPath path: String) -> UInt32? {
    withTerminal(path, deviceNumber(of:))
  }

  package static func devicePath(ofNumber number: UInt32) -> String? {
    TerminalDevice.path(ofNumber: number)
  }

  package static func devicePath(ofPath path: String) -> String? {
    withTerminal(path) { devicePath(of: $0) } ?? nil
  }

  private static func withTerminal<R>(_ path: String, _ body: (Int32) -> R) -> R? {
    let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return isTerminal(descriptor) ? body(descriptor) : nil
  }

  /// The device number of a terminal, packed as in `/proc`.
  package static func deviceNumber(of descriptor: Int32) -> UInt32 {
    TerminalDevice(of: descriptor).number
  }

  /// The device number of the terminal; nil if it is lent.
  package var ownDevice: UInt32? { loan == nil ? Self.deviceNumber(of: descriptor) : nil }

  var addsCarriageReturns: Bool {
    applied?.addsCarriageReturns ?? false
  }

  // MARK: Owning

  /// Locks the terminal, under all its names, until `leave`; returns false while another dialogue
  /// holds the lock.
  ///
  /// If the program is in the background, the call stops it until it is brought to the foreground.
  package mutating func claim() throws(TerminalError) -> Bool {
    try waitForForeground()
    if lock == nil { lock = TerminalLock(of: descriptor, openedAs: path) }
    return lock?.take() ?? true
  }

  /// True if a kernel lock keeps other dialogues out; false before `claim`.
  package var isExclusive: Bool {
    switch lock {
    case .some(let lock): lock.isExclusive
    case .none: false
    }
  }

  /// The process whose lock keeps other dialogues out; 0 for none, and for this process.
  package var lockHolder: Int32 {
    mutating get {
      if lock == nil { lock = TerminalLock(of: descriptor, openedAs: path) }
      return lock?.holder(opensFiles: false) ?? 0
    }
  }

  /// Returns a descriptor that is readable when the terminal may have become free; -1 for none.
  mutating func watchForRelease() -> Int32 {
    lock?.watch()
    return lock?.releaseEvents ?? -1
  }

  mutating func endWatchForRelease() { lock?.endWatch() }

  mutating func discardReleaseEvents() { lock?.discardEvents() }

  /// Whether the last dialogue on the terminal unlocked it itself, and no keys for it are expected.
  mutating func wasReleased() -> Bool { lock?.awaitRelease() ?? false }

  /// Writes a line about the program that keeps the terminal locked, unless a dialogue is shown there.
  func nameLockHolder(opensFiles: Bool) {
    guard let present, !TerminalMode.isDialogue(present) || settings == .ours else { return }
    let holder =
      switch lock {
      case .some(let lock): lock.holder(opensFiles: opensFiles)
      case .none: Int32(0)
      }
    let name = opensFiles ? ProcessStat(holder).map { Sanitizer().clean($0.name, as: .name) } : nil
    let language = environment.shownLanguage
    let subject = name.map(Sanitizer.quoted) ?? language[.unknownProgram]
    let words = holder > 0 ? "\(subject) (pid \(holder))" : subject
    let end = present.lineEnd
    // In the terminal of `attend`, the line follows the text of a question.
    let start = applied == nil ? "" : end
    _ = send("\(start)keyward: \(language[.lockedBy, words])\(end)", within: 0.05)
  }

  // MARK: Settings

  enum Settings: Hashable {
    case ours
    case changed
    case gone
  }

  /// The state of the settings; typed bytes may be read only if it is `ours`.
  var settings: Settings { loan?.isLost == true ? .gone : settingsOfTerminal }

  private var settingsOfTerminal: Settings {
    guard let present else { return .gone }
    return applied?.readsSame(as: present) == true ? .ours : .changed
  }

  /// The terminal's current settings; nil, with `errno` set, if the terminal is gone.
  var present: termios? { termios(of: descriptor) }

  /// Claims the terminal, saves its settings, and switches to the mode for secrets.
  ///
  /// Waiting input is discarded, unless `keepsInput`. If the program exits while its screen is
  /// shown, the bytes of `end` are sent. If another dialogue holds the terminal, the error is
  /// `busy`.
  package mutating func begin(
    end: TerminalRestore.ScreenEnd = .init(), keepingInput keepsInput: Bool = false
  ) throws(TerminalError) {
    guard try claim() else { throw .busy }
    // Load the font only after locking: the font saved here must be the console's own, not that of
    // another dialogue.
    if environment.font != nil, platform_console_load(descriptor) != 0 {
      environment = environment.measured(on: descriptor, withKeptFont: false)
    }
    if RestoreHelper.holdsPrograms { holdsNeighbours = true }
    try switchMode(from: remember(end: end), keepingInput: keepsInput)
  }

  /// Records the settings that every exit must restore, and returns these settings.
  ///
  /// If the current settings are the ones that this session has applied, the function records the
  /// original settings again. Otherwise, it records the current settings.
  private mutating func remember(end: TerminalRestore.ScreenEnd) throws(TerminalError) -> termios {
    guard let present else { throw .settings(code: errno) }
    // After a stop, the current settings are ours if no program has touched the terminal.
    let isOurs = applied?.isSame(as: present) == true
    let found = isOurs ? self.found ?? present : present
    self.found = found
    // Record them first: from here on, every exit restores them. The lender switches echo on, once
    // nobody types for the question any more.
    TerminalRestore.remember(
      descriptor, lockedBy: lock?.shared ?? -1, settings: loan == nil ? found : found.withoutEcho,
      end: end)
    return found
  }

  /// Reports the end of a dialogue to the lender, if the terminal is lent.
  ///
  /// Without a report, the lender drops what is still typed.
  package func report(_ outcome: DialogueOutcome) {
    if !answerMayGoOn { loan?.report(outcome) }
  }

  package mutating func unlock() { lock?.release(isOrderly: !answerMayGoOn) }

  private mutating func forget() { (mode, applied) = (nil, nil) }

  /// Switches to the mode for secrets again, and discards input typed meanwhile.
  ///
  /// An exit still restores the original settings.
  package mutating func resume() throws(TerminalError) {
    guard let found else { throw .settings(code: EINVAL) }
    try switchMode(from: found)
  }

  private mutating func switchMode(
    from found: termios, keepingInput keepsInput: Bool = false
  ) throws(TerminalError) {
    let wasSwitched = applied != nil
    do throws(TerminalError) {
      mode = try apply(.canonical, to: found, keepingInput: keepsInput)
      if mode != .canonical { mode = try apply(.raw, to: found, keepingInput: keepsInput) }
      guard mode != nil else { throw .settings(code: ENOTSUP) }
    } catch {
      // Do not restore settings that were never changed: that would discard the input of others.
      if applied == nil, !wasSwitched { TerminalRestore.forget() }
      throw error
    }
  }

  /// Wipes input that was typed under another program's settings, without decoding it.
  ///
  /// The result is the number of line ends that the terminal has certainly echoed.
  func dropEchoed(through ring: inout InputRing) -> Int {
    guard let present else { return 0 }
    let (echoes, isCanonical) = (present.echoesLineEnds, present.c_lflag & tcflag_t(ICANON) != 0)
    var lines = 0
    ring.removeAll()
    for _ in 0..<Self.mostEchoedReads {
      guard case .bytes = ring.fill(from: descriptor) else { break }
      let ends = ring.withBytes { bytes in bytes.byteOffsets.count { bytes.byte($0) == 0x0a } }
      // In canonical mode, a read returns one line. Any further line ends in it were typed under
      // our settings, without echo.
      lines += isCanonical ? min(ends, 1) : ends
      ring.removeAll()
    }
    return echoes ? lines : 0
  }

  /// The maximum number of reads in `dropEchoed`.
  ///
  /// The kernel's buffer has 4096 bytes, and a read may return only one of them. Input beyond this
  /// number is discarded later, by a flush.
  private static var mostEchoedReads: Int { 4096 }

  /// Leaves the screen, wipes unread input, restores the settings, and unlocks the terminal;
  /// returns false if there was nothing to restore.
  @discardableResult
  package mutating func leave(draining ring: inout InputRing) -> Bool {
    if mode != nil, loan?.isOrphaned == true {
      ring.removeAll()
      yieldLostLoan()
    } else if loan != nil, isChanged {
      // The lender's shell may have taken the terminal back and changed the settings; keep them.
      TerminalRestore.forget()
    }
    forget()
    let wasOurs = TerminalRestore.leave(draining: &ring)
    unlock()
    return wasOurs
  }

  /// Leaves the terminal to the shell of a lender that is gone.
  ///
  /// Nobody switches echo on any more, and the shell may keep our settings.
  private func yieldLostLoan() {
    guard let found else { return }
    TerminalRestore.changeSettings(to: found, on: descriptor)
    TerminalRestore.yield()
  }

  /// Watches the job of `caller`, unless its controlling terminal, `number`, is another one.
  package mutating func watchJob(of caller: pid_t, on number: UInt32?) {
    guard loan == nil, number == Self.deviceNumber(of: descriptor),
      let group = ProcessStat(caller)?.foreground
    else { return }
    job = CallerJob(of: caller, inFront: group, isOfOthers: tcgetsid(descriptor) != getsid(0))
  }

  /// Leaves the terminal to the shell of the job that asks if the job is over, ends within the time,
  /// or is no longer in the foreground; returns true if so.
  mutating func yieldAfterJob(within seconds: Double) -> Bool {
    guard job.ends(within: seconds) || isInBackground || !job.isInFront else { return false }
    isYielded = true
    TerminalRestore.yield()
    forget()
    return true
  }

  /// True if another program has taken the terminal.
  ///
  /// On the terminal of another session, only changed settings show it.
  var isTaken: Bool {
    let isOfOthers = loan != nil || tcgetpgrp(descriptor) < 0
    return isInBackground || isOfOthers && isChanged
  }

  /// Stops the process while it is in the background; other programs may use the terminal
  /// meanwhile.
  private mutating func waitForForeground() throws(TerminalError) {
    while isInBackground {
      // Keep the lock while there are settings to restore.
      if applied == nil { lock?.release() }
      let code = SignalWatch.endingWhileStopped { platform_foreground_wait(descriptor) }
      switch code {
      case 0: return
      case EINTR: continue
      case EIO: throw .orphanedInBackground
      default: throw .settings(code: code)
      }
    }
  }

  /// Switches to a mode; returns the mode that took effect, or nil if the terminal still echoes.
  private mutating func apply(
    _ mode: TerminalMode, to found: termios, keepingInput keepsInput: Bool
  ) throws(TerminalError) -> TerminalMode? {
    var wanted = mode.settings(from: found)
    // Keep IUTF8, which the terminal itself may have set since our first change.
    if applied != nil, let present {
      wanted.c_iflag |= present.c_iflag & tcflag_t(IUTF8)
    }
    try set(wanted, keepsInput ? TCSANOW : TCSAFLUSH)
    // TCSAFLUSH discards the bytes in the line discipline; bytes on their way to it need another
    // flush.
    if !keepsInput { tcflush(descriptor, TCIFLUSH) }
    return applied.flatMap { TerminalMode.mode(of: $0) }
  }

  private mutating func set(_ settings: termios, _ when: Int32) throws(TerminalError) {
    TerminalRestore.noteSettings(settings, on: descriptor)
    guard settings.apply(to: descriptor, when) else {
      throw errno == EIO ? .orphanedInBackground : .settings(code: errno)
    }
    // From here on, there are settings to restore.
    applied = settings
    guard let actual = present else { throw .settings(code: errno) }
    applied = actual
    TerminalRestore.noteSettings(actual, on: descriptor)
  }
}

extension TerminalSession {
  /// The size of the window in cells, limited to `largest`.
  ///
  /// If the terminal reports no size, `COLUMNS` and `LINES` are used, else 80 × 24.
  package var size: (columns: Int, rows: Int) {
    let window =
      Self.window(of: descriptor) ?? (environment.columns ?? 80, environment.rows ?? 24)
    return (min(window.columns, Self.largest.columns), min(window.rows, Self.largest.rows))
  }

  package static func window(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    reportedWindow(of: descriptor).map { (Int($0.ws_col), Int($0.ws_row)) }
  }

  private static func reportedWindow(of descriptor: Int32) -> winsize? {
    var window = winsize()
    let isReported = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0
    return isReported && window.ws_col > 0 && window.ws_row > 0 ? window : nil
  }

  static func pixelsOfCell(of descriptor: Int32) -> Size? {
    if let window = reportedWindow(of: descriptor), window.ws_xpixel >= window.ws_col,
      window.ws_ypixel >= window.ws_row
    {
      return Size(
        width: Double(window.ws_xpixel) / Double(window.ws_col),
        height: Double(window.ws_ypixel) / Double(window.ws_row))
    }
    // Ask only a console: drivers of other terminals may interpret the call differently.
    guard platform_is_console(descriptor) != 0 else { return nil }
    let font = platform_console_font_size(descriptor)
    return font.height > 0 ? Size(width: Double(font.width), height: Double(font.height)) : nil
  }

  /// The maximum size of a screen in cells.
  ///
  /// It limits the memory for cells, because a terminal may report any window size.
  static let largest = (columns: 1000, rows: 400)

  package var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// True if the terminal has our settings and its keys come to us.
  package var isHeld: Bool { settings == .ours && !isInBackground }

  /// True if another process group is in the foreground of our controlling terminal.
  ///
  /// A read would then stop us or fail. The value is always false for the terminal of another
  /// session.
  package var isInBackground: Bool {
    let group = tcgetpgrp(descriptor)
    // The comparison with the group at opening decides most calls, and there is one before each
    // read.
    return group >= 0 && group != groupAtOpening && group != getpgrp()
  }
}

extension TerminalSession {
  /// Sends lines that end with CR LF; returns false if the terminal is gone.
  ///
  /// Text that the terminal does not accept in time is dropped.
  package borrowing func send(_ text: String, within seconds: Double = 1) -> Bool {
    var output = ScreenOutput(descriptor: descriptor)
    let bytes = text.utf8.filter { $0 != 0x0d || !addsCarriageReturns }
    return !output.send(bytes).isFailed
      && !output.flush(until: MonotonicTime.now + seconds).isFailed
  }

  /// Sends lines before an exit; delays the exit by at most 50 ms.
  package borrowing func sendLast(_ text: String) { _ = send(text, within: 0.05) }
}

/// Passing all keys to a program on another terminal.
///
/// Other dialogues may use this terminal meanwhile, because it is locked only while its settings
/// change and while our own prompt is shown.
extension TerminalSession {
  /// Starts or resumes passing keys on; returns false if another dialogue holds this terminal.
  ///
  /// Waiting keys are kept. If `wasLent` is true, a borrower that was killed may have left its
  /// settings; the original settings are then restored first, and waiting keys are discarded. Every
  /// later exit sends the bytes `modes`, which undo the terminal modes that the program has set.
  package mutating func pass(
    afterLoan wasLent: Bool = false, keepsLock: Bool = false, undoing modes: [UInt8] = []
  ) throws(TerminalError) -> Bool {
    guard try claim() else { return false }
    defer { if !keepsLock { unlock() } }
    if wasLent, let found { try set(found, TCSAFLUSH) }
    let original = try remember(end: .init())
    TerminalRestore.changeLasting(to: modes, on: descriptor)
    try set(original.passingOn, TCSANOW)
    mode = nil
    return true
  }

  /// Restores the settings from before the first prompt at once; nothing if there are none.
  package func restoreFound() {
    guard let found else { return }
    TerminalRestore.uninterrupted { _ = found.apply(to: descriptor) }
  }

  /// True if another program has changed the settings, so that no key may be read.
  package var isChanged: Bool { settingsOfTerminal == .changed }

  /// Stops passing keys on, and keeps waiting keys.
  ///
  /// The original settings are restored, unless another program has changed the settings.
  package mutating func stopPassing() {
    // Forget the modes without undoing them: the caller has done so, or they stay as the command
    // left them.
    TerminalRestore.changeLasting(to: [], on: descriptor)
    // Signals are blocked: in the background, the call would stop us.
    if settings == .ours { restoreFound() }
    forget()
    TerminalRestore.forget()
  }
}

extension TerminalEnvironment {
  /// Adds the font of a console and the size of a cell to the environment.
  ///
  /// If `withKeptFont` is true, a font stored by `ConsoleFont.keep()` is used instead of the
  /// console's current font, because `begin` will load the stored one.
  fileprivate func measured(on descriptor: Int32, withKeptFont: Bool) -> Self {
    var environment = self
    if withKeptFont, let kept = FontMap.kept(forConsole: descriptor) {
      (environment.font, environment.pixelsOfCell) = (kept.map, kept.pixelsOfCell)
      return environment
    }
    environment.pixelsOfCell = TerminalSession.pixelsOfCell(of: descriptor)
    environment.font = FontMap(ofConsole: descriptor)
    return environment
  }
}

extension termios {
  /// These settings in raw mode, for passing keys on.
  ///
  /// Control characters that raw mode does not use encode our process ID. The restore helper of
  /// another `keyward attend` process therefore does not mistake these settings for its own.
  var passingOn: termios {
    var settings = self
    unsafe cfmakeraw(&settings)
    settings.set(VEOF, TerminalMode.mark)
    let number = getpid()
    settings.set(VDISCARD, cc_t(truncatingIfNeeded: number))
    settings.set(VMIN, cc_t(truncatingIfNeeded: number >> 8))
    // With a VTIME other than 0, a poll ends at the first byte, whatever VMIN is. Process IDs have
    // at most 22 bits.
    settings.set(VTIME, cc_t(truncatingIfNeeded: number >> 16) + 1)
    return settings
  }
}

extension termios {
  /// True if the terminal puts a carriage return before each newline.
  fileprivate var addsCarriageReturns: Bool {
    let flags = tcflag_t(OPOST) | tcflag_t(ONLCR)
    return c_oflag & flags == flags
  }

  /// The end of a line that is written under these settings.
  package var lineEnd: String { addsCarriageReturns ? "\n" : "\r\n" }
}
