import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms
@testable import KeywardTools

/// A home after applying and undoing: as before, except for the user's own changes.
@Suite struct SetupChangeTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  private func files(_ programs: String = "/p", _ more: [String: String] = [:]) -> [SetupFile] {
    let variables = ["HOME": home.path, "SHELL": "/bin/bash"].merging(more) { $1 }
    return SetupFile.all(programs: programs) { variables[$0] }
  }

  private func apply(_ files: [SetupFile]? = nil) throws {
    for file in files ?? self.files() {
      let change = try SetupChange(file, undoing: false)
      guard !change.difference.isEmpty else { continue }
      _ = try SetupStep(change).commit()
    }
  }

  @discardableResult
  private func undo(_ files: [SetupFile]? = nil) throws -> [String] {
    var kept: [String] = []
    for file in (files ?? self.files()).reversed() {
      let change = try SetupChange(file, undoing: true)
      if !change.difference.isEmpty { _ = try SetupStep(change).commit() }
      kept += try change.tidy().kept.map { String($0.dropFirst(home.path.count + 1)) }
    }
    return kept
  }

  private var snapshot: Snapshot { Snapshot(home) }

  // MARK: As it was

  @Test(arguments: ["/bin/bash", "/bin/sh", "/usr/bin/zsh", "/usr/bin/fish"])
  func anEmptyHomeIsEmptyAgain(shell: String) throws {
    let before = snapshot
    let files = files("/p", ["SHELL": shell])
    try apply(files)
    #expect(snapshot != before)
    #expect(try undo(files).isEmpty)
    #expect(snapshot == before)
  }

  @Test func foldersThatWereThereStayAndThoseMadeGo() throws {
    mkdir(home.path + "/.config", 0o755)
    mkdir(home.path + "/.gnupg", 0o700)
    let before = snapshot
    let files = files("/p", ["SHELL": "/bin/fish", "ZDOTDIR": home.path + "/z"])
    try apply(files)
    #expect(
      home.text(".config/fish/config.fish").contains("# keyward: made this file and 1 folder "))
    #expect(home.text(".gnupg/gpg-agent.conf").contains("# keyward: made this file\n"))
    try undo(files)
    #expect(snapshot == before)
  }

  /// A folder that one file needed first is empty only when the other file is gone.
  @Test func foldersOfBothFilesGo() throws {
    let before = snapshot
    let files = files("/p", ["SHELL": "/bin/fish", "GNUPGHOME": home.path + "/.config/a//b"])
    try apply(files)
    #expect(home.names == [".config"])
    try undo(files)
    #expect(snapshot == before)
  }

  /// The file with the note was removed by hand.
  @Test(arguments: ["/bin/bash", "/bin/fish"])
  func foldersGoWithoutTheirFile(shell: String) throws {
    mkdir(home.path + "/empty", 0o700)
    let before = snapshot
    let files = files("/p", ["SHELL": shell, "GNUPGHOME": home.path + "/empty/a/b"])
    try apply(files)
    // Not every file system keeps the mark.
    let isMarked = FilePath.isMarked(home.path + "/empty/a/b")
    for file in files { unlink(file.path) }
    try undo(files)
    if isMarked { #expect(snapshot == before) } else { #expect(home.names.contains("empty")) }
  }

  @Test func aFolderWithSomethingElseInItStays() throws {
    try apply()
    try home.write("x", to: ".gnupg/other")
    try undo()
    #expect(home.names == [".gnupg"])
    #expect(home.text(".gnupg/other") == "x")
  }

  @Test(arguments: [
    "", "\n", "no line end", "a\r\nb", "a\r\n", "pinentry-program /x", "é\n\n\n",
    "# keyward: off pinentry-program /x\n", "pinentry-program /p/pinentry-keyward\n",
    "pinentry-program /p/pinentry-keyward\npinentry-program /x\n", "# keyward: begin\n",
    "# keyward: made this file\n",
  ])
  func contentsComeBackToTheLastByte(content: String) throws {
    try home.write(content, to: ".gnupg/gpg-agent.conf", mode: 0o640)
    try home.write(content, to: ".bashrc", mode: 0o604)
    let before = snapshot
    for round in 1...3 {
      try apply()
      #expect(snapshot != before)
      // Once more, then by an installation elsewhere.
      if round > 1 { try apply() }
      if round > 2 { try apply(files("/opt/it's new")) }
      #expect(try undo().isEmpty)
      #expect(snapshot == before, "round \(round)")
      // A second time there is nothing left to do.
      #expect(try undo().isEmpty)
      #expect(snapshot == before, "round \(round)")
    }
  }

  @Test func linkedFilesAndFoldersAreAsTheyWere() throws {
    try home.write("mine", to: "dotfiles/bashrc", mode: 0o644)
    mkdir(home.path + "/dotfiles/gnupg", 0o700)
    symlink("dotfiles/bashrc", home.path + "/.bashrc")
    symlink("dotfiles/gnupg", home.path + "/.gnupg")
    let before = snapshot
    try apply()
    #expect(home.text("dotfiles/bashrc").contains("SUDO_ASKPASS"))
    #expect(home.text("dotfiles/gnupg/gpg-agent.conf").contains("pinentry-program"))
    try undo()
    #expect(snapshot == before)
  }

  @Test(arguments: [false, true]) func anEmptyLinkedFileStays(losesItsCopy: Bool) throws {
    try home.write("", to: "dotfiles/bashrc")
    symlink("dotfiles/bashrc", home.path + "/.bashrc")
    let before = snapshot
    try apply()
    if losesItsCopy { unlink(home.path + "/.bashrc.before-keyward") }
    try undo()
    #expect(snapshot == before)
  }

  @Test func aFailureLeavesNoFiles() throws {
    // A link to nothing in the place of a folder.
    symlink("nowhere", home.path + "/.gnupg")
    let before = snapshot
    #expect(throws: SetupFailure.self) { try apply() }
    #expect(snapshot == before)
  }

  // MARK: Changes by the user

  @Test(arguments: ["first\nmine\n", "mine\nlast\n"], ["mine\n", "mine"])
  func linesAroundOursStay(content: String, old: String) throws {
    try home.write(old, to: ".bashrc")
    try apply()
    let applied = home.text(".bashrc")
    try home.write(
      content.hasPrefix("first") ? "first\n" + applied : applied + "last\n", to: ".bashrc")
    #expect(try undo() == [".bashrc.before-keyward"])
    let hasLineEnd = old.hasSuffix("\n") || content.hasSuffix("last\n")
    #expect(home.text(".bashrc") == (hasLineEnd ? content : String(content.dropLast())))
    #expect(home.text(".bashrc.before-keyward") == old)
    // It is named as long as it exists, and goes once it equals the file.
    #expect(try undo() == [".bashrc.before-keyward"])
    try home.write(old, to: ".bashrc")
    #expect(try undo().isEmpty)
    #expect(home.names == [".bashrc"])
  }

  @Test func linesBetweenOursStay() throws {
    try home.write("mine\n", to: ".bashrc")
    try apply()
    let parts = home.text(".bashrc").split(separator: "\n", omittingEmptySubsequences: false)
    let changed = parts.flatMap { line -> [String] in
      switch line {
      case "# keyward: begin": [String(line), "export MINE=/p/keyward-askpass", ""]
      case "[ -x /p/keyward-askpass ] && export SSH_ASKPASS_REQUIRE=force":
        ["export SSH_ASKPASS_REQUIRE=prefer"]
      case "[ -x /p/keyward-askpass ] && export SSH_ASKPASS=/p/keyward-askpass": ["\t" + line]
      default: [String(line)]
      }
    }
    try home.write(changed.joined(separator: "\n"), to: ".bashrc")
    #expect(try undo() == [".bashrc.before-keyward"])
    #expect(
      home.text(".bashrc")
        == "mine\nexport MINE=/p/keyward-askpass\n\nexport SSH_ASKPASS_REQUIRE=prefer\n")
  }

  @Test func aFileWeMadeStaysWithWhatTheUserAdded() throws {
    try apply()
    try home.write(home.text(".gnupg/gpg-agent.conf") + "mine\n", to: ".gnupg/gpg-agent.conf")
    #expect(try undo().isEmpty)
    #expect(home.text(".gnupg/gpg-agent.conf") == "mine\n")
    #expect(home.names == [".gnupg"])
  }

  @Test func aSwitchedOffLineThatTheUserSwitchedOnStaysOn() throws {
    let off = "# keyward: off pinentry-program /x\n"
    try home.write(off, to: ".gnupg/gpg-agent.conf")
    try apply()
    let applied = home.text(".gnupg/gpg-agent.conf")
    try home.write(
      "pinentry-program /x\n" + applied.dropFirst(off.count), to: ".gnupg/gpg-agent.conf")
    #expect(try undo() == [".gnupg/gpg-agent.conf.before-keyward"])
    #expect(home.text(".gnupg/gpg-agent.conf") == "pinentry-program /x\n")
  }

  @Test func rightsTheUserGaveStay() throws {
    try home.write("mine\n", to: ".bashrc", mode: 0o600)
    try apply()
    chmod(home.path + "/.bashrc", 0o644)
    try undo()
    chmod(home.path + "/.bashrc", 0o600)
    #expect(home.names == [".bashrc"])
    try apply()
    chmod(home.path + "/.bashrc", 0o644)
    try undo()
    var status = stat()
    #expect(stat(home.path + "/.bashrc", &status) == 0 && status.st_mode & 0o777 == 0o644)
  }

  @Test func aRemovedFileIsNotMadeAgain() throws {
    try home.write("mine\n", to: ".bashrc")
    try apply()
    unlink(home.path + "/.bashrc")
    #expect(try undo() == [".bashrc.before-keyward"])
    #expect(home.names == [".bashrc.before-keyward"])
    #expect(home.text(".bashrc.before-keyward") == "mine\n")
  }

  @Test func withoutTheCopyTheLinesGoAllTheSame() throws {
    try home.write("mine\n", to: ".bashrc")
    let before = snapshot
    try apply()
    unlink(home.path + "/.bashrc.before-keyward")
    try undo()
    #expect(snapshot == before)
  }

  /// A dotfile manager took the file over between.
  @Test func aFileThatBecameALinkIsUndoneWhereItIs() throws {
    try home.write("mine", to: ".bashrc")
    try apply()
    mkdir(home.path + "/dotfiles", 0o700)
    rename(home.path + "/.bashrc", home.path + "/dotfiles/bashrc")
    symlink("dotfiles/bashrc", home.path + "/.bashrc")
    try undo()
    #expect(home.names == [".bashrc", "dotfiles"])
    #expect(home.text("dotfiles/bashrc") == "mine")
  }

  /// A user with another shell now still loses the lines for the former shell.
  @Test func filesOfOtherShellsAreUndoneWhereTheyWereApplied() throws {
    try home.write("mine", to: ".profile")
    let before = snapshot
    for shell in ["/bin/bash", "/bin/sh", "/usr/bin/fish"] {
      try apply(files("/p", ["SHELL": shell]))
    }
    let variables = ["HOME": home.path, "SHELL": "/usr/bin/zsh"]
    let found = SetupFile.applied(programs: "/p") { variables[$0] }
    let names = [
      ".gnupg/gpg-agent.conf", ".zshrc", ".bashrc", ".config/fish/config.fish", ".profile",
    ]
    #expect(found.map { String($0.path.dropFirst(home.path.count + 1)) } == names)
    #expect(try undo(found).isEmpty)
    #expect(snapshot == before)
    #expect(SetupFile.applied(programs: "/p") { variables[$0] }.count == 2)
    // A copy that is only kept is still named.
    try home.write("other", to: ".profile.before-keyward")
    let left = SetupFile.applied(programs: "/p") { variables[$0] }
    #expect(try undo(left) == [".profile.before-keyward"])
    #expect(SetupFile.applied(programs: "/p") { _ in nil }.isEmpty)
  }

  // MARK: Copies

  @Test func noCopyIsWrittenOver() throws {
    try home.write("old", to: ".bashrc.before-keyward")
    try home.write("mine", to: ".bashrc")
    let before = snapshot
    for _ in 0..<2 {
      try apply()
      #expect(home.text(".bashrc.before-keyward-2") == "mine")
      #expect(try undo() == [".bashrc.before-keyward"])
      #expect(snapshot == before)
    }
    // With and without a last line end: the newest copy counts.
    try home.write("mine\n", to: ".bashrc.before-keyward")
    try apply()
    #expect(try undo() == [".bashrc.before-keyward"])
    #expect(home.text(".bashrc") == "mine")
  }

  @Test func aCopyOfAFileThatWasGoneDoesNotKeepTheNewOne() throws {
    try home.write("old", to: ".bashrc.before-keyward")
    let before = snapshot
    try apply()
    #expect(try undo() == [".bashrc.before-keyward"])
    #expect(snapshot == before)
  }

  @Test func withoutAFreeNameNothingIsDone() throws {
    try home.write("mine\n", to: ".bashrc")
    for number in 1...9 {
      try home.write("\(number)", to: ".bashrc.before-keyward" + (number == 1 ? "" : "-\(number)"))
    }
    let before = snapshot
    let change = try SetupChange(try #require(files().last), undoing: false)
    let failure = #expect(throws: SetupFailure.self) { try SetupStep(change).commit() }
    let last = home.path + "/.bashrc.before-keyward-9"
    #expect(failure?.description.contains("move a backup, such as \(last),") == true)
    #expect(snapshot == before)
    unlink(last)
    _ = try SetupStep(change).commit()
    #expect(home.text(".bashrc.before-keyward-9") == "mine\n")
  }

  @Test func filesThatAreNoCopiesAreNotTouched() throws {
    try home.write("mine\n", to: ".bashrc")
    mkdir(home.path + "/.bashrc.before-keyward", 0o700)
    symlink(".bashrc", home.path + "/.bashrc.before-keyward-2")
    let before = snapshot
    try apply()
    #expect(home.text(".bashrc.before-keyward-3") == "mine\n")
    #expect(try undo().isEmpty)
    #expect(snapshot == before)
  }

  /// Remains of earlier versions: no note about the made files, and the copy after undoing.
  @Test func remainsOfEarlierVersionsAreRemoved() throws {
    let file = try #require(files().first)
    try home.write(file.applied(to: ""), to: ".gnupg/gpg-agent.conf")
    try home.write("mine\n", to: ".bashrc")
    try home.write("mine\n", to: ".bashrc.before-keyward")
    #expect(try undo().isEmpty)
    #expect(home.names == [".bashrc", ".gnupg"])
    #expect(home.read(".gnupg/gpg-agent.conf") == nil)
  }
}
