import Glibc
import TestSupport
import Testing

/// Windows that say they are larger than any screen.
@Suite struct LargeWindowTests {
  @Test(
    arguments: [["get"], ["scene", "login"], ["get", "--mask", "fixed", "--no-keyboard"]],
    [65535, 5000, 1000])
  func memoryAndPictureAreBounded(words: [String], side: Int) throws {
    let terminal = try PseudoTerminal(columns: side, rows: side)
    let run = try ProgramRun(
      BuiltProgram.keyward(), ProgramOptions(words, streams: (.null, .pipe, .pipe)), on: terminal)
    try run.waitForDisplay(of: "\u{1B}[?2026l")
    let cursors = try Regex("\u{1B}\\[(\\d+);(\\d+)H")
    for match in run.displayedText.matches(of: cursors) {
      for place in match.output.dropFirst() {
        #expect(place.substring.flatMap { Int($0) } ?? 0 <= 1000)
      }
    }
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
  }
}
