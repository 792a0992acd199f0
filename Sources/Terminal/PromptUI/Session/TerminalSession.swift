import Glibc
import KeyboardEngine
import KeywardSystem

/// One open terminal device and its settings.
///
///     var session = try TerminalSession(environment: .current())
///     while try !session.claim() { … }   // another dialogue is on it
///     try session.begin()                // typing echoes nothing from here on
///     …
///     session.leave(draining: &ring)
///
/// The device is opened again, so that its non-blocking mode disturbs nobody, and closed with the
/// value. Between `begin` and `leave` every exit of the program restores the settings.
package struct TerminalSession: ~Copyable {
  /// The open device; it does not block.
  package let descriptor: Int32
  package let path: String
  package private(set) var environment: TerminalEnvironment
  /// Our process group when the device was opened.
  let groupAtOpening = getpgrp()
  /// The present mode; nil outside `begin` and `leave`.
  package private(set) var mode: TerminalMode? {
    didSet { lastMode = mode ?? lastMode }
  }
  /// The last mode, also after `leave`; nil before the first `begin`.
  package private(set) var lastMode: TerminalMode?
  /// The settings as they were found; nil before `begin`.
  package private(set) var found: termios?
  private var applied: termios?
  /// The loan of the terminal; nil if it was opened by its name.
  package let loan: BorrowedTerminal?
  /// The right to ask here, from before the first change of the settings until they are put back.
  private var lock: TerminalLock?

  /// Opens `KEYWARD_TTY`, else `/dev/tty`.
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
    self.descriptor = descriptor
    self.path = path
    self.environment = environment.measured(on: descriptor, withKeptFont: true)
    loan = nil
  }

  /// Takes a borrowed terminal, which stays open after the session.
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

  /// The program that reads this terminal, if none of ours may take it; nil for none.
  package var user: TerminalUser? {
    environment.takesUsedTerminal ? nil : TerminalUser.of(descriptor, openedAs: path)
  }

  /// True if a person can be asked on an open descriptor.
  ///
  /// The multiplexer of pseudo-terminals claims to be a terminal, but opening it makes one without
  /// a person.
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    let isMultiplexer = status.st_rdev == multiplexer
    return status.st_mode & S_IFMT == S_IFCHR && !isMultiplexer && isatty(descriptor) == 1
  }

  /// The standard name of the device of an open terminal; nil if the kernel has none for it.
  package static func devicePath(of descriptor: Int32) -> String? {
    TerminalDevice(of: descriptor).path
  }

  /// The packed number of the terminal at a path, as `/proc` has it; nil if there is none.
  package static func deviceNumber(ofPath path: String) -> UInt32? {
    withTerminal(path, deviceNumber(of:))
  }

  /// The common name of the terminal at a path, such as `/dev/tty`; nil if there is none.
  package static func devicePath(ofPath path: String) -> String? {
    withTerminal(path) { devicePath(of: $0) } ?? nil
  }

  private static func withTerminal<R>(_ path: String, _ body: (Int32) -> R) -> R? {
    let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return isTerminal(descriptor) ? body(descriptor) : nil
  }

  /// The packed number of the device of an open terminal.
  package static func deviceNumber(of descriptor: Int32) -> UInt32 {
    TerminalDevice(of: descriptor).number
  }

  /// The device number of `/dev/ptmx`, wherever it is mounted: 5, 2.
  private static var multiplexer: dev_t { 5 << 8 | 2 }

  /// True if the terminal puts a CR before every written LF.
  var addsCarriageReturns: Bool {
    let flags = tcflag_t(OPOST) | tcflag_t(ONLCR)
    return applied.map { $0.c_oflag & flags == flags } ?? false
  }

  // MARK: Owning

  /// Takes the terminal for this dialogue alone; false, with nothing touched, while another has it.
  ///
  /// In the background this stops the program until it is brought to the front. Until `leave` no
  /// other dialogue of any of our programs begins on the same device, by whatever name.
  package mutating func claim() throws(TerminalError) -> Bool {
    try waitForForeground()
    if lock == nil { lock = TerminalLock(of: descriptor, openedAs: path) }
    return lock?.take() ?? true
  }

  /// True if the kernel keeps other dialogues out; false also before `claim`.
  package var isExclusive: Bool {
    switch lock {
    case .some(let lock): lock.isExclusive
    case .none: false
    }
  }

  /// Returns a descriptor that is readable when the terminal may have become free; -1 for none.
  mutating func watchForRelease() -> Int32 {
    lock?.watch()
    return lock?.releaseEvents ?? -1
  }

  /// Discards the events of that descriptor.
  mutating func discardReleaseEvents() { lock?.discardEvents() }

  // MARK: Settings

  enum Settings: Hashable {
    case ours
    case changed
    case gone
  }

  /// The state of the settings now.
  ///
  /// Unless echo, canonical mode and EXTPROC are still ours, nothing typed may be read.
  var settings: Settings {
    var present = termios()
    guard loan?.isLost != true, unsafe tcgetattr(descriptor, &present) == 0 else { return .gone }
    return applied.map { $0.readsSame(as: present) } == true ? .ours : .changed
  }

  /// Saves the settings, discards waiting input, and switches to the mode for secrets.
  ///
  /// In the background this stops the program until it is brought to the front. `end` is the end of
  /// our screen for every exit, used once the screen is shown.
  package mutating func begin(end: TerminalRestore.ScreenEnd = .init())
    throws(TerminalError)
  {
    guard try claim() else { throw .busy }
    // Not before: the font of before has to be that of the console, not of another dialogue.
    if environment.font != nil, platform_console_load(descriptor) != 0 {
      environment = environment.measured(on: descriptor, withKeptFont: false)
    }
    try switchMode(from: remember(end: end))
  }

  /// Remembers and returns the settings to leave with: those in force, unless they are our own.
  @discardableResult
  mutating func remember(end: TerminalRestore.ScreenEnd) throws(TerminalError) -> termios {
    var present = termios()
    guard unsafe tcgetattr(descriptor, &present) == 0 else { throw .settings(code: errno) }
    // After a stop during which nobody touched the terminal, these are our own.
    let isOurs = applied.map { $0.isSame(as: present) } ?? false
    let found = isOurs ? self.found ?? present : present
    self.found = found
    // Remembered first: from here at every exit puts the settings back.
    TerminalRestore.remember(
      descriptor, lockedBy: lock?.shared ?? -1, settings: found, end: end)
    return found
  }

  /// Switches to settings that pass everything on; discards no waiting input.
  mutating func passOn() throws(TerminalError) {
    guard let found else { throw .settings(code: EINVAL) }
    try set(found.passingOn, TCSANOW)
    mode = nil
  }

  /// Gives the terminal free for other dialogues.
  package mutating func unlock() { lock?.release() }

  /// Forgets the settings we set, which are no longer in force.
  mutating func forget() { (mode, applied) = (nil, nil) }

  /// Switches to the mode for secrets again, even if another program has changed the settings.
  ///
  /// It discards input typed meanwhile. The settings found at the beginning are still the ones to
  /// put back.
  package mutating func resume() throws(TerminalError) {
    guard let found else { throw .settings(code: EINVAL) }
    try switchMode(from: found)
  }

  private mutating func switchMode(from found: termios) throws(TerminalError) {
    let wasSwitched = applied != nil
    do throws(TerminalError) {
      mode = try apply(.canonical, to: found)
      if mode != .canonical { mode = try apply(.raw, to: found) }
      guard mode != nil else { throw .settings(code: ENOTSUP) }
    } catch {
      // Settings that were never changed are not put back: that would discard the input of others.
      if applied == nil, !wasSwitched { TerminalRestore.forget() }
      throw error
    }
  }

  /// Wipes, unseen, the input typed under the settings of others.
  ///
  /// It returns the number of line ends that the terminal has certainly echoed.
  func dropEchoed(through ring: inout InputRing) -> Int {
    var present = termios()
    guard unsafe tcgetattr(descriptor, &present) == 0 else { return 0 }
    let (echoes, isCanonical) = (present.echoesLineEnds, present.c_lflag & tcflag_t(ICANON) != 0)
    var lines = 0
    ring.removeAll()
    for _ in 0..<Self.mostEchoedReads {
      guard case .bytes = ring.fill(from: descriptor) else { break }
      let ends = ring.withBytes { bytes in bytes.byteOffsets.count { bytes.byte($0) == 0x0a } }
      // A line is read alone; several in one read were there before, and not echoed.
      lines += isCanonical ? min(ends, 1) : ends
      ring.removeAll()
    }
    return echoes ? lines : 0
  }

  /// The number of bytes in the kernel's buffer; a flood beyond it is left to the flush.
  private static var mostEchoedReads: Int { 4096 }

  /// Ends the screen, wipes unread input, restores the settings, and frees the terminal.
  ///
  /// It returns false if there was nothing to leave.
  @discardableResult
  package mutating func leave(draining ring: inout InputRing) -> Bool {
    // A shell that has got its terminal back reads it with its own settings.
    if loan?.isLost == true, isChanged { TerminalRestore.forget() }
    forget()
    let wasOurs = TerminalRestore.leave(draining: &ring)
    lock?.release()
    return wasOurs
  }

  /// Keeps the settings that others have set meanwhile; only the screen will be ended.
  func keepSettingsOfOthers() {
    if settings == .changed { TerminalRestore.forget() }
  }

  /// Stops the process while in the background; others may have the terminal meanwhile.
  private mutating func waitForForeground() throws(TerminalError) {
    while isInBackground {
      // While something is left to put back, the terminal is still ours.
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

  /// Applies a mode and returns the one that took effect; nil for none.
  private mutating func apply(
    _ mode: TerminalMode, to found: termios
  ) throws(TerminalError) -> TerminalMode? {
    var wanted = mode.settings(from: found)
    // What the terminal itself has set since our first change stays.
    var present = termios()
    if applied != nil, unsafe tcgetattr(descriptor, &present) == 0 {
      wanted.c_iflag |= present.c_iflag & tcflag_t(IUTF8)
    }
    try set(wanted, TCSAFLUSH)
    // The first flush discards the bytes that the line has taken; bytes on their way to it need
    // another one.
    tcflush(descriptor, TCIFLUSH)
    return applied.flatMap { TerminalMode.mode(of: $0) }
  }

  private mutating func set(_ settings: termios, _ when: Int32) throws(TerminalError) {
    var wanted = settings
    TerminalRestore.noteSettings(wanted, on: descriptor)
    while unsafe tcsetattr(descriptor, when, &wanted) != 0 {
      guard errno == EINTR else {
        throw errno == EIO ? .orphanedInBackground : .settings(code: errno)
      }
    }
    // From here on there is something to put back.
    applied = wanted
    var actual = termios()
    guard unsafe tcgetattr(descriptor, &actual) == 0 else { throw .settings(code: errno) }
    applied = actual
    TerminalRestore.noteSettings(actual, on: descriptor)
  }
}

extension TerminalSession {
  /// The cells of the window that are drawn: at least 1 × 1, at most 1,000 × 400 from its top left.
  ///
  /// The limit exists because a window may claim any size and each cell takes memory. Numbers that
  /// the terminal does not know come from `COLUMNS` and `LINES`, else they are 80 × 24.
  package var size: (columns: Int, rows: Int) {
    let window =
      Self.window(of: descriptor) ?? (environment.columns ?? 80, environment.rows ?? 24)
    return (min(window.columns, Self.largest.columns), min(window.rows, Self.largest.rows))
  }

  /// The cells of the window according to the terminal; nil if it does not know them.
  package static func window(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return nil }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// The pixels of a cell: those of the window divided by its cells, or of a console's font; nil if
  /// the terminal knows neither.
  static func pixelsOfCell(of descriptor: Int32) -> Size? {
    var window = winsize()
    if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0, window.ws_xpixel >= window.ws_col, window.ws_ypixel >= window.ws_row
    {
      return Size(
        width: Double(window.ws_xpixel) / Double(window.ws_col),
        height: Double(window.ws_ypixel) / Double(window.ws_row))
    }
    // The drivers of other terminals may understand something else.
    guard platform_is_console(descriptor) != 0 else { return nil }
    let font = platform_console_font_size(descriptor)
    return font.height > 0 ? Size(width: Double(font.width), height: Double(font.height)) : nil
  }

  /// The most cells that are drawn; with them a scene begins in 16 MB.
  static let largest = (columns: 1000, rows: 400)

  package var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// True if another process group is in the foreground of our session's terminal.
  ///
  /// A read there would stop us or fail. The terminal of another session has no such group for us.
  package var isInBackground: Bool {
    let group = tcgetpgrp(descriptor)
    // Only we ourselves can leave our group, so the one at the opening saves a call before each
    // echo.
    return group >= 0 && group != groupAtOpening && group != getpgrp()
  }
}

extension TerminalSession {
  /// Sends lines that end with CR LF, with no other CR; false if the terminal is gone.
  ///
  /// The part that the terminal does not take in time is given up. A terminal that puts a CR before
  /// every LF is sent LF alone.
  package borrowing func send(_ text: String, within seconds: Double = 1) -> Bool {
    var output = ScreenOutput(descriptor: descriptor)
    let bytes = text.utf8.filter { $0 != 0x0d || !addsCarriageReturns }
    if case .failed = output.send(bytes) { return false }
    if case .failed = output.flush(until: MonotonicTime.now + seconds) { return false }
    return true
  }

  /// Sends the last words of a dialogue, which delay the exit by a moment at most.
  package borrowing func sendLast(_ text: String) { _ = send(text, within: 0.05) }
}

/// A session that passes all keys to a program on another terminal.
///
/// Nothing is echoed, edited or made a signal of here. Other dialogues may take the terminal
/// meanwhile: it is locked only during changes of its settings, and by our own prompt.
extension TerminalSession {
  /// Passes everything on, at first or after a dialogue or another program; keeps waiting keys.
  ///
  /// False, with nothing touched, while another dialogue has the terminal. In the background this
  /// stops the program until it is brought to the front. `wasLent` is true if the settings in force
  /// may be those of a borrower that was killed. From then on every exit also sends `modes`.
  package mutating func pass(
    afterLoan wasLent: Bool = false, keepsLock: Bool = false, undoing modes: [UInt8] = []
  ) throws(TerminalError) -> Bool {
    guard try claim() else { return false }
    defer { if !keepsLock { unlock() } }
    if wasLent, let found { try set(found, TCSAFLUSH) }
    try remember(end: .init())
    TerminalRestore.changeLasting(to: modes, on: descriptor)
    try passOn()
    return true
  }

  /// True if another program has changed the settings, so that no key may be read.
  package var isChanged: Bool {
    var present = termios()
    guard unsafe tcgetattr(descriptor, &present) == 0 else { return false }
    return applied.map { $0.readsSame(as: present) } != true
  }

  /// Puts the found settings back and keeps waiting keys; leaves settings of others alone.
  package mutating func stopPassing() {
    // The program goes on, or has left the terminal as it wants it.
    TerminalRestore.changeLasting(to: [], on: descriptor)
    if settings == .ours, var found {
      // Outside the foreground the call would stop us.
      TerminalRestore.uninterrupted { _ = unsafe tcsetattr(descriptor, TCSANOW, &found) }
    }
    forget()
    TerminalRestore.forget()
  }
}

extension TerminalEnvironment {
  /// The same environment with the facts that an open terminal itself knows.
  ///
  /// A kept font is loaded later, by the dialogue that has the console.
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
  /// These settings without any that change, show or act on passing bytes.
  ///
  /// Characters without a meaning in this mode have the number of this process, so that the restore
  /// helper of another `attend` does not take these settings for its own.
  var passingOn: termios {
    var settings = self
    unsafe cfmakeraw(&settings)
    settings.set(VEOF, TerminalMode.mark)
    let number = getpid()
    settings.set(VDISCARD, cc_t(truncatingIfNeeded: number))
    settings.set(VMIN, cc_t(truncatingIfNeeded: number >> 8))
    // Unless it is 0, a wait ends with the first byte. The kernel's numbers have 22 bits.
    settings.set(VTIME, cc_t(truncatingIfNeeded: number >> 16) + 1)
    return settings
  }
}
