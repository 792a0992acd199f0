import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program), .serialized, .needs("useradd", "flock"), .needsRoot(to: "make a user"))
struct SetupOwnerProgramTests {
  private let user: TestUser
  private let home: TemporaryFolder
  private var bashrc: String { home.path + "/.bashrc" }

  init() throws {
    user = try TestUser("keywardowner")
    home = try TemporaryFolder()
    try home.write("mine\n", to: ".bashrc", mode: 0o640)
    for path in [home.path, home.path + "/.bashrc"] { try give(path, to: user.number) }
  }

  private func give(_ path: String, to owner: Int, group: Int? = nil) throws {
    guard lchown(path, uid_t(owner), gid_t(group ?? owner)) == 0 else {
      throw HarnessError("chown \(path): \(String(cString: strerror(errno)))")
    }
  }

  private func setup(
    _ arguments: String..., asRoot: Bool = false, under limit: String = ":",
    environment: [String: String?] = [:]
  ) throws -> ProgramRun {
    let program = try BuiltProgram.keyward()
    var all: [String: String?] = ["HOME": home.path, "SHELL": "/bin/bash"]
    all.merge(environment) { $1 }
    let run = try ProgramRun(
      "/bin/bash", ["-c", limit + "; exec \"$0\" setup \"$@\"", program] + arguments,
      environment: all, on: PseudoTerminal()
    ) { options in
      options.user = asRoot ? nil : user.number
      options.directory = "/"
    }
    try run.wait(seconds: 20)
    return run
  }

  private func expectRefused(
    _ run: ProgramRun, _ words: String..., since before: Snapshot,
    at place: SourceLocation = #_sourceLocation
  ) {
    #expect(run.ending == .exited(1), sourceLocation: place)
    for word in words {
      #expect(run.errorText.contains(word), "\(run.errorText)", sourceLocation: place)
    }
    #expect(Snapshot(home) == before, sourceLocation: place)
  }

  @Test(arguments: ["", "--apply", "--undo"])
  func rootLeavesTheHomeOfAUserAlone(option: String) throws {
    if option == "--undo" { #expect(try setup("--apply").ending == .exited(0)) }
    let before = Snapshot(home)
    let run = try option.isEmpty ? setup(asRoot: true) : setup(option, asRoot: true)
    expectRefused(
      run,
      "\(home.path) belongs to \(user.name), but setup is running as root\nhint: Nothing was "
        + "changed",
      "sudo -H -u \(user.name) keyward setup", since: before)
  }

  @Test func aUserLeavesTheHomeOfRootAlone() throws {
    try give(home.path, to: 0)
    chmod(home.path, 0o777)
    expectRefused(try setup("--apply"), "belongs to root", "set HOME", since: Snapshot(home))
  }

  /// The files left by root's `setup` of earlier versions.
  @Test(arguments: ["--apply", "--undo"])
  func aFileOfAnotherStopsAll(option: String) throws {
    if option == "--undo" { #expect(try setup("--apply").ending == .exited(0)) }
    try give(bashrc, to: 0)
    for mode: mode_t in [0o644, 0o600] {
      chmod(bashrc, mode)
      expectRefused(
        try setup(option), "\(bashrc) belongs to root", "sudo chown \(user.name) \(bashrc)",
        since: Snapshot(home))
    }
    rename(bashrc, home.path + "/kept")
    symlink("kept", bashrc)
    chmod(home.path + "/kept", 0o644)
    try give(bashrc, to: user.number)
    expectRefused(try setup(option), "\(bashrc) belongs to root", since: Snapshot(home))
  }

  @Test(arguments: [0o700, 0o755, 0o777] as [mode_t])
  func aFolderOfAnotherStopsAll(mode: mode_t) throws {
    mkdir(home.path + "/.gnupg", mode)
    chmod(home.path + "/.gnupg", mode)
    expectRefused(
      try setup("--apply"), "\(home.path)/.gnupg belongs to root", since: Snapshot(home))
  }

  /// An ACL that lets another user read, an attribute, another group, and the mode.
  @Test func attributesAndOwnersAreKeptBothWays() throws {
    let group = 4711
    try give(bashrc, to: user.number, group: group)
    try #require(Attributes.set(Attributes.acl(reading: 4712), "system.posix_acl_access", bashrc))
    try #require(Attributes.set(Array("a\0b".utf8), "user.note", bashrc))
    chmod(bashrc, 0o664)
    let before = (Snapshot(home), Attributes.all(of: bashrc))
    #expect(before.1.count == 2)
    let asMember = "exec setpriv --groups \(group) --reuid \(user.number) --regid \(group)"
    func setup(_ option: String) throws -> ProgramRun {
      try ProgramRun.finished(
        "/bin/sh", ["-c", asMember + " \"$0\" setup \(option)", BuiltProgram.keyward()],
        environment: ["HOME": home.path, "SHELL": "/bin/bash"])
    }
    #expect(try setup("--apply").ending == .exited(0))
    for path in [bashrc, bashrc + ".before-keyward"] {
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_gid == group && status.st_uid == user.number)
      #expect(status.st_mode & 0o7777 == 0o664)
      #expect(Attributes.all(of: path) == before.1)
    }
    #expect(try setup("--undo").ending == .exited(0))
    #expect((Snapshot(home), Attributes.all(of: bashrc)) == before)
  }

  @Test func attributesThatCannotBeKeptStopAll() throws {
    try give(bashrc, to: user.number, group: 0)
    expectRefused(try setup("--apply"), "group could not be kept", since: Snapshot(home))
    try give(bashrc, to: user.number)
    try #require(
      Attributes.set(
        [1, 0, 0, 2, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 12),
        "security.capability", bashrc))
    expectRefused(
      try setup("--apply"), "security.capability could not be kept", since: Snapshot(home))
    #expect(Attributes.all(of: bashrc).count == 1)
  }

