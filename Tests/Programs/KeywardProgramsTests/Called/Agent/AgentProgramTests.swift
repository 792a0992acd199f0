import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite(.tags(.program), .serialized) struct AgentProgramTests {
  @Test func answersCancelsAndForgets() throws {
    let asker = try AgentRun()
    _ = try asker.ask("First \u{1b}]0;x\u{7} question")
    try asker.run.waitForDisplay(of: "First")
    try asker.run.type("sesame ö\r")
    #expect(try asker.answer() == "+sesame ö")
    #expect(!asker.run.displayedText.contains("\u{1b}]"))
    _ = try asker.ask("Second")
    try asker.run.waitForDisplay(of: "Second")
    try asker.run.type("\r")
    #expect(try asker.answer() == "+")
    _ = try asker.ask("Third")
    try asker.run.waitForDisplay(of: "Third")
    try asker.run.type("abc\u{3}")
    #expect(try asker.answer() == "-")
    asker.run.send(signal: SIGTERM)
    #expect(try asker.run.wait() == .killed(SIGTERM))
  }

  @Test(
    "In a job that it does not lead, and in a folder named relatively, the agent asks twice",
    arguments: [false, true])
  func inAJobOfAnother(isRelative: Bool) throws {
    let relative = "cd \"${4%/*}\"; \"$1\" \"$2\" \"$3\" \"${4##*/}\"; exit 3"
    let asker = try AgentRun(in: isRelative ? relative : "\"$@\"; exit 3")
    for name in ["First", "Second"] {
      let path = try asker.ask(name)
      try asker.run.waitForDisplay(of: name)
      try asker.run.waitForQuiet()
      try asker.run.type("alpha\r")
      #expect(try asker.answer() == "+alpha")
      unlink(path)
    }
    try asker.run.type([3])
    _ = try asker.run.wait()
    #expect(!asker.run.displayedText.contains("is using"))
  }

  /// In the kitty protocol, with modifyOtherKeys, and by the keypad in application mode.
  @Test func reportedKeysAreTypedAndCancel() throws {
    let asker = try AgentRun()
    _ = try asker.ask("First")
    try asker.run.waitForDisplay(of: "First")
    try asker.run.type("\u{1b}[97u\u{1b}[97;1:3u\u{1b}[32;2u\u{1b}Oq\u{1b}[57401;129u")
    try asker.run.type("\u{1b}[27;2;66~\u{1b}[13u")
    #expect(try asker.answer() == "+a 12B")
    for (number, keys) in ["\u{1b}[99;5u", "\u{1b}[27;5;99~", "\u{1b}[27u"].enumerated() {
      _ = try asker.ask("Cancel \(number)")
      try asker.run.waitForDisplay(of: "Cancel \(number)")
      try asker.run.type("a" + keys)
      #expect(try asker.answer() == "-")
    }
  }

  @Test func eachQuestionAndItsOutcomeAreReportedInOneLine() throws {
    let asker = try AgentRun()
    let folder = asker.folder.path
    _ = try asker.ask("First \u{1b}[1m")
    try asker.run.waitForDisplay(of: "First")
    try asker.run.type("sesame\r")
    #expect(try asker.answer() == "+sesame")
    _ = try asker.ask("Second")
    try asker.run.waitForDisplay(of: "Second")
    try asker.run.type("\u{3}")
    #expect(try asker.answer() == "-")
    let third = try asker.ask("Third")
    try asker.run.waitForDisplay(of: "Third")
    unlink(third)
    try asker.run.wait(for: "the last line") { asker.run.outputText.contains("Third") }
    #expect(
      asker.run.outputText == """
        Waiting for questions in \(folder); Ctrl-C stops the agent.
        First \u{fffd}[1m: answered
        Second: cancelled
        Third: withdrawn, or answered elsewhere

        """)
  }

  @Test func anotherFileOfTheSameNameIsAnotherQuestion() throws {
    let asker = try AgentRun()
    let path = try asker.ask("First", named: "ask.x")
    try asker.run.waitForDisplay(of: "First")
    try asker.run.type("half of it")
    #expect(!asker.run.displayedText.contains("has changed"))
    // One question replaces a shown one, one an answered one, and one is deleted at once.
    _ = try asker.ask("Second", named: "ask.x")
    try asker.run.waitForDisplay(of: "Second")
    try asker.run.waitForDisplay(of: "The question changed. Type the answer to this one.")
    try asker.run.type("two\r")
    #expect(try asker.answer() == "+two")
    _ = try asker.ask("Third", named: "ask.x")
    try asker.run.waitForDisplay(of: "Third")
    try asker.run.type("three\r")
    #expect(try asker.answer() == "+three")
    unlink(path)
    _ = try asker.ask("Fourth", named: "ask.x")
    try asker.run.waitForDisplay(of: "Fourth")
    try asker.folder.write(
      "[Ask]\nSocket=\(asker.folder.path)/sck\nMessage=Fifth\n", to: "ask.x")
    try asker.run.waitForDisplay(of: "Fifth")
    try asker.run.type("five\r")
    #expect(try asker.answer() == "+five")
    #expect(try asker.answer(seconds: 0.2) == nil)
    #expect(asker.run.ending == nil)
  }

  @Test("What is typed on after a question was replaced is no answer to the next one")
  func typedOn() throws {
    let asker = try AgentRun()
    let other = try boundSocket(at: asker.folder.path + "/other")
    defer { close(other) }
    _ = try asker.ask("First", named: "ask.x")
    try asker.run.waitForDisplay(of: "First")
    try asker.run.waitForQuiet()
    try asker.run.type("half")
    _ = try asker.ask("Second", socket: "other", named: "ask.x")
    while !asker.run.displayedText.contains("Second") {
      try asker.run.type("x")
      try asker.run.pump(seconds: 0.02)
    }
    try asker.run.type("rest\r")
    try asker.run.waitForQuiet()
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(recv(other, &bytes, bytes.count, Int32(MSG_DONTWAIT)) < 0)
    try asker.run.type("two\r")
    var count = -1
    try asker.run.wait(for: "the answer") {
      count = recv(other, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return count >= 0
    }
    #expect(bytes.prefix(count) == ArraySlice("+two".utf8))
    #expect(try asker.answer(seconds: 0.2) == nil)
  }

  @Test("The caller and its folder are shown")
  func theCallerAndItsFolderAreShown() throws {
    let sleeper = try Sleeper()
    let asker = try AgentRun()
    let path = try asker.ask("First", process: sleeper.process)
    try asker.run.waitForDisplay(of: "pid \(sleeper.process), ")
    #expect(asker.run.displayedText.contains("asked by "))
    try asker.run.waitForDisplay(of: "in \(asker.folder.path.prefix(8))")
    unlink(path)
    try asker.run.pump(seconds: 0.3)
    // The process does not belong to the owner of the file.
    guard geteuid() == 0 else { return }
    let other = try ProgramRun("/bin/sleep", ["1000"]) { $0.user = 65_534 }
    _ = try asker.ask("Other", process: other.process)
    try asker.run.waitForDisplay(of: "asked by an unverified process, file of ")
    other.send(signal: SIGKILL)
  }

  /// A clock with some hundred ticks a second stamps the files.
  @Test func aQuestionWrittenTwiceWithinATickIsAnotherQuestion() throws {
    let asker = try AgentRun()
    for number in 0..<40 {
      let name = "ask.t\(number)"
      try asker.folder.write(
        "[Ask]\nSocket=\(asker.folder.path)/sck\nMessage=Old \(number).\n", to: "t")
      rename(asker.folder.path + "/t", asker.folder.path + "/" + name)
      Moment.pass(seconds: Double(number) * 0.000_1)
      try asker.folder.write(
        "[Ask]\nSocket=\(asker.folder.path)/sck\nMessage=New \(number).\n", to: name)
      // Keys are dropped for 0.25 s after the old question, if that one was shown.
      try asker.run.waitForQuiet(after: "New \(number).", seconds: 0.3)
      try asker.run.type("\(number)\r")
      #expect(try asker.answer() == "+\(number)")
      unlink(asker.folder.path + "/" + name)
    }
  }

  @Test func aSocketNobodyReadsHoldsNothingUp() throws {
    let asker = try AgentRun()
    // Its queue holds some ten datagrams.
    for number in 0..<600 where asker.run.errorText.isEmpty {
      let path = try asker.ask("Number \(number).")
      try asker.run.waitForDisplay(of: "Number \(number).")
      try asker.run.type("\r")
      try asker.run.wait(for: "its end") { try asker.run.terminal?.settings().echoes == true }
      unlink(path)
    }
    #expect(asker.run.errorText.contains("no program is reading the question's socket"))
    _ = try asker.ask("The next")
    try asker.run.waitForDisplay(of: "The next")
    #expect(asker.run.ending == nil)
  }

  /// Somebody else may take the name of the socket while a person types.
  @Test func theAnswerGoesToTheSocketThatAsked() throws {
    let asker = try AgentRun()
    _ = try asker.ask("First")
    try asker.run.waitForDisplay(of: "First")
    unlink(asker.folder.path + "/sck")
    let other = try boundSocket(at: asker.folder.path + "/sck")
    defer { close(other) }
    try asker.run.type("sesame\r")
    #expect(try asker.answer() == "+sesame")
    var byte: UInt8 = 0
    #expect(recv(other, &byte, 1, Int32(MSG_DONTWAIT)) < 0)
    _ = try asker.ask("Second")
    try asker.run.waitForDisplay(of: "Second")
    try asker.run.type("two\r")
    try asker.run.wait(for: "the answer") {
      recv(other, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) == 1
    }
    #expect(byte == UInt8(ascii: "+"))
  }

  @Test func silentQuestionsShowNoLength() throws {
    let asker = try AgentRun()
    _ = try asker.ask("Quiet", "Silent=1\n")
    try asker.run.waitForDisplay(of: "Quiet")
    try asker.run.type("abc")
    try asker.run.waitForQuiet()
    #expect(!asker.run.displayedText.contains("\u{2022}"))
    try asker.run.type("\r")
    #expect(try asker.answer() == "+abc")
  }

  @Test func dropsWhatNobodyWaitsFor() throws {
    let asker = try AgentRun()
    let deleted = try asker.ask("Deleted")
    try asker.run.waitForDisplay(of: "Deleted")
    try asker.run.type("abc")
    unlink(deleted)
    try asker.run.wait(for: "the terminal") { try asker.run.terminal?.settings().echoes == true }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let end = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec / 1000) + 1_200_000
    _ = try asker.ask("Limited", "NotAfter=\(end)\n")
    try asker.run.waitForDisplay(of: "Limited")
    try asker.run.wait(for: "its end") { try asker.run.terminal?.settings().echoes == true }
    let sleeper = try ProgramRun("/bin/sleep", ["60"], streams: (.terminal, .terminal, .pipe))
    _ = try asker.ask("Dying", process: sleeper.process)
    try asker.run.waitForDisplay(of: "Dying")
    sleeper.send(signal: SIGKILL)
    try asker.run.wait(for: "its end") { try asker.run.terminal?.settings().echoes == true }
    #expect(try asker.answer(seconds: 0.2) == nil)
    #expect(asker.run.ending == nil)
  }

  /// Its time also counts while another dialogue has the terminal.
  @Test func aQuestionWhoseTimeIsOverIsNotShownAfterAWait() throws {
    let asker = try AgentRun()
    let terminal = try #require(asker.run.terminal)
    let other = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #expect(flock(other, LOCK_EX) == 0)
    let end = UInt64((Moment.now + 1) * 1_000_000)
    _ = try asker.ask("Limited", "NotAfter=\(end)\n")
    try asker.run.pump(seconds: 2.5)
    close(other)
    _ = try asker.ask("Next")
    try asker.run.waitForDisplay(of: "Next")
    #expect(!asker.run.displayedText.contains("Limited"))
  }

  @Test func withoutAQuestionItIsStoppedAsAnyJob() throws {
    let asker = try AgentRun()
    asker.run.send(signal: SIGTSTP)
    try asker.run.waitFor(.stopped(SIGTSTP))
    try asker.run.foreground()
    _ = try asker.ask("First")
    try asker.run.waitForDisplay(of: "First")
    try asker.run.type("sesame\r")
    #expect(try asker.answer() == "+sesame")
  }

  @Test(arguments: [true, false])
  func aHangUpEndsItByItsSignal(isLeader: Bool) throws {
    let asker = try AgentRun(isLeader: isLeader)
    _ = try asker.ask("Question")
    try asker.run.waitForDisplay(of: "Question")
    try asker.run.type("abc")
    try asker.run.waitForQuiet()
    asker.run.terminal?.hangUp()
    #expect(try asker.run.wait() == (isLeader ? .killed(SIGHUP) : .exited(1)))
    #expect(try asker.answer(seconds: 0.2) == nil)
  }

  @Test("The agent ends with its terminal where SIGHUP is ignored", .needs("env"))
  func terminalIsGone() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "/usr/bin/env",
      [
        "--ignore-signal=HUP", try BuiltProgram.keyward(), "agent", "--directory", folder.path,
      ], on: PseudoTerminal())
    try run.wait(for: "the first line") { run.outputText.contains("Waiting for questions") }
    try run.waitForQuiet()
    run.terminal?.hangUp()
    #expect(try run.wait() == .exited(1))
  }

  @Test func aMissingFolderIsASentence() throws {
    let run = try ProgramRun.finished(
      try BuiltProgram.keyward(), ["agent", "--directory", "/nonexistent"])
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains("--directory"))
  }
}
