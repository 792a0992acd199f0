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

  @Test func theDifferenceIsInTheOrderOfTheFile() {
    #expect(
      SetupFile.difference(from: "a\nb\n", to: "a\nc\nd\n") == ["- b", "+ c", "+ d"])
    #expect(SetupFile.difference(from: "a\n", to: "a\n").isEmpty)
  }

  @Test func theShellsFileIsTheShells() {
    func files(_ shell: String) -> [String] {
      let variables = ["HOME": "/home/me", "SHELL": shell]
      return SetupFile.all(programs: "/opt/my programs") { variables[$0] }.map(\.path)
    }
    #expect(files("/bin/bash") == ["/home/me/.gnupg/gpg-agent.conf", "/home/me/.bashrc"])
    #expect(files("/usr/bin/zsh").last == "/home/me/.zshrc")
    #expect(files("/bin/dash").last == "/home/me/.profile")
    let lines = SetupFile.all(programs: "/opt/my programs") { ["HOME": "/h"][$0] }.flatMap(\.lines)
    #expect(lines.contains("export SUDO_ASKPASS='/opt/my programs/keyward-askpass'"))
    #expect(SetupFile.all(programs: "/p") { _ in nil }.isEmpty)
  }

  @Test func theProgramKeepsABackup() throws {
    let folder = try TemporaryFolder()
    try folder.write(".profile", "mine\n", mode: 0o640)
    func setup(_ arguments: [String]) throws -> ProgramRun {
      try ProgramRun.finished(
        try BuiltProgram.keyward(), ["setup"] + arguments,
        environment: ["HOME": folder.path, "SHELL": "/bin/sh"])
    }
    let shown = try setup([])
    #expect(shown.outputText.contains("+ pinentry-program "))
    #expect(folder.read(".profile") == "mine\n")
    #expect(try setup(["--apply"]).ending == .exited(0))
    #expect(folder.read(".profile").contains("SSH_ASKPASS_REQUIRE=force"))
    #expect(folder.read(".profile.before-keyward") == "mine\n")
    #expect(folder.read(".gnupg/gpg-agent.conf").contains("pinentry-program "))
    #expect(try setup(["--apply"]).outputText.contains("nothing to do"))
    #expect(try setup(["--undo"]).ending == .exited(0))
    #expect(folder.read(".profile") == "mine\n")
  }
}