  /// A folder's rights for new files differ from those of the old file.
  @Test func rightsOfTheFolderAreNotInherited() throws {
    try #require(
      Attributes.set(
        Attributes.acl(reading: 4712, isOfFolder: true), "system.posix_acl_default", home.path))
    let before = Snapshot(home)
    #expect(try setup("--apply", under: "umask 0").ending == .exited(0))
    #expect(Attributes.all(of: bashrc).isEmpty)
    #expect(Attributes.all(of: bashrc + ".before-keyward").isEmpty)
    #expect(try setup("--undo", under: "umask 777").ending == .exited(0))
    #expect(Snapshot(home) == before && Attributes.all(of: bashrc).isEmpty)
  }

  @Test(arguments: ["--apply", "--undo"])
  func aHardLinkIsNotTornOff(option: String) throws {
    if option == "--undo" { #expect(try setup("--apply").ending == .exited(0)) }
    link(bashrc, home.path + "/other")
    expectRefused(try setup(option), ".bashrc has 2 hard links", since: Snapshot(home))
    unlink(home.path + "/other")
    #expect(try setup(option).ending == .exited(0))
  }

  @Test(.needs("chattr"), arguments: ["+i .bashrc", "+a .bashrc", "+a .", "+i ."])
  func immutableFilesStay(mark: String) throws {
    let (before, off) = (Snapshot(home), "-" + mark.dropFirst())
    func chattr(_ mark: String) throws -> Bool {
      try ProgramRun.finished("/bin/sh", ["-c", "cd \"$0\" && chattr \(mark)", home.path]).ending
        == .exited(0)
    }
    guard try chattr(mark) else {
      try Test.cancel("the file system of /tmp keeps no such marks")
    }
    let run = try setup("--apply")
    #expect(try chattr(off))
    expectRefused(run, "could not be written (", since: before)
    #expect(try setup("--apply").ending == .exited(0))
  }

  @Test(.needsOwnMounts(to: "mount"))
  func aMountPointStays() throws {
    let before = Snapshot(home)
    let run = try ProgramRun.finished(
      "/usr/bin/unshare",
      [
        "-m", "/bin/sh", "-c",
        "mount --bind $HOME/.bashrc $HOME/.bashrc && exec setpriv --clear-groups --reuid $1 "
          + "--regid $1 \"$0\" setup --apply", try BuiltProgram.keyward(), String(user.number),
      ], environment: ["HOME": home.path, "SHELL": "/bin/bash"])
    expectRefused(run, "it is a mount point", since: before)
  }

  @Test func anotherUsersStickyFolderIsNoPlace() throws {
    try home.write("max-cache-ttl 1\n", to: "shared/gpg-agent.conf", mode: 0o666)
    chmod(home.path + "/shared", 0o1777)
    expectRefused(
      try setup("--apply", environment: ["GNUPGHOME": home.path + "/shared"]), "belongs to root",
      since: Snapshot(home))
  }

  @Test(arguments: ["--apply", "--undo"])
  func aLimitOnTheSizeOfFilesIsASentence(option: String) throws {
    if option == "--undo" { #expect(try setup("--apply").ending == .exited(0)) }
    expectRefused(
      try setup(option, under: "ulimit -f 0"),
      "(File too large)\nhint: The file was not changed; raise",
      since: Snapshot(home))
    let written = try setup(
      option, under: "ulimit -f 0; exec >'\(home.path)/log'")
    #expect(written.ending == .exited(1))
    unlink(home.path + "/log")
  }

  @Test(.needsOwnMounts(to: "fill a disk"), arguments: ["--apply", "--undo"])
  func aFullDiskLosesNothing(option: String) throws {
    let script = """
      mount -t tmpfs -o size=64k,mode=0700 none $HOME && cd $HOME || exit 9
      echo mine >.bashrc; mkdir .gnupg; echo 'pinentry-program /bin/x' >.gnupg/gpg-agent.conf
      [ $1 = --apply ] || "$0" setup --apply >/dev/null || exit 8
      sum() { find . ! -name fill -exec stat -c '%n %a %i' {} + -type f -exec md5sum {} +; }
      dd if=/dev/zero of=fill bs=1024 2>/dev/null
      before=$(sum); "$0" setup $1; status=$?
      [ "$before" = "$(sum)" ] || exit 7
      rm fill; "$0" setup $1 >/dev/null || exit 6
      exit $status
      """
    let run = try ProgramRun.finished(
      "/usr/bin/unshare", ["-m", "/bin/sh", "-c", script, try BuiltProgram.keyward(), option],
      environment: ["HOME": home.path, "SHELL": "/bin/bash"])
    #expect(run.ending == .exited(1))
    #expect(
      run.errorText.contains("(No space left on device)\nhint: The file was not changed; free"))
  }
}
