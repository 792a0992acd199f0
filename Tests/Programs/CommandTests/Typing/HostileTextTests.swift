import Glibc
import KeywardTestSupport
import Testing

/// Texts a caller chose cannot steer the terminal: a strict emulator sees allowed sequences only.
@Suite struct HostileTextTests {
  static let texts = [
    "\u{1B}]0;owned\u{7}", "\u{1B}]52;c;b3duZWQ=\u{1B}\\",
    "\u{1B}]8;;http://x\u{7}link\u{1B}]8;;\u{7}",
    "\u{1B}]777;notify;a;b\u{7}", "\u{1B}]1337;File=:AA==\u{7}", "\u{1B}P1$r0m\u{1B}\\",
    "\u{1B}_apc\u{1B}\\", "\u{1B}^pm\u{1B}\\", "\u{1B}Xsos\u{1B}\\", "\u{9B}2J\u{9D}0;x\u{9C}",
    "\u{1B}[2J\u{1B}[1;1Hkeyward", "\u{1B}c", "\u{7}\u{8}\u{7F}\r\u{B}\u{C}",
    "\u{202E}dedrever\u{2066}x",
    "\u{2028}\u{2029}", "a\u{200B}b\u{E0041}", "\u{1B}[?1049l\u{1B}[6n", "\t\ttabs",
    "a" + String(repeating: "\u{301}", count: 200), String(repeating: "long ", count: 3000),
    String(repeating: "line\n", count: 500),
  ]

  @Test(arguments: texts)
  func onlyAllowedSequencesReachTheTerminal(text: String) throws {
    for options in [
      ["--prompt", text], ["--title", text], ["--description", text], ["--error", text],
    ] {
      let run = try Keyward.typing(
        ["type"] + options, on: PseudoTerminal(columns: 80, rows: 24))
      try run.type("sesame\r")
      #expect(try run.wait() == .exited(0))
      var emulator = TerminalEmulator(columns: 80, rows: 24)
      emulator.feed(run.displayed)
      #expect(emulator.violations.isEmpty)
      #expect(emulator.modes.isDisjoint(with: [1049, 1000, 1006, 2004]))
      #expect(!run.output.contains { $0 < 0x20 && $0 != 0x0A })
    }
  }

  /// Messages quote arguments and variables.
  @Test(arguments: texts, ["pinentry-keyward", "keyward-askpass", "keyward agent"])
  func onlyTextReachesStandardError(text: String, program: String) throws {
    let words = program.split(separator: " ").map(String.init)
    let run = try ProgramRun(
      BuiltProgram.find(words[0]),
      ProgramOptions(
        words.dropFirst() + (words[0] == "keyward-askpass" ? ["x"] : ["--\(text)"]),
        environment: ["KEYWARD_TTY": "/tmp/\(text)"], streams: (.null, .pipe, .pipe)))
    _ = try run.wait()
    #expect(run.errorText.hasSuffix("\n"))
    let others = run.errorText.unicodeScalars.filter { scalar in
      scalar != "\n"
        && [.control, .format, .lineSeparator, .paragraphSeparator].contains(
          scalar.properties.generalCategory)
    }
    #expect(others.isEmpty, "\(run.errorText.debugDescription)")
  }

  @Test func rowZeroIsOurs() throws {
    let run = try Keyward.typing(
      [
        "type", "--prompt", "Row", "--description", "zero\n\u{1B}[1;1Hfake", "--error", "fake",
        "--title", "fake",
      ], on: PseudoTerminal(columns: 80, rows: 40))
    var emulator = TerminalEmulator(columns: 80, rows: 40)
    emulator.feed(run.displayed)
    #expect(emulator.lines[0].allSatisfy { $0 == " " })
  }

  @Test func brokenUTF8InArgumentsIsShownAsSuch() throws {
    let run = try ProgramRun(
      "/bin/sh",
      ProgramOptions(
        [
          "-c", "exec \"$0\" get --allow-empty --prompt \"$(printf 'a\\377\\300\\257b')\"",
          try BuiltProgram.keyward(),
        ],
        streams: (.null, .pipe, .pipe)), on: PseudoTerminal())
    try run.waitForDisplay(of: Keyward.frameEnd)
    var emulator = TerminalEmulator(columns: 80, rows: 24)
    emulator.feed(run.displayed)
    #expect(emulator.violations.isEmpty)
    #expect(emulator.lines.contains { $0.contains("a\u{FFFD}") })
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
  }

  @Test func lineModeSendsTextOnly() throws {
    for text in Self.texts {
      let run = try ProgramRun(
        BuiltProgram.keyward(),
        ProgramOptions(
          [
            "get", "--plain", "--title", text, "--description", text, "--error", text, "--prompt",
            text,
          ], streams: (.null, .pipe, .pipe)), on: PseudoTerminal())
      try run.waitForDisplay(of: ": ")
      try run.waitForQuiet()
      try run.type("sesame\r")
      #expect(try run.wait() == .exited(0))
      #expect(run.outputText == "sesame\n")
      let isPlain = run.displayed.allSatisfy { $0 >= 0x20 || [0x0D, 0x0A, 0x07].contains($0) }
      #expect(isPlain)
    }
  }

  @Test func namesOfFilesInResultsAreText() throws {
    let folder = try TemporaryFolder()
    let name = folder.path + "/a\u{1B}]0;owned\u{7}\u{1B}[31m.hash"
    for (option, keys) in [("--enroll", "sesame\rsesame\r"), ("--verify", "sesame\r")] {
      let run = try ProgramRun(
        BuiltProgram.keyward(),
        ProgramOptions(["type", option, name], streams: (.null, .pipe, .pipe)), on: PseudoTerminal()
      )
      try run.waitForDisplay(of: Keyward.frameEnd)
      try run.type(keys)
      #expect(try run.wait() == .exited(0))
      #expect(run.outputText.contains("a\u{FFFD}]0;owned"))
      #expect(!run.output.contains(0x1B) && !run.output.contains(0x07))
    }
    let file = "\u{1B}[31m/mine.yaml"
    try folder.write(
      """
      keyboard: mine
      title: Mine
      language: en
      panels:
        numbers: { from: number }
      """, to: file)
    let check = try ProgramRun.finished(
      BuiltProgram.keyward(), ["layouts", "check", folder.path + "/" + file])
    #expect(check.outputText.contains("[31m/mine.yaml: “Mine” has no faults."))
    #expect(!check.output.contains(0x1B))
  }
}
