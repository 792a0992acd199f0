import Glibc
import KeywardTestSupport
import Testing

/// Questions asked at the person's terminal: programs without a terminal, several lenders, panes and windows.
extension PlacesProgramTests {
  /// A program on the alternate screen that reads keys and starts another one without a terminal.
  private func expectAsked(
    for command: String, _ keys: String, in folder: TemporaryFolder, answer: String,
    environment: [String: String?], user: Int? = nil
  ) throws {
    let terminal = try PseudoTerminal()
    if let user { chown(terminal.path, UInt32(user), gid_t.max) }
    let script = """
      stty -icanon -echo; printf '\\033[?1049h\\033[?1000hbegun'
      (until grep -q cat /proc/$$/comm; do :; done
       setsid -w \(command) </dev/null >\(folder.path)/answer 2>\(folder.path)/errors
       echo done >>\(folder.path)/answer) &
      exec cat >\(folder.path)/keys
      """
    let run = try Attended.start(
      ["/bin/sh", "-c", script], on: terminal, environment: environment
    ) { $0.user = user }
    let shown = try run.waitForDisplay(of: "asked by")
    try run.waitForQuiet()
    try run.type(keys + "\r")
    try run.waitForDisplay(of: "\u{1b}[?1049h\u{1b}[2J\u{1b}[H\u{1b}[?1000h", after: shown)
    try run.wait(for: "the answer") { folder.text("answer").hasSuffix("done\n") }
    #expect(folder.text("answer").hasPrefix(answer), "\(folder.text("errors"))")
    #expect(folder.text("keys").isEmpty)
    try run.type([3])
    _ = try run.wait()
  }

  @Test("attend is asked for an exec without a terminal")
  func execElsewhere() throws {
    let folder = try TemporaryFolder()
    try expectAsked(
      for: "\(try BuiltProgram.keyward()) exec --stdin -- /bin/cat", "alpha", in: folder,
      answer: "alpha", environment: environment)
  }

  @Test("attend is asked for an ssh-keygen without a terminal", .needs("ssh-keygen"))
  func sshElsewhere() throws {
    let folder = try TemporaryFolder()
    let key = folder.path + "/id"
    _ = try ProgramRun.finished(
      "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "sesame", "-f", key])
    let variables = ["SSH_ASKPASS": try Programs.askpass(), "SSH_ASKPASS_REQUIRE": "force"]
    try expectAsked(
      for: "ssh-keygen -y -f \(key)", "sesame", in: folder, answer: "ssh-ed25519 ",
      environment: environment.merging(variables) { $1 })
  }

  @Test("attend is asked for a gpg without a terminal", .needs("gpg"))
  func gpgElsewhere() throws {
    let home = try GnuPGHome()
    let folder = try TemporaryFolder()
    let variables = ["GNUPGHOME": home.path, "HOME": home.path]
    _ = try ProgramRun.finished(
      "/usr/bin/gpg",
      ["-q", "--batch", "--pinentry-mode", "loopback", "--passphrase", "sesame"] + home.encrypting,
      environment: environment.merging(variables) { $1 })
    try home.forget()
    try expectAsked(
      for: "gpg -q -d \(home.path)/secret", "sesame", in: folder, answer: "some text\n",
      environment: environment.merging(variables) { $1 })
  }

  @Test(
    "attend is asked for a sudo without a terminal", .needs("sudo", "useradd", "flock"),
    .needsRoot(to: "make a user"))
  func sudoElsewhere() throws {
    let sudo = try #require(InstalledProgram.path("sudo"))
    let user = try TestUser("keywardsudo")
    try user.allowSudo()
    let programs = try Programs.copy()
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o777)
    try expectAsked(
      for: "\(sudo) -A -k id -u", TestUser.password, in: folder, answer: "0\n",
      environment: ["SUDO_ASKPASS": programs.path + "/askpass", "XDG_RUNTIME_DIR": nil],
      user: user.number)
  }

  @Test("The command of attend keeps the terminals that a person has named")
  func namedTerminals() throws {
    let variables = environment.merging(["GPG_TTY": "/dev/x"]) { $1 }
    let run = try Attended.bash("tty; echo $KEYWARD_TTY $GPG_TTY", environment: variables)
    #expect(try run.wait() == .exited(0))
    let lines = run.displayedText.split(separator: "\r\n")
    #expect(lines.count == 2 && lines[1] == lines[0] + " /dev/x")
  }

  // MARK: Several lenders

  @Test("The lender that was typed on last gets the question, and the other one reports it")
  func lastLender() throws {
    let (one, other) = (try lender(), try lender())
    func name(_ lender: ProgramRun) throws -> String {
      "\(try #require(lender.terminal?.path)) (keyward, pid \(lender.process))"
    }
    try one.waitForDisplay(of: "Questions now go to \(try name(other))")
    for (chosen, left) in [(one, other), (other, one)] {
      let shown = left.displayed.count
      try chosen.type("\r")
      try left.waitForDisplay(of: "Questions now go to \(try name(chosen))", after: shown)
      let before = chosen.displayed.count
      let asking = try AskingProgram.askpass.start(asking: "/nonexistent", environment: environment)
      try waitForQuestion(on: chosen, after: before)
      try chosen.type("alpha\r")
      #expect(try asking.finish() == .exited(0))
      try chosen.waitForDisplay(of: ": answered")
    }
  }

