import KeywardTestSupport
import SecureMemory
import Testing

@Suite struct SecretTextTests {
  @Test func aKeyBeyondTheCapacityIsRefused() throws {
    var text = try SecretText(capacity: 3)
    let first = text.append(utf8Of: "ab")
    let second = text.append(utf8Of: "é")
    let rest = text.string
    #expect(first)
    #expect(!second)
    #expect(rest == "ab")
  }

  @Test func anInsertionIsTakenOrDroppedAsAWhole() throws {
    var text = try SecretText(capacity: 16)
    text.append(utf8Of: "ab")
    text.beginInsertion()
    let first = text.stage(bytes: [0x63, 0xc3])
    let second = text.stage(bytes: [0xa9])
    let before = (text.string, text.characterCount)
    let after = text.characterCountWithStaged
    let taken = text.commitInsertion()
    let rest = text.string
    #expect(first && second && taken)
    #expect(before.0 == "ab")
    #expect(before.1 == 2)
    #expect(after == 4)
    #expect(rest == "abcé")

    text.beginInsertion()
    text.stage(bytes: [0x64, 0xff])
    let broken = text.commitInsertion()
    let unchanged = text.region.contents
    #expect(!broken)
    #expect(unchanged == Array("abcé".utf8) + [UInt8](repeating: 0, count: 11))
  }

  @Test func equalityLooksAtTheWholeRegion() throws {
    var left = try SecretText(capacity: 8)
    var right = try SecretText(capacity: 64)
    left.append(utf8Of: "abcdefgh")
    right.append(utf8Of: "abcdefgh")
    let same = left.isEqual(to: right)
    right.append(utf8Of: "i")
    let longer = left.isEqual(to: right)
    #expect(same)
    #expect(!longer)
  }
}
