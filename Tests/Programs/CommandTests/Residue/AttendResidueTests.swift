import Glibc
import KeywardTestSupport
import Testing

/// One copy in a region of `keyward attend` while a secret is typed, none once it was answered.
@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "only root reads the memory of a hardened process"))
struct AttendResidueTests {
  private func held(_ script: String) throws -> HeldSecret {
    let run = try ProgramRun.keyward(
      ["attend", "--", "/bin/bash", "-c", script], streams: (.terminal, .terminal, .terminal),
      showing: Attended.prompt
    ) { $0.makeMemoryReadable() }
    return try HeldSecret(TypedSecret.ascii(24), in: run)
  }

  @Test func nothingIsLeftOfAnAnswer() throws {
    let held = try held("read -s -p 'A: ' a; echo; echo go; read b")
    try held.typeKeys(held.secret)
    try held.expectHeld()
    try held.run.type("\r", until: "go")
    try held.expectNothing()
    try held.expectNothingAtEnd { try held.run.type("\r") }
  }

  /// Input for a program that is left alone also passes through a region.
  @Test func nothingIsLeftOfWhatPasses() throws {
    let held = try held("read -s -p 'A: ' a; echo; echo go; read b")
    let shown = held.run.displayed.count
    try held.run.type("\u{1c}")
    try held.run.waitForQuiet(seconds: 0.6)
    try held.typeKeys(held.secret + "\r")
    try held.run.waitForDisplay(of: "go", after: shown)
    try held.expectNothing()
  }

  @Test func nothingIsLeftOfACancelledAnswer() throws {
    let held = try held("trap 'echo go; read b; exit' INT; read -s -p 'A: ' a; sleep 9")
    try held.typeKeys(held.secret)
    try held.run.type("\u{3}", until: "go")
    try held.expectNothing()
  }
}
