import Glibc
import KeywardTestSupport
import Testing

@testable import SecureMemory

@Suite struct StandardDescriptorsTests {
  /// True if closed standard streams are occupied by files that neither give nor take a byte.
  private static func areUseless() -> Bool {
    for descriptor in STDIN_FILENO...STDERR_FILENO { close(descriptor) }
    ProcessHardening.occupyStandardDescriptors()
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      let flags = fcntl(descriptor, F_GETFD)
      guard flags >= 0, flags & FD_CLOEXEC != 0 else { return false }
    }
    var byte: UInt8 = 0
    return read(STDIN_FILENO, &byte, 1) < 0 && write(STDOUT_FILENO, &byte, 1) < 0
      && write(STDERR_FILENO, &byte, 1) < 0
  }

  @Test func closedOnesAreTaken() async {
    await #expect(processExitsWith: .success) {
      _exit(Self.areUseless() ? 0 : 1)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root changes the root folder"))
  func closedOnesAreTakenWhereThereAreNoDevices() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let status = inChild {
        guard chroot(folder.path) == 0, chdir("/") == 0 else { _exit(2) }
        _exit(Self.areUseless() ? 0 : 1)
      }
      #expect(exitStatus(status) == 0)
    }
  }
}
