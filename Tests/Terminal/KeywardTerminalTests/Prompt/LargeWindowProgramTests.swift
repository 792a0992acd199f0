import Foundation
import KeywardTestSupport
import Testing

/// Windows that claim to be larger than any screen.
@Suite(.tags(.program)) struct LargeWindowProgramTests {
  /// The output of a program up to its first frame, and its greatest memory by then, in KiB.
  private func start(_ words: [String], side: (Int, Int)) throws -> (text: String, memory: Int) {
    let terminal = try PseudoTerminal(columns: side.0, rows: side.1)
    let run = try ProgramRun.keyward(words, on: terminal, showing: "\u{1B}[?2026l")
    let memory = try ProcessStatus(of: run.process).peakMemory
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
    return (run.displayedText, memory ?? .max)
  }

  @Test(
    arguments: [["get"], ["type"], ["get", "--mask", "fixed", "--no-keyboard"]],
    [65535, 5000, 1000])
  func memoryAndPictureAreBounded(words: [String], side: Int) throws {
    let small = try start(words, side: (80, 24))
    let large = try start(words, side: (side, side))
    // A debug build needs more than the 16 MB of a release build for itself.
    #expect(large.memory - small.memory < 8_000)
    for match in large.text.matches(of: try Regex("\u{1B}\\[(\\d+);(\\d+)H")) {
      for place in match.output.dropFirst() {
        #expect(place.substring.flatMap { Int($0) } ?? 0 <= 1000)
      }
    }
  }
}
