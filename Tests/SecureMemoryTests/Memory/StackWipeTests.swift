import CTestSupport
import Glibc
import TestSupport
import Testing

@testable import SecureMemory

/// What returned calls leave on the stack below this frame is gone after `wipeStack`.
@Suite(.enabled(if: !isSanitized, "sanitisers keep variables elsewhere"))
struct StackWipeTests {
  private static let mark: UInt8 = 0xA7

  @Test func whatACallLeftBelowIsWiped() {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 1024, alignment: 16)
    defer { room.deallocate() }
    test_mark_stack(Self.mark)
    test_copy_stack(room.baseAddress, room.count)
    // The look finds what was left: most of it, since the look itself stands there too.
    #expect(Self.marks(in: room) > Int(TEST_MARKED_STACK) / 2)
    test_mark_stack(Self.mark)
    wipeStack()
    test_copy_stack(room.baseAddress, room.count)
    #expect(Self.marks(in: room) < 16)
  }

  private static func marks(in room: UnsafeMutableRawBufferPointer) -> Int {
    room.count { $0 == mark }
  }
}
