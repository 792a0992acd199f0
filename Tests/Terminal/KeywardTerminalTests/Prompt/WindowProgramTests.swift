import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite(.tags(.program)) struct WindowProgramTests {
  @Test func oneCellShowsWhetherThereIsSomething() throws {
    let program = try ShownProgram(["get", "-n"], columns: 1, rows: 1)
    #expect(program.lines == [""])
    try program.type("ab")
    #expect(program.lines == ["*"])
    #expect(try program.submit() == "ab")
    #expect(program.emulator.violations == [])
  }

  @Test(arguments: [
    (300, 100), (80, 1), (1, 1), (1, 24), (2, 2), (40, 2), (20, 5), (45, 12), (1000, 3), (200, 60),
  ])
  func everySizeCanBeTypedOn(_ size: (columns: Int, rows: Int)) throws {
    for environment in [["NO_COLOR": "1"], ["COLORTERM": "truecolor"], ["LANG": "C"]] {
      let program = try ShownProgram(
        ["get", "-n", "--title", "T", "--description", "One\n\nTwo", "--error", "bad"],
        columns: size.columns, rows: size.rows, environment: environment)
      try program.type("xyz")
      #expect(try program.submit() == "xyz")
      #expect(program.emulator.violations == [])
    }
  }

  @Test func aWindowOfUnknownSizeTakesItFromTheEnvironment() throws {
    let terminal = try PseudoTerminal(columns: 0, rows: 0)
    let run = try ProgramRun.keyward(
      ["get"], environment: ["COLUMNS": "45", "LINES": "40", "NO_COLOR": "1"], on: terminal,
      showing: "\u{1b}[?2026l")
    try run.waitForQuiet()
    var emulator = TerminalEmulator(columns: 45, rows: 40, width: CharacterWidth.of)
    emulator.feed(run.displayed)
    #expect(emulator.violations == [])
    #expect(emulator.lines.contains("  │ q │ w │ e │ r │ t │ y │ u │ i │ o │ p │"))
    try run.type("\u{1b}")
    #expect(try run.wait() == .exited(130))
  }

  @Test func growingBackRestoresEverything() throws {
    let program = try ShownProgram(["get", "-n", "--title", "Key", "--description", "One\nTwo"])
    try program.type("abc")
    let before = program.lines
    try program.resize(columns: 12, rows: 3)
    try program.type("d\u{7f}")
    try program.resize(columns: 80, rows: 24)
    #expect(program.lines == before)
    #expect(program.emulator.violations == [])
    #expect(try program.submit() == "abc")
  }

  @Test func aFocusOnAKeyboardThatIsNotDrawnTakesNoKeys() throws {
    let program = try ShownProgram(["get", "-n"])
    try program.type("\t")
    #expect(program.text.contains("Enter press"))
    try program.resize(columns: 20, rows: 5)
    try program.type("a b")
    #expect(try program.submit() == "a b")
  }

  @Test func aKeyboardThatFindsRoomLaterCanBeReached() throws {
    let program = try ShownProgram(["get", "-n"], columns: 10, rows: 3)
    try program.type("a\t")
    try program.resize(columns: 80, rows: 24)
    try program.type("\t ")
    #expect(program.text.contains("┃  g  ┃"))
    try program.type("\t\r")
    // The first Tab had nowhere to go.
    #expect(program.text.contains("A character is missing"))
    #expect(try program.submit() == "ag")
  }

  @Test func withoutRoomForTheOnlyKeyboardTheScreenShowsANotice() throws {
    let program = try ShownProgram(["get", "-n", "--input", "screen"], columns: 60, rows: 6)
    #expect(program.text.contains("Enlarge the window"))
    try program.type("\r x\r")
    try program.resize(columns: 80, rows: 24)
    try program.click(" k ")
    try program.click("return")
    // The physical keys typed nothing.
    #expect(program.text.contains("Characters that are not allowed"))
    try program.click("return")
    #expect(try program.submitted() == "k")
  }

  @Test func aStormOfSizesLosesNoKey() throws {
    let program = try ShownProgram(["get", "-n"])
    var typed = ""
    for round in 0..<60 {
      try program.terminal.resize(
        columns: round % 2 == 0 ? 1 : 80, rows: round % 2 == 0 ? 1 : 24)
      if round % 3 == 0 {
        let key = String(round % 10)
        typed += key
        try program.run.type(key)
      }
    }
    try program.run.waitForQuiet(seconds: 0.2)
    #expect(try program.submit() == typed)
  }

  @Test func aTerminalThatReadsNothingForAWhileMissesNothing() throws {
    let terminal = try PseudoTerminal(columns: 120, rows: 50)
    let run = try ProgramRun.keyward(
      ["get", "-n"], environment: ["COLORTERM": "truecolor"], on: terminal)
    // Nobody reads: the terminal's buffer fills in the middle of a frame.
    try Moment.wait { try !terminal.settings().echoes }
    for _ in 0..<30 {
      try terminal.write([0x0c, 0x61])
      // Most keys are read before the next one is typed.
      try Moment.wait(seconds: 0.02) { try terminal.unreadBytes() == 0 }
    }
    try run.waitForQuiet(seconds: 0.3)
    var emulator = TerminalEmulator(columns: 120, rows: 50, width: CharacterWidth.of)
    emulator.feed(run.displayed)
    #expect(emulator.violations == [])
    #expect(emulator.lines.contains { $0.contains(String(repeating: "•", count: 30)) })
    #expect(emulator.frames < 10, "frames nobody could see were drawn")
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == String(repeating: "a", count: 30))
  }

  @Test func nothingHappensWhileNothingHappens() throws {
    let program = try ShownProgram(["get", "-n"])
    try program.type("a")
    try program.run.waitForQuiet(seconds: 1)
    #expect(try program.run.sleepsWhileIdle(seconds: 2) <= 1)
    #expect(try program.submit() == "a")
  }
}
