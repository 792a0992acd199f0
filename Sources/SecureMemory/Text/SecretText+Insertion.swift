/// Insertions, which are taken or dropped as a whole, as a paste is.
///
/// Their bytes are staged behind the end of the text, in the same region, and count as text only
/// once they are committed. Any other edit of the text drops them.
extension SecretText {
  /// Whether an insertion is under way.
  package var isInserting: Bool { staged != nil }

  /// The number of staged bytes; 0 without an insertion.
  package var stagedByteCount: Int { staged ?? 0 }

  /// Begins an insertion; drops one that is under way.
  package mutating func beginInsertion() {
    cancelInsertion()
    staged = 0
  }

  /// Puts `bytes` behind those already staged; pieces may be cut anywhere, also inside a character.
  ///
  /// - Returns: False, with nothing staged by this call, if they do not all fit or no insertion is
  ///   under way.
  @discardableResult
  package mutating func stage(_ bytes: RawSpan) -> Bool {
    guard let staged, bytes.byteCount <= capacity - byteCount - staged else { return false }
    copyBehind(byteCount + staged, bytes)
    self.staged = staged + bytes.byteCount
    return true
  }

  /// Wipes the last `count` staged bytes, such as a line end that came along.
  package mutating func unstageLast(_ count: Int) {
    precondition((0...stagedByteCount).contains(count), "more bytes unstaged than are staged")
    let end = byteCount + stagedByteCount
    buffer.wipe(end - count..<end)
    staged? -= count
  }

  /// Runs `body` with the staged bytes.
  package borrowing func withStagedBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let range = byteCount..<byteCount + stagedByteCount
    return try buffer.withBytes { bytes throws(E) -> R in
      try body(bytes.extracting(range))
    }
  }

  /// The number of characters of text and staged bytes together; nil if these are not valid UTF-8.
  package var characterCountWithStaged: Int? {
    guard withStagedBytes({ UTF8Walk.isText($0) }) else { return nil }
    let end = byteCount + stagedByteCount
    return buffer.withBytes { UTF8Walk.characters(in: $0.extracting(0..<end)).count }
  }

  /// Returns the number of staged bytes behind the first `limit` characters of text and staged
  /// bytes.
  ///
  /// Together they are valid UTF-8; the staged bytes may join the last character of the text.
  package func stagedByteCount(behind limit: Int) -> Int {
    let end = byteCount + stagedByteCount
    let kept = buffer.withBytes { UTF8Walk.end(ofCharacters: limit, in: $0.extracting(0..<end)) }
    return min(end - kept, stagedByteCount)
  }

  /// Takes the staged bytes into the text and ends the insertion.
  ///
  /// - Returns: False, with the staged bytes wiped and the text unchanged, if they are not valid
  ///   UTF-8 or contain a NUL, or if no insertion is under way.
  @discardableResult
  package mutating func commitInsertion() -> Bool {
    guard let staged else { return false }
    guard withStagedBytes({ UTF8Walk.isText($0) }) else {
      cancelInsertion()
      return false
    }
    self.staged = nil
    if staged > 0 { extend(by: staged) }
    return true
  }

  /// Wipes the staged bytes and ends the insertion, if one is under way.
  package mutating func cancelInsertion() {
    guard let staged else { return }
    self.staged = nil
    if staged > 0 { buffer.wipe(byteCount..<byteCount + staged) }
  }
}
