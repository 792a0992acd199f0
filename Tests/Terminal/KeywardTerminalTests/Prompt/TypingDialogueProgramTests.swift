import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// The typing screen of the built program, as a person sees and uses it.
@Suite(.tags(.program)) struct TypingDialogueProgramTests {
  private let asked = [
    "get", "-n", "--title", "Signing key", "--description",
    "Unlock the OpenPGP secret key\n\n\"Nightly build <build@example.org>\"\n"
      + "255-bit EdDSA key, made 2026-11-21",
    "--error", "Bad passphrase (try 2 of 3)",
  ]

  /// The text about the asking process, which has another number in each run.
  private func asker(on program: ShownProgram) throws -> String {
    let lines = program.lines.map { String($0.drop { $0 == " " }) }
    let start = try #require(lines.firstIndex { $0.hasPrefix("asked by ") })
    let end = try #require(lines.firstIndex { $0.hasPrefix("for: ") })
    return lines[start..<end].joined(separator: " ")
  }

  @Test("The sketches are what the program shows", arguments: [(45, 40), (80, 24)])
  func theSketchesAreWhatTheProgramShows(_ size: (columns: Int, rows: Int)) throws {
    let program = try ShownProgram(
      asked + ["--no-secret-memory", "--sandbox", "no"], columns: size.columns, rows: size.rows)
    try program.type("twelve chars")
    var content = try ScreenSamples.unlocking(columns: size.columns, rows: size.rows)
    content.keyboard?.view.marksAlternates = true
    (content.question.asker, content.question.title) = (try asker(on: program), "Signing key")
    var purpose = Purpose()
    (purpose.plainLead, purpose.command) = ("for:", "shell ''")
    content.question.purpose = purpose
    content.missing = ["sandbox switched off"]
    let sketch = content.rendered(columns: size.columns, rows: size.rows)
    #expect(program.lines == sketch.buffer.lines)
    #expect(try program.submit() == "twelve chars")
    #expect(program.emulator.violations == [])
    #expect(program.emulator.modes == [25])
  }

  @Test func clicksPressWhatIsDrawn() throws {
    let program = try ShownProgram(asked)
    for key in [" q ", " w ", "shift", " A ", "space", ".?123"] { try program.click(key) }
    #expect(program.text.contains("#+="))
    for key in [" 1 ", " @ ", "delete", "Abc", " z "] { try program.click(key) }
    try program.click("return")
    #expect(try program.submitted() == "qwA 1z")
  }

  @Test("Done in the toolbar submits")
  func doneInTheToolbarSubmits() throws {
    let program = try ShownProgram(asked, rows: 30)
    try program.click("123")
    try program.click("5")
    try program.click("Done")
    #expect(try program.submitted() == "5")
  }

  @Test func aNumberPadWithoutTitleHasDoneInTheStatusLine() throws {
    let program = try ShownProgram(["get", "-n", "--panel", "numbers"])
    try program.click("7")
    try program.click("Done")
    #expect(try program.submitted() == "7")
  }

  @Test func tabAndArrowsReachTheDrawnKeys() throws {
    let program = try ShownProgram(asked)
    try program.type("\t\u{1b}[C")
    #expect(program.text.contains("┃  h  ┃"))
    try program.type(" \u{1b}[A\r\u{1b}[D ")
    // From h up to the key above it, and one to the left.
    try program.type("\t")
    let typed = try program.submit()
    #expect(typed.count == 3)
    #expect(typed.first == "h")
  }

  @Test func withInputScreenThePhysicalKeysTypeNothing() throws {
    let program = try ShownProgram(["get", "-n", "--input", "screen"])
    try program.type("abc")
    #expect(program.emulator.bells > 0)
    try program.click(" k ")
    try program.click("return")
    #expect(program.text.contains("Characters that are not allowed"))
    try program.click("return")
    #expect(try program.submitted() == "k")
  }

  @Test func revealShowsAndHides() throws {
    let program = try ShownProgram(["get", "-n", "--allow-reveal"])
    try program.type("s3cret 語\u{14}")
    #expect(program.text.contains("s3cret 語"))
    try program.type("!")
    #expect(program.text.contains("s3cret 語!"))
    try program.type("\u{14}")
    #expect(!program.text.contains("s3cret"))
    #expect(program.text.contains("•••••••••"))
    #expect(try program.submit() == "s3cret 語!")
    #expect(program.emulator.violations == [])
  }

  @Test func withoutLeaveThereIsNoReveal() throws {
    let program = try ShownProgram(["get", "-n"])
    try program.type("s3cret\u{14}")
    #expect(!program.text.contains("s3cret"))
  }

  @Test func aRefusedPasteRingsAndShowsANotice() throws {
    let program = try ShownProgram(["get", "-n"])
    try program.type("a\u{1b}[200~two\0parts\u{1b}[201~")
    #expect(program.emulator.bells == 1)
    #expect(program.text.contains("The pasted text contains a control character"))
    try program.type("b")
    #expect(!program.text.contains("The pasted text contains a control character"))
    try program.type("\r")
    #expect(program.text.contains("Characters that are not allowed were left out"))
    #expect(try program.submit() == "ab")
  }

  /// Every sequence that is not a key of the dialogue, one after the other in one field.
  @Test func everyKnownSequenceTypesItsText() throws {
    let program = try ShownProgram(["get", "-n", "--no-keyboard"])
    let samples = KeySequences.samples.filter { sample in
      !["key", "press", "byte"].contains { sample.result.hasPrefix($0) }
    }
    for sample in samples { try program.run.type(sample.bytes) }
    try program.type("z\r")
    #expect(program.text.contains("A character is missing"))
    #expect(try program.submit() == samples.map(\.text).joined() + "z")
  }

  @Test func theTimeoutCountsDown() throws {
    let program = try ShownProgram(["get", "--timeout", "2"])
    #expect(try program.run.wait() == .exited(124))
    #expect(program.run.displayedText.contains("Closes in 2 s"))
  }

  @Test func aScheduledRotationTurnsTheKeyboard() throws {
    let program = try ShownProgram(
      ["get", "-n", "--rotate", "portrait@1"], columns: 80, rows: 24)
    // 80 cells across are 48 once the screen is upright, and keys of 6 cells 4.
    try program.run.wait(for: "the turned keyboard") {
      try program.settle()
      return program.lines.contains { $0.hasSuffix(" │ q │ w │ e │ r │ t │ y │ u │ i │ o │ p │") }
    }
    try program.type("x")
    #expect(try program.submit() == "x")
  }
}
