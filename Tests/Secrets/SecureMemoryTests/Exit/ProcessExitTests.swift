import Glibc
import KeywardSystem
import KeywardTestSupport
import Testing

@testable import SecureMemory

/// Every exit wipes the regions and leaves the terminal as it was found.
@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"))
struct ProcessExitTests {
  @Test func byStatus() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains { ProcessExit.exit(7) }
      #expect(exitStatus(remains.status) == 7)
      #expect(remains.isClean)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL])
  func bySignal(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let remains = try Remains {
        signal(number, SIG_IGN)
        ProcessExit.die(by: number)
      }
      #expect(diedBySignal(remains.status, number))
      #expect(remains.isClean)
    }
  }

  @Test func everyByteOfEveryRegionIsWiped() async {
    await #expect(processExitsWith: .success) {
      let small = try filled(1)
      let large = try filled(4080)
      let regions = [small.region, large.region]
      #expect(regions.allSatisfy { $0.contents.allSatisfy { $0 == 7 } })
      ProcessExit.wipeEverything()
      #expect(regions.allSatisfy { $0.contents.allSatisfy { $0 == 0 } })
    }
  }

  @Test func aSignalThatEndsNothingBecomesAStatus() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains { ProcessExit.die(by: SIGWINCH) }
      #expect(exitStatus(remains.status) == 128 + SIGWINCH)
      #expect(remains.isClean)
    }
  }

  @Test func theTerminalIsLeftOnce() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        guard var ring = try? InputRing() else { _exit(90) }
        let first = TerminalRestore.leave(draining: &ring)
        let second = TerminalRestore.leave(draining: &ring)
        let isEmpty = ring.isEmpty
        guard first, !second, isEmpty, platform_terminal_is_remembered() == 0 else { _exit(91) }
        ProcessExit.exit(0)
      }
      #expect(exitStatus(remains.status) == 0)
      #expect(remains.isClean)
    }
  }

  /// A flush alone would leave typed bytes in the kernel's buffer.
  @Test func unreadInputIsReadAndWipedNotOnlyFlushed() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        guard var ring = try? InputRing(), let before = BytesRead() else { _exit(90) }
        let isLeft = TerminalRestore.leave(draining: &ring)
        guard let after = BytesRead() else { _exit(90) }
        let isZero = ring.withRoom { room in room.allSatisfy { $0 == 0 } }
        guard isLeft, after.since(before) == Remains.unreadInput.utf8.count else { _exit(91) }
        guard isZero else { _exit(92) }
        ProcessExit.exit(0)
      }
      #expect(exitStatus(remains.status) == 0)
      #expect(remains.isClean)
    }
  }

  @Test func aRegionThatEndedIsForgotten() throws {
    var buffer = try SecretBuffer(capacity: 16)
    buffer.wipe()
    _ = consume buffer
    // Its address is no longer mapped; wiping passes over it.
    let again = try SecretBuffer(capacity: 16)
    let isZero = again.withBytes { bytes in bytes.withUnsafeBytes { $0.allSatisfy { $0 == 0 } } }
    #expect(isZero)
  }
}

private func filled(_ capacity: Int) throws -> SecretBuffer {
  var buffer = try SecretBuffer(capacity: capacity)
  buffer.withMutableBytes { bytes in
    for offset in 0..<capacity { bytes.storeBytes(of: 7, toByteOffset: offset, as: UInt8.self) }
  }
  return buffer
}

/// The number of bytes this process has read so far, counted by the kernel.
private struct BytesRead {
  private let count: Int
  /// The bytes that reading the count itself adds.
  private let ownBytes: Int

  init?() {
    let file = open("/proc/self/io", O_RDONLY | O_CLOEXEC)
    var text = [UInt8](repeating: 0, count: 512)
    ownBytes = read(file, &text, text.count)
    close(file)
    let words = text.prefix(max(0, ownBytes)).split { $0 == 0x20 || $0 == 0x0A }
    guard words.count > 1, let number = Int(String(decoding: words[1], as: UTF8.self)) else {
      return nil
    }
    count = number
  }

  func since(_ before: BytesRead) -> Int { count - before.count - before.ownBytes }
}
