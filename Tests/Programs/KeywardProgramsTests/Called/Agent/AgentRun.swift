import Glibc
import KeywardTestSupport

/// `keyward agent` on the test's own folder, while it runs, with the test as systemd.
final class AgentRun {
  let folder: TemporaryFolder
  let socket: Int32
  let run: ProgramRun
  var count = 0

  /// Starts the agent; `shell` is a shell script that runs it with the words `"$@"`, if any.
  init(
    isLeader: Bool = false, in shell: String? = nil, environment: [String: String?] = [:]
  ) throws {
    let folder = try TemporaryFolder()
    let socket = try boundSocket(at: folder.path + "/sck")
    let words = ["agent", "--directory", folder.path]
    if let shell {
      run = try ProgramRun(
        "/bin/sh", ["-c", shell, "sh", try BuiltProgram.keyward()] + words, on: PseudoTerminal())
    } else {
      run = try ProgramRun.keyward(words, environment: environment) {
        $0.role = isLeader ? .sessionLeader : .foregroundJob
      }
    }
    self.folder = folder
    self.socket = socket
    try run.waitForQuiet(seconds: 0.3)
  }

  deinit { close(socket) }

  func ask(
    _ message: String, _ more: String = "", process: Int32 = getpid(), socket: String = "sck",
    named given: String? = nil
  ) throws -> String {
    count += 1
    let name = given ?? "ask.\(count)"
    try folder.write(
      "[Ask]\nPID=\(process)\nSocket=\(folder.path)/\(socket)\nMessage=\(message)\n\(more)",
      to: "new")
    rename(folder.path + "/new", folder.path + "/" + name)
    return folder.path + "/" + name
  }

  /// Returns the next datagram; nil if none comes within `seconds`.
  func answer(seconds: Double = ProgramRun.longest) throws -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var size = -1
    try run.pump(
      until: {
        size = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return size >= 0
      }, seconds: seconds)
    return size < 0 ? nil : String(decoding: bytes.prefix(size), as: UTF8.self)
  }
}
