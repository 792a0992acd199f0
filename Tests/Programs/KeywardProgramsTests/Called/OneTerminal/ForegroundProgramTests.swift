import Glibc
import KeywardTestSupport
import Testing

/// Dialogues whose process group is not, or no longer, in the foreground.
@Suite(.tags(.program), .serialized) struct ForegroundProgramTests {
  /// The next key reveals that another group is in the foreground, before it is read.
  ///
  /// The kernel reports nothing, for instance when only the leader of a job is stopped.
  @Test(arguments: [AskingProgram.get, .lines, .exec, .askpass], [false, true])
  func losingTheForegroundReleasesTheTerminal(
    program: AskingProgram, restoring: Bool
  ) throws {
    let terminal = try PseudoTerminal()
    let one = try program.start(asking: "/dev/tty", on: terminal)
    try one.waitUntilAsked()
    try one.run.background(restoring: restoring)
    try one.run.wait(for: "the shell in front") {
      try terminal.foregroundGroup() != getpgid(one.run.process)
    }
    try terminal.write(Array("x\r".utf8))
    try one.run.waitFor(.stopped(SIGTTOU))
    try one.run.waitForQuiet()
    #expect(try terminal.settings() == terminal.initial)
    #expect(!one.screen.isOn)
    let shown = one.run.displayed.count
    let other = try AskingProgram.askpass.start(asking: terminal.path)
    try one.waitUntilAsked(by: .askpass, after: shown)
    try terminal.write(Array("beta\r".utf8))
    #expect(try other.finish() == .exited(0))
    #expect(other.answer == "beta")
    try answerInFront(one)
    #expect(try terminal.settings() == terminal.initial)
  }

  private func answerInFront(_ asking: AskingRun) throws {
    let last = asking.run.displayed.count
    try asking.run.foreground()
    try asking.waitUntilAsked(after: last)
    try asking.run.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "alpha")
  }

  /// The foreground goes between the look at it and the read.
  ///
  /// A tracer holds the program at the read for so long.
  @Test(
    .needs("strace"), .needsRoot(to: "trace a hardened process"),
    arguments: [AskingProgram.get, .lines, .exec, .askpass])
  func aReadThatComesTooLateGivesTheTerminalUp(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let one = try program.start(asking: "/dev/tty", on: terminal)
    try one.waitUntilAsked()
    let process = one.run.asker
    let tracer = try ProgramRun.tracer(
      of: process, injecting: "delay_enter=1000000", into: "read")
    try terminal.write(Array("x".utf8))
    try one.run.wait(for: "a program held at its read") {
      ProgramRun.isHeldReading(process)
    }
    try one.run.background()
    try one.run.wait(for: "the shell in front") {
      try terminal.foregroundGroup() != getpgid(process)
    }
    try one.run.wait(for: "a stop") { !one.run.events.isEmpty }
    #expect(one.run.events == [.stopped(SIGTTOU)])
    tracer.send(signal: SIGTERM)
    try tracer.wait()
    try one.run.waitForQuiet()
    #expect(try terminal.settings() == terminal.initial)
    #expect(!one.screen.isOn)
    try answerInFront(one)
    #expect(try terminal.settings() == terminal.initial)
  }

  /// Starts `get` or askpass in the background with signals ignored or held back, by an option of
  /// `env`.
  private func background(
    _ program: AskingProgram, _ disposition: String, on terminal: PseudoTerminal
  ) throws -> ProgramRun {
    let command =
      program == .get ? [try BuiltProgram.keyward(), "get"] : [try Programs.askpass(), "P:"]
    return try ProgramRun("/usr/bin/env", [disposition] + command, on: terminal) {
      $0.role = .backgroundJob
    }
  }

  /// The background's limits do not depend on the signal for them.
  @Test(
    .needs("env"),
    arguments: ["--ignore-signal=TTOU", "--block-signal=TTOU"], [AskingProgram.get, .askpass])
  func oneStopIgnoredTheOtherIsTaken(disposition: String, program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let run = try background(program, disposition, on: terminal)
    try run.waitFor(.stopped(SIGTTIN))
    #expect(run.displayed.isEmpty)
    #expect(try terminal.settings() == terminal.initial)
    try run.foreground()
    try run.waitForDisplay(of: "\u{1b}[?2026l")
    try run.type("sesame\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame\n")
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(
    .needs("env"),
    arguments: ["--ignore-signal=TTOU,TTIN", "--block-signal=TTOU,TTIN"],
    [AskingProgram.get, .askpass])
  func aProgramThatCannotBeStoppedGivesUp(disposition: String, program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let run = try background(program, disposition, on: terminal)
    #expect(try run.wait() == .exited(1))
    #expect(
      run.errorText.contains("this program is running in the background, where nobody can answer"))
    #expect(run.displayed.isEmpty)
    #expect(try terminal.settings() == terminal.initial)
  }

  /// The shell whose job has ended saves the settings it finds.
  ///
  /// The time is a lower bound: a busy machine makes it longer.
  @Test func aPinentryLeavesTheShellAMoment() throws {
    let terminal = try PseudoTerminal()
    let one = try AskingProgram.get.start(asking: "/dev/tty", on: terminal)
    try one.waitUntilAsked()
    let other = try AskingProgram.pinentry.start(asking: terminal.path)
    try other.waitUntilWaiting()
    let shown = one.run.displayed.count
    let start = Moment.now
    try terminal.write(Array("alpha\r".utf8))
    try one.waitUntilAsked(by: .pinentry, after: shown)
    #expect(Moment.now - start >= 0.25)
    try terminal.write(Array("beta\r".utf8))
    #expect(try other.finish() == .exited(0))
    #expect(one.answer == "alpha" && other.answer == "beta")
  }
}
