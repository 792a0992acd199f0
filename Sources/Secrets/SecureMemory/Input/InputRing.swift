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

  package enum ReadOutcome: Hashable, Sendable {
    /// The number of added bytes; 0 only if the ring was full and nothing was read.
    case bytes(Int)
    /// A read of length 0: the end of a pipe or file, but **not** the end of a terminal.
    case empty
    case wouldBlock
    /// A signal interrupted the read before any byte.
    case interrupted
    /// The read failed with this `errno`.
    case failed(Int32)
  }

  private var buffer: SecretBuffer
  private var head = 0
  private var tail = 0

  /// Creates an empty ring for 1 to `SecretBuffer.largestCapacity` bytes.
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

  /// A handle that keeps the region accessible over several calls.
  package var protection: RegionProtection { buffer.protection }

  /// Reads once from `descriptor` straight into the region, as much as fits.
  package mutating func fill(from descriptor: Int32) -> ReadOutcome {
    buffer.region.open(.writing)
    defer { buffer.region.close(.writing) }
    compact()
    let room = capacity - tail
    guard room > 0 else { return .bytes(0) }
    let result = unsafe read(descriptor, buffer.start + tail, room)
    guard result < 0 else {
      tail += result
      return result == 0 ? .empty : .bytes(result)
    }
    switch errno {
    case EAGAIN, EWOULDBLOCK: return .wouldBlock
    case EINTR: return .interrupted
    case let code: return .failed(code)
    }
  }

  /// Appends a byte; the ring must not be full.
  package mutating func append(_ byte: UInt8) {
    precondition(!isFull, "the ring is full")
    buffer.region.open(.writing)
    defer { buffer.region.close(.writing) }
    compact()
    unsafe (buffer.start + tail).storeBytes(of: byte, as: UInt8.self)
    tail += 1
  }

  /// Runs `body` with the pending bytes, oldest first.
  package borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let range = head..<tail
    return try buffer.withBytes { bytes throws(E) -> R in
      try body(bytes.extracting(range))
    }
  }

  /// Removes and wipes the `byteCount` oldest pending bytes.
  package mutating func consume(_ byteCount: Int) {
    precondition((0...count).contains(byteCount), "more bytes consumed than are pending")
    buffer.wipe(head..<head + byteCount)
    head += byteCount
    if head == tail { (head, tail) = (0, 0) }
  }

  /// Moves the `byteCount` oldest pending bytes to another ring, which has room for them.
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

  /// Wipes everything, then runs `body` with the whole region, which `body` must leave wiped.
  mutating func withRoom<R>(_ body: (UnsafeMutableRawBufferPointer) -> R) -> R {
    removeAll()
    buffer.region.open(.writing)
    defer { buffer.region.close(.writing) }
    return unsafe body(UnsafeMutableRawBufferPointer(start: buffer.start, count: capacity))
  }

  /// Moves the pending bytes to the front, inside an open window, to make room after them.
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
