import Glibc
import KeywardTestSupport
import Testing

/// A terminal that a machine types on, that an editor runs, or on which the kernel refuses a call.
@Suite(.tags(.program)) struct AttendSharingTests {
  @Test(
    "An answer that begins before the prompt is shown keeps its head",
    arguments: [("", "correct\r"), ("c", "orrect\r"), ("correct", "\r")])
  func answersInPieces(head: String, rest: String) throws {
    let run = try Attended.bash(
      "read -s -p 'A: ' a; echo; read -s -p 'B: ' b; echo; echo \"[$a|$b]\"")
    var shown = 0
    for question in ["A: ", "B: "] {
      // As pexpect does, which looks only for the program's own text.
      shown = try run.waitForDisplay(of: question, after: shown)
      try run.type(head)
      shown = try run.waitForDisplay(of: Attended.prompt, after: shown)
      try run.type(rest)
    }
    #expect(try run.wait() == .exited(0))
    #expect(run.rows().contains("[correct|correct]"))
  }

  @Test("A whole answer right after the program's text is taken")
  func answerAtOnce() throws {
    let run = try Attended.bash(
      "read -s -p 'A: ' a; echo; read -s -p 'B: ' b; echo; echo \"[$a|$b]\"")
    var shown = 0
    for question in ["A: ", "B: "] {
      shown = try run.waitForDisplay(of: question, after: shown)
      try run.type("correct\r")
    }
    #expect(try run.wait() == .exited(0))
    #expect(run.rows().contains("[correct|correct]"))
  }

  @Test("Echo that was off before the command is no question")
  func echoOffOutside() throws {
    let keyward = try BuiltProgram.keyward()
    let run = try ProgramRun(
      "/bin/bash",
      [
        "-c",
        "stty -echo; exec '\(keyward)' attend -- /bin/bash -c "
          + "'echo begin; read a; echo \"[$a]\"; read -s -p \"P: \" b; echo; echo \"($b)\"'",
      ], streams: (.terminal, .terminal, .terminal), on: PseudoTerminal())
    try run.waitForDisplay(of: "begin")
    // Longer than the silence after which a prompt would be shown.
    try run.waitForQuiet(seconds: 0.6)
    #expect(!run.displayedText.contains(Attended.prompt))
    try run.type("line\r", until: "[line]")
    // Other flags than those at the start.
    try run.waitForDisplay(of: Attended.prompt)
    #expect(try run.end(typing: "sesame\r") == .exited(0))
    #expect(run.displayedText.contains("(sesame)"))
  }

  @Test(
    "A stack that is too small is reported before anything is asked",
    .enabled(if: InstalledProgram.path("prlimit") != nil, "needs prlimit (util-linux)"),
    arguments: [["attend", "--", "/bin/true"], ["get"]])
  func smallStack(arguments: [String]) throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      "/usr/bin/prlimit", ["--stack=65536", try BuiltProgram.keyward()] + arguments, on: terminal)
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("error: the stack may have only 64 KiB"))
    #expect(run.displayed.isEmpty)
    #expect(try terminal.settings() == terminal.initial)
  }

  /// Starts a command whose question waits for a terminal that this process has locked.
  private func startLocked(
    on terminal: PseudoTerminal
  ) throws -> (run: ProgramRun, holder: Int32) {
    let run = try Attended.bash("echo begin; read go; read -s -p 'A: ' a", on: terminal)
    try run.waitForQuiet(after: "begin")
    let holder = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #expect(flock(holder, LOCK_EX) == 0)
    try run.type("\r")
    return (run, holder)
  }

  /// Continues a command that was stopped in its question, and answers the question.
  private func answerAgain(_ run: ProgramRun, typing answer: String) throws {
    let shown = run.displayed.count
    try run.foreground()
    try run.waitForDisplay(of: Attended.prompt, after: shown)
    #expect(try run.end(typing: answer + "\r") == .exited(0))
    #expect(run.displayedText.contains("[\(answer)]"))
  }

  @Test("A program that locks the terminal is named, and Ctrl-C interrupts the command")
  func lockedTerminal() throws {
    let terminal = try PseudoTerminal()
    let (run, holder) = try startLocked(on: terminal)
    defer { close(holder) }
    try run.waitForDisplay(of: "(pid \(getpid())), which has locked this terminal")
    try run.type([3])
    #expect(try run.wait() == .exited(130))
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test("What is typed for a question that waits for the terminal is dropped after a signal, too")
  func endedWhileLocked() throws {
    let terminal = try PseudoTerminal()
    let (run, holder) = try startLocked(on: terminal)
    defer { close(holder) }
    try run.waitForDisplay(of: "which has locked this terminal")
    try run.type("hinter")
    try run.wait(for: "the kept keys") { try terminal.unreadBytes() == 0 }
    run.send(signal: SIGTERM)
    try run.type("lassen\r")
    #expect(try run.wait() == .killed(SIGTERM))
    #expect(!run.displayedText.contains("lassen"))
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test("Ctrl-Z in a prompt stops the command, and what is typed then is no answer")
  func stopped() throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.bash("read -s -p 'A: ' a; echo; echo \"[$a]\"", on: terminal)
    try run.waitForDisplay(of: Attended.prompt)
    try run.waitForQuiet()
    try run.type("ab\u{1a}")
    try run.waitFor(.stopped(SIGTSTP))
    try run.waitForQuiet()
    #expect(try terminal.settings() == terminal.initial)
    try answerAgain(run, typing: "cd")
  }

  @Test("A stop from elsewhere in a prompt drops the answer, and its rest reaches no shell")
  func stoppedFromElsewhere() throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.bash("read -s -p 'A: ' a; echo; echo \"[$a]\"", on: terminal)
    try run.waitForQuiet(after: Attended.prompt)
    try run.type("ab", until: "•")
    run.send(signal: SIGTSTP)
    // A key that is read in the same moment as the signal arrives still belongs to the answer.
    for _ in 0..<20 {
      try run.type("x")
      try run.pump(seconds: 0.02)
      try run.wait(for: "the rest") { try terminal.unreadBytes() <= 0 }
    }
    try run.waitFor(.stopped(SIGTSTP))
    try run.waitForQuiet()
    #expect(try terminal.settings() == terminal.initial)
    #expect(try terminal.unreadBytes() == 0)
    try answerAgain(run, typing: "ef")
  }

  @Test("A stop from elsewhere without a prompt stops attend, and the command keeps its line")
  func stoppedWithoutPrompt() throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.bash("echo begin; read a; echo \"[$a]\"", on: terminal)
    try run.waitForQuiet(after: "begin")
    try run.type("ab", until: "ab")
    run.send(signal: SIGTSTP)
    try run.waitFor(.stopped(SIGTSTP))
    try run.waitForQuiet()
    #expect(try terminal.settings() == terminal.initial)
    try run.foreground()
    try run.wait(for: "our settings") { try terminal.settings() != terminal.initial }
    #expect(try run.end(typing: "cd\r") == .exited(0))
    #expect(run.displayedText.contains("[abcd]"))
  }

  @Test(
    "A wait that the kernel refuses at every try leaves the terminal as before",
    .enabled(if: InstalledProgram.path("strace") != nil, "needs strace (apt-get install strace)"),
    .enabled(if: getuid() == 0, "needs root to trace a hardened process"),
    arguments: ["ENOMEM", "EPERM", "ENOSYS", "EINVAL", "EIO", "EAGAIN"], [false, true])
  func refusedWait(code: String, inPrompt: Bool) throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.bash(
      inPrompt ? "read -s -p 'A: ' a" : "echo begin; read a", on: terminal)
    try run.waitForDisplay(of: inPrompt ? Attended.prompt : "begin")
    try run.waitForQuiet()
    let tracer = try ProgramRun.tracer(
      of: run.process, injecting: "error=\(code):when=1..8", into: "poll")
    defer { withExtendedLifetime(tracer) {} }
    try run.type("x")
    if inPrompt {
      // The rest of the answer reaches no shell.
      try run.waitForDisplay(of: "keys are dropped")
      try run.type("yz\r")
    }
    #expect(try run.wait() == .exited(1))
    #expect(run.displayedText.contains("waiting for the terminal failed"))
    #expect(try terminal.settings() == terminal.initial)
    #expect(try terminal.unreadBytes() == 0)
  }

  @Test(
    "A signal whose wake-up the kernel refuses once ends attend",
    .enabled(if: InstalledProgram.path("strace") != nil, "needs strace (apt-get install strace)"),
    .enabled(if: getuid() == 0, "needs root to trace a hardened process"))
  func refusedWakeUp() throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.bash("echo begin; read a", on: terminal)
    try run.waitForDisplay(of: "begin")
    try run.waitForQuiet()
    let tracer = try ProgramRun.tracer(
      of: run.process, injecting: "error=EIO:when=1", into: "write")
    defer { withExtendedLifetime(tracer) {} }
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(
    "A frame of a prompt that the terminal refuses ends attend, and the rest reaches no shell",
    .enabled(if: InstalledProgram.path("strace") != nil, "needs strace (apt-get install strace)"),
    .enabled(if: getuid() == 0, "needs root to trace a hardened process"))
  func refusedFrame() throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.bash("read -s -p 'A: ' a", on: terminal)
    try run.waitForDisplay(of: Attended.prompt)
    try run.waitForQuiet()
    let tracer = try ProgramRun.tracer(
      of: run.process, injecting: "error=EIO:when=1", into: "write")
    defer { withExtendedLifetime(tracer) {} }
    try run.type("x")
    try run.waitForDisplay(of: "keys are dropped")
    try run.type("yz\r")
    #expect(try run.wait() == .exited(1))
    #expect(try terminal.settings() == terminal.initial)
    #expect(try terminal.unreadBytes() == 0)
  }

  @Test(
    "A command starts although the kernel refuses it once; otherwise the terminal is as before",
    .enabled(if: InstalledProgram.path("strace") != nil, "needs strace (apt-get install strace)"),
    .enabled(if: getuid() == 0, "needs root to trace a hardened process"),
    arguments: [("1", 0), ("1..8", 1)])
  func refusedStart(writes: String, status: Int) throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      "/usr/bin/strace",
      [
        "-qq", "-o", "/dev/null", "-e", "trace=write", "-e",
        "inject=write:error=EIO:when=\(writes)", try BuiltProgram.keyward(), "attend", "--",
        "/bin/echo", "begin",
      ], streams: (.terminal, .terminal, .terminal), on: terminal)
    #expect(try run.wait() == .exited(Int32(status)))
    #expect(run.displayedText.contains("begin") == (status == 0))
    #expect(try terminal.settings() == terminal.initial)
  }

  private static let expecting = """
    import pexpect, sys
    question = "read -s -p 'Password: ' a; echo; echo [$a]"
    for _ in range(12):
        child = pexpect.spawn(
            sys.argv[1], ["attend", "--", "/bin/bash", "-c", question + "; " + question])
        for _ in range(2):
            child.expect("assword:")
            child.sendline("correct horse")
            child.expect(r"\\[correct horse\\]")
        child.expect(pexpect.EOF)
    """

  @Test(
    "pexpect answers every question under attend",
    .enabled(
      if: (try? ProgramRun.finished("/usr/bin/python3", ["-c", "import pexpect"]).ending)
        == .exited(0),
      "needs pexpect (apt-get install python3-pexpect)"))
  func pexpect() throws {
    let run = try ProgramRun.finished(
      "/usr/bin/python3", ["-c", Self.expecting, try BuiltProgram.keyward()])
    #expect(run.ending == .exited(0), "\(run.errorText)")
  }

  @Test(
    "Emacs hides the answer to a question under attend in M-x shell",
    .enabled(
      if: InstalledProgram.path("emacs") != nil, "needs emacs (apt-get install emacs-nox)"))
  func emacs() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "read -s -p 'Password: ' a; echo; echo \"length=${#a}\"\n", to: "ask", mode: 0o700)
    let run = try ProgramRun(
      try #require(InstalledProgram.path("emacs")),
      ["-nw", "-Q", "--eval", "(progn (setq explicit-shell-file-name \"/bin/bash\") (shell))"],
      environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path],
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal())
    try run.waitForQuiet(after: "*shell*", seconds: 0.5)
    try run.type("\(try BuiltProgram.keyward()) attend -- bash \(folder.path)/ask\r")
    // The question is in the shell's buffer, and Emacs asks in its own row.
    try run.wait(for: "the question of Emacs") {
      run.rows().suffix(2).contains { $0.hasPrefix("Password:") }
    }
    try run.type("correct horse\r")
    try run.waitForDisplay(of: "length=13")
    #expect(!run.displayedText.contains("correct"))
    run.send(signal: SIGKILL)
  }

  /// Emacs switches echo off for all programs in it.
  @Test(
    "A line for a program under attend in M-x compile is no answer to a question",
    .enabled(
      if: InstalledProgram.path("emacs") != nil, "needs emacs (apt-get install emacs-nox)"))
  func emacsCompile() throws {
    let folder = try TemporaryFolder()
    try folder.write("echo begin; read a; echo \"length=${#a}\"\n", to: "ask", mode: 0o700)
    let command = "\(try BuiltProgram.keyward()) attend -- bash \(folder.path)/ask"
    let script = "(progn (compile \"\(command)\" t) (switch-to-buffer \"*compilation*\"))"
    let run = try ProgramRun(
      try #require(InstalledProgram.path("emacs")), ["-nw", "-Q", "--eval", script],
      environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path],
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal())
    try run.waitForQuiet(after: "begin", seconds: 0.6)
    // M-> goes to the end of the buffer.
    try run.type("\u{1b}>hello\r", until: "length=5")
    #expect(run.displayedText.contains("hello"))
    #expect(!run.displayedText.contains(Attended.prompt))
    run.send(signal: SIGKILL)
  }
}
