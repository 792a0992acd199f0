import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct CInterfaceProgramTests {
  @Test func everyFunctionBehavesAsTheHeaderDescribes() throws {
    #expect(try CHost("surface").complaint() == "")
  }

  /// Four times in one process, then two copies at once: threads, signals, locked memory, mappings;
  /// with secret memory, and under a limit that refuses it.
  @Test(arguments: ["unlimited", "0"])
  func loadingLeavesNoTrace(fileLimit: String) throws {
    let folder = try TemporaryFolder()
    let library = try CHost.library()
    let copy = folder.path + "/copy-libkeyward.so"
    _ = try ProgramRun.finished("/bin/cp", [library, copy])
    let host = try CHost("loading")
    let run = try ProgramRun.finished(
      "/bin/sh", ["-c", "ulimit -f \(fileLimit); exec \"$0\" \"$@\"", host.path, library, copy])
    #expect(run.ending == .exited(0) && run.outputText.hasSuffix("well\n"), "\(run.errorText)")
  }

  @Test("Calls that make no sense are refused, or the keyboard works") func hostileCalls() throws {
    let calls = Repository.path + "/Tests/Library/hostile-calls.txt"
    #expect(try CHost("hostile").complaint([calls]) == "")
  }

  @Test(arguments: 1...8) func nothingStopsTheProgram(seed: Int) throws {
    #expect(try CHost("arguments").complaint(["\(seed)", "30000"]) == "")
  }

  @Test func withoutLockableMemoryTheTextNamesTheLock() throws {
    let host = try CHost("surface")
    chmod(host.folder.path, 0o755)
    let run = try ProgramRun(host.path, []) { options in
      options.lockedMemoryLimit = 0
      options.user = geteuid() == 0 ? 65534 : nil
    }
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("could not be locked") && run.errorText.contains("ulimit -l"))
  }

  @Test(arguments: [0, 8])
  func aLimitOnTheSizeOfFilesStopsNoHost(blocks: Int) throws {
    let host = try CHost("surface")
    let run = try ProgramRun.finished(
      "/bin/sh", ["-c", "ulimit -f \(blocks); exec \"$0\"", host.path], seconds: 120)
    #expect(run.ending == .exited(0) && run.outputText.hasSuffix("well\n"), "\(run.errorText)")
  }

  private static let interface = Repository.path + "/Sources/Library/CKeyward/"

  /// The functions in the linker's map.
  private static func exports() throws -> [String] {
    try TextFile.read(interface + "libkeyward.map")
      .matches(of: /(?m)^ +(\w+);$/).map { String($0.1) }
  }

  /// Three lists of one interface: the header's declarations, the map's exports, the file's
  /// symbols.
  @Test func headerListAndLibraryAgree() throws {
    let header = try ProgramRun.finished(
      "/usr/bin/cc", ["-E", "-P", Self.interface + "include/keyward.h"]
    ).outputText
    let declared = Set(header.matches(of: /\b(kw_[a-z_]+)\s*\(/).map { String($0.1) })
    let listed = try Self.exports()
    let symbols = try ProgramRun.finished("/usr/bin/nm", ["-D", "--defined-only", CHost.library()])
      .outputText.matches(of: /(?m) T (\w+)@@KEYWARD_/).map { String($0.1) }
    #expect(Set(listed) == declared && listed.count == declared.count)
    #expect(Set(symbols) == declared && symbols.count == declared.count)
  }

  @Test func theManualNamesEveryFunction() throws {
    let names = try Self.exports()
    let manual = try TextFile.read(Repository.path + "/Docs/Manuals/keyward.3")
    #expect(names.count > 25 && names.filter { !manual.contains($0) } == [])
  }

  /// The files of `make install`, and a program that finds them.
  @Test func aProgramIsBuiltAgainstTheInstalledFiles() throws {
    let folder = try TemporaryFolder()
    let prefix = folder.path + "/prefix"
    let run = try ProgramRun.finished(
      "/usr/bin/make", ["-C", Repository.path, "install-library", "PREFIX=" + prefix])
    #expect(run.events.last == .exited(0), "\(run.errorText)")
    let build = """
      flags=$(pkg-config --cflags --libs keyward)
      cc -std=c11 Tests/Library/KeywardCTests/Hosts/surface.c -o "$1/surface" $flags -pthread -lm
      LD_LIBRARY_PATH="$1/prefix/lib" "$1/surface"
      export PYTHONPATH="$1/prefix/lib/python3/dist-packages"
      python3 -c 'import keyward_keyboard; keyward_keyboard.Keyboard()'
      """
    let built = try ProgramRun.finished(
      "/bin/sh", ["-ec", build, "sh", folder.path],
      environment: ["PKG_CONFIG_PATH": prefix + "/lib/pkgconfig"], directory: Repository.path)
    #expect(built.outputText == "well\n" && built.errorText == "", "\(built.errorText)")
  }

  @Test func nothingIsNeededButTheCLibrary() throws {
    let dynamic = try ProgramRun.finished("/usr/bin/readelf", ["-d", CHost.library()]).outputText
    let needed = Set(dynamic.matches(of: /NEEDED.*\[(.*)\]/).map { String($0.1) })
    #expect(needed.subtracting(["libc.so.6", "libm.so.6"]).allSatisfy { $0.hasPrefix("ld-linux") })
    #expect(dynamic.contains("BIND_NOW") && dynamic.contains("[libkeyward.so.0]"))
    #expect(!dynamic.contains("RUNPATH") && !dynamic.contains("RPATH"))
  }
}
