import Glibc
import SecureMemory
import Testing

@Suite struct InputRingTests {
  @Test func readsConsumesAndMakesRoom() throws {
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { ends.forEach { close($0) } }
    var ring = try InputRing(capacity: 4)
    let nothing = ring.fill(from: ends[0])
    #expect(nothing == .wouldBlock)
    _ = unsafe write(ends[1], "abcdef", 6)
    let first = ring.fill(from: ends[0])
    let full = ring.isFull
    #expect(first == .bytes(4))
    #expect(full)
    let none = ring.fill(from: ends[0])
    #expect(none == .bytes(0))
    ring.consume(3)
    let second = ring.fill(from: ends[0])
    #expect(second == .bytes(2))
    let pending = ring.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    #expect(pending == Array("def".utf8))
    ring.removeAll()
    let empty = ring.isEmpty
    #expect(empty)
    close(ends[1])
    ends.removeLast()
    let end = ring.fill(from: ends[0])
    #expect(end == .empty)
  }
}
