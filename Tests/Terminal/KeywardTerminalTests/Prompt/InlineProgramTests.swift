import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// `--form inline` in programs: the display, and the absence of remains.
@Suite(.tags(.program)) struct InlineProgramTests {
  private static let field = "Passphrase │ "

  enum Way: String, CaseIterable, Sendable {
    case enter, escape, interrupt, time, term, hup, quit, alarm, fault

    var end: ProgramEvent {
      switch self {
      case .enter: .exited(0)
      case .escape, .interrupt: .exited(130)
      case .time: .exited(124)
      case .term: .killed(SIGTERM)
      case .hup: .killed(SIGHUP)
      case .quit: .killed(SIGQUIT)
      case .alarm: .killed(SIGALRM)
      case .fault: .killed(SIGSEGV)
      }
    }
  }

  private func leave(_ program: InlineProgram, by way: Way) throws {
    switch way {
    case .enter: try program.run.type("\r")
    case .escape: try program.run.type("\u{1b}")
    case .interrupt: try program.run.type("\u{3}")
    case .time: break
    case .term: program.run.send(signal: SIGTERM)
    case .hup: program.run.send(signal: SIGHUP)
    case .quit: program.run.send(signal: SIGQUIT)
    case .alarm: program.run.send(signal: SIGALRM)
    case .fault: program.run.send(signal: SIGSEGV)
    }
    #expect(try program.end() == way.end)
  }

  @Test(arguments: Way.allCases, ["$ keyward\r\n", "1\r\n2\r\n3\r\n4\r\n5\r\nno line end"])
  func howeverItEndsTheRowsAreGoneAndTheTextAboveIsWhole(_ way: Way, _ text: String) throws {
    for keep in [false, true] {
      let arguments = ["get"] + (keep ? ["--keep"] : []) + (way == .time ? ["--timeout", "1"] : [])
      let program = try InlineProgram(arguments, rows: 6, after: text)
      let settings = try program.terminal.settings()
      try program.type("sesame")
      #expect(program.below.first?.hasPrefix("Passphrase │ ••••••▏ ") == true)
      #expect(program.below.count == 2)
      try leave(program, by: way)
      let isKept = keep && way == .enter
      #expect(program.everything == program.above + (isKept ? ["Passphrase: ✓"] : []))
      #expect(program.emulator.cursor.column == 0)
      let row = program.emulator.history.count + program.emulator.cursor.row
      #expect(row == program.everything.count)
      #expect(program.emulator.modes == [25, 7])
      #expect(program.emulator.violations == [])
      #expect(try program.terminal.settings() != settings, "echo is on again")
      #expect(program.run.outputText == (way == .enter ? "sesame\n" : ""))
    }
  }

  private func expectEnd(
    of program: InlineProgram, below: [String] = [], output: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try program.end() == .exited(0), sourceLocation: sourceLocation)
    #expect(program.below == below, sourceLocation: sourceLocation)
    #expect(
      program.run.outputText == output ?? program.run.outputText, sourceLocation: sourceLocation)
    #expect(program.emulator.violations == [], sourceLocation: sourceLocation)
  }

  @Test func aRepeatedQuestionTakesTwoRowsWithErrorsAbove() throws {
    let program = try InlineProgram(["get", "-n", "--repeat", "--quality"])
    #expect(program.below.count == 4 && program.below[3].contains("Ctrl-G generate"))
    try program.type("a\rb\r")
    #expect(program.below[0] == "✗ The two entries differ. Type both again.")
    #expect(program.below[1].hasPrefix("Passphrase │ ▏"))
    #expect(program.below[2].hasPrefix("Repeat     │"))
    try program.type("a\ra\r")
    try expectEnd(of: program, output: "a")
  }

  @Test func aNameStaysAboveTheSecretWhereLinesAreKept() throws {
    let program = try InlineProgram(["get", "--user", "--keep"], rows: 4)
    try program.type("ada\r")
    #expect(program.below.first == "User: ✓")
    #expect(program.below.dropFirst().first?.hasPrefix(Self.field) == true)
    try program.type("x\r")
    try expectEnd(of: program, below: ["User: ✓", "Passphrase: ✓"], output: "ada\nx\n")
  }

  @Test func everyAnswerLeavesItsLineHoweverFastItCame() throws {
    let program = try InlineProgram(["get", "--user", "--keep"], rows: 4)
    try program.type("ada\rx\r")
    try expectEnd(of: program, below: ["User: ✓", "Passphrase: ✓"], output: "ada\nx\n")
  }

  @Test func charactersAreShownOnTheirRowAndGoWithIt() throws {
    let program = try InlineProgram(["get", "--allow-reveal", "--error", "Wrong"])
    try program.type("sesame\u{14}")
    #expect(program.below[1].hasPrefix("Passphrase │ sesame▏"))
    try program.type("\u{14}")
    #expect(program.below[1].hasPrefix("Passphrase │ ••••••▏"))
    try program.type("\u{14}\r")
    try expectEnd(of: program)
  }

  @Test func aPassphraseThatIsMadeIsShownFromTheStart() throws {
    let program = try InlineProgram(["get", "--generate", "chars:12"], rows: 4)
    #expect(program.below[0].hasPrefix(Self.field))
    try program.type("\r")
    #expect(try program.end() == .exited(0))
    #expect(program.below == [])
    #expect(program.run.outputText.count == 13)
    #expect(program.emulator.violations == [])
  }

  @Test func aKeyboardIsNotOfferedAndAskedForInVain() throws {
    let program = try InlineProgram(["get", "--keyboard"])
    #expect(!program.below.joined().contains("Ctrl-K"))
    try program.type("\u{b}")
    #expect(program.below[1].hasPrefix("Ctrl-K: no keyboard fits in these rows; --form full"))
    try program.type("\u{12}")
    #expect(program.below[1].hasPrefix("Ctrl-R: no keyboard is drawn here"))
    try program.type("x\r")
    #expect(try program.end() == .exited(0))
  }

  @Test func aScreenOnlyKeyboardUsesTheWindow() throws {
    let program = try ShownProgram(["get", "--form", "inline", "--input", "screen"])
    #expect(program.emulator.modes.contains(1049))
    #expect(program.text.contains("space"))
    #expect(program.emulator.violations == [])
  }

  @Test func aQuestionIsAnsweredInItsRows() throws {
    for (keys, status, left) in [
      ("y\r", 0, ["Go on? ✓"]), ("n\r", 1, ["Go on? ✗"]), ("\u{1b}", 130, []),
    ] as [(String, Int32, [String])] {
      let program = try InlineProgram(["confirm", "--keep", "Go on?\nIt takes a while."])
      #expect(program.below.count == 4)
      #expect(program.below[0] == "Go on?")
      #expect(program.below[2].contains("Yes"))
      try program.run.type(keys)
      #expect(try program.end() == .exited(status))
      #expect(program.below == left)
      #expect(program.emulator.violations == [])
    }
  }

  @Test func withoutUTF8TheLineThatStaysIsReadable() throws {
    let program = try InlineProgram(
      ["get", "--keep", "--prompt", "PIN:"], environment: ["LC_ALL": "C", "NO_COLOR": "1"])
    try program.type("1\r")
    #expect(try program.end() == .exited(0))
    #expect(program.below == ["PIN: done"])
  }

  @Test func aPromptThatIsTooLongOrHostileLeavesOneLine() throws {
    let hostile = "a\u{1b}[2J\u{9b}b\n" + String(repeating: "語e\u{301}👩\u{200d}🚀", count: 200)
    for columns in [80, 20, 5, 1] {
      let program = try InlineProgram(
        ["get", "--keep", "--prompt", hostile], columns: columns, rows: 6, after: "")
      try program.type("1\r")
      #expect(try program.end() == .exited(0))
      #expect(program.everything.filter { !$0.isEmpty }.count <= 1)
      #expect(program.emulator.violations == [])
    }
  }

  // MARK: Other programs

  private func makeSane(_ terminal: PseudoTerminal) throws {
    let run = try ProgramRun.finished("/bin/stty", ["-F", terminal.path, "sane"])
    guard run.ending == .exited(0) else { throw HarnessError(run.errorText) }
  }

  /// With and without room below, so that the echo of a line end scrolls.
  @Test(arguments: ["$ keyward\r\n", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8"])
  func echoOfOtherSettingsIsErasedWithTheRevealedText(_ text: String) throws {
    let program = try InlineProgram(["get", "--allow-reveal"], rows: 8, after: text)
    try program.type("sesame\u{14}")
    #expect(program.below.joined().contains("sesame"))
    for lines in ["zebra\r", "zebra\rahead\rof"] {
      try makeSane(program.terminal)
      try program.type(lines)
      #expect(program.below.first?.hasPrefix("✗ Another program changed this terminal") == true)
      #expect(program.below.filter { $0.hasPrefix(Self.field) }.count == 1)
      for trace in ["sesame", "zebra", "ahead"] {
        #expect(!program.everything.joined().contains(trace))
      }
    }
    try makeSane(program.terminal)
    try program.type("zebra\r")
    #expect(try program.end() == .exited(1))
    #expect(program.below == [])
  }

  // MARK: Jobs and windows

  @Test func stoppedItIsGoneAndContinuedItBeginsWhereTheCursorIs() throws {
    let program = try InlineProgram(["get"], rows: 8)
    try program.type("ses\u{1a}")
    try program.run.waitFor(.stopped(SIGTSTP))
    try program.settle()
    #expect(program.below == [])
    #expect(program.emulator.modes == [25, 7])
    try program.run.background(restoring: true)
    program.echo("[1]+ Stopped\r\n$ fg\r\n")
    try program.run.foreground()
    try program.run.waitForDisplay(of: "Passphrase", after: program.run.displayed.count)
    try program.settle()
    #expect(program.below.prefix(2) == ["[1]+ Stopped", "$ fg"])
    #expect(program.below.count == 4)
    try program.type("ame\r")
    try expectEnd(of: program, below: ["[1]+ Stopped", "$ fg"], output: "sesame\n")
  }

  @Test(arguments: ["\r", "\u{3}"])
  func stoppedFromOutsideItLeavesWhatOthersHaveWritten(_ key: String) throws {
    let program = try InlineProgram(["get"], rows: 8)
    program.run.send(signal: SIGSTOP)
    try program.run.waitFor(.stopped(SIGSTOP))
    program.echo("written over it\r\n$ and no line end")
    program.run.send(signal: SIGCONT)
    try program.run.waitForDisplay(of: "Passphrase", after: program.run.displayed.count)
    try program.settle()
    #expect(program.below.contains("$ and no line end"))
    try program.type("x" + key)
    _ = try program.end()
    #expect(program.below.last == "$ and no line end")
    #expect(program.emulator.violations == [])
  }

  @Test func killedWhileItIsStoppedItErasesNothingOfOthers() throws {
    let program = try InlineProgram(["get"], rows: 8)
    program.run.send(signal: SIGSTOP)
    try program.run.waitFor(.stopped(SIGSTOP))
    program.echo("written over it, far after the field and its text, by others\r\n$ x")
    program.run.send(signal: SIGTERM)
    program.run.send(signal: SIGCONT)
    #expect(try program.end() == .killed(SIGTERM))
    #expect(program.below.last?.hasPrefix("$ x") == true)
  }

  @Test func otherSizesKeepTheRowsAbove() throws {
    let program = try InlineProgram(["get", "-n"], rows: 10, after: "1\r\n2\r\n")
    var typed = ""
    for (columns, rows) in [(40, 10), (80, 3), (30, 1), (100, 12), (3, 4), (80, 10)] {
      try program.resize(columns: columns, rows: rows)
      try program.type("x")
      typed += "x"
      #expect(program.everything.starts(with: program.above))
    }
    #expect(program.below.count == 2)
    try program.type("\r")
    try expectEnd(of: program, output: typed)
  }

  @Test(arguments: [(80, 1), (1, 24), (2, 2), (20, 5), (300, 100), (1200, 30)])
  func everySizeCanBeTypedOn(_ size: (columns: Int, rows: Int)) throws {
    for environment in [["NO_COLOR": "1"], ["COLORTERM": "truecolor"], ["LANG": "C"]] {
      let program = try InlineProgram(
        ["get", "-n", "--title", "T", "--description", "One\n\nTwo", "--error", "bad"],
        columns: size.columns, rows: size.rows, after: "one\r\ntwo", environment: environment)
      try program.type("xyz\r")
      try expectEnd(of: program, output: "xyz")
    }
  }
}
