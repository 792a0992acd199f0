import Glibc
import KeywardTestSupport
import Testing

/// Programs of others that ask from a full-screen program, or without any terminal.
extension PlacesProgramTests {
  private static let passphrase = "sesame ouvre toi 12"

  /// A home of gpg with a key, and a repository in it that signs every commit.
  private func signingHome() throws -> (home: GnuPGHome, environment: [String: String?]) {
    let home = try GnuPGHome()
    let environment = environment.merging([
      "GNUPGHOME": home.path, "HOME": home.path, "GIT_CONFIG_NOSYSTEM": "1",
    ]) { $1 }
    let script = """
      gpg -q --batch --pinentry-mode loopback --passphrase '\(Self.passphrase)' \
        --quick-gen-key test@example.org future-default default never
      gpg-connect-agent reloadagent /bye
      echo 'bind generic S @\(Self.commit)' >.tigrc
      git init -q -b main repository
      cd repository
      git config user.name Test
      git config user.email test@example.org
      git config user.signingkey test@example.org
      git config commit.gpgSign true
      git -c commit.gpgSign=false commit -q --allow-empty -m none
      """
    let run = try ProgramRun.finished(
      "/bin/sh", ["-ec", script], environment: environment, directory: home.path)
    #expect(run.ending == .exited(0), "\(run.errorText)")
    return (home, environment)
  }

  private func isSigned(_ home: GnuPGHome) throws -> Bool {
    let words = ["-C", home.path + "/repository", "cat-file", "-p", "main"]
    return try ProgramRun.finished("/usr/bin/git", words).outputText.contains("gpgsig")
  }

  /// Starts a full-screen program in the repository, and makes it sign by `keys`.
  private func sign(
    in words: [String], keys: String, quitting end: String, namesOuter: Bool = false
  ) throws {
    var (home, environment) = try signingHome()
    let terminal = try PseudoTerminal()
    if namesOuter { environment["GPG_TTY"] = terminal.path }
    let script = (namesOuter ? "" : "export GPG_TTY=$(tty); ") + "exec \"$@\""
    let run = try Attended.start(
      ["/bin/sh", "-c", script, "sh"] + words, on: terminal, environment: environment
    ) { $0.directory = home.path + "/repository" }
    try run.waitForDisplay(of: "\u{1b}[?1049h")
    try run.waitForQuiet()
    try run.type(keys)
    let shown = try run.waitForDisplay(of: "asked by g")
    // A single key for the program is followed by no answer that is typed before one can read.
    try run.waitForQuiet(seconds: 0.3)
    try run.type(Self.passphrase + "\r")
    try run.wait(for: "the signature") { try isSigned(home) }
    try run.waitForDisplay(of: "\u{1b}[?1049h", after: shown)
    try run.waitForQuiet()
    try run.type(end)
    #expect(try run.wait() == .exited(0))
    #expect(!run.displayedText.contains("sesame"))
    #expect(sockets.isEmpty)
  }

  private static let editor = ["nvim", "-u", "NONE", "-i", "NONE", "-n"]
  private static let commit = "git commit -q --allow-empty -m one"

  @Test(.needs("git", "gpg", "nvim"), arguments: [false, true])
  func neovimSigns(namesOuter: Bool) throws {
    try sign(
      in: Self.editor, keys: ":!\(Self.commit)\r",
      quitting: "\r:qa!\r", namesOuter: namesOuter)
  }

  /// `@` runs the program in the background, while tig reads keys.
  @Test(.needs("git", "gpg", "tig")) func tigSigns() throws {
    try sign(in: ["tig"], keys: "S", quitting: "Q")
  }

  @Test(.needs("git", "gpg", "neomutt")) func neomuttDecrypts() throws {
    let (home, environment) = try signingHome()
    let script = """
      {
      printf 'From me Thu Jan  1 00:00:00 2026\\nFrom: me\\nSubject: One\\nMIME-Version: 1.0\\n'
      printf 'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; '
      printf 'boundary=b\\n\\n'
      printf -- '--b\\nContent-Type: application/pgp-encrypted\\n\\nVersion: 1\\n\\n'
      printf -- '--b\\nContent-Type: application/octet-stream\\n\\n'
      printf 'Content-Type: text/plain\\n\\nplainly\\n' |
        gpg -q --armor --encrypt -r test@example.org
      printf '\\n--b--\\n\\n'
      } >mbox
      echo 'set crypt_use_gpgme=yes folder=.' >rc
      gpg-connect-agent reloadagent /bye
      """
    let made = try ProgramRun.finished(
      "/bin/sh", ["-ec", script], environment: environment, directory: home.path)
    #expect(made.ending == .exited(0), "\(made.errorText)")
    let run = try Attended.start(
      ["/bin/sh", "-c", "export GPG_TTY=$(tty); exec neomutt -n -F rc -f mbox"],
      environment: environment
    ) { $0.directory = home.path }
    try run.waitForDisplay(of: "One")
    try run.waitForQuiet()
    try run.type("\r")
    try run.waitForDisplay(of: "asked by")
    try run.waitForQuiet()
    try run.type(Self.passphrase + "\r")
    try run.waitForDisplay(of: "plainly")
    try run.waitForQuiet()
    try run.type("qx")
    #expect(try run.wait() == .exited(0))
    #expect(!run.displayedText.contains("sesame"))
  }

