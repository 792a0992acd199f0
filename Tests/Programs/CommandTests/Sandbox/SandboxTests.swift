import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct SandboxTests {
  private func started(
    _ arguments: [String], lacking layers: String? = nil, refusing layer: String? = nil,
    options: String? = nil
  ) throws -> ProgramRun {
    let program = try BuiltProgram.keyward()
    let fault =
      layers.map { ["deny-sandbox", $0, program] } ?? layer.map { ["deny-closing", $0, program] }
    let words = (fault ?? []) + arguments
    return try ProgramRun(
      fault == nil ? program : BuiltProgram.find("FaultLauncher"), words,
      environment: ["KEYWARD_OPTIONS": options, "COLUMNS": "10000"], on: PseudoTerminal())
  }

  /// The filters of the asking process in `/proc`: 0 none, 2 a filter.
  private func filters(of run: ProgramRun) throws -> Int? {
    try run.waitForQuiet(after: Keyward.frameEnd)
    return try ProcessStatus(of: run.asker).number("Seccomp")
  }

  @Test(arguments: [["get"], ["type"], ["confirm", "Sure?"], ["exec", "--", "/bin/true"]])
  func itIsClosedOnceTheScreenIsThere(arguments: [String]) throws {
    let run = try started(arguments)
    #expect(try filters(of: run) == 2)
    #expect(!run.displayedText.contains("sandbox"))
    #expect(try run.end(typing: "\u{3}") == .exited(130))
  }

  @Test func noMeansNone() throws {
    for options in ["--sandbox no", "--sandbox=no"] {
      let run = try started(["get"], options: options)
      #expect(try filters(of: run) == 0)
      #expect(run.displayedText.contains("sandbox switched off"))
      #expect(try run.end(typing: "x\r") == .exited(0))
    }
  }

  @Test(arguments: ["1", "2"])
  func missingKernelSupportIsReported(layers: String) throws {
    let run = try started(["get"], lacking: layers)
    try run.waitForQuiet(after: Keyward.frameEnd)
    let absence = layers == "1" ? "no sandbox for files" : "no sandbox on this kernel"
    #expect(run.displayedText.contains(absence))
    #expect(try run.end(typing: "sesame\r") == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test(
    arguments: ["1", "2"],
    [
      ["get", "--require-sandbox"], ["type", "--sandbox", "required"],
      ["exec", "--require-sandbox", "--", "/bin/true"], ["confirm", "--require-sandbox", "Sure?"],
    ])
  func aMissingRequiredSandboxIsStatus70(layers: String, arguments: [String]) throws {
    let run = try started(arguments, lacking: layers)
    #expect(try run.wait() == .exited(70))
    #expect(run.displayed.isEmpty)
    #expect(run.errorText.contains("Landlock"))
    #expect(run.errorText.contains("seccomp") == (layers == "2"))
    #expect(run.errorText.split(separator: "\n").count == 2, "error and hint")
  }

  private func words(on run: ProgramRun) -> String {
    run.screen().lines.first { $0.contains("sandbox") } ?? ""
  }

  @Test(arguments: ["calls", "files"])
  func anUnavailableSandboxIsReported(layer: String) throws {
    let run = try started(["get"], refusing: layer)
    try run.wait(for: layer) { words(on: run).contains("no sandbox for \(layer)") }
    #expect(try run.end(typing: "sesame\r") == .exited(0))
    #expect(run.outputText == "sesame\n")
  }

  @Test(arguments: ["calls", "files"])
  func aRequiredSandboxThatFailsIsStatus70(layer: String) throws {
    let run = try started(["get", "--require-sandbox"], refusing: layer)
    #expect(try run.wait() == .exited(70))
    #expect(run.errorText.contains("could not be set up"))
    #expect(run.outputText.isEmpty)
  }

  @Test(arguments: ["calls", "files"])
  func doctorReportsTheSandbox(layer: String) throws {
    let run = try started(Keyward.doctor, refusing: layer)
    try run.wait()
    let name = layer == "calls" ? "seccomp" : "Landlock"
    let line = Keyward.findings(run).first { $0.hasPrefix("sandbox for \(layer):") }
    #expect(line?.contains("this system refuses \(name)") == true, "\(run.outputText)")
  }

  /// A person who types before the terminal has taken the whole first frame also types into a
  /// closed sandbox.
  @Test func aStoppedTerminalLeavesTheSandboxClosed() throws {
    let terminal = try PseudoTerminal()
    try terminal.stopOutput()
    let run = try ProgramRun.keyward(["get"], on: terminal)
    try run.wait(for: "the settings of the dialogue") {
      try terminal.settings() != terminal.initial
    }
    let helper = try run.waitForHelper()
    try run.wait(for: "the sandbox") {
      try ProcessStatus(of: run.process).number("Seccomp") == 2
    }
    try run.type("ses")
    #expect(!run.displayedText.contains(Keyward.frameEnd))
    run.send(signal: SIGKILL)
    try run.waitForEnd(of: helper)
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test func anAvailableRequiredSandboxIsClosed() throws {
    let run = try started(["get", "--require-sandbox"])
    #expect(try filters(of: run) == 2)
    #expect(try run.end(typing: "sesame\r") == .exited(0))
  }

  @Test func theCommandOfExecHasNone() throws {
    let script = "grep -E '^(Seccomp|NoNewPrivs):' /proc/self/status; cat /etc/hostname >/dev/null"
    let run = try started(["exec", "--", "/bin/sh", "-c", script + " && cat <&3"])
    #expect(try run.answer([(Keyward.frameEnd, "sesame\r")]) == .exited(0))
    #expect(run.outputText == "NoNewPrivs:\t0\nSeccomp:\t0\nsesame")
  }
}

@Suite(.tags(.program)) struct PromptChildTests {
  private func started(
    _ arguments: [String] = ["exec", "--", "/bin/cat", "/dev/fd/3"],
    on terminal: PseudoTerminal? = nil
  ) throws -> ProgramRun {
    let run = try Keyward.typing(arguments, on: terminal)
    try run.waitForQuiet()
    return run
  }

  @Test func aStopStopsBothAndGoesOnWithBoth() throws {
    let terminal = try PseudoTerminal()
    let run = try started(on: terminal)
    try run.type("ses\u{1a}")
    try run.waitFor(.stopped(SIGTSTP))
    #expect(try terminal.settings() == terminal.initial)
    let asker = run.asker
    #expect(asker != run.process)
    #expect(try ProcessStatus(of: asker).state == "T")
    try run.background(restoring: true)
    let shown = run.displayed.count
    try run.foreground()
    try run.waitForDisplay(of: Keyward.frameEnd, after: shown)
    try run.waitForQuiet()
    #expect(try run.end(typing: "ame\r") == .exited(0))
    #expect(run.outputText == "sesame")
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1])
  func aSignalEndsBoth(number: Int32) throws {
    for isForAll in [false, true] {
      let terminal = try PseudoTerminal()
      let run = try started(on: terminal)
      let asker = run.asker
      if isForAll { run.sendToGroup(signal: number) } else { run.send(signal: number) }
      #expect(try run.wait() == .killed(number))
      #expect(try terminal.settings() == terminal.initial)
      #expect(kill(asker, 0) != 0)
    }
  }

  @Test func theChildLeavesWhereTheParentIsKilled() throws {
    let terminal = try PseudoTerminal()
    let run = try started(on: terminal)
    let asker = run.asker
    run.send(signal: SIGKILL)
    #expect(try run.wait() == .killed(SIGKILL))
    try run.wait(for: "the end of the child") { kill(asker, 0) != 0 }
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test func theChildsDeathIsTheParents() throws {
    let run = try started()
    kill(run.asker, SIGKILL)
    #expect(try run.wait() == .killed(SIGKILL))
    #expect(run.outputText.isEmpty)
  }

  @Test func theCommandFindsTheSecretInItsEnvironment() throws {
    let run = try started(
      [
        "exec", "--env", "WORD", "--user", "--user-env", "NAME", "--", "/bin/sh", "-c",
        "echo $NAME $WORD; exit 7",
      ])
    try run.type("bob\r")
    try run.waitForQuiet()
    #expect(try run.end(typing: "sesame\r") == .exited(7))
    #expect(run.outputText == "bob sesame\n")
  }
}
