import Glibc
import KeywardTestSupport
import Testing

/// Dialogues in a pipeline whose other programs use the terminal too.
@Suite(.tags(.program)) struct PipelineProgramTests {
  private static let frameEnd = "\u{1b}[?2026l"
  private static let prompt = "shell> "

  /// Starts an interactive shell and one line in it.
  private func start(
    _ line: String, on terminal: PseudoTerminal, environment: [String: String?] = [:],
    in shell: (String, [String]) = ("/bin/bash", ["--norc", "--noprofile", "-i"])
  ) throws -> ProgramRun {
    let more: [String: String?] = ["PS1": Self.prompt, "HISTFILE": "/dev/null", "LESS": ""]
    let run = try ProgramRun(
      shell.0, shell.1, environment: more.merging(environment) { $1 },
      streams: (.terminal, .terminal, .terminal), on: terminal, showing: Self.prompt)
    try run.type(line + "\r")
    return run
  }

  /// Types a secret key by key, waiting for a frame after each.
  private func type(_ secret: String, in run: ProgramRun) throws {
    for character in secret {
      try run.type(String(character), until: Self.frameEnd)
    }
  }

  /// Leaves the pager, and expects that the next command finds an ordinary terminal.
  private func expectPlainTerminal(_ run: ProgramRun, after keys: String) throws {
    try run.type(keys, until: Self.prompt)
    try run.type(
      "stty -a | tr ' ;' '\\n\\n' | grep -cx -e icanon -e echo -e -extproc\r", until: "3\r\n")
  }

  @Test("gpg in front of a pager asks", .needs("gpg", "less"))
  func pinentry() throws { try decrypt("gpg -q -d FILE | less", quitting: "q") }

  /// w3m moves its standard input; the pipe of the others is the file that they show.
  @Test(
    "gpg asks in front of a reader whose pipe is not its standard input",
    .needs("gpg", "less", "w3m", "vim"),
    arguments: [
      ("gpg -q -d FILE | w3m", "Q"), ("less -f <(gpg -q -d FILE)", "q"),
      ("vim -u NONE -i NONE <(gpg -q -d FILE)", ":q!\r"),
    ])
  func readerElsewhere(line: String, keys: String) throws { try decrypt(line, quitting: keys) }

  @Test("gpg asks once the pager behind it has started", .needs("gpg", "less", "python3"))
  func pinentryWithLatePager() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.latePager, to: "pager.py")
    let run = try decrypt(
      "gpg -q -d FILE | /usr/bin/python3 \(folder.path)/pager.py", quitting: "q")
    #expect(!run.displayedText.contains("changed this terminal"))
  }

  /// Shows a decrypted file with a line in which FILE is replaced by its path.
  @discardableResult
  private func decrypt(_ line: String, quitting keys: String) throws -> ProgramRun {
    let home = try GnuPGHome()
    let passphrase = "sesame ouvre toi 12"
    _ = try home.encrypt([(PinentryRun.asks, passphrase + "\r"), ("▏", passphrase + "\r")])
    try home.forget()
    let terminal = try PseudoTerminal()
    let run = try start(
      line.replacing("FILE", with: home.path + "/secret"), on: terminal,
      environment: ["GNUPGHOME": home.path, "HOME": home.path, "GPG_TTY": terminal.path])
    try run.waitForDisplay(of: "Enter submit")
    try run.waitForQuiet()
    try type(passphrase, in: run)
    // w3m moves the cursor over the blank in "some text".
    try run.type("\r", until: "text")
    try expectPlainTerminal(run, after: keys)
    return run
  }

  /// A pager that first works until a prompt has set the terminal, but not for so long that no
  /// prompt would wait for it.
  private static let latePager = """
    import os, termios, time
    terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    while time.process_time() < 0.15 and termios.tcgetattr(terminal)[3] & termios.ECHO: pass
    os.execvp("less", ["less"])
    """

  @Test(
    "A prompt waits until the pager behind it has started", .needs("less", "python3", "zsh"),
    arguments: ["bash", "zsh"])
  func pagerThatStartsLate(shell: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.latePager, to: "pager.py")
    let secret = "correct horse 42"
    let words = shell == "zsh" ? ["-f", "-i"] : ["--norc", "--noprofile", "-i"]
    let path = try #require(InstalledProgram.path(shell))
    let pager = "/usr/bin/python3 \(folder.path)/pager.py"
    let run = try start(
      "\(try BuiltProgram.keyward()) get --form card --no-keyboard | \(pager)",
      on: PseudoTerminal(), in: (path, words))
    try run.waitForDisplay(of: "Enter submit")
    try type(secret, in: run)
    try run.type("\r", until: secret)
    #expect(!run.displayedText.contains("changed this terminal"))
    try expectPlainTerminal(run, after: "q")
  }

  private static let secret = "correct horse 42"

  /// A shell that does not notice that a program goes on after a stop, so that none may be stopped.
  private static let simpleShell = ("/bin/dash", ["-i"])

  /// Starts a prompt in front of a program, and waits until it is shown.
  private func ask(
    before neighbour: String,
    in shell: (String, [String]) = ("/bin/bash", ["--norc", "--noprofile", "-i"])
  ) throws -> ProgramRun {
    let run = try start(
      "\(try BuiltProgram.keyward()) get --form card --no-keyboard 2>&1 | \(neighbour)",
      on: PseudoTerminal(), in: shell)
    try run.waitForDisplay(of: "Enter submit")
    return run
  }

  /// A menu that runs would take every other key.
  @Test(
    "A menu after a prompt gets no key, and then the whole secret", .needs("fzf", "zsh"),
    arguments: [("/bin/bash", ["--norc", "--noprofile", "-i"]), ("/bin/zsh", ["-f", "-i"])], 1...6)
  func menu(shell: (String, [String]), round: Int) throws {
    let run = try ask(before: "fzf --no-height", in: shell)
    try run.type(Self.secret + "\r", until: Self.secret)
    // The menu drops what is typed before it reads again.
    try run.waitForQuiet()
    try expectPlainTerminal(run, after: "\r")
  }

  /// Without a program that runs, a shell would take the job for stopped.
  @Test("A prompt does not end before the menu after it has continued", .needs("fzf"))
  func slowHelper() throws {
    let run = try ask(before: "fzf --no-height")
    let helper = try run.waitForHelper()
    kill(helper, SIGSTOP)
    try run.type(Self.secret + "\r", until: "\u{1b}[?1049l")
    try run.waitForQuiet()
    #expect(!run.displayedText.contains("Stopped"))
    kill(helper, SIGCONT)
    try run.waitForDisplay(of: Self.secret)
    try expectPlainTerminal(run, after: "\r")
  }

  /// A shell with job control would take the terminal, as both programs seem to be stopped.
  @Test("A menu after a prompt that is killed goes on", .needs("fzf"))
  func killedBeforeMenu() throws {
    let run = try ProgramRun(
      "/bin/sh",
      [
        "-c", "\"$0\" get --form card --no-keyboard | fzf --no-height; echo over",
        try BuiltProgram.keyward(),
      ], streams: (.terminal, .terminal, .terminal), on: PseudoTerminal(), showing: "Enter submit")
    let menu = try #require(
      ProgramRun.descendants(of: run.process).first { ProgramRun.name(of: $0) == "fzf" })
    #expect(try ProcessStatus(of: menu).state == "T")
    try run.killHelped()
    try run.wait(for: "the menu") { try ProcessStatus(of: menu).state != "T" }
    try run.type("\u{3}", until: "over")
    #expect(try run.terminal?.settings() == run.terminal?.initial)
  }

  /// The shell continues the menu together with the prompt, which stops it again.
  @Test("A prompt in front of a menu goes on when its job is continued", .needs("fzf"))
  func continuedWithMenu() throws {
    let run = try ask(before: "fzf --no-height")
    try run.type("corr")
    try run.type("\u{1a}", until: Self.prompt)
    try run.type("fg\r", until: "Enter submit")
    try run.waitForQuiet()
    try run.type(Self.secret.dropFirst(4) + "\r", until: Self.secret)
    try run.waitForQuiet()
    try expectPlainTerminal(run, after: "\r")
  }

  /// As ssh, which saves the settings, asks and puts them back while the prompt is up.
  private static let asksToo = """
    import os, sys, termios
    terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    before = termios.tcgetattr(terminal)
    silent = termios.tcgetattr(terminal)
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSAFLUSH, silent)
    os.write(terminal, b"password: ")
    line = os.read(terminal, 100)
    termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
    print("got", sys.stdin.read() + line.decode(), file=sys.stderr)
    """

  /// A program that starts once the test releases it, since it must not ask before the prompt.
  private struct LateProgram {
    let command: String
    private let pipe: Int32

    init(_ words: String, in folder: TemporaryFolder) throws {
      try folder.write(PipelineProgramTests.asksToo, to: "asks.py")
      mkfifo(folder.path + "/go", 0o600)
      pipe = open(folder.path + "/go", O_RDWR | O_NONBLOCK | O_CLOEXEC)
      try #require(pipe >= 0)
      command = "(read go <\(folder.path)/go; exec \(words))"
    }

    func release() { #expect(write(pipe, "\n", 1) == 1) }
  }

  @Test(
    "A program of the pipeline that asks on the terminal does so after the prompt",
    .needs("python3", "zsh"),
    arguments: [("/bin/bash", ["--norc", "--noprofile", "-i"]), ("/bin/zsh", ["-f", "-i"])])
  func neighbourThatAsks(shell: (String, [String])) throws {
    let folder = try TemporaryFolder()
    let late = try LateProgram("/usr/bin/python3 \(folder.path)/asks.py", in: folder)
    let run = try ask(before: late.command, in: shell)
    late.release()
    try type(Self.secret, in: run)
    try run.type("\r", until: "password: ")
    try run.type("other\r", until: "got \(Self.secret)")
    try run.waitForDisplay(of: "other")
    try expectPlainTerminal(run, after: "\r")
  }

  @Test(
    "Programs in the background of a script run on while it asks",
    arguments: ["x=$(KEYWARD get --form card --no-keyboard)", "KEYWARD exec -- true"])
  func background(line: String) throws {
    let folder = try TemporaryFolder()
    let line = line.replacing("KEYWARD", with: try BuiltProgram.keyward())
    let run = try start(
      "sh -c 'sleep 61 & echo $! >\(folder.path)/pid; \(line); kill $!'", on: PseudoTerminal())
    try run.waitForDisplay(of: "Enter submit")
    try run.waitForQuiet()
    let number = try #require(Int32(folder.text("pid").filter { $0 != "\n" }))
    #expect(try ProcessStatus(of: number).state == "S")
    try expectPlainTerminal(run, after: "word\r")
  }

  @Test("A prompt in front of a menu ends when both are continued from elsewhere", .needs("fzf"))
  func continuedFromElsewhere() throws {
    let run = try ask(before: "fzf --no-height")
    let group = try #require(try run.terminal?.foregroundGroup())
    kill(-group, SIGCONT)
    try run.waitForDisplay(of: "is using /dev/")
    try expectPlainTerminal(run, after: "\u{3}")
  }

  @Test("A program of the pipeline before a prompt asks after it, too", .needs("python3"))
  func earlierProgramThatAsks() throws {
    let folder = try TemporaryFolder()
    let late = try LateProgram(
      "/usr/bin/python3 \(folder.path)/asks.py </dev/null", in: folder)
    let run = try start(
      "\(late.command) | \(try BuiltProgram.keyward()) get --form card --no-keyboard "
        + ">\(folder.path)/out",
      on: PseudoTerminal())
    try run.waitForDisplay(of: "Enter submit")
    late.release()
    try type(Self.secret, in: run)
    try run.type("\r", until: "password: ")
    try run.type("other\r", until: "got ")
    try expectPlainTerminal(run, after: "\r")
    #expect(folder.text("out") == Self.secret + "\n")
  }

  @Test("Two prompts of one pipeline do not stop each other", arguments: ["keyward", "another"])
  func twoPrompts(name: String) throws {
    let folder = try TemporaryFolder()
    #expect(symlink(try BuiltProgram.keyward(), folder.path + "/" + name) == 0)
    let run = try start(
      "\(folder.path)/\(name) get --form card --no-keyboard | "
        + "\(folder.path)/\(name) exec --form card --no-keyboard -- "
        + "sh -c 'cat; echo; echo over'",
      on: PseudoTerminal())
    for _ in 0..<2 {
      try run.waitForDisplay(of: "Enter submit")
      try run.waitForQuiet(seconds: 0.4)
      try run.type("correct\r")
      try run.waitForQuiet()
    }
    try run.waitForDisplay(of: "over")
    try expectPlainTerminal(run, after: "\r")
  }

  /// A reader of keys that begins once its pipe on the path of the argument has a writer.
  private static let lateMenu = """
    import os, sys, tty
    terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    settings = tty.tcgetattr(terminal)
    open(sys.argv[1]).read()
    tty.setraw(terminal)
    print(sys.stdin.read(), file=sys.stderr)
    while os.read(terminal, 1) != b"\\x03": pass
    tty.tcsetattr(terminal, tty.TCSADRAIN, settings)
    """

  @Test("A prompt ends if a reader of keys after it begins later", .needs("python3"))
  func lateReader() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.lateMenu, to: "menu.py")
    let gate = folder.path + "/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let run = try ask(
      before: "/usr/bin/python3 \(folder.path)/menu.py \(gate)", in: Self.simpleShell)
    try type("corr", in: run)
    close(open(gate, O_WRONLY))
    // The settings change without an event; the next key finds it.
    try run.wait(for: "the reader") { try run.terminal?.settings().isCanonical == false }
    try run.type("ect\r\r", until: "is using /dev/")
    #expect(!run.displayedText.contains("orr"))
    try expectPlainTerminal(run, after: "\u{3}")
  }

  /// A reader of lines that changes no settings, and begins once the pipe of its argument is open.
  private static let lateLines = """
    import os, sys
    terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    open(sys.argv[1]).read()
    os.read(terminal, 1)
    """

  @Test(
    "A prompt ends once another program of its job waits for a line", .needs("python3"),
    arguments: ["KEYWARD | READER", "sh -c 'READER & KEYWARD; wait'"])
  func lateReaderOfLines(line: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.lateLines, to: "reader.py")
    let gate = folder.path + "/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let run = try start(
      line.replacing("READER", with: "/usr/bin/python3 \(folder.path)/reader.py \(gate)")
        .replacing(
          "KEYWARD", with: "\(try BuiltProgram.keyward()) get --form card --no-keyboard"),
      on: PseudoTerminal(), in: Self.simpleShell)
    try run.waitForDisplay(of: "Enter submit")
    try type("corr", in: run)
    close(open(gate, O_WRONLY))
    try run.waitForDisplay(of: "is using /dev/")
    #expect(!run.displayedText.contains("orr"))
    try expectPlainTerminal(run, after: "\r")
  }

  @Test(
    "In front of a menu in a shell that does not notice continued programs, nothing is stopped",
    .needs("fzf"))
  func menuInDash() throws {
    let run = try start(
      "\(try BuiltProgram.keyward()) get 2>&1 | fzf --no-height", on: PseudoTerminal(),
      in: Self.simpleShell)
    try run.waitForDisplay(of: "is using /dev/")
    try run.waitForQuiet()
    #expect(!run.displayedText.contains("Stopped"))
    try expectPlainTerminal(run, after: "\u{3}")
  }

  /// The helper keeps a limited number of programs.
  @Test("Every program that was stopped for a prompt goes on", .needs("python3"))
  func manyReaders() throws {
    let count = 20
    let readers = Array(repeating: "(head -n1 </dev/tty >/dev/null; cat)", count: count)
    let run = try start(
      "\(try BuiltProgram.keyward()) get | \(readers.joined(separator: " | "))",
      on: PseudoTerminal())
    try run.waitForDisplay(of: "is using /dev/")
    try run.waitForQuiet()
    let heads = ProgramRun.descendants(of: run.process).filter { ProgramRun.name(of: $0) == "head" }
    #expect(heads.count == count)
    #expect(try heads.allSatisfy { try ProcessStatus(of: $0).state != "T" })
    try run.type("\u{3}", until: Self.prompt)
  }

  /// A reader of keys whose main thread waits for the pipe, as in some menus.
  private static let menuWithThreads = """
    import os, sys, threading, time, tty
    def read():
      while time.process_time() < \(busy): pass
      terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
      tty.setraw(terminal)
      while os.read(terminal, 1) != b"\\x03": pass
      tty.tcsetattr(terminal, tty.TCSADRAIN, settings)
    settings = tty.tcgetattr(sys.stderr)
    reader = threading.Thread(target=read)
    reader.start()
    print(sys.stdin.read(), file=sys.stderr)
    reader.join()
    """
  private static let busy = 0.05

  @Test(
    "No key goes to a program after a prompt whose other threads read the terminal or start",
    .needs("python3"))
  func readerInThread() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.menuWithThreads, to: "menu.py")
    let run = try ask(before: "/usr/bin/python3 \(folder.path)/menu.py")
    try run.type(Self.secret + "\r", until: Self.secret)
    try expectPlainTerminal(run, after: "\u{3}")
  }

  @Test(
    "A program after a prompt that reads lines gets the line after the secret",
    arguments: ["read a </dev/tty", "head -n1 </dev/tty", "sh -c 'read -r a; true' </dev/tty"])
  func readerOfLines(neighbour: String) throws {
    let run = try ask(before: "(\(neighbour); cat)")
    try run.type(Self.secret + "\r")
    try run.wait(for: "the settings of before") { try run.terminal?.settings().echoes == true }
    try run.waitForQuiet()
    try run.type("line\r", until: Self.secret)
    try expectPlainTerminal(run, after: "\r")
  }

  @Test(
    "A hidden program of the pipeline that reads lines without echo is seen", .needs("useradd"),
    .needsRoot(to: "make a user"))
  func hiddenReader() throws {
    let (user, programs) = (try TestUser("keywardpipe"), try Programs.copy())
    // The kernel shows a user nothing of a program with the rights of root, such as sudo.
    _ = try ProgramRun.finished(
      "/bin/sh", ["-c", "cp /usr/bin/head $0/head; chmod 4755 $0/head", programs.path])
    let terminal = try PseudoTerminal()
    chown(terminal.path, uid_t(user.number), gid_t.max)
    var options = ProgramOptions(
      ["--norc", "--noprofile", "-i"], environment: ["PS1": Self.prompt, "HISTFILE": "/dev/null"],
      streams: (.terminal, .terminal, .terminal))
    options.user = user.number
    options.directory = "/"
    let run = try ProgramRun("/bin/bash", options, on: terminal)
    try run.waitForDisplay(of: Self.prompt)
    try run.type(
      "stty -echo; \(programs.path)/keyward get 2>&1 "
        + "| \(programs.path)/head -n1 /dev/tty -\r")
    try run.waitForQuiet()
    try run.type("line\r", until: "is using /dev/")
  }

  @Test(
    "A full-screen program that waits for a program that it started is in use", .needs("python3"))
  func readerOfItsOwnProgram() throws {
    let script = """
      import subprocess, sys, tty
      tty.setraw(sys.stdin)
      print("begun", flush=True)
      subprocess.run(["sleep", "1000"], stdout=subprocess.PIPE)
      """
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      "/usr/bin/python3", ["-c", script], streams: (.terminal, .terminal, .terminal),
      on: terminal, showing: "begun")
    try run.waitForQuiet()
    let asking = try ProgramRun(
      Programs.askpass(), ["P:"], environment: ["KEYWARD_TTY": terminal.path])
    #expect(try asking.wait() == .exited(1))
    #expect(asking.errorText.contains("is using \(terminal.path)"))
  }

  @Test("A full-screen program at the end of a pipeline is in use", .needs("less"))
  func pagerWithText() throws {
    let terminal = try PseudoTerminal()
    let run = try start("seq 100 | less", on: terminal)
    try run.waitForQuiet(after: ":")
    let asking = try ProgramRun(
      Programs.askpass(), ["P:"], environment: ["KEYWARD_TTY": terminal.path])
    #expect(try asking.wait() == .exited(1))
    #expect(asking.errorText.contains("is using \(terminal.path)"))
    try expectPlainTerminal(run, after: "q")
  }
}
