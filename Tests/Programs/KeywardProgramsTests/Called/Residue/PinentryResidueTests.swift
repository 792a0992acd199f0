import Glibc
import KeywardTestSupport
import Testing

/// One copy of a passphrase in a region while the pinentry holds it, none anywhere afterwards.
@Suite(
  .tags(.residue), .serialized, .needsRoot(to: "read the memory of a hardened process"))
struct PinentryResidueTests {
  private static let secrets = [TypedSecret.ascii(24), TypedSecret.multiByte(16)]

  private func hold(
    _ secret: String, _ lines: String = "GETPIN\n"
  ) throws -> (PinentryRun, HeldSecret) {
    let pinentry = try PinentryRun(lines) { $0.makeMemoryReadable() }
    try pinentry.run.waitForDisplay(of: PinentryRun.asks)
    return (pinentry, try HeldSecret(secret, in: pinentry.run))
  }

  private func expectNothingLeft(_ pinentry: PinentryRun, _ held: HeldSecret) throws {
    try held.expectNothing()
    try held.expectNothingAtEnd { pinentry.send("BYE\n") }
  }

  @Test(arguments: secrets)
  func answered(_ secret: String) throws {
    let (pinentry, held) = try hold(secret)
    try held.typeKeys(secret)
    try held.expectHeld()
    try held.run.type("\r")
    try pinentry.waitForReplies(2)
    #expect(held.run.outputText.contains("\nD "))
    try held.expectNothing()
    pinentry.send("RESET\n")
    try pinentry.waitForReplies(3)
    try expectNothingLeft(pinentry, held)
  }

  @Test(arguments: ["\u{1b}", "\u{3}", "\u{5}"])
  func cancelled(_ keys: String) throws {
    let (pinentry, held) = try hold(TypedSecret.ascii(24))
    try held.typeKeys(held.secret)
    try held.run.type(keys)
    try pinentry.waitForReplies(1)
    try expectNothingLeft(pinentry, held)
  }

  @Test func correctedPastedAndResized() throws {
    let (pinentry, held) = try hold(TypedSecret.ascii(24))
    try held.typeKeys(held.secret + "\u{15}")
    try held.expectNothing()
    try held.typeKeys(held.secret + "\u{17}")
    try held.expectNothing()
    try held.run.type("\u{1b}[200~" + held.secret + "\r\n\u{1b}[201~")
    try held.expectHeld()
    for size in [(30, 10), (1, 1), (100, 40)] {
      try pinentry.terminal.resize(columns: size.0, rows: size.1)
      held.run.send(signal: SIGWINCH)
      try held.run.waitForQuiet(seconds: 0.03)
    }
    try held.typeKeys("xy\u{7f}\u{7f}\u{1b}[A\u{1b}[D")
    try held.expectHeld()
    try held.run.type("\u{1b}[200~\n" + held.secret + "\u{1b}[201~")
    try held.expectHeld()
    try held.run.type("\u{3}")
    try pinentry.waitForReplies(1)
    try expectNothingLeft(pinentry, held)
  }

  @Test func timedOut() throws {
    let (pinentry, held) = try hold(TypedSecret.ascii(24), "SETTIMEOUT 6\nGETPIN\n")
    try held.typeKeys(held.secret)
    #expect(try pinentry.waitForReplies(3).last?.hasPrefix("ERR 83886142 ") == true)
    try expectNothingLeft(pinentry, held)
  }

  @Test func askedForTwice() throws {
    let (pinentry, held) = try hold(TypedSecret.ascii(24), "SETREPEAT Again\nGETPIN\n")
    try held.typeKeys(held.secret + "\r" + held.secret)
    try held.expectHeld(times: 2)
    // The entries differ: both are asked for again.
    try held.run.type("x\r")
    try held.expectNothing()
    try held.typeKeys(held.secret + "\r" + held.secret + "\r")
    #expect(try pinentry.waitForReplies(4).contains("S PIN_REPEATED"))
    try expectNothingLeft(pinentry, held)
  }

  @Test(arguments: secrets)
  func judgedByTheClient(_ secret: String) throws {
    let (pinentry, held) = try hold(
      secret, "SETQUALITYBAR Quality\nOPTION constraints-enforce\nGETPIN\n")
    var answered = 0
    func judge() throws {
      try held.run.waitForQuiet(seconds: 0.05)
      while pinentry.replies.count(where: { $0.hasPrefix("INQUIRE QUALITY") }) > answered {
        answered += 1
        pinentry.send("D 50\nEND\n")
        try held.run.waitForQuiet(seconds: 0.05)
      }
    }
    try judge()
    for character in secret {
      try held.run.type(String(character))
      try judge()
    }
    try held.expectHeld()
    try held.run.type("\r")
    try held.run.wait(for: "the check") {
      pinentry.replies.contains { $0.hasPrefix("INQUIRE CHECKPIN") }
    }
    try held.expectHeld()
    pinentry.send("D not%20allowed\nEND\n")
    try held.run.waitForDisplay(of: "not allowed")
    try judge()
    try held.expectNothing()
    try held.run.type("\u{1b}")
    try held.run.wait(for: "the end") {
      pinentry.replies.last?.hasPrefix("ERR 83886179 ") == true
    }
    try expectNothingLeft(pinentry, held)
  }

  @Test func generatedAndShown() throws {
    let (pinentry, held) = try hold(
      TypedSecret.ascii(30), "SETREPEAT\nSETGENPIN Suggest\nGETPIN\n")
    try held.run.type("\u{7}")
    try held.run.wait(for: "the inquiry") { pinentry.replies.contains("INQUIRE GENPIN") }
    pinentry.send(
      "D " + held.secret.map { $0 == "%" ? "%25" : String($0) }.joined() + "\nEND\n")
    try held.run.waitForDisplay(of: held.secret)
    try held.expectHeld(times: 2)
    try held.run.type("\r")
    #expect(try pinentry.waitForReplies(6).contains("S PIN_REPEATED"))
    try expectNothingLeft(pinentry, held)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV])
  func endedBySignal(_ number: Int32) throws {
    let (pinentry, held) = try hold(TypedSecret.ascii(24))
    try held.typeKeys(held.secret)
    #expect(try held.expectNothingAtEnd { held.run.send(signal: number) } == .killed(number))
    #expect(try pinentry.terminal.settings().echoes)
  }

  /// It waits a moment for the signal of the hang-up, with nothing left to find.
  @Test func leftByItsTerminal() throws {
    let (pinentry, held) = try hold(TypedSecret.ascii(24))
    try held.typeKeys(held.secret)
    #expect(try held.expectNothingAtEnd { pinentry.terminal.hangUp() } == .killed(SIGHUP))
  }

  @Test func leftByItsClient() throws {
    let (pinentry, held) = try hold(TypedSecret.ascii(24))
    try held.typeKeys(held.secret)
    try held.expectNothingAtEnd { pinentry.hangUpClient() }
  }
}
