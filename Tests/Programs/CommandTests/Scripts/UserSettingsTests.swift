import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct UserSettingsTests {
  private func folder(_ text: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "keyward/config.yaml")
    return folder
  }

  private func screen(_ arguments: [String], _ environment: [String: String?]) throws -> ProgramRun
  {
    let arguments = ["type", "--screen", "640x384", "--format", "text"] + arguments
    return try Keyward.run(arguments, environment: environment)
  }

  @Test func theCommandLineWinsOverTheEnvironmentOverTheFile() throws {
    let folder = try folder("timeout: 0.4\nkeyboard: no\nallow-reveal: yes\n")
    defer { withExtendedLifetime(folder) {} }
    let file = ["XDG_CONFIG_HOME": folder.path] as [String: String?]
    let reveal = "Ctrl-T reveal"
    let configured = try screen([], file).outputText
    #expect(configured.contains(reveal) && !configured.contains("space"))
    var both = file
    both["KEYWARD_OPTIONS"] = "--no-allow-reveal --keyboard"
    let optioned = try screen([], both).outputText
    #expect(!optioned.contains(reveal) && optioned.contains("space"))
    let reported = try screen(["--allow-reveal", "--no-keyboard"], both).outputText
    #expect(reported.contains(reveal) && !reported.contains("space"))
    let timedOut = try Keyward.typing(["get"], environment: file)
    #expect(try timedOut.wait() == .exited(124))
  }

  @Test func aDialogueFollowsTheFile() throws {
    let folder = try folder("max-length: 3\ncolours: no\nallow-reveal: yes\nkeyboard: no\n")
    defer { withExtendedLifetime(folder) {} }
    let run = try Keyward.typing(
      ["get"],
      environment: ["XDG_CONFIG_HOME": folder.path, "COLORTERM": "truecolor"])
    try run.type("abcde", until: "Maximum length: 3")
    try run.type("\u{14}", until: "abc")
    #expect(try run.end(confirming: "Characters were cut off") == .exited(0))
    #expect(run.outputText == "abc\n")
    #expect(!run.displayedText.contains("38;2;") && !run.displayedText.contains("48;2;"))
  }

  @Test func unknownSettingsAreReportedAndIgnored() throws {
    let folder = try folder("mask: round\nlayout: nothing\nmax-length: 2\n")
    defer { withExtendedLifetime(folder) {} }
    let run = try Keyward.typing(
      ["get"],
      environment: ["XDG_CONFIG_HOME": folder.path, "KEYWARD_OPTIONS": "--nothing"])
    #expect(try run.end(typing: "abc", confirming: "Characters were cut off") == .exited(0))
    #expect(run.outputText == "ab\n")
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.contains { $0.contains("/keyward/config.yaml:1:7: ") })
    #expect(lines.contains { $0.contains("/keyward/config.yaml:2:9: ") })
    #expect(lines.contains { $0.hasPrefix("keyward: warning: KEYWARD_OPTIONS: ") })
  }

  @Test func aKeyboardOfTheUsersOwnIsFoundBesideTheFile() throws {
    let folder = try folder("layout: mine.yaml\n")
    try folder.write(
      """
      keyboard: mine
      title: Mine
      language: en
      panels:
        letters:
          rows: ["ж ю я", "{delete} {return}"]
      """, to: "keyward/mine.yaml")
    let run = try screen([], ["XDG_CONFIG_HOME": folder.path])
    #expect(run.errorText.isEmpty)
    #expect(run.outputText.contains("ж"))
    #expect(
      try screen(["--layout", "latin-qwerty"], ["XDG_CONFIG_HOME": folder.path]).outputText
        .contains("English"))
  }

  @Test func aFileThatOthersMayWriteIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write("mask: fixed\n", to: "keyward/config.yaml", mode: 0o666)
    let run = try screen([], ["XDG_CONFIG_HOME": folder.path])
    #expect(run.errorText.contains("config.yaml: Other users can write to this file"))
    #expect(!run.outputText.contains("••••••••"))
  }

  @Test func theDoctorReportsTheSettings() throws {
    let folder = try folder("mask: fixed\nlayout: nothing\n")
    try folder.write("[core]\n\tAskPass = /usr/bin/git-gui--askpass\n", to: "git/config")
    let run = try Keyward.run(
      "doctor", "--verbose",
      environment: [
        "COLUMNS": "10000",
        "XDG_CONFIG_HOME": folder.path, "HOME": folder.path, "SSH_ASKPASS_REQUIRE": "prefer",
        "KEYWARD_OPTIONS": "--nothing",
      ])
    #expect(run.outputText.contains("/keyward/config.yaml sets mask fixed; "))
    #expect(run.outputText.contains("config.yaml:2:9: There is no keyboard"))
    #expect(run.outputText.contains("KEYWARD_OPTIONS: --nothing; KEYWARD_OPTIONS: Unknown option"))
    #expect(run.outputText.contains("git asks through: /usr/bin/git-gui--askpass (core.askPass)"))
    #expect(run.outputText.contains("SSH_ASKPASS_REQUIRE: prefer, so ssh"))
    #expect(run.outputText.contains("    pinentry-program /"))
    #expect(run.outputText.contains(" ] && export SUDO_ASKPASS=/"))
  }
}
