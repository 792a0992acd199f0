import Glibc
import TerminalUI
import TestSupport
import Testing

/// The terminal after a program was killed between its first change of the settings and its
/// watcher.
@Suite struct StandInProgramTests {
  /// Kills a program as soon as the settings are its own; returns whether that was early enough.
  private func kill(
    _ arguments: [String], group: Bool, on terminal: PseudoTerminal, _ found: TerminalSettings
  ) throws -> Bool {
    let run = try ProgramRun(
      BuiltProgram.keyward(), ProgramOptions(arguments, streams: (.null, .pipe, .pipe)),
      on: terminal)
    let end = Moment.now + ProgramRun.longest
    while try terminal.settings() == found {
      guard Moment.now < end else { throw HarnessError("\(arguments) begins nothing") }
    }
    let isQuick = ProgramRun.children(of: run.asker).allSatisfy {
      ProgramRun.name(of: $0) != "keyward-watcher"
    }
    if group { run.sendToGroup(signal: SIGKILL) } else { Glibc.kill(run.asker, SIGKILL) }
    #expect(try run.wait() == .killed(SIGKILL))
    try run.wait(for: "the settings of before") { try terminal.settings() == found }
    try run.waitForQuiet(seconds: 0.02)
    var emulator = TerminalEmulator(columns: 80, rows: 24, width: CharacterWidth.of)
    emulator.feed(run.displayed)
    #expect(emulator.modes.subtracting([7]).isSubset(of: [25]))
    return isQuick
  }

  @Test(arguments: [["get"], ["confirm", "Go on?"], ["exec", "--", "/bin/true"]], [false, true])
  func theTerminalIsRestored(arguments: [String], group: Bool) throws {
    let terminal = try PseudoTerminal()
    let found = try terminal.settings()
    var quick = 0
    for _ in 0..<10 {
      if try kill(arguments, group: group, on: terminal, found) { quick += 1 }
    }
    // On a busy machine a watcher may exist before the kill.
    print("killed before there was a watcher: \(quick) of 10")
  }

  @Test func nothingOfItStaysBehindTheFirstFrame() throws {
    let run = try ProgramRun(
      BuiltProgram.keyward(), ProgramOptions(["get"], streams: (.null, .pipe, .pipe)),
      on: PseudoTerminal())
    try run.waitForDisplay(of: "\u{1b}[?2026l")
    let watcher = try run.waitForWatcher()
    try run.waitForQuiet()
    #expect(ProgramRun.children(of: run.process) == [watcher])
    try run.type("\u{3}")
    #expect(try run.wait() == .exited(130))
  }
}
