import Glibc
import KeywardTestSupport

/// Copies of the built programs in a folder that is open to every user.
final class OpenPrograms {
  let keyward: String
  let launcher: String
  private let folder = try? TemporaryFolder()

  init() throws {
    guard let folder else { throw HarnessError("no temporary folder") }
    chmod(folder.path, 0o755)
    let built = try BuiltProgram.keyward()
    keyward = try Self.copy(built, to: folder.path + "/keyward")
    // `keyward` becomes this one for scenes.
    _ = try Self.copy(built + "-tools", to: folder.path + "/keyward-tools")
    launcher = try Self.copy(
      BuiltProgram.find("FaultLauncher"), to: folder.path + "/FaultLauncher")
  }

  private static func copy(_ program: String, to path: String) throws -> String {
    let run = try ProgramRun.finished("/bin/cp", [program, path])
    guard run.ending == .exited(0), chmod(path, 0o755) == 0 else {
      throw HarnessError("copy \(program): \(run.errorText)")
    }
    return path
  }
}
