import Glibc
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

/// Remains of returned calls on the stack below this frame are gone after `wipeStack`.
@Suite(.enabled(if: !isSanitized, "sanitisers keep variables elsewhere"))
struct StackWipeTests {
  private static let mark: UInt8 = 0xA7

  @Test func theStackBelowACallIsWiped() {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 1024, alignment: 16)
    defer { room.deallocate() }
    test_mark_stack(Self.mark)
    test_copy_stack(room.baseAddress, room.count)
    // The look finds most of the marks; the look itself takes the place of the others.
    #expect(Self.marks(in: room) > Int(TEST_MARKED_STACK) / 2)
    test_mark_stack(Self.mark)
    wipeStack()
    test_copy_stack(room.baseAddress, room.count)
    #expect(Self.marks(in: room) < 16)
  }

  @Test("The stack of a closure is wiped when it has returned")
  func closure() {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 1024, alignment: 16)
    defer { room.deallocate() }
    withWipedStack { test_mark_stack(Self.mark) }
    test_copy_stack(room.baseAddress, room.count)
    #expect(Self.marks(in: room) < 16)
  }

  private static func marks(in room: UnsafeMutableRawBufferPointer) -> Int {
    room.count { $0 == mark }
  }
}
