import Glibc
import KeywardTestSupport
import Testing

/// One copy in a region while the secret is held, none anywhere at the end.
@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "only root reads the memory of a hardened process"))
struct ResidueTests {
  static let secrets =
    [7, 8, 15, 16, 64, 96].flatMap { [TypedSecret.ascii($0), TypedSecret.multiByte($0)] }

  @Test(arguments: secrets)
  func typedKeyByKey(secret: String) throws {
    let held = try HeldSecret(secret)
    try held.typeKeys(secret)
    try held.expectHeld()
    try held.expectNothingAtEnd { try held.run.type("\r") }
    #expect(held.run.outputText == secret + "\n")
  }

  /// Each character reported by its code, then all of them as one text.
  @Test(arguments: [TypedSecret.ascii(16), TypedSecret.multiByte(16)], [true, false])
  func reportedByCodes(secret: String, isOneText: Bool) throws {
    let held = try HeldSecret(secret)
    let codes = secret.unicodeScalars.map { String($0.value) }
    if isOneText {
      try held.run.type("\u{1b}[0;;" + codes.joined(separator: ":") + "u")
    } else {
      for code in codes { try held.run.type("\u{1b}[" + code + "u") }
    }
    try held.run.waitForQuiet()
    try held.expectHeld()
    try held.expectNothingAtEnd { try held.run.type("\r") }
    #expect(held.run.outputText == secret + "\n")
  }

  @Test(arguments: secrets + [TypedSecret.ascii(4080), TypedSecret.multiByte(1360)])
  func pasted(secret: String) throws {
    let held = try HeldSecret(secret)
    try held.paste(secret)
    try held.expectHeld()
    try held.expectNothingAtEnd { try held.run.type("\r") }
    #expect(held.run.outputText == secret + "\n")
  }

  @Test(arguments: [TypedSecret.ascii(16), TypedSecret.multiByte(16)])
  func correctedMovedAndResized(secret: String) throws {
    let held = try HeldSecret(secret)
    try held.typeKeys(secret)
    try held.run.type("\u{15}")
    try held.expectNothing()
    try held.typeKeys(secret + "xyz")
    try held.run.type("\u{7f}\u{7f}\u{7f}")
    try held.expectHeld()
    for arrow in ["A", "B", "C", "D"] { try held.run.type("\u{1b}[" + arrow) }
    for size in [(40, 20), (1, 1), (100, 40), (80, 24)] {
      try held.terminal.resize(columns: size.0, rows: size.1)
      try held.run.waitForQuiet(seconds: 0.05)
    }
    try held.expectHeld()
    try held.run.type("\u{17}")
    try held.expectNothing()
    try held.expectNothingAtEnd { try held.run.type("\u{3}") }
  }

  /// The exit waits for a terminal whose output is full; the secret does not wait.
  @Test(arguments: [["get"], ["type"]])
  func wipedBeforeTheTerminalIsWaitedFor(arguments: [String]) throws {
    // The wait is only a moment; here the process stops at its end.
    let interposer = try Interposer("stopping-flush")
    let held = try HeldSecret(
      TypedSecret.ascii(16), arguments, columns: 300, rows: 100,
      options: { $0.environment["LD_PRELOAD"] = interposer.path },
      program: BuiltProgram.sharedKeyward())
    try held.typeKeys(held.secret)
    try held.expectHeld()
    // Whole frames that nobody reads.
    try held.terminal.typeUntilFull([0x0c])
    held.run.send(signal: SIGTERM)
    try Moment.wait { try ProcessStatus(of: held.run.process).state == "T" }
    #expect(try held.scan.residues(in: held.run.process).isEmpty)
    held.run.send(signal: SIGCONT)
    #expect(try held.run.wait() == .killed(SIGTERM))
  }

  @Test("A text typed again in another layout is held once, and the former one is gone")
  func typedAgain() throws {
    let former = TypedSecret.ascii(16)
    let held = try HeldSecret(former, ["get", "--layout", "us,us-dvorak"])
    try held.typeKeys(former)
    try held.expectHeld()
    try held.run.type("\u{f}")
    try held.expectNothing()
    try held.run.type("\u{f}")
    try held.expectHeld()
    try held.expectNothingAtEnd { try held.run.type("\r") }
    #expect(held.run.outputText == former + "\n")
  }

  @Test("The numbers of the keys are in the region of the text, and none is left at the end")
  func numbersOfKeys() throws {
    let pipe = try DevicePipe()
    // The numbers of these keys are ASCII characters, which the keys do not type.
    let keys: [UInt16] = [38, 45, 34, 48, 32, 50, 36, 47, 31, 44]
    let numbers = ")2%5#7'4\"1"
    let held = try HeldSecret(
      numbers, ["get", "--layout", "us,de", "--devices", pipe.path], columns: 100, rows: 40)
    pipe.send(keys.reduce(EventStream()) { $0.keys($1) })
    let found = try held.residues()
    #expect(found.contains { $0.isInRegion && $0.stride == 3 && $0.length == keys.count })
    #expect(found.allSatisfy { $0.isInRegion }, "\(found)")
    try held.expectNothingAtEnd { pipe.send(EventStream().keys(28)) }
    #expect(held.run.outputText == "lxgbdmjvsz\n")
  }

