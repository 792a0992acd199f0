import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct DoctorTests {
  /// A home where only the agent's file is missing.
  private func run(
    _ words: [String] = [], columns: Int = 80, home: TemporaryFolder
  ) throws -> ProgramRun {
    try Keyward.run(
      ["doctor"] + words,
      environment: ["HOME": home.path, "COLUMNS": "\(columns)", "SHELL": "/bin/sh"])
  }

  @Test func everySubjectHasItsLine() throws {
    let terminal = try PseudoTerminal(columns: 45, rows: 40)
    let run = try ProgramRun.keyward(Keyward.doctor, environment: Keyward.oneLineEach, on: terminal)
    #expect(try run.wait() == .exited(run.outputText.hasPrefix("Needs action\n") ? 1 : 0))
    for subject in ["memory", "core", "trac", "tty mode", "terminal", "record"] {
      #expect(
        Keyward.findings(run).contains { $0.lowercased().contains(subject) }, "\(subject)")
    }
    #expect(run.outputText.contains("45 × 40") && run.outputText.contains("xterm-256color"))
    #expect(try terminal.settings() == terminal.initial)
    #expect(run.displayed.isEmpty)
  }

  @Test(arguments: [20, 40, 80, 200])
  func theShortReportFitsAWindow(columns: Int) throws {
    let home = try TemporaryFolder()
    let run = try run(columns: columns, home: home)
    let lines = run.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= columns }, "\(run.outputText)")
    #expect(lines.first == "Needs action" && run.ending == .exited(1))
    let text = lines.dropFirst().joined().filter { $0 != " " }
    #expect(text.hasPrefix("✗gpg,GPG_TTY,ssh,SSH_ASKPASS_REQUIRE,sudo-A,git:run`keywardsetup"))
  }

  @Test func coloursAreForTerminals() throws {
    let terminal = try PseudoTerminal()
    let run = try ProgramRun.keyward(["doctor"], streams: (.null, .terminal, .pipe), on: terminal)
    try run.wait()
    #expect(run.displayedText.contains("\u{1B}[32m✓\u{1B}[m"))
    #expect(try !self.run(home: TemporaryFolder()).output.contains(0x1B))
  }

  @Test func withoutATerminalTheLineNamesTheRemedy() throws {
    #expect(try Keyward.findings().contains { $0.contains("name a terminal with KEYWARD_TTY") })
  }

  @Test(.enabled(if: getuid() == 0, "needs root, whom a limit does not keep from locking"))
  func theFoundLimitAndTheRemedyAreNamed() throws {
    let run = try ProgramRun(BuiltProgram.keyward(), Keyward.doctor) {
      $0.lockedMemoryLimit = 16 * 1024
    }
    try run.wait()
    #expect(run.outputText.contains("16 KiB"))
  }

  @Test func aLimitOnTheSizeOfFilesIsNotBlamedOnTheKernel() throws {
    let run = try ProgramRun.finished(
      "/bin/sh",
      ["-c", "ulimit -f 0; exec \"$0\" doctor --verbose", try BuiltProgram.keyward()],
      environment: Keyward.oneLineEach)
    let line = Keyward.findings(run).first { $0.hasPrefix("secret memory") }
    #expect(line?.contains("ulimit -f") == true && line?.contains("kernel") == false)
  }

  private func line(_ subject: String, _ environment: [String: String?]) throws -> String {
    try Keyward.findings(environment).first { $0.hasPrefix(subject) } ?? ""
  }

  @Test func anUnknownKeyboardIsNotSet() throws {
    let folder = try TemporaryFolder()
    var environment: [String: String?] = ["XDG_CONFIG_HOME": folder.path]
    let file = try folder.write("mask: fixed\nlayout: nosuch\n", to: "keyward/config.yaml")
    let line = try line("configuration", environment)
    #expect(line.hasPrefix("configuration: \(file) sets mask fixed; \(file):2:9: There is no "))
    #expect(line.hasSuffix("The default keyboard is drawn instead."))
    // Each place on its own, independent of the other.
    environment["KEYWARD_OPTIONS"] = "--layout latin-dvorak"
    #expect(try self.line("configuration", environment) == line)
    #expect(
      try self.line("KEYWARD_OPTIONS", environment) == "KEYWARD_OPTIONS: --layout latin-dvorak")
  }

  @Test func theFileOfAKeyboardIsShownAsItIsLookedFor() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("layout: ../mine.yaml\n", to: "keyward/config.yaml")
    let environment: [String: String?] = ["XDG_CONFIG_HOME": folder.path]
    #expect(
      try line("configuration", environment).hasPrefix(
        "configuration: \(file) sets nothing; \(file):1:9: \(folder.path)/mine.yaml: This file "))
    try folder.write(
      "keyboard: mine\npanels: { letters: { rows: [ \"a b {delete}\", \"{return}\" ] } }\n",
      to: "mine.yaml")
    #expect(
      try line("configuration", environment)
        == "configuration: \(file) sets layout \(folder.path)/mine.yaml")
  }

  @Test func aLinkToNothingIsNamed() throws {
    let folder = try TemporaryFolder()
    symlink("/nowhere/agent.conf", folder.path + "/gpg-agent.conf")
    let line = try line("gpg asks", ["GNUPGHOME": folder.path])
    #expect(
      line.hasPrefix(
        "gpg asks through: the system's pinentry, since \(folder.path)/gpg-agent.conf is a link to "
          + "/nowhere/agent.conf, which does not exist; create that file, or remove the link"))
  }

  @Test("The short report lists all settings")
  func settingsAreListed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "mask: fixed\ntimeout: 9\nask-in: [terminal, tmux]\nwindow: [foot, -e]\n",
      to: "keyward/config.yaml")
    let run = try Keyward.run(
      ["doctor"], environment: ["XDG_CONFIG_HOME": folder.path, "COLUMNS": "10000"])
    #expect(
      run.outputText.contains(
        "configuration: \(file) sets mask fixed, timeout 9, ask-in terminal,tmux, window foot -e"),
      "\(run.outputText)")
  }

  @Test("An ellipsis shows that findings were left out", arguments: [10, 14, 20, 30, 80])
  func theEllipsis(columns: Int) throws {
    let home = try TemporaryFolder()
    func lines(_ columns: Int) throws -> [Substring] {
      try run(columns: columns, home: home).outputText.split(separator: "\n")
    }
    // In one line each, no finding is left out.
    let all = try lines(10_000).joined().filter { $0 != " " }
    let shown = try lines(columns)
    let isWhole = shown.joined().filter { $0 != " " } == all
    #expect(shown.contains { $0.hasSuffix("…") } == !isWhole, "\(shown)")
    #expect(columns > 20 || !isWhole)
  }
}
