import Glibc
import TestSupport
import Testing

/// The program where memory is not locked, or not to be had.
@Suite struct LockRefusalTests {
  @Test(
    .enabled(if: geteuid() == 0, "becoming another user takes root"), arguments: [0, 4096],
    [["get"], ["scene", "login"]])
  func aLimitTooLowIsStatus70WithoutAPrompt(limit: Int, command: [String]) throws {
    let run = try start(command) { options in
      options.lockedMemoryLimit = limit
      options.user = 65534
    }
    #expect(try run.wait() == .exited(70))
    #expect(run.displayed.isEmpty)
    #expect(run.errorText.contains("\(limit / 1024) KiB"))
    #expect(run.errorText.contains("ulimit -l"))
    #expect(run.errorText.split(separator: "\n").count == 1)
  }

  @Test(
    .enabled(if: geteuid() == 0, "becoming another user takes root"), arguments: [16384, 65536])
  func sixteenKibibytesAreEnough(limit: Int) throws {
    let open = try OpenPrograms()
    let held = try HeldSecret(
      "x",
      options: { options in
        options.lockedMemoryLimit = limit
        options.user = 65534
      }, program: open.keyward)
    try held.run.type("x\r")
    #expect(try held.run.wait() == .exited(0))
    #expect(held.run.outputText == "x\n")
    withExtendedLifetime(open) {}
  }

  @Test(arguments: ["EPERM", "ENOMEM"])
  func aRefusedLockIsStatus70AndTheOverrideGoesOnWithAWarning(code: String) throws {
    let launcher = try BuiltProgram.find("FaultLauncher")
    let words = ["deny-lock", code, try BuiltProgram.keyward(), "get"]
    let refused = try ProgramRun(
      launcher, ProgramOptions(words, streams: (.null, .pipe, .pipe)), on: PseudoTerminal())
    #expect(try refused.wait() == .exited(70))
    #expect(refused.displayed.isEmpty)

    let held = try HeldSecret("x", words + ["--allow-unlocked-memory"], program: launcher)
    #expect(held.run.displayedText.contains("not locked"))
    try held.run.type("x\r")
    #expect(try held.run.wait() == .exited(0))
    #expect(held.run.outputText == "x\n")
  }

  @Test func aMappingThatFailsEndsItBeforeThePrompt() throws {
    let interposer = try Interposer(Interposer.failingMappings)
    let folder = try TemporaryFolder()
    for region in 0..<4 {
      let run = try ProgramRun(
        BuiltProgram.keyward(),
        ProgramOptions(
          ["type", "--enroll", folder.path + "/hash"],
          environment: ["LD_PRELOAD": interposer.path, "FAIL_AT": "\(region)"],
          streams: (.null, .pipe, .pipe)),
        on: PseudoTerminal())
      #expect(try run.wait() == .exited(70), "region \(region)")
      #expect(run.displayed.isEmpty)
      #expect(run.errorText.split(separator: "\n").count == 1, "\(run.errorText)")
    }
    // No program has a fifth region.
    let held = try HeldSecret(
      "x", ["type", "--enroll", folder.path + "/hash"],
      options: { options in
        options.environment = ["LD_PRELOAD": interposer.path, "FAIL_AT": "4"]
      })
    try held.run.type("\u{3}")
    #expect(try held.run.wait() == .exited(130))
    #expect(folder.names == [])
  }

  private func start(
    _ arguments: [String], _ change: (inout ProgramOptions) -> Void
  ) throws -> ProgramRun {
    var options = ProgramOptions(arguments, streams: (.null, .pipe, .pipe))
    change(&options)
    // The copy is needed until the program has started.
    let open = try OpenPrograms()
    return try withExtendedLifetime(open) {
      try ProgramRun(open.keyward, options, on: PseudoTerminal())
    }
  }
}
