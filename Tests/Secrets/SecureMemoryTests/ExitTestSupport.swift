import Glibc
import KeywardSystem
import KeywardTestSystem
import SecureMemory

/// Makes a region in a process about to die on purpose, without a backtrace.
func quietBuffer(capacity: Int) throws -> SecretBuffer {
  platform_reset_crash_signals()
  return try SecretBuffer(capacity: capacity)
}

func inChild(_ body: () -> Void) -> Int32 {
  let child = test_fork()
  if child == 0 {
    platform_reset_crash_signals()
    body()
    _exit(0)
  }
  var status: Int32 = -1
  while waitpid(child, &status, 0) < 0, errno == EINTR {}
  return status
}

func diedBySignal(_ status: Int32, _ number: Int32? = nil) -> Bool {
  let signal = status & 0x7f
  return signal != 0 && signal != 0x7f && (number == nil || signal == number)
}

/// The exit status of a wait status, nil for a signal.
func exitStatus(_ status: Int32) -> Int32? {
  status & 0x7f == 0 ? status >> 8 & 0xff : nil
}
