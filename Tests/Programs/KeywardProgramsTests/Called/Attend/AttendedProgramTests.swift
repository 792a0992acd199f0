import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct AttendedProgramTests {
  private static let secret = "päss wörd 7"

  private func file(in folder: TemporaryFolder) throws -> String {
    try folder.write("what is kept secret\n", to: "plain")
  }

  /// age asks twice, and takes the rows of its questions back.
  @Test(.needs("age")) func age() throws {
    let folder = try TemporaryFolder()
    let (plain, kept) = (try file(in: folder), folder.path + "/kept")
    let made = try Attended.answer(
      ["age", "-p", "-o", kept, plain], with: Self.secret, times: 2)
    #expect(made.ending == .exited(0))
    let rows = made.rows()
    #expect(rows.allSatisfy { $0.isEmpty }, "\(rows)")
    let opened = try Attended.answer(
      ["age", "-d", kept], with: Self.secret, streams: (.terminal, .pipe, .terminal))
    #expect(opened.outputText == folder.text("plain"))
    let refused = try Attended.answer(["age", "-d", kept], with: "wrong")
    #expect(refused.ending == .exited(1))
  }

  @Test(.needs("zip", "unzip")) func zip() throws {
    let folder = try TemporaryFolder()
    let (plain, kept) = (try file(in: folder), folder.path + "/kept.zip")
    let made = try Attended.answer(["zip", "-j", "-e", kept, plain], with: "pass 7", times: 2)
    #expect(made.ending == .exited(0))
    #expect(made.rows().contains("Enter password:") && made.rows().contains("Verify password:"))
    let opened = try Attended.answer(
      ["unzip", "-p", kept], with: "pass 7", streams: (.terminal, .pipe, .terminal))
    #expect(opened.outputText == folder.text("plain"))
  }

  /// GNU screen has all four sets, and draws what a program sees of them.
  @Test(
    "In GNU screen, a program that left a character set at G0, SO, LS2 or LS3 garbles no prompt",
    .needs("screen"),
    arguments: [#"\033(0"#, #"\033)0\016"#, #"\033*0\033n"#, #"\033+0\033o"#])
  func characterSets(selecting: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "sockets/none")
    try folder.write(
      "printf '\(selecting)'; stty -echo; printf 'Pass: '; read a; stty echo; echo; "
        + "printf 'q%sq' \"$a\"; read a\n", to: "ask")
    let run = try ProgramRun(
      try #require(InstalledProgram.path("screen")),
      [
        "-U", "-c", "/dev/null", try BuiltProgram.keyward(), "attend", "--", "/bin/sh",
        folder.path + "/ask",
      ],
      environment: ["HOME": folder.path, "SCREENDIR": folder.path + "/sockets"],
      streams: (.terminal, .terminal, .pipe), on: PseudoTerminal(), showing: Attended.prompt)
    try run.waitForQuiet()
    #expect(run.displayedText.contains("Pass: ") && run.displayedText.contains("asked by sh, pid"))
    // The program's text is drawn with lines as before.
    try run.type("q\r", until: "───")
    try run.type("\r")
    try run.wait()
  }

  @Test(.needs("ssh-keygen")) func sshKeygen() throws {
    let folder = try TemporaryFolder()
    let key = folder.path + "/key"
    let made = try Attended.answer(
      ["ssh-keygen", "-t", "ed25519", "-f", key], with: Self.secret, times: 2)
    #expect(made.ending == .exited(0))
    let opened = try ProgramRun.finished(
      "/usr/bin/ssh-keygen", ["-y", "-P", Self.secret, "-f", key])
    #expect(opened.ending == .exited(0))
    let asked = try Attended.answer(["ssh-keygen", "-y", "-f", key], with: Self.secret)
    #expect(asked.displayedText.contains("ssh-ed25519 "))
  }

  @Test(.needs("cryptsetup"), .needsRoot(to: "make an encrypted disk"))
  func cryptsetup() throws {
    let folder = try TemporaryFolder()
    let disk = folder.path + "/disk"
    _ = try ProgramRun.finished("/usr/bin/truncate", ["-s", "20M", disk])
    let program = try #require(InstalledProgram.path("cryptsetup"))
    let made = try Attended.answer(
      [
        program, "luksFormat", "-q", "-y", "--pbkdf", "pbkdf2", "--pbkdf-force-iterations", "1000",
        disk,
      ], with: Self.secret, times: 2)
    #expect(made.ending == .exited(0), "\(made.rows())")
    for (answer, status) in [(Self.secret, 0), ("wrong", 2)] as [(String, Int32)] {
      let opened = try Attended.answer(
        [program, "open", "--test-passphrase", "--tries", "1", disk], with: answer)
      #expect(opened.ending == .exited(status), "\(opened.rows())")
    }
  }

  @Test(.needs("gpg")) func gpgInLoopback() throws {
    let folder = try TemporaryFolder()
    let (plain, kept) = (try file(in: folder), folder.path + "/kept.gpg")
    mkdir(folder.path + "/home", 0o700)
    let home = ["--homedir", folder.path + "/home"]
    defer {
      _ = try? ProgramRun.finished("/usr/bin/gpgconf", home + ["--kill", "gpg-agent"])
    }
    let gpg = ["gpg"] + home + ["--pinentry-mode", "loopback", "--no-symkey-cache"]
    let made = try Attended.answer(gpg + ["-o", kept, "-c", plain], with: Self.secret)
    #expect(made.ending == .exited(0), "\(made.rows())")
    let opened = try Attended.answer(
      gpg + ["-d", kept], with: Self.secret, streams: (.terminal, .pipe, .terminal))
    #expect(opened.outputText == folder.text("plain"))
  }

  @Test(.needs("python3")) func getpass() throws {
    let run = try Attended.answer(
      ["/usr/bin/python3", "-c", "import getpass; print('[' + getpass.getpass('P: ') + ']')"],
      with: Self.secret)
    #expect(run.rows().prefix(2) == ["P:", "[\(Self.secret)]"])
  }

  @Test(.needs("dash")) func dash() throws {
    let run = try Attended.answer(
      ["dash", "-c", #"stty -echo; printf 'A: '; read a; stty echo; echo; echo "[$a]""#],
      with: Self.secret)
    #expect(run.rows().prefix(2) == ["A:", "[\(Self.secret)]"])
  }

  // MARK: Single keys

  @Test(.needs("systemd-ask-password"), arguments: ["masked", "no"])
  func systemdAskPassword(echo: String) throws {
    let run = try Attended.answer(
      ["systemd-ask-password", "--echo=\(echo)", "Disk:"], with: Self.secret,
      streams: (.terminal, .pipe, .terminal))
    #expect(run.outputText == Self.secret + "\n")
    #expect(run.rows().count { $0.contains("Disk:") } == 1)
    #expect(run.rows().allSatisfy { !$0.contains("*") && !$0.contains("wörd") }, "\(run.rows())")
  }

  /// A program with the settings of sudo-rs, which Debian 12 does not have; the second form is that of
  /// its `pwfeedback`.
  @Test(.needs("perl"), arguments: [false, true]) func sudoInRust(showsStars: Bool) throws {
    let program = #"""
      use POSIX; open(T, '+<', '/dev/tty'); my $t = POSIX::Termios->new; $t->getattr(fileno T);
      my $old = $t->getlflag; my $f = $ARGV[0] eq 'true';
      $t->setlflag(($old & ~(ECHO | ($f ? ICANON : 0))) | ECHONL);
      $t->setcc(VMIN, 1); $t->setcc(VTIME, 0); $t->setattr(fileno T, TCSAFLUSH);
      syswrite T, '[sudo: authenticate] Password: '; my ($s, $c) = ('', '');
      while (sysread(T, $c, 1) && $c !~ /[\r\n]/) { $s .= $c; syswrite T, '*' if $f }
      syswrite T, "\b \b" x length($s) . "\n" if $f;
      $t->setlflag($old); $t->setattr(fileno T, TCSAFLUSH); print "[$s]\n";
      """#
    let run = try Attended.answer(
      ["perl", "-e", program, "\(showsStars)"], with: Self.secret)
    #expect(
      run.rows().prefix(2) == ["[sudo: authenticate] Password:", "[\(Self.secret)]"],
      "\(run.rows())")
  }

  /// A program on no list that reads single keys, as Node and Python's `echo_char` do: it is left alone.
  @Test(.needs("perl"), arguments: ["-icanon -echo", "raw -echo"])
  func otherReadersOfKeysAreLeftAlone(settings: String) throws {
    let program = #"""
      system("stty $ARGV[0]"); $| = 1; print 'Password: '; my ($s, $c) = ('', '');
      while (sysread(STDIN, $c, 1) && $c !~ /[\r\n]/) { $s .= $c; print '*' }
      system('stty sane'); print "\n[$s]\n";
      """#
    let run = try Attended.start(["perl", "-e", program, "--", settings])
    try run.waitForDisplay(of: "Password: ")
    try run.waitForQuiet()
    try run.type("alpha\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.rows().prefix(2) == ["Password: *****", "[alpha]"])
    #expect(!run.displayedText.contains(Attended.prompt))
  }

  // MARK: Users

  /// Root changes a user's password, by which `su` then changes to the user, and which `sudo`
  /// knows.
  @Test(.needs("passwd", "su", "sudo", "setpriv"), .needsRoot(to: "make users"))
  func passwdSuAndSudo() throws {
    let user = try TestUser("keywardattend")
    let changed = try Attended.answer(["passwd", user.name], with: "sesame öffne 2", times: 2)
    #expect(changed.ending == .exited(0), "\(changed.rows())")
    // From another user, since root is not asked.
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let become = try Attended.answer(
      nobody + ["su", user.name, "-c", "id -un"], with: "sesame öffne 2")
    #expect(become.rows().prefix(2) == ["Password:", user.name], "\(become.rows())")
    let refused = try Attended.answer(nobody + ["su", user.name, "-c", "id"], with: "wrong")
    #expect(refused.displayedText.contains("Authentication failure"))
    // sudo refuses the user only after the right password.
    let own = ["setpriv", "--reuid", String(user.number), "--clear-groups"]
    let sudo = try Attended.answer(own + ["sudo", "-k", "id"], with: "sesame öffne 2")
    #expect(sudo.displayedText.contains("is not in the sudoers file"), "\(sudo.rows())")
    #expect(!sudo.displayedText.contains("try again"))
  }

  @Test(.needs("sudo", "setpriv"), .needsRoot(to: "make a user"))
  func sudoThatShowsStars() throws {
    let user = try TestUser("keywardstars")
    try user.allowSudo(defaults: "pwfeedback")
    let words = ["setpriv", "--reuid", String(user.number), "--clear-groups"]
    let run = try Attended.answer(
      words + ["sudo", "-k", "id", "-u"], with: TestUser.password)
    #expect(run.rows().contains("0"), "\(run.rows())")
    #expect(run.rows().count { $0.contains("[sudo]") } == 1)
    #expect(!run.displayedText.contains("*"))
  }

  @Test(.needs("ssh", "sshd"), .needsRoot(to: "start a server")) func ssh() throws {
    let server = try LoopbackServer()
    let user = try TestUser("keywardattend")
    let words = server.options(user: user.name, hasKey: false) + ["127.0.0.1", "echo in as $USER"]
    let run = try Attended.answer(["ssh"] + words, with: TestUser.password)
    #expect(run.displayedText.contains("in as \(user.name)"), "\(run.rows())")
  }

  // MARK: Whole sessions

  /// vim, less, htop, shells with their own editing and more look the same without us.
  @Test(.needs("tmux", "python3", "vim"), .needsOwnMounts(to: "have its own home"))
  func aSessionLooksAsItDoesWithoutUs() throws {
    let root = Repository.path
    let run = try ProgramRun.finished(
      "/usr/bin/python3",
      [
        root + "/Tests/System/shell-session", try BuiltProgram.keyward(), "0", "1",
      ],
      seconds: 300)
    #expect(run.ending == .exited(0), "\(run.outputText)\(run.errorText)")
  }
}
