import KeywardSodium

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// UTF-8 text typed by a person, in locked memory.
///
///     var text = try SecretText()
///     try text.append(utf8Of: "pa")
///     text.removeLastCharacter()
///     text.characterCount  // 1
///
/// Characters are graphemes. The text is always valid UTF-8 without NUL. It never grows beyond its
/// capacity and has no description. All bytes of the region after the text are zero, except bytes
/// staged by an insertion. The keys that typed the text are in the same region, before the text.
/// Only one thread may use the value.
public struct SecretText: ~Copyable {
  /// The largest capacity that can be chosen, in bytes.
  public static let largestCapacity = SecretBuffer.largestCapacity

  var buffer: SecretBuffer

  /// The length in bytes.
  public internal(set) var byteCount = 0

  /// The length in characters (graphemes).
  public internal(set) var characterCount = 0

  var lastCharacterStart = 0

  /// The number of bytes that an insertion has staged after the text; nil if none is in progress.
  var staged: Int?

  /// The number of keys that the text remembers.
  package internal(set) var keyCount = 0

  /// The number of bytes at the start of the text that the remembered keys typed.
  var keyedByteCount = 0

  /// Creates an empty text.
  ///
  /// - Parameters:
  ///   - capacity: The maximum length of the text in bytes, 1 to `largestCapacity`.
  ///   - remembersKeys: Whether there is room for the keys that type the text. A `Keyboard` with
  ///     several layouts can then type the text again in another one. A capacity above 2544 bytes
  ///     takes one more page of locked memory for it.
  ///   - policy: Whether a region that cannot be locked is an error.
  /// - Throws: `SecretMemoryError` if the memory cannot be allocated or locked.
  public init(
    capacity: Int = SecretText.largestCapacity, remembersKeys: Bool = false,
    policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    buffer = try SecretBuffer(
      capacity: capacity, preceding: remembersKeys ? Self.keyRoom(besides: capacity) : 0,
      policy: policy)
  }

  /// The maximum length of the text in bytes.
  public var capacity: Int { buffer.capacity }

  /// True if the text is empty.
  public var isEmpty: Bool { byteCount == 0 }

  /// True if the kernel locked the region.
  public var isLocked: Bool { buffer.isLocked }

  package var region: LockedRegion { buffer.region }

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

/// The reason why bytes were not appended to a text.
@nonexhaustive public enum SecretTextError: Error, Hashable, Sendable {
  /// The bytes do not all fit.
  case tooLong
  /// The bytes are not valid UTF-8 on their own, or contain a NUL.
  case notText
}

extension SecretTextError: CustomStringConvertible {
  /// One sentence with the cause and the remedy.
  public var description: String {
    switch self {
    case .tooLong:
      "the text has no room for these bytes, so none was added: create it with a larger capacity"
    case .notText:
      "these bytes are not UTF-8 or contain a NUL, so none was added: append whole characters"
    }
  }
}

extension SecretText {
  /// Appends all of `bytes`, or none of them.
  ///
  /// - Throws: `SecretTextError`, with the text unchanged.
  public mutating func append(_ bytes: RawSpan) throws(SecretTextError) {
    cancelInsertion()
    guard bytes.byteCount <= capacity - byteCount else { throw .tooLong }
    // Open one window for both the copy and the count.
    region.open(.writing)
    defer { region.close(.writing) }
    if isByItself(bytes) {
      unsafe (buffer.start + byteCount).storeBytes(of: bytes.byte(0), as: UInt8.self)
      lastCharacterStart = byteCount
      byteCount += 1
      characterCount += 1
      return
    }
    guard bytes.isText else { throw .notText }
    copyAfter(byteCount, bytes)
    extend(by: bytes.byteCount)
  }

