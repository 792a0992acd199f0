import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct AttendTests {
  @Test(arguments: [
    "read -s -p 'Secret: ' x; echo; echo \"[$x]\"",
    "stty -echo; printf 'Secret: '; read x; stty echo; echo; echo \"[$x]\"",
    "read -s x; echo \"[$x]\"", "sleep 1.5; read -s x; echo \"[$x]\"",
  ])
  func theAnswerGoesToTheCommand(script: String) throws {
    let run = try Attended.bash(script)
    #expect(try run.answer([(Attended.prompt, "päss wörd\r")]) == .exited(0))
    #expect(run.rows().contains("[päss wörd]"))
    try run.expectRestoredSettings()
  }

  /// The rows equal those of a run without us, the question's included, however many it has: a
  /// terminal breaks it at its edge.
  @Test(arguments: [0, 60, 62, 64, 72, 80, 150])
  func nothingOfThePromptStays(more: Int) throws {
    let text = String(repeating: "long ", count: more / 5) + "Secret: "
    let script = "echo one; read -s -p '\(text)' x; echo; echo \"[$x]\"; echo last"
    let attended = try Attended.bash(script)
    try attended.answer([(Attended.prompt, "sesame\r")])
    let question = stride(from: 0, to: text.count, by: 80).map { start in
      let row = text.dropFirst(start).prefix(80)
      return String(row.reversed().drop { $0 == " " }.reversed())
    }
    let rows = ["one"] + question + ["[sesame]", "last"]
    #expect(attended.rows().prefix(rows.count) == rows[...])
    let below = attended.rows().dropFirst(rows.count)
    #expect(below.allSatisfy { $0.isEmpty })
  }

  @Test func itIsAskedInTheWordsOfTheCommand() throws {
    let run = try Attended.bash(#"printf 'first\n\033[1;31mPass\033[0mphrase for x: '; read -s x"#)
    try run.waitForQuiet(after: Attended.prompt)
    #expect(run.rows().contains { $0.hasPrefix("Passphrase for x: ") })
    #expect(run.rows().contains { $0.hasPrefix("asked by bash, pid ") })
    #expect(try run.end(typing: "\r") == .exited(0))
  }

  @Test("The folder of a command, which the sandbox hides, is not guessed")
  func noFolder() throws {
    let run = try Attended.start([
      "/usr/bin/env", "--chdir=/", "/bin/bash", "-c", "read -s -p 'A: ' x",
    ])
    try run.waitForQuiet(after: Attended.prompt)
    #expect(run.rows().contains { $0.hasPrefix("asked by bash, pid ") && !$0.contains(", in ") })
    #expect(try run.end(typing: "\r") == .exited(0))
  }

  @Test("If one of two programs asks, and it is not known which, both are named")
  func twoAskers() throws {
    let folder = try TemporaryFolder()
    let readers = ["ssh", "gpg"].map { folder.path + "/" + $0 }
    for reader in readers { _ = try ProgramRun.finished("/bin/cp", ["/usr/bin/head", reader]) }
    let run = try Attended.bash(
      "stty -echo; \(readers[0]) -n1 </dev/tty & \(readers[1]) -n1 </dev/tty & "
        + "sleep 0.2; printf 'Password: '; wait")
    try run.waitForQuiet(after: Attended.prompt)
    let words = run.rows().flatMap { $0.split(separator: " ") }
    let text = words.joined(separator: " ")
    #expect(text.contains("each may read the answer: asked by"), "\(text)")
    for reader in readers {
      #expect(text.contains("asked by \(reader.split(separator: "/").last ?? ""), pid "), "\(text)")
      #expect(text.contains("\(reader) -n1"), "\(text)")
    }
    #expect(try run.end(typing: "\u{3}") != .exited(0))
  }

  @Test(
    "A command that is slow to read its answer, or works on it in silence, is not asked for twice",
    arguments: [
      "sleep 2; read a", "read a; sleep 1.2", "sleep 1; read a; echo; sleep 1", "read a; sleep 4.5",
      "read a; sleep 4.5 & wait", "a=$(head -n 1); sleep 4.5 </dev/zero",
    ])
  func anAnswerIsNotAskedForAgain(work: String) throws {
    let run = try Attended.bash("printf 'A: '; stty -echo; \(work); stty echo; echo; echo \"[$a]\"")
    try run.answer([(Attended.prompt, "one\r")])
    #expect(run.rows().contains("[one]"))
    #expect(run.displayedText.ranges(of: "asked by").count == 1)
  }

  @Test("A line that was typed to the command itself is an answer, too")
  func directAnswerIsNotAskedForAgain() throws {
    let run = try Attended.bash(
      "printf 'A: '; stty -echo; read a; sleep 4.5; stty echo; echo; echo \"[$a]\"")
    try run.waitForQuiet(after: Attended.prompt)
    try run.type("\u{1c}")
    try run.waitForQuiet()
    #expect(try run.end(typing: "direct\r") == .exited(0))
    #expect(run.rows().contains("[direct]"))
    #expect(run.displayedText.ranges(of: "asked by").count == 1)
  }

  @Test func cancellingInterrupts() throws {
    for key in ["\u{3}", "\u{5}"] {
      let run = try Attended.bash("trap 'echo; echo interrupted; exit 5' INT; read -s -p 'A: ' a")
      #expect(try run.answer([(Attended.prompt, key)]) == .exited(5))
      #expect(run.rows().contains("interrupted"))
    }
  }

  /// If the interrupt character were not a signal, it would become part of the answer.
  @Test func withoutAnInterruptSignalTheInputEnds() throws {
    let run = try Attended.bash("stty -echo -isig; printf 'A: '; read a; echo \"rc=$? [$a]\"")
    try run.answer([(Attended.prompt, "abc\u{3}")])
    #expect(run.displayedText.contains("rc=1 []"))
  }

  @Test func theCommandItselfIsTypedTo() throws {
    for options in [[], ["--not", "/bin/bash"]] {
      let run = try Attended.bash(
        "read -s -p 'A: ' a; echo; echo \"[$a]\"; read -s -p 'B: ' b; echo; echo \"[$b]\"",
        options: options)
      if options.isEmpty {
        try run.waitForQuiet(after: Attended.prompt)
        try run.type("\u{1c}")
        try run.waitForQuiet(seconds: 0.6)
      } else {
        try run.waitForQuiet(after: "A: ", seconds: 0.6)
      }
      let shown = run.displayed.count
      try run.type("direct\r", until: "[direct]")
      if options.isEmpty { try run.waitForDisplay(of: Attended.prompt, after: shown) }
      try run.waitForQuiet(seconds: 0.6)
      #expect(try run.end(typing: "again\r") == .exited(0))
      #expect(run.rows().contains("[again]"))
      #expect(run.displayedText.ranges(of: "asked by").count == (options.isEmpty ? 2 : 0))
    }
  }

  @Test func aQuestionThatIsTakenBackEndsThePrompt() throws {
    let run = try Attended.bash("read -s -t 2 -p 'A: ' a; echo; echo \"rc=$? [$a]\"")
    try run.waitForDisplay(of: Attended.prompt)
    #expect(try run.wait() == .exited(0))
    #expect(run.rows()[0] == "A:")
    #expect(run.rows()[1] == "rc=0 []")
  }

  /// Between two looks of the prompt echo may be on again.
  @Test func anAnswerThatComesTooLateIsNotShown() throws {
    for _ in 1...3 {
      let folder = try TemporaryFolder()
      mkfifo(folder.path + "/on", 0o600)
      let run = try Attended.bash(
        "stty -echo; printf 'A: '; cd \(folder.path); read on <on; "
          + "stty echo; >off; read -t 1 a; echo; echo \"[$a]\"")
      try run.waitForQuiet(after: Attended.prompt)
      try run.type("sesame")
      try run.waitForQuiet()
      try folder.write("", to: "on")
      Moment.wait { access(folder.path + "/off", F_OK) == 0 }
      #expect(try run.end(typing: "\r") == .exited(0))
      #expect(run.rows().contains("[]"))
      #expect(!run.displayedText.contains("sesame"))
    }
  }

  /// Whole lines belong to the command; the beginning of a line is not part of the answer.
  @Test(arguments: ["", "stty kill undef; "])
  func earlierInputIsNotPartOfTheAnswer(settings: String) throws {
    let run = try Attended.bash(
      "\(settings)echo go; sleep 2; read l; read -s -p 'A: ' a; echo; echo \"[$l|$a]\"")
    try run.waitForDisplay(of: "go")
    try run.type("line\rbegun")
    try run.answer([(Attended.prompt, "sesame\r")])
    #expect(run.rows().contains("[line|sesame]"))
  }

  @Test func nestedTheInnerOneAsks() throws {
    let program = try BuiltProgram.keyward()
    let run = try Attended.start(
      [program, "attend", "--", "/bin/bash", "-c", "read -s -p 'A: ' a; echo; echo \"[$a]\""])
    try run.answer([(Attended.prompt, "sesame\r")])
    #expect(run.rows().contains("[sesame]"))
    #expect(!run.displayedText.contains("asked by keyward"))
    let get = try Attended.start([program, "get", "--show"])
    try get.answer([("Esc cancel", "sesame\r")])
    #expect(get.displayedText.contains("sesame\r\n"))
    #expect(get.displayedText.ranges(of: "asked by").count == 1)
  }

  @Test func keysOneByOneAreNobodysSecret() throws {
    let run = try Attended.bash("stty -icanon -echo; echo go; head -c 3; stty sane; echo; echo end")
    try run.waitForQuiet(after: "go", seconds: 1.2)
    try run.type("abc", until: "abc")
    #expect(try run.wait() == .exited(0))
    #expect(!run.displayedText.contains(Attended.prompt))
  }

  @Test(arguments: [("exit 3", 3), ("kill -9 $$", 137), ("kill -TERM $$", 143)])
  func theStatusIsTheCommands(script: String, status: Int32) throws {
    let run = try Attended.bash(script)
    #expect(try run.wait() == .exited(status))
  }

  @Test func aSecondReaderFindsNothingOfAnAnswer() throws {
    let run = try Attended.bash(
      "read -s -p 'A: ' a; exec 3</dev/tty; stty -icanon -echo min 0 time 3 <&3; "
        + "left=$(head -c 4096 <&3 | wc -c); stty sane; echo; echo \"[$a] left $left\"")
    try run.answer([(Attended.prompt, "sesame\r")])
    #expect(run.rows().contains("[sesame] left 0"))
  }

  /// Another signal of a child, after the command's end while others still write, changes nothing.
  @Test func theStatusIsTakenOnce() throws {
    let run = try Attended.bash(
      "trap '' HUP; (for i in {1..40}; do echo line $i; sleep 0.05; done) & exit 5")
    try run.waitForDisplay(of: "line 3")
    run.send(signal: SIGCHLD)
    #expect(try run.wait() == .exited(5))
  }

  @Test("The terminal's answer to a prompt that has ended reaches no program")
  func lateReply() throws {
    let run = try Attended.bash(
      "read -s -p 'A: ' a; echo; echo \"[$a]\"",
      environment: ["COLORFGBG": nil])
    try run.waitForQuiet(after: "\u{1b}]11;?")
    try run.type("\u{1c}")
    try run.waitForQuiet()
    try run.type("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\")
    #expect(try run.end(typing: "direct\r") == .exited(0))
    #expect(run.rows().contains("[direct]"))
  }

  /// The terminal is slow, and its answer comes in pieces.
  @Test("Nobody waits for the terminal's answer, and no piece of it reaches a program")
  func lateReplyInPieces() throws {
    let run = try Attended.bash(
      "read -s -p 'A: ' a; echo; echo go; read b; echo; echo \"[$a|$b]\"",
      environment: ["COLORFGBG": nil])
    try run.waitForDisplay(of: "\u{1b}]11;?")
    try run.type("sesame\r", until: "go")
    for piece in ["\u{1b}", "]1", "1;rgb:ffff/ff", "ff/ffff\u{1b}", "\\"] {
      try run.type(piece)
      try run.waitForQuiet(seconds: 0.05)
    }
    #expect(try run.end(typing: "direct\r") == .exited(0))
    #expect(run.rows().contains("[sesame|direct]"))
  }

  @Test("The terminal's answer reaches no shell when the command ends before it comes")
  func replyAfterTheEnd() throws {
    let folder = try TemporaryFolder()
    // Attempts count only if this process sent the answer while the program surely waited for it.
    let longestWait = Duration.milliseconds(100)
    var isInTime = false
    for _ in 0..<200 where !isInTime {
      let terminal = try PseudoTerminal()
      let run = try Attended.bash(
        "echo $$ >\(folder.path)/pid; read -s -p 'A: ' a; echo; echo \"[$a]\"", on: terminal,
        environment: ["COLORFGBG": nil])
      try run.waitForDisplay(of: "\u{1b}]11;?")
      let command = try #require(Int32(folder.text("pid").filter { $0 != "\n" }))
      try run.type("sesame\r", until: "[sesame]")
      var lastSeen = ContinuousClock.now
      try run.wait(for: "the end of the command") {
        let time = ContinuousClock.now
        let isOver = kill(command, 0) != 0
        if !isOver { lastSeen = time }
        return isOver
      }
      try run.type("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\")
      isInTime = ContinuousClock.now - lastSeen < longestWait
      #expect(try run.wait() == .exited(0))
      if isInTime { #expect(try terminal.unreadBytes() == 0) }
    }
    #expect(isInTime)
  }

  @Test("Nothing wakes it while nothing happens", arguments: ["stty raw -echo; ", ""])
  func idle(settings: String) throws {
    let run = try Attended.bash("\(settings)echo go; read x")
    try run.waitForQuiet(after: "go", seconds: 1.5)
    #expect(try run.sleepsWhileIdle(seconds: 3) == 0)
    try run.type("\r\n")
  }

  /// The kernel reports the end of a process, but not its stop.
  @Test("A prompt looks once a second for unreported changes")
  func idlePrompt() throws {
    let run = try Attended.bash("read -s -p 'A: ' a")
    try run.waitForQuiet(after: Attended.prompt, seconds: 1)
    // One is the restore helper's, and one that of the process that asks.
    let ends = try ProgramRun.files(of: run.process).filter { $0 == "anon_inode:[pidfd]" }
    #expect(ends.count == 3)
    #expect(try run.sleepsWhileIdle(seconds: 3) <= 4)
    #expect(try run.end(typing: "\r") == .exited(0))
  }

  @Test func aMissingCommandIsReportedAtOnce() throws {
    let missing = try Attended.start(["no-such-command"], streams: (.terminal, .terminal, .pipe))
    #expect(try missing.wait() == .exited(127))
    #expect(missing.errorText.contains("command “no-such-command” not found"))
    let notRunnable = try Attended.start(["/etc/passwd"])
    #expect(try notRunnable.wait() == .exited(126))
  }

  @Test func withoutTheDashesTheErrorShowsTheCommandLine() throws {
    let run = try Keyward.run("attend", "--not", "x", "bash", "-l")
    #expect(run.ending == .exited(64))
    #expect(run.errorText.contains("keyward attend --not x -- bash -l"))
  }
}
