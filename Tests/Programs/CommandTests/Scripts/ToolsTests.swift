import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct ToolsTests {
  private let folder: TemporaryFolder
  private let keyward: String
  private let tools: String

  init() throws {
    folder = try TemporaryFolder()
    let built = try BuiltProgram.keyward()
    let place = built[..<(built.lastIndex(of: "/") ?? built.startIndex)]
    (keyward, tools) = (
      folder.path + "/bin/keyward", folder.path + "/libexec/keyward/keyward-tools"
    )
    for name in ["bin/keyward", "libexec/keyward/keyward-tools"] { try folder.write("", to: name) }
    try Keyward.copy(built, to: keyward)
    try Keyward.copy(place + "/keyward-tools", to: tools)
  }

  private func version(_ environment: [String: String?] = [:]) throws -> ProgramRun {
    try ProgramRun.finished(keyward, ["--version"], environment: environment)
  }

  @Test func itIsFoundInTheFolderOfInstalledPrograms() throws {
    #expect(try version().outputText == Repository.version + "\n")
  }

  @Test func theOneBesideComesFirst() throws {
    try folder.write("#!/bin/sh\necho beside \"$0\"\n", to: "bin/keyward-tools", mode: 0o755)
    #expect(try version().outputText == "beside \(folder.path)/bin/keyward-tools\n")
  }

  @Test func aLinkLeadsToItsFolder() throws {
    let link = folder.path + "/link"
    #expect(symlink(keyward, link) == 0)
    #expect(try ProgramRun.finished(link, ["--version"]).outputText == Repository.version + "\n")
  }

  @Test func noVariableLeadsToTheTools() throws {
    unlink(tools)
    try folder.write("#!/bin/sh\necho wrong\n", to: "path/keyward-tools", mode: 0o755)
    let run = try version(["PATH": folder.path + "/path", "PWD": folder.path + "/path"])
    #expect(run.ending == .exited(1))
    #expect(run.outputText.isEmpty)
    #expect(run.errorText.contains("keyward-tools") && run.errorText.contains("make install"))
  }

  @Test func itNeverBecomesItself() throws {
    for isSymbolic in [true, false] {
      unlink(tools)
      #expect((isSymbolic ? symlink(keyward, tools) : link(keyward, tools)) == 0)
      let run = try version()
      #expect(run.ending == .exited(1))
      #expect(run.errorText.split(separator: "\n").count == 2, "error and hint")
    }
  }

  @Test func wordsEnvironmentAndStateArriveAsTheyWere() throws {
    let beside = try folder.write(
      "#!/bin/sh\nprintf '%s|' \"$@\" \"$MARK\"; ulimit -S -c; "
        + "grep '^Sig[PBIC]' /proc/self/status\n",
      to: "bin/keyward-tools", mode: 0o755)
    let reported = try [beside, keyward].map { program in
      try ProgramRun.finished(
        "/bin/sh", ["-c", "trap '' HUP; exec \"$0\" frames 'a b' ''", program],
        environment: ["MARK": "marked"]
      ).outputText
    }
    #expect(reported[0].hasPrefix("frames|a b||marked|"))
    #expect(reported[0] == reported[1])
  }

  /// The rights of the file would extend to everything the tools read and load.
  @Test(.enabled(if: geteuid() == 0, "another owner takes root"))
  func notWithRightsOfTheFile() throws {
    #expect(chown(keyward, 65533, 65533) == 0 && chmod(keyward, 0o4755) == 0)
    let run = try ProgramRun(keyward, ["--version"])
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("Run keyward-tools directly"), "\(run.errorText)")
  }

  @Test func theToolsAskForNothing() throws {
    let run = try ProgramRun.finished(tools, ["get"])
    #expect(run.ending == .exited(70))
    #expect(run.errorText.contains("Run keyward get"))
  }
}