  /// True if the bytes are one printable ASCII character that forms a separate grapheme.
  ///
  /// Most typed characters take this fast path, since two printable ASCII characters never form one
  /// grapheme.
  private func isByItself(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount == 1 else { return false }
    let byte = bytes.byte(0)
    let former =
      byteCount > 0 ? unsafe buffer.start.load(fromByteOffset: byteCount - 1, as: UInt8.self) : byte
    return Self.isPrintableASCII(byte) && Self.isPrintableASCII(former)
  }

  private static func isPrintableASCII(_ byte: UInt8) -> Bool { (0x20..<0x7f).contains(byte) }

  /// Appends a string that is not secret, such as the output of a key.
  ///
  /// - Throws: `SecretTextError`, with the text unchanged.
  public mutating func append(utf8Of string: String) throws(SecretTextError) {
    try unsafe append(string.utf8Span.span.bytes)
  }

  /// Wipes the last character, a grapheme.
  ///
  /// The cost is linear in the length of the text.
  /// - Returns: The number of bytes removed, 0 for an empty text.
  @discardableResult
  public mutating func removeLastCharacter() -> Int {
    cancelInsertion()
    return truncate(to: lastCharacterStart)
  }

  /// Wipes the blanks at the end and the word before them.
  ///
  /// The cost is linear in the length of the text.
  /// - Returns: The number of bytes removed, 0 for an empty text.
  @discardableResult
  public mutating func removeLastWord() -> Int {
    cancelInsertion()
    return truncate(to: withBytes { $0.lastWordStart })
  }

  /// Wipes the whole region.
  public mutating func removeAll() {
    region.open(.writing)
    defer { region.close(.writing) }
    buffer.wipe()
    byteCount = 0
    characterCount = 0
    lastCharacterStart = 0
    staged = nil
    forgetKeys()
  }

  private mutating func copyAfter(_ offset: Int, _ bytes: RawSpan) {
    region.open(.writing)
    defer { region.close(.writing) }
    let target = unsafe buffer.start + offset
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe memmove(target, start, source.count)
    }
  }

  /// Extends the text by the `count` bytes that follow it in the buffer.
  ///
  /// The bytes must be valid UTF-8 without NUL.
  mutating func extend(by count: Int) {
    byteCount += count
    // The new bytes may have joined the last character, so the walk begins there.
    let from = lastCharacterStart
    let walk = withBytes { $0.extracting(from..<$0.byteCount).characters }
    characterCount += walk.count - (from < byteCount - count ? 1 : 0)
    lastCharacterStart = from + walk.lastStart
  }

  /// Wipes the text from an offset on, the start of a character; returns the number of bytes.
  @discardableResult
  package mutating func truncate(to end: Int) -> Int {
    let removed = byteCount - end
    guard removed > 0 else { return 0 }
    region.open(.writing)
    defer { region.close(.writing) }
    buffer.wipe(end..<byteCount)
    byteCount = end
    let walk = withBytes { $0.characters }
    characterCount = walk.count
    lastCharacterStart = walk.lastStart
    forgetUnfinishedKeys()
    return removed
  }
}

/// Insertions, such as pastes, which are accepted or dropped as a whole.
///
/// Their bytes are staged after the end of the text, in the same region, and become text only when
/// they are committed. Any other edit of the text drops them.
extension SecretText {
  package var isInserting: Bool { staged != nil }

  package var stagedByteCount: Int { staged ?? 0 }

  package mutating func beginInsertion() {
    cancelInsertion()
    staged = 0
  }

  /// Appends bytes to the staged bytes; they may end inside a character.
  ///
  /// - Returns: False, with nothing staged, if the bytes do not all fit or no insertion is in
  ///   progress.
  package mutating func stage(_ bytes: RawSpan) -> Bool {
    guard let staged, bytes.byteCount <= capacity - byteCount - staged else { return false }
    copyAfter(byteCount + staged, bytes)
    self.staged = staged + bytes.byteCount
    return true
  }

  package mutating func unstageLast(_ count: Int) {
    precondition((0...stagedByteCount).contains(count), "more bytes unstaged than are staged")
    let end = byteCount + stagedByteCount
    buffer.wipe(end - count..<end)
    staged? -= count
  }

