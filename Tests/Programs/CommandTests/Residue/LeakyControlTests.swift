import Glibc
import KeywardTestSupport
import Testing

/// The scan finds the leaks of a program that takes a password without protection.
@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "only root reads the memory of other processes"))
struct LeakyControlTests {
  @Test(arguments: [7, 8, 15, 16, 64, 96])
  func aStringIsCaught(length: Int) throws {
    let secret = TypedSecret.ascii(length)
    let run = try ProgramRun(
      BuiltProgram.find("LeakyControl"), [], streams: (.terminal, .terminal, .pipe),
      on: PseudoTerminal(), showing: "Password")
    var scan = ResidueScan(for: secret)
    try scan.takeBaseline(of: run.process)
    try run.type(secret + "\n", until: "\(length) characters")
    let found = try scan.residues(in: run.process)
    #expect(found.contains { !$0.isInRegion && $0.length == secret.utf8.count })
  }
}
