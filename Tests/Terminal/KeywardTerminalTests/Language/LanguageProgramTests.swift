import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct LanguageProgramTests {
  @Test(arguments: [
    (["LC_ALL": "de_DE.UTF-8"], [], "Enter OK   Esc Abbruch"),
    (["LC_ALL": "C.UTF-8"], ["--language", "es"], "Intro enviar   Esc cancelar"),
    (["LC_ALL": "de_DE.UTF-8"], ["--language", "en"], "Enter submit   Esc cancel"),
    (["LC_ALL": "C"], ["--language", "de"], "Enter submit   Esc cancel"),
    (["LC_ALL": "C.UTF-8", "KEYWARD_OPTIONS": "--language de"], [], "Enter OK   Esc Abbruch"),
  ])
  func theScreenIsInTheLanguage(
    _ environment: [String: String], _ options: [String], _ keys: String
  ) throws {
    let run = try ProgramRun.keyward(
      ["get", "--no-keyboard"] + options, environment: environment, showing: keys)
    try run.type("secret\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "secret\n")
  }

  /// Texts that scripts wait for, and parse, are the same in every language.
  @Test func scriptsFindTheirWords() throws {
    let environment = ["LC_ALL": "de_DE.UTF-8", "TERM": "dumb"]
    let run = try ProgramRun.keyward(
      ["get", "--repeat", "--tries", "1", "--timeout", "0"], environment: environment,
      showing: "Passphrase: ")
    try run.type("one\r")
    try run.waitForDisplay(of: "Repeat passphrase: ")
    try run.type("two\r")
    #expect(try run.wait() == .exited(1))
    #expect(run.errorText.hasPrefix("keyward: error: the two entries differed too often"))
  }
}
