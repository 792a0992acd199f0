import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardTools

@Suite struct SetupTests {
  private let file = SetupFile(
    purpose: "gpg", path: "/x/gpg-agent.conf", lines: ["pinentry-program /p/pinentry-keyward"],
    rivals: ["pinentry-program"])

  @Test(arguments: [
    "", "max-cache-ttl 600\n", "no line end", "pinentry-program /usr/bin/other\nmax-cache-ttl 1\n",
    "# pinentry-program in a comment\n\n",
  ])
  func applyingTwiceIsApplyingOnceAndUndoingGivesBack(_ content: String) {
    let applied = file.applied(to: content)
    #expect(applied.contains("\npinentry-program /p/pinentry-keyward\n") || content.isEmpty)
    #expect(file.applied(to: applied) == applied)
    #expect(file.undone(from: applied) == content)
    #expect(file.undone(from: content) == content)
    let active = applied.split(separator: "\n").filter { $0.hasPrefix("pinentry-program") }
    #expect(active == ["pinentry-program /p/pinentry-keyward"])
  }

  @Test(arguments: [
    // Lines written above and below ours since then, with their own line ends.
    ("", "more\n", "no line end\nmore\n"), ("", "more", "no line end\nmore"),
    ("above\n", "", "above\nno line end"), ("above\n", "more", "above\nno line end\nmore"),
  ])
  func textWithoutALineEndGetsNone(_ above: String, _ below: String, _ expected: String) {
    let applied = above + file.applied(to: "no line end") + below
    #expect(file.undone(from: applied) == expected)
    // The lines of another installation also recognise it.
    let other = SetupFile(
      purpose: "gpg", path: "/x", lines: ["pinentry-program /other/pinentry-keyward"],
      rivals: ["pinentry-program"])
    #expect(other.undone(from: other.applied(to: applied)) == expected)
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
    #expect(SetupFile.difference(from: "a\nb\n", to: "a\nc\nd\n") == ["- b", "+ c", "+ d"])
    #expect(SetupFile.difference(from: "a\n", to: "a\n").isEmpty)
  }

