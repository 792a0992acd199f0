import Glibc
import KeywardTestSupport
import Testing

/// A terminal belongs to one dialogue at a time; a second one shows nothing before.
@Suite(.tags(.program)) struct OwnershipProgramTests {
  /// The first asks on `/dev/tty`, the second on the device by its name.
  @Test(arguments: AskingProgram.allCases, AskingProgram.allCases)
  func theSecondDialogueBeginsWhenTheFirstIsOver(
    first: AskingProgram, second: AskingProgram
  ) throws {
    let terminal = try PseudoTerminal()
    let one = try first.start(asking: "/dev/tty", on: terminal)
    try one.waitUntilAsked()
    let shown = one.run.displayed.count
    let other = try second.start(asking: terminal.path)
    try other.waitUntilWaiting()
    try one.run.waitForQuiet()
    #expect(one.run.displayed.count == shown, "nothing is drawn while another dialogue is up")
    try one.run.type("alpha\r")
    #expect(try one.finish() == .exited(0))
    try one.waitUntilAsked(by: second, after: shown)
    #expect(try !terminal.settings().echoes)
    try one.run.type("beta\r")
    #expect(try other.finish() == .exited(0))
    #expect(one.answer == "alpha" && other.answer == "beta")
    #expect(try terminal.settings() == terminal.initial)
  }

  /// Starts a dialogue, and another program that waits for its end; `shown` is what was displayed
  /// before that.
  private func dialogueAndWaiting() throws -> (one: AskingRun, other: AskingRun, shown: Int) {
    let terminal = try PseudoTerminal()
    let one = try AskingProgram.get.start(asking: "/dev/tty", on: terminal)
    try one.waitUntilAsked()
    let shown = one.run.displayed.count
    let other = try AskingProgram.askpass.start(asking: terminal.path)
    try other.waitUntilWaiting()
    return (one, other, shown)
  }

  @Test("A program that waits for the dialogue of another one writes nothing, however long")
  func aWaitingProgramWritesNothing() throws {
    let (one, other, shown) = try dialogueAndWaiting()
    // Longer than the time after which a program that locks the terminal is named.
    try one.run.waitForQuiet(seconds: 1.2)
    #expect(one.run.displayed.count == shown)
    try one.run.type("alpha\r")
    #expect(try one.finish() == .exited(0))
    other.run.send(signal: SIGTERM)
    try other.run.wait()
  }

  @Test("A dialogue that drops keys keeps the terminal from one that waits")
  func aDialogueThatDropsKeysKeepsTheTerminal() throws {
    let (one, other, shown) = try dialogueAndWaiting()
    try one.run.type("early")
    one.run.send(signal: SIGTERM)
    while one.run.ending == nil, !one.run.displayedText.contains("keys are dropped") {
      try one.run.type("x")
      try one.run.pump(seconds: 0.02)
    }
    let dropping = one.run.displayed.count
    // A program that waits takes a free terminal a quarter of a second later.
    for _ in 0..<30 {
      try one.run.type("x")
      try one.run.pump(seconds: 0.02)
    }
    #expect(one.run.ending == nil && one.run.displayed.count == dropping)
    try one.run.type("\r")
    #expect(try one.run.wait() == .killed(SIGTERM))
    try one.waitUntilAsked(by: .askpass, after: shown)
    try one.run.type("word\r")
    #expect(try other.finish() == .exited(0))
    #expect(one.answer == nil && other.answer == "word")
  }

  private func lockedTerminal() throws -> (terminal: PseudoTerminal, holder: Int32) {
    let terminal = try PseudoTerminal()
    let holder = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #expect(flock(holder, LOCK_EX) == 0)
    return (terminal, holder)
  }

  /// The line about a lock that this process holds.
  private static let lockLine =
    "keyward: Waiting for keywardPackageT (pid \(getpid())), which has locked this terminal. "
    + "Ctrl-C ends the wait.\r\n"

  /// Any program may hold such an advisory lock on the device.
  @Test(
    "A lock on the terminal is waited for, and a line names the program that holds it",
    arguments: AskingProgram.allCases, [true, false])
  func aLockOnTheDeviceIsWaitedFor(program: AskingProgram, isOfFile: Bool) throws {
    let (terminal, holder) = try lockedTerminal()
    if !isOfFile { #expect(flock(holder, LOCK_UN) == 0 && lockf(holder, F_LOCK, 0) == 0) }
    let asking = try program.start(asking: "/dev/tty", on: terminal)
    try asking.run.waitForDisplay(of: Self.lockLine)
    try asking.waitUntilWaiting()
    #expect(asking.run.displayedText == Self.lockLine)
    #expect(try terminal.settings() == terminal.initial)
    // Nothing is read meanwhile; text typed before the screen is forgotten.
    close(holder)
    try asking.waitUntilAsked()
    try dropRest(typedOn: asking.run)
    try asking.run.type("word\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "word")
  }

  /// Types the rest of an answer to the dialogue that had the terminal before, which may be over.
  private func dropRest(typedOn run: ProgramRun) throws {
    for (keys, text) in [
      ("", "The question changed"), ("rest", "Keys are dropped until you pause"),
    ] {
      try run.type(keys)
      try run.wait(for: text) { run.displayedText.contains(text) }
    }
    try run.type("\r")
    try run.waitForQuiet()
  }

  /// The kernel releases the locks of a killed process.
  @Test func aKilledDialogueBlocksNobody() throws {
    let (one, other, shown) = try dialogueAndWaiting()
    one.run.send(signal: SIGKILL)
    try one.run.wait()
    try one.waitUntilAsked(by: .askpass, after: shown)
    // What was being typed for the killed dialogue is no answer to this one.
    try dropRest(typedOn: one.run)
    #expect(other.run.ending == nil && other.answer == nil)
    try one.run.type("word\r")
    #expect(try other.finish() == .exited(0))
    #expect(other.answer == "word")
  }

  // MARK: Ends of waiting

  private func waiting(
    _ program: AskingProgram, _ body: (AskingRun, PseudoTerminal) throws -> Void
  ) throws {
    let (terminal, holder) = try lockedTerminal()
    defer { close(holder) }
    let asking = try program.start(asking: "/dev/tty", on: terminal)
    try asking.waitUntilWaiting()
    try body(asking, terminal)
    #expect(["", Self.lockLine].contains(asking.run.displayedText))
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(arguments: AskingProgram.allCases, [SIGTERM, SIGHUP, SIGINT])
  func aSignalEndsTheWait(program: AskingProgram, signal: Int32) throws {
    try waiting(program) { asking, _ in
      asking.run.send(signal: signal)
      // An interrupt cancels the pinentry's question; its agent may ask again.
      if program == .pinentry, signal == SIGINT {
        try asking.run.wait(for: "a reply") { asking.run.outputText.contains("ERR 83886278 ") }
        asking.send("BYE\n")
      }
      let ending = try asking.run.wait()
      let isCancelled = program == .pinentry && signal == SIGINT
      #expect(ending == (isCancelled ? .exited(0) : .killed(signal)))
    }
  }

  @Test(
    "Ctrl-C ends the wait for a lock", arguments: [AskingProgram.get, .lines, .exec, .askpass])
  func interrupt(program: AskingProgram) throws {
    let (terminal, holder) = try lockedTerminal()
    defer { close(holder) }
    let asking = try program.start(asking: "/dev/tty", on: terminal)
    try asking.run.waitForDisplay(of: Self.lockLine)
    try asking.run.type([3])
    #expect(try asking.run.wait() == .killed(SIGINT))
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test func goodbyeEndsTheWait() throws {
    try waiting(.pinentry) { asking, _ in
      asking.send("BYE\n")
      let ending = try asking.run.wait()
      #expect(ending == .exited(0))
      #expect(asking.run.outputText.contains("ERR 83886179 "))
      #expect(asking.run.outputText.hasSuffix("OK closing connection\n"))
    }
  }

  @Test func aClientThatGoesEndsTheWait() throws {
    try waiting(.pinentry) { asking, _ in
      asking.hangUp()
      try asking.run.wait()
      #expect(asking.answer == nil)
    }
  }

  /// Nobody may be left to release the lock of a terminal that is gone.
  @Test(arguments: AskingProgram.allCases) func aHangUpEndsTheWait(program: AskingProgram) throws {
    let (terminal, holder) = try lockedTerminal()
    defer { close(holder) }
    let asking = try program.start(asking: terminal.path)
    try asking.waitUntilWaiting()
    terminal.hangUp()
    if program == .pinentry {
      try asking.run.wait(for: "an error") { asking.run.outputText.contains("ERR ") }
      asking.send("BYE\n")
    }
    _ = try asking.run.wait()
    #expect(asking.answer == nil)
  }

  /// A stopped dialogue has released the terminal, and waits for it when it goes on.
  @Test func aStoppedDialogueLetsOthersHaveTheTerminal() throws {
    let terminal = try PseudoTerminal()
    let one = try AskingProgram.get.start(asking: "/dev/tty", on: terminal)
    try one.waitUntilAsked()
    try one.run.type("al")
    try one.run.waitForQuiet()
    try one.run.type([0x1a])
    try one.run.waitFor(.stopped(SIGTSTP))
    try one.run.background()
    try one.run.waitForQuiet()
    var shown = one.run.displayed.count
    let other = try AskingProgram.askpass.start(asking: terminal.path)
    try one.waitUntilAsked(by: .askpass, after: shown)
    shown = one.run.displayed.count
    try one.run.foreground()
    try one.waitUntilWaiting()
    #expect(one.run.displayed.count == shown)
    try one.run.type("beta\r")
    #expect(try other.finish() == .exited(0))
    try one.waitUntilAsked(after: shown)
    try one.run.type("pha\r")
    #expect(try one.finish() == .exited(0))
    #expect(one.answer == "alpha" && other.answer == "beta")
  }

  /// A dialogue stopped by force and continued in the background keeps nobody out.
  ///
  /// It also puts nothing back under another dialogue.
  @Test(arguments: [AskingProgram.get, .lines, .exec], [false, true])
  func aDialogueContinuedInTheBackgroundHasReleasedTheTerminal(
    program: AskingProgram, restoring: Bool
  ) throws {
    let terminal = try PseudoTerminal()
    let one = try program.start(asking: "/dev/tty", on: terminal)
    try one.waitUntilAsked()
    try one.run.moveToBackground(of: terminal, restoring: restoring)
    let shown = one.run.displayed.count
    let other = try AskingProgram.askpass.start(asking: terminal.path)
    try one.waitUntilAsked(by: .askpass, after: shown)
    one.run.send(signal: SIGTERM)
    one.run.send(signal: SIGCONT)
    #expect(try one.run.wait() == .killed(SIGTERM))
    #expect(try !terminal.settings().echoes)
    try terminal.write(Array("beta\r".utf8))
    #expect(try other.finish() == .exited(0))
    #expect(other.answer == "beta")
    #expect(try terminal.settings() == terminal.initial)
  }

  /// A device that its users may not open, as after `su`: they share only the session.
  @Test(.needs("setpriv"), .needsRoot(to: "become another user"))
  func programsThatCannotOpenTheDeviceAskOneAfterTheOther() throws {
    let terminal = try PseudoTerminal()
    let run = try AskingProgram.askpass.start(
      asking: "/dev/tty", on: terminal,
      through: [
        "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", "-c",
        #""$0" "$@" & "$0" "$@" & wait"#,
      ]
    ).run
    // The second question comes after the first answer. It cannot see how the first one ended, so it
    // needs a pause.
    try run.typeAnswers([("Passphrase", "alpha\r"), ("Passphrase", "beta\r")], quiet: 1.1)
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "alpha\nbeta\n")
    #expect(try terminal.settings() == terminal.initial)
  }

  /// After `su` a program may not open the device, but has it as its standard input.
  ///
  /// A program of another session, such as an agent's pinentry, knows nothing of this session.
  @Test(
    .needs("setpriv"), .needsRoot(to: "become another user"),
    arguments: [false, true])
  func aProgramThatCannotOpenTheDeviceMeetsAnotherSession(isFirst: Bool) throws {
    let terminal = try PseudoTerminal()
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o777)
    mkfifo(folder.path + "/go", 0o600)
    chmod(folder.path + "/go", 0o666)
    let user = try ProgramRun(
      "/usr/bin/setpriv",
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", "-c",
        #"read go <"$1"; exec "$0" get"#, try BuiltProgram.keyward(),
        folder.path + "/go",
      ], streams: (.terminal, .pipe, .pipe), on: terminal)
    var other: AskingRun?
    var shown = 0
    for isUser in [isFirst, !isFirst] {
      if isUser { try folder.write("", to: "go") }
      if !isUser { other = try AskingProgram.pinentry.start(asking: terminal.path) }
      // The second one draws nothing before the first one has its answer.
      if isUser == isFirst { try user.waitForDisplay(of: "\u{1b}[?2026l") }
      try user.waitForQuiet(seconds: 0.5)
      if isUser == isFirst { shown = user.displayed.count }
    }
    #expect(user.displayed.count == shown)
    try terminal.write(Array("alpha\r".utf8))
    if !isFirst { try other?.run.wait(for: "the answer") { other?.answer != nil } }
    if !isFirst { other?.send("BYE\n") }
    // The user's own program may be over.
    try user.wait(for: "the second question") {
      let rest = String(decoding: user.displayed.dropFirst(shown), as: UTF8.self)
      return rest.ranges(of: "\u{1b}[?1049h").last.map {
        rest[$0.upperBound...].contains("\u{1b}[?2026l")
      } ?? false
    }
    // It cannot see how the first one ended, so it needs a pause.
    try user.waitForQuiet(seconds: 1.1)
    try terminal.write(Array("beta\r".utf8))
    #expect(try user.wait() == .exited(0))
    if isFirst { #expect(try other?.finish() == .exited(0)) }
    #expect(user.outputText == (isFirst ? "alpha\n" : "beta\n"))
    #expect(other?.answer == (isFirst ? "beta" : "alpha"))
    #expect(try terminal.settings() == terminal.initial)
  }
}
