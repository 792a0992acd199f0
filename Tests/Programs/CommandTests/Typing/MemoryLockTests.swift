import Glibc
import KeywardTestSupport
import Testing

@Suite(.enabled(if: getuid() == 0, "becoming another user takes root"))
struct MemoryLockTests {
  private func started(
    _ arguments: [String], limit: Int, on terminal: PseudoTerminal
  ) throws -> ProgramRun {
    var options = ProgramOptions(arguments, streams: (.null, .pipe, .pipe))
    options.lockedMemoryLimit = limit
    options.user = 65534
    chmod(terminal.path, 0o666)
    return try ProgramRun(Self.publicProgram.get(), options, on: terminal)
  }

  /// A copy of the program that any user can run, since a home directory may be closed to others.
  private static let publicProgram = Result {
    let copy = "/tmp/keyward-\(getpid())"
    let made = try ProgramRun.finished("/bin/cp", [try BuiltProgram.keyward(), copy])
    guard made.ending == .exited(0) else { throw HarnessError(made.errorText) }
    chmod(copy, 0o755)
    atexit { unlink("/tmp/keyward-\(getpid())") }
    return copy
  }

  @Test(arguments: [0, 4096])
  func tooLittleIsExit70WithoutAPrompt(limit: Int) throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    let run = try started(["get"], limit: limit, on: terminal)
    #expect(try run.wait() == .exited(70))
    #expect(run.displayed.isEmpty)
    #expect(run.errorText.hasPrefix("keyward: ") && run.errorText.contains("ulimit -l"))
    #expect(try terminal.settings() == before)
  }

  @Test(arguments: [16 * 1024, 64 * 1024])
  func enoughRuns(limit: Int) throws {
    let run = try started(["get"], limit: limit, on: PseudoTerminal())
    try run.waitForDisplay(of: Keyward.frameEnd)
    try run.type("sesame\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test func theOverrideRunsWithAWarning() throws {
    let run = try started(["get", "--allow-unlocked-memory"], limit: 0, on: PseudoTerminal())
    try run.waitForDisplay(of: Keyward.frameEnd)
    #expect(run.displayedText.contains("not locked"))
    try run.type("sesame\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test func allFourRegionsFitIn16KiB() throws {
    // Enrolling needs the repeat as well.
    let run = try started(
      ["type", "--enroll", "/tmp/keyward-\(getpid()).hash"], limit: 16 * 1024,
      on: PseudoTerminal())
    try run.waitForDisplay(of: Keyward.frameEnd)
    try run.type("sesame\r")
    try run.waitForQuiet()
    try run.type("sesame\r")
    #expect(try run.wait() == .exited(0))
    unlink("/tmp/keyward-\(getpid()).hash")
  }
}
