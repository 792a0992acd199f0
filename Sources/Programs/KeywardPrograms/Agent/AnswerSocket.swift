import Glibc
import SecureMemory

/// A datagram socket that sends the answer to a question of systemd.
///
/// The question's file names the socket that receives the answer. The connection to that socket is
/// made before the question is shown, because another program could later create a socket with the
/// same name.
final class AnswerSocket {
  let descriptor: Int32
  /// The reason why the connection failed; nil if the socket is connected.
  let refusal: String?

  init(_ path: String) {
    descriptor = LocalAddress.socket(SOCK_DGRAM)
    guard let address = LocalAddress(path: path) else {
      refusal = "the name of the socket is too long"
      return
    }
    if let error = Self.distrust(path) {
      refusal = error.clause
      return
    }
    let code = address.connect(descriptor)
    refusal = code == 0 ? nil : systemSentence(code)
  }

  /// Returns the reason why another user could receive the answer; nil if only this user and root
  /// can, or if there is no socket.
  static func distrust(_ path: String) -> PathTrustError? {
    FilePath.type(of: path) == nil ? nil : PathTrustError.first(toSocket: path, inShared: false)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
