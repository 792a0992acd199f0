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

  @Test(
    "No question is shown on a terminal that its asker has opened and lent", .needs("python3"),
    arguments: ["confirm", "get"])
  func ownLender(command: String) throws {
    let script = """
      import os, pty, subprocess, sys
      program, command = sys.argv[1:]
      child, master = pty.fork()
      if child == 0:
          os.execv(program, [program, "lend"])
      shown = b""
      while b"Ctrl-C ends." not in shown:
          shown += os.read(master, 4096)
      asking = subprocess.run([program, command] + (["Go on?"] if command == "confirm" else []),
                              stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True,
                              env=dict(os.environ, KEYWARD_TTY="/nonexistent"))
      print(asking.returncode, asking.stderr.decode())
      """
    let run = try ProgramRun.finished(
      try #require(InstalledProgram.path("python3")),
      ["-c", script, try BuiltProgram.keyward(), command],
      environment: environment.merging(["DISPLAY": nil]) { $1 })
    #expect(run.outputText.hasPrefix("1 "), "\(run.errorText)")
    #expect(run.outputText.contains("the asking program itself"), "\(run.outputText)")
  }

  @Test("A question on a lent terminal rings once", arguments: ["--bell", "--no-bell"])
  func bell(option: String) throws {
    let lender = try lender()
    let asking = try AskingProgram.askpass.start(
      asking: "/nonexistent", environment: environment.merging(["KEYWARD_OPTIONS": option]) { $1 })
    try waitForQuestion(on: lender, after: 0)
    try lender.type("alpha\r")
    #expect(try asking.finish() == .exited(0))
    try lender.waitForDisplay(of: ": answered")
    #expect(lender.displayed.count { $0 == 7 } == (option == "--bell" ? 1 : 0))
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
