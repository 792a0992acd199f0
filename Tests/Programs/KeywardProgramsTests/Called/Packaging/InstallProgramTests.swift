import Foundation
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct InstallProgramTests {
  private let root = Repository.path

  @Test func printsTheLinesToAddAndTheSettings() throws {
    let home = try TemporaryFolder()
    try home.write(
      "# pinentry-program /no\npinentry-program  /usr/bin/other one\n", to: "gpg-agent.conf")
    let run = try ProgramRun.finished(
      root + "/Scripts/after-install", ["/opt/my k/bin"],
      environment: [
        "HOME": home.path, "GNUPGHOME": home.path, "SSH_ASKPASS": "/x\u{1b}[2J",
        "SUDO_ASKPASS": nil,
        "SSH_ASKPASS_REQUIRE": "",
      ])
    #expect(run.ending == .exited(0), "\(run.errorText)")
    let text = run.outputText
    for part in [
      "pinentry-program /opt/my k/bin/pinentry-keyward\n", "gpgconf --reload gpg-agent\n",
      "export GPG_TTY=$(tty)\n",
      "SSH_ASKPASS=/opt/my k/bin/keyward-askpass SSH_ASKPASS_REQUIRE=force\n",
      "use: sudo -A CMD\n", "git config --global core.askPass /opt/my k/bin/keyward-askpass\n",
      "  pinentry-program: /usr/bin/other one\n", "  SSH_ASKPASS: /x?[2J\n",
      "  SSH_ASKPASS_REQUIRE: not set\n", "  SUDO_ASKPASS: not set\n",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  /// A system that only asks has neither the tools nor their files, and their lines are left out.
  @Test func toolsCanBeLeftOut() throws {
    for target in ["install-files", "uninstall"] {
      let run = try ProgramRun.finished(
        "/usr/bin/make", ["-n", "-C", root, target, "TOOLS=", "DESTDIR=/a", "PREFIX=/b"])
      #expect(run.ending == .exited(0), "\(run.errorText)")
      #expect(run.outputText.contains("pinentry-keyward"))
      #expect(!run.outputText.contains("keyward\"/ "), "\(run.outputText)")
      #expect(target == "uninstall" || !run.outputText.contains("libexec"))
      #expect(!run.outputText.contains("--generate-completion-script"))
    }
    for (tools, isReported) in [([], false), (["keyward-tools"], true)] {
      let run = try ProgramRun.finished(root + "/Scripts/after-install", ["/b/bin"] + tools)
      #expect(run.ending == .exited(0), "\(run.errorText)")
      #expect(run.outputText.contains("keyward setup --apply") == isReported)
    }
  }

  @Test("uninstall names setup --undo before it removes a file")
  func uninstallOrder() throws {
    let (place, home) = (try TemporaryFolder(), try TemporaryFolder())
    try place.write("", to: "usr/bin/keyward", mode: 0o755)
    try place.write("", to: "usr/bin/pinentry-keyward", mode: 0o755)
    let run = try ProgramRun.finished(
      "/usr/bin/make", ["-C", root, "uninstall", "DESTDIR=\(place.path)", "PREFIX=/usr"],
      environment: ["HOME": home.path])
    #expect(run.ending == .exited(0), "\(run.errorText)")
    let text = run.outputText
    let advice = try #require(text.firstRange(of: "keyward setup --undo"))
    let removal = try #require(text.firstRange(of: "rm -f \"\(place.path)/usr/bin"))
    #expect(advice.lowerBound < removal.lowerBound)
    #expect(place.read("usr/bin/keyward") == nil)
  }

  /// Under sudo there is no compiler, and nothing to be written into the folder of the user.
  @Test(arguments: [("1000", true), ("1000", false), ("0", true), (nil, true)])
  func sudoInstallsThePresentBuild(_ user: String?, isBuilt: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(String(contentsOfFile: root + "/Makefile", encoding: .utf8), to: "Makefile")
    if isBuilt {
      for name in ["keyward-tools", "libkeyward.so.0"] {
        try folder.write("", to: ".build/release/" + name, mode: 0o755)
      }
    }
    let run = try ProgramRun.finished(
      "/usr/bin/make", ["-n", "-C", folder.path, "install"],
      environment: ["SUDO_UID": user])
    #expect(run.ending == .exited(0), "\(run.errorText)")
    let installsOnly = user == "1000" && isBuilt
    #expect(run.outputText.contains("installing what was built at 20") == installsOnly)
    #expect(run.outputText.contains("swift build") != installsOnly, "\(run.outputText)")
    #expect(!installsOnly || !run.outputText.contains(">.build/"))
  }

  /// Folders may have blanks in their names, and nothing is left to the umask.
  @Test(arguments: ["install-files", "uninstall"]) func foldersAreQuoted(target: String) throws {
    let run = try ProgramRun.finished(
      "/usr/bin/make", ["-n", "-C", root, target, "DESTDIR=/a b", "PREFIX=/c d"])
    #expect(run.ending == .exited(0), "\(run.errorText)")
    let uses = run.outputText.split(separator: "/a b/c d", omittingEmptySubsequences: false)
    #expect(uses.count > 4)
    #expect(uses.dropLast().allSatisfy { $0.hasSuffix("\"") }, "\(run.outputText)")
    #expect(!run.outputText.contains(">\"/a b"))
  }
}
