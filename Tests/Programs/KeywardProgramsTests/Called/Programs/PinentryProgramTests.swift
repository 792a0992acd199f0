import Glibc
import KeywardPrograms
import KeywardTestSupport
import Testing

/// The pinentry on a real terminal, with the test as its agent.
@Suite(.tags(.program)) struct PinentryProgramTests {
  @Test func aWholeExchange() throws {
    let pinentry = try PinentryRun("SETREPEAT Repeat:\nGETPIN\n")
    try pinentry.answer("50%\r50%\r")
    #expect(try pinentry.waitForReplies(4) == ["OK", "S PIN_REPEATED", "D 50%25", "OK"])
    #expect(try pinentry.finish() == .exited(0))
    #expect(pinentry.run.outputText.hasPrefix("OK "))
    #expect(pinentry.run.errorText.isEmpty)
    #expect(try pinentry.terminal.settings().echoes)
  }

  @Test(arguments: [
    ("abc\r", ["D abc", "OK"]), ("\r", ["OK"]), ("aöc\u{7f}\u{8}b\r", ["D ab", "OK"]),
    ("e\u{301}👩‍👩‍👧\u{7f}x\r", ["D e\u{301}x", "OK"]), ("one two  \u{17}3\r", ["D one 3", "OK"]),
    ("abc\u{15}d\r", ["D d", "OK"]),
    ("a\u{1b}[Ab\u{1b}OPc\u{1b}[15~\u{1b}]0;x\u{7}\u{1b}[200;300Rd\r", ["D abcd", "OK"]),
    ("\u{1b}[200~pasted line\r\n\u{1b}[201~\r", ["D pasted line", "OK"]),
    ("a\u{1}\u{2}\u{6}b\r", ["D ab", "OK"]), ("x\u{4}\r", ["D x", "OK"]),
  ])
  func keysTypeAndEdit(_ keys: String, _ expected: [String]) throws {
    let pinentry = try PinentryRun("GETPIN\n")
    try pinentry.answer(keys)
    #expect(try pinentry.waitForReplies(expected.count) == expected)
    #expect(try pinentry.finish() == .exited(0))
  }

  @Test(arguments: ["\u{1b}", "\u{3}", "\u{4}", "\u{5}", "abc\u{3}"])
  func keysCancel(_ keys: String) throws {
    let pinentry = try PinentryRun("GETPIN\n")
    try pinentry.answer(keys)
    #expect(try pinentry.waitForReplies(1)[0].hasPrefix("ERR 83886179 "))
    #expect(try pinentry.finish() == .exited(0))
    #expect(try pinentry.terminal.settings().echoes)
  }

  @Test func aClientThatReadsNothingHoldsNoSignalUp() throws {
    let (input, output) = (Pipe(), Pipe())
    let run = try ProgramRun(
      Programs.pinentry(), [],
      streams: (.descriptor(input.reading), .descriptor(output.writing), .pipe))
    // More than a pipe holds; the rest stays where it is.
    let replies = String(repeating: "HELP\n", count: 500)
    input.send(replies)
    try run.waitForQuiet()
    #expect(run.ending == nil)
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
  }

  @Test func noDataIsInTheLog() throws {
    let pinentry = try PinentryRun(
      "GETINFO flavor\nGETPIN\n", arguments: ["--debug", "--nonsense"])
    try pinentry.answer("secret\r")
    #expect(try pinentry.waitForReplies(4) == ["D keyward", "OK", "D secret", "OK"])
    #expect(try pinentry.finish() == .exited(0))
    let log = pinentry.run.errorText
    #expect(log.contains("command GETPIN") && log.contains("reply OK"))
    #expect(log.contains("nonsense"))
    #expect(!log.contains("D keyward") && !log.contains("secret"))
    for part in ["asked by", "for: ", "pid \(getpid())"] {
      #expect(!pinentry.run.errorText.contains(part), "\(pinentry.run.errorText)")
    }
  }

  @Test("A limit on the number of open files is named, and is no cancellation", arguments: 4...7)
  func fewFiles(count: Int) throws {
    let (terminal, input) = (try PseudoTerminal(), Pipe())
    let run = try ProgramRun(
      "/bin/sh", ["-c", "ulimit -n \(count); exec \"$0\"", try Programs.pinentry()],
      streams: (.descriptor(input.reading), .pipe, .pipe), on: terminal
    ) { $0.role = .sessionLeader }
    input.send("OPTION ttyname=\(terminal.path)\nOPTION ttytype=xterm\nGETPIN\nBYE\n")
    let ending = try run.wait()
    let text = run.outputText + run.errorText
    #expect(text.contains("Too many open files"), "\(ending) \(text)")
    // 83886179 is the code of a cancellation.
    #expect(!text.contains("83886179") && !text.lowercased().contains("cancel"), "\(text)")
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(arguments: ["a%0Ab", "a%1B[2Jb", "a%7F", "a%C2%85b"])
  func noControlCharacterIsTakenFromTheGenerator(_ made: String) throws {
    let pinentry = try PinentryRun("SETGENPIN\nGETPIN\n")
    try pinentry.answer("\u{7}")
    try pinentry.waitForReplies(2)
    pinentry.send("D \(made)\nEND\n")
    try pinentry.answer("x\r", showing: "No passphrase was generated")
    #expect(try pinentry.waitForReplies(4).suffix(2) == ["D x", "OK"])
  }

  @Test func theClientChoosesTheLanguage() throws {
    let pinentry = try PinentryRun(
      "OPTION lc-messages=de_DE.UTF-8\nSETPROMPT Code of the card\nSETOK _Take\nGETPIN\n")
    try pinentry.run.waitForDisplay(of: "Enter OK   Esc Abbruch")
    let shown = pinentry.run.displayedText
    // The letter of a button has a look that no other has.
    #expect(shown.contains("Code of the card") && shown.contains("ake"))
    #expect(shown.contains("bbrechen") && !shown.contains("ancel"))
    try pinentry.answer("x\r", showing: "Code of the card")
    #expect(try pinentry.waitForReplies(5).suffix(2) == ["D x", "OK"])
  }

  // MARK: Confirmations

  @Test(
    "Enter alone agrees only to the default button OK",
    arguments: [
      ("SETOK Delete key\nCONFIRM", "\r", "ERR 83886179"),
      ("SETOK Delete key\nCONFIRM", "y\r", "OK"),
      ("SETOK Delete key\nCONFIRM", "\t\r", "OK"), ("SETOK _OK\nCONFIRM", "\r", "OK"),
      ("OPTION default-ok=_Гаразд\nCONFIRM", "\r", "OK"), ("SETOK 确认(_O)\nCONFIRM", "\r", "OK"),
      ("OPTION default-ok=_Delete key\nCONFIRM", "\r", "ERR 83886179"),
      ("OPTION default-ok=Delete key\nSETOK _Delete key\nCONFIRM", "\r", "ERR 83886179"),
      ("OPTION default-yes=_Delete key\nSETNOTOK\nCONFIRM", "\r", "ERR 83886179"),
      ("SETOK Schl%C3%BCssel _l%C3%B6schen\nCONFIRM", "\r", "ERR 83886179"),
      ("SETOK それでもこれを使います(_T)\nCONFIRM", "\r", "ERR 83886179"),
      ("SETOK _Yes\nSETNOTOK _No\nCONFIRM", "\r", "ERR 83886179"),
      ("SETOK Delete key\nCONFIRM --one-button", "\r", "OK"),
      ("CONFIRM", "\r", "OK"), ("CONFIRM", "y\r", "OK"), ("CONFIRM", "n\r", "ERR 83886179"),
      ("CONFIRM", "maybe\u{1b}", "ERR 83886179"), ("CONFIRM", "y\u{1b}", "ERR 83886179"),
      ("CONFIRM", "\u{1b}", "ERR 83886179"), ("CONFIRM", "\u{3}", "ERR 83886179"),
      ("CONFIRM", "\t\r", "ERR 83886179"), ("CONFIRM", "x \u{1b}[A\u{1b}[B\r", "OK"),
      ("SETNOTOK _Deny\nCONFIRM", "n\r", "ERR 83886194"),
      ("SETNOTOK _Deny\nCONFIRM", "d\r", "ERR 83886194"),
      ("SETNOTOK _Deny\nCONFIRM", "\t\r", "ERR 83886194"),
      ("SETNOTOK _Deny\nCONFIRM", "\u{1b}[Z\r", "ERR 83886179"),
      ("SETOK _Allow\nCONFIRM", "a\r", "OK"), ("MESSAGE", "\r", "OK"), ("MESSAGE", "\u{1b}", "OK"),
      ("CONFIRM --one-button", "\u{3}", "OK"),
    ])
  func confirmationsEnd(_ command: String, _ keys: String, _ expected: String) throws {
    let pinentry = try PinentryRun("SETDESC Sure?\n\(command)\n")
    try pinentry.answer(keys, showing: "Sure?")
    let count = command.split(separator: "\n").count + 1
    let replies = try pinentry.waitForReplies(count)
    #expect(replies.last?.hasPrefix(expected) == true)
    #expect(try pinentry.terminal.settings().echoes)
    #expect(try pinentry.finish() == .exited(0))
  }

  // MARK: Time

  @Test(arguments: ["GETPIN", "CONFIRM"])
  func timeoutsRunWithKeysToo(_ command: String) throws {
    let isPrompt = try Promptness.isReached(within: 2) {
      let pinentry = try PinentryRun("SETTIMEOUT 1\n\(command)\n")
      try pinentry.run.waitForDisplay(of: "Closes in 1 s")
      return try Promptness.seconds {
        try pinentry.run.type("x")
        let replies = try pinentry.waitForReplies(3)
        #expect(replies.last?.hasPrefix("ERR 83886142 ") == true)
      }
    }
    #expect(isPrompt)
  }

  @Test func oneButtonTimesOutAsWell() throws {
    let pinentry = try PinentryRun("SETTIMEOUT 1\nMESSAGE\n")
    #expect(try pinentry.waitForReplies(2) == ["OK", "OK"])
  }

  // MARK: Between and after

  @Test func echoStaysOffBetweenTwoTries() throws {
    let pinentry = try PinentryRun("GETPIN\n")
    try pinentry.answer("bad\r")
    try pinentry.waitForReplies(2)
    #expect(try !pinentry.terminal.settings().echoes)
    try pinentry.run.type("typed ahead\r")
    let shown = pinentry.run.displayed.count
    pinentry.send("SETERROR Wrong\nGETPIN\n")
    try pinentry.answer("good\r", after: shown, showing: "Wrong")
    #expect(try pinentry.waitForReplies(5).suffix(2) == ["D good", "OK"])
    try pinentry.run.type("later\r")
    #expect(try pinentry.finish() == .exited(0))
    #expect(try pinentry.terminal.settings().echoes)
    #expect(try pinentry.terminal.unreadBytes() == 0)
    #expect(!pinentry.run.displayedText.contains("typed ahead"))
    #expect(!pinentry.run.displayedText.contains("later"))
  }

  @Test("The rest of what is typed after an answer is no part of the next one")
  func restAfterAnAnswer() throws {
    // A busy machine may take a second until the next key: once more.
    let isDropped = try (0..<5).contains { _ in
      let pinentry = try PinentryRun("GETPIN\n")
      try pinentry.answer("bad\rmo")
      try pinentry.waitForReplies(2)
      let shown = pinentry.run.displayed.count
      pinentry.send("SETERROR Wrong\nGETPIN\n")
      try pinentry.answer("re\r", after: shown, showing: "Wrong")
      try pinentry.run.waitForQuiet()
      guard pinentry.replies.count == 3 else { return false }
      try pinentry.run.type("good\r")
      #expect(try pinentry.waitForReplies(5).suffix(2) == ["D good", "OK"])
      return try pinentry.finish() == .exited(0)
    }
    #expect(isDropped)
  }

  @Test func commandsSentAheadWait() throws {
    let pinentry = try PinentryRun("GETPIN\nGETINFO flavor\nBYE\n")
    try pinentry.answer("x\r")
    #expect(try pinentry.run.wait() == .exited(0))
    #expect(pinentry.replies == ["D x", "OK", "D keyward", "OK", "OK closing connection"])
  }

  // MARK: Trouble

  /// Nobody gives commands, or nobody hears the answer: there is nothing to ask for.
  @Test(arguments: ["<&-", ">&-", "<&- >&- 2>&-"])
  func withoutAClientNothingIsAsked(closing: String) throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun(
      "/bin/sh",
      ["-c", "exec \"$0\" -T \"$1\" \(closing)", try Programs.pinentry(), terminal.path],
      streams: (.pipe, .pipe, .pipe), on: terminal
    ) { $0.input = Array("GETPIN\n".utf8) }
    #expect(try run.wait() == .exited(0))
    #expect(run.displayed.isEmpty)
  }

  @Test(arguments: ["GETPIN", "CONFIRM", "MESSAGE"])
  func everyTerminalTroubleIsAnErrorAtOnce(_ command: String) throws {
    for (name, number) in [
      ("/dev/null", 83_918_950), ("/etc/passwd", 83_918_950),
      ("/nonexistent", 83_918_929),
      ("/tmp", 83_918_950), ("/etc/passwd/x", 83_918_929),
      // A terminal without a person, who would never see the drawing.
      ("/dev/ptmx", 83_918_950),
    ] {
      let input = Array("OPTION ttyname=\(name)\n\(command)\nNOP\n".utf8)
      let isPrompt = try Promptness.isReached(within: 0.9) {
        try Promptness.seconds {
          let run = try ProgramRun.finished(try Programs.pinentry(), [], input: input)
          let replies = run.outputText.split(separator: "\n")
          #expect(replies.dropFirst(3).first?.hasPrefix("ERR \(number) ") == true, "\(name)")
          #expect(replies.last == "OK")
        }
      }
      #expect(isPrompt, "\(name)")
    }
    let nameless = try ProgramRun.finished(
      try Programs.pinentry(), [], input: Array("\(command)\n".utf8))
    #expect(nameless.outputText.contains("\nERR 83918950 "))
    #expect(nameless.outputText.contains("no terminal to ask on; start `keyward lend`"))
  }

  /// The leader gets SIGHUP and dies by it; a job of a lasting shell hears it from the terminal.
  @Test(arguments: ["GETPIN", "CONFIRM"], ["xterm", "dumb"])
  func aHangUpEndsItCheaply(_ command: String, _ type: String) throws {
    for role in [TerminalRole.sessionLeader, .foregroundJob, .sessionLeader, .sessionLeader] {
      let isPrompt = try Promptness.isReached(within: 1) {
        let pinentry = try PinentryRun("SETDESC Type it\n\(command)\n", type: type) {
          $0.role = role
        }
        try pinentry.answer("bd", showing: "Type it")
        try pinentry.run.waitForQuiet()
        let start = Moment.now
        pinentry.terminal.hangUp()
        let ending = try pinentry.run.wait()
        let taken = Moment.now - start
        #expect(ending == (role == .sessionLeader ? .killed(SIGHUP) : .exited(0)))
        if role == .foregroundJob {
          #expect(pinentry.replies.last?.hasPrefix("ERR 83886278 ") == true)
        }
        #expect(pinentry.run.processorTime < 0.3)
        return taken
      }
      #expect(isPrompt)
    }
  }

  @Test func aClientThatGoesEndsIt() throws {
    let pinentry = try PinentryRun("GETPIN\n")
    try pinentry.answer("abc")
    pinentry.hangUpClient()
    #expect(try pinentry.run.wait() == .exited(0))
    #expect(try pinentry.terminal.settings().echoes)
  }

  /// A here-document has ended before anybody has typed.
  @Test(arguments: ["", "BYE\n"]) func aScriptIsAnswered(_ end: String) throws {
    let pinentry = try PinentryRun("SETDESC Sure?\nCONFIRM\nGETPIN\n\(end)")
    pinentry.endInput()
    try pinentry.answer("\r", showing: "Sure?")
    try pinentry.answer("sesame\r")
    #expect(try pinentry.run.wait() == .exited(0))
    #expect(pinentry.replies.prefix(4) == ["OK", "OK", "D sesame", "OK"])
    #expect(try pinentry.terminal.settings().echoes)
  }

  @Test func interruptsCancelADialogueAndEndTheProgram() throws {
    let pinentry = try PinentryRun("GETPIN\n")
    try pinentry.answer("abc")
    pinentry.run.send(signal: SIGINT)
    #expect(try pinentry.waitForReplies(1)[0].hasPrefix("ERR 83886278 "))
    pinentry.send("NOP\n")
    #expect(try pinentry.waitForReplies(2).last == "OK")
    pinentry.run.send(signal: SIGINT)
    #expect(try pinentry.run.wait() == .killed(SIGINT))
    #expect(try pinentry.terminal.settings().echoes)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func signalsEndItInOrder(_ signal: Int32) throws {
    let terminalBefore = try PseudoTerminal().settings()
    let pinentry = try PinentryRun("GETPIN\n")
    try pinentry.answer("abc")
    pinentry.run.send(signal: signal)
    #expect(try pinentry.run.wait() == .killed(signal))
    #expect(try pinentry.terminal.settings() == terminalBefore)
    #expect(pinentry.run.displayedText.hasSuffix("\u{1b}[?1049l\u{1b}[?2026l"))
  }

  @Test func theCallerIsShownAndWatched() throws {
    let sleeper = try ProgramRun("/bin/sleep", ["60"], streams: (.terminal, .terminal, .pipe))
    let host = CallerSystem.current.nodeName
    let pinentry = try PinentryRun(
      "OPTION owner=\(sleeper.process)/\(geteuid()) \(host)\nGETPIN\n")
    try pinentry.run.waitForDisplay(of: "asked by sleep, pid \(sleeper.process)")
    sleeper.send(signal: SIGKILL)
    #expect(try pinentry.run.wait() == .exited(0))
    #expect(pinentry.replies.last?.hasPrefix("ERR 83886278 ") == true)
  }

  @Test(
    "Without signal handlers, called programs name the refused call and ask nothing",
    arguments: [AskingProgram.askpass, .pinentry], ["rt_sigaction", "rt_sigprocmask"])
  func refusedSignals(_ program: AskingProgram, call: String) throws {
    let terminal = try PseudoTerminal()
    let asking = try program.start(
      asking: "/dev/tty", on: terminal,
      through: [try BuiltProgram.find("FaultLauncher"), "deny-call", call, "EPERM"])
    #expect(try asking.run.wait() == .exited(70))
    #expect(asking.run.errorText.contains("\(call) was refused (Operation not permitted)"))
    #expect(asking.run.displayed.isEmpty)
    #expect(try terminal.settings() == terminal.initial)
  }

  @Test(.needsRoot(to: "become another user"))
  func memoryThatCannotBeLockedRefusesPassphrasesOnly() throws {
    let folder = try Programs.copy()
    defer { withExtendedLifetime(folder) {} }
    let pinentry = try PinentryRun("GETPIN\n", folder: folder) {
      $0.user = 65534
      $0.lockedMemoryLimit = 0
    }
    #expect(try pinentry.waitForReplies(1)[0].hasPrefix("ERR 83918934 "))
    #expect(pinentry.run.errorText.contains("ulimit -l"))
    #expect(try pinentry.finish() == .exited(70))
  }

  @Test(.needsRoot(to: "become another user")) func sixtyFourKiBAreEnough() throws {
    let folder = try Programs.copy()
    defer { withExtendedLifetime(folder) {} }
    let pinentry = try PinentryRun("GETINFO pid\n", folder: folder) {
      $0.user = 65534
      $0.lockedMemoryLimit = 64 * 1024
    }
    #expect(try pinentry.waitForReplies(2)[0].hasPrefix("D "))
    #expect(try pinentry.finish() == .exited(0))
    #expect(pinentry.run.errorText.isEmpty)
  }
}
