import Glibc
import KeywardTestSupport
import SecureMemory
import Testing

/// What is typed where a loan begins or ends reaches neither a shell nor another program.
extension PlacesProgramTests {
  /// Starts a program that asks on the terminal of `attend`.
  func ask(by program: AskingProgram = .askpass, under run: ProgramRun) throws -> AskingRun {
    try program.start(
      asking: try #require(run.terminal).path,
      environment: environment.merging(["KEYWARD_ASK_IN": "attend"]) { $1 })
  }

  @Test(
    "A stop and then a signal end a loan, and what is still typed is dropped",
    arguments: [false, true])
  func aStopAndASignalEndALoan(isAttend: Bool) throws {
    let (run, terminal, asking) = try lentQuestion(isAttend: isAttend)
    run.send(signal: SIGTSTP)
    run.send(signal: SIGTERM)
    try expectRestDropped(by: run, isAttend: isAttend, on: terminal, of: asking)
  }

  /// Types the rest of an answer while SIGTERM ends the lender, and expects that nobody gets it.
  private func expectRestDropped(
    by run: ProgramRun, isAttend: Bool, on terminal: PseudoTerminal, of asking: AskingRun
  ) throws {
    // attend restores the screen of its command, and shows no sentence.
    try run.waitForDisplay(of: isAttend ? "\u{1b}[?1049l" : "keys are dropped")
    try run.type("ello")
    try run.wait(for: "the rest") { try terminal.unreadBytes() <= 0 }
    try run.type("\r")
    #expect(try run.wait() == .killed(SIGTERM))
    #expect(try terminal.unreadBytes() == 0)
    #expect(try terminal.settings() == terminal.initial)
    #expect(!run.displayedText.contains("ello"))
    _ = try asking.run.wait()
    #expect(asking.answer == nil)
  }

  @Test("A borrower that a second signal ends leaves the rest to its lender")
  func aSecondSignalToABorrower() throws {
    let (lender, terminal, asking) = try lentQuestion()
    asking.run.send(signal: SIGTERM)
    var shown = try lender.waitForDisplay(of: "keys are dropped")
    // The wait is over once a signal arrives that is not the first one again.
    while asking.run.ending == nil {
      try lender.type("x")
      asking.run.send(signal: SIGHUP)
      try asking.run.pump(seconds: 0.05)
    }
    shown = try lender.waitForDisplay(of: "keys are dropped", after: shown)
    try lender.type("rest\r")
    try lender.waitForDisplay(of: ": ended without an answer", after: shown)
    #expect(try terminal.unreadBytes() == 0)
    #expect(try terminal.settings() == terminal.initial)
    #expect(!lender.displayedText.contains("rest"))
  }

  @Test(
    "A stopped borrower does not keep the terminal of a lender that ends", arguments: [false, true])
  func aStoppedBorrower(isAttend: Bool) throws {
    let (run, terminal, asking) = try lentQuestion(isAttend: isAttend)
    asking.run.send(signal: SIGSTOP)
    try asking.run.waitFor(.stopped(SIGSTOP))
    run.send(signal: SIGTERM)
    try expectRestDropped(by: run, isAttend: isAttend, on: terminal, of: asking)
  }

  @Test(
    "A borrower that is stopped by force loses the terminal, and what is typed reaches nobody",
    arguments: AskingProgram.allCases)
  func aBorrowerStoppedByForce(program: AskingProgram) throws {
    let lender = try lender()
    let asking = try program.start(asking: "/nonexistent", environment: environment)
    try lender.waitForDisplay(of: program == .lines ? program.sign : "\u{1b}[?2026l")
    try lender.waitForQuiet()
    try lender.type("h")
    try lender.waitForQuiet()
    kill(asking.run.asker, SIGSTOP)
    try lender.waitForDisplay(of: "keys are dropped")
    try lender.type("ello\r")
    try lender.waitForDisplay(of: ": ended without an answer")
    #expect(try lender.terminal?.settings() == lender.terminal?.initial)
    #expect(try lender.terminal?.unreadBytes() == 0)
    #expect(!lender.displayedText.contains("ello"))
    // exec was stopped with its dialogue.
    asking.run.send(signal: SIGCONT)
    if program == .pinentry { asking.send("BYE\n") }
    _ = try asking.run.wait()
    #expect(asking.answer == nil)
  }

