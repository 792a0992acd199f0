import Glibc
import KeywardTestSupport
import Testing

/// Texts a caller chose cannot steer the terminal: a strict emulator sees allowed sequences only.
@Suite(.tags(.program)) struct HostileTextTests {
  @Test(arguments: InjectionCorpus.arguments)
  func onlyAllowedSequencesReachTheTerminal(text: String) throws {
    let names = ["--prompt", "--title", "--description", "--error"]
    let all = names.flatMap { [$0, text] }
    let looks: [[String: String?]] = [["NO_COLOR": "1"], ["COLORTERM": "truecolor"], ["LANG": "C"]]
    let runs: [([String], [String: String?])] =
      looks.map { (all, $0) } + names.map { ([$0, text], [:]) }
    for (options, look) in runs {
      let run = try Keyward.typing(["type"] + options, environment: look)
      #expect(try run.end(typing: "sesame\r") == .exited(0))
      let emulator = run.screen()
      #expect(emulator.violations.isEmpty)
      #expect(emulator.unfinished == 0)
      #expect(emulator.modes.isDisjoint(with: [1049, 1000, 1006, 2004]))
      #expect(!run.output.contains { $0 < 0x20 && $0 != 0x0A })
    }
  }

  @Test(
    arguments: InjectionCorpus.arguments, ["pinentry-keyward", "keyward-askpass", "keyward agent"])
  func onlyTextReachesStandardError(text: String, program: String) throws {
    let words = program.split(separator: " ").map(String.init)
    let run = try ProgramRun(
      BuiltProgram.find(words[0]),
      words.dropFirst() + (words[0] == "keyward-askpass" ? ["x"] : ["--\(text)"]),
      environment: ["KEYWARD_TTY": "/tmp/\(text)"])
    _ = try run.wait()
    #expect(run.errorText.hasSuffix("\n"))
    // A joiner stays between pictographs, as `SanitizerTests` has it.
    let others = run.errorText.unicodeScalars.filter { scalar in
      scalar != "\n" && scalar != "\u{200D}"
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
    #expect(run.screen(rows: 40).lines[0].allSatisfy { $0 == " " })
  }

  @Test func brokenUTF8InArgumentsIsShownAsSuch() throws {
    let run = try ProgramRun(
      "/bin/sh",
      [
        "-c", "exec \"$0\" get --allow-empty --prompt \"$(printf 'a\\377\\300\\257b')\"",
        try BuiltProgram.keyward(),
      ], on: PseudoTerminal(), showing: Keyward.frameEnd)
    let emulator = run.screen()
    #expect(emulator.violations.isEmpty)
    #expect(emulator.lines.contains { $0.contains("a\u{FFFD}") })
    #expect(try run.end(typing: "\r") == .exited(0))
  }

  @Test func lineModeSendsTextOnly() throws {
    for text in InjectionCorpus.arguments {
      let run = try ProgramRun.keyward(
        [
          "get", "--plain", "--title", text, "--description", text, "--error", text, "--prompt",
          text,
        ], showing: ": ")
      try run.waitForQuiet()
      #expect(try run.end(typing: "sesame\r") == .exited(0))
      #expect(run.outputText == "sesame\n")
      let isPlain = run.displayed.allSatisfy { $0 >= 0x20 || [0x0D, 0x0A].contains($0) }
      #expect(isPlain)
    }
  }

  @Test func namesOfFilesInResultsAreText() throws {
    let folder = try TemporaryFolder()
    let name = folder.path + "/a\u{1B}]0;owned\u{7}\u{1B}[31m.hash"
    for (option, keys) in [("--enroll", "sesame\rsesame\r"), ("--verify", "sesame\r")] {
      let run = try ProgramRun.keyward(["type", option, name], showing: Keyward.frameEnd)
      #expect(try run.end(typing: keys) == .exited(0))
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
    let check = try Keyward.run(["layouts", "check", folder.path + "/" + file])
    #expect(check.outputText.contains("[31m/mine.yaml: “Mine” has no faults."))
    #expect(!check.output.contains(0x1B))
  }
}
