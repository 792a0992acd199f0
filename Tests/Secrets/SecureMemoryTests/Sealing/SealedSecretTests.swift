import KeywardTestSupport
import Testing

@testable import SecureMemory

@Suite struct SealedSecretTests {
  @Test(arguments: ["", "a", "päßword 漢字 👩‍👧"])
  func opensToTheSealedText(secret: String) throws {
    let key = try SealingKey()
    let sealed = try text(secret).sealed(under: key)
    #expect(sealed.byteCount == secret.utf8.count)
    var again = try text("what was there before, and is longer than the secret")
    try sealed.open(with: key, into: &again)
    let (string, count, region) = (again.string, again.characterCount, again.region.contents)
    #expect(string == secret)
    #expect(count == secret.count)
    #expect(region == Array(secret.utf8) + [UInt8](repeating: 0, count: 64 - secret.utf8.count))
  }

  @Test func theLongestSecretCanBeSealed() throws {
    let key = try SealingKey()
    var long = try SecretText()
    try long.append(utf8Of: String(repeating: "x", count: 4080))
    let sealed = long.sealed(under: key)
    var again = try SecretText()
    try sealed.open(with: key, into: &again)
    let count = again.byteCount
    #expect(count == 4080)
  }

  @Test func twoSealingsOfOneSecretDiffer() throws {
    let key = try SealingKey()
    let first = try text("same").sealed(under: key)
    let second = try text("same").sealed(under: key)
    #expect(first != second)
  }

  @Test func anotherKeyOpensNothingAndWritesNothing() throws {
    let sealed = try text("secret").sealed(under: SealingKey())
    let other = try SealingKey()
    var target = try text("untouched")
    #expect(throws: SealedSecretError.changed) { try sealed.open(with: other, into: &target) }
    let (string, count) = (target.string, target.characterCount)
    #expect(string == "untouched")
    #expect(count == 9)
  }

  @Test func aTextWithoutRoomIsRefused() throws {
    let key = try SealingKey()
    let sealed = try text("secret").sealed(under: key)
    var target = try SecretText(capacity: 5)
    #expect(throws: SealedSecretError.tooLong) { try sealed.open(with: key, into: &target) }
  }
}

@Suite struct HandedOverSecretTests {
  @Test(arguments: ["", "päßword"])
  func onlyTheRecipientOpensIt(secret: String) throws {
    let keys = try RecipientKeyPair()
    let letter = try text(secret).sealed(to: keys.publicKey)
    #expect(letter.bytes.count == secret.utf8.count + 48)
    let received = try HandedOverSecret(textForm: letter.textForm + "\n")
    #expect(received == letter)
    var again = try text("before")
    try received.open(with: keys, into: &again)
    let string = again.string
    #expect(string == secret)

    let stranger = try RecipientKeyPair()
    var target = try text("before")
    #expect(throws: SealedSecretError.changed) { try received.open(with: stranger, into: &target) }
    let unchanged = target.string
    #expect(unchanged == "before")
  }

  @Test func everyChangedByteIsNoticed() throws {
    let keys = try RecipientKeyPair()
    let letter = try text("pin").sealed(to: keys.publicKey)
    var target = try text("before")
    for index in letter.bytes.indices {
      var bytes = letter.bytes
      bytes[index] ^= 1
      let changed = try HandedOverSecret(bytes: bytes)
      #expect(throws: SealedSecretError.changed) { try changed.open(with: keys, into: &target) }
    }
  }

  @Test func aPrivateKeyGivenByItsOwnerOpensToo() throws {
    let pair = try RecipientKeyPair()
    var copy = try SecretBuffer(capacity: 32)
    let bytes = pair.secret.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
    copy.withMutableBytes { room in
      for (offset, byte) in bytes.enumerated() {
        room.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      }
    }
    let again = RecipientKeyPair(secretKey: copy)?.publicKey
    #expect(again == pair.publicKey)
  }

  @Test(arguments: [
    "", "keyward-sealed-1:", "keyward-sealed-2:AAAA", "keyward-sealed-1:AA==",
    "keyward-sealed-1:" + String(repeating: "A", count: 63),
    "keyward-sealed-1:" + String(repeating: "A", count: 6000),
    "keyward-sealed-1:" + String(repeating: "é", count: 80),
  ])
  func otherTextsAreNotSealedSecrets(line: String) {
    #expect(throws: SealedSecretError.malformed) { try HandedOverSecret(textForm: line) }
  }

  @Test(arguments: [
    "", "AAAA", String(repeating: "A", count: 44), String(repeating: "A", count: 100),
  ])
  func otherTextsAreNotPublicKeys(line: String) {
    #expect(throws: SealedSecretError.malformed) { try RecipientKey(base64: line) }
  }

  @Test func aPublicKeyMayBeInEitherAlphabetWithOrWithoutPadding() throws {
    let key = try #require(RecipientKey(bytes: [UInt8](repeating: 0xfb, count: 32)))
    let urlSafe = key.base64.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    #expect(try RecipientKey(base64: key.base64) == key)
    #expect(try RecipientKey(base64: String(urlSafe)) == key)
    #expect(try RecipientKey(base64: String(urlSafe.dropLast())) == key)
  }

  @Test func aKeyNobodyCanHaveIsRefused() throws {
    let zero = try #require(RecipientKey(bytes: [UInt8](repeating: 0, count: 32)))
    #expect(throws: SealedSecretError.malformed) { try text("pin").sealed(to: zero) }
  }
}
