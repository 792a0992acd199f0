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
    // The beat at which line mode reads, and the looks for other readers of the job, make the same
    // calls again and again.
    #expect(call == "ioctl", "the program makes more calls than were tried")
  }

  /// Programs that show more than one question, or one that needs no text.
  enum Other: String, CaseIterable, Sendable {
    case attend, lend, confirm, agent

    var words: [String] {
      switch self {
      case .attend: ["attend", "--", "/bin/bash", "-c", "read -s -p 'A: ' a"]
      case .lend: ["lend"]
      case .confirm: ["confirm", "Go on?"]
      case .agent: ["agent", "--directory"]
      }
    }

    /// The text that the program shows when it asks, or waits for a borrower.
    var sign: String {
      switch self {
      case .attend: Attended.prompt
      case .lend: "Ctrl-C ends."
      case .confirm: "Go on?"
      case .agent: "Unlock it"
      }
    }
  }

  @Test(
    "A call that fails in attend, lend, confirm or agent leaves the terminal as it was",
    .tags(.slow), .needs("strace"), .needsRoot(to: "trace a hardened process"),
    arguments: Other.allCases.flatMap { program in
      ["ioctl", "write"].map { (program, $0) }
    } + [(.lend, "poll"), (.attend, "read,openat,fcntl,close")])
  func aCallThatFailsElsewhere(program: Other, calls: String) throws {
    for number in 1...140 {
      let (folder, terminal) = (try TemporaryFolder(), try PseudoTerminal())
      let socket = try boundSocket(at: folder.path + "/sck")
      defer { close(socket) }
      try folder.write(
        "[Ask]\nPID=\(getpid())\nSocket=\(folder.path)/sck\nMessage=\(Other.agent.sign)\n",
        to: "ask.1")
      let run = try ProgramRun(
        "/usr/bin/strace",
        [
          "-qq", "-o", folder.path + "/log", "-e", "trace=\(calls)", "-e",
          "inject=\(calls):error=EIO:when=\(number)", try BuiltProgram.keyward(),
        ] + program.words + (program == .agent ? [folder.path] : []),
        environment: ["XDG_RUNTIME_DIR": folder.path, "TMUX_TMPDIR": folder.path],
        streams: (.terminal, .terminal, .terminal), on: terminal)
      // Without the call that failed, there may be no question.
      try run.pump(
        until: { run.ending != nil || run.displayedText.contains(program.sign) }, seconds: 2)
      try run.waitForQuiet()
      var borrower: AskingRun?
      if program == .lend, run.ending == nil {
        borrower = try AskingProgram.askpass.start(
          asking: "/nonexistent",
          environment: ["XDG_RUNTIME_DIR": folder.path, "KEYWARD_ASK_IN": "lender"])
        try run.pump(
          until: {
            run.ending != nil || borrower?.run.ending != nil
              || run.displayedText.contains("asked by")
          }, seconds: 2)
        try run.waitForQuiet()
      }
      try? run.type(program == .confirm ? "y\r" : "word\r")
      try run.waitForQuiet()
      // A Ctrl-C may be dropped with the rest of an answer.
      for _ in 0..<20 {
        try run.pump(until: { run.ending != nil }, seconds: 0.5)
        guard run.ending == nil else { break }
        try run.type("\u{3}")
      }
      try run.wait()
      borrower?.run.send(signal: SIGTERM)
      _ = try borrower?.run.wait()
      #expect(try terminal.settings() == terminal.initial, "call \(number)")
      #expect(!AskingRun(.get, run, nil).screen.isOn, "call \(number)")
      if !folder.text("log").contains("INJECTED") { return }
    }
  }
}
