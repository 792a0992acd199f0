import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

/// The rows about who asks and for what, with real processes that ask.
@Suite(.tags(.program)) struct AskerProgramTests {
  private static let frameEnd = "\u{1b}[?2026l"

  /// The rows of a run as one text, without frames.
  private func text(_ run: ProgramRun, columns: Int = 80, isInline: Bool = false) -> String {
    var screen = TerminalEmulator(columns: columns, rows: 24, isInline: isInline)
    screen.feed(run.displayed)
    return screen.lines.map { $0.filter { $0 != "│" } }.joined(separator: "\n")
  }

  // MARK: Who

  /// A program that starts the next one, and the last of them asks; each has its own name.
  private static let chain = """
    if [ $1 -lt $DEPTH ]; then
      next=$(($1 + 1)); before=; [ $next != $LEADER ] || before="setsid -w"
      $before "$FOLDER/p$next" "$FOLDER/chain" $next
    else
      "$KEYWARD" get --form card --no-keyboard
    fi
    exit $?
    """

  /// The names after that of the asking program, which is `depth` programs away from the leader.
  private func parents(_ depth: Int) -> [String] {
    let names = (0..<depth).reversed().map { "p\($0)" }
    return names.count <= 5 ? names : names.prefix(3) + ["…"] + names.suffix(2)
  }

  @Test(
    "The row has the parents up to the leader of the session with the terminal, at most five",
    .needs("setsid"), arguments: 0...8, [false, true])
  func chain(depth: Int, hasInnerLeader: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.chain, to: "chain")
    _ = try ProgramRun.finished(
      "/bin/sh",
      ["-c", "for n in 0 1 2 3 4 5 6 7 8; do cp /bin/sh $0/p$n; done", folder.path])
    let terminal = try PseudoTerminal(columns: 160)
    var options = ProgramOptions(
      [folder.path + "/chain", "0"],
      environment: [
        "DEPTH": "\(depth)", "LEADER": hasInnerLeader ? "\(depth)" : "none",
        "FOLDER": folder.path, "KEYWARD": try BuiltProgram.keyward(),
        "KEYWARD_TTY": terminal.path,
      ], streams: (.terminal, .terminal, .terminal))
    (options.role, options.directory) = (.sessionLeader, "/usr")
    let run = try ProgramRun(folder.path + "/p0", options, on: terminal)
    try run.waitForDisplay(of: Self.frameEnd)
    var row = try #require(
      text(run, columns: 160).split(separator: "\n").first { $0.contains("asked by") })
    while row.last == " " { row.removeLast() }
    let wanted = ([", in /usr"] + parents(depth)).joined(separator: " ← ")
    #expect(row.contains("asked by p\(depth), pid "), "\(row)")
    #expect(row.hasSuffix(wanted), "\(row)")
    try run.type("\u{1b}")
    _ = try run.wait()
  }

  @Test(
    "The name of an asking program that imitates another text is quoted and marked",
    arguments: [
      ("gpg, pid 1", "asked by \"gpg, pid 1\", pid "),
      ("\u{455}sh", "asked by \"\u{455}sh\" (U+0455), pid "),
      ("a\u{202e}b", "asked by \"a\u{fffd}b\", pid "),
    ])
  func names(name: String, wanted: String) throws {
    let folder = try TemporaryFolder()
    let program = folder.path + "/" + name
    _ = try ProgramRun.finished("/bin/cp", ["/bin/sh", program])
    let run = try ProgramRun(
      program, ["-c", "\"$0\" get --no-keyboard; exit $?", try BuiltProgram.keyward()],
      on: PseudoTerminal(), showing: Self.frameEnd)
    #expect(text(run).contains(wanted), "\(text(run))")
    #expect(!run.displayedText.contains("\u{202e}"))
    #expect(try run.end(typing: "\u{1b}") == .exited(130))
  }

  // MARK: For what

  @Test(
    "Invalid UTF-8 and runs of NUL in a command line are shown as codes and empty words",
    .needs("python3"), arguments: ["full", "card", "inline", "plain"])
  func invalidBytes(form: String) throws {
    let script = """
      import os, sys
      look = ["--plain"] if sys.argv[2] == "plain" else ["--form", sys.argv[2]]
      words = [b"sh", b"-c", b'"$0" get --no-keyboard "$1" $2; exit $?',
               sys.argv[1].encode(), *map(str.encode, (look + [""])[:2]),
               b"bad\\xff\\x9b31m", b"", b"", b"", b"tail"]
      os.execv("/bin/sh", words)
      """
    let run = try ProgramRun(
      "/usr/bin/python3", ["-c", script, try BuiltProgram.keyward(), form], on: PseudoTerminal(),
      showing: form == "plain" ? "Passphrase: " : Self.frameEnd)
    let rows = form == "plain" ? run.displayedText : text(run, isInline: form == "inline")
    // How the command line is wrapped depends on the folder of the project.
    let shown = rows.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(shown.contains("$'bad\\x{ff}\\x{9b}31m' '' '' '' tail"), "\(shown)")
    #expect(!run.displayed.contains(0xff))
    #expect(String(validating: run.displayed, as: UTF8.self) != nil)
    #expect(try run.end(typing: "\u{1b}") == .exited(130))
  }

  /// A program with root's rights hides its file and folder from the user who has started it.
  private static let rootsProgram = """
    import ctypes, os, sys
    words = sys.argv[1:]
    if os.fork() == 0:
      os.setresuid(os.getuid(), os.getuid(), os.getuid())
      null = os.open("/dev/null", os.O_RDWR)
      out = os.open(words[1], os.O_WRONLY | os.O_CREAT, 0o644)
      for place, file in [(0, null), (1, out), (2, out)]: os.dup2(file, place)
      os.execv(words[0], [words[0], "Password:"])
    if words[3] == "changes":
      open(words[2]).read()
      start = int(open("/proc/self/stat").read().rsplit(")", 1)[1].split()[45])
      ctypes.memmove(start, b"ordinary", 8)
      open(words[1] + ".done", "w").close()
    os.wait()
    """

  @Test(
    "A program of root whose command line changes gets no answer, and no other is refused",
    .needs("python3", "useradd", "flock"), .needsRoot(to: "make a user"),
    arguments: ["changes", "stays"])
  func rootsProgram(deed: String) throws {
    let (user, programs) = (try TestUser("keywardroot"), try Programs.copy())
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o777)
    mkfifo(folder.path + "/go", 0o666)
    chmod(folder.path + "/go", 0o666)
    // Only a copy of the interpreter gets the rights.
    _ = try ProgramRun.finished(
      "/bin/sh", ["-c", "cp /usr/bin/python3 $0/python; chmod 4755 $0/python", programs.path])
    let terminal = try PseudoTerminal()
    chown(terminal.path, uid_t(user.number), gid_t.max)
    var options = ProgramOptions(
      [
        "-I", "-c", Self.rootsProgram, programs.path + "/askpass", folder.path + "/out",
        folder.path + "/go", deed,
      ], streams: (.terminal, .terminal, .terminal))
    (options.user, options.directory) = (user.number, "/usr/share")
    let run = try ProgramRun(programs.path + "/python", options, on: terminal)
    try run.waitForDisplay(of: Self.frameEnd)
    #expect(text(run).contains("for: \(programs.path)/python -I -c"), "\(text(run))")
    // The folder of the caller is hidden; that of the asking program is the same.
    #expect(text(run).contains("in /usr/share"), "\(text(run))")
    if deed == "changes" {
      try folder.write("go\n", to: "go", mode: 0o666)
      #expect(Moment.wait { access(folder.path + "/out.done", F_OK) == 0 })
      try run.type("sesame\r", until: "The asking program changed; keys are dropped")
      #expect(Moment.wait { folder.text("out").contains("the asking program has changed") })
    } else {
      try run.type("sesame\r")
      #expect(Moment.wait { folder.text("out") == "sesame\n" })
    }
    #expect(folder.text("out").contains("sesame") == (deed == "stays"))
    _ = try run.wait()
  }

  /// Ends the process that asks, and starts another one with its number and its command line.
  private static let reuse = """
    import os, signal, subprocess, sys, time
    program, out, go = sys.argv[1:]
    words = ["/bin/sh", "-c", '"$0" get --no-keyboard >"$1" 2>&1 </dev/null; exec sleep 1000',
             program, out]
    first = subprocess.Popen(words)
    open(go).read()
    def child():
      return int(open(f"/proc/{first.pid}/task/{first.pid}/children").read().split()[0])
    get = child()
    os.kill(get, signal.SIGSTOP)
    first.kill()
    first.wait()
    number = 0
    while number != first.pid:
      with open("/proc/sys/kernel/ns_last_pid", "w") as last: last.write(str(first.pid - 1))
      number = os.fork()
      if number == 0: os.execv(words[0], ["/bin/sh", "-c", "sleep 1000; :"] + words[3:])
    os.kill(get, signal.SIGCONT)
    print("taken", flush=True)
    time.sleep(1000)
    """

  @Test(
    "A process that has ended and whose number was taken again gets no answer",
    .needs("python3", "unshare"), .needsOwnMounts(to: "choose the numbers of processes"))
  func reusedNumber() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/go", 0o600)
    let run = try ProgramRun(
      "/usr/bin/unshare",
      [
        "-pf", "--mount-proc", "--kill-child", "/usr/bin/python3", "-c", Self.reuse,
        try BuiltProgram.keyward(), folder.path + "/out", folder.path + "/go",
      ], streams: (.terminal, .terminal, .terminal), on: PseudoTerminal(),
      showing: Self.frameEnd)
    for key in ["s", "e", "s"] { try run.type(key, until: Self.frameEnd) }
    try folder.write("go\n", to: "go")
    try run.waitForDisplay(of: "taken")
    try run.type("ame\r")
    #expect(Moment.wait { folder.text("out").contains("error:") }, "\(folder.text("out"))")
    #expect(!folder.text("out").contains("sesame"))
    run.send(signal: SIGKILL)
  }

  // MARK: Always

  /// Each setting, with a value that changes the prompt most.
  private static let values = [
    "allow-reveal": "", "allow-unlocked-memory": "", "ask-in": "terminal", "bell": "no-",
    "colour": "no-", "console-font": "/nonexistent", "devices": "none", "feedback": "none",
    "form": "inline", "idle-off": "1m", "input": "keys", "keep": "", "keyboard": "",
    "language": "en", "layout": "gr", "mask": "hidden", "max-length": "1", "mouse": "no-",
    "plain": "", "sandbox": "no", "secret-memory": "no-", "shuffle": "all", "theme": "light",
    "timeout": "60", "touch-rotation": "90", "watcher": "no-",
  ]

  /// The asking program also chooses the environment.
  @Test("No setting and no variable hides the rows")
  func settings() throws {
    let names = ProgramSettings.settings.map { $0.names[0] }
    #expect(Set(names) == Set(Self.values.keys), "a new setting needs a value here")
    let options = Self.values.map { name, value in
      value == "no-" ? "--no-\(name)" : value.isEmpty ? "--\(name)" : "--\(name) \(value)"
    }
    let environments: [[String: String?]] =
      (options + ["--form docked", "--form full", "--take-terminal"])
      .map { ["KEYWARD_OPTIONS": $0] }
      + [
        ["TERM": "dumb"], ["TERM": "vt100"], ["NO_COLOR": "1"], ["LC_ALL": "POSIX"],
        ["COLUMNS": "10", "LINES": "3"], ["HOME": nil], ["KEYWARD_ASK_IN": "terminal"],
      ]
    for environment in environments {
      let run = try ProgramRun(
        "/bin/sh", ["-c", "\"$0\" Password:; exit $?", try Programs.askpass(), "unmistakable"],
        environment: environment, streams: (.null, .pipe, .pipe),
        on: PseudoTerminal(columns: 200, rows: 30), showing: "unmistakable")
      let shown = run.displayedText
      #expect(shown.contains("asked by ") && shown.contains("pid \(run.process)"), "\(environment)")
      #expect(shown.contains("for: /bin/sh -c"), "\(environment) \(shown)")
      run.send(signal: SIGKILL)
    }
  }
}
