import Glibc
import KeywardTestSupport
import Testing

/// A dialogue with hijacked code gets no further than its sandbox.
@Suite(.tags(.program)) struct PlantedAttackTests {
  private static let refused = [
    "open-new", "openat2", "socket", "local-socket", "execve", "memfd-exec", "fork",
    "ptrace", "process-vm-readv", "kill", "tgkill", "kill-group", "io-uring", "mmap-exec",
    "mprotect-exec", "dumpable", "tiocsti", "unshare", "sendmsg", "unlink",
    "other-numbers", "other-entry", "open-neither", "signal-by-key",
  ]

  private func attack(
    _ name: String, in program: String, _ folder: String? = nil,
    _ body: (HeldSecret, () throws -> Void) throws -> Void
  ) throws {
    let held = try HeldSecret(
      TypedSecret.ascii(16), [name, program, "16"] + [folder].compactMap(\.self),
      program: BuiltProgram.find("PlantedAttack"))
    try body(held) {
      try held.typeKeys(held.secret)
      try wake(held.run)
    }
  }

  /// Types until the attack has been tried.
  ///
  /// A key wakes the dialogue, which asks for the time; a key that was read together with the end
  /// of the secret wakes nobody.
  private func wake(_ run: ProgramRun) throws {
    let isTried = { run.ending != nil || !run.errorText.isEmpty }
    // A dialogue held at its end, to be searched, shows nothing of that.
    for _ in 0..<50 where !isTried() {
      try run.type("z")
      try run.pump(until: isTried, seconds: 0.2)
    }
  }

  @Test(.tags(.slow), arguments: refused, ["get", "devices", "askpass", "pinentry", "agent"])
  func aCallEndsTheProgram(name: String, program: String) throws {
    try attack(name, in: program) { held, type in
      try type()
      #expect(try held.run.wait() == .killed(SIGSYS))
      #expect(held.run.errorText.hasSuffix("the program crashed\n"))
      #expect(!held.run.errorText.contains("errno"))
    }
  }

  @Test("`attend` continues no process but the leader of its session")
  func continuing() throws {
    try attack("continue", in: "attend") { held, type in
      try type()
      #expect(try held.run.wait() == .killed(SIGSYS))
    }
  }

  @Test("Askpass signals no process but its caller")
  func signalling() throws {
    try attack("signal-by-descriptor", in: "askpass") { held, type in
      try type()
      #expect(try held.run.wait() == .killed(SIGSYS))
    }
  }

  @Test(arguments: ["get", "askpass"])
  func aFileEndsTheProgramThatOpensNone(program: String) throws {
    try attack("open", in: program) { held, type in
      try type()
      #expect(try held.run.wait() == .killed(SIGSYS))
    }
  }

  @Test(
    .enabled(if: Kernel.has("sandbox for files: Landlock works"), "this kernel has no Landlock"),
    arguments: ["open", "open-environment"], ["devices", "pinentry", "agent"])
  func aFileIsRefusedToProgramsThatOpenOthers(name: String, program: String) throws {
    try attack(name, in: program) { held, type in
      try type()
      try held.run.wait(for: "the refusal") {
        held.run.errorText.contains("\(name): errno \(EACCES)")
      }
      #expect(try held.run.end(typing: "\r") == .exited(0))
    }
  }

  @Test(
    "Devices that are plugged in are opened for reading, and nothing else is",
    .enabled(if: Kernel.has("sandbox for files: Landlock works"), "this kernel has no Landlock"),
    arguments: [
      ("open-device", 0), ("open-device-link", EACCES), ("open-device-beside", EACCES),
      ("open-device-writing", nil), ("open-device-new", nil),
    ] as [(String, Int32?)])
  func theOpeningForDevices(name: String, code: Int32?) throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "beside")
    try folder.write("x", to: "input/event0")
    #expect(symlink("/etc/shadow", folder.path + "/input/link") == 0)
    try attack(name, in: "devices", folder.path + "/input") { held, type in
      try type()
      guard let code else {
        #expect(try held.run.wait() == .killed(SIGSYS))
        return
      }
      try held.run.wait(for: "the attack") {
        held.run.errorText.contains("\(name): errno \(code)\n")
      }
      #expect(try held.run.end(typing: "\r") == .exited(0))
    }
  }

  @Test func theTerminalIsRestored() throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      BuiltProgram.find("PlantedAttack"), ["socket", "get", "3"], on: terminal,
      showing: Keyward.frameEnd)
    try run.waitForQuiet()
    #expect(try terminal.settings() != terminal.initial)
    try run.type("abc")
    try run.waitForQuiet()
    try wake(run)
    #expect(try run.wait() == .killed(SIGSYS))
    #expect(try terminal.settings() == terminal.initial)
    #expect(run.displayedText.contains(Keyward.screenEnd))
  }

  @Test(
    .tags(.slow),
    .enabled(if: geteuid() == 0, "only root reads the memory of other processes"),
    arguments: ["socket", "execve", "dumpable", "other-numbers", "other-entry"])
  func nothingIsLeftInMemory(name: String) throws {
    try attack(name, in: "get") { held, type in
      try held.expectNothingAtEnd(type)
    }
  }

  /// Neither shared memory nor messages make the helper stay, hold the terminal, or send wrong
  /// bytes.
  @Test(
    arguments: ["keep-helper", "confuse-length", "confuse-answer", "confuse-place"],
    ["get", "pinentry"])
  func theHelperIsNoEscape(name: String, program: String) throws {
    try attack(name, in: program) { held, type in
      let helper = try held.run.waitForHelper()
      try type()
      try held.run.wait(for: "the attack") { held.run.errorText.contains("\(name): errno 0") }
      try held.run.waitForQuiet()
      let shown = held.run.displayed.count
      try ProgramRun.killHelped(by: helper)
      try held.run.waitForEnd(of: helper)
      try held.run.waitForQuiet()
      #expect(held.run.displayed.count - shown <= 512)
      if name == "confuse-answer" { #expect(try held.terminal.settings().echoes) }
    }
  }

  @Test(
    arguments: [
      "open", "open-environment", "socket", "local-socket", "fork", "kill", "kill-group",
      "continue", "mmap-exec",
    ])
  func theyWorkWithoutASandbox(name: String) throws {
    try attack(name, in: "none") { held, type in
      try type()
      try held.run.wait(for: "the attack") { held.run.errorText.contains("\(name): errno 0") }
      #expect(try held.run.end(typing: "\r") == .exited(0))
    }
  }

  @Test func noProgramOfOursHasThem() throws {
    for name in ["keyward", "pinentry-keyward", "keyward-askpass"] {
      let program = try BuiltProgram.find(name)
      let symbols = try ProgramRun.finished("/usr/bin/strings", ["-a", program]).outputText
      #expect(symbols.contains("platform_filter_calls") || symbols.contains("sandbox"))
      #expect(!symbols.contains("test_attack"))
      #expect(!symbols.contains("process-vm-readv"))
    }
  }
}

enum Kernel {
  private static let findings = try? Keyward.findings()

  static func has(_ finding: String) -> Bool {
    findings?.contains { $0.hasPrefix(finding) } ?? false
  }
}
