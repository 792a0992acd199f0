import Glibc
import KeywardSystem
import SecureMemory

/// The right to prompt on a terminal, held by one dialogue at a time across all our programs.
///
///     var lock = TerminalLock(of: terminal, openedAs: "/dev/tty")
///     while !lock.take() { … wait for `releaseEvents`, or a moment … }
///
/// It is an advisory lock on the real device, because `/dev/tty` is the same file in all sessions.
/// If the user cannot open the device, for instance after `su`, a standard stream that has the
/// device open is locked instead. The lock on a stream belongs to the process, because a lock of
/// the open file (`flock`) would be shared with every process that inherited the stream.
///
/// Some processes have no such stream, and in a container the device may have no name. A dialogue
/// on its controlling terminal therefore also locks the byte of `/dev/tty` that represents its
/// session. If nothing can be locked, `take()` returns true without a lock, and `isExclusive` is
/// false.
struct TerminalLock: ~Copyable {
  private let path: String
  /// The device, opened only to lock it; -1 if it cannot be opened.
  private let descriptor: Int32
  /// The descriptor that the lock is taken on: the terminal's device if it could be opened, else a
  /// standard stream; -1 for none.
  let shared: Int32
  /// `/dev/tty`, opened again if the terminal is the controlling one; else -1.
  private let sessionFile: Int32
  /// The inotify descriptor that is readable once another process closes or releases the device.
  ///
  /// It is -1 before `watch`.
  private(set) var releaseEvents: Int32 = -1
  private(set) var isTaken = false
  /// True if, since the last failed `take`, the events have reported an orderly `release`.
  private var wasReleased = false
  /// True if a kernel lock keeps other dialogues out.
  private(set) var isExclusive = false

  init(of terminal: Int32, openedAs path: String) {
    let device = TerminalDevice(of: terminal)
    var found: (descriptor: Int32, path: String) = (-1, path)
    // Open a terminal in a devpts mount by its own name: its number can recur in other mounts.
    let names = [device.isItself ? path : nil, device.path].compactMap(\.self)
    // In a container, only the standard streams may have names for the terminal.
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
    let isInSession = tcgetsid(terminal) == getsid(0)
    sessionFile = isInSession ? unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
  }

  /// The first standard stream on the device that is open for writing, as a lock requires; -1 for
  /// none.
  private static func inherited(_ device: TerminalDevice, as terminal: Int32) -> Int32 {
    (0...2).first {
      device.isDevice(ofFile: $0) && areOne(terminal, $0)
        && fcntl($0, F_GETFL) & O_ACCMODE != O_RDONLY
    } ?? -1
  }

  /// Returns true if two terminals with the same device number are the same terminal.
  ///
  /// Equal numbers are not enough, because each devpts mount numbers its terminals separately. The
  /// kernel reports a session only for the controlling terminal of this process. If it reports a
  /// session for only one of the two terminals, they differ.
  private static func areOne(_ terminal: Int32, _ other: Int32) -> Bool {
    tcgetsid(terminal) == tcgetsid(other)
  }

