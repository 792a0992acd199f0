import Glibc
import KeywardTerminal
import SecureMemory

/// A display of the environment, whose server gets every key typed in a window on it.
///
/// A window opens only if the server runs as this user or as root. The raw value is the variable
/// that names the display.
enum Display: String, CaseIterable {
  case wayland = "WAYLAND_DISPLAY"
  case x11 = "DISPLAY"

  enum State: Hashable {
    case ours
    /// No display is named, or nothing serves it.
    case absent
    /// Another user could read what is typed; the text is the reason.
    case refused(String)

    var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }
  }

  var state: State {
    guard let name = environmentVariable(rawValue), !name.isEmpty else { return .absent }
    switch self {
    case .wayland: return Self.wayland(name)
    case .x11: return Self.x11(name)
    }
  }

  // MARK: Wayland

  private static func wayland(_ name: String) -> State {
    guard !name.hasPrefix("/") else { return socket(name) }
    guard let folder = environmentVariable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      return .absent
    }
    return socket("\(folder)/\(name)")
  }

  /// Returns the state of the socket at a path.
  private static func socket(_ path: String, inShared isShared: Bool = false) -> State {
    guard FilePath.type(of: path) != nil else { return .absent }
    if let error = PathTrustError.first(toSocket: path, inShared: isShared) {
      return .refused(error.clause)
    }
    return state(of: LocalAddress(path: path), path)
  }

  private static func state(of address: LocalAddress?, _ name: String) -> State {
    switch address?.listener {
    case nil, .some(.none): .absent
    case .user(0), .user(geteuid()): .ours
    case .user(let user): .refused("the display at \(name) belongs to another user (uid \(user))")
    case .unknown: .refused("the server of the display at \(name) does not answer")
    }
  }

  // MARK: X11

  /// Returns the state of a display such as `:0`, `localhost:10.0` or `/tmp/launch-x/org.x:0`.
  private static func x11(_ name: String) -> State {
    let path = name.hasPrefix("unix:/") ? String(name.dropFirst(5)) : name
    if path.hasPrefix("/") { return socket(path) }
    guard let (host, number) = parts(name) else { return .absent }
    guard isLocal(host) else { return overTCP(host, number) }
    // Clients try the name without a file first.
    let path11 = socketPath(number)
    let withoutFile = state(of: LocalAddress(path: path11, isAbstract: true), "@" + path11)
    return withoutFile == .absent ? socket(path11, inShared: true) : withoutFile
  }

  private static func parts(_ name: String) -> (host: String, number: UInt16)? {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = name[name.utf8.index(after: colon)...].prefix { $0.isASCII && $0.isNumber }
    return UInt16(digits).map { (String(name[..<colon]), $0) }
  }

  private static func isLocal(_ host: String) -> Bool { ["", "unix", "unix/"].contains(host) }

  private static func socketPath(_ number: UInt16) -> String { "/tmp/.X11-unix/X\(number)" }

  /// Reserves the name without a file of the X11 display, if the display's server does not use it,
  /// because any user could begin to listen on it before a window connects.
  ///
  /// Waits while another program of ours has reserved it for its own window.
  static func reserveName() throws(TerminalError) -> ReservedName? {
    guard let (host, number) = environmentVariable(Self.x11.rawValue).flatMap(parts), isLocal(host),
      let address = LocalAddress(path: socketPath(number), isAbstract: true)
    else { return nil }
    let end = MonotonicTime.now + BorrowedTerminal.longestWait
    while address.listener == .none {
      if let name = ReservedName(address) { return name }
      guard MonotonicTime.now < end else {
        throw .refused(
          "another program reserves @\(socketPath(number)) and could read what is typed in a window"
            + "; end it, or run `keyward lend` in a terminal")
      }
      MonotonicTime.pause(0.05)
    }
    return nil
  }

  private static let ownHosts = [
    "localhost", "127.0.0.1", "::1", "[::1]", "tcp/localhost", "inet/localhost",
  ]

  /// Returns the state of a display such as that of `ssh -X`, where every listener on the port must
  /// be ours.
  private static func overTCP(_ host: String, _ number: UInt16) -> State {
    guard ownHosts.contains(host) else {
      return .refused("the display \(host):\(number) is on another machine, whose user is unknown")
    }
    let users = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table in
      listeners(on: 6000 + Int(number), (try? SmallFile(table, atMost: 1 << 24).bytes) ?? [])
    }
    if let other = users.first(where: { $0 != 0 && $0 != geteuid() }) {
      return .refused("the display \(host):\(number) belongs to another user (uid \(other))")
    }
    return users.isEmpty ? .absent : .ours
  }

  /// Returns the users who listen on a port, from the text of a table such as `/proc/net/tcp`.
  static func listeners(on port: Int, _ table: [UInt8]) -> [uid_t] {
    table.split(separator: 0x0a).dropFirst().compactMap { line in
      let fields = line.split(separator: 0x20).map { $0.text }
      let listens = "0A"
      guard fields.count > 7, fields[3] == listens,
        let local = fields[1].split(separator: ":").last, Int(local, radix: 16) == port
      else { return nil }
      return uid_t(fields[7])
    }
  }
}
