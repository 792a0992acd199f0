import Glibc
import KeywardTestSystem

/// A socket on which a user listens and never answers.
public final class ListeningSocket {
  private let descriptor: Int32

  /// Listens at a path, making the folders on the way, or at a name without a file.
  ///
  /// Clients see `user` as their peer; another user than this one needs a test run by root.
  public init(
    at path: String, as user: uid_t = geteuid(), isAbstract: Bool = false,
    type: __socket_type = SOCK_STREAM
  ) throws {
    if !isAbstract {
      for index in path.indices.dropFirst() where path[index] == "/" {
        mkdir(String(path[..<index]), 0o700)
      }
    }
    let name = (isAbstract ? [0] : []) + path.utf8.map { CChar(bitPattern: $0) }
    descriptor = test_listen(name, UInt(name.count), user, Int32(type.rawValue))
    guard descriptor >= 0 else { throw HarnessError("listen at \(path)", errno: -descriptor) }
  }

  deinit { close(descriptor) }

  /// True if a client has connected since the last look.
  public var wasConnected: Bool {
    let connection = accept(descriptor, nil, nil)
    if connection >= 0 { close(connection) }
    return connection >= 0
  }

  /// True if clients have connected since the last look, and have sent nothing.
  public var receivedNothing: Bool {
    var count = 0
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return count > 0 }
      defer { close(connection) }
      var byte: UInt8 = 0
      if recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) > 0 { return false }
      count += 1
    }
  }
}
