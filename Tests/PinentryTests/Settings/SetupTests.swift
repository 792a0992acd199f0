import Glibc
import TestSupport
import Testing

@testable import Pinentry

@Suite struct SetupTests {
  private let file = SetupFile(
    purpose: "gpg", path: "/x/gpg-agent.conf", lines: ["pinentry-program /p/pinentry-keyward"],
    rival: "pinentry-program")

  @Test(arguments: [
    "", "max-cache-ttl 600\n", "no line end", "pinentry-program /usr/bin/other\nmax-cache-ttl 1\n",
    "# pinentry-program in a comment\n\n",
  ])
  func applyingTwiceIsApplyingOnceAndUndoingGivesBack(_ content: String) {
    let applied = file.applied(to: content)
    #expect(applied.contains("\npinentry-program /p/pinentry-keyward\n") || content.isEmpty)
    #expect(file.applied(to: applied) == applied)
    let back = content.isEmpty || content.hasSuffix("\n") ? content : content + "\n"
    #expect(file.undone(from: applied) == back)
    #expect(file.undone(from: back) == back)
    let active = applied.split(separator: "\n").filter { $0.hasPrefix("pinentry-program") }
    #expect(active == ["pinentry-program /p/pinentry-keyward"])
  }

  @Test func aLostEndTakesNothing() {
    let broken = "a\n# keyward: begin\nb\n"
    #expect(file.undone(from: broken) == broken)
  }

  @Test func aBeginWithoutAnEndBeforeOursTakesNothing() {
    let broken = "a\n# keyward: begin\nb\n"
    #expect(file.undone(from: file.applied(to: broken)) == broken)
    #expect(file.applied(to: file.applied(to: broken)) == file.applied(to: broken))
  }

  @Test func aMarkThatIsNotOursStays() {
    let content = "# keyward: off max-cache-ttl 1\n"
    #expect(file.undone(from: content) == content)
    #expect(file.undone(from: file.applied(to: content)) == content)
    let shell = SetupFile(purpose: "ssh", path: "/x", lines: ["export A=b"])
    #expect(shell.applied(to: content).hasPrefix(content))
  }

  @Test func linesMayEndInCRLF() {
    let content = "max-cache-ttl 1\r\npinentry-program /usr/bin/other\r\n"
    let applied = file.applied(to: content)
    #expect(applied.contains("# keyward: off pinentry-program /usr/bin/other\r\n"))
    #expect(file.undone(from: applied) == content)
    let own = "pinentry-program /p/pinentry-keyward\r\n"
    #expect(file.applied(to: own) == own)
    // An editor that saves the whole file so changes our marks too.
    let saved = file.applied(to: "a\n").unicodeScalars.map { $0 == "\n" ? "\r\n" : "\($0)" }
    #expect(file.undone(from: saved.joined()) == "a\r\n")
  }

