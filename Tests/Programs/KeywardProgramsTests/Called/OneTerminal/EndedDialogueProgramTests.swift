import Glibc
import KeywardTestSupport
import Testing

/// A dialogue that ends without a key of the person, who is still typing.
@Suite(.tags(.program)) struct EndedDialogueProgramTests {
  enum End: CaseIterable, Sendable {
    case signal, sameSignalTwice, timeout, reader
  }

  @Test(
    "The rest of an answer is dropped up to Enter", arguments: AskingProgram.allCases, End.allCases)
  func theRestReachesNobody(program: AskingProgram, end: End) throws {
    // The reader of the answer of `exec` is its command, which runs afterwards.
    guard program != .exec || end != .reader else { return }
    let terminal = try PseudoTerminal()
    let asking = try start(program, end, on: terminal)
    try asking.run.type("early")
    switch end {
    case .signal: asking.run.send(signal: SIGTERM)
    case .sameSignalTwice:
      // As timeout(1) does.
      asking.run.send(signal: SIGTERM)
      asking.run.send(signal: SIGTERM)
    case .timeout: break
    case .reader: asking.hangUp()
    }
    // Type on until it is shown, since the time may end long after the first keys.
    let reason = end == .timeout ? "Time is up" : "The question was withdrawn"
    let sentence = reason + "; keys are dropped"
    while asking.run.ending == nil, !asking.run.displayedText.contains(sentence) {
      try asking.run.type("x")
      try asking.run.pump(seconds: 0.02)
    }
    #expect(asking.run.displayedText.contains(sentence))
    try asking.run.type("rest")
    try asking.run.wait(for: "the rest") { try terminal.unreadBytes() <= 0 }
    #expect(try asking.run.ending == nil && !terminal.settings().echoes)
    try asking.run.type("\r")
    if program == .pinentry, end == .timeout {
      try asking.run.wait(for: "a reply") { asking.run.outputText.contains("ERR 83886142 ") }
      asking.send("BYE\n")
    }
    _ = try asking.run.wait()
    #expect(asking.answer == nil)
    #expect(try terminal.unreadBytes() == 0)
    #expect(try terminal.settings() == terminal.initial)
    #expect(!asking.run.displayedText.contains("rest"))
    // A frame after the question offers no key.
    let after = asking.run.displayedText.components(separatedBy: sentence).last ?? ""
    #expect(!after.contains("submit"))
  }

  /// Programs in the forms that they have, and the options for them.
  private static let forms: [(AskingProgram, String)] =
    ["full", "card", "inline"].flatMap { form in
      [AskingProgram.get, .exec, .askpass, .pinentry].map { ($0, "--form \(form)") }
    } + [(.lines, "")]

  @Test(
    "Without Enter, keys are dropped until one second after the last one",
    arguments: forms, [End.signal, .timeout])
  func theRestEndsWithAPause(form: (program: AskingProgram, option: String), end: End) throws {
    let terminal = try PseudoTerminal()
    let time = end == .timeout ? "--timeout 2" : ""
    let asking = try form.program.start(
      asking: "/dev/tty", on: terminal, environment: ["KEYWARD_OPTIONS": "\(form.option) \(time)"])
    try asking.run.waitForDisplay(of: form.program == .pinentry ? "PIN" : "Passphrase")
    try asking.run.waitForQuiet()
    try asking.run.type("early")
    if end == .signal { asking.run.send(signal: SIGTERM) }
    while asking.run.ending == nil, !asking.run.displayedText.contains("keys are dropped") {
      try asking.run.type("x")
      try asking.run.pump(seconds: 0.02)
    }
    let start = Moment.now
    for _ in 0..<20 {
      try asking.run.type("y")
      try asking.run.pump(seconds: 0.02)
    }
    let last = Moment.now
    try asking.run.type("z")
    if form.program == .pinentry, end == .timeout {
      try asking.run.wait(for: "a reply") { asking.run.outputText.contains("ERR 83886142 ") }
    } else {
      _ = try asking.run.wait()
    }
    // The longest time may be over before the pause is, on a busy machine.
    #expect(Moment.now > last + 1 || last > start + 3)
    #expect(asking.answer == nil)
    #expect(try terminal.unreadBytes() == 0)
    #expect(!asking.run.displayedText.contains("yyy"))
    if form.program == .pinentry { asking.send("BYE\n") }
    _ = try asking.run.wait()
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test("After a withdrawal the whole screen is drawn, over the output of other programs")
  func outputOfOthers() throws {
    let terminal = try PseudoTerminal()
    let asking = try AskingProgram.get.start(
      asking: "/dev/tty", on: terminal, environment: ["KEYWARD_OPTIONS": "--form card"])
    try asking.run.waitForDisplay(of: "Passphrase")
    try asking.run.waitForQuiet()
    try asking.run.type("early")
    try asking.run.waitForQuiet()
    let other = open(terminal.path, O_WRONLY | O_NOCTTY)
    #expect("reaped".utf8.withContiguousStorageIfAvailable { write(other, $0.baseAddress, 6) } == 6)
    close(other)
    try asking.run.waitForDisplay(of: "reaped")
    asking.run.send(signal: SIGTERM)
    while asking.run.ending == nil, !asking.run.displayedText.contains("keys are dropped") {
      try asking.run.type("x")
      try asking.run.pump(seconds: 0.02)
    }
    try asking.run.waitForQuiet()
    var screen = TerminalEmulator(columns: 80, rows: 24)
    screen.feed(asking.run.displayed)
    #expect(screen.lines.contains { $0.contains("keys are dropped") }, "\(screen.lines)")
    #expect(!screen.lines.contains { $0.contains("aped") }, "\(screen.lines)")
    _ = try asking.run.wait()
  }

  @Test(
    "What is typed after the memory of a text could not be changed reaches nobody",
    .needs("strace"), .needsRoot(to: "trace a hardened process"),
    arguments: AskingProgram.allCases)
  func refusedMemory(program: AskingProgram) throws {
    // A busy machine may make a pause of a second: once more.
    let isDropped = try (0..<5).contains { _ in
      let terminal = try PseudoTerminal()
      let asking = try start(program, .signal, on: terminal)
      let tracer = try ProgramRun.tracer(
        of: asking.run.asker, injecting: "error=ENOMEM", into: "mprotect")
      defer { withExtendedLifetime(tracer) {} }
      for _ in 0..<20 {
        try asking.run.type("x")
        try asking.run.pump(seconds: 0.02)
      }
      #expect(try asking.run.wait() == .exited(70))
      #expect(try asking.answer == nil && terminal.settings() == terminal.initial)
      return try terminal.unreadBytes() == 0
    }
    #expect(isDropped)
  }

  @Test("What is typed on after the time of one question is up answers no other")
  func nextQuestion() throws {
    let terminal = try PseudoTerminal()
    let asking = try start(.pinentry, .timeout, on: terminal)
    asking.send("SETTIMEOUT 60\nSETDESC Another\nGETPIN\n")
    // Type on for longer than keys are dropped.
    let isRest = try asking.run.typeOn(
      every: 0.1, until: { asking.run.displayedText.contains("Another") }, then: "rest\r")
    try asking.run.waitForQuiet()
    guard isRest else { return }
    #expect(asking.answer == nil)
    try asking.run.type("whole\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "whole")
  }

  @Test(
    "What is typed before anybody can know of the end reaches nobody",
    arguments: [AskingProgram.get, .lines, .askpass, .pinentry])
  func reaction(program: AskingProgram) throws {
    // On a busy machine, the key may come too late.
    for _ in 0..<20 {
      let terminal = try PseudoTerminal()
      let asking = try start(program, .signal, on: terminal)
      asking.run.send(signal: SIGTERM)
      try asking.run.pump(seconds: 0.1)
      try asking.run.type("k")
      while asking.run.ending == nil, !asking.run.displayedText.contains("keys are dropped") {
        try asking.run.pump(seconds: 0.02)
      }
      guard asking.run.ending == nil else { continue }
      try asking.run.type("ey\r")
      #expect(try asking.run.wait() == .killed(SIGTERM))
      #expect(try terminal.unreadBytes() == 0 && terminal.settings() == terminal.initial)
      return
    }
    Issue.record("The dialogue ended before a key that was typed 0.1 s after the signal")
  }

  @Test("A second signal ends the wait", arguments: AskingProgram.allCases)
  func aSecondSignalEndsTheWait(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try start(program, .signal, on: terminal)
    try asking.run.type("early")
    try asking.run.waitForQuiet()
    try asking.run.type("x")
    asking.run.send(signal: SIGTERM)
    try asking.run.waitForDisplay(of: "The question was withdrawn; keys are dropped")
    // The wait is over once a signal arrives that is not the first one again.
    while asking.run.ending == nil {
      try asking.run.type("x")
      asking.run.send(signal: SIGHUP)
      try asking.run.pump(seconds: 0.05)
    }
    #expect(asking.answer == nil)
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(
    "A stop from elsewhere waits for the rest, and the text is dropped",
    arguments: [AskingProgram.get, .lines, .exec, .askpass])
  func aStopWaitsForTheRest(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try start(program, .signal, on: terminal)
    try asking.run.type("early")
    try asking.run.waitForQuiet()
    kill(asking.run.asker, SIGTSTP)
    // A key that is read in the same moment as the signal arrives still belongs to the text.
    for _ in 0..<20 {
      try asking.run.type("x")
      try asking.run.pump(seconds: 0.02)
      try asking.run.wait(for: "the rest") { try terminal.unreadBytes() <= 0 }
    }
    try asking.run.waitFor(.stopped(SIGTSTP))
    #expect(try terminal.unreadBytes() == 0)
    #expect(try terminal.settings() == terminal.initial)
    let shown = asking.run.displayed.count
    try asking.run.foreground()
    try asking.waitUntilAsked(after: shown)
    try asking.run.waitForQuiet()
    #expect(asking.run.displayedText.contains("so the typed text"))
    try asking.run.type("whole\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "whole")
  }

  @Test(
    "The text is dropped if a shell had the terminal during a stop by force",
    arguments: [AskingProgram.get, .lines, .exec])
  func aShellDuringAStop(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try start(program, .signal, on: terminal)
    try asking.run.type("early")
    try asking.run.waitForQuiet()
    try asking.run.moveToBackground(of: terminal, restoring: true)
    let shown = asking.run.displayed.count
    try asking.run.foreground()
    try asking.waitUntilAsked(after: shown)
    #expect(asking.run.displayedText.contains("so the typed text"))
    try asking.run.type("whole\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "whole")
  }

  @Test(
    "The rest of what was typed before the prompt is no answer", arguments: AskingProgram.allCases)
  func typedAhead(program: AskingProgram) throws {
    // A busy machine may take a second between the drop and the next key: once more.
    let isDropped = try (0..<5).contains { _ in
      let terminal = try PseudoTerminal()
      try terminal.write(Array("ahe".utf8))
      let asking = try start(program, .signal, on: terminal)
      try asking.run.type("ad\r")
      try asking.run.waitForQuiet()
      guard asking.answer == nil else { return false }
      #expect(asking.run.displayedText.contains("Keys are dropped until you pause"))
      try asking.run.type("whole\r")
      #expect(try asking.finish() == .exited(0))
      return asking.answer == "whole"
    }
    #expect(isDropped)
  }

  @Test("A line typed before the prompt is dropped", arguments: AskingProgram.allCases)
  func wholeLineTypedAhead(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    try terminal.write(Array("ahead\r".utf8))
    let asking = try start(program, .signal, on: terminal)
    try asking.run.type("whole\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "whole")
    #expect(!asking.run.displayedText.contains("Keys are dropped"))
  }

  private func start(
    _ program: AskingProgram, _ end: End, on terminal: PseudoTerminal
  ) throws -> AskingRun {
    let isTimed = end == .timeout
    let asking = try program.start(
      asking: "/dev/tty", on: terminal,
      environment: ["KEYWARD_OPTIONS": isTimed ? "--timeout 2" : ""])
    try asking.waitUntilAsked()
    return asking
  }
}
