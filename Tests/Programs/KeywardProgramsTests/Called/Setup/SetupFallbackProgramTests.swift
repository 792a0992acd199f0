import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct SetupFallbackProgramTests {
  @Test func theFormerProgramsAreNamedForWhereThereIsNoTerminal() throws {
    let folder = try TemporaryFolder()
    let pinentry = try folder.write("#!/bin/sh\n", to: "pinentry-x", mode: 0o755)
    let askpass = try folder.write("#!/bin/sh\n", to: "my askpass", mode: 0o755)
    try folder.write("pinentry-program \(pinentry)\n", to: ".gnupg/gpg-agent.conf")
    try folder.write("mask: fixed", to: ".config/keyward/config.yaml")
    let before = Snapshot(folder)
    func run(_ words: String..., environment: [String: String] = [:]) throws -> ProgramRun {
      let own = ["HOME": folder.path, "SHELL": "/bin/sh"].merging(environment) { $1 }
      return try ProgramRun.finished(try BuiltProgram.keyward(), words, environment: own)
    }
    let applied = try run("setup", "--apply", environment: ["SSH_ASKPASS": askpass])
    #expect(applied.ending == .exited(0))
    #expect(applied.errorText.isEmpty)
    let found = try run("doctor", "--verbose", environment: ["COLUMNS": "10000"])
    #expect(found.outputText.contains("without a terminal, gpg asks through: \(pinentry)\n"))
    #expect(
      found.outputText.contains("without a terminal, ssh, sudo and git ask through: \(askpass)\n"))
    let again = try run("setup", "--apply")
    #expect(again.outputText.split(separator: "\n").allSatisfy { $0.hasSuffix("nothing to do") })
    unlink(pinentry)
    #expect(
      try run("doctor", "--verbose", environment: ["COLUMNS": "10000"]).outputText.contains(
        "nothing, since \(pinentry) does not exist; "))
    try folder.write("#!/bin/sh\n", to: "pinentry-x", mode: 0o755)
    #expect(try run("setup", "--undo").ending == .exited(0))
    #expect(Snapshot(folder) == before)
  }

  @Test func aMissingPreviousAskpassIsReported() throws {
    let folder = try TemporaryFolder()
    let askpass = try folder.write("#!/bin/sh\n", to: "askpass", mode: 0o755)
    for (variable, isReported) in [("SSH_ASKPASS", false), ("OTHER", true)] {
      let run = try ProgramRun.finished(
        try BuiltProgram.keyward(), ["setup"],
        environment: ["HOME": folder.path, "SHELL": "/bin/sh", variable: askpass])
      let hasSystems = access("/usr/bin/ssh-askpass", X_OK) == 0
      let reports = run.errorText.contains("No other askpass program was found")
      #expect(reports == (isReported && !hasSystems))
    }
  }
}
