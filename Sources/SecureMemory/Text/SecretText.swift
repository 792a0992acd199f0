import CSodium

/// UTF-8 text a person types, in locked memory.
///
///     var text = try SecretText()
///     text.append(utf8Of: "pa")
///     text.removeLastCharacter()
///     text.characterCount  // 1
///
/// Characters are graphemes, as people count them. The text is always valid UTF-8 without NUL, and
/// every byte behind it is zero, except for staged bytes of an insertion. It never grows beyond its
/// capacity and has no description. Only one thread may use it.
public struct SecretText: ~Copyable {
  /// The longest text in bytes, for any capacity.
  public static let largestCapacity = SecretBuffer.largestCapacity

  var buffer: SecretBuffer

  /// The length in bytes.
  public internal(set) var byteCount = 0

  /// The length in characters (graphemes).
  public internal(set) var characterCount = 0

  /// The offset of the last character; 0 for none.
  var lastCharacterStart = 0

  /// The number of bytes staged behind the end; nil without an insertion.
  var staged: Int?

  /// An empty text.
  ///
  /// - Parameters:
  ///   - capacity: The longest text in bytes, 1 to `largestCapacity`.
  ///   - policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be had, or cannot be locked.
  public init(
    capacity: Int = SecretText.largestCapacity, policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    buffer = try SecretBuffer(capacity: capacity, policy: policy)
  }

  /// The longest text in bytes.
  public var capacity: Int { buffer.capacity }

  /// Whether there is no character.
  public var isEmpty: Bool { byteCount == 0 }

  /// Whether the system locked the region.
  public var isLocked: Bool { buffer.isLocked }

  /// A handle that keeps the window open over several calls.
  package var protection: RegionProtection { buffer.protection }

  /// Runs `body` with the bytes of the text.
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let end = byteCount
    return try buffer.withBytes { bytes throws(E) -> R in
      try body(bytes.extracting(0..<end))
    }
  }
}

@available(*, unavailable)
extension SecretText: Sendable {}
