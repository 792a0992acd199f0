import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct ExecTests {
  private func exec(
    _ options: [String], _ script: String, secret: String = "sesame",
    _ change: (inout ProgramOptions) -> Void = { _ in }
  ) throws -> ProgramRun {
    let run = try Keyward.typing(["exec"] + options + ["--", "/bin/bash", "-c", script], change)
    try run.end(typing: secret + "\r")
    return run
  }

  @Test func theSecretIsOnDescriptor3() throws {
    let run = try exec([], "cat <&3; echo .")
    #expect(run.ending == .exited(0))
    #expect(run.outputText == "sesame.\n")
  }

  @Test func descriptorInputAndVariableCanBeChosen() throws {
    #expect(try exec(["--fd", "7"], "cat <&7").outputText == "sesame")
    #expect(try exec(["--stdin"], "cat").outputText == "sesame")
    #expect(try exec(["--fd", "0"], "cat").outputText == "sesame")
    let variable = try exec(["--env", "WORD"], "printf %s \"$WORD\"", secret: "sés ame=")
    #expect(variable.outputText == "sés ame=")
  }

  @Test func aVariableTakesThePlaceOfItsNamesake() throws {
    let run = try exec(["--env", "HOME"], "tr '\\0' '\\n' < /proc/$$/environ | grep ^HOME")
    #expect(run.outputText == "HOME=sesame\n")
  }

  @Test func theLongestSecretFitsThePipe() throws {
    let long = String(repeating: "0123456789", count: 408)
    let run = try exec([], "wc -c <&3", secret: long)
    #expect(run.outputText == "4080\n")
  }

  @Test func statusAndSignalAreTheCommands() throws {
    #expect(try exec([], "exit 7").ending == .exited(7))
    #expect(try exec([], "kill -TERM $$").ending == .killed(SIGTERM))
  }

  /// Names of files need not be text.
  @Test func theCommandGetsItsWordsByteForByte() throws {
    let script = #"exec "$0" exec -- printf '%s|' "$(printf 'a\377b\303')" é "" end"#
    let run = try ProgramRun(
      "/bin/bash", ["-c", script, try BuiltProgram.keyward()], on: PseudoTerminal(),
      showing: Keyward.frameEnd)
    #expect(try run.end(typing: "x\r") == .exited(0))
    #expect(run.output == [0x61, 0xff, 0x62, 0xc3] + Array("|é||end|".utf8))
  }

  @Test func missingAndUnrunnableCommands() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("just text", to: "text")
    for (command, status) in [("no-such-command", 127), (text, 126), ("/", 126)] {
      let run = try ProgramRun.keyward(["exec", "--", command])
      #expect(try run.wait() == .exited(Int32(status)))
      #expect(run.displayed.isEmpty)
      #expect(run.errorText.contains(command) && run.errorText.hasPrefix("keyward: "))
    }
  }

  @Test func noTraceInArgumentsAndEnvironment() throws {
    let run = try exec([], "tr '\\0' '\\n' < /proc/$$/cmdline; tr '\\0' '\\n' < /proc/$$/environ")
    #expect(!run.outputText.contains("sesame"))
    #expect(run.outputText.contains("HOME=/nonexistent\n"))
  }

  @Test func noDescriptorButTheSecretIsInherited() throws {
    let run = try Keyward.typing(["exec", "--", "/bin/ls", "/proc/self/fd"])
    try run.end(typing: "sesame\r")
    // The folder itself is the fourth.
    #expect(run.outputText.split(separator: "\n") == ["0", "1", "2", "3", "4"])
  }

  @Test func limitMaskAndDispositionsAreRestored() throws {
    // grep is a child of the shell: it would inherit blocked and ignored signals.
    let script = "ulimit -S -c; grep -E '^Sig(Blk|Ign)' /proc/self/status"
    let run = try exec([], script) { $0.coreLimit = 4096 }
    let plain = try ProgramRun("/bin/bash", ["-c", script]) { $0.coreLimit = 4096 }
    try plain.wait()
    #expect(run.outputText == plain.outputText && run.outputText.hasPrefix("4\n"))
  }

  @Test func theTerminalIsTheCommandsAgain() throws {
    let terminal = try PseudoTerminal()
    let run = try Keyward.typing(
      ["exec", "--", "/bin/sh", "-c", "echo up; read line; echo got $line"], on: terminal,
      streams: (.terminal, .pipe, .pipe))
    try run.type("sesame\r")
    try run.wait(for: "the command") { run.outputText.contains("up") }
    #expect(try terminal.settings() == terminal.initial)
    #expect(try run.end(typing: "hello\r") == .exited(0))
    #expect(run.outputText == "up\ngot hello\n")
  }

  @Test func cancellingRunsNothing() throws {
    let run = try Keyward.typing(["exec", "--", "/bin/echo", "ran"])
    #expect(try run.end(typing: "\u{1b}") == .exited(130))
    #expect(run.output.isEmpty)
  }

  /// Between the end of the dialogue and the beginning of the command, nobody waits for signals.
  @Test(arguments: ["tcsetattr", "dup2", "execvpe"], [["--fd", "9"], ["--env", "WORD"]])
  func aSignalBeforeTheCommandEndsIt(call: String, options: [String]) throws {
    // A variable needs no descriptor.
    let comes = call != "dup2" || options[0] == "--fd"
    let interposer = try Interposer("arriving-signal")
    let run = try Keyward.typing(
      ["exec"] + options + ["--", "/bin/echo", "ran"],
      environment: ["LD_PRELOAD": interposer.path, "SIGNAL_IN": call],
      program: BuiltProgram.sharedKeyward())
    #expect(try run.end(typing: "sesame\r") == (comes ? .killed(SIGTERM) : .exited(0)))
    #expect(run.outputText == (comes ? "" : "ran\n"))
    try run.expectRestoredSettings()
    #expect(run.displayedText.contains(Keyward.screenEnd))
  }

  @Test func wrongUseIsReported() throws {
    for arguments in [
      ["exec"], ["exec", "--fd", "1", "--", "true"], ["exec", "--fd", "x", "--", "true"],
      ["exec", "--env", "A=B", "--", "true"], ["exec", "--env", "", "--", "true"],
      ["exec", "--stdin", "--fd", "3", "--", "true"], ["exec", "--fd", "99999999", "--", "true"],
    ] {
      let run = try Keyward.run(arguments)
      #expect(run.ending == .exited(64), "\(arguments)")
      #expect(!run.errors.isEmpty && run.output.isEmpty)
    }
  }
}
