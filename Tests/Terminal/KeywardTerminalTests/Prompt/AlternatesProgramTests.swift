import Glibc
import KeywardTerminal
import KeywardTestSupport
import Testing

/// Long presses and Alt-Enter in the built program, by the bytes a terminal sends.
@Suite(.tags(.program)) struct AlternatesProgramTests {
  private static let row = " e  é  è  ê  ë  ē  ę"

  private func cap(
    _ letter: String, _ program: ShownProgram
  ) throws -> (column: Int, row: Int) {
    let place = try program.place(of: " \(letter) ")
    return (place.column + 1, place.row)
  }

  private func opened(_ arguments: [String] = ["get", "-n", "--keyboard"]) throws -> ShownProgram {
    let program = try ShownProgram(arguments)
    try program.hold(cap("e", program))
    try program.run.waitForDisplay(of: "ë")
    try program.settle()
    return program
  }

  @Test func pressedHeldSlidReleased() throws {
    let program = try opened()
    #expect(program.text.contains(Self.row))
    let place = try program.place(of: "ê")
    let top = try cap("w", program)
    #expect(place.row < top.row)
    try program.drag((place.column - 4, place.row + 1))
    try program.drag(place)
    try program.release(place)
    #expect(!program.text.contains("é"))
    #expect(try program.submit() == "ê")
    #expect(program.emulator.violations == [])
    #expect(program.emulator.modes == [25])
  }

  @Test func altEnterArrowsEnter() throws {
    let program = try ShownProgram(["get", "-n", "--keyboard"])
    // From the middle to the left end of the row, and up to its neighbour e.
    try program.type("\t" + String(repeating: "\u{1b}[D", count: 9))
    #expect(program.text.contains("┃  a ·┃"))
    try program.type("\u{1b}\r")
    #expect(program.text.contains("à  á  â"))
    try program.type("\u{1b}[C\u{1b}[C\r")
    #expect(!program.text.contains("à"))
    try program.type("\u{1b}[13;3u")
    #expect(program.text.contains("à  á  â"))
    // Esc closes the row, not the dialogue.
    try program.run.type("\u{1b}")
    try program.run.waitForQuiet(seconds: 0.4)
    try program.settle()
    #expect(!program.text.contains("à"))
    try program.type("\t")
    #expect(try program.submit() == "á")
  }

  /// The bytes sent while the mouse chooses one of the characters, and up to the end.
  private func sent(choosing index: Int, _ arguments: [String]) throws -> ArraySlice<UInt8> {
    let program = try ShownProgram(["get", "-n"] + arguments)
    // The focus begins at a random place if the way from it could reveal a key; from there to its
    // corner.
    try program.type(
      String(repeating: "\u{1b}[A", count: 4) + String(repeating: "\u{1b}[D", count: 10))
    let before = program.run.displayed.count
    try program.hold(cap("e", program))
    try program.run.waitForDisplay(of: "ë", after: before)
    try program.settle()
    let first = try program.place(of: Self.row)
    let place = (column: first.column + 2 + 3 * index, row: first.row)
    try program.drag(place)
    try program.release(place)
    let end = try program.place(of: "return")
    try program.run.type("\u{1b}[<0;\(end.column + 1);\(end.row + 1)M")
    #expect(try program.submitted() == String(Array("eéèêëēę")[index]))
    return program.run.displayed[before...]
  }

  @Test(arguments: [["--keyboard"], ["--input", "screen"]])
  func theOutputDoesNotDependOnTheChoice(_ arguments: [String]) throws {
    let first = try sent(choosing: 0, arguments)
    for index in [1, 3, 6] {
      let other = try sent(choosing: index, arguments)
      #expect(Array(other) == Array(first))
    }
  }

  /// However the program ends while a cap is held, no mode stays on and nothing is typed.
  @Test(arguments: ["\u{3}", "TERM", "HUP"])
  func leftWhileARowIsOpen(_ way: String) throws {
    let program = try opened()
    let signals = ["TERM": SIGTERM, "HUP": SIGHUP]
    if let signal = signals[way] {
      program.run.send(signal: signal)
      #expect(try program.run.wait() == .killed(signal))
    } else {
      try program.run.type(way)
      #expect(try program.run.wait() == .exited(130))
    }
    try program.settle()
    #expect(program.emulator.modes == [25])
    #expect(program.run.outputText == "")
    let sent = program.run.displayedText
    for mode in [1002, 1006] {
      #expect(
        sent.ranges(of: "\u{1b}[?\(mode)h").count == sent.ranges(of: "\u{1b}[?\(mode)l").count)
    }
  }

  @Test func stoppedAndContinuedTheRowIsGone() throws {
    let program = try opened(["get", "-n", "--keyboard", "--timeout", "60"])
    program.run.send(signal: SIGTSTP)
    try program.run.waitForDisplay(of: "\u{1b}[?1002l")
    let before = program.run.displayed.count
    program.run.send(signal: SIGCONT)
    try program.run.waitForDisplay(of: "\u{1b}[?1002h", after: before)
    try program.settle()
    #expect(!program.text.contains("é"))
    try program.release(cap("e", program))
    try program.type("x")
    #expect(try program.submit() == "x")
  }
}
