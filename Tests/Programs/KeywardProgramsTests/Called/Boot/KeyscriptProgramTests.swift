import Glibc
import KeywardTestSupport
import Testing

/// The scripts of the packages for the initramfs, run in a separate root folder.
///
/// Everything they could do to the computer is replaced by programs that record their arguments.
@Suite(.tags(.program)) struct KeyscriptProgramTests {
  /// What a root folder has of an initramfs.
  struct Signs: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// A file that only the root folder of an initramfs has.
    var file = ""
    /// Whether process 1 has the kernel's first file system as its root.
    var isFirstFileSystem = false

    static let running = Signs(testDescription: "a running system")
    static let initramfs = Signs(
      testDescription: "an image of initramfs-tools", file: "/scripts/functions",
      isFirstFileSystem: true)
    static let unpacked = Signs(
      testDescription: "an unpacked image on a running system", file: "/scripts/functions")
    static let inMemory = Signs(
      testDescription: "a running system in memory", isFirstFileSystem: true)
    static let systemd = Signs(
      testDescription: "an image of dracut", file: "/etc/initrd-release")
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var log: [String] { folder.text("log").split(separator: "\n").map(String.init) }

  /// Runs a script of `Packaging/boot` on a terminal; `program` replaces keyward.
  private func run(
    _ script: String, _ signs: Signs, program: String, showing text: String? = nil
  ) throws -> ProgramRun {
    for name in ["poweroff", "sync", "plymouth"] {
      try folder.write(
        "#!/bin/sh\necho \(name) \"$@\" >>\(folder.path)/log\n", to: name, mode: 0o755)
    }
    try folder.write(
      """
      #!/bin/sh
      echo "keyward $*" >>\(folder.path)/log
      [ -z "$KEYWARD_TAKE_TERMINAL" ] || echo "takes $KEYWARD_TTY" >>\(folder.path)/log
      \(program)

      """, to: "keyward", mode: 0o755)
    try folder.write("none / rootfs rw 0 0\n", to: "mounts")
    try folder.write("4\n", to: "printk")
    let words = [
      folder.path, Repository.path, signs.file, signs.isFirstFileSystem ? "first" : "", script,
    ]
    return try ProgramRun(
      "/usr/bin/unshare", ["-m", "/bin/sh", "-c", Self.setUp, "sh"] + words,
      environment: [
        "CRYPTTAB_NAME": "data", "CRYPTTAB_SOURCE": "/dev/sdb1", "CRYPTTAB_TRIED": "0",
        "PATH": "\(folder.path):/usr/sbin:/usr/bin:/sbin:/bin",
      ],
      on: PseudoTerminal(), showing: text)
  }

  private static let setUp = #"""
    set -e
    mkdir "$1/system"
    mount -t tmpfs none "$1/system"
    cd "$1/system"
    mkdir upper work root
    mount -t overlay -o "lowerdir=/,upperdir=$PWD/upper,workdir=$PWD/work" none root
    mount --bind "$1/printk" /proc/sys/kernel/printk
    [ -z "$4" ] || mount --bind "$1/mounts" /proc/1/mounts
    for place in /proc /sys /dev /tmp "$2"; do
      mkdir -p "root$place"
      mount --rbind "$place" "root$place"
    done
    mkdir -p root/usr/lib/keyward root/lib/cryptsetup
    cp "$2/Packaging/boot/console" "$1/keyward" root/usr/lib/keyward
    printf '#!/bin/sh\necho "askpass $*" >>%s/log\n' "$1" >root/lib/cryptsetup/askpass
    cp "$2/Packaging/boot/$5" root/usr/lib/keyward/script
    chmod 755 root/lib/cryptsetup/askpass
    rm -rf root/scripts root/etc/initrd-release
    [ -z "$3" ] || { mkdir -p "root${3%/*}"; : >"root$3"; }
    exec chroot root /usr/lib/keyward/script
    """#

  @Test(
    "In an initramfs a power-off is forced, after the disks are written",
    .needsOwnMounts(to: "have its own root folder"))
  func initramfsPowersOff() throws {
    let run = try run("keyscript", .initramfs, program: "exit 75")
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    let asked = try #require(log.first { $0.hasPrefix("keyward get") })
    #expect(asked.hasSuffix(" --boot"))
    #expect(log.contains { $0.hasPrefix("takes /dev/") })
    #expect(log.suffix(2) == ["sync", "poweroff -f"])
  }

  @Test(
    "Outside an initramfs nothing is powered off, and no console is taken",
    .needsOwnMounts(to: "have its own root folder"),
    arguments: [Signs.running, .unpacked, .inMemory, .systemd])
  func runningSystemStays(signs: Signs) throws {
    let run = try run("keyscript", signs, program: "exit 75")
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(run.errorText == "keyward: no passphrase was given for data.\n")
    #expect(log.count == 1 && log[0].hasPrefix("keyward get "), "\(log)")
    #expect(!log[0].contains("--boot"))
    #expect(run.output.isEmpty)
  }

  @Test(
    "On a running system the terminal of the caller asks",
    .needsOwnMounts(to: "have its own root folder"))
  func ownTerminalAsks() throws {
    let run = try run(
      "keyscript", .running, program: "exec \(BuiltProgram.keyward()) \"$@\"",
      showing: "Unlock data")
    try run.waitForQuiet()
    #expect(try run.end(typing: "open sesame\r") == .exited(0))
    #expect(run.outputText == "open sesame")
    let terminal = try #require(run.terminal)
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(
    "If Keyward cannot ask, cryptsetup's askpass does",
    .needsOwnMounts(to: "have its own root folder"), arguments: [Signs.running, .initramfs])
  func askpassAsks(signs: Signs) throws {
    let run = try run("keyscript", signs, program: "exit 1")
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(log.last == "askpass Please unlock disk data: ")
  }

  @Test(
    "The agent takes the console only in an initramfs of systemd",
    .needsOwnMounts(to: "have its own root folder"),
    arguments: [(Signs.running, "keyward agent"), (.systemd, "keyward agent --boot")])
  func agent(signs: Signs, line: String) throws {
    let run = try run("agent", signs, program: "exit 0")
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(log.contains(line))
    #expect(log.contains { $0.hasPrefix("takes ") } == line.hasSuffix("--boot"))
  }

  @Test(
    "systemd starts the agent of the boot only in an initramfs", arguments: ["path", "service"])
  func unitHasCondition(kind: String) throws {
    let unit = try TextFile.read(Repository.path + "/Packaging/boot/keyward-boot-agent.\(kind)")
    #expect(unit.contains("\nConditionPathExists=/etc/initrd-release\n"))
  }
}
