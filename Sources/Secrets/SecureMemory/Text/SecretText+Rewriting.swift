import KeywardSodium

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Functions for a text of a known form, whose characters are changed or checked in its region.
extension SecretText {
  /// Appends a printable ASCII character; returns false if it does not fit.
  package mutating func append(printable byte: UInt8) -> Bool {
    guard byteCount < capacity else { return false }
    region.open(.writing)
    defer { region.close(.writing) }
    unsafe (buffer.start + byteCount).storeBytes(of: byte, as: UInt8.self)
    lastCharacterStart = byteCount
    byteCount += 1
    characterCount += 1
    return true
  }

  /// Ends the insertion and passes its bytes one by one to `take`, which appends to the text.
  ///
  /// For one byte, `take` appends at most `most` bytes. The function returns false if `take`
  /// returned false or if there was no room; the remaining bytes are then wiped, and the text keeps
  /// what was appended before.
  package mutating func consumeStaged(
    adding most: Int, _ take: (UInt8, inout SecretText) -> Bool
  ) -> Bool {
    guard let count = staged else { return false }
    staged = nil
    // Make room between the text and the bytes, because the text may grow faster.
    let (from, to) = (byteCount, capacity - count)
    region.open(.writing)
    defer { region.close(.writing) }
    unsafe memmove(buffer.start + to, buffer.start + from, count)
    buffer.wipe(from..<max(from, min(from + count, to)))
    var isTaken = true
    for offset in to..<capacity {
      let byte = buffer.withBytes { $0.byte(offset) }
      buffer.wipe(offset..<offset + 1)
      // Unread bytes must not be overwritten.
      let hasRoom = byteCount + most <= offset + 1 || offset + 1 == capacity
      isTaken = isTaken && hasRoom && take(byte, &self)
    }
    return isTaken
  }

  /// Runs `body` with the text and with `count` zero bytes after it; returns false without room.
  ///
  /// `body` returns the number of these bytes that become part of the text, printable ASCII
  /// characters. The others are wiped, and so is the stack that `body` used.
  package mutating func withRoom(
    _ count: Int, _ body: (RawSpan, inout MutableRawSpan) -> Int
  ) -> Bool {
    cancelInsertion()
    guard count <= capacity - byteCount else { return false }
    region.open(.writing)
    defer { region.close(.writing) }
    let (start, end) = unsafe (buffer.start, byteCount)
    let kept = withWipedStack { unsafe Self.withSpans(of: start, end, count, body) }
    buffer.wipe(byteCount + kept..<byteCount + count)
    if kept > 0 { extend(by: kept) }
    return true
  }

  /// The addresses are passed by value, as in `SecretBuffer.withMutableBytes`.
  @inline(never)
  private static func withSpans(
    of start: UnsafeMutableRawPointer, _ count: Int, _ room: Int,
    _ body: (RawSpan, inout MutableRawSpan) -> Int
  ) -> Int {
    let text = unsafe RawSpan(_unsafeStart: start, byteCount: count)
    var bytes = unsafe MutableRawSpan(_unsafeStart: start + count, byteCount: room)
    return body(text, &bytes)
  }
}

/// Runs `body`, then wipes the part of the stack that it used.
@inline(never)
package func withWipedStack<R>(_ body: () -> R) -> R {
  let result = body()
  wipeStack()
  return result
}

/// Writes the SHA-256 hash of the first `count` bytes of a span after these bytes.
///
/// The span is in locked memory, with room for the 32 bytes of the hash. The stack holds parts of
/// the bytes until the caller wipes it.
package func appendSHA256(of count: Int, in bytes: inout MutableRawSpan) {
  precondition(count + Int(crypto_hash_sha256_BYTES) <= bytes.byteCount)
  unsafe bytes.withUnsafeMutableBytes { buffer in
    guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    _ = unsafe crypto_hash_sha256(start + count, start, UInt64(count))
  }
}
