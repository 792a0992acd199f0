import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// Input reaches a prompt as events.
@Suite struct InputReaderTests {
  /// The focus, the release of a button, and the answers about the cursor and the background.
  @Test(arguments: ["\u{1b}[I", "\u{1b}[<0;1;1m", "\u{1b}[?1c", "\u{1b}]11;x\u{7}"])
  func reportsOfTheTerminalAreNoKeys(_ report: String) throws {
    let keys: [(String, Double?)] = [
      ("", nil), ("a", 1), ("\u{7f}", 1), ("\u{1b}[200~b\u{1b}[201~", 1),
    ]
    for (key, time) in keys {
      let input = try InputOnPipe()
      input.pipe.send(key + report)
      #expect(input.readAndHandle())
      #expect(input.reader.lastKey == time)
      input.pipe.send("\r")
      #expect(input.readAndHandle())
      #expect(input.reader.lastKey == nil)
    }
  }

  /// A character that is reported by its code is written to locked memory, and wiped there.
  @Test func aReportedCharacterIsTypedAndWiped() throws {
    let input = try InputOnPipe()
    input.pipe.send("\u{1b}[8364u\u{1b}Oq\u{1b}[0;;97:233u")
    #expect(input.readAndHandle())
    #expect(input.typed == "€1aé")
    let isWiped = input.memory.scratch.withBytes { bytes in
      bytes.byteOffsets.allSatisfy { bytes.byte($0) == 0 }
    }
    #expect(isWiped)
  }

  /// The interrupt character, and the answer that the terminal still owes.
  @Test func settingsOfTheTerminalOutliveAReset() throws {
    let input = try InputOnPipe()
    var settings = termios()
    withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VINTR)] = 0x18 }
    input.reader.characters = ControlCharacters(settings)
    input.reader.expectBackground(at: 1)
    let end = input.reader.replyEnd
    input.reader.reset()
    #expect(input.reader.replyEnd == end && end > 1)
    input.pipe.send("\u{1b}[200~a\u{18}b\u{1b}[201~")
    #expect(input.readAndHandle())
    #expect(input.prompt.notice == Language.english[.pasteInterrupted])
  }

  @Test func bytesOfAnotherEncodingAreConvertedInPastesToo() throws {
    let input = try InputOnPipe(.latin9)
    input.pipe.send([0xe9] + Array("\u{1b}[200~".utf8) + [0xa4, 0x61] + Array("\u{1b}[201~".utf8))
    #expect(input.readAndHandle())
    #expect(input.typed == "é€a")
  }
}
