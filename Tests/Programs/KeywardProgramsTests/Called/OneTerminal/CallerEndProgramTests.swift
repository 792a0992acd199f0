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
    try asking.run.type("half")
    try asking.run.wait(for: "the keys") { try terminal.unreadBytes() <= 0 }
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
    func stty(_ words: String) throws -> String {
      let run = try ProgramRun.finished("/bin/stty", ["-F", terminal.path, words])
      return String(run.outputText.prefix { $0 != "\n" })
    }
    let ours = try stty("-g")
    kill(helper, SIGSTOP)
    asking.run.send(signal: SIGKILL)
    try asking.run.waitForEnd(of: dialogue)
    #expect(try terminal.settings() == terminal.initial)
    _ = try stty(ours)
    kill(helper, SIGCONT)
    try asking.run.waitForEnd(of: helper)
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test("The first program of a pipeline may end before the question is answered", .needs("bash"))
  func pipelines() throws {
    let fifo = folder.path + "/go"
    mkfifo(fifo, 0o600)
    let script = "set -m; read go <\(fifo) | { \"$@\"; :; }"
    let asking = try AskingProgram.get.start(
      asking: "/dev/tty", on: PseudoTerminal(), through: ["/bin/bash", "-c", script, "bash"])
    try asking.waitUntilAsked()
    let programs = ProgramRun.children(of: asking.run.process).count
    try folder.write("\n", to: "go")
    try asking.run.wait(for: "the end of the first program") {
      ProgramRun.children(of: asking.run.process).count < programs
    }
    try asking.run.type("sesame\r")
    #expect(try asking.run.wait() == .exited(0))
    #expect(asking.answer == "sesame")
  }

  @Test(
    "The line editor on the terminal of a pinentry keeps its settings",
    arguments: ["gpg", "gpg-agent"])
  func lineEditors(killed: String) throws {
    let terminal = try PseudoTerminal()
    let caller = try ProgramRun("/bin/sleep", ["1000"], on: terminal)
    let input = Pipe()
    let pinentry = try ProgramRun(
      Programs.pinentry(), [], streams: (.descriptor(input.reading), .pipe, .pipe))
    let owner = "\(caller.process)/\(geteuid()) \(CallerSystem.current.nodeName)"
    input.send(
      "OPTION ttyname=\(terminal.path)\nOPTION ttytype=xterm\nOPTION lc-ctype=C.UTF-8\n"
        + (killed == "gpg" ? "OPTION owner=\(owner)\n" : "") + "GETPIN\n")
    try caller.waitForDisplay(of: PinentryRun.asks)
    try caller.waitForQuiet()
    try caller.type("half")
    try caller.wait(for: "the keys") { try terminal.unreadBytes() <= 0 }
    // The shell may have taken the terminal before the pinentry wakes up.
    let dialogue = pinentry.process
    kill(dialogue, SIGSTOP)
    if killed == "gpg" {
      caller.send(signal: SIGKILL)
      try caller.wait()
    } else {
      input.closeWriting()
    }
    _ = try ProgramRun.finished("/bin/stty", ["-F", terminal.path, "-icanon", "-echo"])
    let editing = try terminal.settings()
    kill(dialogue, SIGCONT)
    #expect(try pinentry.wait() == .exited(0))
    try caller.wait(for: "the screen's end") { caller.displayedText.contains("\u{1b}[?1049l") }
    #expect(try terminal.settings() == editing)
    #expect(!caller.displayedText.contains(Self.withdrawn))
  }

  @Test(
    "A shell whose job is killed while it asks has the settings of before",
    .needs("ssh-keygen", "bash", "zsh"), arguments: ["bash --norc -i", "zsh -f -i"],
    [SIGTERM, SIGKILL])
  func shells(words: String, signal: Int32) throws {
    let shell = words.split(separator: " ").map(String.init)
    let run = try ProgramRun(
      InstalledProgram.path(shell[0]) ?? "", Array(shell.dropFirst()),
      environment: [
        "PS1": "ready: ", "HOME": folder.path, "SSH_ASKPASS": Programs.askpass(),
        "SSH_ASKPASS_REQUIRE": "force",
      ],
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal()
    ) { $0.role = .sessionLeader }
    var shown = 0
    func waitForPrompt() throws {
      try run.waitForDisplay(of: "ready: ", after: shown)
      shown = run.displayed.count
    }
    func settings() throws -> Substring? {
      try run.type("stty -g; echo en''d\r")
      try run.waitForDisplay(of: "end", after: shown)
      let output = String(decoding: run.displayed.dropFirst(shown), as: UTF8.self)
      try waitForPrompt()
      return output.split { $0 == "\r" || $0 == "\n" }.first { $0.filter { $0 == ":" }.count > 20 }
    }
    try waitForPrompt()
    let before = try #require(try settings())
    try run.waitForQuiet()
    let editing = try run.terminal?.settings()
    try run.type("ssh-keygen -q -t ed25519 -f \(folder.path)/new\r")
    try run.waitForDisplay(of: PinentryRun.asks, after: shown)
    try run.waitForQuiet()
    try run.type("half")
    try run.waitForQuiet()
    let programs = ProgramRun.descendants(of: run.process)
    func find(_ name: String) -> Int32? { programs.first { ProgramRun.name(of: $0) == name } }
    let (caller, dialogue) = (try #require(find("ssh-keygen")), find("keyward-askpass"))
    shown = run.displayed.count
    kill(caller, signal)
    try waitForPrompt()
    try run.waitForEnd(of: try #require(dialogue))
    // A shell that keeps the settings which it finds may be faster.
    if shell[0] == "bash" { #expect(try run.terminal?.settings() == editing) }
    // A busy machine may need more than one command.
    #expect(try (0..<12).contains { _ in try settings() == before })
    run.send(signal: SIGKILL)
  }
}
