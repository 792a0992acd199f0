import KeywardTestSupport
import Testing

/// The terminal's own selecting and pasting, which ends where the mouse is reported.
@Suite(.tags(.program)) struct MouseModeProgramTests {
  @Test(arguments: [
    ["get", "--no-keyboard"], ["get", "--no-mouse"], ["confirm", "Go on?"],
    ["get", "--form", "inline"],
  ])
  func theMouseIsTheTerminalsOwn(_ arguments: [String]) throws {
    let program = try ShownProgram(arguments)
    try program.type("\u{3}")
    #expect(try program.run.wait() == .exited(130))
    #expect(!program.run.displayedText.contains("\u{1b}[?100"))
  }

  @Test func itIsReportedWhileAKeyboardIsDrawn() throws {
    let program = try ShownProgram(["get", "--no-keyboard"])
    for isOn in [true, false, true] {
      try program.type("\u{b}")
      #expect(program.emulator.modes.contains(1002) == isOn)
    }
    // The keyboard does not fit.
    try program.resize(columns: 30, rows: 8)
    #expect(!program.emulator.modes.contains(1002))
    try program.type("\u{3}")
    #expect(program.emulator.modes == [25])
  }
}
