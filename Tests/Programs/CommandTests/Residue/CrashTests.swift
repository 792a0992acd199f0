import Glibc
import KeywardTestSupport
import Testing

/// The traces of a crash outside the process: a core file, output, a terminal in the wrong mode.
@Suite(.tags(.program)) struct CrashTests {
  /// A signal without a handler whose default is a core file.
  private let coreSignal = SIGXCPU

  @Test func noCoreIsWritten() throws {
    let folder = try TemporaryFolder()
    let held = try HeldSecret(
      TypedSecret.ascii(24),
      options: { options in
        options.coreLimit = 1 << 30
        options.directory = folder.path
      })
    try held.typeKeys(held.secret)
    held.run.send(signal: coreSignal)
    #expect(try held.run.wait() == .killed(coreSignal))
    #expect(folder.names == [])
  }

  @Test(.enabled(if: CoreFile.areWrittenHere, "core files go elsewhere on this machine"))
  func aCoreThatCouldNotBeForbiddenHoldsNoSecret() throws {
    let folder = try TemporaryFolder()
    let held = try HeldSecret(
      TypedSecret.ascii(24),
      ["dumpable", try BuiltProgram.keyward(), "get", "--allow-unlocked-memory"],
      options: { options in
        options.coreLimit = 1 << 30
        options.directory = folder.path
        // Landlock would forbid writing it.
        options.environment["KEYWARD_OPTIONS"] = "--sandbox no"
      }, program: BuiltProgram.find("FaultLauncher"))
    try held.typeKeys(held.secret)
    held.run.send(signal: coreSignal)
    try held.run.wait()
    let core = try #require(try CoreFile.bytes(in: folder))
    #expect(!held.scan.isFound(in: core))
  }

  @Test(.enabled(if: CoreFile.areWrittenHere, "core files go elsewhere on this machine"))
  func theCoreOfALeakyProgramHoldsIt() throws {
    let folder = try TemporaryFolder()
    let secret = TypedSecret.ascii(24)
    let run = try ProgramRun(
      BuiltProgram.find("LeakyControl"), [], streams: (.terminal, .terminal, .pipe),
      on: PseudoTerminal(), showing: "Password"
    ) { options in
      options.coreLimit = 1 << 30
      options.directory = folder.path
    }
    try run.type(secret + "\n", until: "24 characters")
    run.send(signal: coreSignal)
    try run.wait()
    let core = try #require(try CoreFile.bytes(in: folder))
    #expect(ResidueScan(for: secret).isFound(in: core))
  }

  @Test(arguments: [SIGSEGV, SIGTRAP, SIGABRT, SIGBUS, SIGILL, SIGFPE])
  func aFaultShowsNothingAndRestoresTheTerminal(number: Int32) throws {
    let secret = TypedSecret.ascii(24)
    let terminal = try PseudoTerminal()
    let run = try ProgramRun.keyward(
      ["get"],
      environment: ["SWIFT_BACKTRACE": "enable=yes,color=no,registers=all,output-to=stderr"],
      on: terminal, showing: Keyward.frameEnd)
    try run.waitForQuiet()
    #expect(try terminal.settings() != terminal.initial)
    for character in secret { try run.type(String(character)) }
    try run.waitForQuiet()
    run.send(signal: number)
    #expect(try run.wait() == .killed(number))
    #expect(try terminal.settings() == terminal.initial)
    #expect(run.displayedText.contains(Keyward.screenEnd))
    for output in [run.output, run.errors, run.displayed] {
      #expect(!ResidueScan(for: secret).isFound(in: output))
      #expect(!showsHexPairs(of: secret, in: output))
    }
    // A statically linked runtime reports before `main` that it has no backtracer.
    let sentences = run.errorText.split(separator: "\n").filter { !$0.hasPrefix("swift runtime: ") }
    #expect(sentences.count == 1, "\(run.errorText)")
  }

  /// True if `output` contains five consecutive bytes as hex pairs, with or without blanks.
  private func showsHexPairs(of secret: String, in output: [UInt8]) -> Bool {
    let text = String(decoding: output, as: UTF8.self).lowercased()
    let packed = text.filter { $0 != " " }
    let pairs = secret.utf8.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return pairs.indices.dropLast(4).contains { start in
      packed.contains(pairs[start..<start + 5].joined())
    }
  }
}

private enum CoreFile {
  /// True if a core file goes into the folder of the ended process.
  static let areWrittenHere: Bool = {
    let file = open("/proc/sys/kernel/core_pattern", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = read(file, &bytes, bytes.count)
    let pattern = bytes.prefix(max(0, count))
    return !pattern.contains(UInt8(ascii: "|")) && !pattern.contains(UInt8(ascii: "/"))
  }()

  static func bytes(in folder: TemporaryFolder) throws -> [UInt8]? {
    folder.names.first.flatMap { folder.read($0) }
  }
}
