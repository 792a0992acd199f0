import Glibc
import KeywardSystem
import KeywardTestSupport
import Testing

@testable import SecureMemory

/// Every access outside the bytes, or outside a window, ends the process.
@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"))
struct GuardTests {
  @Test func writingPastTheEndDies() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let buffer = try quietBuffer(capacity: 100)
      buffer.region.withAccess {
        buffer.start.storeBytes(of: 1, toByteOffset: 100, as: UInt8.self)
      }
    }
  }

  @Test func writingBeforeTheStartDiesWhenTheMemoryIsFreed() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let buffer = try quietBuffer(capacity: 100)
      buffer.region.withAccess {
        // The canary is random: only its opposite is sure to be another byte.
        let canary = buffer.start.load(fromByteOffset: -1, as: UInt8.self)
        buffer.start.storeBytes(of: ~canary, toByteOffset: -1, as: UInt8.self)
      }
      _ = consume buffer
    }
  }

  @Test func writingOnePageBeforeDies() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let buffer = try quietBuffer(capacity: 100)
      buffer.region.withAccess {
        buffer.start.storeBytes(of: 1, toByteOffset: -4096, as: UInt8.self)
      }
    }
  }

  @Test func readingOutsideAWindowDies() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let buffer = try quietBuffer(capacity: 100)
      exit(Int32(buffer.start.load(as: UInt8.self)))
    }
  }

  @Test func writingInAReadingWindowDies() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let buffer = try quietBuffer(capacity: 100)
      buffer.withBytes { _ in buffer.start.storeBytes(of: 1, as: UInt8.self) }
    }
  }

  @Test func readingAfterTheMemoryWasFreedDies() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let buffer = try quietBuffer(capacity: 100)
      let start = buffer.start
      _ = consume buffer
      exit(Int32(start.load(as: UInt8.self)))
    }
  }

  @Test func aHandleWhoseRegionIsGoneStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let buffer = try quietBuffer(capacity: 100)
      let protection = buffer.region
      _ = consume buffer
      protection.withAccess {}
    }
  }

  @Test func aForkedChildCannotReadWhatItsParentHolds() async {
    await #expect(processExitsWith: .success) {
      var buffer = try quietBuffer(capacity: 8)
      buffer.withMutableBytes { $0.storeBytes(of: 42, as: UInt8.self) }
      let status = inChild { leave(buffer.withBytes { $0.unsafeLoad(as: UInt8.self) }) }
      #expect(diedBySignal(status))
      let direct = inChild { leave(buffer.start.load(as: UInt8.self)) }
      #expect(diedBySignal(direct))
      let byte = buffer.withBytes { $0.unsafeLoad(as: UInt8.self) }
      #expect(byte == 42)
    }
  }
}

private func leave(_ byte: UInt8) { _exit(Int32(byte)) }
