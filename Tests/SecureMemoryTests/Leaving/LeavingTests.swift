import CPlatform
import Glibc
import TestSupport
import Testing

@testable import SecureMemory

/// Every way out wipes what is held and leaves the terminal as it was found.
@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"))
struct LeavingTests {
  @Test func byStatus() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains { Leaving.exit(7) }
      #expect(exitStatus(remains.status) == 7)
      #expect(remains.isClean)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL])
  func bySignal(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let remains = try Remains {
        signal(number, SIG_IGN)
        Leaving.die(by: number)
      }
      #expect(diedBySignal(remains.status, number))
      #expect(remains.isClean)
    }
  }

  @Test func aSignalThatEndsNothingBecomesAStatus() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains { Leaving.die(by: SIGWINCH) }
      #expect(exitStatus(remains.status) == 128 + SIGWINCH)
      #expect(remains.isClean)
    }
  }

  @Test func theTerminalIsLeftOnce() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        guard var ring = try? InputRing() else { _exit(90) }
        let first = Leaving.leaveTerminal(draining: &ring)
        let second = Leaving.leaveTerminal(draining: &ring)
        let isEmpty = ring.isEmpty
        guard first, !second, isEmpty, !Leaving.hasTerminal else { _exit(91) }
        Leaving.exit(0)
      }
      #expect(exitStatus(remains.status) == 0)
      #expect(remains.isClean)
    }
  }

  @Test func aRegionThatEndedIsForgotten() throws {
    var buffer = try SecretBuffer(capacity: 16)
    buffer.wipe()
    _ = consume buffer
    // Its address is not mapped any more; wiping passes over it.
    let again = try SecretBuffer(capacity: 16)
    let isZero = again.withBytes { bytes in bytes.withUnsafeBytes { $0.allSatisfy { $0 == 0 } } }
    #expect(isZero)
  }
}
