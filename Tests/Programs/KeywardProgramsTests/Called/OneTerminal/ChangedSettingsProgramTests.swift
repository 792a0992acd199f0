import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct ChangedSettingsProgramTests {
  enum Change: String, CaseIterable, Sendable {
    case sane, raw, echo
    case unprocessed = "-extproc"
    /// The kernel never hands out the end-of-file character when it comes alone.
    case otherEnd = "eof x"

    func happen(to terminal: PseudoTerminal) throws {
      let words = rawValue.split(separator: " ").map(String.init)
      let run = try ProgramRun.finished("/bin/stty", ["-F", terminal.path] + words)
      guard run.ending == .exited(0) else { throw HarnessError(run.errorText) }
    }
  }

  @Test(arguments: AskingProgram.allCases, Change.allCases)
  func inputIsDroppedAndTheDropIsReported(program: AskingProgram, change: Change) throws {
    let terminal = try PseudoTerminal()
    let asking = try program.start(asking: "/dev/tty", on: terminal)
    try asking.waitUntilAsked()
    try asking.run.type("early")
    try asking.run.waitForQuiet()
    let shown = asking.run.displayed.count
    try change.happen(to: terminal)
    let start = Moment.now
    // Without EXTPROC, and without CR becoming LF, the kernel hands a line out at LF only. A program
    // that is not alone in its job looks at the settings without a key; then Enter would be the end
    // of what is dropped.
    let end = program == .exec ? "" : change == .unprocessed ? "\n" : "\r"
    try asking.run.type("late" + end)
    try asking.run.waitForDisplay(of: "Another program changed this terminal", after: shown)
    #expect(asking.run.ending == nil && asking.answer == nil)
    let during = try terminal.settings()
    #expect(!during.echoes && during.isCanonical && during.isExternallyProcessed)
    // The rest of the dropped text is no answer.
    let dropped = asking.run.displayed.count
    try asking.run.type("rest")
    // A busy machine may have made a pause, after which the keys are an answer.
    guard Moment.now < start + 0.9 else { return }
    try asking.run.waitForDisplay(of: "Keys are dropped until you pause", after: dropped)
    try asking.run.type("\r")
    try asking.run.waitForQuiet()
    #expect(asking.run.ending == nil && asking.answer == nil)
    try asking.run.type("word\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "word")
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(
    "The rest of a text that was dropped is no answer in rows at the cursor",
    arguments: [AskingProgram.get, .exec, .askpass])
  func inline(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try program.start(
      asking: "/dev/tty", on: terminal, environment: ["KEYWARD_OPTIONS": "--form inline"])
    try asking.run.waitForDisplay(of: "Passphrase")
    try asking.run.waitForQuiet()
    try asking.run.type("early")
    try asking.run.waitForQuiet()
    try Change.sane.happen(to: terminal)
    try asking.run.type(program == .exec ? "late" : "late\r")
    try asking.run.waitForDisplay(of: "Another program changed this terminal")
    try asking.run.type("rest\r")
    try asking.run.waitForQuiet()
    #expect(asking.run.ending == nil && asking.answer == nil)
    try asking.run.type("word\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "word")
  }

  /// GNOME's terminal does that after the program has started.
  @Test(arguments: AskingProgram.allCases)
  func aTerminalMaySetUTF8(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try program.start(asking: "/dev/tty", on: terminal)
    try asking.waitUntilAsked()
    try asking.run.type("ear")
    try asking.run.waitForQuiet()
    let run = try ProgramRun.finished("/bin/stty", ["-F", terminal.path, "iutf8"])
    #expect(run.ending == .exited(0))
    try asking.run.type("ly\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "early")
    // Opened again, it would begin with the settings of a new one.
    #expect(try terminal.settings().flags[0] & UInt32(IUTF8) != 0)
  }

  @Test(arguments: AskingProgram.allCases)
  func theThirdTimeIsTheLast(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try program.start(asking: "/dev/tty", on: terminal)
    try asking.waitUntilAsked()
    for _ in 0..<2 {
      let shown = asking.run.displayed.count
      try Change.sane.happen(to: terminal)
      try asking.run.type("x\r")
      try asking.run.waitForDisplay(of: "Another program changed this terminal", after: shown)
      try asking.run.waitForQuiet()
    }
    try Change.sane.happen(to: terminal)
    try asking.run.type("x\r")
    if program == .pinentry {
      try asking.run.wait(for: "an error") { asking.run.outputText.contains("ERR 83918867 ") }
      asking.send("BYE\n")
      #expect(try asking.run.wait() == .exited(0))
    } else {
      #expect(try asking.run.wait() == .exited(1))
      #expect(!asking.run.errorText.isEmpty)
    }
    #expect(asking.answer == nil)
    #expect(try terminal.settings() == terminal.initial)
  }
}
