import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// The answer about the background and the keys around it, on a clock of the test.
@Suite struct BackgroundColorQueryTests {
  private static let white = "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\"
  private static let black = "\u{1b}]11;rgb:0000/0000/0000\u{7}"

  private struct Line {
    let prompt: Prompt
    var reader: InputReader
    private let memory: PromptMemory
    private let pipe = Pipe()

    init() throws {
      memory = try PromptMemory(capacities: [64], policy: .allowUnlocked)
      prompt = Prompt(
        Question(), fields: memory.fields, surface: PromptSurface())
      prompt.begin()
      reader = InputReader(memory)
      _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
    }

    var typed: String { memory.fields[0].typed }

    mutating func send(_ text: String, at now: Double) {
      pipe.send(text)
      _ = reader.handleInput(from: pipe.reading, in: prompt, at: now)
    }
  }

  private func line() throws -> Line {
    var line = try Line()
    line.reader.expectBackground(at: 10)
    return line
  }

  @Test func anAnswerInTimeIsTheTheme() throws {
    for (answer, theme) in [(Self.white, Theme.light), (Self.black, .dark)] {
      var line = try line()
      line.send(answer, at: 10.3)
      #expect(line.reader.takeChangeOfTheme() == theme)
      // Once.
      #expect(line.reader.takeChangeOfTheme() == nil)
      line.send(Self.white, at: 10.3)
      #expect(line.reader.takeChangeOfTheme() == nil && line.typed == "")
    }
  }

  @Test func aLateAnswerChangesNothing() throws {
    var line = try line()
    line.send(Self.white, at: 10.301)
    #expect(line.reader.takeChangeOfTheme() == nil && line.typed == "")
    // Its background is still known for the next dialogue on the terminal.
    #expect(line.reader.detectedTheme == .light)
  }

  @Test func anAnswerNobodyAskedForChangesNothing() throws {
    var line = try Line()
    line.send(Self.white, at: 10)
    #expect(line.reader.takeChangeOfTheme() == nil && line.typed == "")
    #expect(line.reader.detectedTheme == nil)
  }

  @Test(arguments: ["a", "\u{7f}", "\u{1b}[A", "\u{1b}[<0;1;1M", "\u{1b}[200~b\u{1b}[201~"])
  func afterTheFirstKeyAnAnswerChangesNothing(_ key: String) throws {
    var line = try line()
    line.send(key + Self.white, at: 10.1)
    #expect(line.reader.takeChangeOfTheme() == nil)
    #expect(line.typed == (key == "a" ? "a" : key.utf8.contains(0x62) ? "b" : ""))
  }

  @Test func beforeTheFirstKeyOfOneReadItDoes() throws {
    var line = try line()
    line.send(Self.white + "abc", at: 10.1)
    #expect(line.reader.takeChangeOfTheme() == .light && line.typed == "abc")
  }

  @Test func aReportThatIsNoKeyKeepsNothingFromIt() throws {
    var line = try line()
    line.send("\u{1b}[I\u{1b}[?62;22c" + Self.white, at: 10.1)
    #expect(line.reader.takeChangeOfTheme() == .light)
  }

  /// However it is cut, with a tenth of a second between the pieces: the ESC of an answer is not
  /// the Esc key, and no part of it is typed.
  @Test(arguments: [white, black]) func inPiecesItIsStillTheAnswer(_ answer: String) throws {
    let bytes = Array(answer.unicodeScalars)
    for cut in 1..<bytes.count {
      var line = try line()
      line.send(String(String.UnicodeScalarView(bytes[..<cut])), at: 10.05)
      line.reader.handlePending(in: line.prompt, at: 10.15)
      line.send(String(String.UnicodeScalarView(bytes[cut...])), at: 10.2)
      #expect(line.reader.takeChangeOfTheme() != nil, "cut at \(cut)")
      line.send("xyz", at: 11)
      #expect(line.typed == "xyz" && line.prompt.outcome == nil, "cut at \(cut)")
    }
  }

  /// Of an answer on a slow line nothing is typed either, and its ESC cancels nothing.
  @Test(arguments: [white, black]) func aSlowAnswerIsNotTyped(_ answer: String) throws {
    let bytes = Array(answer.unicodeScalars)
    for cut in 1..<bytes.count {
      var line = try line()
      line.send(String(String.UnicodeScalarView(bytes[..<cut])), at: 12)
      line.reader.handlePending(in: line.prompt, at: 12.4)
      line.send(String(String.UnicodeScalarView(bytes[cut...])), at: 12.45)
      line.send("xyz", at: 14)
      #expect(line.typed == "xyz" && line.prompt.outcome == nil, "cut at \(cut)")
      #expect(line.reader.detectedTheme != nil, "cut at \(cut)")
    }
  }

  @Test("Esc takes no longer on a terminal that does not reply")
  func escapeOnASilentTerminal() throws {
    var line = try line()
    line.send("\u{1b}", at: 12)
    #expect(line.reader.deadline == 12.5)
    line.reader.handlePending(in: line.prompt, at: 12.5)
    #expect(line.prompt.outcome == .cancelled(.escape))
  }

  @Test("The report of the attributes ends the wait for a reply", arguments: [white, black, ""])
  func attributesEndTheWait(_ answer: String) throws {
    var line = try line()
    line.send(answer, at: 10.01)
    #expect(line.reader.replyEnd > 10.01)
    line.send("\u{1b}[?62;22c", at: 10.02)
    #expect(line.reader.replyEnd < 10.02 && line.typed == "")
  }

  @Test func afterAnAnswerOrTenSecondsEscIsTheKeyAsEver() throws {
    for (answer, time) in [(Self.white + "\u{1b}[?1c", 10.1), ("", 20.0)] {
      var line = try line()
      line.send(answer, at: 10.01)
      line.send("\u{1b}", at: time)
      #expect(line.reader.deadline == time + 0.5)
      #expect(time >= line.reader.replyEnd)
    }
  }

  /// The rest of an answer that never ends is not typed either.
  @Test func withoutAnEndNothingOfItIsTyped() throws {
    var line = try line()
    line.send(String(Self.white.dropLast(2)), at: 10.1)
    line.reader.handlePending(in: line.prompt, at: 15.2)
    line.send("xyz", at: 15.3)
    #expect(line.typed == "xyz" && line.reader.takeChangeOfTheme() == nil)
  }
}
