import Glibc
import KeywardTestSupport
import Testing

/// Programs in a container whose filter refuses a call, with one of two errors.
@Suite(.tags(.program)) struct RefusedCallTests {
  private func start(
    _ arguments: [String], refusing call: String, _ code: String = "EPERM",
    on terminal: PseudoTerminal? = nil, input: StandardStream = .null
  ) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.find("FaultLauncher"),
      ["deny-call", call, code, try BuiltProgram.keyward()] + arguments,
      streams: (input, .pipe, .pipe), on: terminal ?? PseudoTerminal())
  }

  private func doctor(_ call: String, _ code: String) throws -> String? {
    let run = try start(Keyward.doctor, refusing: call, code, on: PseudoTerminal(columns: 1000))
    try run.wait()
    return Keyward.findings(run).first { $0.hasPrefix("tty watcher") }
  }

  @Test(arguments: ["EPERM", "ENOSYS"])
  func theHelperClosesFilesWithoutCloseRange(code: String) throws {
    #expect(try doctor("close_range", code)?.contains("works") == true)
    let run = try start(["get"], refusing: "close_range", code)
    try run.waitForDisplay(of: Keyward.frameEnd)
    let helper = try run.waitForHelper()
    try run.wait(for: "three open files") { try ProgramRun.files(of: helper).count == 3 }
    try run.killHelped()
    try run.expectRestoredSettings()
  }

  @Test(arguments: ["EPERM", "ENOSYS"])
  func aHelperThatCannotLeaveTheSessionIsReported(code: String) throws {
    #expect(try doctor("setsid", code)?.contains("refused") == true)
    let run = try start(["get"], refusing: "setsid", code)
    try run.waitForQuiet(after: Keyward.frameEnd)
    #expect(ProgramRun.children(of: run.process).isEmpty)
    #expect(try run.end(typing: "sesame\r") == .exited(0))
  }

  @Test(arguments: ["close_range", "waitid"], ["EPERM", "ENOSYS"])
  func anAttendedCommandEnds(call: String, code: String) throws {
    let run = try start(["attend", "--", "/bin/sh", "-c", "exit 7"], refusing: call, code)
    #expect(try run.wait() == .exited(7))
    try run.expectRestoredSettings()
  }

  @Test(arguments: ["clone", "epoll_create1", "pipe2"])
  func theCallThatAnAttendedCommandLacksIsNamed(call: String) throws {
    let run = try start(["attend", "--", "/bin/true"], refusing: call)
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("\(call) was refused"))
    #expect(run.errorText.contains("Allow \(call) in the sandbox or container"))
    try run.expectRestoredSettings()
  }

  @Test func anAttendedCommandWithoutASessionIsReported() throws {
    let run = try start(["attend", "--", "/bin/cat"], refusing: "setsid")
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("setsid"))
    try run.expectRestoredSettings()
  }

  @Test(arguments: ["EPERM", "ENOSYS"])
  func theEndOfTheAskingChildIsSeenWithoutWaitid(code: String) throws {
    let run = try start(["exec", "--", "/bin/cat", "/dev/fd/3"], refusing: "waitid", code)
    #expect(try run.answer([(Keyward.frameEnd, "sesame\r")]) == .exited(0))
    #expect(run.outputText == "sesame")
  }

  /// A signal that cannot be passed on ends the asking child with its parent.
  @Test(arguments: ["EPERM", "ENOSYS"])
  func aSignalEndsTheAskingChildWithoutKill(code: String) throws {
    let terminal = try PseudoTerminal()
    let run = try start(["exec", "--", "/bin/true"], refusing: "kill", code, on: terminal)
    try run.waitForDisplay(of: Keyward.frameEnd)
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
    try run.wait(for: "the settings of before") { try terminal.settings() == terminal.initial }
    try run.waitForDisplay(of: Keyward.screenEnd)
  }

  /// The C library takes all memory from `mmap` then.
  @Test(
    "Without brk, programs ask and answer",
    arguments: asking, ["EPERM", "ENOSYS"])
  func withoutBreak(arguments: [String], code: String) throws {
    let run = try ProgramRun(
      BuiltProgram.find("FaultLauncher"),
      ["deny-call", "brk", code, try BuiltProgram.keyward()] + arguments,
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal())
    #expect(try run.answer([(Attended.prompt, "sesame\r")]) == .exited(0))
    #expect(run.displayedText.contains("sesame"))
    try run.expectRestoredSettings()
  }

  private static let asking = [
    ["get", "--show"],
    [
      "attend", "--", "/bin/sh", "-c",
      "stty -echo; printf 'A: '; read a; stty echo; echo; echo \"[$a]\"",
    ],
  ]

  /// Every second call is refused.
  @Test(
    "A change of signals that is refused once is made again",
    .enabled(if: InstalledProgram.path("strace") != nil, "needs strace (apt-get install strace)"),
    .enabled(if: getuid() == 0, "needs root to trace a hardened process"),
    arguments: asking, ["rt_sigaction:error=EPERM:when=1+2", "rt_sigprocmask:error=EPERM:when=2+2"])
  func refusedOnce(arguments: [String], fault: String) throws {
    let run = try ProgramRun(
      "/usr/bin/strace",
      [
        "-qq", "-o", "/dev/null", "-e", "trace=rt_sigaction,rt_sigprocmask", "-e",
        "inject=\(fault)", try BuiltProgram.keyward(),
      ] + arguments, streams: (.terminal, .terminal, .terminal), on: PseudoTerminal())
    #expect(try run.answer([(Attended.prompt, "sesame\r")]) == .exited(0))
    #expect(run.displayedText.contains("sesame"))
    try run.expectRestoredSettings()
  }

  /// A command that stays stopped would hold the terminal for ever.
  @Test func aStoppedCommandIsHungUpWithoutKill() throws {
    let terminal = try PseudoTerminal()
    let run = try start(
      ["attend", "--", "/bin/cat"], refusing: "kill", on: terminal, input: .terminal)
    try run.wait(for: "our settings") { try terminal.settings() != terminal.initial }
    try run.type("one\r")
    try run.wait(for: "its echo") { run.outputText.contains("one") }
    #expect(try run.end(typing: "\u{1a}") == .exited(128 + SIGSTOP))
    #expect(try terminal.settings() == terminal.initial)
  }
}
