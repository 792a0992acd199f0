import Glibc
import TerminalUI
import TestSupport
import Testing

/// The terminal after `keyward` was killed in one of its states.
@Suite struct RestoreHelperProgramTests {
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
    try program.run.killHelped()
    #expect(try program.terminal.settings() == program.found)
    #expect(program.modes == (state.hasScreen ? [25] : []))
    #expect(try program.run.wait() == .killed(SIGKILL))
  }

  @Test func whatWasTypedBehindTheEndIsGone() throws {
    let program = try Killed(["get"])
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
    let program = try Killed(["get"])
    let before = program.run.displayed.count
    try program.terminal.resize(columns: 60, rows: 20)
    try program.run.waitForDisplay(of: "\u{1b}[2J", after: before)
    try program.run.waitForQuiet()
    try program.run.killHelped()
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
    try program.run.killHelped()
    #expect(try program.terminal.settings() == program.found)
    #expect(isContinued || program.run.displayed.count == before)
    #expect(program.modes == [25])
  }

  /// Kills the program, and gives the terminal other settings before the helper looks at it.
  ///
  /// - Returns: The helper, going on, and the bytes displayed by then.
  private func killAndSet(
    _ program: Killed, thenSetting words: [String]
  ) throws -> (helper: Int32, shown: Int) {
    let helper = try program.run.waitForHelper()
    kill(helper, SIGSTOP)
    try ProgramRun.killHelped(by: helper)
    try program.run.wait()
    _ = try ProgramRun.finished("/bin/stty", ["-F", program.terminal.path] + words)
    let shown = program.run.displayed.count
    kill(helper, SIGCONT)
    return (helper, shown)
  }

  /// Screen and modes are ended whatever the settings are.
  @Test(arguments: ["full", "card", "inline"])
  func settingsOfOthersStay(form: String) throws {
    let program = try Killed(["get", "--form", form])
    let (helper, shown) = try killAndSet(program, thenSetting: ["sane", "intr", "^Y"])
    let others = try program.terminal.settings()
    try program.run.waitForEnd(of: helper)
    try program.run.waitForQuiet(seconds: 0.02)
    #expect(try program.terminal.settings() == others)
    #expect(program.modes == [25])
    let end = String(decoding: program.run.displayed.dropFirst(shown), as: UTF8.self)
    #expect(end.hasSuffix("\u{1b}[?2026l"))
    // On rows at the cursor, others write by then.
    if form == "inline" { #expect(!end.contains("\u{1b}[K") && end.contains("\u{1b}[?7h")) }
  }

  /// Reports the settings for `stty`.
  private func settings(of terminal: PseudoTerminal) throws -> String {
    let run = try ProgramRun.finished("/bin/stty", ["-F", terminal.path, "-g"])
    return String(run.outputText.prefix { $0 != "\n" })
  }

  /// A shell that keeps the settings which it finds when a job ends.
  struct KeepingShell: CustomStringConvertible, Sendable {
    let description: String
    /// What it sets for its line editor.
    var editing = ["-icanon", "isig", "lnext", "undef", "min", "1"]
    /// The flags that it adds to ours for a command: of input, and local ones.
    var added = (input: 0, local: 0)
  }

  static let keepingShells = [
    KeepingShell(description: "exactly ours"),
    KeepingShell(description: "zsh", added: (0, Int(ECHO | ICANON))),
    KeepingShell(
      description: "fish", editing: ["-icanon", "isig", "eof", "^D", "min", "1"],
      added: (Int(ICRNL), Int(ECHO | ICANON | IEXTEN))),
  ]

  @Test(arguments: [["get"], ["attend", "--", "/bin/sleep", "1000"]], keepingShells)
  func aLineEditorThatPutsOursBackGetsTheFoundOnes(
    arguments: [String], shell: KeepingShell
  ) throws {
    let program = try Killed(arguments, showing: arguments == ["get"] ? "\u{1b}[?2026l" : "")
    try program.run.wait(for: "our settings") {
      try program.terminal.settings() != program.found
    }
    var ours = try settings(of: program.terminal).split(separator: ":").map(String.init)
    for (place, flags) in [(0, shell.added.input), (3, shell.added.local)] {
      ours[place] = String((Int(ours[place], radix: 16) ?? 0) | flags, radix: 16)
    }
    let (helper, _) = try killAndSet(program, thenSetting: shell.editing)
    let editing = try program.terminal.settings()
    if arguments == ["get"] {
      try program.run.wait(for: "the screen's end") { program.modes == [25] }
    }
    try waitForWatching(helper, of: program)
    #expect(try program.terminal.settings() == editing)
    _ = try ProgramRun.finished(
      "/bin/stty", ["-F", program.terminal.path, ours.joined(separator: ":")])
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
  }

  /// Waits until the helper watches the settings for what a line editor puts back.
  private func waitForWatching(_ helper: Int32, of program: Killed) throws {
    try program.run.wait(for: "the helper's watch") {
      try ProgramRun.files(of: helper).contains("anon_inode:[eventpoll]")
    }
  }

  /// A dialogue that comes before the line editor is done restores what it finds.
  @Test(arguments: [false, true])
  func aDialogueInBetweenIsWaitedFor(findsOurs: Bool) throws {
    let program = try Killed(["get"])
    let ours = try settings(of: program.terminal)
    let (helper, _) = try killAndSet(program, thenSetting: ["-icanon", "isig"])
    try waitForWatching(helper, of: program)
    if findsOurs {
      kill(helper, SIGSTOP)
      _ = try ProgramRun.finished("/bin/stty", ["-F", program.terminal.path, ours])
    }
    var options = ProgramOptions(["get"], streams: (.null, .pipe, .pipe))
    options.environment["KEYWARD_TTY"] = program.terminal.path
    let shown = program.run.displayed.count
    let next = try ProgramRun(BuiltProgram.keyward(), options, on: nil)
    try program.run.waitForDisplay(of: "\u{1b}[?2026l", after: shown)
    kill(helper, SIGCONT)
    next.send(signal: SIGTERM)
    #expect(try next.wait() == .killed(SIGTERM))
    if !findsOurs {
      _ = try ProgramRun.finished("/bin/stty", ["-F", program.terminal.path, ours])
    }
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
  }

  /// The shell may have the terminal before the child that asks has ended.
  @Test func aKillOfTheProcessThatWaitsForTheChildIsCovered() throws {
    let program = try Killed(["exec", "--", "/bin/cat"])
    let ours = try settings(of: program.terminal)
    let helper = try program.run.waitForHelper()
    let child = program.run.asker
    kill(child, SIGSTOP)
    program.run.send(signal: SIGKILL)
    try program.run.wait()
    _ = try ProgramRun.finished("/bin/stty", ["-F", program.terminal.path, "-icanon", "isig"])
    kill(child, SIGCONT)
    try program.run.wait(for: "the screen's end") { program.modes == [25] }
    try waitForWatching(helper, of: program)
    _ = try ProgramRun.finished("/bin/stty", ["-F", program.terminal.path, ours])
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
    #expect(!ProgramRun.isThere(child))
  }

  @Test(arguments: ["sane", "hang-up"])
  func aHelperThatWaitsForALineEditorEnds(cause: String) throws {
    let program = try Killed(["get"])
    let (helper, _) = try killAndSet(program, thenSetting: ["-icanon", "isig"])
    try program.run.wait(for: "the screen's end") { program.modes == [25] }
    if cause == "sane" {
      _ = try ProgramRun.finished("/bin/stty", ["-F", program.terminal.path, "sane"])
    } else {
      program.terminal.hangUp()
    }
    let end = Moment.now + ProgramRun.longest
    while ProgramRun.isThere(helper), Moment.now < end { sched_yield() }
    #expect(!ProgramRun.isThere(helper))
  }

  static let shells = [
    ["/bin/bash", "--norc", "-i"], ["/usr/bin/zsh", "-f", "-i"], ["/bin/dash", "-i"],
  ]

  /// Line editors take the terminal as soon as the job has ended.
  @Test(
    .enabled(if: access("/usr/bin/zsh", X_OK) == 0, "needs zsh: apt-get install zsh"),
    arguments: shells, ["full", "card", "inline"])
  func anInteractiveShellFindsTheModesOfBefore(shell: [String], form: String) throws {
    var options = ProgramOptions(
      Array(shell.dropFirst()), environment: ["PS1": "ready: ", "HOME": "/tmp"],
      streams: (.terminal, .terminal, .terminal))
    options.role = .sessionLeader
    let run = try ProgramRun(shell[0], options, on: PseudoTerminal())
    let keyward = try BuiltProgram.keyward()
    for _ in 0..<12 {
      try run.waitForDisplay(of: "ready: ")
      let shown = run.displayed.count
      try run.type("\(keyward) get --form \(form)\r")
      try run.waitForDisplay(of: "\u{1b}[?2026l", after: shown)
      try run.type("ab")
      try run.waitForQuiet(seconds: 0.02)
      let helper = try run.waitForHelper()
      try ProgramRun.killHelped(by: helper)
      let killed = run.displayed.count
      try run.waitForDisplay(of: "ready: ", after: killed)
      var emulator = TerminalEmulator(
        columns: 80, rows: 24, isInline: true, width: CharacterWidth.of)
      try run.wait(for: "the modes of before") {
        emulator = TerminalEmulator(
          columns: 80, rows: 24, isInline: true, width: CharacterWidth.of)
        emulator.feed(run.displayed)
        return emulator.modes.subtracting([7, 2004]) == [25]
      }
      // The shell answers. Input before the restoring was typed for the dialogue.
      if shell[0] != "/usr/bin/zsh" { try run.waitForEnd(of: helper) }
      let before = run.displayed.count
      try run.type("stty sane; echo an''swer\r")
      try run.waitForDisplay(of: "answer", after: before)
      try run.waitForEnd(of: helper)
    }
    run.send(signal: SIGKILL)
  }

  /// zsh keeps the settings that it finds when a job ends. It puts them back for each command, so the
  /// helper has only that moment.
  @Test(.enabled(if: access("/usr/bin/zsh", X_OK) == 0, "needs zsh: apt-get install zsh"))
  func zshHasTheSettingsOfBeforeAfterShortCommands() throws {
    var options = ProgramOptions(
      ["-f", "-i"], environment: ["PS1": "ready: ", "HOME": "/tmp"],
      streams: (.terminal, .terminal, .terminal))
    options.role = .sessionLeader
    let run = try ProgramRun("/usr/bin/zsh", options, on: PseudoTerminal())
    var shown = 0
    func settings() throws -> Substring? {
      try run.waitForDisplay(of: "ready: ", after: shown)
      shown = run.displayed.count
      try run.type("stty -g; echo en''d\r")
      try run.waitForDisplay(of: "end", after: shown)
      let output = String(decoding: run.displayed.dropFirst(shown), as: UTF8.self)
      shown = run.displayed.count
      return output.split { $0 == "\r" || $0 == "\n" }.first { $0.filter { $0 == ":" }.count > 20 }
    }
    let before = try #require(try settings())
    try run.waitForDisplay(of: "ready: ", after: shown)
    shown = run.displayed.count
    try run.type("\(BuiltProgram.keyward()) get\r")
    try run.waitForDisplay(of: "\u{1b}[?2026l", after: shown)
    shown = run.displayed.count
    try ProgramRun.killHelped(by: run.waitForHelper())
    // A busy machine may need more than one command.
    #expect(try (0..<12).contains { _ in try settings() == before })
    run.send(signal: SIGKILL)
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
      let run = try ProgramRun(
        BuiltProgram.keyward(), ProgramOptions(arguments, streams: (.null, .pipe, .pipe)),
        on: terminal)
      let end = Moment.now + ProgramRun.longest
      while try terminal.settings() == found {
        guard Moment.now < end else { throw HarnessError("\(arguments) begins nothing") }
      }
      if group { run.sendToGroup(signal: SIGKILL) } else { kill(run.asker, SIGKILL) }
      #expect(try run.wait() == .killed(SIGKILL))
      try run.wait(for: "the settings of before") { try terminal.settings() == found }
      try run.waitForQuiet(seconds: 0.02)
      var emulator = TerminalEmulator(columns: 80, rows: 24, width: CharacterWidth.of)
      emulator.feed(run.displayed)
      #expect(emulator.modes.subtracting([7]).isSubset(of: [25]))
    }
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
  func anOrderlyEndTakesTheHelperAlong(end: String) throws {
    let program = try Killed(["get"])
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
    let program = try Killed(
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
