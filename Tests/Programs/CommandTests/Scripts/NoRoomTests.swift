import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct NoRoomTests {
  @Test(arguments: [0, 8], ["", "> \"$1\""])
  func aLimitOnTheSizeOfFilesEndsNoDialogue(blocks: Int, redirection: String) throws {
    let folder = try TemporaryFolder()
    let script = "ulimit -f \(blocks); \"$0\" get \(redirection); echo status $?"
    let run = try ProgramRun(
      "/bin/sh", ["-c", script, try BuiltProgram.keyward(), folder.path + "/secret"],
      on: PseudoTerminal(), showing: Keyward.frameEnd)
    try run.end(typing: "sesame\r")
    let isRefused = blocks == 0 && !redirection.isEmpty
    #expect(run.outputText.hasSuffix(isRefused ? "status 1\n" : "status 0\n"))
    #expect(run.errorText.contains("File too large") == isRefused)
  }

  @Test(
    "A limit on the number of open files is named", arguments: 4...7, ["get", "lend", "attend"])
  func fewFiles(count: Int, command: String) throws {
    let words = command == "attend" ? "attend -- /bin/true" : command
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      "/bin/sh",
      ["-c", "ulimit -n \(count); exec \"$0\" \(words)", try BuiltProgram.keyward()],
      on: terminal)
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("Too many open files"))
    #expect(run.errorText.contains("Close open files"))
    #expect(try terminal.settings() == terminal.initial)
  }

  private func setup(
    _ option: String, in home: TemporaryFolder, failing library: Interposer? = nil,
    _ call: String = "", at number: Int = 0
  ) throws -> ProgramRun {
    var environment: [String: String?] = ["HOME": home.path, "SHELL": "/bin/bash"]
    if let library {
      environment["LD_PRELOAD"] = library.path
      environment["FAIL_IN"] = call
      environment["FAIL_AT"] = String(number)
      environment["FAIL_WITH"] = String(EDQUOT)
    }
    return try ProgramRun.finished(
      BuiltProgram.sharedKeyward(), ["setup", option], environment: environment)
  }

  @Test(arguments: ["--apply", "--undo"], ["write", "fsync"])
  func aQuotaLosesNothing(option: String, call: String) throws {
    let (home, library) = (try TemporaryFolder(), try Interposer("failing-writes"))
    try home.write("mine\n", to: ".bashrc")
    try home.write("pinentry-program /bin/x\n", to: ".gnupg/gpg-agent.conf")
    if option == "--undo" { #expect(try setup("--apply", in: home).ending == .exited(0)) }
    func state() -> [[UInt8]?] {
      [".bashrc", ".gnupg/gpg-agent.conf"].flatMap { [$0, $0 + ".before-keyward"] }.map(home.read)
    }
    let (before, names) = (state(), home.names)
    // Two files, and for changes first a copy of each.
    for number in 0..<(option == "--apply" ? 4 : 2) {
      let run = try setup(option, in: home, failing: library, call, at: number)
      #expect(run.ending == .exited(1), "\(number)")
      #expect(run.errorText.contains("(Disk quota exceeded)\nhint: The file was not changed; free"))
      #expect(state() == before && home.names == names, "\(number)")
    }
    #expect(try setup(option, in: home).ending == .exited(0))
    #expect(state() != before)
  }
}
