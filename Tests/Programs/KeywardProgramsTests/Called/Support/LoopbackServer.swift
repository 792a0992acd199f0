import Glibc
import KeywardTestSupport

final class LoopbackServer {
  let folder: TemporaryFolder
  let port: Int
  private let server: ProgramRun
  private let authentication: String

  /// With "keyboard-interactive" the server asks through PAM.
  init(_ authentication: String = "password") throws {
    guard let sshd = InstalledProgram.path("sshd") else {
      throw HarnessError("sshd is not installed")
    }
    self.authentication = authentication
    let usesPAM = authentication == "keyboard-interactive"
    folder = try TemporaryFolder()
    port = try Self.freePort()
    mkdir("/run/sshd", 0o755)
    for key in ["host", "user"] {
      _ = try ProgramRun.finished(
        "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "\(folder.path)/\(key)"])
    }
    try folder.write(folder.text("user.pub"), to: "authorized")
    let configuration = try folder.write(
      """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(folder.path)/host
      AuthorizedKeysFile \(folder.path)/authorized
      PidFile none
      StrictModes no
      UsePAM \(usesPAM ? "yes" : "no")
      KbdInteractiveAuthentication \(usesPAM ? "yes" : "no")
      LogLevel VERBOSE
      Subsystem sftp internal-sftp
      UseDNS no
      PermitRootLogin yes
      PasswordAuthentication yes
      MaxAuthTries 20
      MaxStartups 100

      """, to: "sshd_config")
    server = try ProgramRun(
      sshd, ["-D", "-e", "-f", configuration], streams: (.null, .null, .pipe))
    try server.wait(for: "the server") { server.errorText.contains("listening on 127.0.0.1") }
  }

  /// The options of ssh for this server; without `hasKey`, no key lets anybody in.
  func options(user: String, hasKey: Bool, knowsHost: Bool = true) -> [String] {
    [
      "-F", "none", "-p", String(port), "-l", user, "-o", "BatchMode=no",
      "-o", "StrictHostKeyChecking=\(knowsHost ? "no" : "ask")",
      "-o", "UserKnownHostsFile=\(folder.path)/known", "-o", "GlobalKnownHostsFile=/dev/null",
      "-o", "IdentitiesOnly=yes", "-o", "NumberOfPasswordPrompts=2",
      "-o", "PreferredAuthentications=\(hasKey ? "publickey" : authentication)",
      "-i", hasKey ? folder.path + "/user" : "/nonexistent",
    ]
  }

  /// The number of failed log-ins once the server has noticed the end of a client.
  func failures() throws -> Int {
    try server.wait(for: "the end of the client") {
      ["closed", "reset"].contains { server.errorText.contains("Connection \($0) by ") }
    }
    return server.errorText.split(separator: "\n").count { $0.hasPrefix("Failed ") }
  }

  private static func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, size) != 0 ? -1 : getsockname(socket, pointer, &size)
      }
    }
    guard code == 0 else { throw HarnessError("no port is free") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
