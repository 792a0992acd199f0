import Glibc
import KeywardTestSupport
import Testing

/// The helper's share of the watched program, and its visibility to others.
@Suite(.tags(.program)) struct RestoreHelperSecrecyProgramTests {
  private func start(on terminal: PseudoTerminal) throws -> ProgramRun {
    try ProgramRun.keyward(["get"], on: terminal, showing: "\u{1b}[?2026l")
  }

  @Test func itHasTheTerminalAndItsLockAndNothingElse() throws {
    // A shell passes its own open files to the program.
    let run = try ProgramRun(
      "/bin/bash", ["-c", "exec 40</etc/passwd; exec \"$0\" get", try BuiltProgram.keyward()],
      on: PseudoTerminal(), showing: "\u{1b}[?2026l")
    let helper = try run.waitForHelper()
    try run.waitForQuiet()
    let files = try ProgramRun.files(of: helper)
    #expect(files.count == 3)
    #expect(files.allSatisfy { $0.hasPrefix("/dev/") || $0.hasPrefix("socket:") })
    #expect(getsid(helper) == helper && getpgid(helper) == helper)
  }

  @Test func itHasItsOwnSandbox() throws {
    let run = try start(on: PseudoTerminal())
    let helper = try run.waitForHelper()
    try run.wait(for: "its filter") { try ProcessStatus(of: helper).number("Seccomp") == 2 }
    #expect(try ProcessStatus(of: helper).number("NoNewPrivs") == 1)
  }

  @Test(.enabled(if: geteuid() == 0, "only root reads the memory of a hardened process"))
  func noByteOfASecretIsInIt() throws {
    let secret = TypedSecret.ascii(24)
    let terminal = try PseudoTerminal()
    // Otherwise the scan would find nothing anywhere.
    let run = try ProgramRun.keyward(["get", "--no-secret-memory"], on: terminal)
    // Typed ahead, before there is a first frame.
    try run.type(secret)
    try run.waitForDisplay(of: "\u{1b}[?2026l")
    let helper = try run.waitForHelper()
    let scan = ResidueScan(for: secret)
    try run.waitForQuiet()
    #expect(try scan.residues(in: helper).isEmpty)
    // Without a pause, the keys would count as the rest of what was typed ahead.
    try run.waitForQuiet(seconds: 1.1)
    try run.type(secret)
    try run.waitForQuiet()
    #expect(try !scan.residues(in: run.process).isEmpty)
    #expect(try scan.residues(in: helper).isEmpty)
    #expect(try MemoryMap.of(process: helper).allSatisfy { $0.locked == 0 })
  }

  @Test func waitingForTheProgramDoesNotWaitForTheHelper() throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      "/bin/bash",
      ["-c", "x=$(\"$0\" get); echo ended $?; read answer", try BuiltProgram.keyward()],
      streams: (.terminal, .terminal, .terminal), on: terminal, showing: "\u{1b}[?2026l")
    let helper = try run.waitForHelper()
    // While it is stopped it can end nothing.
    kill(helper, SIGSTOP)
    try ProgramRun.killHelped(by: helper)
    try run.waitForDisplay(of: "ended 137")
    kill(helper, SIGCONT)
    try run.waitForEnd(of: helper)
    run.send(signal: SIGKILL)
  }

  @Test func aShellHasNoJobButTheProgram() throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      "/bin/bash", ["-c", "\"$0\" get; wait -n; echo \"$? $(jobs)\"", try BuiltProgram.keyward()],
      on: terminal, showing: "\u{1b}[?2026l")
    _ = try run.waitForHelper()
    try run.type("sesame\r")
    try run.wait()
    #expect(run.outputText == "sesame\n127 \n")
  }

  /// A waiting dialogue begins after the restoring, or it would find our settings.
  @Test func aWaitingDialogueBeginsAfterwards() throws {
    let terminal = try PseudoTerminal()
    let found = try terminal.settings()
    let first = try start(on: terminal)
    let helper = try first.waitForHelper()
    let second = try ProgramRun(BuiltProgram.keyward(), ["get"]) {
      $0.environment["KEYWARD_TTY"] = terminal.path
    }
    try first.waitForQuiet()
    kill(helper, SIGSTOP)
    first.send(signal: SIGKILL)
    try first.wait()
    let before = first.displayed.count
    try first.pump(seconds: 1.2)
    #expect(first.displayed.count == before)
    kill(helper, SIGCONT)
    try first.wait(for: "the end of the screen and a second frame") {
      String(decoding: first.displayed.dropFirst(before + 1), as: UTF8.self)
        .contains("\u{1b}[?2026l")
    }
    try first.wait(for: "the second dialogue") { try terminal.settings() != found }
    second.send(signal: SIGTERM)
    #expect(try second.wait() == .killed(SIGTERM))
    #expect(try terminal.settings() == found)
    // It has looked after the settings until the second dialogue's end.
    try first.waitForEnd(of: helper)
    #expect(try terminal.settings() == found)
  }

  @Test func aTerminalThatTakesNothingGetsItsSettings() throws {
    let terminal = try PseudoTerminal()
    let found = try terminal.settings()
    let run = try start(on: terminal)
    let helper = try run.waitForHelper()
    try run.waitForQuiet()
    // From here on nothing reads the display.
    try terminal.fillOutput()
    run.send(signal: SIGKILL)
    Moment.wait { !ProgramRun.isThere(helper) }
    #expect(try terminal.settings() == found)
  }
}
