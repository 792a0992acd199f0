import Glibc
import KeywardTestSupport
import Testing

/// Interrupted, short or blocked calls lose nothing.
@Suite struct InterruptedCallsTests {
  @Test func aThousandSignalsASecondLoseNoKey() throws {
    // Too small for the keyboard, which keeps the repaints small.
    let terminal = try PseudoTerminal(columns: 40, rows: 3)
    let run = try Keyward.typing(["get"], on: terminal)
    let process = run.process
    var emulator = TerminalEmulator(columns: 40, rows: 3)
    var fed = 0
    let interrupter = try ProgramRun(
      "/bin/bash",
      ProgramOptions(
        ["-c", "while kill -WINCH \(process) 2>/dev/null; do sleep 0.001; done"],
        streams: (.null, .null, .null)))
    // 10,000 keys, of which 3,600 stay; the text holds 4,080 bytes at most.
    for round in 0..<10 {
      for key in 0..<360 { try run.type([UInt8(97 + (key + round) % 26)]) }
      for _ in 0..<320 { try run.type("z") }
      for _ in 0..<320 { try run.type("\u{7F}") }
      // The kernel drops what does not fit its 4,096 bytes.
      try run.wait(for: "the keys to be read") {
        emulator.feed(run.displayed.dropFirst(fed))
        fed = run.displayed.count
        return emulator.lines.contains { $0.contains(" \(360 * (round + 1))") }
      }
    }
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    interrupter.send(signal: SIGKILL)
    let wanted = (0..<10).flatMap { round in (0..<360).map { UInt8(97 + ($0 + round) % 26) } }
    // A comparison of all bytes would fill the log.
    let difference = zip(run.output, wanted).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(difference == nil, "differs at \(difference ?? 0) of \(wanted.count)")
    #expect(run.output.count == wanted.count + 1)
  }

  @Test func aTerminalThatReadsSlowlyLosesNothing() throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 60)
    let run = try Keyward.typing(["get"], on: terminal)
    // Nothing is read meanwhile: the kernel's buffer for output fills up.
    for _ in 0..<300 { try terminal.write(Array("ab\u{7F}".utf8)) }
    usleep(300_000)
    try run.waitForQuiet(seconds: 0.2)
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == String(repeating: "a", count: 300) + "\n")
  }
}
