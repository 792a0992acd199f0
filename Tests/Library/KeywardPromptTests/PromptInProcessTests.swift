import Glibc
import KeywardTestSupport
import Testing

/// `Prompt.ask` in the process of a host, `KeywardAskingHost`; no `keyward` is on its `PATH`.
@Suite(.tags(.program)) struct PromptInProcessTests {
  private func host(
    _ arguments: [String] = [], on terminal: PseudoTerminal? = nil,
    settings: String? = nil, showing text: String? = "Enter submit",
    _ change: (inout ProgramOptions) throws -> Void = { _ in }
  ) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.find("KeywardAskingHost"), arguments,
      environment: ["PATH": "/nonexistent", "KEYWARD_OPTIONS": settings],
      on: terminal ?? PseudoTerminal(), showing: text, change)
  }

  @Test("The answer is in locked memory, and the process is as before")
  func answer() throws {
    let terminal = try PseudoTerminal()
    let run = try host(on: terminal)
    #expect(run.displayedText.contains("Passphrase for the archive"))
    #expect(run.displayedText.contains("no sandbox in this program"))
    #expect(try run.end(typing: "sesame\r") == .exited(0))
    #expect(run.outputText == "locked: sesame\nas before\n")
    #expect(run.errorText == "")
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test("A second question is asked in the same process")
  func twice() throws {
    let run = try host(["twice"])
    try run.type("one\r")
    try run.wait(for: "the first answer") { run.outputText.contains("one") }
    try run.type("", until: "Enter submit")
    #expect(try run.end(typing: "two\r") == .exited(0))
    #expect(run.outputText == "locked: one\nlocked: two\nas before\n")
  }

  @Test(
    "Cancelling, the time limit and a wrong option are errors of the call",
    arguments: [
      ([], "\u{1b}", "The prompt was cancelled."),
      (["--timeout", "1"], "", "Nobody answered in time."),
    ])
  func noAnswer(options: [String], keys: String, sentence: String) throws {
    let run = try host(options)
    #expect(try run.end(typing: keys) == .exited(0))
    #expect(run.outputText == sentence + "\nas before\n")
  }

  @Test("A wrong option and a required sandbox are reported, and nothing is shown")
  func refusals() throws {
    let wrong = try host(["--nonsense"], showing: nil)
    #expect(try wrong.wait() == .exited(0))
    #expect(wrong.outputText.contains("--nonsense"))
    let required = try host(settings: "--sandbox required", showing: nil)
    #expect(try required.wait() == .exited(0))
    #expect(required.outputText.contains("sandbox"))
    #expect(wrong.displayed.isEmpty && required.displayed.isEmpty)
  }

  @Test("A name and the secret are lines, and the separators of an expected form are left out")
  func nameAndForm() throws {
    let named = try host(["--user"])
    try named.type("root\r", until: "Passphrase for the archive")
    #expect(try named.end(typing: "sesame\r") == .exited(0))
    #expect(named.outputText == "locked: root\nsesame\nas before\n")
    let grouped = try host(["--expect", "groups:2x3", "--no-separators"])
    #expect(try grouped.end(typing: "abcdef\r") == .exited(0))
    #expect(grouped.outputText == "locked: abcdef\nas before\n")
  }

  @Test("While it asks, others cannot read the process, and no core file can be written")
  func protection() throws {
    let run = try host { options in
      options.coreLimit = 4096
      // Of a process that cannot be read, root owns the files in /proc.
      if geteuid() == 0 { options.user = 65534 }
    }
    let limits = try TextFile.read("/proc/\(run.process)/limits")
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").dropFirst(4).first == "0")
    var status = stat()
    #expect(stat("/proc/\(run.process)/maps", &status) == 0 && status.st_uid == 0)
    #expect(try run.end(typing: "x\r") == .exited(0))
    #expect(run.outputText == "locked: x\nas before\n")
  }

  @Test("A signal restores the terminal, and then ends the host as it would have before")
  func signalEndsHost() throws {
    let terminal = try PseudoTerminal()
    let run = try host(on: terminal)
    try run.type("sesame")
    try run.waitForQuiet()
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test("Handlers of the host get their signals after the prompt")
  func hostHandles() throws {
    let run = try host(["handlers"])
    run.send(signal: SIGWINCH)
    try run.type("a")
    try run.waitForQuiet()
    #expect(run.outputText == "")
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "got WINCH\ngot TERM\nThe prompt was cancelled.\nas before\n")
  }

  @Test("Ctrl-C interrupts the host")
  func interrupt() throws {
    let run = try host(["handlers"])
    #expect(try run.end(typing: "\u{3}") == .exited(0))
    #expect(run.outputText == "got INT\nThe prompt was cancelled.\nas before\n")
    #expect(try host().end(typing: "\u{3}") == .killed(SIGINT))
  }

  @Test("A host that is killed leaves its terminal restored")
  func killed() throws {
    let terminal = try PseudoTerminal()
    let run = try host(on: terminal)
    try run.killHelped()
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test("Ctrl-Z stops the host, and the prompt goes on")
  func stop() throws {
    let run = try host()
    try run.type("ses\u{1a}")
    try run.waitFor(.stopped(SIGTSTP))
    try run.foreground()
    try run.type("", until: "Enter submit")
    #expect(try run.end(typing: "same\r") == .exited(0))
  }
}
