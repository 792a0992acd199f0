import KeywardSodium

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A locked region that holds typed bytes until they are consumed.
///
///     while case .bytes = ring.fill(from: terminal) {
///       ring.consume { use($0) }
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
  ///
  /// If the end-of-file character arrives alone, the kernel returns no bytes. In our settings, this
  /// character is 0xFF, which is typed text like any other byte.
  package mutating func fill(from descriptor: Int32) -> SecretBuffer.ReadOutcome {
    region.open(.writing)
    defer { region.close(.writing) }
    compact()
    guard !isFull else { return .bytes(0) }
    let outcome = unsafe SecretBuffer.ReadOutcome(
      of: read(descriptor, buffer.start + tail, capacity - tail))
    switch outcome {
    case .bytes(let added):
      tail += added
      return outcome
    case .empty where TerminalMode.hasMark(descriptor):
      unsafe (buffer.start + tail).storeBytes(of: TerminalMode.mark, as: UInt8.self)
      tail += 1
      return .bytes(1)
    case .failed(EIO) where isatty(descriptor) == 1: return .wouldBlock
    case .empty, .wouldBlock, .interrupted, .failed: return outcome
    }
  }

  /// Appends bytes, which must fit.
  package mutating func append(_ bytes: RawSpan) {
    precondition(bytes.byteCount <= capacity - count, "the bytes do not fit into the input ring")
    region.open(.writing)
    defer { region.close(.writing) }
    compact()
    for offset in bytes.byteOffsets {
      unsafe (buffer.start + tail + offset).storeBytes(of: bytes.byte(offset), as: UInt8.self)
    }
    tail += bytes.byteCount
  }

  package borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    region.open(.reading)
    defer { region.close(.reading) }
    return try unsafe body(RawSpan(_unsafeStart: buffer.start + head, byteCount: count))
  }

  /// Runs `body` with the pending bytes, and wipes the first of them, whose number it returns.
  ///
  /// The result is this number. It is nil, and nothing is wiped, if `body` returns nil. `body` has no
  /// access to the ring.
  @discardableResult
  package mutating func consume(_ body: (RawSpan) -> Int?) -> Int? {
    region.open(.reading)
    defer { region.close(.reading) }
    let pending = count
    let consumed = unsafe body(RawSpan(_unsafeStart: buffer.start + head, byteCount: pending))
    guard let byteCount = consumed else { return nil }
    precondition((0...pending).contains(byteCount), "more bytes consumed than are pending")
    region.wipe(head..<head + byteCount)
    head += byteCount
    if head == tail { (head, tail) = (0, 0) }
    return byteCount
  }

  package mutating func removeAll() {
    consume { $0.byteCount }
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