  @Test func pressedOnTheDrawnKeyboard() throws {
    // The letters are in no order of any keyboard.
    let held = try HeldSecret("qptaylwsikgofue")
    for letter in held.secret {
      let cell = try #require(Self.cap(of: letter, in: held.run))
      try held.run.type(
        "\u{1b}[<0;\(cell.column);\(cell.row)M\u{1b}[<0;\(cell.column);\(cell.row)m")
      try held.run.waitForQuiet(seconds: 0.01)
    }
    try held.expectHeld()
    try held.expectNothingAtEnd { try held.run.type("\r") }
    #expect(held.run.outputText == held.secret + "\n")
  }

  /// The place of a letter's cap in a window of 80 by 24, counted from 1.
  private static func cap(of letter: Character, in run: ProgramRun) -> (column: Int, row: Int)? {
    let emulator = run.screen()
    for row in 0..<24 {
      for column in 1..<79 where emulator[column, row].text == String(letter) {
        let beside = [emulator[column - 1, row].text, emulator[column + 1, row].text]
        if beside == [" ", " "] { return (column + 1, row + 1) }
      }
    }
    return nil
  }

  @Test(arguments: ["full", "inline"])
  func revealedAndHiddenAgain(form: String) throws {
    let held = try HeldSecret(TypedSecret.ascii(16), ["get", "--allow-reveal", "--form", form])
    try held.typeKeys(held.secret)
    try held.run.type("\u{14}")
    try held.run.waitForQuiet()
    #expect(held.run.displayedText.contains(held.secret))
    try held.run.type("\u{14}")
    try held.expectHeld()
    try held.expectNothingAtEnd { try held.run.type("\r") }
  }

  @Test(arguments: ["\u{1b}", "\u{3}"])
  func cancelled(keys: String) throws {
    let held = try HeldSecret(TypedSecret.ascii(24))
    try held.typeKeys(held.secret)
    try held.expectNothingAtEnd { try held.run.type(keys) }
    #expect(try held.run.wait() == .exited(130))
  }

  @Test func timedOut() throws {
    let held = try HeldSecret(TypedSecret.ascii(24), ["get", "--timeout", "6"])
    try held.typeKeys(held.secret)
    try held.expectNothingAtEnd {}
    #expect(try held.run.wait() == .exited(124))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGTRAP])
  func endedBySignal(number: Int32) throws {
    let held = try HeldSecret(TypedSecret.ascii(24))
    try held.typeKeys(held.secret)
    try held.expectNothingAtEnd { held.run.send(signal: number) }
    #expect(try held.run.wait() == .killed(number))
  }

  @Test func hungUp() throws {
    let held = try HeldSecret(TypedSecret.ascii(24), options: { $0.role = .sessionLeader })
    try held.typeKeys(held.secret)
    try held.expectNothingAtEnd { held.terminal.hangUp() }
  }

  @Test func askedForTwice() throws {
    let folder = try TemporaryFolder()
    let held = try HeldSecret(TypedSecret.ascii(24), ["type", "--enroll", folder.path + "/hash"])
    try held.typeKeys(held.secret)
    try held.run.type("\r")
    try held.run.waitForQuiet()
    try held.typeKeys(held.secret)
    try held.expectHeld(times: 2)
    try held.expectNothingAtEnd { try held.run.type("\r") }
    #expect(try held.run.wait() == .exited(0))

    let checked = try HeldSecret(held.secret, ["type", "--verify", folder.path + "/hash"])
    try checked.typeKeys(checked.secret)
    try checked.expectNothingAtEnd { try checked.run.type("\r") }
    #expect(try checked.run.wait() == .exited(0))
  }

  @Test("The rating of a text leaves nothing of it", arguments: ["bullets", "hidden"])
  func rated(mask: String) throws {
    let held = try HeldSecret(TypedSecret.ascii(24), ["get", "--quality", "--mask", mask])
    try held.typeKeys(held.secret)
    try held.expectHeld()
    try held.expectNothingAtEnd { try held.run.type("\r") }
  }

  @Test func inLineMode() throws {
    let run = try ProgramRun.keyward(["get", "--plain", "--prompt", "Word"], showing: "Word") {
      $0.makeMemoryReadable()
    }
    let held = try HeldSecret(TypedSecret.ascii(24), in: run)
    try run.type(held.secret)
    try held.expectHeld()
    try held.expectNothingAtEnd { try run.type("\r") }
  }
}
