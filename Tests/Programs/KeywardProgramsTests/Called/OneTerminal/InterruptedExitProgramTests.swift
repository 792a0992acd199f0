import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct InterruptedExitProgramTests {
  /// Signals arrive while the exit waits for a terminal that takes nothing.
  @Test(
    arguments: [AskingProgram.get, .exec, .askpass], [[SIGTERM, SIGHUP], [SIGWINCH, SIGTERM]])
  func signalsWaitForTheEndOfTheExit(program: AskingProgram, signals: [Int32]) throws {
    for key in ["\r", "\u{1b}"] {
      let terminal = try PseudoTerminal(columns: 200, rows: 60)
      let asking = try program.start(asking: "/dev/tty", on: terminal)
      try asking.waitUntilAsked()
      // Nothing is displayed from here on until all is over.
      try terminal.typeUntilFull([0x0c, 0x0c])
      try terminal.write(Array(key.utf8))
      for _ in 0..<20 {
        signals.forEach(asking.run.send(signal:))
        Moment.pass(seconds: 0.002)
      }
      try asking.waitWithoutReading()
      #expect(try terminal.settings() == terminal.initial)
      try asking.run.wait()
      let end = asking.screen
      #expect(!end.isOn && !end.wasOtherErased)
    }
  }

  /// A program that waits for room to write keeps others from writing, even if there is room again.
  @Test func aBlockedWriterDoesNotKeepTheScreen() throws {
    let terminal = try PseudoTerminal()
    let asking = try AskingProgram.get.start(asking: "/dev/tty", on: terminal)
    try asking.waitUntilAsked()
    // Nothing is displayed from here on until all is over.
    let writer = try ProgramRun(
      "/bin/sh", ["-c", "exec dd if=/dev/zero of=\(terminal.path) bs=20000 count=1 2>/dev/null"],
      streams: (.null, .null, .pipe))
    try writer.wait(for: "a full terminal") {
      try ProcessStatus(of: writer.process).state == "S"
    }
    asking.run.send(signal: SIGTERM)
    try asking.waitWithoutReading()
    writer.send(signal: SIGKILL)
    #expect(try asking.run.wait() == .killed(SIGTERM))
    #expect(!asking.screen.isOn)
  }

  /// CONT comes directly before TERM: two reasons to leave the screen, which is left once.
  @Test(arguments: [AskingProgram.get, .askpass]) func theScreenIsLeftOnce(
    program: AskingProgram
  ) throws {
    for delay in 0..<8 {
      let terminal = try PseudoTerminal()
      let asking = try program.start(asking: "/dev/tty", on: terminal)
      try asking.waitUntilAsked()
      asking.run.send(signal: SIGCONT)
      Moment.pass(seconds: Double(delay) * 0.000_3)
      asking.run.send(signal: SIGTERM)
      #expect(try asking.run.wait() == .killed(SIGTERM))
      #expect(asking.run.displayedText.split(separator: "\u{1b}[?1049l").count == 2)
      #expect(!asking.screen.wasOtherErased)
    }
  }

  @Test(arguments: AskingProgram.allCases)
  func noKeyIsLostToSignalsThatChangeNothing(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try program.start(asking: "/dev/tty", on: terminal)
    try asking.waitUntilAsked()
    let secret = "the quick brown fox jumps over 0123456789"
    for byte in secret.utf8 {
      for signal in [SIGCONT, SIGWINCH, SIGCHLD] { asking.run.send(signal: signal) }
      try asking.run.type([byte])
      asking.run.send(signal: SIGCONT)
    }
    try asking.run.waitForQuiet()
    try asking.run.type("\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == secret)
  }

  /// Every call of a kind that the program makes fails once.
  @Test(
    .tags(.slow), .needs("strace"),
    arguments: AskingProgram.allCases, ["ioctl", "write"])
  func aCallThatFailsLeavesTheTerminalAsItWas(program: AskingProgram, call: String) throws {
    for number in 1...60 {
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal()
      let asking = try program.start(
        asking: "/dev/tty", on: terminal,
        through: [
          "/usr/bin/strace", "-qq", "-o", folder.path + "/log", "-e", "trace=\(call)", "-e",
          "inject=\(call):error=EIO:when=\(number)",
        ])
      try asking.run.wait(for: "a question, an answer or an end") {
        asking.run.ending != nil || asking.run.displayedText.contains(asking.kind.sign)
          || asking.run.outputText.contains("ERR")
      }
      try asking.run.waitForQuiet()
      try? asking.run.type("word\r")
      try asking.run.waitForQuiet()
      asking.send("BYE\n")
      try asking.run.pump(until: { asking.run.ending != nil }, seconds: 0.5)
      if asking.run.ending == nil { try asking.run.type("\u{3}") }
      try asking.run.wait()
      #expect(try terminal.settings() == terminal.initial, "call \(number)")
      let end = asking.screen
      #expect(!end.isOn && !end.wasOtherErased, "call \(number)")
      if !folder.text("log").contains("INJECTED") { return }
    }
    // The beat at which line mode reads makes the same calls again and again.
    #expect(program == .lines && call == "ioctl", "the program makes more calls than were tried")
  }
}
