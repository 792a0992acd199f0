import Glibc
import KeywardTestSystem

/// A socket on which a user listens and never answers.
public final class ListeningSocket {
  private let descriptor: Int32

  /// Listens at a path, making the folders on the way, or at a name without a file.
  ///
  /// Clients see `user` as their peer; another user than this one needs a test run by root.
  public init(at path: String, as user: uid_t = geteuid(), isAbstract: Bool = false) throws {
    if !isAbstract {
      for index in path.indices.dropFirst() where path[index] == "/" {
        mkdir(String(path[..<index]), 0o700)
      }
    }
    let name = (isAbstract ? [0] : []) + path.utf8.map { CChar(bitPattern: $0) }
    descriptor = test_listen(name, UInt(name.count), user)
    guard descriptor >= 0 else { throw HarnessError("listen at \(path)", errno: -descriptor) }
  }

  deinit { close(descriptor) }

  /// True if a client has connected since the last look.
  public var wasConnected: Bool {
    let connection = accept(descriptor, nil, nil)
    if connection >= 0 { close(connection) }
    return connection >= 0
  }
}
