import KeywardEngine
import Testing

@Suite struct PassphraseQualityTests {
  private func value(_ text: String) -> Int {
    PassphraseQuality.value(of: text.utf8Span.span.bytes)
  }

  @Test func nothingIsWorthNothingAndMuchIsEnough() {
    #expect(value("") == 0)
    #expect(value("q") < 10)
    #expect(value("correct horse battery staple ring") == 100)
  }

  @Test func moreKindsAndMoreLengthCountMore() {
    let rising = ["kfmwq", "kfmwqzr", "kfMwqzr", "kfMwqz7", "kf!wQz7", "kf!wQz7xu"].map(value)
    #expect(rising == rising.sorted())
    #expect(Set(rising).count > 4)
  }

  @Test(arguments: [
    ("aaaaaaaaaaaa", "kfmwqzrbtyhp"), ("abcdefghijkl", "kfmwqzrbtyhp"),
    ("987654321098", "472916385027"), ("passpasspass", "kfmwqzrbtyhp"),
  ])
  func sequencesAndRepetitionsCountLess(easy: String, hard: String) {
    #expect(value(easy) < value(hard) * 2 / 3)
  }

  @Test func charactersBeyondASCIICountOnce() {
    #expect(value("é") == value("ü"))
    #expect(value("密码短语") < 60)
  }

  @Test func aLongTextIsJudgedQuicklyAndStaysInRange() {
    let text = String(repeating: "lorem ipsum dolor ", count: 220)
    #expect((0...100).contains(value(text)))
  }
}
