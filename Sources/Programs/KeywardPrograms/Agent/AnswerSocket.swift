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
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      refusal = "the name of the socket is too long"
      return
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let descriptor = descriptor
    let isConnected = unsafe withUnsafeBytes(of: &address) { address in
      unsafe connect(
        descriptor, address.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(address.count)) == 0
    }
    refusal = isConnected ? nil : systemSentence(errno)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
