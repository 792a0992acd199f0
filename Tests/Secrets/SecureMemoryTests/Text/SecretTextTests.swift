import KeywardTestSupport
import SecureMemory
import Testing

@Suite struct SecretTextTests {
  @Test("What does not fit, or is not text, is an error and leaves the text unchanged")
  func aKeyBeyondTheCapacityIsRefused() throws {
    var text = try SecretText(capacity: 3)
    func error(of bytes: [UInt8]) -> SecretTextError? {
      do throws(SecretTextError) { try text.append(bytes.span.bytes) } catch { return error }
      return nil
    }
    try text.append(utf8Of: "ab")
    let errors = [Array("é".utf8), [0x63, 0x64], [0xc3], [0]].map(error)
    let rest = text.string
    #expect(errors == [.tooLong, .tooLong, .notText, .notText])
    #expect(rest == "ab")
  }

  @Test func anInsertionIsTakenOrDroppedAsAWhole() throws {
    var text = try SecretText(capacity: 16)
    try text.append(utf8Of: "ab")
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
    try left.append(utf8Of: "abcdefgh")
    try right.append(utf8Of: "abcdefgh")
    let same = left.isEqual(to: right)
    try right.append(utf8Of: "i")
    let longer = left.isEqual(to: right)
    #expect(same)
    #expect(!longer)
  }
}
