import Glibc

/// The address of a local socket: a file, or a name without a file.
struct LocalAddress {
  /// The program that listens at an address.
  enum Listener: Hashable {
    case none
    case user(uid_t)
    /// A program listens, but accepts no connection.
    case unknown
  }

  private var address = sockaddr_un()
  private let size: socklen_t

  /// Returns nil if the path is too long.
  init?(path: String, isAbstract: Bool = false) {
    let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    // A name without a file has the length of the address, and no NUL ends it.
    size = socklen_t(isAbstract ? start + bytes.count : MemoryLayout<sockaddr_un>.size)
  }

  /// Connects a socket; returns 0 or the `errno`.
  func connect(_ descriptor: Int32) -> Int32 {
    unsafe withAddress { unsafe Glibc.connect(descriptor, $0, size) == 0 } ? 0 : errno
  }

  /// Gives the address to a socket; returns 0 or the `errno`.
  func bind(_ descriptor: Int32) -> Int32 {
    unsafe withAddress { unsafe Glibc.bind(descriptor, $0, size) == 0 } ? 0 : errno
  }

  private func withAddress<R>(_ body: (UnsafePointer<sockaddr>?) -> R) -> R {
    unsafe withUnsafeBytes(of: address) {
      unsafe body($0.assumingMemoryBound(to: sockaddr.self).baseAddress)
    }
  }

  static func socket(_ type: __socket_type) -> Int32 {
    let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return Glibc.socket(AF_UNIX, Int32(type.rawValue) | flags, 0)
  }

  /// The program that listens on a stream socket at this address.
  ///
  /// A connection is made and closed again; nothing is sent, and no answer is awaited.
  var listener: Listener {
    let descriptor = Self.socket(SOCK_STREAM)
    guard descriptor >= 0 else { return .unknown }
    defer { close(descriptor) }
    switch connect(descriptor) {
    case 0: return LendingSocket.peer(of: descriptor).map { .user($0.user) } ?? .unknown
    case ENOENT, ECONNREFUSED: return .none
    default: return .unknown
    }
  }
}

/// An address that no other program can use while this object exists.
///
/// A connection to it is refused.
final class ReservedName {
  private let descriptor: Int32

  /// Returns nil if another program uses the address.
  init?(_ address: LocalAddress) {
    descriptor = LocalAddress.socket(SOCK_STREAM)
    guard address.bind(descriptor) == 0 else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