  package borrowing func withStagedBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let range = byteCount..<byteCount + stagedByteCount
    return try buffer.withBytes { bytes throws(E) -> R in
      try body(bytes.extracting(range))
    }
  }

  /// Counts the characters of text and staged bytes together; nil if the staged bytes are not valid
  /// UTF-8.
  package var characterCountWithStaged: Int? {
    guard withStagedBytes({ $0.isText }) else { return nil }
    let end = byteCount + stagedByteCount
    return buffer.withBytes { $0.extracting(0..<end).characters.count }
  }

  /// Counts the characters of the staged bytes alone, which must be valid UTF-8.
  package var stagedCharacterCount: Int { withStagedBytes { $0.characters.count } }

  /// The number of staged bytes after the first `limit` characters of text and staged bytes
  /// together.
  ///
  /// The text and the staged bytes must be valid UTF-8. The first staged bytes may extend the
  /// text's last character.
  package func stagedByteCount(after limit: Int) -> Int {
    let end = byteCount + stagedByteCount
    let kept = buffer.withBytes { $0.extracting(0..<end).end(ofCharacters: limit) }
    return min(end - kept, stagedByteCount)
  }

  /// Adds the staged bytes to the text and ends the insertion.
  ///
  /// - Returns: False, with the staged bytes wiped and the text unchanged, if they are not valid
  ///   UTF-8, contain a NUL, or no insertion is in progress.
  package mutating func commitInsertion() -> Bool {
    guard let staged else { return false }
    guard withStagedBytes({ $0.isText }) else {
      cancelInsertion()
      return false
    }
    self.staged = nil
    if staged > 0 { extend(by: staged) }
    return true
  }

  package mutating func cancelInsertion() {
    guard let staged else { return }
    self.staged = nil
    if staged > 0 { buffer.wipe(byteCount..<byteCount + staged) }
  }

  /// True if both texts have the same bytes, in a time that depends only on the two capacities.
  ///
  /// Neither the position of a difference nor the lengths affect the time: all bytes of both
  /// buffers are compared, including the zeros after the text. The result is false during an
  /// insertion into either text.
  public borrowing func isEqual(to other: borrowing SecretText) -> Bool {
    guard !isInserting, !other.isInserting else { return false }
    let common = min(capacity, other.capacity)
    let own = capacity - common
    let others = other.capacity - common
    return buffer.withBytes { left in
      other.buffer.withBytes { right in
        unsafe left.withUnsafeBytes { left in
          unsafe right.withUnsafeBytes { right in
            guard let left = left.baseAddress, let right = right.baseAddress else { return false }
            let same = unsafe sodium_memcmp(left, right, common)
            let leftEnds = unsafe sodium_is_zero(left + common, own)
            let rightEnds = unsafe sodium_is_zero(right + common, others)
            return (same == 0 ? 1 : 0) & leftEnds & rightEnds == 1
          }
        }
      }
    }
  }
}

/// Edits before the end of the text, for a caret or a selection; offsets are in bytes.
extension SecretText {
  /// The end of the first `count` characters.
  package func offset(afterCharacters count: Int) -> Int {
    withBytes { $0.end(ofCharacters: count) }
  }

  /// The number of characters before an offset.
  package func characterCount(before offset: Int) -> Int {
    withBytes { $0.extracting(0..<offset).characters.count }
  }

  /// The start of the last character before an offset.
  package func characterStart(before offset: Int) -> Int {
    withBytes { $0.extracting(0..<offset).characters.lastStart }
  }

  /// The start of the last word before an offset.
  package func wordStart(before offset: Int) -> Int {
    withBytes { $0.extracting(0..<offset).lastWordStart }
  }

  /// Wipes a part of the text, and closes the gap; the bounds are between characters.
  package mutating func remove(_ range: Range<Int>) {
    cancelInsertion()
    moveEnd(byteCount - range.upperBound, to: range.lowerBound)
    truncate(to: byteCount - range.count)
  }

