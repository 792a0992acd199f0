import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct IgnoredSignalTests {
  private func exec(ignoring signals: [Int32], on terminal: PseudoTerminal) throws -> ProgramRun {
    let names = signals.map(String.init).joined(separator: " ")
    let script = #"trap '' $1; exec "$0" exec -- sed -n /SigIgn/p /proc/self/status"#
    return try ProgramRun(
      "/bin/bash", ["-c", script, try BuiltProgram.keyward(), names], on: terminal,
      showing: Keyward.frameEnd)
  }

  /// All signals a shell can ignore, including those that the dialogue handles or resets.
  @Test(arguments: [
    [SIGHUP], [SIGINT, SIGQUIT], [SIGPIPE], [SIGTERM, SIGTSTP],
    [SIGTTOU, SIGTTIN, SIGWINCH, SIGCONT],
    [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSYS], [34, 50, 64],
    (1...64).filter { ![SIGKILL, SIGSTOP, SIGCHLD, 32, 33].contains($0) },
  ])
  func onlyIgnoredSignalsStayIgnoredInTheCommand(signals: [Int32]) throws {
    let run = try exec(ignoring: signals, on: PseudoTerminal())
    #expect(try run.end(typing: "x\r") == .exited(0))
    let found = run.outputText.split(whereSeparator: \.isWhitespace).last
      .flatMap { UInt64($0, radix: 16) }
    // Two belong to the C library: no shell ignores them, but the runner of the test may.
    let own: UInt64 = 1 << 31 | 1 << 32
    #expect(found.map { $0 & ~own } == signals.reduce(0) { $0 | 1 << UInt64($1 - 1) })
  }

  @Test func theDialogueGoesOnToo() throws {
    let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1]
    let run = try exec(ignoring: signals, on: PseudoTerminal())
    for signal in signals { run.send(signal: signal) }
    #expect(try run.end(typing: "x\r") == .exited(0))
  }

  @Test func aTerminalThatIsGoneEndsItAllTheSame() throws {
    let terminal = try PseudoTerminal()
    let run = try exec(ignoring: [SIGHUP], on: terminal)
    terminal.hangUp()
    #expect(try run.wait() == .exited(1))
    #expect(
      run.errorText == "keyward: error: the terminal is gone, and the typed text was wiped.\n")
  }
}
