import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite(.tags(.program), .serialized) struct CallerProgramTests {
  private func run(
    _ program: String, _ arguments: [String], environment: [String: String?],
    answers: [(String, String)], user: Int? = nil, detached: Bool = false
  ) throws -> ProgramRun {
    let run = try ProgramRun(program, arguments, environment: environment, on: PseudoTerminal()) {
      options in
      options.user = user
      options.directory = "/"
    }
    try run.answer(answers)
    return run
  }

  // MARK: OpenSSH

  private func makeKey(in folder: TemporaryFolder) throws -> String {
    let keygen = try #require(InstalledProgram.path("ssh-keygen"))
    let key = folder.path + "/id"
    _ = try ProgramRun.finished(
      keygen, ["-q", "-t", "ed25519", "-N", "sesame öffne", "-f", key])
    return key
  }

  private func askpass() throws -> [String: String?] {
    ["SSH_ASKPASS": try Programs.askpass(), "SSH_ASKPASS_REQUIRE": "force"]
  }

  @Test(.needs("ssh-keygen")) func sshKeygenReadsAKey() throws {
    let folder = try TemporaryFolder()
    let key = try makeKey(in: folder)
    let run = try run(
      "/usr/bin/ssh-keygen", ["-y", "-f", key], environment: try askpass(),
      answers: [(PinentryRun.asks, "sesame öffne\r")])
    #expect(run.ending == .exited(0))
    #expect(run.outputText.hasPrefix("ssh-ed25519 "))
    #expect(run.displayedText.contains("for: /usr/bin/ssh-keygen -y -f \(key)"))
  }

  @Test(.needs("ssh-keygen", "ssh-agent")) func sshAddAsksAgainAndConfirms() throws {
    let folder = try TemporaryFolder()
    let key = try makeKey(in: folder)
    let program = try #require(InstalledProgram.path("ssh-agent"))
    let terminal = try PseudoTerminal()
    let socket = folder.path + "/agent"
    var own = try askpass()
    own["KEYWARD_TTY"] = terminal.path
    let agent = try ProgramRun(
      program, ["-D", "-a", socket], environment: own, streams: (.null, .null, .null))
    try agent.wait(for: "the agent's socket") { access(socket, F_OK) == 0 }
    var variables = try askpass()
    variables["SSH_AUTH_SOCK"] = socket
    let add = try run(
      "/usr/bin/ssh-add", ["-c", key], environment: variables,
      answers: [(PinentryRun.asks, "wrong\r"), ("Bad passphrase", "sesame öffne\r")])
    #expect(add.ending == .exited(0))
    let cancelled = try run(
      "/usr/bin/ssh-add", [key], environment: variables, answers: [(PinentryRun.asks, "\u{1b}")])
    #expect(cancelled.ending == .killed(SIGINT))
  }

  // MARK: sudo

  @Test(.needs("sudo", "useradd", "flock"), .needsRoot(to: "make a user"))
  func sudoTakesARightAnswerAndGivesUpAtNone() throws {
    let sudo = try #require(InstalledProgram.path("sudo"))
    let user = try TestUser("keywardsudo")
    try user.allowSudo()
    let folder = try Programs.copy()
    let script = "\(sudo) -A -k id -u"
    let variables = ["SUDO_ASKPASS": folder.path + "/askpass"] as [String: String?]
    let right = try run(
      "/bin/sh", ["-c", script], environment: variables,
      answers: [(PinentryRun.asks, "wrong\r"), (PinentryRun.asks, TestUser.password + "\r")],
      user: user.number)
    #expect(right.ending == .exited(0))
    #expect(right.outputText == "0\n")
    #expect(right.displayedText.contains("[sudo] password for \(user.name)"))
    #expect(right.displayedText.contains("to run as root: id -u"))
    for keys in ["\u{3}", "\u{1b}"] {
      let cancelled = try run(
        "/bin/sh", ["-c", script + "; echo sudo $?"], environment: variables,
        answers: [(PinentryRun.asks, keys)], user: user.number)
      #expect(cancelled.ending == .exited(0))
      #expect(cancelled.outputText == "sudo 1\n")
      #expect(cancelled.errorText.contains("no password was provided"))
    }
  }

  // MARK: git

  static let server = """
    import base64, http.server, sys
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *args): pass
        def do_GET(self):
            given = self.headers.get("Authorization", "")
            if given != "Basic " + base64.b64encode("me:sesame ö".encode()).decode():
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="test"')
                self.end_headers()
                return
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"1" * 40 + b"\\trefs/heads/main\\n")
    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  @Test(.needs("git", "python3")) func gitAsksForNameAndPassword() throws {
    let git = try #require(InstalledProgram.path("git"))
    let server = try ProgramRun(
      "/usr/bin/env", ["python3", "-c", Self.server], streams: (.null, .pipe, .null))
    try server.wait(for: "the server") { server.outputText.hasSuffix("\n") }
    let port = server.outputText.dropLast()
    let run = try run(
      git, ["ls-remote", "http://127.0.0.1:\(port)/repository"],
      environment: ["GIT_ASKPASS": try Programs.askpass(), "GIT_CONFIG_NOSYSTEM": "1"],
      answers: [("What you type is shown", "me\r"), ("Password for", "sesame ö\r")])
    #expect(run.ending == .exited(0))
    #expect(run.outputText.contains("refs/heads/main"))
    #expect(run.displayedText.contains("for: git ls-remote http://127.0.0.1:\(port)/repository"))
    #expect(!run.displayedText.contains("sesame"))
  }

  /// A server that refuses every password, and writes it.
  private func refusingServer() throws -> ProgramRun {
    let script = """
      import base64, http.server
      class Handler(http.server.BaseHTTPRequestHandler):
          def log_message(self, *args): pass
          def do_GET(self):
              given = self.headers.get("Authorization", "")
              password = base64.b64decode(given[6:]).decode().partition(":")[2]
              if password: print("got", password, flush=True)
              self.send_response(401)
              self.send_header("WWW-Authenticate", 'Basic realm="test"')
              self.end_headers()
      server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    let server = try ProgramRun(
      "/usr/bin/env", ["python3", "-c", script], streams: (.null, .pipe, .null))
    try server.wait(for: "the server") { server.outputText.hasSuffix("\n") }
    return server
  }

  @Test(
    "What is typed on after the end of one question of a git fetch reaches no other host",
    .needs("git", "python3"))
  func twoHosts() throws {
    let servers = [try refusingServer(), try refusingServer()]
    let ports = servers.map { $0.outputText.dropLast() }
    let folder = try TemporaryFolder()
    let script = """
      git init -q .
      for port; do git remote add r$port http://me@127.0.0.1:$port/repository; done
      exec git fetch -q --multiple --jobs=2 r$1 r$2
      """
    let run = try ProgramRun(
      "/bin/sh", ["-c", script, "sh"] + ports.map { String($0) },
      environment: [
        "GIT_ASKPASS": try Programs.askpass(), "GIT_CONFIG_NOSYSTEM": "1", "HOME": folder.path,
      ], on: PseudoTerminal()
    ) { $0.directory = folder.path }
    func program(_ name: String, of place: Int) -> Int32? {
      ProgramRun.descendants(of: run.process).first { process in
        ProgramRun.name(of: process) == name
          && AskingProcess(process).words.contains {
            String(decoding: $0, as: UTF8.self).contains(":\(ports[place])")
          }
      }
    }
    func isNamed(_ place: Int, after start: Int = 0) -> Bool {
      String(decoding: run.displayed.dropFirst(start), as: UTF8.self).contains(":\(ports[place])'")
    }
    try run.waitForDisplay(of: PinentryRun.asks)
    let first = isNamed(0) ? 0 : 1
    let other = 1 - first
    try run.wait(for: "the second question") { program("keyward-askpass", of: other) != nil }
    try run.type("h", until: "•")
    let shown = run.displayed.count
    kill(try #require(program("git-remote-http", of: first)), SIGKILL)
    // Type on for longer than keys are dropped.
    let isRest = try run.typeOn(until: { isNamed(other, after: shown) }, then: "rest\r")
    try run.waitForQuiet()
    guard isRest else { return }
    try run.type("whole\r")
    try run.wait()
    try servers[other].wait(for: "an answer") { servers[other].outputText.contains("got ") }
    try servers[first].pump(seconds: 0.1)
    #expect(servers[other].outputText == "\(ports[other])\ngot whole\n")
    #expect(servers[first].outputText == "\(ports[first])\n")
  }

  @Test(.needs("git")) func gitsInputIsItsOwn() throws {
    let git = try #require(InstalledProgram.path("git"))
    let run = try ProgramRun(
      git, ["credential", "fill"],
      environment: ["GIT_ASKPASS": try Programs.askpass(), "GIT_CONFIG_NOSYSTEM": "1"],
      streams: (.pipe, .pipe, .pipe), on: PseudoTerminal(), showing: "What you type is shown"
    ) { options in
      options.input = Array("protocol=https\nhost=example.org\n\n".utf8)
      options.directory = "/"
    }
    try run.waitForQuiet(seconds: 0.05)
    let shown = run.displayed.count
    try run.type("me\r")
    try run.waitForDisplay(of: "Password for", after: shown)
    try run.waitForQuiet(seconds: 0.05)
    try run.type("sesame\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText.hasSuffix("username=me\npassword=sesame\n"))
  }

  // MARK: Terminals within terminals

  @Test(.needs("screen")) func screenIsATerminalLikeAnother() throws {
    let screen = try #require(InstalledProgram.path("screen"))
    let folder = try TemporaryFolder()
    try folder.write("", to: "sockets/none")
    let command = "exec \(try Programs.askpass()) 'Password: ' >\(folder.path)/answer"
    let run = try ProgramRun(
      screen, ["-U", "-c", "/dev/null", "/bin/sh", "-c", command],
      environment: ["HOME": folder.path, "SCREENDIR": folder.path + "/sockets"],
      streams: (.terminal, .terminal, .pipe), on: PseudoTerminal(), showing: "Enter submit")
    try run.type("aö\u{7f}b\u{1b}[A\r")
    try run.wait()
    #expect(folder.text("answer") == "ab\n")
  }

  private func inScreen(_ settings: String, _ command: String) throws -> (
    run: ProgramRun, folder: TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    try folder.write("", to: "sockets/none")
    try folder.write(settings + "\n", to: "screenrc")
    let script = command.replacing("FOLDER", with: folder.path)
    let run = try ProgramRun(
      try #require(InstalledProgram.path("screen")),
      ["-U", "-c", folder.path + "/screenrc", "/bin/sh", "-c", script],
      environment: ["HOME": folder.path, "SCREENDIR": folder.path + "/sockets"],
      streams: (.terminal, .terminal, .pipe), on: PseudoTerminal(columns: 80, rows: 24))
    return (run, folder)
  }

  /// Without a form of the user's own choice.
  @Test(
    "In GNU screen, the rows above a dialogue come back, with an alternate screen or without one",
    .needs("screen"), arguments: ["altscreen off", "altscreen on"])
  func rowsInScreen(settings: String) throws {
    let keyward = try BuiltProgram.keyward()
    let words = [
      "\(try Programs.askpass()) 'Password: '", "\(keyward) get", "\(keyward) confirm 'Go on?'",
      "\(keyward) attend -- sh -c 'stty -echo; read a; stty echo; echo >&2'",
    ]
    for command in words {
      let (run, folder) = try inScreen(
        settings,
        "printf 'one\\ntwo\\n'; \(command) >FOLDER/answer; echo end; read x; "
          + "screen -X hardcopy FOLDER/rows; read x")
      try run.waitForDisplay(of: "Esc cancel")
      try run.waitForQuiet()
      try run.type("y\r", until: "end")
      try run.type("\r")
      try run.wait(for: "the rows") { !folder.text("rows").isEmpty }
      let rows = folder.text("rows").split(separator: "\n").map(String.init)
      #expect(rows == ["one", "two", "end"], "\(command)")
      try run.type("\r")
      try run.wait()
    }
  }

  @Test("In GNU screen, Esc cancels although a keyboard is drawn", .needs("screen"))
  func escapeInScreen() throws {
    let (run, folder) = try inScreen(
      "", "\(try BuiltProgram.keyward()) get --form full; echo $? >FOLDER/status")
    try run.waitForDisplay(of: "Esc cancel")
    try run.waitForQuiet()
    try run.type("ab\u{1b}")
    try run.wait()
    #expect(folder.text("status") == "130\n")
  }

  @Test(.needs("tmux")) func tmuxIsATerminalLikeAnother() throws {
    let tmux = try #require(InstalledProgram.path("tmux"))
    let folder = try TemporaryFolder()
    let command = "exec \(try Programs.askpass()) 'Password: ' >\(folder.path)/answer"
    let run = try ProgramRun(
      tmux, ["-S", folder.path + "/socket", "-f", "/dev/null", "new-session", command],
      environment: ["HOME": folder.path], streams: (.terminal, .terminal, .pipe),
      on: PseudoTerminal(), showing: "Enter submit")
    try run.type("aö\u{7f}b\r")
    try run.wait()
    #expect(folder.text("answer") == "ab\n")
  }

  @Test(
    "tmux without an alternate screen saves no shown text in its history", .needs("tmux"),
    arguments: [false, true])
  func textInTheHistory(isResized: Bool) throws {
    let tmux = try #require(InstalledProgram.path("tmux"))
    let folder = try TemporaryFolder()
    let command =
      "echo kept; \(try BuiltProgram.keyward()) get --form full --generate words:4 "
      + ">\(folder.path)/answer; tmux capture-pane -p -S - >\(folder.path)/history"
    try folder.write("set -g alternate-screen off\n", to: "tmux.conf")
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let run = try ProgramRun(
      tmux,
      ["-S", folder.path + "/socket", "-f", folder.path + "/tmux.conf", "new-session", command],
      environment: ["HOME": folder.path], streams: (.terminal, .terminal, .pipe), on: terminal,
      showing: "Enter")
    if isResized {
      let shown = run.displayed.count
      try terminal.resize(columns: 80, rows: 28)
      run.send(signal: SIGWINCH)
      try run.waitForDisplay(of: "Enter", after: shown)
    }
    try run.waitForQuiet()
    try run.type("\r")
    try run.wait()
    let words = folder.text("answer").split(separator: " ")
    #expect(words.count == 4)
    let history = folder.text("history")
    let word = try #require(words.first)
    #expect(history.contains("kept") && !history.contains(word))
  }
}