  // MARK: Without a terminal

  /// gpg and its agent know of no terminal, as with the job of an editor's plug-in.
  @Test(.needs("git", "gpg", "nvim")) func aJobOfAnEditorAsksOnALentTerminal() throws {
    let (home, environment) = try signingHome()
    let lender = try lender()
    var options = ProgramOptions(
      Array(Self.editor.dropFirst()), environment: environment,
      streams: (.terminal, .terminal, .terminal))
    options.directory = home.path + "/repository"
    let editor = try ProgramRun("/usr/bin/nvim", options, on: PseudoTerminal())
    try editor.waitForDisplay(of: "\u{1b}[?1049h")
    try editor.waitForQuiet()
    let words = Self.commit.split(separator: " ").map { "'\($0)'" }.joined(separator: ",")
    try editor.type(":call jobstart([\(words)])\r")
    try waitForQuestion(on: lender, after: 0)
    #expect(lender.displayedText.contains("asked by gpg"))
    try lender.type(Self.passphrase + "\r")
    try lender.wait(for: "the signature") { try isSigned(home) }
    try editor.type(":qa!\r")
    #expect(try editor.wait() == .exited(0))
  }

  @Test(.needs("git", "python3")) func gitAsksOnALentTerminal() throws {
    let server = try ProgramRun(
      "/usr/bin/env",
      ProgramOptions(
        ["python3", "-c", CallerProgramTests.server], streams: (.null, .pipe, .null)))
    try server.wait(for: "the server") { server.outputText.hasSuffix("\n") }
    let lender = try lender()
    let git = try ProgramRun(
      "/usr/bin/git",
      ProgramOptions(
        ["ls-remote", "http://127.0.0.1:\(server.outputText.dropLast())/repository"],
        environment: environment.merging([
          "GIT_ASKPASS": try Programs.askpass(), "GIT_CONFIG_NOSYSTEM": "1",
        ]) { $1 }, streams: (.null, .pipe, .pipe)))
    var shown = 0
    for (text, keys) in [("What you type is shown", "me\r"), ("Password for", "sesame ö\r")] {
      shown = try lender.waitForDisplay(of: text, after: shown)
      try lender.waitForQuiet()
      try lender.type(keys)
    }
    #expect(try git.wait() == .exited(0))
    #expect(git.outputText.contains("refs/heads/main"))
    try lender.waitForDisplay(of: ": answered", after: shown)
  }

  @Test(.needs("sudo", "useradd", "flock"), .needsRoot(to: "make a user"))
  func sudoAsksOnALentTerminal() throws {
    let user = try TestUser("keywardlend")
    try user.allowSudo()
    chown(runtime.path, uid_t(user.number), gid_t.max)
    let folder = try Programs.copy()
    let environment = environment.merging(["SUDO_ASKPASS": folder.path + "/askpass"]) { $1 }
    func start(_ program: String, _ words: [String], on terminal: PseudoTerminal? = nil) throws
      -> ProgramRun
    {
      var options = ProgramOptions(
        words, environment: environment, streams: (.null, .pipe, .pipe))
      options.user = user.number
      options.directory = "/"
      return try ProgramRun(program, options, on: terminal)
    }
    let terminal = try PseudoTerminal()
    chown(terminal.path, uid_t(user.number), gid_t.max)
    let lender = try start(folder.path + "/keyward", ["lend"], on: terminal)
    try lender.waitForDisplay(of: "Ctrl-C ends.")
    let sudo = try start("/usr/bin/sudo", ["-A", "-k", "id", "-u"])
    try waitForQuestion(on: lender, after: 0)
    try lender.type(TestUser.password + "\r")
    #expect(try sudo.wait() == .exited(0))
    #expect(sudo.outputText == "0\n")
  }

