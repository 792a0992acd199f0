import Glibc
import SecureMemory

/// Reads a client's lines into locked memory, because a line may contain a passphrase.
///
/// Lines end with LF or CR LF. Lines can be removed in any order, because the answer to an inquiry
/// is removed while earlier commands are still in the buffer. Removed bytes are wiped at once. The
/// buffer never grows; nothing is read while it is full.
package struct LineReader: ~Copyable {
  /// The maximum length of a line in bytes, without its line end.
  package static let longestLine = 1000

  package enum Next: Hashable, Sendable {
    /// The range of a complete line, with its line end.
    case line(Range<Int>)
    case incomplete
    /// A line of more than `longestLine` bytes, complete or not.
    case tooLong
  }

  private var buffer: SecretBuffer
  private var count = 0

  package let descriptor: Int32

  package private(set) var hasEnded = false

  /// Creates a reader with an empty buffer; throws if the buffer cannot be allocated or locked.
  ///
  /// `descriptor` may be in blocking mode, because it is read only after `poll` reports input.
  package init(
    descriptor: Int32, policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    buffer = try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
    self.descriptor = descriptor
  }

  /// A handle that keeps the buffer accessible over several reads.
  package var region: LockedRegion { buffer.region }

  package var hasRoom: Bool { count < buffer.capacity }

  package mutating func fill() {
    guard !hasEnded, hasRoom else { return }
    switch buffer.fill(from: descriptor, at: count, upTo: buffer.capacity - count) {
    case .bytes(let added): count += added
    case .wouldBlock, .interrupted: break
    case .empty, .failed: hasEnded = true
    }
  }

  /// Returns the line that begins at `offset`, which is 0 or the end of another line.
  package borrowing func next(from offset: Int = 0) -> Next {
    let count = count
    let end = buffer.withBytes { bytes in
      bytes.firstOffset(in: offset..<count) { $0 == 0x0a }
    }
    guard let end else {
      // The byte after the longest line may be the CR of its line end.
      return count - offset > Self.longestLine + 1 ? .tooLong : .incomplete
    }
    let length = withLine(offset..<end + 1) { $0.byteCount }
    return length > Self.longestLine ? .tooLong : .line(offset..<end + 1)
  }

  /// Passes the line to `body` without its line end.
  package borrowing func withLine<R: ~Copyable, E: Error>(
    _ range: Range<Int>, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try buffer.withBytes { bytes throws(E) -> R in
      var end = range.upperBound - 1
      if end > range.lowerBound, bytes.byte(end - 1) == 0x0d { end -= 1 }
      return try body(bytes.extracting(range.lowerBound..<end))
    }
  }

  /// Wipes the line; later bytes move up.
  package mutating func remove(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let after = count - range.upperBound
    buffer.withMutableBytes { bytes in
      unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe memmove(base + range.lowerBound, base + range.upperBound, after)
      }
    }
    buffer.wipe(count - range.count..<count)
    count -= range.count
  }
}

@available(*, unavailable)
extension LineReader: Sendable {}
