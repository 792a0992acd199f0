import Glibc
import KeywardTestSupport
import Testing

/// Uses of a secret in `Tests/Support/Misuse`: a line that ends in `// no` is refused by the compiler,
/// every other line is accepted.
@Suite(.tags(.program), .enabled(if: !isSanitized, "sanitisers change what is tested"))
struct MisuseProgramTests {
  /// The compiler looks for copies and for sharing only in files without an error of another kind.
  @Test(
    "Secrets are not printed, stored, hashed, copied, shared or kept, and can be used",
    arguments: ["wrong-kind", "wrong-owner", "fine"])
  func linesMarkedSoAreRefused(_ name: String) throws {
    let path = "\(Repository.path)/Tests/Support/Misuse/\(name).txt"
    let snippet = try TextFile.read(path)
    let lines = snippet.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.indices.filter { lines[$0].hasSuffix("// no") }.map { $0 + 1 }
    #expect(expected.isEmpty == (name == "fine"))
    #expect(try Compiler().linesWithErrors(in: snippet) == expected)
  }
}

private struct Compiler {
  let program: String
  let arguments: [String]

  init() throws {
    program = try Self.find("swiftc")
    let build = try BuiltProgram.buildDirectory()
    let sources = Repository.path
    // Some forbidden uses exist only in our own programs; SwiftPM names us by our folder.
    let folder = sources.split(separator: "/").last ?? ""
    let package = folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    arguments = [
      "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-diagnostic-style", "llvm",
      "-I", build + "/Modules", "-package-name", String(package),
      "-Xcc", "-fmodule-map-file=\(sources)/Sources/Secrets/KeywardSodium/module.modulemap",
      "-Xcc", "-fmodule-map-file=\(build)/KeywardSystem.build/module.modulemap",
    ]
  }

  func linesWithErrors(in source: String) throws -> [Int] {
    let folder = try TemporaryFolder()
    let path = try folder.write(source, to: "snippet.swift")
    let run = try ProgramRun.finished(
      program, arguments + [path],
      environment: ["PATH": getenv("PATH").map { String(cString: $0) }, "HOME": folder.path],
      seconds: 120)
    let lines = run.errorText.split(separator: "\n").compactMap { line -> Int? in
      guard line.contains(": error: ") else { return nil }
      let fields = line.split(separator: ":")
      // An error elsewhere means that the compiler never reached the snippet.
      guard fields[0] == path else { return 0 }
      return Int(fields[1])
    }
    return Set(lines).sorted()
  }

  private static func find(_ name: String) throws -> String {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    for folder in path.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
      return "\(folder)/\(name)"
    }
    throw HarnessError("\(name) is not on the path")
  }
}
