import KeywardTestSupport
import Testing

/// Wrong command lines: exit 64 and a sentence with the right form.
@Suite struct UsageTests {
  private func complaint(_ arguments: [String]) throws -> String {
    let run = try ProgramRun.finished(BuiltProgram.keyward(), arguments)
    #expect(run.ending == .exited(64), "\(arguments): \(run.errorText)")
    #expect(run.output.isEmpty, "\(arguments)")
    #expect(!run.errors.contains(0x1B))
    return run.errorText
  }

  @Test func unknownNamesListWhatThereIs() throws {
    #expect(try complaint(["frames", "--device", "iphone-xy"]).contains("iphone-xs"))
    #expect(try complaint(["frames", "--metrics", "jsg"]).contains("jgs"))
    let panel = try complaint(["frames", "--panel", "emoji"])
    for name in ["letters", "numbers", "id-card", "symbols"] { #expect(panel.contains(name)) }
    #expect(try complaint(["frames", "--layout", "latin-qwerty2"]).contains("latin-qwerty"))
    for (name, meant) in [
      ("german", "de"), ("de_DE", "de"), ("en_US.UTF-8", "us"), ("fr_CH", "ch-fr"),
    ] {
      #expect(
        try complaint(["frames", "--layout", name]).contains("Did you mean “\(meant)”?"), "\(name)")
    }
    #expect(try complaint(["simulate", "--event-order", "ios6", "show"]).contains("ios7"))
    #expect(try complaint(["get", "--mask", "stars"]).contains("bullets"))
    #expect(try complaint(["frobnicate"]).contains("frobnicate"))
  }

  /// A sandbox may lack `/proc`; a command with options must not become one without.
  @Test(.enabled(if: OwnMounts.arePossible, "needs root, and unshare, to take /proc away"))
  func argumentsAreSeenWithoutProc() throws {
    for program in [
      try BuiltProgram.keyward(),
      try BuiltProgram.find("pinentry-keyward", override: "KEYWARD_PINENTRY"),
      try BuiltProgram.find("keyward-askpass", override: "KEYWARD_ASKPASS"),
    ] {
      let run = try ProgramRun.finished(
        "/usr/bin/unshare",
        ["-m", "/bin/sh", "-c", "umount -l /proc && exec \"$0\" --version", program])
      #expect(run.ending == .exited(0), "\(run.errorText)")
      #expect(run.outputText.contains("."))
    }
  }

  @Test(arguments: [
    "0x0", "0x812", "1000000x800", "800x1000000", "-1x5", "375", "375x", "axb", "nanxnan", "infx1",
    "375x812x1", "1e3x1e3",
  ])
  func screensNobodyHas(size: String) throws {
    #expect(try complaint(["frames", "--screen=\(size)"]).contains("375x812"))
  }

  @Test(arguments: ["1,2,3", "1,2,3,4,5", "a,b,c,d", "-1,0,0,0", "1000000,0,0,0"])
  func safeAreasNobodyHas(insets: String) throws {
    #expect(
      try complaint(["frames", "--screen", "375x812", "--safe-area=\(insets)"])
        .contains("44,0,34,0"))
  }

  @Test(arguments: [
    ["get", "--timeout", "soon"], ["get", "--timeout=-1"], ["get", "--max-length", "0"],
    ["get", "--max-length", "5000"], ["get", "--allow", ""], ["get", "--rotate", "sideways@1"],
    ["get", "--rotate", "landscape"], ["get", "--rotate", "landscape@x"],
    ["frames", "--device", "iphone-xs", "--screen", "1x1"],
    ["frames", "--safe-area", "1,1,1,1"], ["frames", "--page", "digits"],
    ["frames", "--format", "png"], ["simulate", "jump"], ["simulate"], ["layouts", "check"],
    ["--no-such-option"],
  ])
  func wrongValues(arguments: [String]) throws {
    #expect(try !complaint(arguments).isEmpty)
  }

  @Test func screensTooSmallForAKeyboardAreSaid() throws {
    let run = try Keyward.run("frames", "--screen", "30x30")
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains("too small") && run.output.isEmpty)
  }

  @Test func helpIsOnStandardOutput() throws {
    for arguments in [["--help"], ["help"], ["exec", "--help"], ["help", "frames"], ["layouts"]] {
      let run = try ProgramRun.finished(BuiltProgram.keyward(), arguments)
      #expect(run.ending == .exited(0))
      #expect(run.outputText.contains("USAGE: keyward") && run.errors.isEmpty)
    }
    #expect(try Keyward.run("help").outputText.contains("keyward exec"))
    #expect(try Keyward.run("--version").outputText.contains("."))
  }

  @Test func escapeSequencesOfArgumentsDoNotReachTheTerminal() throws {
    #expect(try !complaint(["frames", "--device", "\u{1B}]0;owned\u{7}"]).contains("\u{1B}"))
    let run = try Keyward.run("layouts", "check", "\u{1B}[31mred.yaml")
    #expect(run.ending == .exited(1))
    #expect(!run.errors.contains(0x1B))
  }

  @Test(arguments: [
    (["gte"], "There is no command “gte”.\nhint: Did you mean “get”?"),
    (["help", "gett"], "There is no command “gett”.\nhint: Did you mean “get”?"),
    (["layouts", "chek"], "“keyward layouts” has no command “chek”.\nhint: Did you mean “check”?"),
    (["help", "layouts", "chek"], "“keyward layouts” has no command “chek”."),
  ])
  func aWordThatIsNoCommandIsSaidWithTheOneThatWasMeant(words: [String], sentence: String) throws {
    let complaint = try complaint(words)
    #expect(complaint.hasPrefix("keyward: error: \(sentence)"), "\(complaint)")
  }

  @Test(arguments: ["version", "-v", "-V", "--version"])
  func theVersionIsSaid(word: String) throws {
    let run = try Keyward.run(word)
    #expect(run.ending == .exited(0) && run.outputText == Repository.version + "\n")
  }
}
