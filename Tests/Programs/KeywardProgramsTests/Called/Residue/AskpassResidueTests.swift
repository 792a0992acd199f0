import Glibc
import KeywardTestSupport
import Testing

@Suite(
  .tags(.residue), .serialized, .needsRoot(to: "read the memory of a hardened process"))
struct AskpassResidueTests {
  private func hold(
    _ secret: String, _ settings: String? = nil
  ) throws -> HeldSecret {
    let run = try ProgramRun(
      Programs.askpass(), ["Password: "], environment: ["KEYWARD_OPTIONS": settings],
      on: PseudoTerminal(), showing: PinentryRun.asks
    ) { $0.makeMemoryReadable() }
    return try HeldSecret(secret, in: run)
  }

  @Test(arguments: [TypedSecret.ascii(24), TypedSecret.multiByte(16), TypedSecret.ascii(1022)])
  func answered(_ secret: String) throws {
    let held = try hold(secret)
    if secret.utf8.count > 1000 {
      try held.run.type("\u{1b}[200~" + secret + "\u{1b}[201~")
    } else {
      try held.typeKeys(secret + "xy\u{7f}\u{7f}")
    }
    try held.expectHeld()
    try held.expectNothingAtEnd { try held.run.type("\r") }
    #expect(held.run.outputText == secret + "\n")
  }

  @Test(arguments: ["\u{1b}", "\u{3}"])
  func cancelled(_ keys: String) throws {
    let held = try hold(TypedSecret.ascii(24))
    try held.typeKeys(held.secret)
    #expect(try held.expectNothingAtEnd { try held.run.type(keys) } == .exited(1))
  }

  @Test func emptied() throws {
    let held = try hold(TypedSecret.ascii(24))
    try held.typeKeys(held.secret + "\u{15}")
    try held.expectNothing()
    // An empty answer is sent by the second Enter.
    try held.run.type("\r", until: "Nothing typed")
    try held.expectNothingAtEnd { try held.run.type("\r") }
  }

  @Test func timedOut() throws {
    let held = try hold(TypedSecret.ascii(24), "--timeout 6")
    try held.typeKeys(held.secret)
    #expect(try held.expectNothingAtEnd {} == .exited(1))
  }

  @Test func revealedAndEnded() throws {
    let held = try hold(TypedSecret.ascii(16), "--allow-reveal")
    try held.typeKeys(held.secret + "\u{14}")
    try held.run.waitForDisplay(of: held.secret)
    try held.run.type("\u{14}")
    try held.expectHeld()
    #expect(try held.expectNothingAtEnd { held.run.send(signal: SIGTERM) } == .killed(SIGTERM))
  }
}
