import Glibc
import KeywardTestSystem

/// Starts a program in which a system call fails, or pokes at one that runs.
///
///     FaultLauncher deny-lock ENOMEM PROGRAM ARGUMENT…    mlock fails
///     FaultLauncher deny-sandbox LAYERS PROGRAM ARGUMENT…  the kernel has no Landlock; LAYERS 2: no seccomp
///     FaultLauncher deny-closing LAYER PROGRAM ARGUMENT…   it has both, and refuses `calls` or `files`
///     FaultLauncher deny-secret-memory PROGRAM ARGUMENT…  the kernel has no secret memory
///     FaultLauncher deny-call CALL CODE PROGRAM ARGUMENT…  the kernel refuses this call
///     FaultLauncher dumpable PROGRAM ARGUMENT…            the process cannot forbid core files
///     FaultLauncher attach PID                            tries to trace; exits with the errno
@main
enum FaultLauncher {
  static func main() {
    let words = CommandLine.arguments
    guard words.count > 2 else { fail("usage: deny-lock CODE | dumpable | attach, then what") }
    switch words[1] {
    case "deny-lock":
      check(test_deny_lock(words[2] == "EPERM" ? EPERM : ENOMEM))
      become(words.dropFirst(3))
    case "deny-secret-memory":
      check(test_deny_secret_memory())
      become(words.dropFirst(2))
    case "deny-sandbox":
      check(test_deny_sandbox(words[2] == "2" ? 0 : 1))
      become(words.dropFirst(3))
    case "deny-closing":
      check(test_deny_closing(words[2] == "calls" ? 0 : 1))
      become(words.dropFirst(3))
    case "deny-call":
      check(test_deny_named(words[2], words[3] == "EPERM" ? EPERM : ENOSYS))
      become(words.dropFirst(4))
    case "dumpable":
      check(test_swallow_hardening())
      become(words.dropFirst(2))
    case "attach":
      exit(test_trace(Int32(words[2]) ?? 0))
    default:
      fail("unknown fault \(words[1])")
    }
  }

  private static func become(_ words: ArraySlice<String>) -> Never {
    guard let program = words.first else { fail("no program") }
    var arguments = words.map { strdup($0) }
    arguments.append(nil)
    execv(program, arguments)
    fail("\(program): \(String(cString: strerror(errno)))")
  }

  private static func check(_ code: Int32) {
    if code != 0 { fail(String(cString: strerror(code))) }
  }

  private static func fail(_ sentence: String) -> Never {
    let bytes = Array("FaultLauncher: \(sentence)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(99)
  }
}
