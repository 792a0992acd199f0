import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program), .enabled(if: geteuid() == 0, "only root gives a file to another user"))
struct ElevatedPrivilegesTests {
  private func started(
    _ arguments: [String], mode: mode_t, in folder: TemporaryFolder
  ) throws -> ProgramRun {
    chmod(folder.path, 0o755)
    let program = folder.path + "/keyward"
    try Keyward.copy(BuiltProgram.keyward(), to: program, mode: mode)
    return try ProgramRun(program, arguments, on: PseudoTerminal()) { $0.user = 4711 }
  }

  @Test(arguments: [0o4755, 0o2755] as [mode_t])
  func noCommandGetsThem(mode: mode_t) throws {
    let folder = try TemporaryFolder()
    let run = try started(["exec", "--", "/usr/bin/id"], mode: mode, in: folder)
    #expect(try run.wait() == .exited(1))
    #expect(run.outputText.isEmpty && run.displayed.isEmpty)
    #expect(run.errorText.contains("keyward does not start a command while it runs setuid"))
  }

  @Test func noFileIsWrittenWithThem() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/hash"
    let run = try started(["type", "--enroll", file], mode: 0o4755, in: folder)
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("keyward does not write a file while it runs setuid"))
    #expect(access(file, F_OK) != 0)
  }
}
