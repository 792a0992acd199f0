import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program), .serialized) struct SSHProgramTests {
  private func askpass(_ more: [String: String?] = [:]) throws -> [String: String?] {
    ["SSH_ASKPASS": try Programs.askpass(), "SSH_ASKPASS_REQUIRE": "force"]
      .merging(more) { $1 }
  }

  @Test(.needs("ssh", "sshd"), .needsRoot(to: "start a server"))
  func aDialogueWorksThroughATerminalOfSSH() throws {
    let server = try LoopbackServer()
    let answer = server.folder.path + "/answer"
    let command = "\(try BuiltProgram.keyward()) get --prompt Word >\(answer); echo done $?"
    let run = try ProgramRun(
      "/usr/bin/ssh",
      ["-tt"] + server.options(user: "root", hasKey: true) + ["127.0.0.1", command],
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal(columns: 100, rows: 30))
    let before = try run.waitForDisplay(of: "Word")
    try run.waitForQuiet(seconds: 0.1)
    try run.terminal?.resize(columns: 60, rows: 20)
    run.send(signal: SIGWINCH)
    try run.waitForDisplay(of: "\u{1b}[1C\u{1b}[J", after: before)
    try run.type("aö\u{7f}b\u{1b}[Dc\r")
    try run.waitForDisplay(of: "done 0")
    try run.wait()
    #expect(server.folder.text("answer") == "abc\n")
  }

  @Test(.needs("ssh", "sshd", "useradd", "flock"), .needsRoot(to: "start a server and make a user"))
  func hostAndPasswordAreAsked() throws {
    let (server, user) = (try LoopbackServer(), try TestUser())
    let terminal = try WatchedTerminal()
    let run = try ProgramRun(
      "/usr/bin/ssh",
      server.options(user: user.name, hasKey: false, knowsHost: false)
        + ["127.0.0.1", "id -un"], environment: try askpass(["KEYWARD_TTY": terminal.path]))
    // Nothing is preselected: an empty line is not an answer.
    try terminal.answer("yes\r", to: "(yes/no/[fingerprint])?")
    #expect(terminal.text.contains("authenticity of host"))
    #expect(terminal.text.contains("What you type is shown"))
    try terminal.answer("wrong\r", to: "password", after: terminal.shown.count)
    let shown = terminal.shown.count
    try terminal.answer(TestUser.password + "\r", to: "password", after: shown)
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    terminal.collect()
    #expect(run.outputText == user.name + "\n")
    #expect(!terminal.text.contains("sesame"))
    #expect(try terminal.terminal.settings().echoes)
  }

  @Test(
    "The question names the destination of ssh",
    .needs("ssh", "sshd", "useradd", "flock"), .needsRoot(to: "start a server and make a user"))
  func destination() throws {
    let (server, user) = (try LoopbackServer(), try TestUser())
    let terminal = try WatchedTerminal()
    // With -F, the destination could be that of a file.
    let run = try ProgramRun(
      "/usr/bin/ssh",
      Array(server.options(user: user.name, hasKey: false).dropFirst(2)) + ["127.0.0.1", "id -un"],
      environment: try askpass(["KEYWARD_TTY": terminal.path, "HOME": server.folder.path]))
    try terminal.answer(TestUser.password + "\r", to: PinentryRun.asks)
    #expect(
      terminal.text.contains("to log in to: \(user.name)@127.0.0.1 -p \(server.port)"),
      "\(terminal.text)")
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(run.outputText == user.name + "\n")
  }

  private static let remote = """
    import os, sys
    from pexpect import pxssh
    port, user, password, known = sys.argv[1:]
    session = pxssh.pxssh(env=os.environ, timeout=60, options={
        "StrictHostKeyChecking": "no", "UserKnownHostsFile": known,
        "PreferredAuthentications": "password"})
    session.login("127.0.0.1", user, password, port=int(port), login_timeout=60, sync_multiplier=5)
    session.sendline("echo $((6 * 7))")
    assert session.prompt()
    print(session.before.split()[-1].decode())
    """

  /// pxssh waits for the prompt of ssh, with its colon.
  @Test(
    "pxssh logs in with any form of the prompt",
    .needs("ssh", "sshd", "useradd", "flock"), .needsPexpect,
    .needsRoot(to: "start a server and make a user"),
    arguments: ["--form full", "--form card", "--form inline", "--plain"])
  func pxssh(form: String) throws {
    let (server, user) = (try LoopbackServer(), try TestUser())
    let run = try ProgramRun(
      "/usr/bin/python3",
      [
        "-c", Self.remote, String(server.port), user.name, TestUser.password,
        server.folder.path + "/known",
      ], environment: try askpass(["KEYWARD_OPTIONS": form]))
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(run.outputText == "42\n")
  }

  struct Surroundings: Sendable, CustomStringConvertible {
    let require: String?
    let hasTerminal: Bool
    let hasDisplay: Bool
    let asksUs: Bool

    var description: String {
      "\(require ?? "unset"), \(hasTerminal ? "tty" : "no tty"), "
        + (hasDisplay ? "display" : "no display")
    }
  }

  private static let table: [Surroundings] = [
    (nil as String?, [false, true, false, false]), ("never", [false, false, false, false]),
    ("prefer", [false, true, false, true]), ("force", [true, true, true, true]),
  ].flatMap { row in
    row.1.enumerated().map { column, asks in
      Surroundings(
        require: row.0, hasTerminal: column > 1, hasDisplay: column % 2 == 1, asksUs: asks)
    }
  }

  @Test(.needs("ssh", "sshd", "useradd", "flock"), .needsRoot(to: "start a server and make a user"))
  func sshAsksAsTheTableDescribes() throws {
    let (server, user) = (try LoopbackServer(), try TestUser())
    for place in Self.table {
      let own = try WatchedTerminal()
      let run = try ProgramRun(
        "/usr/bin/ssh", server.options(user: user.name, hasKey: false) + ["127.0.0.1", "true"],
        environment: [
          "SSH_ASKPASS": try Programs.askpass(), "SSH_ASKPASS_REQUIRE": place.require,
          "DISPLAY": place.hasDisplay ? ":99" : nil, "KEYWARD_TTY": own.path,
        ], on: place.hasTerminal ? PseudoTerminal() : nil)
      if place.asksUs {
        try own.answer(TestUser.password + "\r", to: PinentryRun.asks)
        #expect(try run.wait() == .exited(0), "\(place)")
      } else if place.hasTerminal {
        try run.waitForDisplay(of: "password: ")
        try run.type(TestUser.password + "\r")
        #expect(try run.wait() == .exited(0), "\(place)")
      } else {
        #expect(try run.wait() == .exited(255), "\(place)")
      }
      own.collect()
      #expect(own.shown.isEmpty != place.asksUs, "\(place)")
    }
  }

  // MARK: Agents

  /// Signs a file with a key of an agent, which asks for permission first.
  private func sign(_ folder: TemporaryFolder, socket: String) throws -> ProgramRun {
    try ProgramRun(
      "/usr/bin/ssh-keygen",
      ["-Y", "sign", "-f", folder.path + "/id.pub", "-n", "test", folder.path + "/text"],
      environment: ["SSH_AUTH_SOCK": socket])
  }

  @Test(.needs("ssh-agent")) func anAgentAsksBeforeItUsesAKey() throws {
    let program = try #require(InstalledProgram.path("ssh-agent"))
    let folder = try TemporaryFolder()
    try folder.write("text\n", to: "text")
    _ = try ProgramRun.finished(
      "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.path + "/id"])
    let terminal = try WatchedTerminal()
    let socket = folder.path + "/agent"
    let agent = try ProgramRun(
      program, ["-D", "-a", socket], environment: try askpass(["KEYWARD_TTY": terminal.path]),
      streams: (.null, .null, .null))
    try agent.wait(for: "the agent's socket") { access(socket, F_OK) == 0 }
    let add = try ProgramRun.finished(
      "/usr/bin/ssh-add", ["-q", "-c", folder.path + "/id"],
      environment: ["SSH_AUTH_SOCK": socket])
    #expect(add.ending == .exited(0))
    let allowed = try sign(folder, socket: socket)
    try terminal.answer("\r", to: "Allow use of key")
    #expect(try allowed.wait() == .exited(0))
    #expect(folder.text("text.sig").contains("BEGIN SSH SIGNATURE"))
    unlink(folder.path + "/text.sig")
    for keys in ["n\r", "\u{1b}"] {
      let shown = terminal.shown.count
      let denied = try sign(folder, socket: socket)
      try terminal.answer(keys, to: "Allow use of key", after: shown)
      #expect(try denied.wait() != .exited(0))
      #expect(folder.read("text.sig") == nil)
    }
    #expect(agent.ending == nil)
    #expect(try terminal.terminal.settings().echoes)
  }
}
