import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct PromptPolicyTests {
  private func lines(_ arguments: [String], _ text: String = ": ") throws -> ProgramRun {
    let run = try ProgramRun.keyward(arguments, environment: ["TERM": "dumb"], showing: text)
    try run.waitForQuiet()
    return run
  }

  // MARK: Empty

  @Test(arguments: [["get"], ["exec", "--", "cat"], ["type", "--enroll", "/tmp/keyward-none"]])
  func enterOnAnEmptyFieldShowsANotice(arguments: [String]) throws {
    let screen = try Keyward.typing(arguments)
    try screen.type("\r")
    #expect(try screen.answer([("Nothing typed yet", "\u{3}")]) == .exited(130))
    #expect(screen.output.isEmpty)
    let lines = try lines([arguments[0], "--plain"] + arguments.dropFirst())
    try lines.type("\r")
    #expect(try lines.answer([("\r\nNothing typed yet\r\n", "\u{3}")]) == .exited(130))
  }

  @Test func emptyIsTakenWhereItIsAllowed() throws {
    for options in [[], ["--plain"]] {
      let run = try ProgramRun.keyward(["get", "--allow-empty"] + options)
      try run.wait(for: "a prompt") { run.displayed.count > 5 }
      try run.waitForQuiet()
      #expect(try run.end(typing: "\r") == .exited(0))
      #expect(run.outputText == "\n")
    }
    let type = try Keyward.typing(["type"])
    #expect(try type.end(typing: "\r") == .exited(0))
  }

  // MARK: Rated

  @Test("A common password has no quality, and is submitted all the same")
  func commonPassword() throws {
    let screen = try Keyward.typing(["get", "--quality"])
    try screen.type("letmein")
    let end = try screen.answer([("This is among the most common passwords", "\r")])
    #expect(end == .exited(0) && screen.outputText == "letmein\n")
    #expect(screen.displayedText.contains(" 0 %"))
    // The layout counts also where its keyboard is not drawn.
    let walk = try Keyward.typing(["get", "--quality", "--no-keyboard"])
    try walk.type("zaq1xsw2cde3", until: "These keys are next to each other")
    #expect(try walk.end(typing: "\r") == .exited(0))
    let lines = try lines(["get", "--quality", "--repeat"])
    try lines.type("letmein")
    try lines.waitForQuiet()
    try lines.type("\r", until: "This is among the most common passwords\r\nRepeat")
    #expect(try lines.end(typing: "letmein\r") == .exited(0))
  }

  // MARK: Twice

  @Test func repeatingComparesAndCounts() throws {
    let run = try lines(["get", "--repeat", "--tries", "2"])
    try run.type("one\r", until: "Repeat passphrase: ")
    try run.type("two\r")
    #expect(try run.answer([("Error: The two entries differ.", "one\rone\r")]) == .exited(0))
    #expect(run.outputText == "one\n")
    let failing = try lines(["get", "--repeat", "--tries", "1"])
    #expect(try failing.end(typing: "one\rtwo\r") == .exited(1))
    #expect(failing.output.isEmpty && failing.errorText.contains("differed too often"))
  }

  @Test func enrollingGivesUpAfterThreeTries() throws {
    let folder = try TemporaryFolder()
    let run = try lines(["type", "--enroll", folder.path + "/hash"])
    #expect(try run.end(typing: "a\rb\ra\rb\ra\rb\r") == .exited(1))
    #expect(access(folder.path + "/hash", F_OK) != 0)
  }

  // MARK: Exec

  @Test func aCommandIsFoundWhereTheShellFindsIt() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\ncat <&3\n", to: "mine", mode: 0o755)
    try folder.write("#!/bin/sh\n", to: "locked", mode: 0o644)
    for (path, command, status) in [
      ("/nonexistent:\(folder.path)", "mine", nil), (folder.path, "locked", 126),
      ("/nonexistent", "mine", 127), (folder.path, "\(folder.path)/mine", nil),
    ] as [(String, String, Int32?)] {
      let run = try ProgramRun.keyward(
        ["exec", "--", command], environment: ["PATH": path + ":/usr/bin:/bin"])
      if let status {
        #expect(try run.wait() == .exited(status))
        #expect(run.displayed.isEmpty)
      } else {
        #expect(try run.answer([(Keyward.frameEnd, "sesame\r")]) == .exited(0))
        #expect(run.outputText == "sesame")
      }
    }
  }

  // MARK: Making one

  @Test func aPassphraseIsMadeShownAndTaken() throws {
    let run = try Keyward.typing(["get", "--generate", "words:6"])
    try run.waitForQuiet(after: "Generated. Words: 6, bits: 77.5")
    let shown = run.displayedText
    #expect(try run.end(typing: "\r") == .exited(0))
    let words = run.outputText.dropLast().split(separator: " ")
    #expect(words.count == 6 && words.allSatisfy { $0.count > 2 })
    // Even six of the longest words fit.
    #expect(shown.contains(words.joined(separator: " ")))
  }

  @Test func anotherCanBeMadeAndTypingReplacesTheOffer() throws {
    let again = try Keyward.typing(["get", "-n", "--generate", "chars:20"])
    try again.waitForQuiet(after: "bits: 120.0")
    try again.type("\u{7}", until: Keyward.frameEnd)
    try again.waitForQuiet()
    #expect(try again.end(typing: "\r") == .exited(0))
    #expect(again.outputText.count == 20)
    let typed = try Keyward.typing(["get", "-n", "--generate", "chars:20"])
    #expect(try typed.answer([("bits: 120.0", "own\r")]) == .exited(0))
    #expect(typed.outputText == "own")
  }

  @Test func bothFieldsOfARepetitionAreFilled() throws {
    let run = try Keyward.typing(["get", "-n", "--repeat"])
    try run.type("\u{7}")
    #expect(try run.answer([("bits: 77.5", "\r")]) == .exited(0))
    #expect(run.outputText.split(separator: " ").count == 6)
  }

  @Test func theQualityIsShown() throws {
    let run = try Keyward.typing(["get", "--quality"])
    try run.waitForDisplay(of: "Quality")
    try run.type("kfmwqzrbty")
    #expect(try run.answer([(" %", "\r")]) == .exited(0))
  }

  // MARK: A name

  @Test func aNameComesFirstOnItsOwnLine() throws {
    for (option, label) in [(["--user"], "User"), (["--user", "Login"], "Login")] {
      let run = try Keyward.typing(["get"] + option)
      try run.waitForDisplay(of: label)
      try run.type("bob")
      try run.waitForQuiet(after: "bob")
      try run.type("\r")
      #expect(try run.answer([("Passphrase", "sesame\r")]) == .exited(0))
      #expect(run.outputText == "bob\nsesame\n")
      #expect(!run.displayedText.contains("sesame"))
    }
    // The same in line mode, with both typed at once.
    let lines = try lines(["get", "--user", "Login"])
    #expect(try lines.end(typing: "bob\rsesame\r") == .exited(0))
    #expect(lines.outputText == "bob\nsesame\n")
    #expect(lines.displayedText.contains("Login: bob\r\n"))
  }

  @Test func aCommandFindsTheNameInItsEnvironment() throws {
    let run = try Keyward.typing(
      [
        "exec", "--user", "--user-env", "LOGIN", "--", "/bin/sh", "-c",
        "printf '%s ' \"$LOGIN\"; cat <&3",
      ])
    #expect(try run.end(typing: "bob\rsesame\r") == .exited(0))
    #expect(run.outputText == "bob sesame")
  }

  // MARK: Yes or no

  private func question(_ options: [String], keys: String) throws -> ProgramRun {
    let run = try ProgramRun.keyward(["confirm", "Delete all?"] + options, showing: "Delete all?")
    try run.waitForQuiet()
    try run.type(keys)
    return run
  }

  @Test(
    arguments: [
      ("y\r", 0), ("Y\r", 0), ("\r", 1), ("n\r", 1), ("\u{1b}", 130), ("\u{3}", 130),
      ("maybe\u{4}", 130), ("maybe\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}y\r", 0), ("y\u{7f}n\r", 1),
      // The same reported in the kitty protocol and with modifyOtherKeys.
      ("\u{1b}[121;2:1u\u{1b}[13;1:2u", 0), ("\u{1b}[27;2;89~\u{1b}[27;5;109~", 0),
      ("\u{1b}[110;;110u\u{1b}[57414u", 1), ("\u{1b}[121u\u{1b}[121;1:3u\r", 0),
      ("\u{1b}[121u\u{1b}[27u", 130), ("\u{1b}[121u\u{1b}[27;5;99~", 130),
    ] as [(String, Int32)], [true, false])
  func aQuestionHasThreeAnswers(answer: (keys: String, status: Int32), isPlain: Bool) throws {
    let run = try question(isPlain ? ["--plain"] : [], keys: answer.keys)
    #expect(try run.wait() == .exited(answer.status))
    #expect(run.output.isEmpty)
  }

  @Test(
    arguments: [
      (["--default", "yes"], "\r", 0), (["--default", "yes"], "n\r", 1),
      (["--default", "yes"], "nx\r", 0), (["--default", "no"], "\r", 1), (["--danger"], "\r", 1),
      (["--danger"], "y\r", 0), ([], "maybe\r", 1), ([], "may\r", 1), ([], "deny\r", 1),
      ([], "\u{1b}[Z\r", 0), (["--default", "yes", "--plain"], "\r", 0),
      (["--plain"], "yes\r", 0), (["--plain"], "NO\r", 1), (["--plain"], "\t\r", 1),
      (["--plain"], "yes!\ry\r", 0), (["--plain", "--yes", "No", "--no", "Yes"], "n\r", 0),
      (["--plain", "--yes", "No", "--no", "Yes"], "yes\r", 1),
      (["--plain", "--yes", "Now", "--no", "Never"], "n\rno\rv\r", 1),
    ] as [([String], String, Int32)])
  func onlyEnterAnswers(options: [String], keys: String, status: Int32) throws {
    #expect(try question(options, keys: keys).wait() == .exited(status))
  }

  @Test func aLineThatIsNoAnswerIsAskedAgain() throws {
    let run = try question(["--plain"], keys: "maybe\r")
    let again = "Type y or n, then Enter.\r\ny Yes, n No, Esc Cancel\r\n[y]es [N]o? "
    try run.waitForDisplay(of: again)
    #expect(!run.displayedText.contains("maybe"))
    #expect(try run.end(typing: "\r") == .exited(1))
  }

  @Test(
    "Missing protection is shown by confirm too",
    arguments: [["--form", "full"], ["--form", "card"], ["--form", "inline"], ["--plain"]],
    [("--sandbox", "no", "sandbox switched off"), ("--console-font", "/none.psf", "none.psf")])
  func missingProtection(
    form: [String], lack: (option: String, value: String, text: String)
  ) throws {
    let run = try ProgramRun.keyward(
      ["confirm", "Delete all?", lack.option, lack.value] + form, showing: lack.text)
    #expect(try run.end(typing: "\u{1b}") == .exited(130))
  }

  @Test func buttonsHaveTheGivenLabels() throws {
    let options = ["--plain", "--yes", "Delete_all", "--no", "Keep", "--danger"]
    let run = try question(options, keys: "\r")
    #expect(try run.wait() == .exited(1))
    #expect(run.displayedText.contains("y Delete_all (dangerous), n Keep, Esc Cancel\r\n"))
  }

  @Test func aDangerousYesIsNoDefault() throws {
    let run = try Keyward.run("confirm", "--danger", "--default", "yes", "Delete all?")
    #expect(run.ending == .exited(64))
    #expect(run.errorText.contains("--danger cannot be combined with --default yes"))
  }
}
