import Glibc
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

@Suite struct SecretBufferTests {
  @Test(.enabled(if: !isSanitized, "sanitisers lock nothing"), arguments: [1, 256, 4080])
  func anIdleRegionIsLockedNotDumpedNotInheritedAndClosed(capacity: Int) throws {
    let buffer = try SecretBuffer(capacity: capacity)
    let idle = try #require(try MemoryMap.mapping(at: UInt(bitPattern: buffer.start)))
    #expect(idle.isSecret)
    #expect(idle.isClosed)
    #expect(idle.locked == 4)
    let open = try buffer.region.withAccess {
      try MemoryMap.mapping(at: UInt(bitPattern: buffer.start))
    }
    #expect(open?.permissions.prefix(3) == "rw-")
  }

  @Test func freshBytesAreZero() throws {
    let buffer = try SecretBuffer(capacity: 4080)
    let isZero = buffer.withBytes { bytes in bytes.withUnsafeBytes { $0.allSatisfy { $0 == 0 } } }
    #expect(isZero)
  }

  @Test("A capacity that no region has is an error", arguments: [0, -1, 4081, Int.max])
  func wrongCapacity(capacity: Int) {
    let error = SecretMemoryError.capacity(capacity)
    #expect(throws: error) { _ = try SecretBuffer(capacity: capacity) }
    #expect(throws: error) { _ = try SecretText(capacity: capacity) }
  }

  @Test("A wrong range ends the program with a sentence", arguments: [0, -1, 4081, Int.max])
  func wrongRangesEndTheProgram(number: Int) async throws {
    let wiped = await #expect(
      processExitsWith: .exitCode(70), observing: [\.standardErrorContent]
    ) { [number] in
      var buffer = try SecretBuffer(capacity: 1)
      buffer.wipe(min(number, 1) - 1..<max(number, 2))
    }
    let sentence = String(decoding: wiped?.standardErrorContent ?? [], as: UTF8.self)
    #expect(sentence.contains("exceeds the capacity of the secret"))
  }

  @Test func windowsNestByCounting() throws {
    let buffer = try SecretBuffer(capacity: 16)
    func permissions() -> String? {
      try? MemoryMap.mapping(at: UInt(bitPattern: buffer.start))?.permissions
    }
    let seen = buffer.withBytes { _ in
      let outer = permissions()
      let inner = buffer.region.withAccess { permissions() }
      return (outer, inner, permissions())
    }
    #expect(seen.0?.prefix(3) == "r--")
    #expect(seen.1?.prefix(3) == "rw-")
    #expect(seen.2?.prefix(3) == "r--")
    let after = permissions()
    #expect(after?.prefix(3) == "---")
  }

  @Test("One window opens two regions, and closes both")
  func oneWindowOpensTwoRegions() throws {
    let first = try SecretBuffer(capacity: 16)
    let second = try SecretBuffer(capacity: 16)
    let starts = [UInt(bitPattern: first.start), UInt(bitPattern: second.start)]
    func permissions() -> [Substring?] {
      starts.map { (try? MemoryMap.mapping(at: $0))?.permissions.prefix(3) }
    }
    let inside = first.region.withAccess(and: second.region) { permissions() }
    #expect(inside == ["rw-", "rw-"])
    #expect(permissions() == ["---", "---"])
  }

  @Test func aWindowClosesWhenItsBodyThrows() throws {
    struct Refusal: Error {}
    let buffer = try SecretBuffer(capacity: 16)
    #expect(throws: Refusal.self) { try refuse(buffer) }
    func refuse(_ buffer: borrowing SecretBuffer) throws(Refusal) {
      try buffer.withBytes { _ throws(Refusal) in throw Refusal() }
    }
    let mapping = try MemoryMap.mapping(at: UInt(bitPattern: buffer.start))
    #expect(mapping?.isClosed == true)
  }

  @Test func wipesARange() throws {
    var buffer = try SecretBuffer(capacity: 4)
    buffer.withMutableBytes { bytes in
      for offset in 0..<4 { bytes.storeBytes(of: 7, toByteOffset: offset, as: UInt8.self) }
    }
    buffer.wipe(1..<3)
    let some = buffer.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
    #expect(some == [7, 0, 0, 7])
    buffer.wipe()
    let all = buffer.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
    #expect(all == [0, 0, 0, 0])
  }
}
