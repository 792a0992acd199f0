import Glibc
import KeywardTestSupport
import Testing

/// A question without an answer ends OpenSSH's programs and git, and nothing else.
@Suite(.tags(.program), .serialized) struct UnansweredCallerProgramTests {
  enum Refusal: String, CaseIterable {
    case interrupt, escape, timeout, hangUp, signal, crash, kill
    case noTerminal, lockedMemory, sandbox, fullDisk, fewFiles, oldKernel, refusedSignal

    var signal: Int32? { [.signal: SIGTERM, .crash: SIGSEGV, .kill: SIGKILL][self] }

    var keys: String? {
      let escape = "\u{1b}"
      return [
        .interrupt: "\u{3}", .escape: escape, .oldKernel: escape, .refusedSignal: escape,
      ][self]
    }

    /// The fault with which askpass is started.
    var fault: [String]? {
      [
        .lockedMemory: ["deny-lock", "ENOMEM"], .sandbox: ["deny-sandbox", "2"],
        .oldKernel: ["deny-call", "pidfd_open", "ENOSYS"],
        .refusedSignal: ["deny-call", "pidfd_send_signal", "EPERM"],
      ][self]
    }
  }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func environment(_ refusal: Refusal) throws -> [String: String?] {
    var askpass = try Programs.askpass()
    if [.fullDisk, .fewFiles].contains(refusal) || refusal.fault != nil {
      let launcher = try refusal.fault.map { [try BuiltProgram.find("FaultLauncher")] + $0 } ?? []
      let command = (launcher + [askpass, "\"$@\""]).joined(separator: " ")
      let output = refusal == .fullDisk ? ">/dev/full" : ""
      let limit = refusal == .fewFiles ? "ulimit -n 5; " : ""
      let script = "#!/bin/sh\n\(limit)exec \(command) \(output)\n"
      askpass = try folder.write(script, to: "ask.sh", mode: 0o755)
    }
    return [
      "SSH_ASKPASS": askpass, "SSH_ASKPASS_REQUIRE": "force", "GIT_ASKPASS": askpass,
      "SUDO_ASKPASS": askpass, "GIT_CONFIG_NOSYSTEM": "1",
      "KEYWARD_OPTIONS": [.timeout: "--timeout 1", .sandbox: "--sandbox required"][refusal],
    ]
  }

  /// Runs a program, and leaves the question after `answers` without an answer.
  private func refuse(
    _ refusal: Refusal, _ program: String, _ arguments: [String],
    after answers: [(text: String, keys: String)] = [], environment more: [String: String?] = [:]
  ) throws -> ProgramRun {
    let terminal = refusal == .noTerminal ? nil : try PseudoTerminal()
    let run = try ProgramRun(
      program, arguments, environment: environment(refusal).merging(more) { $1 },
      streams: (.null, .pipe, .pipe), on: terminal
    ) { $0.directory = "/" }
    var shown = 0
    for (text, keys) in answers {
      try run.waitForDisplay(of: text, after: shown)
      try run.waitForQuiet()
      shown = run.displayed.count
      try run.type(keys)
    }
    switch refusal {
    case .interrupt, .escape, .hangUp, .signal, .crash, .kill, .fullDisk, .oldKernel,
      .refusedSignal:
      try run.waitForDisplay(of: "Esc cancel", after: shown)
      try run.waitForQuiet()
    case .timeout, .noTerminal, .lockedMemory, .sandbox, .fewFiles: break
    }
    switch refusal {
    case .interrupt, .escape, .oldKernel, .refusedSignal: try run.type(refusal.keys ?? "")
    case .fullDisk: try run.type("abc\r")
    case .hangUp: terminal?.hangUp()
    case .signal, .crash, .kill:
      let asker = try #require(
        ProgramRun.descendants(of: run.process).first {
          ProgramRun.name(of: $0) == "keyward-askpass"
        })
      Glibc.kill(asker, try #require(refusal.signal))
    case .timeout, .noTerminal, .lockedMemory, .sandbox, .fewFiles: break
    }
    try run.wait()
    if refusal != .hangUp, let terminal { #expect(try terminal.settings() == terminal.initial) }
    return run
  }

  // MARK: ssh-keygen

  @Test(
    "No refusal of any kind makes ssh-keygen write a key", .needs("ssh-keygen"),
    arguments: Refusal.allCases)
  func newKey(_ refusal: Refusal) throws {
    let run = try refuse(
      refusal, "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-f", folder.path + "/new"])
    // A closed terminal ends the job before askpass does.
    #expect(run.ending == .killed(SIGINT) || refusal == .hangUp && run.ending == .killed(SIGHUP))
    #expect(folder.read("new") == nil && folder.read("new.pub") == nil)
  }

  @Test(
    "A refusal leaves the passphrase of a key unchanged", .needs("ssh-keygen"),
    arguments: [Refusal.interrupt, .escape, .timeout, .noTerminal, .lockedMemory])
  func passphrase(_ refusal: Refusal) throws {
    let key = folder.path + "/id"
    _ = try ProgramRun.finished(
      "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "sesame", "-f", key])
    let before = folder.text("id")
    let all = [[], ["sesame\r"], ["sesame\r", "other\r"]]
    // The others end before an answer, or at a time that no answer changes.
    for answers in [.interrupt, .escape].contains(refusal) ? all : [[]] {
      let run = try refuse(
        refusal, "/usr/bin/ssh-keygen", ["-p", "-f", key],
        after: answers.map { (PinentryRun.asks, $0) })
      #expect(run.ending == .killed(SIGINT))
      #expect(folder.text("id") == before)
    }
  }

  @Test(
    "A caller that ignores SIGINT is ended by another signal", .needs("ssh-keygen"),
    arguments: [("INT", SIGTERM), ("INT TERM", SIGKILL)])
  func ignoredSignals(_ signals: String, _ last: Int32) throws {
    let script = "trap '' \(signals); exec ssh-keygen -q -t ed25519 -f \(folder.path)/new"
    let run = try refuse(.escape, "/bin/sh", ["-c", script])
    #expect(run.ending == .killed(last))
    #expect(folder.read("new") == nil)
  }

  @Test(
    "A fallback that fails ends ssh-keygen, and one that answers does not", .needs("ssh-keygen"),
    arguments: ["exit 1", "exit 0", "echo sesame; exit 3", "kill -KILL $$", "echo sesame"])
  func fallbacks(_ script: String) throws {
    let fallback = try folder.write("#!/bin/sh\n\(script)\n", to: "fallback.sh", mode: 0o755)
    try folder.write("fallback: {askpass: \(fallback)}\n", to: "keyward/config.yaml")
    let run = try refuse(
      .noTerminal, "/usr/bin/ssh-keygen",
      ["-q", "-t", "ed25519", "-f", folder.path + "/new"],
      environment: ["XDG_CONFIG_HOME": folder.path, "DISPLAY": ":7"])
    let isAnswered = script == "echo sesame"
    #expect(run.ending == (isAnswered ? .exited(0) : .killed(SIGINT)))
    #expect((folder.read("new") != nil) == isAnswered)
  }

  /// There, the ssh-keygen leads no group.
  @Test(
    "A script goes on after the ssh-keygen that it called", .needs("ssh-keygen"),
    arguments: [Refusal.interrupt, .oldKernel, .refusedSignal])
  func scripts(_ refusal: Refusal) throws {
    let script = "ssh-keygen -q -t ed25519 -f \(folder.path)/new; echo status $?"
    let run = try refuse(refusal, "/bin/sh", ["-c", script])
    #expect(run.ending == .exited(0))
    #expect(run.outputText == "status \(128 + SIGINT)\n")
    #expect(folder.read("new") == nil)
  }

  @Test("The user's shell goes on", .needs("ssh-keygen", "bash"), arguments: ["\u{3}", "\u{1b}"])
  func shells(_ keys: String) throws {
    let run = try ProgramRun(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: environment(.escape).merging(["PS1": "ready> ", "HISTFILE": nil]) { $1 },
      streams: (.terminal, .terminal, .terminal), on: PseudoTerminal(), showing: "ready> ")
    try run.waitForQuiet()
    try run.type(
      "ssh-keygen -q -t ed25519 -f \(folder.path)/new\r", until: PinentryRun.asks)
    try run.waitForQuiet()
    try run.type(keys, until: "ready> ")
    try run.waitForQuiet()
    try run.type("echo $?-$((40 + 2))\r", until: "\(128 + SIGINT)-42")
    #expect(folder.read("new") == nil)
    #expect(try run.end(typing: "exit\r") == .exited(0))
  }

  @Test(
    "A signal during the search for a terminal ends the caller too", .needs("ssh-keygen"),
    arguments: [SIGTERM, SIGUSR1, SIGSEGV, SIGXCPU])
  func early(_ signal: Int32) throws {
    // Windows open only on a display of this user.
    let display = 6000 + Int(getpid() % 1000)
    let socket = "/tmp/.X11-unix/X\(display)"
    let server = try ListeningSocket(at: socket)
    defer { withExtendedLifetime(server) { _ = unlink(socket) } }
    let window = try folder.write(
      "#!/bin/sh\necho $PPID $$ >\(folder.path)/searching\nexec sleep 60\n", to: "window.sh",
      mode: 0o755)
    try folder.write("window: \(window)\nask-in: window\n", to: "keyward/config.yaml")
    let run = try ProgramRun(
      "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-f", folder.path + "/new"],
      environment: environment(.escape).merging(
        ["XDG_CONFIG_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "DISPLAY": ":\(display)"])
      { $1 })
    try run.wait(for: "the search") { folder.text("searching").hasSuffix("\n") }
    let numbers = folder.text("searching").dropLast().split(separator: " ")
    let processes = numbers.compactMap { Int32($0) }
    defer { kill(processes[1], SIGKILL) }
    kill(processes[0], signal)
    #expect(try run.wait() == .killed(SIGINT))
    #expect(folder.read("new") == nil)
  }

  // MARK: ssh

  private static let authentications = ["password", "keyboard-interactive"]

  @Test(
    "A refusal sends no password to the server", .needs("ssh", "sshd", "useradd", "flock"),
    .needsRoot(to: "start a server and make a user"), arguments: authentications,
    [Refusal.interrupt, .escape, .timeout, .noTerminal, .lockedMemory])
  func sshSendsNothing(_ authentication: String, _ refusal: Refusal) throws {
    let (server, user) = (try LoopbackServer(authentication), try TestUser("keywardrefused"))
    let run = try refuse(
      refusal, "/usr/bin/ssh",
      server.options(user: user.name, hasKey: false) + ["127.0.0.1", "true"])
    #expect(run.ending == .killed(SIGINT))
    #expect(try server.failures() == 0)
  }

  @Test(
    "A refusal ends the ssh of scp and sftp", .needs("ssh", "sshd", "scp", "useradd", "flock"),
    .needsRoot(to: "start a server and make a user"),
    arguments: [["/usr/bin/scp"], ["/usr/bin/scp", "-O"], ["/usr/bin/sftp"]])
  func copying(_ program: [String]) throws {
    let (server, user) = (try LoopbackServer("password"), try TestUser("keywardrefused"))
    let options = server.options(user: user.name, hasKey: false).dropFirst(6)
    let run = try refuse(
      .escape, program[0],
      program.dropFirst() + ["-F", "none", "-P", String(server.port)] + options
        + ["\(user.name)@127.0.0.1:/etc/hostname", folder.path + "/copy"])
    #expect([.exited(1), .exited(255)].contains(run.ending))
    #expect(try server.failures() == 0)
    #expect(folder.read("copy") == nil)
  }

  @Test(
    "No refusal of any kind adds a key to an agent", .needs("ssh-keygen", "ssh-agent"),
    arguments: Refusal.allCases)
  func addedKey(_ refusal: Refusal) throws {
    let (key, socket) = (folder.path + "/id", folder.path + "/agent")
    _ = try ProgramRun.finished(
      "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "sesame", "-f", key])
    let program = try #require(InstalledProgram.path("ssh-agent"))
    let agent = try ProgramRun(program, ["-D", "-a", socket], streams: (.null, .null, .null))
    try agent.wait(for: "the agent's socket") { access(socket, F_OK) == 0 }
    let variables = ["SSH_AUTH_SOCK": socket]
    let run = try refuse(refusal, "/usr/bin/ssh-add", [key], environment: variables)
    // ssh-add has tried the empty passphrase, and may have ended before the restore helper ends it.
    let others: [Refusal: ProgramEvent] = [.hangUp: .killed(SIGHUP), .kill: .exited(1)]
    #expect(run.ending == .killed(SIGINT) || run.ending == others[refusal])
    let keys = try ProgramRun.finished("/usr/bin/ssh-add", ["-l"], environment: variables)
    #expect(keys.outputText == "The agent has no identities.\n")
  }

  @Test("A refusal does not lock an agent with an empty password", .needs("ssh-agent"))
  func agents() throws {
    let program = try #require(InstalledProgram.path("ssh-agent"))
    let socket = folder.path + "/agent"
    let agent = try ProgramRun(program, ["-D", "-a", socket], streams: (.null, .null, .null))
    try agent.wait(for: "the agent's socket") { access(socket, F_OK) == 0 }
    let locking = try refuse(
      .escape, "/usr/bin/ssh-add", ["-x"], environment: ["SSH_AUTH_SOCK": socket])
    #expect(locking.ending == .killed(SIGINT))
    let unlocked = try ProgramRun.finished(
      "/bin/sh", ["-c", "ssh-keygen -q -t ed25519 -N '' -f $0/id; ssh-add -q $0/id", folder.path],
      environment: ["SSH_AUTH_SOCK": socket])
    #expect(unlocked.ending == .exited(0))
    #expect(agent.ending == nil)
  }

  @Test(
    "A confirmation that is denied does not end ssh", .needs("ssh", "sshd", "ssh-agent"),
    .needsRoot(to: "start a server"))
  func confirmations() throws {
    let server = try LoopbackServer()
    let program = try #require(InstalledProgram.path("ssh-agent"))
    let socket = folder.path + "/agent"
    let agent = try ProgramRun(program, ["-D", "-a", socket], streams: (.null, .null, .null))
    try agent.wait(for: "the agent's socket") { access(socket, F_OK) == 0 }
    let run = try refuse(
      .escape, "/usr/bin/ssh",
      ["-o", "AddKeysToAgent=ask"] + server.options(user: "root", hasKey: true)
        + ["127.0.0.1", "echo logged in"],
      environment: ["SSH_AUTH_SOCK": socket])
    #expect(run.ending == .exited(0))
    #expect(run.displayedText.contains("Add key"))
    #expect(run.outputText == "logged in\n")
    let keys = try ProgramRun.finished(
      "/usr/bin/ssh-add", ["-l"], environment: ["SSH_AUTH_SOCK": socket])
    #expect(keys.outputText == "The agent has no identities.\n")
  }

  // MARK: git

  @Test("git does not ask again on the bare terminal", .needs("git", "python3"))
  func git() throws {
    let git = try #require(InstalledProgram.path("git"))
    let server = try ProgramRun(
      "/usr/bin/env", ["python3", "-c", CallerProgramTests.server], streams: (.null, .pipe, .null))
    try server.wait(for: "the server") { server.outputText.hasSuffix("\n") }
    let address = "http://127.0.0.1:\(server.outputText.dropLast())/repository"
    let name = (text: "What you type is shown", keys: "me\r")
    for (refusal, answers) in [
      (Refusal.interrupt, []), (.escape, []), (.escape, [name]), (.timeout, []),
      (.lockedMemory, []),
    ] {
      let run = try refuse(refusal, git, ["ls-remote", address], after: answers)
      #expect(run.ending == .exited(128))
      #expect(!run.errorText.contains("could not read"))
    }
  }

  // MARK: Others

  @Test("A shell is left alone, whatever its name", arguments: ["ssh-keygen", "git"])
  func names(_ name: String) throws {
    let script = try folder.write(
      "#!/bin/sh\ncat /proc/$$/comm\n\"$SSH_ASKPASS\" P:\necho went on $?\n", to: name, mode: 0o755)
    let run = try refuse(.escape, script, [])
    #expect(run.ending == .exited(0))
    #expect(run.outputText == "\(name)\nwent on 1\n")
  }

  @Test(
    "The caller of another user is left alone", .needs("setpriv"),
    .needsRoot(to: "become another user"))
  func otherUsers() throws {
    let programs = try Programs.copy()
    try programs.write("", to: "keys/none")
    chmod(programs.path + "/keys", 0o777)
    // Askpass runs as root, which could end every process.
    let root = programs.path + "/root"
    _ = try ProgramRun.finished(
      "/bin/sh", ["-c", "cp $(command -v setpriv) $0; chmod 4755 $0", root])
    let command = "\(root) --reuid 0 \(programs.path)/askpass \"$@\""
    let askpass = try programs.write("#!/bin/sh\nexec \(command)\n", to: "ask.sh", mode: 0o755)
    let run = try ProgramRun(
      "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-f", programs.path + "/keys/new"],
      environment: ["SSH_ASKPASS": askpass, "SSH_ASKPASS_REQUIRE": "force"]
    ) { $0.user = 65534 }
    #expect(try run.wait() == .exited(0))
    #expect(run.errorText.contains("no terminal to ask on"))
  }
}
