import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension SecretText {
  /// Writes the text straight from its region, in one system call if the receiver accepts all
  /// bytes.
  ///
  /// It continues an interrupted or short write, and waits for a nonblocking descriptor. The
  /// program must ignore `SIGPIPE`; otherwise a closed pipe ends the program before this can throw.
  ///
  /// - Parameters:
  ///   - descriptor: An open file descriptor.
  ///   - prefix: The bytes before the text, in the same call.
  ///   - newline: Whether a line feed follows the text, in the same call.
  /// - Throws: `SecretWriteError` if the receiver did not accept everything.
  public borrowing func write(
    to descriptor: Int32, after prefix: [UInt8] = [], newline: Bool
  ) throws(SecretWriteError) {
    try buffer.write(
      first: byteCount, to: descriptor, before: prefix, after: newline ? [0x0a] : [])
  }

  /// Writes the text like `write(to:after:newline:)`, without the bytes `omitted`.
  package borrowing func write(
    to descriptor: Int32, newline: Bool, omitting omitted: UInt8?
  ) throws(SecretWriteError) {
    guard let omitted else { return try write(to: descriptor, newline: newline) }
    let end: [UInt8] = newline ? [0x0a] : []
    let code = withBytes { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe end.withUnsafeBytes { end in
          var pieces = unsafe bytes.split(separator: omitted).map {
            unsafe UnsafeRawBufferPointer(rebasing: $0)
          }
          unsafe pieces.append(end)
          return unsafe writePieces(pieces, to: descriptor, within: nil)
        }
      }
    }
    if code != 0 { throw SecretWriteError(code: code) }
  }

  /// Writes the text and a terminator like `write(to:after:newline:)`, with a quoting byte before
  /// each byte in `special`.
  package borrowing func write(
    to descriptor: Int32, quoting special: [UInt8], by quote: UInt8, end: UInt8
  ) throws(SecretWriteError) {
    let (quote, end): ([UInt8], [UInt8]) = ([quote], [end])
    let code = withBytes { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe quote.withUnsafeBytes { quote in
          unsafe end.withUnsafeBytes { end in
            var pieces: [UnsafeRawBufferPointer] = unsafe []
            var start = 0
            let places = bytes.indices.filter { unsafe special.contains(bytes[$0]) }
            for place in places {
              unsafe pieces += [UnsafeRawBufferPointer(rebasing: bytes[start..<place]), quote]
              start = place
            }
            unsafe pieces += [UnsafeRawBufferPointer(rebasing: bytes[start...]), end]
            return unsafe writePieces(pieces, to: descriptor, within: nil)
          }
        }
      }
    }
    if code != 0 { throw SecretWriteError(code: code) }
  }
}

extension SecretBuffer {
  /// Writes the first `count` bytes straight from the region, between two byte strings that are not
  /// secret.
  ///
  /// - Parameters:
  ///   - count: The number of bytes, at most the capacity.
  ///   - descriptor: An open file descriptor.
  ///   - before: The text before the bytes, in the same call.
  ///   - after: The text after the bytes, in the same call.
  ///   - seconds: The maximum time to wait for a nonblocking descriptor; nil for no limit.
  /// - Throws: `SecretWriteError` if the receiver did not accept everything.
  public borrowing func write(
    first count: Int, to descriptor: Int32, before: [UInt8] = [], after: [UInt8] = [],
    within seconds: Double? = nil
  ) throws(SecretWriteError) {
    let code = withBytes { bytes in
      unsafe before.withUnsafeBytes { before in
        unsafe bytes.extracting(0..<count).withUnsafeBytes { secret in
          unsafe after.withUnsafeBytes { after in
            unsafe writePieces([before, secret, after], to: descriptor, within: seconds)
          }
        }
      }
    }
    if code != 0 { throw SecretWriteError(code: code) }
  }
}

/// The error thrown if a receiver did not accept the complete secret.
public struct SecretWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `errno` of the write.
  public let code: Int32

  /// True if the receiver has closed its end of the pipe or socket.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// True if the receiver accepted nothing for too long.
  public var isTimedOut: Bool { code == ETIMEDOUT }

  /// One sentence with the cause.
  public var description: String {
    isBrokenPipe
      ? "the reader closed the output, so the secret was not delivered"
      : "the secret could not be written (\(systemSentence(code)))"
  }
}

/// The maximum number of buffers for one call of `writev` (IOV_MAX).
private let mostPieces = 1024

/// Writes all pieces; returns 0, or the `errno` of the failed write.
private func writePieces(
  _ pieces: [UnsafeRawBufferPointer], to descriptor: Int32, within seconds: Double?
) -> Int32 {
  let end = seconds.map { MonotonicTime.now + $0 }
  var vectors = unsafe pieces.filter { unsafe !$0.isEmpty }.map { piece in
    unsafe iovec(
      iov_base: UnsafeMutableRawPointer(mutating: piece.baseAddress), iov_len: piece.count)
  }
  while unsafe !vectors.isEmpty {
    let count = unsafe Int32(min(vectors.count, mostPieces))
    let written = unsafe platform_writev(descriptor, vectors, count)
    if written >= 0 {
      unsafe vectors.drop(first: written)
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      if let end, MonotonicTime.now >= end { return ETIMEDOUT }
      pollOne(descriptor, for: .output, until: end)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

extension [iovec] {
  fileprivate mutating func drop(first count: Int) {
    var count = count
    while count > 0, let piece = unsafe first {
      guard unsafe piece.iov_len > count else {
        unsafe removeFirst()
        count -= unsafe piece.iov_len
        continue
      }
      unsafe self[0].iov_base += count
      unsafe self[0].iov_len -= count
      return
    }
  }
}