  /// Lends a new terminal, and asks in a new session.
  private static let lending = """
    import os, pty, re, subprocess, sys
    program, command, *lender = sys.argv[1:]
    child, master = pty.fork()
    if child == 0:
        os.execv(program, [program] + lender)
    shown = b""
    while not re.search(rb"Ctrl-C ends[.]|/dev/pts/[0-9]+", shown):
        shown += os.read(master, 4096)
    place = (re.findall(rb"/dev/pts/[0-9]+", shown) + [b"/nonexistent"])[0].decode()
    if lender[0] == "lend": place = "/nonexistent"
    asking = subprocess.run([program, command] + (["Go on?"] if command == "confirm" else []),
                            stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True,
                            env=dict(os.environ, KEYWARD_TTY=place))
    print(asking.returncode, asking.stderr.decode())
    """

  @Test(
    "No question is shown on a terminal that its asker has opened and lent", .needs("python3"),
    arguments: ["confirm", "get"], [["lend"], ["attend", "--", "/bin/sh", "-c", "tty; exec cat"]])
  func ownLender(command: String, lender: [String]) throws {
    let run = try ProgramRun.finished(
      try #require(InstalledProgram.path("python3")),
      ["-c", Self.lending, try BuiltProgram.keyward(), command] + lender,
      environment: environment.merging(["DISPLAY": nil]) { $1 })
    #expect(run.outputText.hasPrefix("1 "), "\(run.errorText)")
    #expect(run.outputText.contains("he asking program itself has started"), "\(run.outputText)")
  }

  @Test(
    "No question is shown on a lent terminal whose session the asker leads",
    arguments: ["confirm", "get"])
  func leaderOfTheLender(command: String) throws {
    mkfifo(runtime.path + "/go", 0o600)
    let script = """
      "$0" lend &
      read go <\(runtime.path)/go
      KEYWARD_TTY=/nonexistent "$0" \(command) \(command == "get" ? "" : "'Go on?'") </dev/null
      echo status $?
      """
    let run = try ProgramRun(
      "/bin/sh", ["-c", script, try BuiltProgram.keyward()],
      environment: environment.merging(["DISPLAY": nil]) { $1 },
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal(), showing: "Ctrl-C ends."
    ) { $0.role = .sessionLeader }
    try runtime.write("go\n", to: "go")
    try run.waitForDisplay(of: "status 1")
    #expect(run.displayedText.contains("the asking program itself"))
  }

  /// A title and a notification begin with one of these.
  private static let strings = ["]", "P", "^", "_", "k", "X"].map { "\u{1b}\($0)" }

  @Test(
    "A question on a lent terminal rings once, unless it must not, and sets nothing else",
    arguments: ["--bell", "--no-bell", "bell: yes", "bell: no"])
  func bell(setting: String) throws {
    let lender = try lender()
    try runtime.write(
      setting.hasPrefix("bell") ? setting + "\n" : "", to: "config/keyward/config.yaml")
    let asking = try AskingProgram.askpass.start(
      asking: "/nonexistent",
      environment: environment.merging([
        "KEYWARD_OPTIONS": setting.hasPrefix("--") ? setting : nil,
        "XDG_CONFIG_HOME": runtime.path + "/config",
      ]) { $1 })
    try waitForQuestion(on: lender, after: 0)
    try lender.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    try lender.waitForDisplay(of: ": answered")
    let rings = ["--bell", "bell: yes"].contains(setting)
    #expect(lender.displayed.count { $0 == 7 } == (rings ? 1 : 0))
    for start in Self.strings {
      #expect(!lender.displayedText.contains(start), "\(start.dropFirst())")
    }
  }

  /// A multiplexer in whose pane the words of its `run` are started.
  private static let multiplexer = """
    import os, pty, sys
    words = open(sys.argv[1]).read().split("\\0")[:-1]
    assert words[:4] == ["run", "--floating", "--close-on-exit", "--"], words
    pty.spawn(words[4:])
    print("closed")
    """

  @Test(
    "A multiplexer opens a pane by the template of the configuration, without a display",
    .needs("python3"))
  func template() throws {
    let pipe = runtime.path + "/pane"
    mkfifo(pipe, 0o600)
    let program = try runtime.write(
      "#!/bin/sh\nprintf '%s\\0' \"$@\" >\(pipe)\n", to: "zellij", mode: 0o755)
    try runtime.write(
      "elsewhere: [\(program), run, --floating, --close-on-exit, --]\n",
      to: "config/keyward/config.yaml")
    let pane = try ProgramRun(
      "/usr/bin/python3", ["-c", Self.multiplexer, pipe],
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal())
    let asking = try AskingProgram.askpass.start(
      asking: "/nonexistent",
      environment: environment.merging([
        "XDG_CONFIG_HOME": runtime.path + "/config", "DISPLAY": nil, "KEYWARD_ASK_IN": "window",
      ]) { $1 })
    try pane.waitForDisplay(of: "Passphrase")
    try pane.waitForQuiet(seconds: 0.3)
    try pane.type("alpha\r", until: "closed")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "alpha")
  }

  @Test("The configured program opens the pane for a question, without a display", .needs("tmux"))
  func elsewhere() throws {
    let tmux = try Tmux(environment)
    let folder = try TemporaryFolder()
    try folder.write(
      "elsewhere: [tmux, new-window]\nask-in: [terminal, window]\n", to: "keyward/config.yaml")
    let asking = try AskingProgram.askpass.start(
      asking: tmux.pane,
      environment: tmux.environment.merging(["XDG_CONFIG_HOME": folder.path, "DISPLAY": nil]) { $1 }
    )
    try tmux.client.waitForDisplay(of: "Passphrase")
    try tmux.client.waitForQuiet(seconds: 0.3)
    try tmux.client.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "alpha")
  }
}