  deinit {
    if releaseEvents >= 0 { close(releaseEvents) }
    if sessionFile >= 0 { close(sessionFile) }
    // Unlock first: the close wakes waiting processes.
    if isTaken { unlockDevice() }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Unlocks the terminal.
  ///
  /// The device stays open, since a sandboxed process cannot open it again. If `isOrderly` is true,
  /// waiting processes can see that the dialogue has ended in order.
  mutating func release(isOrderly: Bool = true) {
    guard isTaken else { return }
    unlockDevice()
    if sessionFile >= 0 { platform_unlock_device(sessionFile) }
    (isTaken, isExclusive) = (false, false)
    // Wake waiting processes by changing the times of the device, which stays open.
    if descriptor >= 0, isOrderly { futimens(descriptor, nil) }
  }

  /// Takes the lock; returns false if another dialogue holds it.
  mutating func take() -> Bool {
    if !isTaken { isTaken = lock() }
    if !isTaken { wasReleased = false }
    return isTaken
  }

  private mutating func lock() -> Bool {
    let ofDevice = lockDevice()
    guard ofDevice != PLATFORM_LOCK_BUSY else { return false }
    let ofSession = sessionFile < 0 ? PLATFORM_LOCK_REFUSED : platform_lock_session(sessionFile)
    guard ofSession != PLATFORM_LOCK_BUSY else {
      unlockDevice()
      return false
    }
    isExclusive = ofDevice == PLATFORM_LOCKED || ofSession == PLATFORM_LOCKED
    return true
  }

  /// Locks the device with both a lock of the process and a lock of the open file description.
  ///
  /// Both are needed, because another dialogue may hold a lock of only one of the two kinds.
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

  /// The process that holds the lock; 0 if it is not known.
  ///
  /// Only `/proc/locks` has the holder of a `flock` lock.
  func holder(opensFiles: Bool) -> Int32 {
    let known = shared < 0 ? 0 : platform_lock_holder(shared, 0)
    if known > 0 { return known }
    let inSession = sessionFile < 0 ? 0 : platform_lock_holder(sessionFile, 1)
    if inSession > 0 { return inSession }
    var status = stat()
    guard opensFiles, unsafe fstat(descriptor, &status) == 0,
      let table = try? SmallFile("/proc/locks", atMost: 1 << 20).bytes
    else { return 0 }
    return Self.holder(ofFile: UInt(status.st_ino), on: UInt(status.st_dev), table)
  }

  /// Returns the holder of a lock on a whole file, from the text of `/proc/locks`; 0 for none.
  static func holder(ofFile file: UInt, on device: UInt, _ table: [UInt8]) -> Int32 {
    // A line is such as `1: FLOCK  ADVISORY  WRITE 940 00:18:5 0 EOF`.
    for line in table.split(separator: 0x0a) {
      let fields = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count > 5, fields[1] == "FLOCK", let process = Int32(fields[4]) else { continue }
      let place = fields[5].split(separator: ":")
      guard place.count == 3, UInt(place[2]) == file,
        let major = UInt(place[0], radix: 16), let minor = UInt(place[1], radix: 16),
        major << 8 | minor & 0xff | (minor & ~0xff) << 12 == device
      else { continue }
      return process
    }
    return 0
  }

  mutating func watch() {
    guard releaseEvents < 0, descriptor >= 0 else { return }
    releaseEvents = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    let given = UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE | IN_ATTRIB)
    if releaseEvents >= 0 { _ = unsafe inotify_add_watch(releaseEvents, path, given) }
  }

  mutating func endWatch() {
    if releaseEvents >= 0 { close(releaseEvents) }
    releaseEvents = -1
  }

  /// Returns true if the last dialogue unlocked the terminal in order.
  ///
  /// The report follows the unlocking, so it may come a moment after `take`.
  mutating func awaitRelease() -> Bool {
    let end = MonotonicTime.now + Self.longestReport
    repeat {
      discardEvents()
    } while !wasReleased && MonotonicTime.now < end
      && pollOne(releaseEvents, until: end).contains(.input)
    return wasReleased
  }

  /// The maximum time in seconds between the unlocking and its report, on a busy machine.
  private static var longestReport: Double { 0.05 }

  mutating func discardEvents() {
    let events = releaseEvents
    var hasNewTimes = false
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { room in
      while true {
        let count = unsafe read(events, room.baseAddress, room.count)
        guard count > 0 else { break }
        // Events of a watched file have no name, so all have the same size.
        let size = MemoryLayout<inotify_event>.size
        for start in stride(from: 0, to: count, by: size) {
          let event = unsafe room.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          if event.mask & UInt32(IN_ATTRIB) != 0 { hasNewTimes = true }
        }
      }
    }
    wasReleased = wasReleased || hasNewTimes
  }
}

struct TerminalDevice {
  private let device: platform_device
  /// True if the opened file is the terminal's own device in a devpts mount, not `/dev/tty`.
  let isItself: Bool

  init(of terminal: Int32) {
    device = platform_real_device(terminal)
    isItself =
      Self.areSame(platform_device_of(terminal), device) && platform_is_on_devpts(terminal) == 1
  }

  var path: String? { Self.path(device.major, device.minor) }

  private static func path(_ major: UInt32, _ minor: UInt32) -> String? {
    // Eight major numbers for pseudo-terminals, 256 devices each.
    if (136...143).contains(major) { return "/dev/pts/\((major - 136) << 8 + minor)" }
    let target = linkTarget(of: "/sys/dev/char/\(major):\(minor)")
    return target?.split(separator: "/").last.map { "/dev/" + $0 }
  }

  /// The path of a device by its number, packed as in `/proc`.
  static func path(ofNumber number: UInt32) -> String? {
    path(number >> 8 & 0xfff, number & 0xff | number >> 12 & ~0xff)
  }

  /// Returns true if a file is this device.
  ///
  /// It returns false for `/dev/tty` (device 5, 0), which is a different terminal in each session.
  func isDevice(ofFile descriptor: Int32) -> Bool {
    Self.areSame(platform_device_of(descriptor), device) && (device.major, device.minor) != (5, 0)
  }

  /// The device number, packed as in `/proc`.
  var number: UInt32 {
    device.minor & 0xff | device.major << 8 | (device.minor & ~0xff) << 12
  }

  private static func areSame(_ one: platform_device, _ other: platform_device) -> Bool {
    one.major == other.major && one.minor == other.minor
  }
}
