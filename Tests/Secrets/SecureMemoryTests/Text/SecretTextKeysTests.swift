import KeywardTestSupport
import Testing

@testable import SecureMemory

/// The keys that typed a text, in the region of the text.
@Suite struct SecretTextKeysTests {
  private func key(_ code: UInt8, _ length: UInt8 = 1) -> TextKey {
    var key = TextKey(code: code, modifiers: 1, length: length)
    key.isDead = length == 0
    return key
  }

  private func remembering(_ string: String) throws -> SecretText {
    var text = try SecretText(capacity: 64, remembersKeys: true)
    try text.append(utf8Of: string)
    return text
  }

  private func keys(of text: borrowing SecretText) -> [TextKey] {
    var keys: [TextKey] = []
    for index in 0..<text.keyCount { keys.append(text.key(at: index)) }
    return keys
  }

  /// The bytes of the region before the text.
  private func room(of text: borrowing SecretText) -> [UInt8] {
    let region = text.region
    return region.withAccess {
      (1...region.preceding).map { unsafe region.base.load(fromByteOffset: -$0, as: UInt8.self) }
    }
  }

  private func isWiped(_ text: borrowing SecretText) -> Bool {
    room(of: text).allSatisfy { $0 == 0 }
  }

  @Test("Bytes between those of two keys are remembered as typed by no key")
  func others() throws {
    var text = try remembering("pasted")
    try text.append(utf8Of: "a")
    text.remember(key(0x21))
    try text.append(utf8Of: "and more")
    text.remember(key(0x40, 0))
    let found = keys(of: text)
    #expect(
      found == [
        TextKey(code: 0, modifiers: 0, length: 6), key(0x21),
        TextKey(code: 0, modifiers: 0, length: 8), key(0x40, 0),
      ])
  }

  @Test("A deletion forgets the keys of the deleted bytes, and the dead keys before them")
  func deletions() throws {
    var text = try remembering("a")
    text.remember(key(0x21))
    text.remember(key(0x1c, 0))
    try text.append(utf8Of: "é")
    text.remember(key(0x13, 2))
    let all = keys(of: text)
    #expect(all == [key(0x21), key(0x1c, 0), key(0x13, 2)])
    text.removeLastCharacter()
    let left = keys(of: text)
    #expect(left == [key(0x21)])
    text.removeLastCharacter()
    let isEmpty = text.keyCount == 0 && isWiped(text)
    #expect(isEmpty)
  }

  @Test("A key that typed nothing stays; dropped dead keys end their sequence")
  func nothingTyped() throws {
    var text = try remembering("a")
    text.remember(key(0x21))
    text.remember(key(0x1c, 0))
    let isDropped = text.dropDeadKeys()
    let again = text.dropDeadKeys()
    #expect(isDropped && !again)
    text.forgetUnfinishedKeys()
    let last = text.key(at: 1)
    #expect(last.endsSequence && !last.isDead && last.code == 0x1c && last.modifiers & 0xf == 1)
  }

  @Test("A part of what a key typed keeps its characters, but not the key")
  func partlyDeleted() throws {
    var text = try remembering("\u{644}\u{627}")
    text.remember(key(0x35, 4))
    text.removeLastCharacter()
    let (count, bytes) = (text.keyCount, text.byteCount)
    #expect(count == 0 && bytes == 2)
    try text.append(utf8Of: "b")
    text.remember(key(0x21))
    let found = keys(of: text)
    #expect(found == [TextKey(code: 0, modifiers: 0, length: 2), key(0x21)])
  }

  @Test("Emptying the text wipes the keys")
  func wiped() throws {
    var text = try remembering("ab")
    text.remember(TextKey(code: 0x21, modifiers: 3, length: 2))
    text.remember(key(0x1c, 0))
    let before = isWiped(text)
    #expect(!before)
    text.forgetDeadKey()
    let left = text.keyCount
    #expect(left == 1)
    text.removeAll()
    let (count, after) = (text.keyCount, isWiped(text))
    #expect(count == 0 && after)
  }

  @Test("A text has room for 512 keys or more, in at most one page more than it needs")
  func rooms() throws {
    for capacity in [1, 64, 2543, 2544, 2545, 4000, SecretText.largestCapacity] {
      let room = SecretText.keyRoom(besides: capacity)
      #expect(room >= 512 * TextKey.size && room % TextKey.size == 0)
      let pages = (GuardedPages.canarySize + capacity + room - 1) / GuardedPages.pageSize
      #expect(pages <= 1, "\(capacity)")
    }
  }

  @Test("A text without room for keys remembers none")
  func withoutRoom() throws {
    var text = try text("a")
    text.remember(key(0x21))
    let count = text.keyCount
    #expect(count == 0)
  }

  @Test("Once the room is full, further keys are not remembered and the text is unharmed")
  func full() throws {
    var text = try SecretText(remembersKeys: true)
    for _ in 0..<2000 {
      try text.append(utf8Of: "x")
      text.remember(key(0x21))
    }
    let (count, bytes) = (text.keyCount, text.byteCount)
    #expect(bytes == 2000 && count == 1365)
    for _ in 0..<1000 { text.removeLastCharacter() }
    let left = text.keyCount
    #expect(left == 1000)
  }

  @Test("Staged bytes replace the text, with new lengths of the keys")
  func replaced() throws {
    var text = try remembering("ab")
    for _ in 0..<2 { text.remember(key(0x21)) }
    text.removeAll()
    for _ in 0..<2 {
      try text.append(utf8Of: "a")
      text.remember(key(0x21))
    }
    text.beginInsertion()
    text.stage(bytes: Array("éüx".utf8))
    text.replaceByStaged { index, text in
      var key = text.key(at: index)
      key.length = index == 0 ? 4 : 1
      return key
    }
    let (string, count, bytes) = (text.string, text.characterCount, text.region.contents)
    #expect(string == "éüx" && count == 3)
    #expect(bytes.dropFirst(5).allSatisfy { $0 == 0 })
    let lengths = keys(of: text).map(\.length)
    #expect(lengths == [4, 1])
  }
}
