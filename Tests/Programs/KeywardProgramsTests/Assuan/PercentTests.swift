import SecureMemory
import Testing

@testable import KeywardPrograms

@Suite struct PercentTests {
  private func decode(_ text: String) -> [UInt8] {
    PercentEncoding.decode(Array(text.utf8).span.bytes)
  }

  @Test(arguments: [
    ("plain", "plain"), ("50%25", "50%"), ("a+b", "a+b"), ("100%", "100%"), ("%", "%"),
    ("%4", "%4"), ("%zz", "%zz"), ("%%41", "%A"), ("%41%42", "AB"), ("%c3%B6", "ö"),
    ("%0Ax", "\nx"),
    ("", ""),
  ])
  func decodes(_ text: String, _ expected: String) {
    #expect(decode(text) == Array(expected.utf8))
  }

  @Test func survivesAnyByte() {
    #expect(decode("%00") == [0])
    #expect(decode("%ff%fe") == [0xff, 0xfe])
    #expect(
      PercentEncoding.decode(([0x25, 0xff, 0x25] as [UInt8]).span.bytes) == [0x25, 0xff, 0x25])
  }

  @Test func decodesIntoLockedMemoryUntilItIsFull() throws {
    var region = try SecretBuffer(capacity: 4)
    let first = region.withMutableBytes { bytes in
      PercentEncoding.decode(Array("%41b".utf8).span.bytes, into: &bytes, after: 0)
    }
    let second = region.withMutableBytes { bytes in
      PercentEncoding.decode(Array("cde".utf8).span.bytes, into: &bytes, after: first ?? 0)
    }
    #expect(first == 2)
    #expect(second == nil)
  }

  private func compose(
    _ secret: String, _ rule: PercentEncoding.Rule, capacity: Int = 1024
  ) throws -> String? {
    var region = try SecretBuffer(capacity: capacity)
    let length = PercentEncoding.compose(
      "D ", Array(secret.utf8).span.bytes, rule, into: &region)
    return length.map { count in
      region.withBytes { String(decoding: $0.extracting(0..<count).publicCopy(), as: UTF8.self) }
    }
  }

  @Test func escapesNoMoreThanNeededInData() throws {
    #expect(try compose("50% + \\ö\r\n", .data) == "D 50%25 + \\ö%0D%0A\n")
  }

  @Test func escapesWithPlusForAnInquiry() throws {
    #expect(try compose("a b+c%41~ö\t", .percentPlus) == "D a+b%2Bc%2541~%C3%B6%09\n")
  }

  @Test func refusesWhatDoesNotFitAndLeavesNothing() throws {
    #expect(try compose("%%", .data, capacity: 9) == "D %25%25\n")
    #expect(try compose("%%", .data, capacity: 8) == nil)
    var region = try SecretBuffer(capacity: 8)
    let length = PercentEncoding.compose(
      "D ", Array("secret".utf8).span.bytes, .data, into: &region)
    let isZero = region.withBytes { $0.publicCopy().allSatisfy { $0 == 0 } }
    #expect(length == nil)
    #expect(isZero)
  }
}
