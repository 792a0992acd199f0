import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct DevicesTests {
  private func result(
    _ stream: EventStream, _ options: [String] = ["--layout", "de"], then keys: String = "",
    command: [String] = ["get", "-n"], settings: String? = nil
  ) throws -> ProgramRun {
    let pipe = try DevicePipe()
    let run = try Keyward.typing(
      command + options + ["--devices", pipe.path], on: PseudoTerminal(columns: 100, rows: 40),
      environment: ["KEYWARD_OPTIONS": settings])
    try run.waitForQuiet()
    pipe.send(stream)
    try run.waitForQuiet()
    try run.end(typing: keys)
    return run
  }

  @Test("A passphrase typed on a German keyboard, with compositions and the number pad")
  func german() throws {
    let stream = EventStream().keys(21, 44, 12).keys(21, with: 42).keys(13, 18).keys(16, with: 100)
      .keys(58, 30, 58).keys(71, 28)
    let run = try result(stream)
    #expect(run.ending == .exited(0))
    #expect(run.outputText == "zyßZé@A7")
  }

  @Test(
    "Layouts type what XKB and Compose do, with Caps Lock and on the number pad, too",
    arguments: [
      // B of Arabic is two characters, and so are five keys of Khmer.
      ("ara", [48, 28], "\u{644}\u{627}"), ("kh", [51, 28], "\u{17BB}\u{17C6}"),
      ("de", [79, 83, 80, 28], "1,2"), ("us", [79, 83, 80, 28], "1.2"),
      ("tr", [58, 40, 23, 28], "İI"), ("az", [58, 23, 37, 28], "İK"), ("tr-f", [58, 31, 28], "İ"),
      ("us", [86, 28], "<"), ("jp", [124, 28], "\\"), ("de", [58, 12, 28], "ẞ"),
      ("fr-bepo", [58, 3, 58, 3, 28], "2«"),
    ] as [(String, [UInt16], String)])
  func asXKB(layout: String, keys: [UInt16], wanted: String) throws {
    let stream = keys.reduce(EventStream()) { $0.keys($1) }
    let run = try result(stream, ["--layout", layout])
    #expect(run.ending == .exited(0))
    #expect(run.outputText == wanted)
  }

  @Test("The number pad without Num Lock shows a notice")
  func numLock() throws {
    let pipe = try DevicePipe()
    let run = try Keyward.typing(
      ["get", "-n", "--layout", "de", "--devices", pipe.path],
      on: PseudoTerminal(columns: 100, rows: 40))
    try run.waitForQuiet()
    // A pipe begins with Num Lock on.
    pipe.send(EventStream().keys(79, 69, 79))
    try run.waitForDisplay(of: "Num Lock is off")
    pipe.send(EventStream().keys(69, 80, 28))
    #expect(try run.end(typing: "") == .exited(0))
    #expect(run.outputText == "12")
  }

  @Test("A held Enter submits nothing, and neither does half an event; the terminal types as well")
  func neverByARepeat() throws {
    let run = try result(
      EventStream().keys(30).event(1, 28, 2).report.event(1, 28, 2).report.event(1, 116, 1).report,
      then: "b\r")
    #expect(run.outputText == "ab")
  }

  @Test("Ctrl with a letter of the layout is the same as on a terminal")
  func commands() throws {
    let run = try result(EventStream().keys(30, 31).keys(22, with: 29).keys(32, 28))
    #expect(run.outputText == "d")
    #expect(try result(EventStream().keys(46, with: 29)).ending == .exited(130))
  }

  @Test("A gamepad submits, and a decision is made by the layout's letters")
  func decisions() throws {
    #expect(try result(EventStream().keys(0x130, 0x13b), []).outputText == "g")
    // Y is where Americans have Z.
    let run = try result(
      EventStream().keys(44, 28), [], command: ["confirm", "Really?"], settings: "--layout=de")
    #expect(run.ending == .exited(0))
  }

  @Test(
    "A path to no device is refused before anything is asked", arguments: ["/etc/passwd", "/none"])
  func refusals(path: String) throws {
    let run = try ProgramRun.keyward(["get", "--devices", path])
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.contains("\(path) cannot be read as an input device"))
  }

  @Test(
    "A secret typed by a layout stays in one place",
    .enabled(if: geteuid() == 0, "only root reads the memory of a hardened process"))
  func residues() throws {
    let pipe = try DevicePipe()
    let secret = "qwertzuiopasdfgh"
    let held = try HeldSecret(secret, ["get", "--layout", "de", "--devices", pipe.path])
    for code in Array(16...25) + Array(30...35) as [UInt16] {
      pipe.send(EventStream().keys(code))
      try held.run.waitForQuiet(seconds: 0.05)
    }
    try held.expectHeld()
    #expect(try held.expectNothingAtEnd { pipe.send(EventStream().keys(28)) } == .exited(0))
    #expect(held.run.outputText == secret + "\n")
  }
}
