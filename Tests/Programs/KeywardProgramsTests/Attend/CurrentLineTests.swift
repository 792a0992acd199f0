import Testing

@testable import KeywardPrograms

@Suite struct CurrentLineTests {
  private func line(_ pieces: String...) -> CurrentLine {
    var line = CurrentLine()
    for piece in pieces { line.take(Array(piece.utf8)[...]) }
    return line
  }

  @Test(arguments: [
    ("Password: ", "Password:"), ("Login ok\r\nPassword: ", "Password:"), ("a\n", ""), ("", ""),
    ("50%\rdone: ", "done:"), ("ab\u{8}c", "ac"), ("\u{1b}[1mPIN\u{1b}[0m: ", "PIN:"),
    ("\u{1b}]0;title\u{7}PIN", "PIN"), ("\u{1b}]0;title\u{1b}\\PIN", "PIN"),
    ("menu\u{1b}[5;3HPIN", "PIN"), ("a\tb", "a b"), ("\u{7}PIN", "PIN"), ("  PIN  ", "PIN"),
    ("   ", ""), ("\u{1b}(BPIN", "PIN"), ("Паро́ль: ", "Паро́ль:"),
  ])
  func theTextIsWhatIsRead(output: String, text: String) {
    #expect(line(output).text == text)
  }

  @Test func theTextIsTheSameInPieces() {
    let output = "x\r\n\u{1b}[1;31mPass\u{1b}]0;t\u{1b}\\word\u{1b}[0m \u{e9}: "
    let whole = line(output)
    var pieces = CurrentLine()
    for byte in output.utf8 { pieces.take([byte][...]) }
    #expect(pieces.text == whole.text)
    #expect(pieces.text == "Password é:")
  }

  @Test func harmIsTakenOutOfIt() {
    #expect(line("a\u{202e}b").text == "a\u{fffd}b")
    #expect(line("a\u{1b}[31").text == "a")
  }

  @Test(arguments: [
    ("a\r\nPIN: ", "PIN: "), ("PIN\u{7}: ", "PIN: "), ("\u{1b}[?2004l\rPIN: ", "PIN: "),
    ("\u{1b}[1;31mPIN\u{1b}[0m: ", "\u{1b}[1;31mPIN\u{1b}[0m: "), ("\u{1b}>PIN", "PIN"),
    ("\u{1b}(B\u{1b}[mPIN", "\u{1b}[mPIN"),
    ("\u{1b}]0;title\u{7}PIN", "PIN"), ("PIN\u{1b}[K: ", "PIN: "), ("12345", "12345"),
  ])
  func aLineIsWrittenAgainWithItsColours(output: String, written: String) {
    #expect(line(output).written(columns: 6)?.text == written)
  }

  /// age takes the row of its question back before its next question.
  @Test(arguments: [
    ("a\r\n\u{1b}[F\u{1b}[KPIN: ", "PIN: "), ("ab\r\u{1b}[KPIN", "PIN"), ("\r\u{1b}[0KPIN", "PIN"),
    ("a\r\n\u{1b}[2E\u{1b}[KPIN", "PIN"), ("x\u{1b}[H\u{1b}[JPIN", "PIN"),
    ("123456789\r\u{1b}[KPIN", "PIN"), ("x\u{1b}[1;1H\u{1b}[JPIN", "PIN"),
    ("x\u{1b}[H\u{1b}[2J\u{1b}[3JPIN", "PIN"), ("x\u{1b}[2J\u{1b}[HPIN", "PIN"),
    ("x\r\n\u{1b}[2JPIN", "PIN"),
  ])
  func aRowThatWasErasedFromItsBeginningIsKnown(output: String, written: String) {
    let found = line(output).written(columns: 6)
    #expect(found?.text == written && found?.rowsAbove == 0)
  }

  @Test(arguments: [
    "", "a\r", "\u{1b}[Fa", "\u{1b}[Fa\u{1b}[K", "\u{1b}[H\u{1b}[5Ca\u{1b}[K",
    "\u{1b}[2;5H\u{1b}[Ka", "x\u{1b}[2Ja", "\u{1b}[2J\u{1b}[5;3Ha", "\u{1b}[2Jx\u{1b}[Ha",
    "\u{1b}[2J\u{1b}[?1049h\u{1b}[Ha", "\u{1b}[2J\u{1b}#8\u{1b}[Ha",
    "a\r\u{1b}[1Kb", "a\r\u{1b}[5C\u{1b}[Kb", "a\r\u{1b}8\u{1b}[Kb", "a\r\u{8}\u{1b}[Kb",
    "a\rb", "a\u{8}", "a\tb", "a\u{1b}", "a\u{1b}[3", "a\u{202e}", "a\nb",
    "\u{1b}[5;3Ha", "\u{1b}[?1049ha", "\u{1b}[2Ka", "\u{1b}[3Ga", "\u{1b}Ma", "語語語",
    "\u{1b}[38:5:1\u{3f}ma",
  ])
  func aLineThatMayBeElsewhereIsNotWrittenAgain(output: String) {
    #expect(line(output).written(columns: 6) == nil)
  }

  @Test(arguments: [
    ("12345", 0), ("123456", 0), ("1234567", 1), ("123456789012", 1), ("1234567890123", 2),
  ])
  func aLineThatWasBrokenBeginsAbove(output: String, rows: Int) {
    let written = line(output).written(columns: 6)
    #expect(written?.text == output && written?.rowsAbove == rows)
  }

  @Test func brokenTextIsNotWrittenAgain() {
    var broken = CurrentLine()
    broken.take([0xff, 0x61][...])
    #expect(broken.written(columns: 80) == nil)
    #expect(broken.text == "\u{fffd}a")
  }

  @Test func afterAnAnswerTheLineIsNotTheWholeOne() {
    var line = line("PIN: ")
    line.removeAll()
    #expect(line.isBlank)
    line.take(Array("more".utf8)[...])
    #expect(line.written(columns: 80) == nil)
    line.take(Array("\r\nnew".utf8)[...])
    #expect(line.written(columns: 80)?.text == "new")
  }

  @Test func aLineWithoutEndIsKeptInPart() {
    var line = CurrentLine()
    for _ in 0..<100 { line.take([UInt8](repeating: 0x61, count: 10_000)[...]) }
    #expect(line.text.count <= 1024)
    #expect(line.written(columns: 100_000) == nil)
  }
}
