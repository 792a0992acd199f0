import Glibc
import KeywardTestSupport

/// A waiting process, which stays a zombie after its end.
final class Sleeper {
  let process: Int32

  init() throws {
    var number: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("60"), nil]
    defer { arguments.forEach { free($0) } }
    guard posix_spawn(&number, "/bin/sleep", nil, nil, &arguments, environ) == 0 else {
      throw HarnessError("no process")
    }
    process = number
  }

  func end() {
    kill(process, SIGKILL)
    var information = siginfo_t()
    waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
