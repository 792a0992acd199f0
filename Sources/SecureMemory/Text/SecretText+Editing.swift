import CSodium
import Glibc

extension SecretText {
  /// Appends `bytes`, or nothing.
  ///
  /// - Returns: False, with the text unchanged, if they do not all fit, are not valid UTF-8 by
  ///   themselves, or contain a NUL.
  @discardableResult
  public mutating func append(_ bytes: RawSpan) -> Bool {
    cancelInsertion()
    guard bytes.byteCount <= capacity - byteCount else { return false }
    // One window for the copy and the count.
    let region = buffer.region
    region.open(.writing)
    defer { region.close(.writing) }
    if isByItself(bytes) {
      copyBehind(byteCount, bytes)
      lastCharacterStart = byteCount
      byteCount += 1
      characterCount += 1
      return true
    }
    guard UTF8Walk.isText(bytes) else { return false }
    copyBehind(byteCount, bytes)
    extend(by: bytes.byteCount)
    return true
  }

  /// Tells whether `bytes` are one ASCII character that joins no other.
  ///
  /// Behind a printable ASCII character a printable one always begins a character, which holds for
  /// most keys.
  private func isByItself(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount == 1 else { return false }
    let byte = unsafe bytes.unsafeLoad(as: UInt8.self)
    let former =
      byteCount > 0 ? unsafe buffer.start.load(fromByteOffset: byteCount - 1, as: UInt8.self) : byte
    return Self.isPrintableASCII(byte) && Self.isPrintableASCII(former)
  }

  private static func isPrintableASCII(_ byte: UInt8) -> Bool { (0x20..<0x7f).contains(byte) }

  /// Appends a text that is public by itself, such as the output of a drawn key.
  ///
  /// - Returns: False, with the text unchanged, if it does not fit or contains a NUL.
  @discardableResult
  public mutating func append(utf8Of string: String) -> Bool {
    unsafe append(string.utf8Span.span.bytes)
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

  /// Wipes the blanks at the end and everything before them back to the next blank.
  ///
  /// The cost is linear in the length of the text.
  /// - Returns: The number of bytes removed, 0 for an empty text.
  @discardableResult
  public mutating func removeLastWord() -> Int {
    cancelInsertion()
    return truncate(to: withBytes { UTF8Walk.lastWordStart(in: $0) })
  }

  /// Wipes the whole region.
  public mutating func removeAll() {
    buffer.wipe()
    byteCount = 0
    characterCount = 0
    lastCharacterStart = 0
    staged = nil
  }

  /// Copies `bytes` into the region at `offset`, where they fit.
  mutating func copyBehind(_ offset: Int, _ bytes: RawSpan) {
    buffer.region.open(.writing)
    defer { buffer.region.close(.writing) }
    let target = unsafe buffer.start + offset
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe memmove(target, start, source.count)
    }
  }

  /// Takes `count` valid bytes behind the end into the text.
  mutating func extend(by count: Int) {
    byteCount += count
    // The new bytes may have joined the last character, so the walk begins there.
    let from = lastCharacterStart
    let walk = withBytes { UTF8Walk.characters(in: $0.extracting(from..<$0.byteCount)) }
    characterCount += walk.count - (from < byteCount - count ? 1 : 0)
    lastCharacterStart = from + walk.lastStart
  }

  private mutating func truncate(to end: Int) -> Int {
    let removed = byteCount - end
    guard removed > 0 else { return 0 }
    let region = buffer.region
    region.open(.writing)
    defer { region.close(.writing) }
    buffer.wipe(end..<byteCount)
    byteCount = end
    let walk = withBytes { UTF8Walk.characters(in: $0) }
    characterCount = walk.count
    lastCharacterStart = walk.lastStart
    return removed
  }
}
