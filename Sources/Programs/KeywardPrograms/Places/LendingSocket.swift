import Glibc
import KeywardEngine
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// The name of a socket on which a terminal is lent, such as `lend-4f1a2b-940`.
///
/// The hexadecimal numbers are the time of creation and the lender's process ID; for `attend`, the
/// device numbers of its terminals follow. Sockets are in `keyward` below `$XDG_RUNTIME_DIR` or
/// `/run/user/UID`, or in `/tmp/keyward-UID`; each is a private folder of the user.
struct LendingSocket: Hashable {
  /// The kind of lender that owns a socket.
  ///
  /// `lend` serves every caller. `attend` serves only callers on one of the two terminals in its
  /// values.
  enum Kind: Hashable {
    case lend
    /// The packed device numbers of the command's terminal and of the terminal that `attend` uses.
    case attend(inner: UInt32, outer: UInt32)
  }

  let kind: Kind
  let path: String
  /// The time of creation, in nanoseconds of the monotonic clock.
  private let start: UInt64
  /// The time at which somebody last typed at the lender, in nanoseconds; first that of creation.
  private let use: Int

  /// Returns the folder for sockets, which may not exist yet; nil if none can be used.
  static func folder(environment lookup: (String) -> String?) -> String? {
    let own = setFolder(lookup)
    if let own, isOwn(own) { return own + "/keyward" }
    if let defaultFolder { return defaultFolder + "/keyward" }
    return own == nil ? "/tmp/keyward-\(geteuid())" : nil
  }

  /// Returns `XDG_RUNTIME_DIR`, or without it, as after `su -` and in containers, `/run/user/UID`
  /// if that folder belongs to this user.
  static func runtimeFolder(environment lookup: (String) -> String?) -> String? {
    setFolder(lookup) ?? defaultFolder
  }

