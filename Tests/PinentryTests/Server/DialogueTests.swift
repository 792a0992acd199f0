import Glibc
import SecureMemory
import Testing

@testable import Pinentry

/// What the dialogues are asked, and what is replied.
@Suite struct DialogueTests {
  @Test func handsOverOneEscapedLine() throws {
    let exchange = Exchange()
    exchange.script.type("50% + \\ö \r\n")
    #expect(try exchange.run("GETPIN\n") == ["D 50%25 + \\ö %0D%0A", "OK"])
    #expect(exchange.script.wipes > 0)
  }

  @Test func aWholeExchange() throws {
    let exchange = Exchange()
    exchange.script.type("50%", repeated: true)
    #expect(
      try exchange.run("OPTION ttyname=/dev/pts/0\nSETREPEAT Repeat:\nGETPIN\nBYE\n")
        == ["OK", "OK", "S PIN_REPEATED", "D 50%25", "OK", "OK closing connection"])
  }

  @Test func nothingTypedIsABareOK() throws {
    let exchange = Exchange()
    exchange.script.type("")
    #expect(try exchange.run("GETPIN\n") == ["OK"])
  }

  @Test func theLongestPassphraseIsOneLine() throws {
    let exchange = Exchange()
    exchange.script.type(String(repeating: "%", count: 255))
    let found = try exchange.run("GETPIN\n")
    #expect(found == ["D " + String(repeating: "%25", count: 255), "OK"])
  }

  @Test(
    arguments: [
      (.cancelled, ["ERR 83886179"]), (.interrupted, ["ERR 83886278"]),
      (.timedOut, ["S ERROR keyward.timeout 83886142", "ERR 83886142"]),
      (.occupied, ["S ERROR keyward.timeout 83886142", "ERR 83886142"]),
      (.terminal(.notATerminal), ["S ERROR keyward.tty 83918950", "ERR 83918950"]),
      (.terminal(.missing), ["S ERROR keyward.tty 83918929", "ERR 83918929"]),
    ] as [(DialogueFailure, [String])])
  func failuresHaveNumbers(_ failure: DialogueFailure, _ expected: [String]) throws {
    for command in ["GETPIN", "CONFIRM"] {
      let exchange = Exchange()
      exchange.script.fail(failure)
      exchange.script.answer(.failed(failure))
      let found = try exchange.run("\(command)\nNOP\n")
      #expect(found.count == expected.count + 1)
      for (reply, start) in zip(found, expected) { #expect(reply.hasPrefix(start)) }
      #expect(found.last == "OK")
    }
  }

  @Test func goneEndsTheSession() throws {
    let exchange = Exchange()
    exchange.script.fail(.gone)
    let found = try exchange.run("GETPIN\nNOP\n")
    #expect(found.count == 1 && found[0].hasPrefix("ERR 83886278 "))
    #expect(exchange.end == .gone)
  }

  @Test func confirmHasThreeEnds() throws {
    let exchange = Exchange()
    for end: ConfirmationEnd in [.confirmed, .notConfirmed, .failed(.cancelled)] {
      exchange.script.answer(end)
    }
    let found = try exchange.run("CONFIRM\nCONFIRM\nCONFIRM\n")
    #expect(found.map { $0.prefix(12) } == ["OK", "ERR 83886194", "ERR 83886179"])
  }

  @Test func oneButtonIsAlwaysOK() throws {
    for command in ["MESSAGE", "CONFIRM --one-button", "confirm  --one-button"] {
      let exchange = Exchange()
      for end: ConfirmationEnd in [.confirmed, .failed(.cancelled), .failed(.timedOut)] {
        exchange.script.answer(end)
      }
      exchange.script.answer(.failed(.terminal(.noDevice)))
      let found = try exchange.run("\(command)\n\(command)\n\(command)\n\(command)\n")
      #expect(found.prefix(3) == ["OK", "OK", "OK"])
      #expect(found.last?.hasPrefix("ERR 83918952 ") == true)
      #expect(exchange.script.asked.allSatisfy { $0.hasOneButton })
    }
  }

  @Test func whatWasNotShownIsNotOK() throws {
    for command in ["CONFIRM", "MESSAGE", "CONFIRM --one-button"] {
      let exchange = Exchange()
      exchange.script.answer(.failed(.occupied))
      let found = try exchange.run("\(command)\n")
      #expect(found.last?.hasPrefix("ERR 83886142 ") == true)
    }
  }

  @Test func refusedMemoryRefusesPassphrasesOnly() throws {
    let exchange = Exchange()
    exchange.script.answer(.confirmed)
    let found = try exchange.run(
      "GETPIN\nCONFIRM\n", refusesPassphrases: true)
    #expect(found.map { $0.prefix(12) } == ["ERR 83918934", "OK"])
    #expect(exchange.script.shown.isEmpty)
  }

  // MARK: What lasts how long

  @Test func textsAreDecodedAndShown() throws {
    let exchange = Exchange()
    try exchange.run(
      """
      OPTION default-prompt=PIN:
      SETTITLE A+B
      SETDESC one%0Atwo 100%
      SETPROMPT Pass:
      SETERROR wrong
      SETOK _Yes
      SETCANCEL _No
      SETREPEAT
      SETQUALITYBAR Quality%3a
      SETQUALITYBAR_TT tip
      SETGENPIN _Suggest
      GETPIN
      SETPROMPT
      GETPIN
      RESET
      GETPIN

      """)
    let shown = exchange.script.shown
    #expect(shown.count == 3)
    #expect(shown[0].header.title.text == "A+B")
    #expect(shown[0].header.description.text == "one\ntwo 100%")
    #expect(shown[0].prompt.text == "Pass:")
    #expect(shown[0].header.error.text == "wrong")
    #expect(shown[0].okLabel.text == "_Yes")
    #expect(shown[0].cancelLabel.text == "_No")
    #expect(shown[0].repetition?.label.text == "Repeat:")
    #expect(shown[0].qualityBar?.label.text == "Quality:")
    #expect(shown[0].qualityBar?.tip.text == "tip")
    #expect(shown[0].generator?.label.text == "_Suggest")
    // Error, repetition and bar were for one dialogue.
    #expect(shown[1].header.error.isEmpty)
    #expect(shown[1].repetition == nil)
    #expect(shown[1].qualityBar == nil)
    #expect(shown[1].generator != nil)
    #expect(shown[1].prompt.text == "PIN:")
    #expect(shown[1].header.description.text == "one\ntwo 100%")
    #expect(shown[2].header.title.isEmpty && shown[2].header.description.isEmpty)
    #expect(shown[2].generator == nil)
    #expect(shown[2].prompt.text == "PIN:")
  }

  @Test func repetitionWaitsForAPassphrase() throws {
    let exchange = Exchange()
    try exchange.run("SETREPEAT Again\nSETERROR no\nSETQUALITYBAR\nCONFIRM\nGETPIN\n")
    #expect(exchange.script.asked[0].header.error.text == "no")
    #expect(exchange.script.shown[0].repetition?.label.text == "Again")
    #expect(exchange.script.shown[0].header.error.isEmpty)
    #expect(exchange.script.shown[0].qualityBar == nil)
  }

  @Test func resetKeepsTheSession() throws {
    let exchange = Exchange()
    try exchange.run(
      """
      OPTION ttyname=/dev/pts/7
      OPTION ttytype=xterm
      OPTION lc-ctype=C.UTF-8
      OPTION owner=12/34 host
      OPTION default-ok=_Fine
      OPTION constraints-enforce
      OPTION constraints-hint-short=eight
      SETTIMEOUT 45
      SETKEYINFO n/ABC
      RESET
      GETPIN
      CONFIRM

      """)
    let request = exchange.script.shown[0]
    #expect(request.header.terminal.name == "/dev/pts/7")
    #expect(request.header.terminal.type == "xterm")
    #expect(request.header.terminal.characterLocale == "C.UTF-8")
    #expect(request.header.caller == CallerClaim(process: 12, user: 34, host: "host"))
    #expect(request.header.timeout == .seconds(45))
    #expect(request.okLabel.text == "_Fine")
    #expect(request.constraints?.shortHint.text == "eight")
    #expect(exchange.script.asked[0].okLabel.text == "_Fine")
    #expect(exchange.script.asked[0].notOKLabel == nil)
  }

  @Test(arguments: [
    // The stock programs, too, have a third button where one without a label is asked for.
    ("SETNOTOK", "_Ja", "_Nein"), ("SETNOTOK _Never", "_Ja", "_Never"),
    ("SETNOTOK\nSETOK _Take", "_Take", "_Nein"),
    ("SETNOTOK\nOPTION default-ok=_OK", "_OK", "_Nein"),
    ("SETNOTOK _Never\nSETNOTOK", "_Ja", "_Nein"), ("NOP", "", nil),
    ("SETNOTOK\nRESET", "", nil),
  ])
  func aQuestionHasTheUsualYesAndNo(_ lines: String, _ yes: String, _ no: String?) throws {
    let exchange = Exchange()
    try exchange.run("OPTION default-yes=_Ja\nOPTION default-no=_Nein\n\(lines)\nCONFIRM\n")
    #expect(exchange.script.asked[0].okLabel.text == yes)
    #expect(exchange.script.asked[0].notOKLabel?.text == no)
  }

  @Test(arguments: [
    ("", DialogueTimeout.usual), ("SETTIMEOUT 5\n", .seconds(5)), ("SETTIMEOUT abc\n", .never),
    ("SETTIMEOUT 0\n", .never), ("SETTIMEOUT 7x\n", .seconds(7)),
    ("SETTIMEOUT 5\nSETTIMEOUT\n", .seconds(5)), ("SETTIMEOUT -3\n", .never),
    ("SETTIMEOUT 99999999999999999999\n", .seconds(Double(Int32.max))),
  ])
  func timeoutsAreNumbers(_ lines: String, _ expected: DialogueTimeout) throws {
    let exchange = Exchange()
    try exchange.run("\(lines)GETPIN\n")
    #expect(exchange.script.shown[0].header.timeout == expected)
  }

  @Test func touchesTheFileAfterEachDialogue() throws {
    var path = Array("/tmp/keyward-touch-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      close(file)
      unlink(name)
    }
    var old = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    futimens(file, &old)
    try Exchange().run("OPTION touch-file=\(name)\nCONFIRM\n")
    var status = stat()
    fstat(file, &status)
    #expect(status.st_mtim.tv_sec > 1)
  }

  @Test func givesTheTerminalBackAtTheEnd() throws {
    let exchange = Exchange()
    exchange.script.holds = true
    try exchange.run("GETPIN\nBYE\n")
    #expect(exchange.script.releases == 1)
  }
}
