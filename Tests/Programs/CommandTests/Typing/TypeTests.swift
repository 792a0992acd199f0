import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct TypeTests {
  private func typed(_ arguments: [String], _ keys: [String]) throws -> ProgramRun {
    let run = try Keyward.typing(["type"] + arguments)
    for keys in keys {
      try run.type(keys)
      try run.waitForQuiet()
    }
    try run.wait()
    return run
  }

  @Test func theReportListsProtectionsAndNothingOfTheSecret() throws {
    let run = try typed([], ["sesame\r"])
    #expect(run.ending == .exited(0))
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.count >= 3)
    #expect(run.outputText.contains("memory locked: yes") && run.outputText.contains("wiped"))
    #expect(run.outputText.contains("the kernel kept no copy"))
    #expect(!run.outputText.contains("sesame") && !run.outputText.contains("6"))
    #expect(run.errors.isEmpty)
  }

  @Test func typeIsTheDefaultCommand() throws {
    let run = try Keyward.typing(["--prompt", "Sesame, please"])
    #expect(run.displayedText.contains("Sesame, please"))
    #expect(try run.end(typing: "x\r") == .exited(0))
    let bare = try Keyward.typing([])
    #expect(try bare.end(typing: "x\r") == .exited(0))
    #expect(bare.outputText == run.outputText)
  }

  @Test func enrolledPasswordsAreVerified() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/pin.hash"
    let enrolled = try typed(["--enroll", file], ["correct horse\r", "correct horse\r"])
    #expect(enrolled.ending == .exited(0))
    #expect(enrolled.outputText.contains(file))
    let text = String(decoding: folder.read("pin.hash") ?? [], as: UTF8.self)
    #expect(text.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$") && text.hasSuffix("\n"))
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)

    let right = try typed(["--verify", file], ["correct horse\r"])
    #expect(right.ending == .exited(0))
    let keys = "\u{1b}[99;1:1;99u\u{1b}[99;1:3uorrect\u{1b}[32;2u\u{1b}[27;1;104~orse\u{1b}[13u"
    let reported = try typed(["--verify", file], [keys])
    #expect(reported.ending == .exited(0))
    let wrong = try typed(["--verify", file], ["incorrect\r"])
    #expect(wrong.ending == .exited(1))
    #expect(wrong.output.isEmpty && wrong.errorText == "keyward: error: wrong password\n")
  }

  @Test func aMismatchStoresNothing() throws {
    let folder = try TemporaryFolder()
    let run = try Keyward.typing(["type", "--enroll", folder.path + "/pin"])
    try run.type("one\r")
    try run.waitForQuiet()
    try run.type("two\r", until: Keyward.frameEnd)
    try run.waitForQuiet()
    #expect(run.ending == nil)
    try run.type("three\r")
    try run.waitForQuiet()
    #expect(try run.end(typing: "three\r") == .exited(0))
    #expect(folder.read("pin") != nil)
    try run.expectRestoredSettings()
  }

  @Test func badPasswordFilesAreRefusedBeforeAnythingIsAsked() throws {
    let folder = try TemporaryFolder()
    let greedy = try folder.write(
      "$argon2id$v=19$m=4194304,t=2,p=1$\(String(repeating: "A", count: 22))"
        + "$\(String(repeating: "A", count: 43))\n", to: "greedy")
    let text = try folder.write("no hash\n", to: "text")
    for file in [folder.path + "/missing", greedy, text, folder.path, "/dev/zero"] {
      let run = try ProgramRun.keyward(["type", "--verify", file])
      #expect(try run.wait() == .exited(1))
      #expect(run.errorText.contains(file))
      #expect(run.displayed.isEmpty)
    }
  }

  @Test func anUnwritableFileIsReportedBeforeThePrompt() throws {
    let run = try ProgramRun.keyward(["type", "--enroll", "/nonexistent/pin"])
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("/nonexistent/pin") && run.displayed.isEmpty)
  }

  /// Runs a command that must end before anything is asked.
  private func refused(_ arguments: [String], user: Int? = nil) throws -> ProgramRun {
    let run = try ProgramRun.keyward(["type"] + arguments) { options in
      options.user = user
      if user != nil { options.directory = "/" }
    }
    #expect(try run.wait(seconds: 5) == .exited(1))
    #expect(run.displayed.isEmpty)
    return run
  }

  @Test func onlyAHashIsReplacedUnlessForced() throws {
    let folder = try TemporaryFolder()
    let hash = folder.path + "/hash"
    #expect(try typed(["--enroll", hash], ["a\r", "a\r"]).ending == .exited(0))
    let line = folder.text("hash")
    for (name, content) in [
      ("note", "my note\n"), ("empty", ""), ("two", line + line), ("more", line + "x"),
      ("other", line.replacing("argon2id", with: "argon2i")),
      ("long", String(repeating: "x", count: 9999)),
    ] {
      let file = try folder.write(content, to: name, mode: 0o644)
      let run = try refused(["--enroll", file])
      #expect(run.errorText.contains("\(file) exists and is not a password file ("))
      #expect(run.errorText.contains("--force"))
      #expect(folder.text(name) == content)
      let forced = try typed(["--enroll", file, "--force"], ["b\r", "b\r"])
      #expect(forced.ending == .exited(0))
      #expect(folder.text(name).hasPrefix("$argon2id$"))
    }
    #expect(try typed(["--enroll", hash], ["a\r", "a\r"]).ending == .exited(0))
    #expect(folder.text("hash").hasPrefix("$argon2id$") && folder.text("hash") != line)
    #expect(folder.names == ["empty", "hash", "long", "more", "note", "other", "two"])
  }

  /// The file appeared, or was replaced, during the typing.
  @Test(arguments: [true, false]) func aFileChangedMeanwhileIsNotReplaced(isThere: Bool) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/hash"
    if isThere { _ = try typed(["--enroll", file], ["a\r", "a\r"]) }
    let run = try Keyward.typing(["type", "--enroll", file])
    try folder.write("my note\n", to: "hash")
    for _ in 0..<2 {
      try run.type("a\r")
      try run.waitForQuiet()
    }
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("is not a password file"))
    #expect(folder.text("hash") == "my note\n" && folder.names == ["hash"])
  }

  @Test func aLinkStaysALinkToTheNewHash() throws {
    let folder = try TemporaryFolder()
    let link = folder.path + "/link"
    _ = try typed(["--enroll", folder.path + "/hash"], ["a\r", "a\r"])
    let before = folder.text("hash")
    symlink("hash", link)
    let run = try typed(["--enroll", link], ["b\r", "b\r"])
    #expect(run.ending == .exited(0))
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(folder.text("hash") != before && folder.text("hash").hasPrefix("$argon2id$"))
    symlink("nothing", folder.path + "/broken")
    for more in [[], ["--force"]] {
      #expect(
        try refused(["--enroll", folder.path + "/broken"] + more).errorText.contains(
          "/broken exists"))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "becoming another user takes root"))
  func anotherUsersFileIsKnownBeforeAnythingIsAsked() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/sticky/hash"
    mkdir(folder.path + "/sticky", 0o755)
    _ = try typed(["--enroll", file], ["a\r", "a\r"])
    chmod(folder.path, 0o755)
    chmod(folder.path + "/sticky", 0o1777)
    chmod(file, 0o644)
    let before = folder.text("sticky/hash")
    for more in [[], ["--force"]] {
      #expect(try refused(["--enroll", file] + more, user: 65534).errorText.contains(file))
    }
    chown(file, 65534, 65534)
    #expect(try refused(["--enroll", file]).errorText.contains("belongs to another user"))
    // A link that another user made would choose which file of ours is lost.
    let link = folder.path + "/sticky/link"
    try folder.write(before, to: "mine")
    symlink("../mine", link)
    lchown(link, 65534, 65534)
    #expect(try refused(["--enroll", link, "--force"]).errorText.contains(link))
    #expect(folder.text("sticky/hash") == before && folder.text("mine") == before)
  }

  @Test func aLimitOnTheSizeOfFilesIsReportedBeforeThePrompt() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "/bin/sh",
      [
        "-c", "ulimit -f 0; exec \"$0\" type --enroll \"$1\"", try BuiltProgram.keyward(),
        folder.path + "/hash",
      ], on: PseudoTerminal())
    #expect(try run.wait(seconds: 5) == .exited(1))
    #expect(run.displayed.isEmpty && folder.names.isEmpty)
    #expect(run.errorText.contains("(File too large)\nhint: Raise the limit"))
  }

  @Test(arguments: [["--force"], ["--force", "--verify", "/x"], ["--force", "--prompt", "x"]])
  func forceIsForEnrolling(arguments: [String]) throws {
    for arguments in [arguments, ["type"] + arguments] {
      let run = try Keyward.run(arguments)
      #expect(run.ending == .exited(64) && run.errorText.contains("--enroll"))
    }
  }

  @Test func enrollAndVerifyExcludeEachOther() throws {
    let run = try Keyward.run("type", "--enroll", "a", "--verify", "b")
    #expect(run.ending == .exited(64))
  }

  @Test(arguments: ["svg", "text"])
  func aPictureOfTheScreenNeedsNoTerminal(format: String) throws {
    let run = try Keyward.run(
      "type", "--format", format, "--device", "iphone-xs", "--prompt", "Word", "--title", "T")
    #expect(run.ending == .exited(0))
    #expect(run.outputText.hasPrefix("<svg") == (format == "svg"))
    #expect(run.outputText.contains(format == "svg" ? "</text>" : "Word"))
    #expect(!run.output.contains(0x1B))
  }
}