  /// Moves the last `count` bytes of the text to an offset, and what follows there to the end.
  package mutating func moveEnd(_ count: Int, to offset: Int) {
    cancelInsertion()
    let middle = byteCount - count
    guard count > 0, offset < middle else { return }
    // The keys are in the order in which they typed the text.
    forgetKeys()
    region.open(.writing)
    defer { region.close(.writing) }
    // Three reversals exchange two parts without a copy.
    for range in [offset..<middle, middle..<byteCount, offset..<byteCount] { reverse(range) }
    let walk = withBytes { $0.characters }
    (characterCount, lastCharacterStart) = (walk.count, walk.lastStart)
  }

  private func reverse(_ range: Range<Int>) {
    let bytes = unsafe buffer.start
    var (first, last) = (range.lowerBound, range.upperBound - 1)
    while first < last {
      let byte = unsafe bytes.load(fromByteOffset: first, as: UInt8.self)
      let other = unsafe bytes.load(fromByteOffset: last, as: UInt8.self)
      unsafe bytes.storeBytes(of: other, toByteOffset: first, as: UInt8.self)
      unsafe bytes.storeBytes(of: byte, toByteOffset: last, as: UInt8.self)
      (first, last) = (first + 1, last - 1)
    }
  }
}

extension RawSpan {
  /// The number of characters of UTF-8 bytes; 0 if they are no text.
  package var characterCount: Int { characters.count }
}

/// Finding the boundaries of characters without creating a `Character`.
///
/// A `Character` would copy the secret bytes out of the locked region.
extension RawSpan {
  /// True for valid UTF-8 without NUL.
  var isText: Bool {
    for offset in 0..<byteCount where byte(offset) == 0 { return false }
    return withText { _ in } != nil
  }

  fileprivate var characters: (count: Int, lastStart: Int) {
    var count = 0
    var lastStart = 0
    eachCharacter { start, _ in
      count += 1
      lastStart = start
    }
    return (count, lastStart)
  }

  fileprivate func end(ofCharacters count: Int) -> Int {
    var left = count
    var offset = 0
    eachCharacter { _, end in
      if left > 0 { offset = end }
      left -= 1
    }
    return offset
  }

  /// The offset at which the last word starts; blanks after the last word belong to it.
  fileprivate var lastWordStart: Int {
    var start = 0
    var wasBlank = false
    eachCharacter { offset, end in
      let isBlank = extracting(offset..<end).isBlank
      if wasBlank, !isBlank { start = offset }
      wasBlank = isBlank
    }
    return start
  }

  private func eachCharacter(_ body: (_ start: Int, _ end: Int) -> Void) {
    _ = withText { text in
      var iterator = text.makeCharacterIterator()
      var start = 0
      while iterator.skipForward() == 1 {
        let end = iterator.currentCodeUnitOffset
        body(start, end)
        start = end
      }
    }
  }

  /// True for a character of one scalar with the property White_Space, and for CR LF.
  private var isBlank: Bool {
    switch byteCount {
    case 1:
      return byte(0) == 0x20 || (0x09...0x0d).contains(byte(0))
    case 2:
      if byte(0) == 0x0d { return true }
      return byte(0) == 0xc2 && (byte(1) == 0x85 || byte(1) == 0xa0)
    case 3:
      switch (byte(0), byte(1), byte(2)) {
      case (0xe1, 0x9a, 0x80), (0xe2, 0x81, 0x9f), (0xe3, 0x80, 0x80): return true
      case (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8...0xa9), (0xe2, 0x80, 0xaf): return true
      default: return false
      }
    default:
      return false
    }
  }

  /// Runs `body` with the bytes as text; returns nil if they are not valid UTF-8.
  package func withText<R>(_ body: (UTF8Span) -> R) -> R? {
    unsafe withUnsafeBytes { buffer in
      let span = unsafe Span<UInt8>(_unsafeBytes: buffer)
      guard let text = try? UTF8Span(validating: span) else { return nil }
      return body(text)
    }
  }
}
