import CTestSupport
import Glibc
import TestSupport
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
    let open = try buffer.protection.withAccess {
      try MemoryMap.mapping(at: UInt(bitPattern: buffer.start))
    }
    #expect(open?.permissions.prefix(3) == "rw-")
  }

  /// Only secret memory waits; libsodium's is there from the start.
  @Test(.enabled(if: !isSanitized, "sanitisers lock nothing"))
  func sharedMemoryComesIntoBeingWhenItIsTouched() throws {
    var buffer = try SecretBuffer(sharedBy: 5000, policy: .required)
    let start = UInt(bitPattern: buffer.start)
    let fresh = try #require(try MemoryMap.mapping(at: start))
    buffer.wipe()
    let wiped = try #require(try MemoryMap.mapping(at: start))
    let isSecret = fresh.name.contains("secretmem")
    #expect(fresh.resident == (isSecret ? 0 : 8) && wiped.resident == fresh.resident)
    buffer.touch()
    let touched = try #require(try MemoryMap.mapping(at: start))
    #expect(touched.isSecret && touched.isClosed && touched.locked == 8)
    // Bytes that were written stay.
    buffer.withMutableBytes { $0.storeBytes(of: 7, as: UInt8.self) }
    buffer.touch()
    let byte = buffer.withBytes { $0.unsafeLoad(as: UInt8.self) }
    #expect(byte == 7)
  }

  @Test func freshBytesAreZero() throws {
    let buffer = try SecretBuffer(capacity: 4080)
    let isZero = buffer.withBytes { bytes in bytes.withUnsafeBytes { $0.allSatisfy { $0 == 0 } } }
    #expect(isZero)
  }

  @Test func windowsNestByCounting() throws {
    let buffer = try SecretBuffer(capacity: 16)
    func permissions() -> String? {
      try? MemoryMap.mapping(at: UInt(bitPattern: buffer.start))?.permissions
    }
    let seen = buffer.withBytes { _ in
      let outer = permissions()
      let inner = buffer.protection.withAccess { permissions() }
      return (outer, inner, permissions())
    }
    #expect(seen.0?.prefix(3) == "r--")
    #expect(seen.1?.prefix(3) == "rw-")
    #expect(seen.2?.prefix(3) == "r--")
    let after = permissions()
    #expect(after?.prefix(3) == "---")
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

  // MARK: Parts

  @Test func partsAreByThemselvesButForTheWindow() throws {
    var first = try SecretBuffer(capacity: 10)
    var second = first.splitOff(4)
    let capacities = (first.capacity, second.capacity)
    #expect(capacities == (6, 4))
    fill(&first, 1)
    fill(&second, 2)
    first.wipe()
    let kept = second.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
    #expect(kept == [2, 2, 2, 2])
    let place = UInt(bitPattern: second.start)
    let open = try first.protection.withAccess { try MemoryMap.mapping(at: place) }
    #expect(open?.permissions.prefix(3) == "rw-")
    let closed = try MemoryMap.mapping(at: place)
    #expect(closed?.isClosed == true)
  }

  @Test func aPartThatEndsIsWipedAndTheRegionGoesWithTheLast() async {
    // In a process of its own: here, other tests make regions, maybe in the same place.
    await #expect(processExitsWith: .success) {
      var whole = try SecretBuffer(capacity: 10)
      let place = UInt(bitPattern: whole.start)
      let region = whole.region
      var part = whole.splitOff(3)
      fill(&part, 7)
      _ = consume part
      let isReleased = region.isReleased
      #expect(!isReleased)
      #expect(region.contents == [UInt8](repeating: 0, count: 10))
      _ = consume whole
      #expect(region.isReleased)
      let mapping = try MemoryMap.mapping(at: place)
      #expect(mapping?.isSecret != true)
    }
  }

  @Test func aTextOrRingInAPartBeginsEmptyAndKeepsToIt() throws {
    var whole = try SecretBuffer(capacity: 8)
    fill(&whole, 0x61)
    var text = SecretText(in: whole.splitOff(3))
    let taken = (text.append(utf8Of: "xyz"), text.append(utf8Of: "z"))
    #expect(taken == (true, false))
    let around = whole.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
    #expect(around == [0x61, 0x61, 0x61, 0x61, 0x61])
    let ring = InputRing(in: whole)
    let capacity = ring.capacity
    #expect(capacity == 5)
    let typed = text.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
    #expect(typed == Array("xyz".utf8))
  }

  @Test(arguments: [0, 4]) func aPartOfNothingOrEverythingStopsTheProgram(count: Int) async {
    await #expect(processExitsWith: .failure) { [count] in
      var whole = try SecretBuffer(capacity: 4)
      _ = whole.splitOff(count)
    }
  }
}

private func fill(_ buffer: inout SecretBuffer, _ byte: UInt8) {
  buffer.withMutableBytes { bytes in
    for offset in bytes.byteOffsets {
      bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    }
  }
}
