import Glibc
import KeywardTestSystem
import Testing

/// The helper's permitted calls to the kernel.
@Suite struct RestoreHelperFilterTests {
  @Test(arguments: [
    "openat", "openat2", "execve", "clone", "socket", "connect", "sendmsg", "kill", "tgkill",
    "ptrace", "process_vm_readv", "mmap", "mprotect", "prctl", "setsid", "dup", "flock", "fcntl",
    "unlinkat",
    "io_uring_setup", "other-numbers", "tiocsti", "tiocsctty", "tcsetsf",
  ])
  func anyOtherCallEndsIt(name: String) {
    #expect(diedBySignal(test_helper_call(name), SIGSYS))
  }

  @Test(arguments: ["close", "mlock", "tcgets", "setlk", "setlkw", "unlock"])
  func callsOfAnExitAreAllowed(name: String) {
    #expect(exitStatus(test_helper_call(name)) == 0)
  }
}
