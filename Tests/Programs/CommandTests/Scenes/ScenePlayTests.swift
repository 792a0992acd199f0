import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct ScenePlayTests {
  @Test(arguments: ["tour", "chat", "login"])
  func aSceneIsPlayedAndLeavesTheTerminalAsItWas(name: String) throws {
    let run = try started(["scene", name])
    let shown = run.displayedText
    #expect(shown.contains("\u{1B}[?1002h") && !shown.contains("\u{1B}[?1000h"))
    #expect(shown.contains("docked") && shown.contains("640 x 134 at 0, 250"))
    try run.type("sesame")
    // A split, a rotation, the other direction, and down again.
    try run.type("\u{7}\t\t", until: "split")
    try run.type("\u{7}")
    try run.type([0x12, 0x0F])
    try run.waitForQuiet(after: "right to left", seconds: 0.3)
    #expect(try run.end(typing: "\u{3}") == .exited(130))
    try expectClean(run)
  }

  @Test func submittingPrintsNothingOfTheSecret() throws {
    let run = try started(["scene", "login"])
    // Nothing was typed yet, so Enter does not leave.
    try run.type("\r")
    try run.waitForQuiet()
    #expect(try run.end(typing: "sesame\r") == .exited(0))
    #expect(run.outputText.contains("Submitted."))
    #expect(run.outputText.contains("wiped; no part of it was kept or printed"))
    try expectClean(run)
  }

  @Test func theMouseMovesTheKeyboard() throws {
    let run = try started(["scene", "tour"])
    try run.type("\u{1B}[<0;40;16M\u{1B}[<32;40;11M")
    try run.waitForQuiet(after: "undocked")
    try run.type("\u{1B}[<32;40;15M\u{1B}[<0;40;15m")
    try wait(for: " docked, near bottom, ", run)
    #expect(try run.end(typing: "\u{1B}") == .exited(130))
  }

  @Test(arguments: ["\u{7}", "\u{1B}[<0;40;16M\u{1B}[<32;40;11M"])
  func controlCLeavesWhileTheKeyboardIsHeld(hold: String) throws {
    let run = try started(["scene", "tour"])
    try run.type(hold)
    try wait(for: hold == "\u{7}" ? "Arrows move" : "undocked", run)
    #expect(try run.end(typing: "\u{3}") == .exited(130))
    try expectClean(run)
  }

  @Test func endsOfEveryKindLeaveTheTerminalClean() throws {
    for (arguments, signal, ending) in [
      (["--timeout", "0.4"], nil, ProgramEvent.exited(124)),
      ([], SIGTERM, .killed(SIGTERM)), ([], SIGHUP, .killed(SIGHUP)),
      ([], SIGSEGV, .killed(SIGSEGV)), ([], SIGINT, .killed(SIGINT)),
    ] as [([String], Int32?, ProgramEvent)] {
      let run = try started(["scene", "chat"] + arguments)
      try run.type("sesame")
      try run.type([0x12])
      try run.pump(seconds: 0.05)
      if let signal { run.send(signal: signal) }
      #expect(try run.wait() == ending)
      try expectClean(run)
    }
  }

  @Test func aHangUpEndsItSoon() throws {
    let run = try started(["scene", "chat"])
    try run.type([0x12])
    run.terminal?.hangUp()
    let ending = try run.wait()
    #expect(ending == .killed(SIGHUP) || ending == .exited(1))
    #expect(run.processorTime < 0.5)
  }

  @Test func stoppedAndContinuedItGoesOn() throws {
    let run = try started(["scene", "login"])
    try run.type("ses")
    try run.waitForQuiet()
    try run.type([0x1A])
    try run.waitForDisplay(of: Keyward.frameEnd, after: run.continueAfterStop())
    try wait(for: "•••▏", run)
    #expect(try run.end(typing: "ame\r") == .exited(0))
    try expectClean(run)
  }

  @Test func aStormOfSizesBreaksNothing() throws {
    let run = try started(["scene", "tour"])
    let terminal = try #require(run.terminal)
    for round in 0..<40 {
      try terminal.resize(columns: 1 + round * 37 % 120, rows: 1 + round * 23 % 50)
      if round % 5 == 0 { try run.type("\u{7}\t\u{7}x") }
      try run.pump(seconds: 0.01)
    }
    try terminal.resize(columns: 80, rows: 24)
    try run.waitForQuiet()
    try run.type([0x0C])
    let shown = run.displayed.count
    try run.waitForDisplay(of: "\u{1B}[2J", after: shown)
    try wait(for: "••••••••▏", run, after: shown)
    #expect(try run.end(typing: "\u{3}") == .exited(130))
  }

  @Test func atRestNothingWakesIt() throws {
    let run = try started(["scene", "tour"])
    try run.type([0x12])
    try run.waitForQuiet(seconds: 1)
    let count = run.displayed.count
    #expect(try run.sleepsWhileIdle(seconds: 1.5) <= 1)
    #expect(run.displayed.count == count)
    try run.end(typing: "\u{3}")
  }

  // MARK: Without a screen

  @Test(arguments: [["TERM": "dumb"], ["TERM": nil], ["KEYWARD_PLAIN": "1"], [:]])
  func aTerminalThatTakesTextOnlyIsReportedTheFinalState(environment: [String: String?]) throws {
    let arguments = ["scene", "tour"] + (environment.isEmpty ? ["--plain"] : [])
    let run = try ProgramRun.keyward(arguments, environment: environment)
    #expect(try run.wait() == .exited(0))
    #expect(!run.output.contains(0x1B) && !run.displayed.contains(0x1B))
    let wanted = try Keyward.run(
      "scene", "tour", "--format", "text", "--screen", "640x384", "--keyboard", "docked")
    #expect(run.outputText == "kind: docked\n" + wanted.outputText)
    try run.expectRestoredSettings()
  }

  @Test func withoutATerminalItReportsAnError() throws {
    for environment in [[:], ["TERM": "dumb"]] as [[String: String?]] {
      let run = try Keyward.run("scene", "tour", environment: environment)
      #expect(run.ending == .exited(1))
      #expect(run.output.isEmpty)
      #expect(run.errorText.contains("no terminal to ask on"))
      #expect(run.errorText.split(separator: "\n").count == 2, "error and hint")
    }
    let fitting = try Keyward.run("scene", "links", "--fitting", "0x0")
    #expect(fitting.ending == .exited(64) && fitting.errorText.contains("--format"))
    #expect(try Keyward.run("scene", "chat", "--keyboard", "nowhere").ending == .exited(64))
  }

  @Test func anotherDeviceIsTheTerminalToUse() throws {
    let other = try PseudoTerminal()
    let run = try ProgramRun.keyward(
      ["scene", "chat", "--timeout", "0.5"], environment: ["KEYWARD_TTY": other.path])
    #expect(try run.wait() == .exited(124))
    #expect(run.displayed.isEmpty && run.output.isEmpty)
  }

  @Test func theUsersSettingsCount() throws {
    let run = try Keyward.typing(
      ["scene", "login"], environment: ["KEYWARD_OPTIONS": "--mask fixed --no-colour"])
    try run.type("abc")
    try wait(for: "••••••••▏", run)
    #expect(!run.displayedText.contains("48;5"))
    try run.end(typing: "\u{3}")
    let plain = try ProgramRun.keyward(
      ["scene", "login"], environment: ["KEYWARD_OPTIONS": "--plain"])
    #expect(try plain.wait() == .exited(0))
    #expect(plain.outputText.hasPrefix("kind: docked\n"))
  }

  private func started(_ arguments: [String]) throws -> ProgramRun {
    let run = try Keyward.typing(arguments)
    try run.waitForQuiet()
    return run
  }

  private func expectClean(_ run: ProgramRun) throws {
    try run.expectRestoredSettings()
    for mode in [1049, 2004, 1002, 1006] { #expect(run.hasSwitchedOff(mode)) }
    #expect(!run.displayedText.contains("sesame") && !run.outputText.contains("sesame"))
    #expect(!run.errorText.contains("sesame"))
    #expect(try run.terminal?.unreadBytes() == 0)
  }

  /// Waits until a text is on the screen of 80 by 24, in whatever way it got there.
  private func wait(for text: String, _ run: ProgramRun, after start: Int = 0) throws {
    try run.wait(for: text) {
      run.screen(after: start).lines.contains { $0.contains(text) }
    }
  }
}
