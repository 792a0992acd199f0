import Glibc
import KeywardTestSupport
import Testing

@testable import SecureMemory

@Suite struct InputRingTests {
  @Test func readsConsumesAndMakesRoom() throws {
    var ends: [Int32] = [0, 0]
    _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { ends.forEach { close($0) } }
    var ring = try InputRing(capacity: 4)
    let region = ring.region
    let nothing = ring.fill(from: ends[0])
    #expect(nothing == .wouldBlock)
    _ = unsafe write(ends[1], "abcdef", 6)
    let first = ring.fill(from: ends[0])
    let full = ring.isFull
    #expect(first == .bytes(4))
    #expect(full)
    let none = ring.fill(from: ends[0])
    #expect(none == .bytes(0))
    ring.consume { _ in 3 }
    #expect(region.contents == [0, 0, 0, UInt8(ascii: "d")])
    let second = ring.fill(from: ends[0])
    #expect(second == .bytes(2))
    let pending = ring.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    #expect(pending == Array("def".utf8))
    ring.removeAll()
    let empty = ring.isEmpty
    #expect(empty)
    // Not closed: children of other tests may still have the writing side.
    shutdown(ends[1], Int32(SHUT_WR))
    let end = ring.fill(from: ends[0])
    #expect(end == .empty)
  }

  /// Only pending bytes are wiped later, so bytes that a move left behind would stay for good.
  @Test func movingToTheFrontLeavesNoCopy() throws {
    let pipe = Pipe()
    _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
    // The pending bytes and their copy overlap, touch, and lie apart.
    for (typed, consumed) in [(8, 1), (8, 3), (8, 4), (8, 6), (7, 6)] {
      var ring = try InputRing(capacity: 8)
      pipe.send(String("abcdefgh".prefix(typed)))
      let first = ring.fill(from: pipe.reading)
      #expect(first == .bytes(typed))
      ring.consume { _ in consumed }
      let second = ring.fill(from: pipe.reading)
      #expect(second == .wouldBlock)
      let pending = ring.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
      #expect(pending == Array("abcdefgh".utf8.prefix(typed).dropFirst(consumed)))
      let left = unsafe ring.withRoom { unsafe Array($0) }
      #expect(left == [UInt8](repeating: 0, count: 8), "\(typed) typed, \(consumed) consumed")
    }
  }

  @Test("Bytes of which none is used yet stay in the ring")
  func nothingIsUsed() throws {
    let pipe = Pipe()
    pipe.send("ab")
    var ring = try InputRing(capacity: 8)
    let filled = ring.fill(from: pipe.reading)
    #expect(filled == .bytes(2))
    let unused = ring.consume { _ in nil }
    #expect(unused == nil)
    let used = ring.consume { $0.byteCount - 1 }
    #expect(used == 1)
    let rest = ring.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    #expect(rest == Array("b".utf8))
  }

  @Test("The end-of-file character alone is a typed byte in our settings, and no other")
  func loneEndOfFile() throws {
    let terminal = try PseudoTerminal()
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    defer { close(descriptor) }
    let found = try #require(termios(of: descriptor))
    let own = TerminalMode.canonical.settings(from: found)
    var ring = try InputRing(capacity: 8)
    for (settings, byte, outcome) in [
      (found, found.controlCharacter(VEOF), SecretBuffer.ReadOutcome.empty),
      (own, TerminalMode.mark, .bytes(1)),
    ] {
      #expect(settings.apply(to: descriptor))
      _ = unsafe write(terminal.descriptor, [byte], 1)
      _ = pollOne(descriptor, until: nil)
      let filled = ring.fill(from: descriptor)
      #expect(filled == outcome)
    }
    let typed = ring.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    #expect(typed == [TerminalMode.mark])
  }
}