  @Test("A borrower that is stopped by force leaves the terminal to attend")
  func aBorrowerStoppedUnderAttend() throws {
    let (run, terminal, asking) = try lentQuestion(isAttend: true)
    let shown = run.displayed.count
    asking.run.send(signal: SIGSTOP)
    try run.waitForDisplay(of: "\u{1b}[?1049l", after: shown)
    try run.type("ello\r")
    try run.wait(for: "the rest") { try terminal.unreadBytes() <= 0 }
    _ = try asking.run.wait()
    #expect(asking.answer == nil)
    try run.waitForQuiet(seconds: 1.1)
    // The command gets what is typed next, and nothing else.
    try run.type("next\r", until: "next")
    #expect(!run.displayedText.contains("ello"))
    run.send(signal: SIGTERM)
    _ = try run.wait()
  }

  @Test(
    "A question ends as soon as its lender is stopped by force, and what is typed reaches nobody",
    arguments: [AskingProgram.askpass, .pinentry], [false, true])
  func aLenderStoppedByForce(program: AskingProgram, isAttend: Bool) throws {
    let (lender, terminal, asking) = try lentQuestion(of: program, isAttend: isAttend)
    lender.send(signal: SIGSTOP)
    try lender.waitForDisplay(of: "keys are dropped")
    try lender.type("ello")
    try lender.wait(for: "the rest") { try terminal.unreadBytes() <= 0 }
    try lender.type("\r")
    if program == .pinentry {
      try asking.run.wait(for: "an error") { asking.run.outputText.contains("\nERR ") }
      asking.send("BYE\n")
    }
    _ = try asking.run.wait()
    #expect(asking.answer == nil)
    #expect(try terminal.unreadBytes() == 0)
    lender.send(signal: SIGCONT)
    if !isAttend { try lender.waitForDisplay(of: ": withdrawn") }
    lender.send(signal: SIGTERM)
    #expect(try lender.wait() == .killed(SIGTERM))
    #expect(try terminal.settings() == terminal.initial)
    #expect(!lender.displayedText.contains("ello"))
  }

  /// Starts an `attend` whose command reads keys and has shown that it does.
  private func attendedReader() throws -> ProgramRun {
    let run = try Attended.start(
      ["/bin/sh", "-c", "stty raw -echo; echo begun; exec cat >/dev/null"],
      environment: environment)
    try run.waitForDisplay(of: "begun")
    try run.waitForQuiet()
    return run
  }

