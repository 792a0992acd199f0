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
    (keyward, launcher) = (folder.path + "/keyward", folder.path + "/FaultLauncher")
    try Keyward.copy(built, to: keyward)
    // `keyward` becomes this one for help and errors.
    try Keyward.copy(built + "-tools", to: keyward + "-tools")
    try Keyward.copy(BuiltProgram.find("FaultLauncher"), to: launcher)
  }
}