  @Test(
    "A program of root that asks through us is shown with the folder in which it was started",
    .needs("sudo", "useradd", "flock"), .needsRoot(to: "make a user"))
  func folderOfRoot() throws {
    let user = try TestUser("keywardfolder")
    try user.allowSudo()
    chown(runtime.path, uid_t(user.number), gid_t.max)
    let folder = try Programs.copy()
    var options = ProgramOptions(
      ["attend", "--", "sudo", "-kA", "id", "-u"],
      environment: environment.merging(["SUDO_ASKPASS": folder.path + "/askpass"]) { $1 },
      streams: (.terminal, .terminal, .terminal))
    (options.user, options.directory) = (user.number, "/usr/share")
    let terminal = try PseudoTerminal()
    chown(terminal.path, uid_t(user.number), gid_t.max)
    let run = try ProgramRun(folder.path + "/keyward", options, on: terminal)
    try run.waitForDisplay(of: Attended.prompt)
    #expect(run.displayedText.contains("in /usr/share"), "\(run.rows())")
    try run.type(TestUser.password + "\r")
    #expect(try run.wait() == .exited(0))
  }

  // MARK: Windows

  /// Asks in a window, whose program writes the name of its terminal to a file.
  private func window(
    _ program: String, _ words: String, _ environment: [String: String?],
    as user: uid_t = geteuid(), type: (String) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    if user != geteuid() { for path in [folder.path, runtime.path] { chown(path, user, user) } }
    let id = "\(user)"
    let prefix =
      user == geteuid() ? [] : ["/usr/bin/setpriv", "--reuid", id, "--regid", id, "--clear-groups"]
    try folder.write(
      """
      #!/bin/sh
      [ "$1" != -e ] || shift
      echo $$ >\(folder.path)/pid
      exec /usr/bin/\(program) \(words) /bin/sh -c \
        '/usr/bin/tty >\(folder.path)/tty; exec "$@"' sh "$@"
      """, to: program, mode: 0o755)
    let environment = environment.merging(["PATH": folder.path, "HOME": folder.path]) { $1 }
    for isClosed in [false, true] {
      let asking = try AskingProgram.askpass.start(
        asking: "/nonexistent", through: prefix, environment: environment)
      try asking.run.wait(for: "a question in the window") {
        let path = folder.text("tty").filter { $0 != "\n" }
        return try !path.isEmpty && !PseudoTerminal.settings(of: path).echoes
      }
      // A new terminal drops what is typed before anybody can react to it, and the settings change
      // before that time begins.
      try asking.run.waitForQuiet(seconds: 1)
      if isClosed {
        kill(try #require(Int32(folder.text("pid").filter { $0 != "\n" })), SIGTERM)
        #expect(try asking.run.wait() == .exited(1))
        #expect(asking.run.errorText.contains("the terminal is gone"))
      } else {
        try type("alpha\n")
        #expect(try asking.finish() == .exited(0))
        #expect(asking.answer == "alpha")
      }
      try folder.write("", to: "tty")
    }
    #expect(!sockets.contains { $0.hasPrefix("ask") })
  }

  @Test(
    "A window opens on X11", .needs("Xvfb", "xdotool", "xterm", "kitty"),
    arguments: [("xterm", "-e"), ("kitty", "--config NONE")])
  func aWindowOpensOnX11(program: String, words: String) throws {
    let server = try ProgramRun(
      "/usr/bin/Xvfb", ProgramOptions(["-displayfd", "1"], streams: (.null, .pipe, .null)))
    try server.wait(for: "the display") { server.outputText.hasSuffix("\n") }
    let display = [
      "DISPLAY": ":" + server.outputText.filter { $0 != "\n" }, "XDG_RUNTIME_DIR": runtime.path,
    ]
    try window(program, words, display) {
      // Without a window manager the window below the pointer gets the keys.
      let typing = ["mousemove", "50", "50", "type", $0]
      _ = try ProgramRun.finished("/usr/bin/xdotool", typing, environment: display)
    }
  }

  @Test(.needs("foot", "sway", "wtype")) func aWindowOpensOnWayland() throws {
    let folder = try TemporaryFolder()
    var options = ProgramOptions(
      ["-c", "/dev/null"],
      environment: [
        "XDG_RUNTIME_DIR": folder.path, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
        "WLR_LIBINPUT_NO_DEVICES": "1",
      ], streams: (.null, .null, .pipe))
    // sway does not run as root, and root opens no window on another user's display.
    let user: uid_t = geteuid() == 0 ? 65_534 : geteuid()
    if geteuid() == 0 {
      options.user = Int(user)
      chown(folder.path, user, user)
    }
    let server = try ProgramRun("/usr/bin/sway", options)
    try server.wait(for: "the display") { folder.names.contains("wayland-1") }
    let display = [
      "WAYLAND_DISPLAY": folder.path + "/wayland-1", "XDG_RUNTIME_DIR": runtime.path,
    ]
    try window("foot", "", display, as: user) {
      // The keys of the first 0.2 seconds of a new keyboard can be lost.
      let words = ["-M", "shift", "-m", "shift", "-s", "200", $0]
      _ = try ProgramRun.finished("/usr/bin/wtype", words, environment: display)
    }
  }
}
