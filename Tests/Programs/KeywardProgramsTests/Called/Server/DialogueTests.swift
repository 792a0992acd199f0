import Glibc
import KeywardTerminal
import SecureMemory
import Testing

@testable import KeywardPrograms

@Suite struct DialogueTests {
  @Test func handsOverOneEscapedLine() throws {
    let exchange = Exchange()
    exchange.script.type("50% + \\ö \r\n")
    #expect(try exchange.run("GETPIN\n") == ["D 50%25 + \\ö %0D%0A", "OK"])
  }

  @Test func aWholeExchange() throws {
    let exchange = Exchange()
    exchange.script.type("50%")
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

  @Test("A longer passphrase is sent in several lines, each of which the client can read")
  func longerPassphrases() throws {
    let exchange = Exchange()
    exchange.script.type(String(repeating: "%", count: 600) + String(repeating: "x", count: 1448))
    let lines = try exchange.run("GETPIN\n")
    #expect(lines.map(\.utf8.count) == [998, 998, 998, 262, 2])
    let escaped = lines.dropLast().map { $0.dropFirst(2) }.joined()
    let wanted = String(repeating: "%25", count: 600) + String(repeating: "x", count: 1448)
    #expect(escaped == wanted && lines.allSatisfy { !$0.hasSuffix("%") && !$0.hasSuffix("%2") })
  }

  @Test(
    arguments: [
      (.cancelled(.escape), ["ERR 83886179"]), (.signalled(SIGINT), ["ERR 83886278"]),
      (.askerChanged, ["ERR 83886278"]),
      (.timedOut, ["S ERROR keyward.timeout 83886142", "ERR 83886142"]),
    ] as [(DialogueOutcome, [String])])
  func failuresHaveNumbers(_ outcome: DialogueOutcome, _ expected: [String]) throws {
    try expect(expected, to: ["GETPIN", "CONFIRM"]) { script in
      script.fail(outcome)
      script.answer(outcome)
    }
  }

  @Test(
    arguments: [
      (.busy, ["S ERROR keyward.timeout 83886142", "ERR 83886142"]),
      (.notATerminal(path: ""), ["S ERROR keyward.tty 83918950", "ERR 83918950"]),
      (.cannotOpen(path: "", code: ENOENT), ["S ERROR keyward.tty 83918929", "ERR 83918929"]),
    ] as [(TerminalError, [String])])
  func troublesHaveNumbers(_ trouble: TerminalError, _ expected: [String]) throws {
    try expect(expected, to: ["GETPIN", "CONFIRM", "MESSAGE", "CONFIRM --one-button"]) {
      $0.fail(trouble)
    }
  }

  private func expect(
    _ expected: [String], to commands: [String], after prepare: (Script) -> Void
  ) throws {
    for command in commands {
      let exchange = Exchange()
      prepare(exchange.script)
      let found = try exchange.run("\(command)\nNOP\n")
      #expect(found.count == expected.count + 1)
      for (reply, start) in zip(found, expected) { #expect(reply.hasPrefix(start)) }
      #expect(found.last == "OK")
    }
  }

  @Test func goneEndsTheSession() throws {
    let exchange = Exchange()
    exchange.script.fail(.hungUp)
    let found = try exchange.run("GETPIN\nNOP\n")
    #expect(found.count == 1 && found[0].hasPrefix("ERR 83886278 "))
    #expect(exchange.end == .gone)
  }

  @Test func confirmHasThreeEnds() throws {
    let exchange = Exchange()
    for end: DialogueOutcome in [.submitted, .declined, .cancelled(.escape)] {
      exchange.script.answer(end)
    }
    let found = try exchange.run("CONFIRM\nCONFIRM\nCONFIRM\n")
    #expect(found.map { $0.prefix(12) } == ["OK", "ERR 83886194", "ERR 83886179"])
  }

  @Test func oneButtonIsAlwaysOK() throws {
    for command in ["MESSAGE", "CONFIRM --one-button", "confirm  --one-button"] {
      let exchange = Exchange()
      for end: DialogueOutcome in [.submitted, .cancelled(.escape), .timedOut] {
        exchange.script.answer(end)
      }
      exchange.script.fail(.settings(code: ENXIO) as TerminalError)
      let found = try exchange.run("\(command)\n\(command)\n\(command)\n\(command)\n")
      #expect(found.prefix(3) == ["OK", "OK", "OK"])
      #expect(found.last?.hasPrefix("ERR 83918952 ") == true)
      #expect(exchange.script.asked.allSatisfy { $0.question.kind == .message })
    }
  }

  @Test func refusedMemoryRefusesPassphrasesOnly() throws {
    let exchange = Exchange()
    exchange.script.answer(.submitted)
    let found = try exchange.run(
      "GETPIN\nCONFIRM\n", refusesPassphrases: true)
    #expect(found.map { $0.prefix(12) } == ["ERR 83918934", "OK"])
    #expect(exchange.script.shown.isEmpty)
  }

  // MARK: Lifetimes

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
    #expect(shown[0].question.title == "A+B")
    #expect(shown[0].question.description == "one\ntwo 100%")
    #expect(shown[0].question.prompt == "Pass:")
    #expect(shown[0].question.error == "wrong")
    #expect(shown[0].question.yesLabel == "_Yes")
    #expect(shown[0].question.cancelLabel == "_No")
    #expect(shown[0].question.repeatPrompt == .own(.repetition))
    #expect(shown[0].question.quality?.label == "Quality:")
    #expect(shown[0].question.quality?.tip == "tip")
    #expect(shown[0].question.generator?.label == "_Suggest")
    // Error, repetition and bar were for one dialogue only.
    #expect(shown[1].question.error == "")
    #expect(shown[1].question.repeatPrompt == nil)
    #expect(shown[1].question.quality == nil)
    #expect(shown[1].question.generator != nil)
    #expect(shown[1].question.prompt == "PIN:")
    #expect(shown[1].question.description == "one\ntwo 100%")
    #expect(shown[2].question.title.isEmpty && shown[2].question.description.isEmpty)
    #expect(shown[2].question.generator == nil)
    #expect(shown[2].question.prompt == "PIN:")
  }

  @Test func repetitionWaitsForAPassphrase() throws {
    let exchange = Exchange()
    try exchange.run("SETREPEAT Again\nSETERROR no\nSETQUALITYBAR\nCONFIRM\nGETPIN\n")
    #expect(exchange.script.asked[0].question.error == "no")
    #expect(exchange.script.shown[0].question.repeatPrompt == "Again")
    #expect(exchange.script.shown[0].question.error == "")
    #expect(exchange.script.shown[0].question.quality == nil)
  }

  @Test func aRepetitionIsForOnePassphrase() throws {
    let exchange = Exchange()
    try exchange.run("SETREPEAT Again\nGETPIN\nGETPIN\n")
    #expect(exchange.script.shown.map(\.question.repeatPrompt) == ["Again", nil])
  }

  @Test func resetKeepsTheSession() throws {
    let exchange = Exchange()
    try exchange.run(
      """
      OPTION ttyname=/dev/pts/7
      OPTION ttytype=xterm
      OPTION lc-ctype=C.UTF-8
      OPTION lc-messages=fr_FR.UTF-8
      OPTION owner=12/34 host
      OPTION default-ok=_Fine
      OPTION constraints-enforce
      OPTION constraints-hint-short=eight
      SETTIMEOUT 45
      SETKEYINFO n/ABC
      SETDESC of another key
      SETPROMPT Code
      SETREPEAT
      RESET
      GETPIN
      CONFIRM

      """)
    let request = exchange.script.shown[0]
    #expect(request.question.description.isEmpty)
    #expect(request.question.prompt == .own(.pin))
    #expect(request.question.repeatPrompt == nil)
    #expect(request.terminal.name == "/dev/pts/7")
    #expect(request.terminal.type == "xterm")
    #expect(request.terminal.characterLocale == "C.UTF-8")
    #expect(request.terminal.messageLocale == "fr_FR.UTF-8")
    #expect(request.caller == CallerClaim(process: 12, user: 34, host: "host"))
    #expect(request.timeout == .seconds(45))
    #expect(request.question.yesLabel == "_Fine")
    #expect(request.question.shortHint == "eight")
    #expect(exchange.script.asked[0].question.yesLabel == "_Fine")
    #expect(exchange.script.asked[0].question.noLabel == nil)
  }

  @Test(arguments: [
    // The stock programs also have a third button for one without a label.
    ("SETNOTOK", "_Ja", "_Nein"), ("SETNOTOK _Never", "_Ja", "_Never"),
    ("SETNOTOK\nSETOK _Take", "_Take", "_Nein"),
    ("SETNOTOK\nOPTION default-ok=_OK", "_OK", "_Nein"),
    ("SETNOTOK _Never\nSETNOTOK", "_Ja", "_Nein"), ("NOP", "", nil),
    ("SETNOTOK\nRESET", "", nil),
  ])
  func aQuestionHasTheDefaultYesAndNo(
    _ lines: String, _ yes: PromptText, _ no: PromptText?
  ) throws {
    let exchange = Exchange()
    try exchange.run("OPTION default-yes=_Ja\nOPTION default-no=_Nein\n\(lines)\nCONFIRM\n")
    #expect(exchange.script.asked[0].question.yesLabel == yes)
    #expect(exchange.script.asked[0].question.noLabel == no)
  }

  @Test(arguments: [
    ("", DialogueTimeout.standard), ("SETTIMEOUT 5\n", .seconds(5)), ("SETTIMEOUT abc\n", .never),
    ("SETTIMEOUT 0\n", .never), ("SETTIMEOUT 7x\n", .seconds(7)),
    ("SETTIMEOUT 5\nSETTIMEOUT\n", .seconds(5)), ("SETTIMEOUT -3\n", .never),
    ("SETTIMEOUT 99999999999999999999\n", .seconds(Double(Int32.max))),
  ])
  func timeoutsAreNumbers(_ lines: String, _ expected: DialogueTimeout) throws {
    let exchange = Exchange()
    try exchange.run("\(lines)GETPIN\n")
    #expect(exchange.script.shown[0].timeout == expected)
  }
}
