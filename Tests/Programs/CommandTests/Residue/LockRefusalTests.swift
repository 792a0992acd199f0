import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct LockRefusalTests {
  @Test(
    .enabled(if: geteuid() == 0, "becoming another user takes root"), arguments: [0, 4096],
    [["get"], ["type"]])
  func aLimitTooLowIsStatus70WithoutAPrompt(limit: Int, command: [String]) throws {
    let (open, terminal) = (try OpenPrograms(), try PseudoTerminal())
    let before = try terminal.settings()
    let run = try ProgramRun(open.keyward, command, on: terminal) { options in
      options.lockedMemoryLimit = limit
      options.user = 65534
    }
    #expect(try run.wait() == .exited(70))
    // The copy is needed until the program has become another one.
    withExtendedLifetime(open) {}
    #expect(try run.displayed.isEmpty && terminal.settings() == before)
    #expect(run.errorText.contains("\(limit / 1024) KiB"))
    #expect(run.errorText.contains("ulimit -l"))
    let lines = run.errorText.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].hasPrefix("keyward: error: ") && lines[1].hasPrefix("hint: "))
  }

  @Test(
    .enabled(if: geteuid() == 0, "becoming another user takes root"),
    arguments: ["", "--no-secret-memory"], [["get"], ["type", "--enroll"]])
  func sixteenKibibytesAreEnough(kind: String, command: [String]) throws {
    let (open, folder) = (try OpenPrograms(), try TemporaryFolder())
    chown(folder.path, 65534, 65534)
    let enrolls = command.count > 1
    let run = try Keyward.typing(
      command + (enrolls ? [folder.path + "/hash"] : []),
      environment: ["KEYWARD_OPTIONS": kind], program: open.keyward
    ) { options in
      options.lockedMemoryLimit = 16384
      options.user = 65534
    }
    try run.type("sesame\r")
    if enrolls {
      try run.waitForQuiet()
      try run.type("sesame\r")
    }
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(enrolls ? folder.names == ["hash"] : run.outputText == "sesame\n")
    withExtendedLifetime(open) {}
  }

  @Test(arguments: ["EPERM", "ENOMEM"])
  func aRefusedLockIsStatus70AndTheOverrideGoesOnWithAWarning(code: String) throws {
    let launcher = try BuiltProgram.find("FaultLauncher")
    let words = ["deny-lock", code, try BuiltProgram.keyward(), "get"]
    let refused = try ProgramRun(launcher, words, on: PseudoTerminal())
    #expect(try refused.wait() == .exited(70))
    #expect(refused.displayed.isEmpty)

    let held = try HeldSecret("x", words + ["--allow-unlocked-memory"], program: launcher)
    #expect(held.run.displayedText.contains("not locked"))
    #expect(try held.run.end(typing: "x\r") == .exited(0))
    #expect(held.run.outputText == "x\n")
  }

  @Test(
    "A decision warns of memory that is not locked in every form",
    arguments: [["--form", "full"], ["--form", "card"], ["--form", "inline"], ["--plain"]])
  func aDecisionWarns(form: [String]) throws {
    let run = try ProgramRun(
      BuiltProgram.find("FaultLauncher"),
      ["deny-lock", "EPERM", try BuiltProgram.keyward(), "confirm", "Sure?"] + form,
      on: PseudoTerminal(), showing: "memory is not locked")
    #expect(try run.end(typing: "\u{1b}") == .exited(130))
  }

  /// Without its signals, a program would never notice the end of a command that it waits for.
  private static let refusedSignals = [
    ["get"], ["confirm", "Sure?"], ["type"], ["lend"], ["exec", "--", "true"],
    ["attend", "--", "true"],
  ].flatMap { words in ["rt_sigaction", "rt_sigprocmask"].map { (words, $0) } }

  @Test(
    "A refused call is named with what helps, and the terminal stays as it was",
    arguments: [
      (["get"], "eventfd"), (["get"], "sigaltstack"), (["exec", "--", "true"], "clone"),
      (["confirm", "Sure?"], "sigaltstack"),
    ] + refusedSignals)
  func aRefusedCallIsNamedWithWhatHelps(arguments: [String], call: String) throws {
    let run = try ProgramRun(
      BuiltProgram.find("FaultLauncher"),
      ["deny-call", call, "EPERM", try BuiltProgram.keyward()] + arguments, on: PseudoTerminal())
    #expect(try run.wait() == .exited(1))
    try run.expectRestoredSettings()
    let sentence =
      "\(call) was refused (Operation not permitted)\nhint: Allow \(call) in the sandbox"
    #expect(run.errorText.contains(sentence), "\(run.errorText)")
    #expect(run.displayed.isEmpty)
  }

  /// The mapping of each region fails in turn, up to one that the dialogue does not have.
  @Test func aMappingThatFailsEndsItBeforeThePrompt() throws {
    let interposer = try Interposer("failing-mappings")
    let folder = try TemporaryFolder()
    var refused = 0
    while true {
      let run = try ProgramRun(
        BuiltProgram.sharedKeyward(), ["type", "--enroll", folder.path + "/hash"],
        environment: [
          "LD_PRELOAD": interposer.path, "FAIL_AT": "\(refused)",
          "KEYWARD_OPTIONS": "--no-secret-memory",
        ], on: PseudoTerminal())
      try run.wait(for: "a frame or the end") {
        run.ending != nil || run.displayedText.contains(Keyward.frameEnd)
      }
      if run.ending == nil {
        #expect(try run.end(typing: "\u{3}") == .exited(130))
        break
      }
      #expect(run.ending == .exited(70))
      #expect(run.displayed.isEmpty)
      #expect(run.errorText.split(separator: "\n").count == 2, "\(run.errorText)")
      refused += 1
    }
    // The ring, the field and the shown characters are regions.
    #expect(refused >= 3)
    #expect(folder.names == [])
  }

  /// Every call that protects memory fails in turn, up to one that the dialogue does not reach.
  @Test(
    arguments: [
      ("mprotect", ""), ("mprotect", "--no-secret-memory"), ("mlock", "--no-secret-memory"),
      ("madvise", ""), ("madvise", "--no-secret-memory"),
    ], [true, false])
  func aRefusedProtectionIsOneSentenceAndStatus70(
    what: (call: String, options: String), isOnce: Bool
  ) throws {
    let (call, options) = what
    let interposer = try Interposer("failing-protection")
    var (isBefore, isWithin, unharmed) = (0, 0, 0)
    for place in 0..<100 {
      let terminal = try PseudoTerminal()
      let settings = try terminal.settings()
      let run = try ProgramRun(
        BuiltProgram.sharedKeyward(), ["get"],
        environment: [
          "LD_PRELOAD": interposer.path, "FAILING": call, "FAIL_AT": "\(place)",
          "ONCE": isOnce ? "1" : nil, "KEYWARD_OPTIONS": options,
        ], on: terminal)
      try run.wait(for: "a frame or the end") {
        run.ending != nil || run.displayedText.contains(Keyward.frameEnd)
      }
      if run.ending == nil { try run.type("ab\u{7f}c\r") }
      let ending = try run.wait()
      // Swift's runtime reports that it cannot protect its own words.
      let errors = run.errorText.split(separator: "\n").filter { !$0.hasPrefix("swift runtime: ") }
      #expect(try terminal.settings() == settings)
      #expect(run.displayed.isEmpty || run.displayedText.contains(Keyward.screenEnd))
      if ending == .exited(70) {
        unharmed = 0
        #expect(errors.count == 2 && errors[0].hasPrefix("keyward: error: "), "\(errors)")
        if run.displayed.isEmpty { isBefore += 1 } else { isWithin += 1 }
      } else {
        #expect(ending == .exited(0) && errors.isEmpty)
        #expect(run.outputText == "ac\n")
        // Libraries also make such calls, and go on; Keyward repeats the calls it needs.
        unharmed += 1
        if isBefore > 0, unharmed > 6 { break }
      }
    }
    #expect(isBefore > 0)
    #expect((isWithin > 0) == (call == "mprotect"))
  }
}
