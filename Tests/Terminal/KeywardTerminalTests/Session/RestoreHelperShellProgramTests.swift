import Glibc
import KeywardTestSupport
import Testing

/// The terminal after `keyward` was killed, in a shell with a line editor.
@Suite(.tags(.program)) struct RestoreHelperShellProgramTests {
  /// A shell that keeps the settings which it finds when a job ends.
  struct KeepingShell: CustomStringConvertible, Sendable {
    let description: String
    var editing = ["-icanon", "isig", "lnext", "undef", "min", "1"]
    /// The flags that it adds to ours for a command: of input, and local ones.
    var added = (input: 0, local: 0)
  }

  static let keepingShells = [
    KeepingShell(description: "exactly ours"),
    KeepingShell(description: "zsh", added: (0, Int(ECHO | ICANON))),
    KeepingShell(
      description: "fish", editing: ["-icanon", "-iexten", "isig", "eof", "^D", "min", "1"],
      added: (Int(ICRNL), Int(ECHO | ICANON | IEXTEN))),
  ]

  @Test(arguments: [["get"], ["attend", "--", "/bin/sleep", "1000"]], keepingShells)
  func aLineEditorThatPutsOursBackGetsTheFoundOnes(
    arguments: [String], shell: KeepingShell
  ) throws {
    let program = try KilledProgram(arguments, showing: arguments == ["get"] ? "\u{1b}[?2026l" : "")
    try program.run.wait(for: "our settings") {
      try program.terminal.settings() != program.found
    }
    var ours = try program.stty(["-g"]).split(separator: ":").map(String.init)
    for (place, flags) in [(0, shell.added.input), (3, shell.added.local)] {
      ours[place] = String((Int(ours[place], radix: 16) ?? 0) | flags, radix: 16)
    }
    let (helper, _) = try program.killAndSet(shell.editing)
    let editing = try program.terminal.settings()
    if arguments == ["get"] {
      try program.run.wait(for: "the screen's end") { program.run.modes == [25] }
    }
    try program.waitForWatching(by: helper)
    #expect(try program.terminal.settings() == editing)
    try program.stty([ours.joined(separator: ":")])
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
  }

  @Test("However long the line editor runs, the settings of before follow it")
  func aLongEdit() throws {
    let program = try KilledProgram(["get"])
    let ours = try program.stty(["-g"])
    // As in zsh, which keeps our mark.
    let (helper, _) = try program.killAndSet(["-icanon", "isig", "min", "1"])
    try program.waitForWatching(by: helper)
    // The helper follows a shell that edits nothing for two seconds.
    #expect(!Moment.wait(seconds: 2.5) { !ProgramRun.isThere(helper) })
    try program.stty(["min", "2"])
    try program.run.wait(for: "the helper") { try ProcessStatus(of: helper).state == "S" }
    try program.stty([ours])
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
  }

  /// A dialogue that comes before the line editor is done restores the settings it finds.
  @Test(
    "The helper changes nothing under another dialogue, and restores the settings after it",
    arguments: [false, true])
  func aDialogueInBetweenIsWaitedFor(findsOurs: Bool) throws {
    let program = try KilledProgram(["get"])
    let ours = try program.stty(["-g"])
    let (helper, _) = try program.killAndSet(["-icanon", "isig"])
    try program.waitForWatching(by: helper)
    if findsOurs {
      kill(helper, SIGSTOP)
      try program.stty([ours])
    }
    let shown = program.run.displayed.count
    let next = try ProgramRun(BuiltProgram.keyward(), ["get", "--take-terminal"]) {
      $0.environment["KEYWARD_TTY"] = program.terminal.path
    }
    try program.run.wait(for: "the next frame") {
      program.run.displayed.dropFirst(shown).firstRange(of: Array("\u{1b}[?2026l".utf8)) != nil
    }
    let running = try program.terminal.settings()
    // From this signal on, the helper runs until it waits again.
    kill(helper, SIGCONT)
    try program.run.wait(for: "the helper") { try ProcessStatus(of: helper).state == "S" }
    #expect(try program.terminal.settings() == running)
    next.send(signal: SIGTERM)
    #expect(try next.wait() == .killed(SIGTERM))
    if !findsOurs { try program.stty([ours]) }
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
  }

  /// The killed one was stopped, so that it has not restored the terminal.
  @Test("The helper of a killed `attend` leaves the settings of another one unchanged")
  func anotherAttend() throws {
    let words = ["attend", "--", "/bin/sleep", "1000"]
    let program = try KilledProgram(words, showing: "")
    try program.run.wait(for: "its settings") { try program.terminal.settings() != program.found }
    let stopped = try program.terminal.settings()
    program.run.send(signal: SIGSTOP)
    let other = try ProgramRun(BuiltProgram.keyward(), words) {
      $0.environment["KEYWARD_TTY"] = program.terminal.path
    }
    try program.run.wait(for: "other settings") { try program.terminal.settings() != stopped }
    let passing = try program.terminal.settings()
    let helper = try program.run.waitForHelper()
    try ProgramRun.killHelped(by: helper)
    try program.waitForWatching(by: helper)
    #expect(try program.terminal.settings() == passing)
    // It restores the settings that it found, which are those of the killed one.
    other.send(signal: SIGTERM)
    try other.wait()
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
  }

  /// The shell may have the terminal before the child that asks has ended.
  @Test func aKillOfTheProcessThatWaitsForTheChildIsCovered() throws {
    let program = try KilledProgram(["exec", "--", "/bin/cat"])
    let ours = try program.stty(["-g"])
    let helper = try program.run.waitForHelper()
    let child = program.run.asker
    kill(child, SIGSTOP)
    program.run.send(signal: SIGKILL)
    try program.run.wait()
    try program.stty(["-icanon", "isig"])
    kill(child, SIGCONT)
    try program.run.wait(for: "the screen's end") { program.run.modes == [25] }
    try program.waitForWatching(by: helper)
    try program.stty([ours])
    try program.run.waitForEnd(of: helper)
    #expect(try program.terminal.settings() == program.found)
    #expect(!ProgramRun.isThere(child))
  }

  @Test(arguments: ["sane", "hang-up"])
  func aHelperThatWaitsForALineEditorEnds(cause: String) throws {
    let program = try KilledProgram(["get"])
    let (helper, _) = try program.killAndSet(["-icanon", "isig"])
    try program.run.wait(for: "the screen's end") { program.run.modes == [25] }
    if cause == "sane" {
      try program.stty(["sane"])
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
    .tags(.slow),
    .enabled(if: access("/usr/bin/zsh", X_OK) == 0, "needs zsh: apt-get install zsh"),
    arguments: shells, ["full", "card", "inline"])
  func anInteractiveShellFindsTheModesOfBefore(shell: [String], form: String) throws {
    let run = try ProgramRun(
      shell[0], Array(shell.dropFirst()), environment: ["PS1": "ready: ", "HOME": "/tmp"],
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal()
    ) { $0.role = .sessionLeader }
    let keyward = try BuiltProgram.keyward()
    for _ in seeds(12) {
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
      try run.wait(for: "the modes of before") { run.modes.subtracting([2004]) == [25] }
      // The shell answers. Input before the restoring was typed for the dialogue.
      if shell[0] != "/usr/bin/zsh" { try run.waitForEnd(of: helper) }
      let before = run.displayed.count
      try run.type("stty sane; echo an''swer\r")
      try run.waitForDisplay(of: "answer", after: before)
      try run.waitForEnd(of: helper)
    }
    run.send(signal: SIGKILL)
  }

  /// zsh puts the settings it found when a job ended back for each command: the helper has only that
  /// moment.
  @Test(.enabled(if: access("/usr/bin/zsh", X_OK) == 0, "needs zsh: apt-get install zsh"))
  func zshHasTheSettingsOfBeforeAfterShortCommands() throws {
    let run = try ProgramRun(
      "/usr/bin/zsh", ["-f", "-i"], environment: ["PS1": "ready: ", "HOME": "/tmp"],
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal()
    ) { $0.role = .sessionLeader }
    var shown = 0
    func settings() throws -> Substring? {
      try run.waitForDisplay(of: "ready: ", after: shown)
      shown = run.displayed.count
      try run.type("stty -g; echo en''d\r")
      try run.waitForDisplay(of: "end", after: shown)
      let rest = run.displayed.dropFirst(shown)
      // The shell's next prompt may have come with it.
      let end = try #require(rest.firstRange(of: Array("end".utf8))).upperBound
      let output = String(decoding: rest[..<end], as: UTF8.self)
      shown = end
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
}
