import Glibc
import KeywardTerminal
import KeywardTestSupport

/// A program on a terminal whose settings are not the default ones.
struct KilledProgram {
  let terminal: PseudoTerminal
  let run: ProgramRun
  let found: TerminalSettings

  init(
    _ arguments: [String], environment: [String: String?] = [:],
    showing text: String = "\u{1b}[?2026l"
  ) throws {
    terminal = try PseudoTerminal(columns: 80, rows: 24)
    _ = try ProgramRun.finished("/bin/stty", ["-F", terminal.path, "intr", "^X", "-ixon"])
    found = try terminal.settings()
    run = try ProgramRun.keyward(arguments, environment: environment, on: terminal)
    try run.waitForDisplay(of: text)
    try run.waitForQuiet()
  }

  /// Kills it, and gives the terminal other settings before the helper looks at it; returns the
  /// helper, going on, and the number of bytes displayed by then.
  func killAndSet(_ words: [String]) throws -> (helper: Int32, shown: Int) {
    let helper = try run.waitForHelper()
    kill(helper, SIGSTOP)
    try ProgramRun.killHelped(by: helper)
    try run.wait()
    try stty(words)
    let shown = run.displayed.count
    kill(helper, SIGCONT)
    return (helper, shown)
  }

  @discardableResult
  func stty(_ words: [String]) throws -> String {
    let run = try ProgramRun.finished("/bin/stty", ["-F", terminal.path] + words)
    return String(run.outputText.prefix { $0 != "\n" })
  }

  /// Waits until the helper watches the settings for those that a line editor puts back.
  func waitForWatching(by helper: Int32) throws {
    try run.wait(for: "the helper's watch") {
      try ProgramRun.files(of: helper).contains("anon_inode:[eventpoll]")
    }
  }
}

extension ProgramRun {
  /// The modes of a window of 80 × 24 cells that shows everything displayed so far, without 7.
  var modes: Set<Int> {
    var emulator = TerminalEmulator(
      columns: 80, rows: 24, isInline: true, width: CharacterWidth.of)
    emulator.feed(displayed)
    return emulator.modes.subtracting([7])
  }
}
