import Glibc
import TerminalUI
import TestSupport
import Testing

/// The terminal after `keyward` was killed in one of its states.
@Suite struct WatcherProgramTests {
  /// A program on a terminal whose settings are not the usual ones.
  private struct Killed {
    let terminal: PseudoTerminal
    let run: ProgramRun
    let found: TerminalSettings

    init(
      _ arguments: [String], environment: [String: String?] = [:],
      role: TerminalRole = .foregroundJob,
      showing text: String = "\u{1b}[?2026l"
    ) throws {
      terminal = try PseudoTerminal(columns: 80, rows: 24)
      _ = try ProgramRun.finished("/bin/stty", ["-F", terminal.path, "intr", "^X", "-ixon"])
      found = try terminal.settings()
      var options = ProgramOptions(
        arguments, environment: environment, streams: (.null, .pipe, .pipe))
      options.role = role
      run = try ProgramRun(BuiltProgram.keyward(), options, on: terminal)
      try run.waitForDisplay(of: text)
      try run.waitForQuiet()
    }

    /// The private modes that are still on.
    var modes: Set<Int> {
      var emulator = TerminalEmulator(
        columns: 80, rows: 24, isInline: true, width: CharacterWidth.of)
      emulator.feed(run.displayed)
      return emulator.modes.subtracting([7])
    }
  }

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
    let program = try Killed(state.arguments, showing: state.showing)
    for keys in state.keys {
      try program.run.type(keys)
      try program.run.waitForQuiet()
    }
    #expect(try program.terminal.settings() != program.found)
    try program.run.killWatched()
    #expect(try program.terminal.settings() == program.found)
    #expect(program.modes == (state.hasScreen ? [25] : []))
    #expect(try program.run.wait() == .killed(SIGKILL))
  }

  @Test func whatWasTypedBehindTheEndIsGone() throws {
    let program = try Killed(["get"])
    let watcher = try program.run.waitForWatcher()
    kill(watcher, SIGSTOP)
    program.run.send(signal: SIGKILL)
    try program.run.wait()
    try program.run.type("half a secret\n")
    kill(watcher, SIGCONT)
    try program.run.waitForEnd(of: watcher)
    #expect(try program.terminal.settings() == program.found)
    #expect(try program.terminal.unreadBytes() == 0)
  }

  @Test func aWindowOfAnotherSizeIsRestored() throws {
    let program = try Killed(["get"])
    let before = program.run.displayed.count
    try program.terminal.resize(columns: 60, rows: 20)
    try program.run.waitForDisplay(of: "\u{1b}[2J", after: before)
    try program.run.waitForQuiet()
    try program.run.killWatched()
    #expect(try program.terminal.settings() == program.found)
    #expect(program.run.displayedText.hasSuffix("\u{1b}[?1049l\u{1b}[?2026l"))
  }

  @Test(arguments: [false, true])
  func aStoppedProgramHasNothingToRestore(isContinued: Bool) throws {
    let program = try Killed(["get"])
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
    try program.run.killWatched()
    #expect(try program.terminal.settings() == program.found)
    #expect(isContinued || program.run.displayed.count == before)
    #expect(program.modes == [25])
  }

  @Test func settingsOfOthersStay() throws {
    let program = try Killed(["get"])
    let watcher = try program.run.waitForWatcher()
    // The program checks the settings only before it reads.
    _ = try ProgramRun.finished("/bin/stty", ["-F", program.terminal.path, "sane", "intr", "^Y"])
    let others = try program.terminal.settings()
    let before = program.run.displayed.count
    program.run.send(signal: SIGKILL)
    try program.run.waitForEnd(of: watcher)
    #expect(try program.terminal.settings() == others)
    #expect(program.run.displayed.count == before)
  }

  @Test(arguments: [
    (["get", "--no-watcher"], ""), (["get"], "--no-watcher"),
    (["confirm", "--no-watcher", "Go on?"], ""),
  ])
  func switchedOffThereIsNone(arguments: [String], options: String) throws {
    let program = try Killed(arguments, environment: ["KEYWARD_OPTIONS": options])
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
    var options = ProgramOptions(
      ["-c", "ulimit -u 1; exec \"$0\" get", folder.path + "/keyward"],
      streams: (.null, .pipe, .pipe))
    options.user = 4711
    // The usual shell of Debian cannot limit processes.
    let run = try ProgramRun("/bin/bash", options, on: terminal)
    try run.waitForDisplay(of: "\u{1b}[?2026l")
    try run.type("sesame")
    try run.waitForQuiet()
    #expect(ProgramRun.children(of: run.process).isEmpty)
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test(arguments: ["sesame\r", "\u{1b}", "\u{3}", "TERM", "HUP", "SEGV"])
  func anOrderlyEndTakesTheWatcherAlong(end: String) throws {
    let program = try Killed(["get"])
    let watcher = try program.run.waitForWatcher()
    let signals = ["TERM": SIGTERM, "HUP": SIGHUP, "SEGV": SIGSEGV]
    if let signal = signals[end] {
      program.run.send(signal: signal)
    } else {
      try program.run.type(end)
    }
    try program.run.wait()
    try program.run.waitForEnd(of: watcher)
    #expect(try program.terminal.settings() == program.found)
    // The end of the screen is sent by one of the two.
    #expect(program.run.displayedText.ranges(of: "\u{1b}[?1049l").count == 1)
  }

  @Test func aCommandFindsNoChild() throws {
    let program = try Killed(
      [
        "exec", "--fd", "3", "--", "/bin/sh", "-c",
        "cat /proc/$$/task/$$/children; wait; ls /proc/$$/fd",
      ])
    let watcher = try program.run.waitForWatcher()
    try program.run.type("sesame\r")
    #expect(try program.run.wait() == .exited(0))
    #expect(!program.run.outputText.contains("\(watcher)"))
    #expect(!ProgramRun.isThere(watcher))
  }
}
