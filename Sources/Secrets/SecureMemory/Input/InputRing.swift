import KeywardSodium

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A locked region that holds typed bytes until they are consumed.
///
///     while case .bytes = ring.fill(from: terminal) {
///       ring.consume(ring.withBytes { use($0) })
///     }
///
/// The pending bytes are always contiguous. Consumed bytes are wiped immediately. The cost of an
/// operation is at most linear in the capacity.
package struct InputRing: ~Copyable {
  package static let defaultCapacity = 256

  private var buffer: SecretBuffer
  private var head = 0
  private var tail = 0

  package init(
    capacity: Int = InputRing.defaultCapacity, policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    buffer = try SecretBuffer(capacity: capacity, policy: policy)
  }

  package var capacity: Int { buffer.capacity }

  package var count: Int { tail - head }

  package var isEmpty: Bool { head == tail }

  package var isFull: Bool { count == capacity }

  package var isLocked: Bool { buffer.isLocked }

  package var region: LockedRegion { buffer.region }

  /// Reads once, as much as fits; returns `.bytes(0)` if the ring is full.
  ///
  /// A terminal that belongs to another process group is no failure: nothing can be read now.
  package mutating func fill(from descriptor: Int32) -> SecretBuffer.ReadOutcome {
    region.open(.writing)
    defer { region.close(.writing) }
    compact()
    guard !isFull else { return .bytes(0) }
    let outcome = unsafe SecretBuffer.ReadOutcome(
      of: read(descriptor, buffer.start + tail, capacity - tail))
    if case .bytes(let added) = outcome { tail += added }
    return outcome == .failed(EIO) && isatty(descriptor) == 1 ? .wouldBlock : outcome
  }

  package mutating func append(_ byte: UInt8) {
    precondition(!isFull, "the input ring is full")
    region.open(.writing)
    defer { region.close(.writing) }
    compact()
    unsafe (buffer.start + tail).storeBytes(of: byte, as: UInt8.self)
    tail += 1
  }

  package borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    region.open(.reading)
    defer { region.close(.reading) }
    return try unsafe body(RawSpan(_unsafeStart: buffer.start + head, byteCount: count))
  }

  package mutating func consume(_ byteCount: Int) {
    precondition((0...count).contains(byteCount), "more bytes consumed than are pending")
    region.wipe(head..<head + byteCount)
    head += byteCount
    if head == tail { (head, tail) = (0, 0) }
  }

  package mutating func move(_ byteCount: Int, to other: inout InputRing) {
    withBytes { bytes in
      for offset in 0..<byteCount {
        other.append(bytes.byte(offset))
      }
    }
    consume(byteCount)
  }

  package mutating func removeAll() {
    consume(count)
  }

  /// Wipes the region and runs `body` with it; `body` must wipe the region before it returns.
  mutating func withRoom<R>(_ body: (UnsafeMutableRawBufferPointer) -> R) -> R {
    removeAll()
    region.open(.writing)
    defer { region.close(.writing) }
    return unsafe body(UnsafeMutableRawBufferPointer(start: buffer.start, count: capacity))
  }

  /// Moves the pending bytes to the front; call it while a window is open.
  private mutating func compact() {
    guard head > 0 else { return }
    let pending = count
    unsafe memmove(buffer.start, buffer.start + head, pending)
    unsafe sodium_memzero(buffer.start + pending, tail - pending)
    (head, tail) = (0, pending)
  }
}

@available(*, unavailable)
extension InputRing: Sendable {}
