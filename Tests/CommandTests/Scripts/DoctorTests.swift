import Glibc
import TestSupport
import Testing

/// `keyward doctor`: one line each, with what to do.
@Suite struct DoctorTests {
  private func lines(_ run: ProgramRun) -> [Substring] { run.outputText.split(separator: "\n") }

  @Test func everySubjectHasItsLine() throws {
    let terminal = try PseudoTerminal(columns: 45, rows: 40)
    let before = try terminal.settings()
    let run = try ProgramRun(
      BuiltProgram.keyward(), ProgramOptions(["doctor"], streams: (.null, .pipe, .pipe)),
      on: terminal)
    #expect(try run.wait() == .exited(0))
    for subject in ["memory", "core", "trac", "tty mode", "terminal", "record"] {
      #expect(lines(run).contains { $0.lowercased().contains(subject) }, "\(subject)")
    }
    #expect(run.outputText.contains("45 × 40") && run.outputText.contains("xterm-256color"))
    #expect(try terminal.settings() == before)
    #expect(run.displayed.isEmpty)
  }

  @Test func withoutATerminalTheLineSaysWhatToDo() throws {
    let run = try Keyward.run("doctor")
    #expect(run.ending == .exited(0))
    #expect(run.outputText.contains("KEYWARD_TTY"))
  }

  @Test func theFoundLimitAndTheRemedyAreNamed() throws {
    guard getuid() == 0 else { return }
    var options = ProgramOptions(["doctor"], streams: (.null, .pipe, .pipe))
    options.lockedMemoryLimit = 16 * 1024
    let run = try ProgramRun(BuiltProgram.keyward(), options)
    try run.wait()
    #expect(run.outputText.contains("16 KiB"))
  }
}
