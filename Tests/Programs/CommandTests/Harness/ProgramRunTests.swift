import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct ProgramRunTests {
  private func shell(
    _ script: String, _ change: (inout ProgramOptions) -> Void = { _ in },
    on terminal: PseudoTerminal? = nil
  ) throws -> ProgramRun {
    var options = ProgramOptions(["-c", script])
    change(&options)
    return try ProgramRun("/bin/sh", options, on: terminal)
  }

  @Test func statusAndSignalArePassedOn() throws {
    #expect(try shell("exit 7").wait() == .exited(7))
    #expect(try shell("kill -TERM $$").wait() == .killed(SIGTERM))
    #expect(throws: HarnessError.self) { try ProgramRun("/nonexistent/program") }
  }

  @Test func streamsAreCollectedApart() throws {
    let run = try ProgramRun.finished(
      "/bin/sh", ["-c", "cat; echo wrong >&2"], input: Array("right\n".utf8))
    #expect(run.outputText == "right\n")
    #expect(run.errorText == "wrong\n")
  }

  @Test func theProgramHasTheTerminalOfItsSizeAndNothingElse() throws {
    let terminal = try PseudoTerminal(columns: 45, rows: 40)
    let run = try shell("stty size </dev/tty; tty; ls /proc/self/fd | wc -l", on: terminal)
    #expect(try run.wait() == .exited(0))
    let lines = run.displayedText.split(separator: "\r\n")
    // `ls` itself opens the folder as its fourth descriptor.
    #expect(lines == ["40 45", Substring(terminal.path), "4"])
  }

  @Test func theEnvironmentIsExactlyAsRequested() throws {
    let run = try ProgramRun.finished(
      "/usr/bin/env", [], environment: ["LANG": nil, "KEYWARD_PLAIN": "1"])
    #expect(
      run.outputText.split(separator: "\n").map { $0.prefix { $0 != "=" } }
        == ["COLORFGBG", "HOME", "KEYWARD_PLAIN", "PATH", "TERM", "XDG_RUNTIME_DIR"])
  }

  @Test func settingsOutliveTheProgram() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    #expect(before.echoes && before.isCanonical && !before.isExternallyProcessed)
    #expect(try shell("stty -echo", on: terminal).wait() == .exited(0))
    let after = try terminal.settings()
    #expect(!after.echoes)
    #expect(before != after)
  }

  @Test func jobsStopAndContinue() throws {
    let terminal = try PseudoTerminal()
    let run = try shell("echo up; read line; echo got $line", on: terminal)
    try run.waitForDisplay(of: "up")
    #expect(try terminal.foregroundGroup() == run.process)
    try run.type([0x1A])
    try run.waitFor(.stopped(SIGTSTP))
    try run.background()
    try run.wait(for: "the shell in the foreground") {
      try terminal.foregroundGroup() != run.process
    }
    try run.foreground()
    try run.waitFor(.continued)
    #expect(try run.end(typing: "this\r") == .exited(0))
    #expect(run.displayedText.hasSuffix("got this\r\n"))
  }

  @Test func backgroundJobsStopAtReading() throws {
    let run = try shell("read line", { $0.role = .backgroundJob }, on: PseudoTerminal())
    try run.waitFor(.stopped(SIGTTIN))
  }

  @Test func sessionLeadersAreReportedOfAHangUp() throws {
    let terminal = try PseudoTerminal()
    let run = try shell(
      "echo up; sleep 100",
      {
        $0.role = .sessionLeader
        $0.streams.2 = .terminal
      }, on: terminal)
    try run.waitForDisplay(of: "up")
    terminal.hangUp()
    #expect(try run.wait() == .killed(SIGHUP))
    #expect(run.processorTime < 1)
  }

  @Test func unreadBytesAreCounted() throws {
    let terminal = try PseudoTerminal()
    let run = try shell("echo up; read go", on: terminal)
    #expect(try run.answer([("up", "go\rrest")]) == .exited(0))
    #expect(try terminal.unreadBytes() == 4)
  }

  @Test(.enabled(if: getuid() == 0, "becoming another user takes root"))
  func limitsAndUserAreSet() throws {
    let run = try shell(
      "id -u; ulimit -l; ulimit -c",
      {
        $0.user = 65534
        $0.lockedMemoryLimit = 16 * 1024
        $0.coreLimit = 0
        $0.streams.1 = .pipe
      })
    try run.wait()
    #expect(run.outputText == "65534\n16\n0\n")
  }

  @Test func thePeakOfMemoryIsTheProgramsOwn() throws {
    // The size of this process must not count for the started one.
    let size = 128 << 20
    let own = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)
    defer { own.deallocate() }
    for page in stride(from: 0, to: size, by: 4096) { own[page] = 1 }
    let run = try shell("echo up; read line", on: PseudoTerminal())
    try run.waitForDisplay(of: "up")
    let peak = try #require(try ProcessStatus(of: run.process).peakMemory)
    #expect((100..<32 * 1024).contains(peak), "\(peak) KiB")
    withExtendedLifetime(own[0]) {}
  }

  /// Quiet is not enough: the program may merely not have got to its work yet.
  @Test func aBusyProgramIsWaitedForThoughItShowsNothing() throws {
    let run = try shell(
      "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo done; read line",
      on: PseudoTerminal())
    try run.waitForQuiet(seconds: 0.001)
    #expect(run.displayedText.contains("done"))
  }

  @Test func keywardIsBuiltBesideTheTests() throws {
    #expect(access(try BuiltProgram.keyward(), X_OK) == 0)
  }
}
