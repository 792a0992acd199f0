import Testing

@testable import KeywardPrograms

@Suite struct AssuanErrorTests {
  /// The explanation comes from a file of the user, and the client reads it line by line.
  @Test func anExplanationIsOneLine() {
    let error = AssuanError.parameter.explained(by: "one\nOK\r\u{1b}[2J\u{7f}")
    #expect(error.line == "ERR 83886360 IPC parameter error; one?OK??[2J? <Pinentry>")
  }

  @Test func aLongExplanationIsCut() {
    let line = AssuanError.parameter.explained(by: String(repeating: "x", count: 10_000)).line
    #expect(line.utf8.count < LineReader.longestLine)
  }
}
