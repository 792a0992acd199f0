import Glibc
import KeywardTestSupport
import Testing

/// An ordinary user switches gpg, ssh, sudo and git to Keyward by `keyward setup`, and back.
@Suite(.tags(.program), .serialized, .needs("useradd", "flock"), .needsRoot(to: "make a user"))
struct SwitchingProgramTests {
  private final class Person {
    let user: TestUser
    let home: TemporaryFolder
    private let programs: TemporaryFolder
    private let shell: String

    init(shell: String) throws {
      user = try TestUser("keywardswitch")
      self.shell = shell
      (home, programs) = (try TemporaryFolder(), try TemporaryFolder())
      try own(home.path)
      _ = try ProgramRun.finished(
        "/bin/sh",
        [
          "-c",
          """
          cp $0 $3/keyward; cp $0-tools $3/keyward-tools; cp $1 $3/pinentry-keyward
          cp $2 $3/keyward-askpass; chmod 755 $3
          """,
          try BuiltProgram.keyward(), try Programs.pinentry(), try Programs.askpass(),
          programs.path,
        ])
    }

    deinit {
      _ = try? run("/usr/bin/gpgconf", ["--kill", "gpg-agent"], [])
    }

    func own(_ path: String) throws {
      guard chown(path, uid_t(user.number), gid_t(user.number)) == 0 else {
        throw HarnessError("chown \(path): \(String(cString: strerror(errno)))")
      }
    }

    @discardableResult
    func run(
      _ program: String, _ arguments: [String], _ answers: [(String, String)], input: String? = nil
    ) throws -> ProgramRun {
      let terminal = try PseudoTerminal()
      try own(terminal.path)
      let run = try ProgramRun(
        program, arguments, environment: ["HOME": home.path, "SHELL": shell, "LOGNAME": user.name],
        streams: (input == nil ? .terminal : .pipe, .pipe, .pipe), on: terminal
      ) { options in
        options.user = user.number
        options.directory = "/"
        options.role = .sessionLeader
        options.input = Array((input ?? "").utf8)
      }
      try run.answer(answers)
      return run
    }

    func setup(_ arguments: String...) throws -> ProgramRun {
      try run(programs.path + "/keyward", ["setup"] + arguments, [])
    }

    @discardableResult
    func type(
      _ command: String, _ answers: [(String, String)] = [], input: String? = nil
    ) throws -> ProgramRun {
      let opens = shell.hasSuffix("/bash") ? "-ic" : "-lc"
      return try run(shell, [opens, command], answers, input: input)
    }

    /// The files that may concern setup: their content, their readers, and their identity on the
    /// disk.
    func files() -> [String: [String]] {
      var found: [String: [String]] = [:]
      for name in [".bashrc", ".profile", ".gnupg/gpg-agent.conf"] {
        var status = stat()
        guard lstat(home.path + "/" + name, &status) == 0 else { continue }
        found[name] = [
          home.text(name), String(status.st_mode, radix: 8), "\(status.st_uid)",
          "\(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)",
        ]
      }
      return found
    }
  }

  @Test(
    .needs("gpg", "git", "ssh-keygen", "sudo", "bash"), arguments: ["/bin/bash", "/bin/sh"])
  func allCallersAskThroughUsUntilItIsUndone(shell: String) throws {
    let person = try Person(shell: shell)
    let git = try #require(InstalledProgram.path("git"))
    let keygen = try #require(InstalledProgram.path("ssh-keygen"))
    let sudo = try #require(InstalledProgram.path("sudo"))
    #expect(try person.setup("--apply").ending == .exited(0))
    let applied = person.files()
    #expect(applied.count == 2)
    let again = try person.setup("--apply")
    #expect(again.outputText.split(separator: "\n").allSatisfy { $0.hasSuffix("nothing to do") })
    #expect(person.files() == applied)

    try person.home.write("text\n", to: "plain", mode: 0o644)
    let gpg = try person.type(
      "gpg -q -o ~/secret -c ~/plain && gpgconf --reload gpg-agent && gpg -q -d ~/secret",
      [
        (PinentryRun.asks, "wört 1 %41\r"), ("▏", "wört 1 %41\r"),
        (PinentryRun.asks, "wört 1 %41\r"),
      ])
    #expect(gpg.ending == .exited(0))
    #expect(gpg.outputText.hasSuffix("text\n"), "\(gpg.errorText)")
    #expect(gpg.displayedText.contains("asked by gpg, pid"))

    try person.type("\(keygen) -q -t ed25519 -N 'sesame ö' -f ~/id")
    let ssh = try person.type("\(keygen) -y -f ~/id", [(PinentryRun.asks, "sesame ö\r")])
    #expect(ssh.outputText.hasPrefix("ssh-ed25519 "))

    let question = "protocol=https\nhost=example.org\n\n"
    let answer = try person.type(
      "\(git) credential fill",
      [("What you type is shown", "me\r"), ("Password for", "sesame ö\r")], input: question)
    #expect(answer.outputText.hasSuffix("username=me\npassword=sesame ö\n"))

    try person.user.allowSudo()
    let root = try person.type(
      "\(sudo) -A -k id -u", [(PinentryRun.asks, TestUser.password + "\r")])
    #expect(root.outputText == "0\n")

    #expect(try person.setup("--undo").ending == .exited(0))
    #expect(person.files().isEmpty)
    #expect(try !person.type("env").outputText.contains("ASKPASS"))
    let plain = try person.type("\(keygen) -y -f ~/id", [("Enter passphrase", "sesame ö\r")])
    #expect(plain.outputText.hasPrefix("ssh-ed25519 "))
    #expect(!plain.displayedText.contains(PinentryRun.asks))
    #expect(try person.setup("--undo").outputText.contains("nothing to do"))
  }

  /// The content of the files is restored to the last byte, for the same readers.
  @Test(arguments: ["", "\n", "no line end", "a\r\nb", "# keyward: off x\n", "é\n\n\n"])
  func theFilesAreAsTheyWere(content: String) throws {
    let person = try Person(shell: "/bin/bash")
    let agent = content + (content.isEmpty || content.hasSuffix("\n") ? "" : "\n")
    try person.home.write(content, to: ".bashrc", mode: 0o640)
    try person.home.write(
      agent + "pinentry-program /usr/bin/pinentry-tty", to: ".gnupg/gpg-agent.conf")
    for name in [".bashrc", ".gnupg", ".gnupg/gpg-agent.conf"] {
      try person.own(person.home.path + "/" + name)
    }
    let before = person.files().mapValues { $0.prefix(3) }
    let home = Snapshot(person.home)
    for _ in 0..<2 {
      #expect(try person.setup("--apply").ending == .exited(0))
      let applied = person.files()
      #expect(applied[".bashrc"]?[0].contains("export SUDO_ASKPASS=") == true)
      // The copy setup keeps is the way back without the program.
      #expect(person.home.text(".bashrc.before-keyward") == content)
      #expect(try person.setup("--apply").ending == .exited(0))
      #expect(person.files() == applied)
      #expect(try person.setup("--undo").ending == .exited(0))
      #expect(person.files().mapValues { $0.prefix(3) } == before)
      #expect(Snapshot(person.home) == home)
    }
  }
}
