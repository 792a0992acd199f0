import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite struct ReplyWriterTests {
  /// The name of a terminal may come from the command line, with any character.
  @Test func dataIsOneLine() {
    let pipe = Pipe()
    var writer = ReplyWriter(descriptor: pipe.writing)
    writer.addData("a\nOK\r100%")
    writer.flush()
    #expect(pipe.waitingText() == "D a%0AOK%0D100%25\n")
  }
}
