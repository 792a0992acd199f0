import Glibc
import KeywardSystem
import SecureMemory

/// The right to ask on a terminal, held by one dialogue at a time, whatever its program.
///
///     var lock = TerminalLock(of: terminal, openedAs: "/dev/tty")
///     while !lock.take() { … wait for `releaseEvents`, or a moment … }
///
/// It is an advisory lock on the device itself: `/dev/tty` is one file for all sessions, so the
/// real device is looked for, and several names of one device share one lock. After `su` the
/// user may not open the device: then a standard stream serves for a lock of the process, since a
/// lock of the open file would be shared with every process that inherited it. Some processes have
/// no such stream, and in a container the device may have no name; so a dialogue on the terminal of
/// its session also locks the byte of `/dev/tty` that stands for that session. The kernel releases
/// the locks of a process that dies. If nothing can be locked, the right is granted without a lock,
/// and `isExclusive` is false.
struct TerminalLock: ~Copyable {
  private let path: String
  /// The device, opened once more for the lock alone; -1 if that fails.
  private let descriptor: Int32
  /// The descriptor for the lock of the process: the device, else one of the standard streams; -1
  /// for none.
  let shared: Int32
  /// `/dev/tty`, opened once more if that is the terminal; else -1.
  private let sessionFile: Int32
  /// Readable once another process closes or releases the device; -1 while nobody waits.
  private(set) var releaseEvents: Int32 = -1
  private(set) var isTaken = false
  /// Whether the kernel also keeps others out.
  private(set) var isExclusive = false

  init(of terminal: Int32, openedAs path: String) {
    let device = TerminalDevice(of: terminal)
    var found: (descriptor: Int32, path: String) = (-1, path)
    // A terminal in a folder of pseudo-terminals is locked by its own name: another one with its
    // number may exist elsewhere.
    let names = [device.isItself ? path : nil, device.path].compactMap(\.self)
    // In a container the terminal may have no name but those of the standard streams.
    for candidate in names + (0...2).map({ "/proc/self/fd/\($0)" }) {
      let descriptor = unsafe open(candidate, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if device.isDevice(ofFile: descriptor), Self.areOne(terminal, descriptor) {
        found = (descriptor, candidate)
        break
      }
      close(descriptor)
    }
    self.descriptor = found.descriptor
    self.path = found.path
    shared = found.descriptor >= 0 ? found.descriptor : Self.inherited(device, as: terminal)
    let isOfSession = tcgetsid(terminal) == getsid(0)
    sessionFile = isOfSession ? unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
  }

  /// The first writable standard stream of the device, as a lock needs it; -1 for none.
  private static func inherited(_ device: TerminalDevice, as terminal: Int32) -> Int32 {
    (0...2).first {
      device.isDevice(ofFile: $0) && areOne(terminal, $0)
        && fcntl($0, F_GETFL) & O_ACCMODE != O_RDONLY
    } ?? -1
  }

  /// True if two open terminals of one number are the same.
  ///
  /// If several folders of pseudo-terminals are mounted, each has its own numbers, and only one of
  /// the two is the terminal of our session.
  private static func areOne(_ terminal: Int32, _ other: Int32) -> Bool {
    tcgetsid(terminal) == tcgetsid(other)
  }

  deinit {
    if releaseEvents >= 0 { close(releaseEvents) }
    if sessionFile >= 0 { close(sessionFile) }
    // Before the close, which wakes waiting processes.
    if isTaken { unlockDevice() }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Gives the right back, to be taken again.
  ///
  /// The device stays open, since a sandbox opens nothing.
  mutating func release() {
    guard isTaken else { return }
    unlockDevice()
    if sessionFile >= 0 { platform_unlock_device(sessionFile) }
    (isTaken, isExclusive) = (false, false)
    // Nobody closes it now, so a change of its times wakes the waiting processes.
    if descriptor >= 0 { futimens(descriptor, nil) }
  }

  /// Takes the right, unless another dialogue has it.
  mutating func take() -> Bool {
    if isTaken { return true }
    let ofDevice = lockDevice()
    guard ofDevice != PLATFORM_LOCK_BUSY else { return false }
    let ofSession = sessionFile < 0 ? PLATFORM_LOCK_REFUSED : platform_lock_session(sessionFile)
    guard ofSession != PLATFORM_LOCK_BUSY else {
      unlockDevice()
      return false
    }
    isTaken = true
    isExclusive = ofDevice == PLATFORM_LOCKED || ofSession == PLATFORM_LOCKED
    return true
  }

  /// Locks the device in both ways: others may hold only one of the locks.
  private func lockDevice() -> platform_lock {
    let ofProcess = shared < 0 ? PLATFORM_LOCK_REFUSED : platform_lock_device(shared)
    guard ofProcess != PLATFORM_LOCK_BUSY else { return PLATFORM_LOCK_BUSY }
    let ofFile = lockFile()
    if ofFile == PLATFORM_LOCK_BUSY, ofProcess == PLATFORM_LOCKED { platform_unlock_device(shared) }
    return ofFile == PLATFORM_LOCK_REFUSED ? ofProcess : ofFile
  }

  private func lockFile() -> platform_lock {
    guard descriptor >= 0 else { return PLATFORM_LOCK_REFUSED }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return PLATFORM_LOCK_BUSY }
      if errno != EINTR { return PLATFORM_LOCK_REFUSED }
    }
    return PLATFORM_LOCKED
  }

  private func unlockDevice() {
    if shared >= 0 { platform_unlock_device(shared) }
    if descriptor >= 0 { flock(descriptor, LOCK_UN) }
  }

  mutating func watch() {
    guard releaseEvents < 0, descriptor >= 0 else { return }
    releaseEvents = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    let given = UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE | IN_ATTRIB)
    if releaseEvents >= 0 { _ = unsafe inotify_add_watch(releaseEvents, path, given) }
  }

  /// Discards the events, so that the next change is an event again.
  mutating func discardEvents() {
    let events = releaseEvents
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { room in
      while unsafe read(events, room.baseAddress, room.count) > 0 {}
    }
  }
}

/// The device of an open terminal, whatever name it was opened by.
struct TerminalDevice {
  private let device: platform_device
  /// True if the opened file is the device itself, in a folder of pseudo-terminals.
  let isItself: Bool

  init(of terminal: Int32) {
    device = platform_real_device(terminal)
    isItself =
      Self.areSame(platform_device_of(terminal), device) && platform_is_on_devpts(terminal) == 1
  }

  /// The standard name of the device; nil if the kernel has none for it.
  var path: String? {
    // Eight major numbers for pseudo-terminals, 256 devices each.
    if (136...143).contains(device.major) {
      return "/dev/pts/\((device.major - 136) << 8 + device.minor)"
    }
    let target = FileLink.target(of: "/sys/dev/char/\(device.major):\(device.minor)")
    return target?.split(separator: "/").last.map { "/dev/" + $0 }
  }

  /// True if an open file is this device and no other.
  ///
  /// `/dev/tty`, which is left if the kernel does not reveal the real device, means the
  /// terminals of all sessions.
  func isDevice(ofFile descriptor: Int32) -> Bool {
    Self.areSame(platform_device_of(descriptor), device) && (device.major, device.minor) != (5, 0)
  }

  /// The number as the kernel packs it in `/proc`.
  var number: UInt32 {
    device.minor & 0xff | device.major << 8 | (device.minor & ~0xff) << 12
  }

  private static func areSame(_ one: platform_device, _ other: platform_device) -> Bool {
    one.major == other.major && one.minor == other.minor
  }
}
