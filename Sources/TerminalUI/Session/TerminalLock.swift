import Glibc

/// The right to ask on a terminal, which one dialogue of all programs has at a time.
///
///     var lock = TerminalLock(of: terminal, openedAs: "/dev/tty")
///     while !lock.take() { … wait for `news`, or a moment … }
///
/// An advisory lock on the device itself: `/dev/tty` is one file for all sessions, so the device behind
/// it is looked for, and several names of one device meet in one lock. The kernel gives the lock of a
/// process that dies back. Where the device cannot be found or locked, the right is granted all the
/// same; `isExclusive` tells.
struct TerminalLock: ~Copyable {
  private let path: String
  /// The device, opened once more for the lock alone; -1 where it cannot be.
  private let descriptor: Int32
  /// Readable once somebody closes the device; -1 while nobody waits.
  private(set) var news: Int32 = -1
  /// Whether the right is ours.
  private(set) var isTaken = false
  /// Whether the kernel keeps others out, too.
  private(set) var isExclusive = false

  /// A lock that is not taken.
  ///
  /// - Parameters:
  ///   - terminal: The open terminal.
  ///   - path: The path it was opened by.
  init(of terminal: Int32, openedAs path: String) {
    let device = TerminalDevice(of: terminal)
    var found: (descriptor: Int32, path: String) = (-1, path)
    // A terminal that stands where such devices are made is locked by its own name: another one with
    // its number may be elsewhere.
    for candidate in [device.isItself ? path : nil, device.path].compactMap(\.self) {
      let descriptor = unsafe open(candidate, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if device.isDevice(ofFile: descriptor) {
        found = (descriptor, candidate)
        break
      }
      close(descriptor)
    }
    self.descriptor = found.descriptor
    self.path = found.path
  }

  deinit {
    if news >= 0 { close(news) }
    guard descriptor >= 0 else { return }
    // Before the close, which tells those who wait.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Takes the right, unless another dialogue has it.
  mutating func take() -> Bool {
    if isTaken { return true }
    if descriptor >= 0 {
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        if errno == EWOULDBLOCK { return false }
        if errno != EINTR { break }
      }
    }
    isTaken = true
    isExclusive = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
    return true
  }

  /// Begins to look for news of the device.
  mutating func watch() {
    guard news < 0, descriptor >= 0 else { return }
    news = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    let closed = UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE)
    if news >= 0 { _ = unsafe inotify_add_watch(news, path, closed) }
  }

  /// Takes the news, so that the next is news again.
  mutating func takeNews() {
    let news = news
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { room in
      while unsafe read(news, room.baseAddress, room.count) > 0 {}
    }
  }
}
