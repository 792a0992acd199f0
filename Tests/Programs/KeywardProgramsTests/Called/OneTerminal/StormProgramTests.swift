import Glibc
import KeywardTestSupport
import Testing

/// Signals, windows and keys in any order leave the terminal as it was.
///
/// `KEYWARD_SEED` repeats a failure, `KEYWARD_STORMS` sets the number of storms.
@Suite(.tags(.program)) struct StormProgramTests {
  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  @Test func everyStormLeavesTheTerminalAsItWas() throws {
    let seed = Self.number("KEYWARD_SEED") ?? UInt64.random(in: 0..<1_000_000)
    for storm in 0..<(Self.number("KEYWARD_STORMS") ?? 40) {
      var generator = SplitMix(state: seed &+ storm &* 7919)
      let terminal = try PseudoTerminal(
        columns: [20, 40, 80, 300].randomElement(using: &generator) ?? 80,
        rows: [10, 24, 40, 100].randomElement(using: &generator) ?? 24)
      let before = try terminal.settings()
      let program = AskingProgram.allCases.randomElement(using: &generator) ?? .get
      let asking = try program.start(asking: "/dev/tty", on: terminal)
      if Int.random(in: 0..<8, using: &generator) > 0 { try asking.waitUntilAsked() }
      try rage(at: asking, on: terminal, &generator)
      try end(asking)
      let repeating = "KEYWARD_SEED=\(seed), storm \(storm), \(program)"
      #expect(try terminal.settings() == before, "\(repeating)")
      let screen = asking.screen
      #expect(!screen.isOn && !screen.wasOtherErased, "\(repeating)")
    }
  }

  private static let signals: [Int32] = [
    SIGTERM, SIGTERM, SIGHUP, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGALRM, SIGIO, 40, 64, SIGTSTP,
    SIGSTOP, SIGTTIN, SIGWINCH, SIGWINCH, SIGWINCH, SIGWINCH, SIGCONT, SIGCONT, SIGCONT, SIGCONT,
    SIGCHLD,
  ]
  private static let keys = [
    "a", "secret", "\u{7f}", "\u{15}", "\u{c}", "\u{14}", "\u{b}", "\u{1b}[A", "\t", "\u{12}", "é",
    "\u{1b}[200~paste\u{1b}[201~", "\r", "\u{1b}",
  ]

  private func rage(
    at asking: AskingRun, on terminal: PseudoTerminal, _ generator: inout SplitMix
  ) throws {
    let reads = Bool.random(using: &generator)
    for _ in 0..<Int.random(in: 5...30, using: &generator) {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<6: Self.signals.randomElement(using: &generator).map(asking.run.send(signal:))
      case 6, 7:
        try terminal.resize(
          columns: Int.random(in: 1...120, using: &generator),
          rows: Int.random(in: 1...60, using: &generator))
      default:
        let key = Self.keys.randomElement(using: &generator) ?? "a"
        _ = try? terminal.writeSome(Array(key.utf8)[...])
      }
      if Bool.random(using: &generator) {
        Moment.pass(seconds: Double.random(in: 0..<0.003, using: &generator))
      }
      if reads { try asking.run.pump(seconds: 0.001) }
    }
  }

  private func end(_ asking: AskingRun) throws {
    for _ in 0..<100 where asking.run.ending == nil {
      for signal in [SIGTERM, SIGCONT] { asking.run.send(signal: signal) }
      try asking.run.pump(until: { asking.run.ending != nil }, seconds: 0.3)
    }
    try asking.run.wait()
  }
}