  @Test func theDifferenceIsInTheOrderOfTheFile() {
    #expect(
      SetupFile.difference(from: "a\nb\n", to: "a\nc\nd\n") == ["- b", "+ c", "+ d"])
    #expect(SetupFile.difference(from: "a\n", to: "a\n").isEmpty)
  }

  @Test func whatWasWrittenByHandIsLeft() {
    let own = "pinentry-program /p/pinentry-keyward\nmax-cache-ttl 1\n"
    #expect(file.applied(to: own) == own)
    #expect(file.undone(from: own) == own)
    let both = own + "pinentry-program /usr/bin/other\n"
    #expect(file.applied(to: both).contains("# keyward: off pinentry-program /usr/bin/other\n"))
    #expect(file.undone(from: file.applied(to: both)) == both)
  }

  @Test func theShellsFileIsTheShells() {
    func files(_ shell: String, _ more: [String: String] = [:]) -> [String] {
      let variables = ["HOME": "/home/me", "SHELL": shell].merging(more) { $1 }
      return SetupFile.all(programs: "/opt/my programs") { variables[$0] }.map(\.path)
    }
    #expect(files("/bin/bash") == ["/home/me/.gnupg/gpg-agent.conf", "/home/me/.bashrc"])
    #expect(files("/usr/bin/zsh").last == "/home/me/.zshrc")
    #expect(files("/usr/bin/zsh", ["ZDOTDIR": "/z"]).last == "/z/.zshrc")
    #expect(files("/usr/bin/fish").last == "/home/me/.config/fish/config.fish")
    #expect(files("/usr/bin/fish", ["XDG_CONFIG_HOME": "/x"]).last == "/x/fish/config.fish")
    #expect(files("/bin/dash").last == "/home/me/.profile")
    #expect(files("", ["GNUPGHOME": "/g"]) == ["/g/gpg-agent.conf", "/home/me/.profile"])
    #expect(SetupFile.all(programs: "/p") { _ in nil }.isEmpty)
  }

  /// The shells read what was written for them, whatever is in the path.
  @Test(arguments: ["sh", "bash", "zsh", "fish"])
  func theShellReadsItsLines(_ name: String) throws {
    guard let shell = Programs.path(name) else { return }
    let programs = "/opt/it's a \\ path"
    let lines = SetupFile.all(programs: programs) { ["HOME": "/h", "SHELL": shell][$0] }
      .flatMap(\.lines).filter { !$0.hasPrefix("pinentry-program") }
    let run = try ProgramRun.finished(
      shell, ["-c", lines.joined(separator: "\n") + "\nprintenv GIT_ASKPASS SSH_ASKPASS_REQUIRE"],
      environment: ["HOME": "/tmp"])
    #expect(run.outputText == programs + "/keyward-askpass\nforce\n")
  }

  // MARK: The program

  private func setup(_ arguments: [String], in folder: TemporaryFolder) throws -> ProgramRun {
    try ProgramRun.finished(
      try BuiltProgram.keyward(), ["setup"] + arguments,
      environment: ["HOME": folder.path, "SHELL": "/bin/sh"])
  }

  @Test func theProgramKeepsABackup() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine\n", to: ".profile", mode: 0o640)
    #expect(try setup([], in: folder).outputText.contains("+ pinentry-program "))
    #expect(folder.text(".profile") == "mine\n")
    let applied = try setup(["--apply"], in: folder)
    #expect(applied.ending == .exited(0))
    #expect(applied.outputText.contains("  + export SSH_ASKPASS_REQUIRE=force\n"))
    #expect(folder.text(".profile").contains("SSH_ASKPASS_REQUIRE=force"))
    #expect(folder.text(".profile.before-keyward") == "mine\n")
    #expect(folder.text(".gnupg/gpg-agent.conf").contains("pinentry-program "))
    let again = try setup(["--apply"], in: folder)
    #expect(again.outputText.split(separator: "\n").allSatisfy { $0.hasSuffix("nothing to do") })
    #expect(folder.text(".profile.before-keyward") == "mine\n")
    #expect(try setup(["--undo"], in: folder).ending == .exited(0))
    #expect(folder.text(".profile") == "mine\n")
    #expect(folder.read(".gnupg/gpg-agent.conf") == nil)
    // A second time round, the copy is of what was changed in between.
    try folder.write("mine, and more\n", to: ".profile", mode: 0o640)
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    #expect(folder.text(".profile.before-keyward") == "mine, and more\n")
  }

  @Test(arguments: ["/bin/sh", "/usr/bin/fish"])
  func undoingLeavesTheHomeAsItWas(shell: String) throws {
    let folder = try TemporaryFolder()
    func setup(_ option: String) throws -> ProgramRun {
      try ProgramRun.finished(
        try BuiltProgram.keyward(), ["setup", option],
        environment: [
          "HOME": folder.path, "SHELL": shell, "GNUPGHOME": folder.path + "/.config/gnupg",
        ])
    }
    let empty = Snapshot(folder)
    #expect(try setup("--apply").ending == .exited(0))
    #expect(try setup("--undo").ending == .exited(0))
    #expect(Snapshot(folder) == empty)
    try folder.write("no line end", to: ".profile", mode: 0o640)
    try folder.write("mine\r\n", to: ".config/fish/config.fish", mode: 0o644)
    let before = Snapshot(folder)
    #expect(try setup("--apply").ending == .exited(0))
    #expect(try setup("--apply").ending == .exited(0))
    let undone = try setup("--undo")
    #expect(undone.ending == .exited(0))
    #expect(undone.outputText.contains(".before-keyward, which says the same\n"))
    #expect(Snapshot(folder) == before)
    #expect(
      try setup("--undo").outputText.split(separator: "\n").allSatisfy {
        $0.hasSuffix("nothing to do")
      })
    #expect(Snapshot(folder) == before)
  }

  @Test func aCopyThatDiffersIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine\n", to: ".profile")
    _ = try setup(["--apply"], in: folder)
    try folder.write(folder.text(".profile") + "more\n", to: ".profile")
    let undone = try setup(["--undo"], in: folder)
    #expect(undone.ending == .exited(0))
    #expect(
      undone.outputText.contains(
        "  \(folder.path)/.profile.before-keyward is kept, since it differs"))
    #expect(folder.text(".profile.before-keyward") == "mine\n")
  }

  /// The home itself, or where a dotfile manager keeps the files: then the copy could be made.
  @Test(
    .enabled(
      if: getuid() == 0 && Programs.path("unshare") != nil, "needs root and unshare to mount"),
    arguments: ["--apply", "--undo"], ["", "/dotfiles"])
  func whereNothingCanBeWrittenThatIsSaidAndAllStays(option: String, place: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("mine\n", to: "dotfiles/profile")
    try folder.write("max-cache-ttl 1\n", to: "dotfiles/gpg-agent.conf")
    mkdir(folder.path + "/.gnupg", 0o700)
    symlink("dotfiles/profile", folder.path + "/.profile")
    symlink("../dotfiles/gpg-agent.conf", folder.path + "/.gnupg/gpg-agent.conf")
    if option == "--undo" { _ = try setup(["--apply"], in: folder) }
    let before = Snapshot(folder)
    let run = try ProgramRun.finished(
      "/usr/bin/unshare",
      [
        "-m", "/bin/sh", "-c",
        "mount --bind $1 $1 && mount -o remount,bind,ro $1 && exec \"$0\" setup \(option)",
        try BuiltProgram.keyward(), folder.path + place,
      ], environment: ["HOME": folder.path, "SHELL": "/bin/sh"])
    #expect(run.ending == .exited(1))
    for name in [".profile", ".gnupg/gpg-agent.conf"] {
      let sentence = "\(name) could not be written (Read-only file system); nothing was changed"
      #expect(run.errorText.contains("\(folder.path)/\(sentence)"))
    }
    #expect(Snapshot(folder) == before)
  }

  @Test func theOldPinentryComesBack() throws {
    let folder = try TemporaryFolder()
    let old = "max-cache-ttl 600\npinentry-program /usr/bin/pinentry-curses\n"
    try folder.write(old, to: ".gnupg/gpg-agent.conf")
    let applied = try setup(["--apply"], in: folder)
    #expect(applied.outputText.contains("  - pinentry-program /usr/bin/pinentry-curses\n"))
    let lines = folder.text(".gnupg/gpg-agent.conf").split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("pinentry-program") }.count == 1)
    #expect(try setup(["--undo"], in: folder).ending == .exited(0))
    #expect(folder.text(".gnupg/gpg-agent.conf") == old)
  }

  @Test func whatCannotBeWrittenIsSaidAndTheRestIsDone() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine\n", to: ".profile", mode: 0o400)
    let run = try setup(["--apply"], in: folder)
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains(".profile is write-protected"))
    #expect(folder.text(".profile") == "mine\n")
    #expect(folder.text(".gnupg/gpg-agent.conf").contains("pinentry-program "))
    let other = try TemporaryFolder()
    try other.write([0x66, 0xff, 0x0a], to: ".profile")
    #expect(try setup(["--apply"], in: other).errorText.contains("is not text"))
    #expect(other.read(".profile") == [0x66, 0xff, 0x0a])
  }

  @Test func aLinkToNothingIsNamedWithWhereItLeads() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: ".gnupg/empty")
    symlink("kept/elsewhere.conf", folder.path + "/.gnupg/gpg-agent.conf")
    let sentence =
      "\(folder.path)/.gnupg/gpg-agent.conf is a link to kept/elsewhere.conf, which does not exist; "
      + "make that file, or remove the link, then try again."
    for arguments in [[], ["--apply"]] {
      let run = try setup(arguments, in: folder)
      #expect(run.ending == .exited(1))
      #expect(run.errorText.contains(sentence))
    }
    #expect(folder.text(".profile").contains("SSH_ASKPASS_REQUIRE=force"))
    #expect(try setup(["--undo"], in: folder).ending == .exited(0))
    // With the file there it is changed where it is.
    try folder.write("max-cache-ttl 1\n", to: ".gnupg/kept/elsewhere.conf")
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    #expect(folder.text(".gnupg/kept/elsewhere.conf").contains("pinentry-program "))
  }

  @Test func noNameAndNoContentOfAFileReachesTheTerminalAsItIs() throws {
    let folder = try TemporaryFolder()
    let home = folder.path + "/\u{1B}[31m\u{202E}"
    try folder.write(
      "pinentry-program \u{1B}]0;x\u{7}\n", to: "\u{1B}[31m\u{202E}/.gnupg/gpg-agent.conf")
    for command in [["doctor"], ["setup"], ["setup", "--apply"], ["setup", "--undo"]] {
      let run = try ProgramRun.finished(
        try BuiltProgram.keyward(), command, environment: ["HOME": home, "SHELL": "/bin/sh"])
      let bytes = run.output + Array(run.errorText.utf8)
      #expect(!bytes.contains(0x1B) && !bytes.contains(0x07), "\(command)")
      #expect(!run.outputText.unicodeScalars.contains("\u{202E}"), "\(command)")
      #expect(run.outputText.contains("/.gnupg/gpg-agent.conf"), "\(command)")
    }
  }

  @Test func undoingGivesTheLastByteBack() throws {
    let folder = try TemporaryFolder()
    try folder.write("no line end", to: ".profile")
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    #expect(folder.text(".profile.before-keyward") == "no line end")
    #expect(try setup(["--undo"], in: folder).ending == .exited(0))
    #expect(folder.text(".profile") == "no line end")
    // What came in between stays.
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    try folder.write(folder.text(".profile") + "more\n", to: ".profile")
    #expect(try setup(["--undo"], in: folder).ending == .exited(0))
    #expect(folder.text(".profile") == "no line end\nmore\n")
  }

  @Test func aLinkIsNotTakenAwayEvenIfTheCopyWas() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "dotfiles/profile")
    symlink("dotfiles/profile", folder.path + "/.profile")
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    unlink(folder.path + "/.profile.before-keyward")
    #expect(try setup(["--undo"], in: folder).outputText.contains("  written\n"))
    #expect(folder.read(".profile") == [])
    #expect(folder.read("dotfiles/profile") == [])
  }

  @Test func whatIsNoFileIsSaid() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path + "/.profile", 0o700)
    #expect(try setup(["--apply"], in: folder).errorText.contains("(it is not a regular file)"))
  }

  @Test func aLinkStaysALink() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine\n", to: "dotfiles/profile")
    symlink("dotfiles/profile", folder.path + "/.profile")
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    #expect(folder.text("dotfiles/profile").contains("SUDO_ASKPASS"))
    #expect(try setup(["--undo"], in: folder).ending == .exited(0))
    #expect(folder.text("dotfiles/profile") == "mine\n")
  }

  /// A user of gpg and ssh switches, and back.
  @Test func gpgAndSSHAskThroughUsOnlyWhileItIsApplied() throws {
    guard Programs.path("gpg") != nil, let keygen = Programs.path("ssh-keygen") else { return }
    let folder = try TemporaryFolder()
    try folder.write("pinentry-program /bin/false\n", to: ".gnupg/gpg-agent.conf")
    try folder.write("text\n", to: "plain")
    _ = try ProgramRun.finished(
      keygen, ["-q", "-t", "ed25519", "-N", "sesame", "-f", folder.path + "/id"])
    func agent(_ what: String) throws {
      _ = try ProgramRun.finished(
        "/usr/bin/gpgconf", [what, "gpg-agent"], environment: ["HOME": folder.path])
    }
    defer { try? agent("--kill") }
    func shell(_ command: String) throws -> ProgramRun {
      try ProgramRun(
        "/bin/sh",
        ProgramOptions(
          ["-c", "[ ! -e ~/.profile ] || . ~/.profile; export GPG_TTY=$(tty); exec \(command)"],
          environment: ["HOME": folder.path], streams: (.terminal, .terminal, .terminal)),
        on: PseudoTerminal())
    }
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    let ours = try shell("gpg -o /dev/null -c ~/plain")
    try ours.waitForDisplay(of: PinentryRun.asks)
    try ours.type("\u{1b}")
    try ours.wait()
    let key = try shell("ssh-keygen -y -f ~/id")
    try key.waitForDisplay(of: PinentryRun.asks)
    try key.type("sesame\r")
    #expect(try key.wait() == .exited(0))
    #expect(try setup(["--undo"], in: folder).ending == .exited(0))
    try agent("--reload")
    let theirs = try shell("gpg -o /dev/null -c ~/plain")
    #expect(try theirs.wait() != .exited(0))
    #expect(!theirs.displayedText.contains(PinentryRun.asks))
    let plain = try shell("ssh-keygen -y -f ~/id")
    try plain.waitForDisplay(of: "Enter passphrase")
    #expect(!plain.displayedText.contains(PinentryRun.asks))
  }
}
