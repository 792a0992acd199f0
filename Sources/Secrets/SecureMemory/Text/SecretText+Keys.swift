/// A key that typed a part of a text, as the text remembers it.
///
/// The caller chooses the values of `code` and `modifiers`.
package struct TextKey: Hashable, Sendable {
  /// The number of bytes of a key in a region.
  static let size = 3

  /// The number of the key; 0 for bytes that no known key typed, such as those of a paste.
  package var code: UInt8
  /// The modifiers in the lower four bits; the others have the two properties below.
  package var modifiers: UInt8
  /// The number of bytes that the key typed; 0 for a key that typed nothing.
  package var length: UInt8

  package init(code: UInt8, modifiers: UInt8, length: UInt8) {
    (self.code, self.modifiers, self.length) = (code, modifiers, length)
  }

  /// True for a dead key whose character the next key types.
  package var isDead: Bool {
    get { modifiers & 0x80 != 0 }
    set { modifiers = newValue ? modifiers | 0x80 : modifiers & ~0x80 }
  }

  /// True if dead keys up to this one were dropped before the next key.
  package var endsSequence: Bool {
    get { modifiers & 0x40 != 0 }
    set { modifiers = newValue ? modifiers | 0x40 : modifiers & ~0x40 }
  }
}

/// The keys that typed a text, so that the text can be typed again in another layout.
///
/// They are in the locked region of the text, right before it, and are wiped with it. Whoever appends
/// bytes need not care: bytes that come between those of two keys are remembered as typed by no key,
/// and bytes after the last key have none. A deletion forgets the keys of the deleted bytes.
///
/// A text that remembers keys has room for at least 512 of them. Once it is full, the text forgets
/// none of them, but remembers no further ones.
extension SecretText {
  private static let leastKeys = 512
  private static let mostKeys = 1365

  /// Returns the number of bytes for keys in the pages of a text.
  ///
  /// It is the rest of the last page, or if that is too small, one page more.
  static func keyRoom(besides capacity: Int) -> Int {
    let page = GuardedPages.pageSize
    let rest = (page - (GuardedPages.canarySize + capacity) % page) % page
    let room = rest < leastKeys * TextKey.size ? rest + page : rest
    return min(room / TextKey.size, mostKeys) * TextKey.size
  }

  /// Remembers the key that typed the last bytes of the text; returns false if there is no room.
  @discardableResult
  package mutating func remember(_ key: TextKey) -> Bool {
    var others = byteCount - keyedByteCount - Int(key.length)
    let most = Int(UInt8.max)
    let room = region.preceding / TextKey.size - keyCount
    guard others >= 0, (others + most - 1) / most < room else { return false }
    region.open(.writing)
    defer { region.close(.writing) }
    while others > 0 {
      add(TextKey(code: 0, modifiers: 0, length: UInt8(min(others, most))))
      others -= most
    }
    add(key)
    return true
  }

  private mutating func add(_ key: TextKey) {
    keyCount += 1
    keyedByteCount += Int(key.length)
    setKey(key, at: keyCount - 1)
  }

  package borrowing func key(at index: Int) -> TextKey {
    precondition((0..<keyCount).contains(index))
    region.open(.reading)
    defer { region.close(.reading) }
    let place = unsafe start(ofKey: index)
    return unsafe TextKey(
      code: place.load(as: UInt8.self),
      modifiers: place.load(fromByteOffset: 1, as: UInt8.self),
      length: place.load(fromByteOffset: 2, as: UInt8.self))
  }

  private mutating func setKey(_ key: TextKey, at index: Int) {
    region.open(.writing)
    defer { region.close(.writing) }
    let place = unsafe start(ofKey: index)
    unsafe place.storeBytes(of: key.code, as: UInt8.self)
    unsafe place.storeBytes(of: key.modifiers, toByteOffset: 1, as: UInt8.self)
    unsafe place.storeBytes(of: key.length, toByteOffset: 2, as: UInt8.self)
  }

  private borrowing func start(ofKey index: Int) -> UnsafeMutableRawPointer {
    unsafe region.base - region.preceding + index * TextKey.size
  }

  private mutating func forgetLastKey() {
    keyedByteCount -= Int(key(at: keyCount - 1).length)
    keyCount -= 1
    let start = keyCount * TextKey.size - region.preceding
    region.wipe(start..<start + TextKey.size)
  }

  /// Forgets the keys whose bytes are no longer in the text, and the dead keys at the end.
  package mutating func forgetUnfinishedKeys() {
    while keyCount > 0, keyedByteCount > byteCount || key(at: keyCount - 1).isDead {
      forgetLastKey()
    }
  }

  /// Forgets the last key if it is a dead key.
  package mutating func forgetDeadKey() {
    if keyCount > 0, key(at: keyCount - 1).isDead { forgetLastKey() }
  }

  /// Notes that the dead keys at the end were dropped, so that they are part of no character.
  ///
  /// Returns false if there are none.
  package mutating func dropDeadKeys() -> Bool {
    guard keyCount > 0 else { return false }
    var last = key(at: keyCount - 1)
    guard last.isDead else { return false }
    (last.isDead, last.endsSequence) = (false, true)
    setKey(last, at: keyCount - 1)
    return true
  }

  package mutating func forgetKeys() {
    guard keyCount > 0 else { return }
    region.wipe(-region.preceding..<0)
    (keyCount, keyedByteCount) = (0, 0)
  }

  // MARK: Typing again

  /// Stages a part of the text again; returns false if it does not fit.
  package mutating func stageAgain(_ range: Range<Int>) -> Bool {
    guard let staged, range.count <= capacity - byteCount - staged else { return false }
    region.open(.writing)
    defer { region.close(.writing) }
    let target = unsafe buffer.start + byteCount + staged
    unsafe target.copyMemory(from: buffer.start + range.lowerBound, byteCount: range.count)
    self.staged = staged + range.count
    return true
  }

  /// Replaces the text by the staged bytes, which are valid UTF-8, and ends the insertion.
  ///
  /// `keys` returns the key to remember in place of each key of the former text.
  package mutating func replaceByStaged(_ keys: (Int, borrowing SecretText) -> TextKey) {
    guard let staged else { return }
    region.open(.writing)
    defer { region.close(.writing) }
    keyedByteCount = 0
    for index in 0..<keyCount {
      let key = keys(index, self)
      setKey(key, at: index)
      keyedByteCount += Int(key.length)
    }
    let former = byteCount
    unsafe buffer.start.copyMemory(from: buffer.start + former, byteCount: staged)
    buffer.wipe(staged..<former + staged)
    (byteCount, characterCount, lastCharacterStart, self.staged) = (0, 0, 0, nil)
    extend(by: staged)
  }
}
