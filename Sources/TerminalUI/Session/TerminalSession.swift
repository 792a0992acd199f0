import CPlatform
import Glibc
import KeywardEngine

/// One open terminal device and its settings.
///
///     var session = try TerminalSession(environment: .current())
///     while try !session.claim() { … }   // another dialogue is on it
///     try session.begin()                // typing echoes nothing from here on
///     …
///     session.leave(draining: &ring)
///
/// The device is opened anew, so that making it non-blocking disturbs nobody, and closed when the
/// value ends. Between `begin` and `leave` every way out of the program restores the settings.
package struct TerminalSession: ~Copyable {
  /// The open device; it does not block.
  package let descriptor: Int32
  /// The path it was opened by.
  package let path: String
  /// What the environment says about it.
  package let environment: TerminalEnvironment
  /// The mode it is in, nil outside `begin` and `leave`.
  package private(set) var mode: TerminalMode? {
    didSet { lastMode = mode ?? lastMode }
  }
  /// The mode it was in last, also after `leave`; nil before the first `begin`.
  package private(set) var lastMode: TerminalMode?
  /// The settings as they were found, and as they were set.
  private(set) var found: termios?
  private var applied: termios?
  /// The right to ask here, from before the first change of the settings until they are put back.
  private var lock: TerminalLock?

  /// Opens `KEYWARD_TTY`, else `/dev/tty`.
  ///
  /// - Throws: `TerminalError` where that cannot be opened or is no terminal.
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
    self.environment = environment
  }

  deinit {
    close(descriptor)
  }

  /// Whether somebody can be asked on an open descriptor.
  ///
  /// The multiplexer of pseudo-terminals says it is a terminal, but opening it makes one that nobody
  /// sits at.
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    let isMultiplexer = status.st_rdev == multiplexer
    return status.st_mode & S_IFMT == S_IFCHR && !isMultiplexer && isatty(descriptor) == 1
  }

  /// The usual name of the device behind an open terminal; nil where the system has none for it.
  package static func devicePath(of descriptor: Int32) -> String? {
    TerminalDevice(of: descriptor).path
  }

  /// The device number of `/dev/ptmx`, wherever it stands: 5, 2.
  private static var multiplexer: dev_t { 5 << 8 | 2 }

  /// Whether the terminal puts a CR before every LF that is written to it.
  var addsCarriageReturns: Bool {
    let flags = tcflag_t(OPOST) | tcflag_t(ONLCR)
    return applied.map { $0.c_oflag & flags == flags } ?? false
  }

  // MARK: Owning

  /// Takes the terminal for this dialogue alone, as far as the system can keep others out.
  ///
  /// In the background this stops the program until it is brought to the front. Until `leave` no other
  /// dialogue of any of our programs begins on the same device, by whatever name.
  ///
  /// - Returns: False while another dialogue has it; nothing was touched.
  /// - Throws: `TerminalError.orphanedInBackground` where nobody can bring us to the front.
  package mutating func claim() throws(TerminalError) -> Bool {
    try waitForForeground()
    if lock == nil { lock = TerminalLock(of: descriptor, openedAs: path) }
    return lock?.take() ?? true
  }

  /// Whether the system keeps other dialogues out; false also before `claim`.
  package var isExclusive: Bool {
    switch lock {
    case .some(let lock): lock.isExclusive
    case .none: false
    }
  }

  /// A descriptor that is readable when the terminal may have become free; -1 for none.
  mutating func watchForRelease() -> Int32 {
    lock?.watch()
    return lock?.news ?? -1
  }

  /// Forgets the news of that descriptor.
  mutating func takeNewsOfRelease() { lock?.takeNews() }

  // MARK: Settings

  /// What has become of the settings we set.
  enum Settings: Hashable {
    case ours
    /// Somebody else has set others.
    case changed
    /// The terminal is gone.
    case gone
  }

  /// Looks at the settings: where echo, canonical mode or EXTPROC are no longer ours, nothing typed may
  /// be read.
  var settings: Settings {
    var present = termios()
    guard unsafe tcgetattr(descriptor, &present) == 0 else { return .gone }
    return applied.map { $0.readsSame(as: present) } == true ? .ours : .changed
  }

  /// Saves the settings, throws away what was typed before, and switches to the mode for secrets.
  ///
  /// In the background this stops the program until it is brought to the front.
  ///
  /// - Parameter end: How our screen is ended on every way out, if it is shown by then.
  /// - Throws: `TerminalError` where the terminal refuses, another dialogue has it, or nobody can bring
  ///   us to the front.
  package mutating func begin(leaving end: Leaving.ScreenEnd = .init()) throws(TerminalError) {
    guard try claim() else { throw .busy }
    try switchMode(from: remember(leaving: end))
  }

  /// Remembers how the terminal is left: with the settings that are in force, unless these are our own.
  ///
  /// - Returns: The settings as they were found.
  /// - Throws: `TerminalError` where the terminal refuses.
  @discardableResult
  mutating func remember(leaving end: Leaving.ScreenEnd) throws(TerminalError) -> termios {
    var present = termios()
    guard unsafe tcgetattr(descriptor, &present) == 0 else { throw .settings(code: errno) }
    // Stopped and continued without anybody having touched the terminal: these are our own.
    let isOurs = applied.map { $0.isSame(as: present) } ?? false
    let found = isOurs ? self.found ?? present : present
    self.found = found
    // Remembered first: whatever happens from here on puts the settings back.
    Leaving.rememberTerminal(
      descriptor, lockedBy: lock?.shared ?? -1, settings: found, end: end)
    return found
  }

  /// Switches to settings that pass everything on; nothing that waits is thrown away.
  ///
  /// - Throws: `TerminalError` where the terminal refuses.
  mutating func passOn() throws(TerminalError) {
    guard let found else { throw .settings(code: EINVAL) }
    try set(found.passingOn, TCSANOW)
    mode = nil
  }

  /// Lets other dialogues have the terminal.
  mutating func unlock() { lock?.release() }

  /// Forgets the settings we set, which are no longer in force.
  mutating func forget() { (mode, applied) = (nil, nil) }

  /// Switches to the mode for secrets again, also where somebody else has changed the settings.
  ///
  /// What was typed meanwhile is thrown away. The settings found at the beginning are still the ones that
  /// are put back.
  ///
  /// - Throws: `TerminalError` where the terminal refuses.
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
      // Settings that were never changed are not put back: that would throw away what others type.
      if applied == nil, !wasSwitched { Leaving.forgetTerminal() }
      throw error
    }
  }

  /// Wipes what was typed under the settings of others, unseen.
  ///
  /// - Parameter ring: What it is wiped through; empty afterwards.
  /// - Returns: How many line ends of it the terminal has echoed, as far as is certain.
  func dropEchoed(through ring: inout InputRing) -> Int {
    var present = termios()
    guard unsafe tcgetattr(descriptor, &present) == 0 else { return 0 }
    let (echoes, isCanonical) = (present.echoesLineEnds, present.c_lflag & tcflag_t(ICANON) != 0)
    var lines = 0
    ring.removeAll()
    for _ in 0..<Self.mostEchoedReads {
      guard case .bytes = ring.fill(from: descriptor) else { break }
      let ends = ring.withBytes { bytes in
        bytes.byteOffsets.count { bytes.byte($0) == 0x0a }
      }
      // A line is read alone; more of them at once were there before, and not echoed.
      lines += isCanonical ? min(ends, 1) : ends
      ring.removeAll()
    }
    return echoes ? lines : 0
  }

  /// As many as the kernel's buffer has bytes; what a flood brings beyond is left to the flush.
  private static var mostEchoedReads: Int { 4096 }

  /// Ends the screen, wipes what was typed but not read, puts the settings back, and lets other
  /// dialogues have the terminal.
  ///
  /// - Returns: Whether there was anything to leave.
  @discardableResult
  package mutating func leave(draining ring: inout InputRing) -> Bool {
    forget()
    let wasOurs = Leaving.leaveTerminal(draining: &ring)
    lock?.release()
    return wasOurs
  }

  /// Leaves settings that others have set meanwhile as they are; only the screen is ended.
  func keepSettingsOfOthers() {
    if settings == .changed { Leaving.forgetTerminal() }
  }

  /// Stops here while in the background; others may have the terminal meanwhile.
  private mutating func waitForForeground() throws(TerminalError) {
    while isInBackground {
      // With something left to put back the terminal is still ours.
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

  /// Applies a mode and says which one took, nil for none.
  private mutating func apply(
    _ mode: TerminalMode, to found: termios
  ) throws(TerminalError) -> TerminalMode? {
    try set(mode.settings(from: found), TCSAFLUSH)
    // The first flush throws away what the line has taken; bytes on their way to it need one of their own.
    tcflush(descriptor, TCIFLUSH)
    return applied.flatMap { TerminalMode.mode(of: $0) }
  }

  /// Sets settings and notes what became of them.
  private mutating func set(_ settings: termios, _ when: Int32) throws(TerminalError) {
    var wanted = settings
    Leaving.noteSettings(wanted, on: descriptor)
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
    Leaving.noteSettings(actual, on: descriptor)
  }
}
