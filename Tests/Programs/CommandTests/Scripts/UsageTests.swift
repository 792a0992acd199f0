import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct UsageTests {
  /// Commands that ask nobody, with their status and their output; `''` is an empty word.
  @Test func everyAnswerIsAsInTheGoldenFile() throws {
    let differences = try GoldenFile("commands").differences { one in
      let words = one.name.split(separator: " ").map { $0 == "''" ? "" : String($0) }
      let run = try Keyward.run(words)
      #expect(!run.errors.contains(0x1B) && !run.output.contains(0x1B))
      guard case .exited(let status)? = run.ending else { return "\(words) was killed" }
      return "status \(status)\n\(run.outputText)\(run.errorText)".dropLast().description
    }
    #expect(differences == [])
  }

  /// A sandbox may lack `/proc`; a command with options must not become one without.
  @Test(.enabled(if: OwnMounts.arePossible, "needs root, and unshare, to take /proc away"))
  func argumentsAreSeenWithoutProc() throws {
    for program in [
      try BuiltProgram.keyward(),
      try BuiltProgram.find("pinentry-keyward", override: "KEYWARD_PINENTRY"),
      try BuiltProgram.find("keyward-askpass", override: "KEYWARD_ASKPASS"),
    ] {
      let run = try ProgramRun(
        "/usr/bin/unshare",
        ["-m", "/bin/sh", "-c", "umount -l /proc && exec \"$0\" --version", program],
        streams: (.terminal, .terminal, .pipe), on: PseudoTerminal())
      #expect(try run.wait() == .exited(0), "\(run.errorText)")
      #expect(run.displayedText.contains(Repository.version))
    }
  }

  @Test func helpIsOnStandardOutput() throws {
    for arguments in [["--help"], ["help"], ["exec", "--help"], ["help", "frames"], ["layouts"]] {
      let run = try Keyward.run(arguments)
      #expect(run.ending == .exited(0))
      #expect(run.outputText.contains("USAGE: keyward") && run.errors.isEmpty)
    }
    #expect(try Keyward.run("help").outputText.contains("keyward exec"))
  }

  @Test func escapeSequencesOfArgumentsDoNotReachTheTerminal() throws {
    let refused = try Keyward.run("frames", "--device", "\u{1B}]0;owned\u{7}")
    #expect(refused.ending == .exited(64), "\(refused.errorText)")
    #expect(refused.output.isEmpty && !refused.errors.contains(0x1B))
    let run = try Keyward.run("layouts", "check", "\u{1B}[31mred.yaml")
    #expect(run.ending == .exited(1))
    #expect(!run.errors.contains(0x1B))
  }

  /// `FILE` is a keyboard without faults, and `FAULTY` one with a fault.
  @Test(
    "On a terminal, prose is broken between words",
    arguments: [
      ["layouts", "check", "FILE"], ["layouts", "check", "FAULTY"], ["layouts", "check", "none"],
      ["layouts", "show", "FAULTY"], ["layouts", "list"], ["layouts", "list", "none-of-these"],
      ["layouts", "import", "FILE"], ["setup"], ["setup", "--apply"], ["setup", "--undo"],
      ["doctor"], ["doctor", "--verbose"], ["doctor", "--boot", "--verbose"],
      ["simulate", "FAULTY"], ["frames", "--layout", "FAULTY"], ["frames", "--device", "none"],
      ["help"], ["help", "setup"], ["get", "--nonsense"], ["get", "--timeout"], ["attend"],
    ])
  func proseIsBrokenBetweenWords(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let panels = "panels: { numbers: { from: number } }\n"
    let title = "A keyboard with a title of many words in it"
    let good = try folder.write("keyboard: good\ntitle: \(title)\n" + panels, to: "good.yaml")
    let bad = try folder.write(
      "keyboard: bad\nunknown-field-of-a-keyboard: 1\n" + panels, to: "bad.yaml")
    let words = arguments.map { $0 == "FILE" ? good : $0 == "FAULTY" ? bad : $0 }
    let run = try ProgramRun.keyward(
      words, environment: ["HOME": folder.path, "SHELL": "/bin/bash", "NO_COLOR": "1"],
      streams: (.null, .terminal, .terminal), on: PseudoTerminal(columns: 60))
    _ = try run.wait()
    let lines = run.displayedText.split(whereSeparator: \.isNewline)
    #expect(!lines.isEmpty)
    for line in lines where line.count > 60 {
      // Lines for files are whole, so that they can be copied.
      let isToCopy = ["  + ", "  - ", "  Path ", "    "].contains { line.hasPrefix($0) }
      #expect(isToCopy || !line.drop { $0 == " " }.contains(" "), "\(line)")
    }
  }

  @Test(arguments: ["version", "-v", "-V", "--version"])
  func theVersionIsPrinted(word: String) throws {
    let run = try Keyward.run(word)
    #expect(run.ending == .exited(0) && run.outputText == Repository.version + "\n")
  }
}