  @Test("The rest of a line that is typed for the program inside is no answer")
  func theRestOfALineIsNoAnswer() throws {
    let run = try attendedReader()
    let asking = try ask(under: run)
    // Type on until the question is shown, and then its rest.
    let isRest = try run.typeOn(
      until: { asking.run.ending != nil || run.displayedText.contains("asked by") }, then: "yz\r")
    guard isRest else { return }
    try run.waitForDisplay(of: "Keys are dropped until you pause")
    try run.waitForQuiet()
    #expect(asking.answer == nil && asking.run.ending == nil)
    try run.type("whole\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "whole")
    run.send(signal: SIGTERM)
    _ = try run.wait()
  }

  @Test(
    "A report of the terminal for the program inside is no key that costs an answer",
    arguments: [
      "\u{1b}[I", "\u{1b}[<35;10;10M", "\u{1b}]11;rgb:0000/0000/0000\u{1b}\\", "\u{1b}[?62;22c",
    ])
  func reportsAreNoKeys(report: String) throws {
    let run = try attendedReader()
    let asking = try ask(under: run)
    while !run.displayedText.contains("asked by") {
      try run.type(report)
      try run.pump(seconds: 0.02)
    }
    // Those that were typed after the loan began are reports of the question's terminal.
    try run.waitForQuiet()
    try run.type("whole\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "whole")
    run.send(signal: SIGTERM)
    _ = try run.wait()
  }

  @Test("A continued attend does not take the borrower's settings for those of before")
  func continuedWhileItIsLent() throws {
    let run = try Attended.start(["/bin/cat"], environment: environment)
    try run.wait(for: "a socket") { !sockets.isEmpty }
    let terminal = try #require(run.terminal)
    let asking = try ask(under: run)
    let shown = try run.waitForDisplay(of: "asked by")
    try run.waitForQuiet()
    run.send(signal: SIGCONT)
    try run.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    _ = try run.waitForDisplay(of: "\u{1b}[?1049l", after: shown)
    try run.waitForQuiet()
    run.send(signal: SIGTERM)
    _ = try run.wait()
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(
    "What is typed after the lent terminal refused a frame reaches no program",
    .needs("strace"), .needsRoot(to: "trace a hardened process"), arguments: [false, true])
  func refusedFrame(isAttend: Bool) throws {
    let (lender, terminal, asking) = try lentQuestion(isAttend: isAttend)
    let tracer = try ProgramRun.tracer(
      of: asking.run.asker, injecting: "error=EIO:when=1", into: "write")
    defer { withExtendedLifetime(tracer) {} }
    try lender.type("e")
    _ = try asking.run.wait()
    try lender.type("yz\r")
    try lender.waitForQuiet(seconds: 1.1)
    #expect(try terminal.unreadBytes() == 0)
    #expect(!lender.displayedText.contains("yz"))
  }

  @Test(
    "Somebody who types on after the longest time of dropping keys answers no other question",
    arguments: [false, true])
  func typedOn(isAttend: Bool) throws {
    let (lender, _, asking) = try lentQuestion(isAttend: isAttend)
    asking.run.send(signal: SIGKILL)
    let start = lender.displayed.count
    let next =
      isAttend
      ? try ask(under: lender)
      : try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
    // The next question is shown once the lender has dropped keys for 5 seconds.
    var rest = 4
    func isTyped() -> Bool {
      let shown = String(decoding: lender.displayed[start...], as: UTF8.self)
      if shown.contains("asked by") { rest -= 1 }
      return rest == 0
    }
    let isRest = try lender.typeOn(every: 0.1, until: isTyped, then: "\r")
    try lender.waitForQuiet(seconds: 1.1)
    guard isRest else { return }
    #expect(next.answer == nil)
    try lender.type("whole\r")
    #expect(try next.finish() == .exited(0))
    #expect(next.answer == "whole")
  }

  @Test(
    "After kill -9 of the asker, the pane below gets nothing of what is typed for its window",
    .needs("tmux"), arguments: ["", "new-window", "split-window"])
  func theRestInAWindow(kind: String) throws {
    let tmux = try Tmux(environment)
    let folder = try TemporaryFolder()
    if !kind.isEmpty {
      try folder.write(
        "elsewhere: [tmux, \(kind)]\nask-in: [terminal, window]\n", to: "keyward/config.yaml")
    }
    let asking = try AskingProgram.askpass.start(
      asking: tmux.pane,
      environment: tmux.environment.merging(["XDG_CONFIG_HOME": folder.path, "DISPLAY": nil]) { $1 }
    )
    try tmux.client.waitForDisplay(of: "Passphrase")
    try tmux.client.waitForQuiet(seconds: 0.3)
    try tmux.client.type("h", until: "•")
    kill(asking.run.asker, SIGKILL)
    while !tmux.client.displayedText.contains("keys are dropped") {
      try tmux.client.type("x")
      try tmux.client.pump(seconds: 0.02)
    }
    try tmux.client.type("rest\r")
    _ = try asking.run.wait()
    try tmux.client.wait(for: "the end of the window") {
      !sockets.contains { $0.hasPrefix("ask-") }
    }
    // The window closes once its lender has ended.
    try tmux.client.wait(for: "the pane") {
      try tmux.client.type("k")
      try tmux.client.pump(seconds: 0.05)
      return !tmux.keys.isEmpty
    }
    #expect(tmux.keys.allSatisfy { $0 == "k" }, "\(tmux.keys)")
    #expect(asking.answer == nil)
  }
}
