import Glibc
import KeywardTestSupport
import Testing

/// The linking of the release programs; `make test` names one in `KEYWARD_PROGRAM`.
@Suite(.tags(.program), .enabled(if: isRelease, "looks at the release programs only"))
struct BinaryAuditTests {
  private static let programs = ["keyward", "pinentry-keyward", "keyward-askpass"]

  @Test(arguments: programs + ["keyward-tools"])
  func everythingIsBoundAtStartAndReadOnlyAfterwards(program: String) throws {
    let header = try readelf("-h", program)
    #expect(header.contains("DYN (Position-Independent Executable file)"))
    let segments = try readelf("-l", program)
    #expect(segments.contains("GNU_RELRO"))
    #expect(!segments.contains("RWE"))
    let dynamic = try readelf("-d", program)
    #expect(dynamic.contains("BIND_NOW") || dynamic.contains("Flags: NOW"))
    #expect(!dynamic.contains("RPATH"))
    #expect(!dynamic.contains("RUNPATH"))
    #expect(!dynamic.contains("TEXTREL"))
  }

  /// One writable constant of the compiler's would make all constants writable.
  @Test(arguments: programs + ["keyward-tools", "libkeyward.so.0"])
  func constantsCannotBeWritten(file: String) throws {
    let sections = try readelf("-S", file).split(separator: "\n")
    let constants = try #require(sections.first { $0.contains(" .rodata ") })
    // Number, name, type, address, offset, size, size of an entry, flags.
    let flags = constants.drop { $0 != "]" }.split(separator: " ")[7]
    #expect(flags.contains("A") && !flags.contains("W"), "\(constants)")
  }

  @Test(
    .enabled(if: InstalledProgram.path("valgrind") != nil, "needs valgrind"), arguments: programs)
  func valgrindReadsThem(program: String) throws {
    let valgrind = try #require(InstalledProgram.path("valgrind"))
    // An askpass that is not on a terminal takes --version for its prompt.
    let asks = program != "pinentry-keyward"
    let arguments = program == "keyward" ? ["confirm", "Sure?"] : ["--version"]
    let run = try ProgramRun.finished(
      valgrind, ["-q", "--tool=none", try path(of: program)] + arguments)
    let text = run.outputText + run.errorText
    #expect(text.contains(asks ? "no terminal to ask on" : "\(program) "))
    #expect(!text.contains("debuginfo reader"))
  }

  @Test(arguments: programs) func theyNeedNoLibraryAndNoLoader(program: String) throws {
    #expect(try !readelf("-d", program).contains("(NEEDED)"))
    #expect(try !readelf("-l", program).contains("INTERP"))
  }

  @Test func theToolsNeedOnlyWhatEverySystemHas() throws {
    let allowed = [
      "libsodium.so", "libyaml-0.so", "libc.so", "libm.so", "libdl.so", "libpthread.so",
      "libstdc++.so", "libgcc_s.so", "librt.so", "ld-linux",
    ]
    let needed = try readelf("-d", "keyward-tools").split(separator: "\n")
      .filter { $0.contains("(NEEDED)") }
    #expect(!needed.isEmpty)
    for line in needed {
      #expect(allowed.contains { line.contains("[" + $0) }, "\(line)")
    }
  }

  /// A program that asks for a secret contains nothing else.
  @Test(arguments: programs) func codeThatTakesNoSecretIsElsewhere(program: String) throws {
    let symbols = try printed("/usr/bin/nm", [path(of: program)])
    for module in ["ConstraintLayout", "KeywardGuide", "KeywardTools"] {
      // A symbol has a name's length before the name.
      #expect(!symbols.contains("$s\(module.utf8.count)\(module)"), "\(module)")
    }
    for word in ["SetupStep", "regcomp", "JSONValue", "_StringProcessing"] {
      #expect(!symbols.contains(word), "\(word)")
    }
  }

  @Test(arguments: programs + ["keyward-tools"])
  func noFileNamesTheBuildFolder(program: String) throws {
    let path = try path(of: program)
    let build = try #require(path.range(of: "/.build/"))
    let found = try ProgramRun.finished(
      "/bin/grep", ["-c", "-a", "-F", String(path[..<build.lowerBound]), path])
    #expect(found.outputText == "0\n")
  }

  @Test(.enabled(if: geteuid() == 0, "only root sees where another program is"))
  func everyStartIsElsewhere() throws {
    var places: Set<UInt> = []
    for _ in 0..<20 {
      let run = try Keyward.typing(["get"])
      let own = try MemoryMap.of(process: run.process).first { $0.name.hasSuffix("/keyward") }
      places.insert(try #require(own).range.lowerBound)
      try run.end(typing: "\u{3}")
    }
    // Out of 2 to the power of 28 places.
    #expect(places.count == 20)
  }

  private func path(of program: String) throws -> String {
    let keyward = try BuiltProgram.keyward()
    return keyward[...(keyward.lastIndex(of: "/") ?? keyward.startIndex)] + program
  }

  private func readelf(_ option: String, _ program: String) throws -> String {
    try printed("/usr/bin/readelf", ["-W", option, path(of: program)])
  }

  private func printed(_ tool: String, _ arguments: [String]) throws -> String {
    let run = try ProgramRun.finished(tool, arguments)
    #expect(run.ending == .exited(0))
    return run.outputText
  }
}

private var isRelease: Bool {
  getenv("KEYWARD_PROGRAM").map { String(cString: $0).contains("/release/") } ?? false
}