  private static func setFolder(_ lookup: (String) -> String?) -> String? {
    lookup("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static var defaultFolder: String? {
    let folder = "/run/user/\(geteuid())"
    return isOwn(folder) ? folder : nil
  }

  private static func isOwn(_ folder: String) -> Bool {
    PathTrustError.first(toOwnFolder: folder, withoutRights: 0o022) == nil
  }

  /// The reason why no folder can be used for sockets, with the remedy; nil if there is one.
  static func refusal(environment lookup: (String) -> String?) -> String? {
    guard let folder = folder(environment: lookup) else {
      let own = setFolder(lookup) ?? ""
      let error = PathTrustError.first(toOwnFolder: own, withoutRights: 0o022)
      let reason =
        FilePath.type(of: own) == nil ? "there is no folder \(own)" : error?.clause ?? ""
      return "no folder for sockets, since \(reason); \(remedy)"
    }
    if FilePath.type(of: folder) == nil {
      guard unsafe access(FilePath.folder(of: folder) ?? "/", W_OK) != 0 else { return nil }
      return "no folder for sockets, since \(folder) cannot be created "
        + "(\(systemSentence(errno))); \(remedy)"
    }
    guard let error = PathTrustError.first(toOwnFolder: folder) else { return nil }
    return "no folder for sockets, since \(error.clause); "
      + (error.command == nil ? remedy : "remove it with `rm -r \(folder.shellWord)`")
  }

  private static let remedy = "set XDG_RUNTIME_DIR to a private folder of yours"

  /// Returns the sockets of this user: those on which somebody last typed first, and of the others
  /// the newest.
  static func all(environment lookup: (String) -> String?) -> [LendingSocket] {
    guard let folder = folder(environment: lookup), isPrivate(folder) else { return [] }
    return entryNames(in: folder).compactMap { LendingSocket(named: $0, in: folder) }
      .sorted { ($0.use, $0.start) > ($1.use, $1.start) }
  }

  private init?(named name: String, in folder: String) {
    let parts = name.split(separator: "-").map(String.init)
    let numbers = parts.dropFirst().compactMap { UInt64($0, radix: 16) }
    guard parts.count == numbers.count + 1, let start = numbers.first else { return nil }
    switch (parts[0], numbers.count) {
    case ("lend", 2): kind = .lend
    case ("attend", 4):
      guard let inner = UInt32(exactly: numbers[2]), let outer = UInt32(exactly: numbers[3]) else {
        return nil
      }
      kind = .attend(inner: inner, outer: outer)
    default: return nil
    }
    self.start = start
    path = folder + "/" + name
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    use = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }

  /// Names a new socket and removes stale sockets; nil without a folder.
  init?(new kind: Kind) {
    guard let folder = Self.makeFolder() else { return nil }
    for socket in Self.all(environment: environmentVariable) {
      if let file = socket.connect() { close(file) }
    }
    self.kind = kind
    start = UInt64(MonotonicTime.now * 1e9)
    use = 0
    var words = [kind == .lend ? "lend" : "attend"]
    var numbers = [start, UInt64(getpid())]
    if case .attend(let inner, let outer) = kind { numbers += [UInt64(inner), UInt64(outer)] }
    words += numbers.map { String($0, radix: 16) }
    path = folder + "/" + words.joined(separator: "-")
  }

  private static func isPrivate(_ folder: String) -> Bool {
    PathTrustError.first(toOwnFolder: folder) == nil
  }

  static func pathForHelper() -> String? {
    makeFolder().map { $0 + "/ask-" + String(getpid(), radix: 16) }
  }

  /// Creates the folder of the sockets; nil if other users can use it.
  ///
  /// Removes the sockets of processes that were killed while they waited for their helpers.
  private static func makeFolder() -> String? {
    guard let folder = folder(environment: environmentVariable) else { return nil }
    unsafe mkdir(folder, 0o700)
    guard isPrivate(folder) else { return nil }
    for name in entryNames(in: folder) where name.hasPrefix("ask-") {
      guard let process = Int32(name.dropFirst(4), radix: 16), process > 0,
        process == getpid() || kill(process, 0) != 0 && errno == ESRCH
      else { continue }
      unsafe unlink(folder + "/" + name)
    }
    return folder
  }

  /// Connects to the lender; nil if there is none, or if it is stopped or belongs to another user.
  ///
  /// Removes the socket of a dead lender, and retries a busy one until `end`.
  func connect(until end: Double = 0) -> Int32? {
    var connection = unsafe platform_lending_connect(path)
    while connection < 0, errno == EAGAIN, MonotonicTime.now < end {
      MonotonicTime.pause(0.01)
      connection = unsafe platform_lending_connect(path)
    }
    guard connection >= 0 else {
      if errno == ECONNREFUSED { unsafe unlink(path) }
      return nil
    }
    // A stopped lender would not answer.
    guard let peer = Self.peer(of: connection), peer.user == geteuid(),
      ProcessStat(peer.process)?.isStopped != true
    else {
      close(connection)
      return nil
    }
    return connection
  }

  /// Marks the lender at `path` as the one on which somebody typed last.
  static func noteTyping(at path: String) {
    // The time that the kernel would set is too coarse to order two keys.
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    unsafe utimensat(AT_FDCWD, path, [now, now], 0)
  }

  /// The `keyward lend` that gets the next question; nil for none.
  static var first: (path: String, process: Int32)? {
    for socket in all(environment: environmentVariable) where socket.kind == .lend {
      // A new lender may not listen yet, so its socket is not removed.
      let connection = unsafe platform_lending_connect(socket.path)
      guard connection >= 0 else { continue }
      defer { close(connection) }
      if let peer = peer(of: connection), peer.user == geteuid() {
        return (socket.path, peer.process)
      }
    }
    return nil
  }

  static func peer(of connection: Int32) -> (user: UInt32, process: Int32)? {
    var (user, process): (UInt32, Int32) = (0, 0)
    guard unsafe platform_lending_peer(connection, &user, &process) == 0 else { return nil }
    return (user, process)
  }
}
