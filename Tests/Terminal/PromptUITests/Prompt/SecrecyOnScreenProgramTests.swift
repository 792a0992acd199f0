import KeywardTestSupport
import Testing

@testable import PromptUI

/// The output to the terminal must not distinguish two secrets.
@Suite struct SecrecyOnScreenProgramTests {
  private func sent(_ keys: [String], _ options: [String]) throws -> [UInt8] {
    let program = try ShownProgram(["get", "-n"] + options)
    for key in keys {
      try program.run.type(key)
      try program.run.waitForQuiet(seconds: 0.06)
    }
    #expect(try program.submit() == keys.joined())
    return program.run.displayed
  }

  @Test func equalNumbersOfGraphemesLookTheSame() throws {
    let first = try sent(["a", "b", "c", "d", "e"], [])
    let second = try sent(["z", "語", "😀", "é", "~"], [])
    #expect(first == second)
  }

  @Test func aFixedMaskLooksTheSameForAnyLength() throws {
    let short = try sent(["a"], ["--mask", "fixed"])
    let long = try sent(["x", "y", "z", "語", "!", "1", "2", "3", "4"], ["--mask", "fixed"])
    #expect(short == long)
    let text = String(decoding: short, as: UTF8.self)
    #expect(text.count { $0 == "•" } == 8)
  }

  @Test func aHiddenMaskShowsNothing() throws {
    let short = try sent(["a"], ["--mask", "hidden"])
    let long = try sent(["x", "y", "z"], ["--mask", "hidden"])
    #expect(short == long)
    #expect(short.firstRange(of: Array("•".utf8)) == nil)
  }

  @Test(arguments: ["fixed", "hidden"], [[], ["--plain"]])
  func deletingTellsNotWhetherThereWasSomething(mask: String, options: [String]) throws {
    func sent(_ text: String) throws -> [UInt8] {
      let run = try ProgramRun(
        BuiltProgram.keyward(),
        ProgramOptions(
          ["get", "-n", "--allow-empty", "--mask", mask] + options,
          streams: (.null, .pipe, .pipe)),
        on: PseudoTerminal())
      try run.waitForDisplay(of: "Passphrase")
      try run.waitForQuiet()
      try run.type(text)
      try run.waitForQuiet()
      for key in ["\u{7f}", "\u{17}", "\u{15}", "\u{7f}"] {
        try run.type(key)
        try run.waitForQuiet()
      }
      try run.type("\r")
      #expect(try run.wait() == .exited(0))
      return run.displayed
    }
    #expect(try sent("") == sent("a bc d"))
  }

  @Test func aPressOnTheDrawnKeyboardHighlightsNothing() throws {
    func sent(clicking key: String) throws -> [UInt8] {
      let program = try ShownProgram(["get", "-n"])
      try program.click(" \(key) ")
      #expect(try program.submit() == key)
      return program.run.displayed
    }
    #expect(try sent(clicking: "e") == sent(clicking: "t"))
  }

  @Test(arguments: [[], ["--plain"]])
  func hostileTextsSteerNothing(_ options: [String]) throws {
    let hostile = InjectionCorpus.texts.map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ").replacing("\0", with: "")
    let arguments = [
      "get", "-n", "--allow-empty", "--prompt", hostile, "--title", hostile,
      "--description", hostile, "--error",
      hostile,
    ]
    if options.isEmpty {
      for environment in [["NO_COLOR": "1"], ["COLORTERM": "truecolor"], ["LANG": "C"]] {
        let program = try ShownProgram(arguments, environment: environment)
        #expect(try program.submit() == "")
        #expect(program.emulator.violations == [])
        #expect(program.emulator.unfinished == 0)
      }
    } else {
      let run = try ProgramRun(
        BuiltProgram.keyward(), ProgramOptions(arguments + options, streams: (.null, .pipe, .pipe)),
        on: PseudoTerminal())
      try run.waitForDisplay(of: ": ")
      try run.waitForQuiet()
      try run.type("\r")
      #expect(try run.wait() == .exited(0))
      #expect(!run.displayed.contains(0x1b))
      #expect(!run.displayed.contains(0x07))
    }
  }
}
