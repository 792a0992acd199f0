import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

/// A dialogue whose caller is killed: the caller's shell takes the terminal.
@Suite(.tags(.program)) struct CallerEndProgramTests {
  private static let withdrawn = "The question was withdrawn"

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "A dialogue ends with the job that asks, and leaves the terminal at once",
    arguments: [AskingProgram.get, .lines, .askpass])
  func jobs(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try program.start(
      asking: "/dev/tty", on: terminal, through: ["/bin/sh", "-c", "\"$@\"; :", "sh"])
    try asking.waitUntilAsked()
    let dialogue = asking.run.asker
    try #require(dialogue != asking.run.process)
    if program != .lines { try asking.run.type("h", until: "•") }
    asking.run.send(signal: SIGKILL)
    try asking.run.waitForEnd(of: dialogue)
    #expect(try terminal.settings() == terminal.initial)
    #expect(!asking.screen.isOn)
    #expect(!asking.run.displayedText.contains(Self.withdrawn))
  }

  /// zsh keeps the settings which it finds when a job ends.
  @Test("A shell that kept our settings gets those of before when it applies them")
  func keptSettings() throws {
    let terminal = try PseudoTerminal()
    let asking = try AskingProgram.get.start(
      asking: "/dev/tty", on: terminal, through: ["/bin/sh", "-c", "\"$@\"; :", "sh"])
    try asking.waitUntilAsked()
    let (helper, dialogue) = (try asking.run.waitForHelper(), asking.run.asker)
    let ours = try stty("-g", on: terminal)
    kill(helper, SIGSTOP)
    asking.run.send(signal: SIGKILL)
    try asking.run.waitForEnd(of: dialogue)
    #expect(try terminal.settings() == terminal.initial)
    try stty(ours, on: terminal)
    kill(helper, SIGCONT)
    try asking.run.waitForEnd(of: helper)
    #expect(try terminal.settings() == terminal.initial)
  }

  /// Starts a program in a job whose first program ends once something is written to the file `go`.
  private func startInPipeline() throws -> AskingRun {
    mkfifo(folder.path + "/go", 0o600)
    let script = "(\"$@\"; :) & read go <\(folder.path)/go"
    let asking = try AskingProgram.get.start(
      asking: "/dev/tty", on: PseudoTerminal(), through: ["/bin/sh", "-c", script, "sh"])
    try asking.waitUntilAsked()
    return asking
  }

  @Test("The first program of a pipeline may end before the question is answered")
  func pipelines() throws {
    let asking = try startInPipeline()
    try folder.write("\n", to: "go")
    try asking.run.wait()
    try asking.run.type("sesame\r")
    try asking.run.wait(for: "the answer") { asking.answer == "sesame" }
  }

  @Test("A dialogue whose job has lost its first program ends if a shell is in front")
  func killedLeaders() throws {
    let asking = try startInPipeline()
    let programs = ProgramRun.descendants(of: asking.run.process)
    let dialogue = try #require(programs.first { ProgramRun.name(of: $0) == "keyward" })
    let terminal = try #require(asking.run.terminal)
    try asking.run.background()
    try asking.run.wait(for: "the shell in front") {
      try terminal.foregroundGroup() != asking.run.process
    }
    asking.run.send(signal: SIGKILL)
    try asking.run.waitForEnd(of: dialogue)
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(
    "While programs of the job in front go on, what is typed after the caller's end is dropped",
    arguments: [true, false])
  func jobsThatGoOn(isReaderGone: Bool) throws {
    let terminal = try PseudoTerminal()
    // The caller is the first program of the pipeline, whose number is that of the group.
    let script = "exec 3>&1; { \"$@\" >&3; :; } | sleep 1000"
    let asking = try AskingProgram.askpass.start(
      asking: "/dev/tty", on: terminal, through: ["/bin/bash", "--norc", "-ic", script, "bash"])
    try asking.waitUntilAsked()
    try asking.run.type("h", until: "•")
    let programs = ProgramRun.descendants(of: asking.run.process)
    let dialogue = try #require(programs.first { ProgramRun.name(of: $0) == "keyward-askpass" })
    let caller = try #require(ProcessStatus(of: dialogue).number("PPid"))
    kill(Int32(caller), SIGKILL)
    if isReaderGone { asking.hangUp() }
    try asking.run.waitForDisplay(of: Self.withdrawn)
    try asking.run.type("unter\r")
    try asking.run.waitForEnd(of: dialogue)
    #expect(try terminal.settings() == terminal.initial)
    #expect(!asking.run.displayedText.contains("unter"))
    for program in programs where ProgramRun.name(of: program) == "sleep" { kill(program, SIGKILL) }
    try asking.run.wait()
  }

  /// Starts a program, types a key where it is shown, and makes the shell take the terminal.
  private func startInBackground(
    _ program: AskingProgram, on terminal: PseudoTerminal, editing: Bool = true
  ) throws -> AskingRun {
    let asking = try program.start(asking: "/dev/tty", on: terminal)
    try asking.waitUntilAsked()
    if program != .lines { try asking.run.type("h", until: "•") }
    try asking.run.background()
    try asking.run.wait(for: "the shell in front") {
      try terminal.foregroundGroup() != asking.run.process
    }
    if editing { try stty("-icanon -echo", on: terminal) }
    return asking
  }

  @Test(
    "A withdrawn question leaves the terminal to the shell in front, with a line editor's settings",
    arguments: [AskingProgram.get, .lines, .askpass], [false, true])
  func shellsInFront(program: AskingProgram, isEditing: Bool) throws {
    let terminal = try PseudoTerminal()
    let asking = try startInBackground(program, on: terminal, editing: isEditing)
    let editing = try terminal.settings()
    asking.hangUp()
    #expect(try asking.run.wait() == .exited(1))
    #expect(try terminal.settings() == (isEditing ? editing : terminal.initial))
    #expect(!asking.screen.isOn)
    #expect(!asking.run.displayedText.contains(Self.withdrawn))
  }

  @Test(
    "A signal ends a dialogue in the background, and the line editor keeps its settings",
    arguments: [AskingProgram.get, .lines, .askpass])
  func signalledInBackground(program: AskingProgram) throws {
    let terminal = try PseudoTerminal()
    let asking = try startInBackground(program, on: terminal)
    let editing = try terminal.settings()
    asking.run.send(signal: SIGTERM)
    #expect(try asking.run.wait() == .killed(SIGTERM))
    #expect(try terminal.settings() == editing)
    #expect(!asking.screen.isOn)
  }

  @Test(
    "A process that gets the number of an ended caller is not the caller", .needs("unshare"),
    .needsRoot(to: "choose the number of a process"))
  func reusedNumber() throws {
    let terminal = try PseudoTerminal()
    let script = """
      sleep 1000 &
      caller=$!
      mkfifo "$1/in" "$1/out"
      "$2" <"$1/in" >"$1/out" &
      pinentry=$!
      exec 3>"$1/in" 4<"$1/out"
      printf 'OPTION ttyname=%s\\nOPTION ttytype=xterm\\nOPTION lc-ctype=C.UTF-8\\n' "$3" >&3
      printf 'OPTION owner=%s/0 %s\\nGETPIN\\n' $caller "$(uname -n)" >&3
      read go
      kill -STOP $pinentry
      kill -KILL $caller
      wait $caller
      echo $((caller - 1)) >/proc/sys/kernel/ns_last_pid
      sleep 1001 &
      [ $! != $caller ] || echo reused
      kill -CONT $pinentry
      while read line <&4; do
        case $line in ERR* | D*) echo "$line"; break ;; esac
      done
      kill -KILL $! $pinentry
      """
    let input = Pipe()
    let run = try ProgramRun(
      "/usr/bin/unshare",
      [
        "-pf", "--mount-proc", "/bin/bash", "-c", script, "bash", folder.path,
        try Programs.pinentry(), terminal.path,
      ], streams: (.descriptor(input.reading), .pipe, .pipe), on: terminal)
    try run.waitForDisplay(of: PinentryRun.asks)
    #expect(run.displayedText.contains("asked by sleep"))
    try run.waitForQuiet()
    input.send("go\n")
    try run.wait()
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.count == 2 && lines[0] == "reused", "\(lines) \(run.errorText)")
    #expect(lines.last?.hasPrefix("ERR ") == true)
  }

  @discardableResult
  private func stty(_ words: String, on terminal: PseudoTerminal) throws -> String {
    let words = words.split(separator: " ").map(String.init)
    let run = try ProgramRun.finished("/bin/stty", ["-F", terminal.path] + words)
    return String(run.outputText.prefix { $0 != "\n" })
  }

  /// Starts a pinentry on the terminal of a caller, which it knows if `isNamed`, and types a key.
  private func startPinentry(
    on terminal: PseudoTerminal, isNamed: Bool
  ) throws -> (caller: ProgramRun, pinentry: ProgramRun, input: Pipe) {
    let caller = try ProgramRun("/bin/sleep", ["1000"], on: terminal)
    let input = Pipe()
    let pinentry = try ProgramRun(
      Programs.pinentry(), [], streams: (.descriptor(input.reading), .pipe, .pipe))
    let owner = "\(caller.process)/\(geteuid()) \(CallerSystem.current.nodeName)"
    input.send(
      "OPTION ttyname=\(terminal.path)\nOPTION ttytype=xterm\nOPTION lc-ctype=C.UTF-8\n"
        + (isNamed ? "OPTION owner=\(owner)\n" : "") + "GETPIN\n")
    try caller.waitForDisplay(of: PinentryRun.asks)
    try caller.waitForQuiet()
    try caller.type("h", until: "•")
    return (caller, pinentry, input)
  }

  /// A shell takes the terminal when a signal from elsewhere stops its job.
  @Test("A pinentry ends once the shell of its caller is in front, without a key")
  func shellInFrontOfACaller() throws {
    let terminal = try PseudoTerminal()
    let (caller, pinentry, input) = try startPinentry(on: terminal, isNamed: true)
    try caller.background()
    try pinentry.wait(for: "the end") { pinentry.outputText.contains("ERR ") }
    #expect(try terminal.settings() == terminal.initial)
    try caller.waitForQuiet()
    #expect(!caller.displayedText.contains(Self.withdrawn))
    input.send("BYE\n")
    try pinentry.wait()
  }

  @Test(
    "The line editor on the terminal of a pinentry keeps its settings",
    arguments: ["gpg", "gpg-agent"])
  func lineEditors(killed: String) throws {
    let terminal = try PseudoTerminal()
    let (caller, pinentry, input) = try startPinentry(on: terminal, isNamed: killed == "gpg")
    // The shell may have taken the terminal before the pinentry wakes up.
    try stty("-icanon -echo", on: terminal)
    let editing = try terminal.settings()
    if killed == "gpg" {
      caller.send(signal: SIGKILL)
    } else {
      input.closeWriting()
      pinentry.closeOutput()
    }
    try pinentry.wait()
    #expect(try terminal.settings() == editing)
    try caller.waitForQuiet()
    #expect(!caller.displayedText.contains(Self.withdrawn))
  }
}