  @Test func handWrittenLinesAreKept() {
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
      // The third one depends on the machine's other programs.
      return SetupFile.all(programs: "/opt/my programs") { variables[$0] }.prefix(2).map(\.path)
    }
    #expect(files("/bin/bash") == ["/home/me/.gnupg/gpg-agent.conf", "/home/me/.bashrc"])
    #expect(files("/usr/bin/zsh").last == "/home/me/.zshrc")
    #expect(files("/usr/bin/zsh", ["ZDOTDIR": "/z"]).last == "/z/.zshrc")
    #expect(files("/usr/bin/fish").last == "/home/me/.config/fish/config.fish")
    #expect(files("/usr/bin/fish", ["XDG_CONFIG_HOME": "/x"]).last == "/x/fish/config.fish")
    #expect(files("/bin/tcsh").last == "/home/me/.tcshrc")
    #expect(files("/bin/csh").last == "/home/me/.cshrc")
    #expect(files("/bin/dash").last == "/home/me/.profile")
    #expect(files("", ["GNUPGHOME": "/g"]) == ["/g/gpg-agent.conf", "/home/me/.profile"])
    #expect(SetupFile.all(programs: "/p") { _ in nil }.isEmpty)
  }

  @Test(
    "Lines of an earlier version, which had no condition, are replaced and removed",
    arguments: [
      ("/bin/bash", "export GIT_ASKPASS=/old/keyward-askpass\nexport SSH_ASKPASS_REQUIRE=force"),
      ("/bin/fish", "set -gx GIT_ASKPASS /old/keyward-askpass\nset -gx SSH_ASKPASS_REQUIRE force"),
      ("/bin/tcsh", "setenv GIT_ASKPASS /old/keyward-askpass\nsetenv SSH_ASKPASS_REQUIRE force"),
    ])
  func earlierLines(shell: String, lines: String) throws {
    let file = try #require(
      SetupFile.all(programs: "/p") { ["HOME": "/h", "SHELL": shell][$0] }
        .first { $0.purpose.hasPrefix("ssh") })
    let old = "alias a=b\n# keyward: begin\n\(lines)\n# keyward: end\n"
    #expect(file.undone(from: old) == "alias a=b\n")
    #expect(file.applied(to: old) == file.applied(to: "alias a=b\n"))
  }

  /// The shells read their lines properly, with any path, and only while Keyward is installed.
  @Test(arguments: ["sh", "bash", "zsh", "fish", "tcsh", "bsd-csh"])
  func theShellReadsItsLines(_ name: String) throws {
    guard let shell = InstalledProgram.path(name) else {
      try Test.cancel("\(name) is not installed")
    }
    let installed = try TemporaryFolder()
    try installed.write("#!/bin/sh\n", to: "it's a \\ path/keyward-askpass", mode: 0o755)
    let programs = installed.path + "/it's a \\ path"
    let lines =
      SetupFile.all(programs: programs) { ["HOME": "/h", "SHELL": shell][$0] }
      .first { $0.purpose.hasPrefix("ssh") }?.lines ?? []
    let folder = try TemporaryFolder()
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "lines")
    let script = (name.contains("csh") || name == "fish" ? "source " : ". ") + file + "\n"
    let run = try ProgramRun.finished(
      shell, ["-c", script + "env printenv GIT_ASKPASS SSH_ASKPASS_REQUIRE PINENTRY_USER_DATA"],
      environment: ["HOME": "/tmp"])
    #expect(run.outputText == programs + "/keyward-askpass\nforce\n")
    // Once Keyward is uninstalled, ssh must be able to ask again.
    unlink(programs + "/keyward-askpass")
    let without = try ProgramRun.finished(
      shell,
      ["-c", script + "env printenv SSH_ASKPASS GIT_ASKPASS SUDO_ASKPASS SSH_ASKPASS_REQUIRE"],
      environment: ["HOME": "/tmp"])
    #expect(without.outputText.isEmpty)
    // An agent hands this on to the pinentry before its first command.
    let terminal = try PseudoTerminal()
    for (given, left) in [
      (nil, "keyward: --ttyname=HERE"), ("USE_CURSES=1", "USE_CURSES=1"),
      ("keyward:--mask fixed", "keyward:--mask fixed --ttyname=HERE"),
      ("keyward: --ttyname=/dev/pts/99", "keyward: --ttyname=HERE"),
    ] {
      let run = try ProgramRun(
        shell, ["-c", script + "sh -c 'printenv PINENTRY_USER_DATA >&2'"],
        environment: ["HOME": "/tmp", "PINENTRY_USER_DATA": given],
        streams: (.terminal, .terminal, .pipe), on: terminal)
      try run.wait()
      #expect(run.errorText == left.replacing("HERE", with: terminal.path) + "\n")
    }
  }

  // MARK: The start of the computer

  @Test func disksThatAskForAPassphraseGetTheKeyscript() throws {
    let root = try TemporaryFolder()
    let table = """
      # <target> <source> <key> <options>
      root  UUID=1   none       luks,discard
      data  /dev/sdb -
      swap  /dev/sdc /dev/urandom swap
      chip  /dev/sdd none       luks,tpm2-device=auto

      """
    try root.write(table, to: "etc/crypttab")
    try root.write("XKBLAYOUT=us,de\n", to: "etc/default/keyboard")
    func files() -> [SetupFile] {
      SetupFile.boot(root: root.path, hasKeyscripts: true, lookup: { _ in nil })
    }
    let disks = files()[0]
    #expect(
      disks.lines == [
        "root UUID=1 none luks,discard,keyscript=keyward", "data /dev/sdb - keyscript=keyward",
      ])
    #expect(files()[1].lines == ["layouts: [us, de]"])
    try root.write("XKBLAYOUT=gr\n", to: "etc/default/keyboard")
    #expect(files()[1].lines == ["layouts: [gr, us]"])
    try root.write("layouts: [de]\n", to: "etc/keyward/boot.yaml")
    #expect(files().count == 1)
    try root.write("", to: "etc/keyward/boot.yaml")
    let applied = disks.applied(to: table)
    try root.write(applied, to: "etc/crypttab")
    #expect(files()[0].isInPlace)
    let active = applied.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(active.count == 4 && active.count { $0.hasSuffix("keyscript=keyward") } == 2)
    #expect(files()[0].undone(from: applied) == table)
    let settings = SetupFile.boot(root: root.path, hasKeyscripts: false, lookup: { _ in nil })
    #expect(settings.map(\.purpose) == ["settings at boot"])
  }

  @Test func aChosenLayoutStays() throws {
    let root = try TemporaryFolder()
    try root.write("XKBLAYOUT=de\n", to: "etc/default/keyboard")
    try root.write("layout: gr\n", to: "etc/keyward/boot.yaml")
    func files(_ locale: String?) -> [SetupFile] {
      SetupFile.boot(
        root: root.path, hasKeyscripts: false, lookup: { $0 == "LANG" ? locale : nil })
    }
    #expect(files(nil).isEmpty && files("en_GB.UTF-8").isEmpty)
    #expect(files("fr_CA.UTF-8").map(\.lines) == [["language: fr"]])
    try root.write("#\nLANG=\"ru_RU.UTF-8\"\n", to: "etc/default/locale")
    let applied = try #require(files("C.UTF-8").first).applied(to: "layout: gr\n")
    try root.write(applied, to: "etc/keyward/boot.yaml")
    #expect(applied.contains("\nlanguage: ru\n") && files(nil).allSatisfy(\.isInPlace))
    #expect(files(nil).map { $0.undone(from: applied) } == ["layout: gr\n"])
    try root.write("layout: gr\nlanguage: de\n", to: "etc/keyward/boot.yaml")
    #expect(files(nil).isEmpty)
  }
}
