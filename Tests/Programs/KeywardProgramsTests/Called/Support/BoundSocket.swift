import Glibc
import KeywardTestSupport

/// A socket of the file system, such as systemd or a lender listens on.
func boundSocket(
  at path: String, _ type: __socket_type = SOCK_DGRAM
) throws -> Int32 {
  let socket = Glibc.socket(AF_UNIX, Int32(type.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let code = withUnsafeBytes(of: &address) { bytes in
    bind(socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
  }
  guard code == 0 else { throw HarnessError("no socket at \(path)") }
  return socket
}
