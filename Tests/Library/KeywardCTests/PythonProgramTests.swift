import Glibc
import KeywardTestSupport
import Testing

/// A fresh virtual environment with the package from its wheel, or from here, and no network.
final class PythonHost {
  private let folder: TemporaryFolder
  let path: String
  static let program = Repository.path + "/Tests/Library/KeywardCTests/Hosts/package.py"
  static let hostile = Repository.path + "/Tests/Library/KeywardCTests/Hosts/hostile.py"

  init(isEditable: Bool = false) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/environment/bin/python"
    // The steps of `make python`, except for building the library.
    _ = try CHost.library()
    try Self.run("/usr/bin/python3", ["-m", "venv", folder.path + "/environment"])
    let install = ["-m", "pip", "install", "--quiet", "--no-index"]
    guard !isEditable else {
      try Self.run(path, install + ["--editable", Repository.path])
      return
    }
    let wheel = folder.path + "/wheel"
    try Self.run("/usr/bin/python3", [Repository.path + "/Python/build_wheel.py", wheel])
    let name = "keyward-keyboard"
    try Self.run(path, install + ["--find-links", wheel, "--only-binary", name, name])
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let run = try ProgramRun.finished(program, arguments, seconds: 300)
    guard run.events.last == .exited(0) else {
      throw HarnessError("\(program) \(arguments): \(run.errorText)")
    }
  }
}

/// The Python package as it is installed.
@Suite(.tags(.program)) struct PythonProgramTests {
  @Test(arguments: [false, true])
  func everythingBehavesAsDocumented(isEditable: Bool) throws {
    let host = try PythonHost(isEditable: isEditable)
    let calls = Repository.path + "/Tests/Library/hostile-calls.txt"
    for arguments in [[PythonHost.program], [PythonHost.hostile, calls]] {
      let run = try ProgramRun.finished(host.path, arguments, seconds: 120)
      #expect(run.events.last == .exited(0) && run.outputText == "well\n", "\(run.errorText)")
    }
    withExtendedLifetime(host) {}
  }

  @Test("The source archive gives the wheel of the clone, and both hold the licences")
  func archives() throws {
    let folder = try TemporaryFolder()
    let program = Repository.path + "/Tests/Library/KeywardCTests/Hosts/archives.py"
    let run = try ProgramRun.finished(
      "/usr/bin/python3", [program, folder.path, try CHost.library()], seconds: 300)
    #expect(run.events.last == .exited(0) && run.outputText == "well\n", "\(run.errorText)")
  }
}

/// Text typed from Python through the package leaves nothing in the interpreter.
@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "the memory of another process is read by root"))
struct PythonResidueTests {
  @Test func typedLookedAtAndWiped() throws {
    let host = try PythonHost()
    for isReadable in [true, false] {
      try HeldByHost([host.path, PythonHost.program], length: 24, isReadable: isReadable).check()
    }
  }
}
