import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct PinentryScreenProgramTests {
  // MARK: Screens

  @Test(arguments: [(1, 1), (30, 10), (6, 3), (300, 100), (80, 24), (45, 40)])
  func everyWindowIsLargeEnough(columns: Int, rows: Int) throws {
    let long = String(repeating: "A long line of text. ", count: 40)
    let pinentry = try PinentryRun(
      "SETDESC \(long)\nSETREPEAT Again\nSETQUALITYBAR\nGETPIN\n", columns: columns, rows: rows)
    try pinentry.run.waitForDisplay(of: "\u{1b}[?2026l")
    try pinentry.waitForReplies(4)
    pinentry.send("D 50\nEND\n")
    try pinentry.run.type("x")
    try pinentry.waitForReplies(5)
    pinentry.send("END\n")
    try pinentry.run.waitForQuiet()
    try pinentry.run.type("\rx\r")
    #expect(try pinentry.waitForReplies(8).suffix(2) == ["D x", "OK"])
  }

  @Test(arguments: [
    ("", "Caps Lock is on"), ("Shift-Lock%1b[31m ist an", "[31m ist an"),
  ])
  func capsLockIsShownWhereTheTerminalReportsIt(hint: String, shown: String) throws {
    let option = hint.isEmpty ? "" : "OPTION default-capshint=\(hint)\n"
    let pinentry = try PinentryRun(option + "GETPIN\n", type: "xterm-kitty")
    try pinentry.run.waitForDisplay(of: "\u{1b}[?2026l")
    try pinentry.run.waitForQuiet()
    #expect(!pinentry.run.displayedText.contains(shown))
    // Ctrl-L with Caps Lock on paints everything, even after keys that report nothing.
    try pinentry.run.type("\u{1b}[108;69uA\u{7f}\u{1b}[108;69u")
    try pinentry.run.waitForDisplay(of: shown)
    var before = pinentry.run.displayed.count
    try pinentry.run.type("AB\u{7f}")
    try pinentry.run.waitForQuiet()
    #expect(!pinentry.text(after: before).contains("Esc cancel"))
    before = pinentry.run.displayed.count
    try pinentry.run.type("\u{1b}[108;5u")
    try pinentry.run.waitForDisplay(of: "Esc cancel", after: before)
    #expect(!pinentry.text(after: before).contains(shown))
    #expect(!pinentry.run.displayedText.contains("\u{1b}[31m"))
    try pinentry.run.type("\r")
    #expect(try pinentry.waitForReplies(hint.isEmpty ? 2 : 3).suffix(2) == ["D A", "OK"])
  }

  @Test func tooltipsAreShownWhereThereIsRoom() throws {
    let commands =
      "SETQUALITYBAR Quality%3a\nSETQUALITYBAR_TT How good it is.%0a%1b[31mAsk somebody.\n"
      + "SETGENPIN Suggest\nSETGENPIN_TT Makes one up.\nGETPIN\n"
    let pinentry = try PinentryRun(commands)
    try pinentry.run.waitForDisplay(of: "How good it is.")
    let shown = pinentry.run.displayedText
    #expect(shown.contains("[31mAsk somebody.") && shown.contains("Ctrl-G: Makes one up."))
    #expect(!shown.contains("\u{1b}[31m"))
    let low = try PinentryRun(commands, rows: 8)
    try low.run.waitForDisplay(of: "Quality:")
    try low.run.waitForQuiet()
    #expect(!low.run.displayedText.contains("How good it is."))
  }

  @Test func lineModeSendsNoSequence() throws {
    let pinentry = try PinentryRun(
      "SETDESC Type it\nSETREPEAT Again\nGETPIN\nSETNOTOK Deny\nCONFIRM\n", type: "dumb")
    try pinentry.answer("abc\u{c}\r", showing: "PIN: ")
    try pinentry.run.waitForDisplay(of: "Characters: 3")
    try pinentry.answer("abc\r", showing: "Enter Again PIN: ")
    #expect(
      try pinentry.waitForReplies(6).dropFirst(2).prefix(3) == ["S PIN_REPEATED", "D abc", "OK"])
    try pinentry.answer("n\r", showing: "[y]es [n]o [c]ancel")
    #expect(try pinentry.waitForReplies(7).last?.hasPrefix("ERR 83886194 ") == true)
    #expect(!pinentry.run.displayed.contains(0x1b))
    #expect(pinentry.run.displayedText.contains("Type it\r\n"))
    #expect(!pinentry.run.displayedText.contains("\r\r"))
  }

  @Test func lineModeNamesEveryKeyAndHeading() throws {
    let pinentry = try PinentryRun(
      "OPTION constraints-enforce\nOPTION constraints-error-title=Not allowed\nGETPIN\nCONFIRM\n",
      type: "dumb")
    try pinentry.answer("a\r", showing: "PIN: ")
    try pinentry.waitForReplies(3)
    pinentry.send("D too short\nEND\n")
    try pinentry.answer("\u{3}", showing: "Not allowed\r\nError: too short\r\nPIN: ")
    // No button means no, but the key does.
    try pinentry.answer("n\r", showing: "[y]es [n]o [c]ancel? ")
    #expect(try pinentry.waitForReplies(5).last?.hasPrefix("ERR 83886179 ") == true)
  }

  @Test("In line mode, an empty line does not agree to a verb of the client")
  func lineModeBeginsOnTheSafeButton() throws {
    let pinentry = try PinentryRun(
      "SETOK Delete key\nCONFIRM\nSETCANCEL Keep\nCONFIRM\n", type: "dumb")
    try pinentry.answer("\r", showing: "[y]es [n]o [C]ancel? ")
    #expect(try pinentry.waitForReplies(2)[1].hasPrefix("ERR 83886179 "))
    try pinentry.answer("\r", showing: "[y]es [N]o? ")
    #expect(try pinentry.waitForReplies(4).last?.hasPrefix("ERR 83886179 ") == true)
  }

  @Test("A wrong configuration is named in the status row")
  func configurationFaults() throws {
    let folder = try TemporaryFolder()
    try folder.write("masc: fixed\nnothing: 1\n", to: "keyward/config.yaml")
    var environment: [String: String?] = [
      "XDG_CONFIG_HOME": folder.path, "KEYWARD_OPTIONS": "--nothing",
    ]
    for lines in ["GETPIN\n", "CONFIRM\n"] {
      let pinentry = try PinentryRun(lines, columns: 120, environment: environment)
      try pinentry.run.waitForDisplay(
        of: "config.yaml, KEYWARD_OPTIONS: 3 errors, see keyward doctor")
      try pinentry.run.type("\u{1b}")
      try pinentry.waitForReplies(1)
    }
    environment["KEYWARD_OPTIONS"] = ""
    let run = try ProgramRun(
      Programs.askpass(), ["Password: "], environment: environment,
      on: PseudoTerminal(), showing: "config.yaml: 2 errors, see keyward doctor")
    try run.end(typing: "\u{1b}")
  }

  /// Outside the foreground nobody reports the new size; the next key reveals it.
  @Test func aWindowThatChangedUnseenHidesWhatIsRevealed() throws {
    let pinentry = try PinentryRun(
      "GETPIN\n", environment: ["KEYWARD_OPTIONS": "--allow-reveal"])
    try pinentry.answer("qwx\u{14}")
    try pinentry.run.waitForDisplay(of: "qwx")
    try pinentry.run.waitForQuiet()
    let shown = pinentry.run.displayed.count
    try pinentry.terminal.resize(columns: 30, rows: 10)
    try pinentry.run.type("y")
    try pinentry.run.waitForDisplay(of: "•", after: shown)
    try pinentry.run.waitForQuiet()
    #expect(!pinentry.text(after: shown).contains("qw"))
    try pinentry.run.type("\r")
    #expect(try pinentry.waitForReplies(2)[0] == "D qwxy")
  }

  @Test func theKeyboardIsDrawnWhereItIsWanted() throws {
    let pinentry = try PinentryRun("GETPIN\n", environment: ["NO_COLOR": "1"])
    try pinentry.answer("a\u{b}")
    try pinentry.run.waitForDisplay(of: ".?123")
    try pinentry.run.type("\t ")
    try pinentry.run.waitForDisplay(of: "2")
    try pinentry.run.type("\t\r")
    #expect(try pinentry.waitForReplies(2)[0].count == 4)
    let second = try PinentryRun("GETPIN\nGETPIN\n", environment: ["NO_COLOR": "1"])
    try second.answer("a")
    try second.run.waitForQuiet()
    let shown = second.run.displayed.count
    try second.run.type("\r")
    #expect(try second.waitForReplies(2)[0] == "D a")
    try second.answer("b\u{b}", after: shown)
    try second.run.waitForDisplay(of: ".?123", after: shown)
    try second.run.type("\r")
    #expect(try second.waitForReplies(4)[2] == "D b")
    let folder = try TemporaryFolder()
    try folder.write("keyboard: yes\nmask: fixed\n", to: "keyward/config.yaml")
    let configured = try PinentryRun("GETPIN\n", environment: ["XDG_CONFIG_HOME": folder.path])
    try configured.answer("abc\r", showing: ".?123")
    #expect(try configured.waitForReplies(2)[0] == "D abc")
  }

  // MARK: Inquiries

  /// The agent ends an allowing answer twice, even if it comes after the reply.
  @Test func aLateConsentIsSwallowedWithBothItsEnds() throws {
    let pinentry = try PinentryRun("OPTION constraints-enforce\n")
    var count = 1
    for (answer, more) in [
      ("END\nEND\n", 0), ("# x\nEND\n\nEND\n", 0), ("END\nEND\nEND\n", 1),
      ("D no\nEND\n", 0), ("D no\nEND\nEND\n", 1), ("CAN\n", 0), ("END\nNOP\nEND\n", 2),
    ] {
      let before = pinentry.run.displayed.count
      pinentry.send("GETPIN\n")
      try pinentry.run.waitForDisplay(of: "\u{1b}[?2026l", after: before)
      try pinentry.run.type("x\r")
      #expect(try pinentry.waitForReplies(count + 1).last == "INQUIRE CHECKPIN x")
      try pinentry.run.type([0x03])
      // The reply waits a second for the answer, then goes without it.
      #expect(try pinentry.waitForReplies(count + 2).last?.hasPrefix("ERR 83886179 ") == true)
      pinentry.send(answer + "GETINFO flavor\n")
      count += 4 + more
      let replies = try pinentry.waitForReplies(count)
      #expect(replies.count == count && replies.suffix(2) == ["D keyward", "OK"], "\(answer)")
    }
  }

  /// The screen is updated in place, so no outdated text may stay.
  @Test func outdatedTextIsErased() throws {
    let pinentry = try PinentryRun(
      "SETREPEAT Again:\nSETREPEATERROR No%20match\nSETREPEATOK Alike\nGETPIN\n",
      environment: ["NO_COLOR": "1"])
    func shown(after keys: String) throws -> [String] {
      try pinentry.run.type(keys)
      try pinentry.run.waitForQuiet()
      var screen = TerminalEmulator(columns: 80, rows: 24)
      screen.feed(pinentry.run.displayed)
      let text = screen.lines.joined(separator: "\n")
      return ["No match", "Alike", "space"].filter { text.contains($0) }
    }
    try pinentry.run.waitForDisplay(of: PinentryRun.asks)
    #expect(try shown(after: "ab\rab") == ["Alike"])
    #expect(try shown(after: "\u{7f}") == [])
    #expect(try shown(after: "\u{b}") == ["space"])
    #expect(try shown(after: "\u{b}\r") == ["No match"])
    #expect(try shown(after: "c\rc") == ["Alike"])
    try pinentry.run.type("\r")
    #expect(try pinentry.waitForReplies(6).suffix(3) == ["S PIN_REPEATED", "D c", "OK"])
  }

  @Test func qualityIsShownInWords() throws {
    let pinentry = try PinentryRun("SETQUALITYBAR Quality%3a\nGETPIN\n")
    try pinentry.run.wait(for: "the first inquiry") {
      pinentry.replies.contains("INQUIRE QUALITY ")
    }
    pinentry.send("D 0\nEND\n")
    try pinentry.answer("a b", showing: "0 %")
    var answered = 1
    try pinentry.run.wait(for: "the last inquiry") {
      while pinentry.replies.count(where: { $0.hasPrefix("INQUIRE") }) > answered {
        answered += 1
        pinentry.send("# comment\nD -42\nEND\n")
      }
      return pinentry.replies.contains("INQUIRE QUALITY a+b")
    }
    try pinentry.run.waitForDisplay(of: "42 % too weak")
    try pinentry.run.type("\r")
    try pinentry.run.wait(for: "the answer") { pinentry.replies.contains("D a b") }
  }

  @Test func generatedPassphrasesFillBothFields() throws {
    let pinentry = try PinentryRun(
      "SETREPEAT\nSETGENPIN _Suggest\nOPTION formatted-passphrase\nGETPIN\n")
    try pinentry.answer("\u{7}")
    try pinentry.run.wait(for: "the inquiry") { pinentry.replies.contains("INQUIRE GENPIN") }
    pinentry.send("D abcdefghij%25\nEND\n")
    try pinentry.answer("\r", showing: "abcde fghij %")
    #expect(
      try pinentry.waitForReplies(7).suffix(3) == ["S PIN_REPEATED", "D abcdefghij%25", "OK"])
  }

  @Test func constraintsAreCheckedByTheClient() throws {
    let pinentry = try PinentryRun(
      "OPTION constraints-enforce\nOPTION constraints-error-title=Not%20allowed\nGETPIN\n")
    try pinentry.answer("short\r")
    try pinentry.run.wait(for: "the inquiry") {
      pinentry.replies.contains("INQUIRE CHECKPIN short")
    }
    pinentry.send("D too%20short\nEND\n")
    try pinentry.answer("longer\r", showing: "too short")
    try pinentry.run.wait(for: "the second inquiry") {
      pinentry.replies.contains("INQUIRE CHECKPIN longer")
    }
    pinentry.send("END\nEND\nNOP\n")
    #expect(try pinentry.waitForReplies(7).suffix(3) == ["D longer", "OK", "OK"])
    #expect(pinentry.run.displayedText.contains("Not allowed"))
  }
}

extension PinentryRun {
  fileprivate func text(after count: Int) -> String {
    String(decoding: run.displayed.dropFirst(count), as: UTF8.self)
  }
}
