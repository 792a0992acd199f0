import TestSupport
import Testing

/// Command lines in plain form are read without the argument parser, and mean what they mean to it.
///
/// A `--` at the end, behind which nothing stands, is no plain form and says nothing else.
@Suite struct PlainCommandLineTests {
  /// Runs a command line in both ways.
  private func expectSame(_ arguments: [String]) throws {
    let plain = try ProgramRun.finished(BuiltProgram.keyward(), arguments)
    let parsed = try ProgramRun.finished(BuiltProgram.keyward(), arguments + ["--"])
    #expect(plain.ending == parsed.ending, "\(arguments)")
    #expect(plain.outputText == parsed.outputText, "\(arguments)")
    #expect(plain.errorText == parsed.errorText, "\(arguments)")
  }

  /// Values of every option that `keyward type` has, good and bad ones; none that makes the picture
  /// another one each time.
  private static let values: [String: [String]] = [
    "enroll": ["/nonexistent/hash"], "verify": ["/nonexistent/hash"],
    "format": ["text", "svg", "png"], "prompt": ["PIN", "", "=", "a=b", "get"],
    "description": ["one\ntwo", "×"], "error": ["Wrong.", "\u{301}"],
    "mask": ["fixed", "hidden", "stars", "Fixed"], "timeout": ["0", "2.5", "soon", "1e3"],
    "rotate": ["landscape@0", "sideways@1"], "input": ["keys", "feet"],
    "feedback": ["press", "Press"], "max-length": ["1", "0", "١"], "allow": ["0123", ""],
    "layout": ["greek", "nowhere", "./no.yaml"], "panel": ["numbers", "id-card", "idCard"],
    "title": ["Bank", ""], "shuffle": ["none", "some"], "device": ["iphone-xs", "iphone-xy"],
    "screen": ["640x400", "640", "30x30"], "safe-area": ["0,0,0,0"], "idiom": ["pad"],
    "orientation": ["landscape"], "metrics": ["jgs", "jsg", ""],
  ]

  /// Flags of `keyward type`; some have a `--no-…`.
  private static let flags = [
    "allow-reveal", "plain", "allow-unlocked-memory", "keyboard", "colour", "full-width",
  ]

  /// The names in the help, without dashes.
  private func namesInHelp() throws -> Set<String> {
    let help = try Keyward.run("type", "--help").outputText
    let words = help.split { !$0.isLetter && $0 != "-" }
    return Set(words.filter { $0.hasPrefix("--") && $0.count > 2 }.map { String($0.dropFirst(2)) })
  }

  @Test func everyOptionIsReadAlike() throws {
    for (name, values) in Self.values {
      for value in values { try expectSame(["type", "--format=text", "--\(name)", value]) }
    }
  }

  @Test func everyFlagIsReadAlike() throws {
    for name in Self.flags {
      for given in [["--\(name)"], ["--no-\(name)"], ["--\(name)", "--no-\(name)"]] {
        try expectSame(["type", "--format=text"] + given)
      }
    }
  }

  @Test func theOptionsOfTheHelpAreTheOnesTriedHere() throws {
    let known = Set(Self.values.keys).union(Self.flags).union(Self.flags.map { "no-" + $0 })
    let shown = try namesInHelp().subtracting(["version", "help"])
    #expect(shown.subtracting(known).isEmpty)
    #expect(Set(Self.values.keys).union(Self.flags).subtracting(shown).isEmpty)
  }

  @Test func aWholeLineIsReadAlike() throws {
    try expectSame([
      "type", "--prompt=PIN", "--title=a=b", "--panel=numbers", "--no-colour", "--mask=fixed",
      "--timeout=2.5", "--max-length=4", "--allow=0123456789", "--rotate=landscape@0",
      "--format=svg",
      "--rotate=portrait@1",
    ])
  }

  @Test(arguments: [
    ["--format=text"], ["type", "-f", "text"], ["type", "--format=text", "--plain=yes"],
    ["type", "--plain", "yes", "--format=text"], ["type", "--format=text", "--title="],
    ["type", "--title=", "Bank", "--format=text"], ["type", "--title=\u{301}", "--format=text"],
    ["type", "--title=One", "--format=text", "--title", "Two"],
    ["type", "--format=text", "--mask"], ["type", "--format=text", "word"],
    ["type", "word", "--format=text"], ["type", "--format=text", "-"], ["type", "---format=text"],
    ["type", "--format=text", "--frobnicate"],
    ["type", "--format=text", "--enroll=a", "--verify=b"],
    ["type", "--format=text", "--device=iphone-xs", "--screen=1x1"],
    ["type", "--format=text", "--safe-area=1,1,1,1"], ["type", "--format=text", "--help"],
    ["type", "--prompt", "--format=text"], ["typ"], ["get", "-nx"], ["get", "-n", "word"],
    ["exec"], ["exec", "--fd", "4", "--stdin"], ["exec", "--fd", "2"], ["exec", "--env", "9"],
  ])
  func whatIsNotPlainIsForTheParser(arguments: [String]) throws {
    try expectSame(arguments)
  }
}
