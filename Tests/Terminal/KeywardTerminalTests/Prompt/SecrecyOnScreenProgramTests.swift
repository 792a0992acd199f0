import KeywardTestSupport
import Testing

/// The output to the terminal must not distinguish two secrets.
@Suite(.tags(.program)) struct SecrecyOnScreenProgramTests {
  @Test(arguments: ["fixed", "hidden"], [[], ["--plain"]])
  func deletingDoesNotRevealWhetherTheFieldWasEmpty(mask: String, options: [String]) throws {
    func sent(_ text: String) throws -> [UInt8] {
      let run = try ProgramRun.keyward(
        ["get", "-n", "--allow-empty", "--mask", mask] + options, showing: "Passphrase")
      try run.waitForQuiet()
      try run.type(text)
      try run.waitForQuiet()
      for key in ["\u{7f}", "\u{17}", "\u{15}", "\u{7f}"] {
        try run.type(key)
        try run.waitForQuiet()
      }
      try run.type("\r")
      #expect(try run.wait() == .exited(0))
      return run.displayedWithoutNumbers
    }
    #expect(try sent("") == sent("a bc d"))
  }

  @Test func aPressOnTheDrawnKeyboardHighlightsNothing() throws {
    func sent(clicking key: String) throws -> [UInt8] {
      let program = try ShownProgram(["get", "-n"])
      try program.click(" \(key) ")
      #expect(try program.submit() == key)
      return program.run.displayedWithoutNumbers
    }
    #expect(try sent(clicking: "e") == sent(clicking: "t"))
  }
}
