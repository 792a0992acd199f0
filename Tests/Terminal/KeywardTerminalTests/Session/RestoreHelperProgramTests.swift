import Glibc
import KeywardTestSupport
import Testing

/// The terminal after `keyward` was killed in one of its states.
@Suite(.tags(.program)) struct RestoreHelperProgramTests {
  /// A state, and the keys that lead to it from the first frame.
  struct State: CustomStringConvertible, Sendable {
    let description: String
    var arguments = ["get"]
    var keys: [String] = []
    var showing = "\u{1b}[?2026l"
    var hasScreen = true
  }

  static let states = [
    State(description: "first frame"),
    State(description: "typed", keys: ["sesame"]),
    State(
      description: "revealed", arguments: ["get", "--allow-reveal"], keys: ["sesame", "\u{14}"]),
    // The focus is placed by chance, so nothing is pressed: it might be return.
    State(description: "keys", arguments: ["type", "--input", "screen"], keys: ["\t\t"]),
    State(description: "inline", arguments: ["get", "--form", "inline", "--keep"], keys: ["ab"]),
    State(description: "card", arguments: ["get", "--form", "card"], keys: ["ab"]),
    State(
      description: "two fields", arguments: ["get", "--repeat"], keys: ["sesame\t", "ses"]),
    State(
      description: "second question", arguments: ["get", "--user"], keys: ["me\r", "ses"]),
    State(
      description: "lines", arguments: ["get", "--plain"], keys: ["ab"], showing: "Passphrase:",
      hasScreen: false),
    State(description: "confirm", arguments: ["confirm", "Go on?"]),
    State(description: "exec", arguments: ["exec", "--", "/bin/cat"], keys: ["ab"]),
  ]

  @Test(arguments: states)
  func aKillRestoresTheTerminal(state: State) throws {
    let program = try KilledProgram(state.arguments, showing: state.showing)
    for keys in state.keys {
      try program.run.type(keys)
      try program.run.waitForQuiet()
    }
    #expect(try program.terminal.settings() != program.found)
    try program.run.killHelped()
    #expect(try program.terminal.settings() == program.found)
    #expect(program.run.modes == (state.hasScreen ? [25] : []))
    #expect(try program.run.wait() == .killed(SIGKILL))
  }

  @Test func inputAfterTheEndIsDiscarded() throws {
    let program = try KilledProgram(["get"])
    let helper = try program.run.waitForHelper()
    kill(helper, SIGSTOP)
    program.run.send(signal: SIGKILL)
    try program.run.wait()
    try program.run.type("half a secret\n")
    kill(helper, SIGCONT)
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
    #expect(try program.terminal.unreadBytes() == 0)
  }

  @Test func aWindowOfAnotherSizeIsRestored() throws {
    let program = try KilledProgram(["get"])
    let before = program.run.displayed.count
    try program.terminal.resize(columns: 60, rows: 20)
    try program.run.waitForDisplay(of: "\u{1b}[1C\u{1b}[J", after: before)
    try program.run.waitForQuiet()
    try program.run.killHelped()
    #expect(try program.terminal.settings() == program.found)
    #expect(program.run.displayedText.hasSuffix("\u{1b}[?1049l\u{1b}[?2026l"))
  }

  @Test(arguments: [false, true])
  func aStoppedProgramHasNothingToRestore(isContinued: Bool) throws {
    let program = try KilledProgram(["get"])
    try program.run.type("ab\u{1a}")
    try program.run.waitFor(.stopped(SIGTSTP))
    try program.run.background()
    if isContinued {
      let before = program.run.displayed.count
      try program.run.foreground()
      try program.run.waitForDisplay(of: "\u{1b}[?2026l", after: before)
      try program.run.waitForQuiet()
    } else {
      #expect(try program.terminal.settings() == program.found)
    }
    let before = program.run.displayed.count
    try program.run.killHelped()
    #expect(try program.terminal.settings() == program.found)
    #expect(isContinued || program.run.displayed.count == before)
    #expect(program.run.modes == [25])
  }

  /// Screen and modes are ended whatever the settings are.
  @Test(arguments: ["full", "card", "inline"])
  func settingsOfOthersStay(form: String) throws {
    let program = try KilledProgram(["get", "--form", form])
    let (helper, shown) = try program.killAndSet(["sane", "intr", "^Y"])
    let others = try program.terminal.settings()
    try program.run.waitForEnd(of: helper)
    try program.run.waitForQuiet(seconds: 0.02)
    #expect(try program.terminal.settings() == others)
    #expect(program.run.modes == [25])
    let end = String(decoding: program.run.displayed.dropFirst(shown), as: UTF8.self)
    #expect(end.hasSuffix("\u{1b}[?2026l"))
    // On rows at the cursor, others write by then.
    if form == "inline" { #expect(!end.contains("\u{1b}[K") && end.contains("\u{1b}[?7h")) }
  }

  /// Kills a program as soon as the settings are its own.
  @Test(
    arguments: [
      ["get"], ["confirm", "Go on?"], ["exec", "--", "/bin/true"],
      ["attend", "--", "/bin/sleep", "1000"],
    ], [false, true])
  func aKillRightAfterTheFirstChangeIsCovered(arguments: [String], group: Bool) throws {
    let terminal = try PseudoTerminal()
    let found = try terminal.settings()
    for _ in 0..<10 {
      let run = try ProgramRun.keyward(arguments, on: terminal)
      let end = Moment.now + ProgramRun.longest
      while try terminal.settings() == found {
        guard Moment.now < end else { throw HarnessError("\(arguments) begins nothing") }
      }
      if group { run.sendToGroup(signal: SIGKILL) } else { kill(run.asker, SIGKILL) }
      #expect(try run.wait() == .killed(SIGKILL))
      try run.wait(for: "the settings of before") { try terminal.settings() == found }
      // The settings come before the screen.
      try run.wait(for: "the modes of before") { run.modes.isSubset(of: [25]) }
    }
  }

  @Test(arguments: [
    (["get", "--no-watcher"], ""), (["get"], "--no-watcher"),
    (["confirm", "--no-watcher", "Go on?"], ""),
  ])
  func switchedOffThereIsNone(arguments: [String], options: String) throws {
    let program = try KilledProgram(arguments, environment: ["KEYWARD_OPTIONS": options])
    try program.run.type("\t")
    try program.run.waitForQuiet()
    #expect(ProgramRun.children(of: program.run.process).isEmpty)
    program.run.send(signal: SIGKILL)
    try program.run.wait()
    #expect(try program.terminal.settings() != program.found)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become a user without processes"))
  func aSystemThatRefusesAChildIsNoHindrance() throws {
    let terminal = try PseudoTerminal()
    let folder = try TemporaryFolder()
    _ = try ProgramRun.finished(
      "/bin/sh",
      ["-c", "chmod 755 $1; cp $0 $1/keyward", try BuiltProgram.keyward(), folder.path])
    // The default shell of Debian cannot limit processes.
    let run = try ProgramRun(
      "/bin/bash", ["-c", "ulimit -u 1; exec \"$0\" get", folder.path + "/keyward"], on: terminal,
      showing: "\u{1b}[?2026l"
    ) { $0.user = 4711 }
    try run.type("sesame")
    try run.waitForQuiet()
    #expect(ProgramRun.children(of: run.process).isEmpty)
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test(arguments: ["sesame\r", "\u{1b}", "\u{3}", "TERM", "HUP", "SEGV"])
  func anOrderlyEndTakesTheHelperAlong(end: String) throws {
    let program = try KilledProgram(["get"])
    let helper = try program.run.waitForHelper()
    let signals = ["TERM": SIGTERM, "HUP": SIGHUP, "SEGV": SIGSEGV]
    if let signal = signals[end] {
      program.run.send(signal: signal)
    } else {
      try program.run.type(end)
    }
    try program.run.wait()
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
    // The end of the screen is sent by one of the two.
    #expect(program.run.displayedText.ranges(of: "\u{1b}[?1049l").count == 1)
  }

  @Test func aCommandFindsNoChild() throws {
    let program = try KilledProgram(
      [
        "exec", "--fd", "3", "--", "/bin/sh", "-c",
        "cat /proc/$$/task/$$/children; wait; ls /proc/$$/fd",
      ])
    let helper = try program.run.waitForHelper()
    try program.run.type("sesame\r")
    #expect(try program.run.wait() == .exited(0))
    #expect(!program.run.outputText.contains("\(helper)"))
    #expect(!ProgramRun.isThere(helper))
  }
}
