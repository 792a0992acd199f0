import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct AttendQuestionTests {
  /// A question that waits for a file, not for the terminal, so that a test decides when it ends.
  static let first = "stty -echo; printf 'A: '; read x <next"
  static let second = "read y; stty echo; echo; echo \"B=[$y]\""

  /// Runs a script of bash in a folder with the pipe `next`, waits for its first prompt, and types
  /// a secret there.
  private func asked(
    _ script: String, shell: String = "/bin/bash"
  ) throws -> (run: ProgramRun, folder: TemporaryFolder, shown: Int) {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/next", 0o600)
    let run = try Attended.start([shell, "-c", "cd \(folder.path); \(script)"])
    let shown = try run.waitForDisplay(of: Attended.prompt)
    try run.waitForQuiet()
    try run.type("sesame")
    try run.waitForQuiet()
    return (run, folder, shown)
  }

  /// Answers the second question, and expects that its prompt began empty.
  private func answerSecond(_ run: ProgramRun, after shown: Int) throws {
    try run.waitForDisplay(of: Attended.prompt, after: shown)
    // Without a pause, the keys would count as the rest of the first answer.
    try run.waitForQuiet(seconds: 1.1)
    #expect(try run.end(typing: "open\r") == .exited(0))
    #expect(run.displayedText.contains("What you typed was discarded."))
    #expect(run.displayedText.contains("The question changed."))
    #expect(run.displayedText.contains("B=[open]"))
    #expect(!run.displayedText.contains("sesame"))
  }

  /// From one program, after echo for less time than between two looks, after setting the terminal
  /// to the same, and from a program that another has become.
  @Test(
    "A new question withdraws the prompt of the last",
    arguments: [
      "printf '\\nB: '; \(second)", "stty echo; stty -echo; printf 'B: '; \(second)",
      "stty -echo; \(second)", "exec sh -c '\(second)'",
    ])
  func newQuestion(rest: String) throws {
    let asked = try asked("\(Self.first); \(rest)")
    try asked.folder.write("\n", to: "next")
    try answerSecond(asked.run, after: asked.shown)
  }

  @Test(
    "Every answer goes to its question, whole and alone",
    arguments: [
      // A program that asks again in silence gets another answer: at once, after some work, or from
      // a process that is not the leader of its group.
      ("stty -echo; read a; read b; stty echo", ["one\r", "two\r"], "[one|two]"),
      ("stty -echo; read a; sleep 3; read b; stty echo", ["one\r", "two\r"], "[one|two]"),
      ("stty -echo; read a; b=$(head -n 1); stty echo", ["one\r", "two\r"], "[one|two]"),
      // Text typed after Enter is dropped.
      ("read -s -p 'A: ' a; echo; read -s -p 'B: ' b", ["abc\rde", "xyz\r"], "[abc|xyz]"),
      ("read -s -p 'A: ' a; read -s -p 'B: ' b", ["one\r", "\r"], "[one|]"),
      // Printable characters that edit a line are part of an answer all the same.
      (
        "stty kill @ erase '#' -echo; printf 'A: '; read -r a; stty sane", ["p@ss#wrd@\r"],
        "[p@ss#wrd@|]"
      ),
    ])
  func wholeAnswers(script: String, keys: [String], row: String) throws {
    let run = try Attended.bash("\(script); echo; echo \"[$a|$b]\"")
    try run.answer(keys.map { (Attended.prompt, $0) })
    #expect(run.rows().contains(row))
  }

  @Test("Another job in the foreground gets its own prompt", arguments: ["", "stty echo; "])
  func nextJob(end: String) throws {
    let asked = try asked(
      "set -m; bash -c \"\(Self.first.replacing("'", with: "\\'")); \(end)\"; "
        + "bash -c 'printf \"B: \"; stty -echo; read y; stty echo; echo; echo \"B=[$y]\"'")
    try asked.folder.write("\n", to: "next")
    try answerSecond(asked.run, after: asked.shown)
  }

  /// An Enter right after the end of a process is noticed by the look before the write.
  @Test(
    "The answer to a killed program does not go to the script that goes on",
    arguments: ["", "\r"])
  func killedProgram(key: String) throws {
    let asked = try asked(
      "stty -echo; printf 'A: '; sleep 1000 & echo $! >process; wait; \(Self.second)",
      shell: "/bin/sh")
    let process = try #require(Int32(asked.folder.text("process").dropLast()))
    kill(process, SIGKILL)
    try asked.run.waitForEnd(of: process)
    try asked.run.type(key)
    try answerSecond(asked.run, after: asked.shown)
  }

  @Test("The rest of an answer does not go to the shell when the command itself has ended")
  func endOfTheCommand() throws {
    let asked = try asked(Self.first)
    try asked.folder.write("\n", to: "next")
    let shown = try asked.run.waitForDisplay(of: "was discarded.", after: asked.shown)
    try asked.run.type("op")
    // The bell reports that they are dropped.
    try asked.run.waitForDisplay(of: "\u{7}", after: shown)
    #expect(try asked.run.end(typing: "en\r") == .exited(0))
    #expect(try asked.run.terminal?.unreadBytes() == 0)
  }

  @Test("A text written by another job is not the question")
  func textOfAnotherJob() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/next", 0o600)
    let run = try Attended.bash(
      "cd \(folder.path); set -m; bash -c 'printf \"Trust me: \"; read x <next'; read -s x")
    let shown = try run.waitForDisplay(of: "Trust me: ")
    try folder.write("\n", to: "next")
    try run.waitForDisplay(of: Attended.prompt, after: shown)
    try run.waitForQuiet()
    #expect(run.rows().contains { $0.hasPrefix("Passphrase") })
    #expect(try run.end(typing: "\r") == .exited(0))
  }

  /// Some jobs run at any time, and one soon ends.
  @Test("Jobs that come and go in the group of a question do not end it for good")
  func jobsInTheGroup() throws {
    let run = try Attended.bash(
      "(while :; do sleep 0.3 & sleep 0.05; done) & read -s -p 'A: ' a; kill $!; echo; "
        + "echo \"[$a]\"")
    try run.waitForQuiet(after: Attended.prompt, seconds: 1)
    #expect(try run.end(typing: "sesame\r") == .exited(0))
    #expect(run.rows().contains("[sesame]"))
    #expect(!run.displayedText.contains("Type the answer to it directly"))
  }

  @Test("The prompt of a killed command ends without a key")
  func killedCommand() throws {
    let asked = try asked("stty -echo; printf 'A: '; echo $$ >process; exec sleep 1000")
    let process = try #require(Int32(asked.folder.text("process").dropLast()))
    kill(process, SIGKILL)
    #expect(try asked.run.wait() == .exited(137))
  }

  /// The rest of the answer, Enter included, reaches no shell.
  @Test("Keys after a withdrawal are swallowed up to Enter")
  func restOfAnAnswer() throws {
    let asked = try asked("\(Self.first); stty echo; echo go; read y; echo \"[$y]\"")
    try asked.folder.write("\n", to: "next")
    try asked.run.waitForDisplay(of: "go", after: asked.shown)
    #expect(try asked.run.end(typing: "rest\rline\r") == .exited(0))
    #expect(asked.run.rows().contains("[line]"))
    #expect(!asked.run.displayedText.contains("rest"))
  }

  /// They are not part of an answer, and the program may be the wrong one to wait for.
  @Test(
    "A key that is a signal is not swallowed",
    arguments: [("\u{3}", "INT"), ("\u{1a}", "TSTP"), ("\u{1c}", "QUIT")])
  func signalAfterAWithdrawal(key: String, signal: String) throws {
    let asked = try asked(
      "\(Self.first); trap 'echo; echo got it; exit' \(signal); stty echo; echo go; "
        + "sleep 1000 & wait")
    try asked.folder.write("\n", to: "next")
    try asked.run.waitForDisplay(of: "go", after: asked.shown)
    #expect(try asked.run.end(typing: "rest\(key)") == .exited(0))
    #expect(asked.run.rows().contains("got it"))
    #expect(!asked.run.displayedText.contains("rest"))
  }

  /// A stop makes them come at once.
  @Test("Ctrl-C that comes with the end of a question reaches the program")
  func signalWithAWithdrawal() throws {
    let asked = try asked(
      "\(Self.first); trap 'echo; echo got it; exit' INT; stty echo; >done; sleep 1000 & wait")
    asked.run.send(signal: SIGSTOP)
    try asked.folder.write("\n", to: "next")
    try asked.run.wait(for: "the end of the question") {
      access(asked.folder.path + "/done", F_OK) == 0
    }
    try asked.run.type("rest\u{3}")
    asked.run.send(signal: SIGCONT)
    #expect(try asked.run.wait() == .exited(0))
    #expect(asked.run.rows().contains("got it"))
    #expect(!asked.run.displayedText.contains("rest"))
  }

  @Test("Keys after the sentence about a program that leaves no time are its own")
  func keysAfterTheSentence() throws {
    let run = try Attended.bash(
      "(while :; do printf .; sleep 0.2; done) & stty -echo; read a; kill $!; stty echo; "
        + "echo; echo \"[$a]\"")
    #expect(try run.answer([("leaves no time to answer here", "direct\r")]) == .exited(0))
    #expect(run.displayedText.contains("[direct]"))
  }

  @Test("A program that is left alone stays so when a job of it ends")
  func jobOfAProgramLeftAlone() throws {
    let folder = try TemporaryFolder()
    let run = try Attended.bash(
      "sleep 1000 & echo $! >\(folder.path)/process; stty -echo; printf 'A: '; read a; stty echo; "
        + "echo; echo \"[$a]\"")
    try run.waitForQuiet(after: Attended.prompt)
    try run.type("\u{1c}")
    try run.waitForQuiet()
    try run.type("di")
    let process = try #require(Int32(folder.text("process").dropLast()))
    kill(process, SIGKILL)
    try run.waitForEnd(of: process)
    try run.type("re")
    try run.waitForQuiet(seconds: 0.6)
    #expect(try run.end(typing: "ct\r") == .exited(0))
    #expect(run.rows().contains("[direct]"))
  }

  @Test(
    "A program that shows typed text for a moment stays left alone",
    arguments: [("0.1", false), ("1", true)])
  func echoOfAProgramLeftAlone(seconds: String, isAsked: Bool) throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/next", 0o600)
    let run = try Attended.bash(
      "cd \(folder.path); \(Self.first); stty echo; sleep \(seconds); stty -echo; printf '\\nB: '; "
        + Self.second)
    try run.waitForQuiet(after: Attended.prompt)
    try run.type("\u{1c}")
    try run.waitForQuiet()
    let shown = run.displayed.count
    try folder.write("\n", to: "next")
    try run.waitForDisplay(of: isAsked ? Attended.prompt : "B: ", after: shown)
    try run.waitForQuiet(seconds: 0.6)
    #expect(try run.end(typing: "open\r") == .exited(0))
    #expect(run.rows().contains("B=[open]"))
    let later = String(decoding: run.displayed.dropFirst(shown), as: UTF8.self)
    #expect(later.contains(Attended.prompt) == isAsked)
  }

  /// A terminal on the other end of a slow line brings several keys at once.
  @Test("Keys that come with Ctrl-\\ go to the program")
  func keysAfterPassing() throws {
    let run = try Attended.bash("read -s -p 'A: ' a; echo; echo \"[$a]\"")
    #expect(try run.answer([(Attended.prompt, "\u{1c}direct\r")]) == .exited(0))
    #expect(run.rows().contains("[direct]"))
  }

  @Test("Another program that changes the user's terminal does not end the session")
  func changedSettings() throws {
    let terminal = try PseudoTerminal()
    let run = try Attended.bash("read -s -p 'A: ' a; echo; echo \"[$a]\"", on: terminal)
    try run.waitForDisplay(of: Attended.prompt)
    for _ in 1...3 {
      try run.waitForQuiet()
      _ = try ProgramRun.finished("/bin/stty", ["-F", terminal.path, "sane"])
      try run.type("x\r")
    }
    try run.waitForQuiet(seconds: 1)
    #expect(try run.end(typing: "open\r") == .exited(0))
    #expect(run.rows().contains("[open]"))
  }

  /// Ctrl-V makes the next character part of the line, the one that erases it included.
  @Test(
    "A quoting character typed ahead does not become part of the answer", arguments: [true, false])
  func quotedAhead(isAsked: Bool) throws {
    let folder = try TemporaryFolder()
    let gate = folder.path + "/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let run = try Attended.bash(
      "echo go; head -c1 \(gate) >\(folder.path)/got; stty -echo; read a; stty echo; echo; "
        + "echo \"[$a]\"")
    try run.waitForDisplay(of: "go")
    try run.type("ab\u{16}", until: "ab^")
    // Now the question begins.
    let opened = open(gate, O_RDWR | O_CLOEXEC)
    defer { close(opened) }
    #expect(write(opened, "x", 1) == 1)
    // The prompt begins with this sentence, unless the pause is over already.
    try run.wait(for: "the prompt") {
      let text = run.displayedText
      return text.contains("Keys are dropped until you pause") || text.contains(Attended.prompt)
    }
    try run.waitForQuiet(seconds: 1.1)
    if !isAsked {
      try run.type("\u{1c}")
      try run.waitForQuiet()
    }
    #expect(try run.end(typing: "xyz\r") == .exited(0))
    #expect(run.rows().contains("[xyz]"))
  }

  /// The line may be the shell's next command, which nobody means as an answer.
  @Test("The rest of a line begun before the question is no answer")
  func lineTypedAhead() throws {
    let run = try Attended.bash("echo go; read -t 0.5 a; read -s -p 'A: ' a; echo; echo \"[$a]\"")
    try run.waitForDisplay(of: "go")
    while !run.displayedText.contains("A: "), run.ending == nil {
      try run.type("x")
      try run.pump(seconds: 0.02)
    }
    try run.waitForDisplay(of: "Keys are dropped until you pause")
    try run.type("rest\r")
    try run.waitForQuiet()
    #expect(try run.end(typing: "whole\r") == .exited(0))
    #expect(run.rows().contains("[whole]"))
  }

  @Test(
    "The prompt is written in ASCII, and the program gets its characters back",
    arguments: [
      (#"\033(0qqq\016"#, "\u{1b}(0\u{e}"), (#"\033*0\033n"#, "\u{1b}n"),
      (#"\033+0\033o"#, "\u{1b}o"),
    ])
  func characterSets(selecting: String, again: String) throws {
    let run = try Attended.bash("printf '\(selecting)'; read -s -p 'A: ' a; echo \"[$a]\"")
    try run.answer([(Attended.prompt, "x\r")])
    let shown = run.displayedText
    let prompt = try #require(shown.firstRange(of: Attended.prompt))
    #expect(shown[..<prompt.lowerBound].contains("\u{f}\u{1b}(B"))
    #expect(shown[prompt.upperBound...].contains(again))
  }
}
