import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct SetupProgramTests {
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
    #expect(applied.outputText.contains(" ] && export SSH_ASKPASS_REQUIRE=force\n"))
    #expect(applied.outputText.contains("  + # SSH_ASKPASS_REQUIRE=force: ssh asks through"))
    #expect(folder.text(".profile").contains("SSH_ASKPASS_REQUIRE=force"))
    #expect(folder.text(".profile.before-keyward") == "mine\n")
    #expect(folder.text(".gnupg/gpg-agent.conf").contains("pinentry-program "))
    let again = try setup(["--apply"], in: folder)
    #expect(again.outputText.split(separator: "\n").allSatisfy { $0.hasSuffix("nothing to do") })
    #expect(folder.text(".profile.before-keyward") == "mine\n")
    let undone = try setup(["--undo"], in: folder)
    #expect(undone.ending == .exited(0))
    #expect(undone.outputText.contains(".before-keyward, which is identical to the file\n"))
    #expect(folder.text(".profile") == "mine\n")
    #expect(folder.read(".gnupg/gpg-agent.conf") == nil)
    // The second time, the copy holds the changes made in between.
    try folder.write("mine, and more\n", to: ".profile", mode: 0o640)
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    #expect(folder.text(".profile.before-keyward") == "mine, and more\n")
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
        "  kept the backup \(folder.path)/.profile.before-keyward, since it differs"))
    #expect(folder.text(".profile.before-keyward") == "mine\n")
  }

  /// Changes a copy of the system's files, in which only systemd unlocks disks at boot.
  private static let boot = """
    set -e
    mount -t tmpfs tmpfs "$1"
    mkdir -p "$1/lib/keyward" "$1/etc" "$1/work1" "$1/work2"
    printf '#!/bin/sh\\necho image "$1" >>%s/log\\n' "$1" >"$1/lib/keyward/image"
    chmod 755 "$1/lib/keyward/image"
    mount -t overlay overlay -o "lowerdir=/usr/lib,upperdir=$1/lib,workdir=$1/work1" /usr/lib
    mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1/etc,workdir=$1/work2" /etc
    ! [ -d /usr/share/initramfs-tools ] || mount -t tmpfs tmpfs /usr/share/initramfs-tools
    rm -f /etc/keyward/boot.yaml
    echo 'XKBLAYOUT=de' >/etc/default/keyboard
    "$0" setup --boot
    ! [ -e "$1/log" ]
    "$0" setup --boot --apply
    cat "$1/log" /etc/keyward/boot.yaml
    """

  @Test(
    "Where systemd unlocks disks at boot, setup --boot reports this and what it changes",
    .needs("unshare"), .needsOwnMounts(to: "change copies of system files"))
  func bootOfSystemd() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun.finished(
      "/usr/bin/unshare",
      ["-m", "/bin/sh", "-c", Self.boot, try BuiltProgram.keyward(), folder.path],
      environment: ["HOME": "/nonexistent"])
    let text = run.outputText
    let flowing = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.ending == .exited(0), "\(text) \(run.errorText)")
    let sentence = "Nothing asks through /etc/crypttab here: systemd unlocks encrypted disks"
    #expect(flowing.ranges(of: sentence).count == 2, "\(text)")
    for part in [
      "To do this and create a new initramfs", "The new initramfs was created.", "image rehearse\n",
      "image update\n", "layouts: [de, us]",
    ] {
      #expect(text.contains(part), "\(part): \(text)")
    }
    #expect(!text.contains("keyscript"))
  }

  @Test(
    "Once the programs are gone, ssh asks for a password itself",
    .needs("ssh", "sshd", "useradd", "flock"), .needsRoot(to: "start a server and make a user"))
  func sshWithoutPrograms() throws {
    let (server, user, home) = (try LoopbackServer(), try TestUser(), try TemporaryFolder())
    let folder = try TemporaryFolder()
    let source = try BuiltProgram.keyward().dropLast("/keyward".count)
    _ = try ProgramRun.finished(
      "/bin/sh",
      [
        "-c",
        "cp $0/keyward $0/keyward-tools $1; cp $2 $1/keyward-askpass; cp $3 $1/pinentry-keyward",
        String(source), folder.path, try Programs.askpass(), try Programs.pinentry(),
      ])
    let applied = try ProgramRun.finished(
      folder.path + "/keyward", ["setup", "--apply"],
      environment: ["HOME": home.path, "SHELL": "/bin/bash"])
    #expect(applied.ending == .exited(0), "\(applied.errorText)")
    #expect(home.text(".bashrc").contains(folder.path + "/keyward-askpass"))
    for name in folder.names { unlink(folder.path + "/" + name) }
    let words = server.options(user: user.name, hasKey: false) + ["127.0.0.1", "id", "-un"]
    let run = try ProgramRun(
      "/bin/bash",
      ["-c", "shopt -s expand_aliases; PS1=x; . ~/.bashrc; exec ssh \"$@\"", "bash"] + words,
      environment: ["HOME": home.path], on: PseudoTerminal())
    try run.waitForDisplay(of: "password: ")
    try run.type(TestUser.password + "\r")
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(run.outputText == user.name + "\n")
  }

  /// The home itself, or the folder of a dotfile manager: then the copy could be made.
  @Test(
    .needsOwnMounts(to: "mount"), arguments: ["--apply", "--undo"], ["", "/dotfiles"])
  func anUnwritablePlaceIsReportedAndAllStays(option: String, place: String) throws {
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
      let sentence =
        "\(name) could not be written (Read-only file system)\nhint: The file was not changed"
      #expect(run.errorText.contains("\(folder.path)/\(sentence)"))
    }
    #expect(Snapshot(folder) == before)
  }

  @Test(.needsOwnMounts(to: "mount"))
  func anUncreatableFolderIsReported() throws {
    let folder = try TemporaryFolder()
    let before = Snapshot(folder)
    let run = try ProgramRun.finished(
      "/usr/bin/unshare",
      [
        "-m", "/bin/sh", "-c",
        "mount --bind $HOME $HOME && mount -o remount,bind,ro $HOME && exec \"$0\" setup --apply",
        try BuiltProgram.keyward(),
      ], environment: ["HOME": folder.path, "SHELL": "/usr/bin/fish"])
    #expect(run.ending == .exited(1))
    for name in [".gnupg/gpg-agent.conf", ".config/fish/config.fish"] {
      #expect(
        run.errorText.contains("\(name) could not be written (Read-only file system)\nhint: "))
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

  @Test func anUnwritableFileIsReportedAndTheRestIsDone() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine\n", to: ".profile", mode: 0o400)
    let run = try setup(["--apply"], in: folder)
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains(".profile is read-only"))
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
      "\(folder.path)/.gnupg/gpg-agent.conf is a link to kept/elsewhere.conf, which does not exist\n"
      + "hint: Create that file, or remove the link, then try again."
    for arguments in [[], ["--apply"]] {
      let run = try setup(arguments, in: folder)
      #expect(run.ending == .exited(1))
      #expect(run.errorText.contains(sentence))
    }
    #expect(folder.text(".profile").contains("SSH_ASKPASS_REQUIRE=force"))
    #expect(try setup(["--undo"], in: folder).ending == .exited(0))
    // If the file exists, it is changed in place.
    try folder.write("max-cache-ttl 1\n", to: ".gnupg/kept/elsewhere.conf")
    #expect(try setup(["--apply"], in: folder).ending == .exited(0))
    #expect(folder.text(".gnupg/kept/elsewhere.conf").contains("pinentry-program "))
  }

  @Test func noNameAndNoContentOfAFileReachesTheTerminalAsItIs() throws {
    let folder = try TemporaryFolder()
    let home = folder.path + "/\u{1B}[31m\u{202E}"
    try folder.write(
      "pinentry-program \u{1B}]0;x\u{7}\n", to: "\u{1B}[31m\u{202E}/.gnupg/gpg-agent.conf")
    for command in [
      ["doctor", "--verbose"], ["setup"], ["setup", "--apply"], ["setup", "--undo"],
    ] {
      let run = try ProgramRun.finished(
        try BuiltProgram.keyward(), command, environment: ["HOME": home, "SHELL": "/bin/sh"])
      let bytes = run.output + Array(run.errorText.utf8)
      #expect(!bytes.contains(0x1B) && !bytes.contains(0x07), "\(command)")
      #expect(!run.outputText.unicodeScalars.contains("\u{202E}"), "\(command)")
      #expect(run.outputText.contains("/.gnupg/gpg-agent.conf"), "\(command)")
    }
  }

  @Test func aPathToNoFileIsReported() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path + "/.profile", 0o700)
    #expect(try setup(["--apply"], in: folder).errorText.contains("(it is not a regular file)"))
  }

  @Test(.needs("gpg", "ssh-keygen")) func gpgAndSSHAskThroughUsOnlyWhileItIsApplied() throws {
    let keygen = try #require(InstalledProgram.path("ssh-keygen"))
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
        ["-c", "[ ! -e ~/.profile ] || . ~/.profile; export GPG_TTY=$(tty); exec \(command)"],
        environment: ["HOME": folder.path], streams: (.terminal, .terminal, .terminal),
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

  // MARK: Without /proc

  /// Starts a copy of the program in a folder, without a `/proc` that reveals its file.
  private func withoutProc(
    _ command: String, _ home: TemporaryFolder, _ folder: TemporaryFolder
  ) throws -> ProgramRun {
    for (name, program) in [
      ("keyward", try BuiltProgram.keyward()), ("pinentry-keyward", try Programs.pinentry()),
      ("keyward-askpass", try Programs.askpass()),
    ] { symlink(program, folder.path + "/" + name) }
    for name in ["keyward", "keyward-tools"] { unlink(folder.path + "/" + name) }
    let keyward = try BuiltProgram.keyward()
    _ = try ProgramRun.finished(
      "/bin/sh", ["-c", "cp $0 $1/keyward; cp $0-tools $1/keyward-tools", keyward, folder.path])
    return try ProgramRun.finished(
      "/usr/bin/unshare",
      ["-m", "/bin/sh", "-c", "umount -l /proc && cd \"$0\" && \(command)", folder.path],
      environment: ["HOME": home.path, "SHELL": "/bin/sh"])
  }

  @Test(
    .needsOwnMounts(to: "take /proc away"),
    arguments: [
      "exec $0/keyward", "exec ./keyward", "cd / && exec .$0/keyward",
      "PATH=/usr/bin:/bin:$0; exec keyward", "PATH=:/usr/bin:/bin; exec keyward",
      // A name that reveals nothing; the kernel knows the file nevertheless.
      "exec /bin/bash -c 'exec -a other ./keyward \"$@\"' sh",
    ])
  func theProgramsAreFoundBesideTheRunningOne(start: String) throws {
    let (home, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let before = Snapshot(home)
    let run = try withoutProc(start + " setup --apply", home, folder)
    #expect(run.ending == .exited(0), "\(run.errorText)")
    let agent = home.text(".gnupg/gpg-agent.conf")
    #expect(agent.contains("pinentry-program \(folder.path)/pinentry-keyward\n"))
    #expect(home.text(".profile").contains("SUDO_ASKPASS=\(folder.path)/keyward-askpass\n"))
    let doctor = try withoutProc(
      "export COLUMNS=10000 && " + start + " doctor --verbose", home, folder)
    #expect(doctor.outputText.contains("gpg asks through: \(folder.path)/pinentry-keyward\n"))
    #expect(try withoutProc(start + " setup --undo", home, folder).ending == .exited(0))
    #expect(Snapshot(home) == before)
  }

  @Test(.needs("python3"), .needsOwnMounts(to: "take /proc away"))
  func anUnknownProgramFolderIsReported() throws {
    let (home, folder) = (try TemporaryFolder(), try TemporaryFolder())
    // An open file is run, so that no path reveals it.
    func nameless(_ arguments: String..., from file: String = "keyward-tools") throws -> ProgramRun
    {
      let words = (["keyward"] + arguments).map { "'\($0)'" }.joined(separator: ", ")
      let program = "import os; os.execve(os.open('\(file)', 0), [\(words)], os.environ)"
      return try withoutProc("exec python3 -c \"\(program)\"", home, folder)
    }
    let before = Snapshot(home)
    let sentence = "the folder of this program is unknown, since /proc is not mounted"
    for option in ["", "--apply"] {
      let run = try option.isEmpty ? nameless("setup") : nameless("setup", option)
      #expect(run.ending == .exited(1))
      #expect(run.errorText.contains(sentence))
      #expect(Snapshot(home) == before)
    }
    let other = try nameless("doctor", from: "keyward")
    #expect(other.ending == .exited(1))
    #expect(other.errorText.contains(sentence))
    let doctor = try nameless("doctor", "--verbose")
    #expect(doctor.ending == .exited(1))
    let words = doctor.outputText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("cannot be shown: \(sentence)"))
    #expect(try setup(["--apply"], in: home).ending == .exited(0))
    #expect(Snapshot(home) != before)
    #expect(try nameless("setup", "--undo").ending == .exited(0))
    #expect(Snapshot(home) == before)
  }
}
