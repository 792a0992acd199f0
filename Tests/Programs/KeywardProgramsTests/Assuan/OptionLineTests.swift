import Testing

@testable import KeywardPrograms

@Suite struct OptionLineTests {
  @Test(arguments: [
    "ttyname=/dev/pts/3", "ttyname /dev/pts/3", "ttyname = /dev/pts/3", "ttyname =/dev/pts/3",
    "ttyname= /dev/pts/3  ", "--ttyname=/dev/pts/3", "--ttyname /dev/pts/3",
    "--ttyname = /dev/pts/3", "ttyname\t/dev/pts/3",
  ])
  func takesEveryForm(_ text: String) throws {
    let option = try parseOption(Array(text.utf8))
    #expect(option.name == "ttyname")
    #expect(option.value == Array("/dev/pts/3".utf8))
  }

  @Test(arguments: ["", "=x", "-x", "-x=1", "name=", "name = ", "--", "--=x", "---x"])
  func refuses(_ text: String) {
    #expect(throws: AssuanError.self) { try parseOption(Array(text.utf8)) }
  }

  @Test func hasNoValueWhereNoneIsGiven() throws {
    #expect(try parseOption(Array("grab".utf8)).value == nil)
    #expect(try parseOption(Array("grab  ".utf8)).value == nil)
    #expect(try parseOption(Array("a = = b".utf8)).value == Array("= b".utf8))
    #expect(try parseOption(Array("ttyname=".utf8)).value == nil)
  }
}
