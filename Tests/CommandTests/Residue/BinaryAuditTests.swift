import Glibc
import TestSupport
import Testing

/// How the release program is linked; `make test` names it in `KEYWARD_PROGRAM`.
@Suite(.enabled(if: isRelease, "looks at the release program only"))
struct BinaryAuditTests {
  @Test func everythingIsBoundAtStartAndReadOnlyAfterwards() throws {
    let header = try readelf("-h")
    #expect(header.contains("DYN (Position-Independent Executable file)"))
    let segments = try readelf("-l")
    #expect(segments.contains("GNU_RELRO"))
    #expect(!segments.contains("RWE"))
    let dynamic = try readelf("-d")
    #expect(dynamic.contains("BIND_NOW") || dynamic.contains("Flags: NOW"))
    #expect(!dynamic.contains("RPATH"))
    #expect(!dynamic.contains("RUNPATH"))
  }

  @Test func itNeedsOnlyWhatEverySystemHas() throws {
    let allowed = [
      "libsodium.so", "libyaml-0.so", "libc.so", "libm.so", "libdl.so", "libpthread.so",
      "libstdc++.so", "libgcc_s.so", "librt.so", "ld-linux",
    ]
    let needed = try readelf("-d").split(separator: "\n").filter { $0.contains("(NEEDED)") }
    #expect(!needed.isEmpty)
    for line in needed {
      #expect(allowed.contains { line.contains("[" + $0) }, "\(line)")
    }
  }

  private func readelf(_ option: String) throws -> String {
    let run = try ProgramRun.finished(
      "/usr/bin/readelf", ["-W", option, try BuiltProgram.keyward()])
    #expect(run.ending == .exited(0))
    return run.outputText
  }
}

/// Whether the program under test is one as users get it.
private var isRelease: Bool {
  getenv("KEYWARD_PROGRAM").map { String(cString: $0).contains("/release/") } ?? false
}
