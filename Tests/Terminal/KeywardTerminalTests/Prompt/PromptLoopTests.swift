import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"), .timeLimit(.minutes(5)))
struct PromptLoopTests {
  @Test func inputArrivesInOrderAndTheTerminalIsRestored() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      loop.source.beforeWait = { waits in
        if waits == 0 { try? terminal.write(Array("aö\u{1b}[Ab\u{7f}\r".utf8)) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(loop.typed == "aö")
      let after = try terminal.settings()
      #expect(after == loop.before)
      #expect(loop.displayed.contains("\u{1b}[?1049h"))
      #expect(loop.displayed.contains("Enter submit"))
      #expect(loop.displayed.contains("\u{1b}[?1049l"))
    }
  }

  @Test func keysTypedBeforeItBeganAreNotForIt() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      try terminal.write(Array("early\n".utf8))
      loop.source.beforeWait = { waits in
        if waits == 0 { try? terminal.write(Array("late\r".utf8)) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(loop.typed == "late")
    }
  }

  @Test func aDeadlineWakesByTheClockItWasGiven() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal(timeout: 0.2)
      // Later than this machine's uptime: its own clock would never get there.
      let time = Ticks()
      loop.clock = Clock { time.next() }
      let outcome = try loop.run()
      #expect(outcome == .timedOut)
    }
  }

  @Test func anotherSizeIsReported() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let (terminal, prompt) = (loop.terminal, loop.prompt)
      loop.source.beforeWait = { waits in
        if waits == 0 {
          try? terminal.resize(columns: 50, rows: 9)
          raise(SIGWINCH)
        }
        if prompt.window == (50, 9) { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
    }
  }

  @Test func eventsOfOtherDescriptorsAreReported() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let (terminal, prompt, pipe) = (loop.terminal, loop.prompt, loop.source.pipe)
      loop.source.beforeWait = { waits in
        if waits == 0 { pipe.send("12345") }
        if prompt.flow.quality == 5 { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func aSignalEndsIt(signal: Int32) async {
    await #expect(processExitsWith: .success) { [signal] in
      let loop = try LoopOnTerminal()
      loop.source.beforeWait = { waits in
        if waits == 0 { raise(signal) }
      }
      let outcome = try loop.run()
      #expect(outcome == .signalled(signal))
      let after = try loop.terminal.settings()
      #expect(after == loop.before)
    }
  }

  @Test func aTerminalThatGoesEndsIt() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      loop.source.beforeWait = { waits in
        if waits == 0 { terminal.hangUp() }
      }
      let outcome = try loop.run()
      #expect(outcome == .hungUp)
    }
  }

  @Test func settingsOfOthersAreReportedTwiceAndEndItTheThirdTime() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let (terminal, prompt) = (loop.terminal, loop.prompt)
      var disturbances = 0
      loop.source.beforeWait = { _ in
        guard prompt.flow.errorCount == disturbances else { return }
        disturbances += 1
        var settings = termios()
        tcgetattr(terminal.descriptor, &settings)
        settings.c_lflag |= tcflag_t(ECHO)
        tcsetattr(terminal.descriptor, TCSANOW, &settings)
        try? terminal.write(Array("x\n".utf8))
      }
      #expect(throws: TerminalError.changedByOthers) { _ = try loop.run() }
      #expect(prompt.flow.errorCount == 2 && disturbances == 3)
      #expect(loop.typed.isEmpty)
    }
  }

  @Test func nothingIsDrawnOrSetWhileAnotherHasTheTerminal() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let other = open(loop.terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
      var looks = 0
      loop.source.waiting = { _ in
        looks += 1
        return looks < 3 ? nil : .ended(.abandoned)
      }
      let outcome = try loop.run()
      #expect(outcome == .abandoned)
      #expect(looks == 3)
      #expect(loop.displayed.isEmpty)
      let after = try loop.terminal.settings()
      #expect(after == loop.before)
    }
  }

  @Test("Nothing typed before a decision is shown decides")
  func decisionsInOneBreath() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let (terminal, decision) = (loop.terminal, loop.decision)
      loop.source.beforeWait = { waits in
        if waits == 0 { try? terminal.write(Array("secret\ry\r".utf8)) }
        // The decision is on the screen.
        if waits > 0, decision.outcome == nil { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run(withDecision: true)
      #expect(outcome == .declined)
    }
  }

  @Test("A protection that fails at the first frame is missing in all questions")
  func lostProtections() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      loop.lost = [.own(.sandboxLacksFiles)]
      loop.source.beforeWait = { _ in try? terminal.write([0x0d]) }
      let outcome = try loop.run(withDecision: true)
      #expect(outcome == .declined)
      let sentence = Language.english[.sandboxLacksFiles]
      #expect(loop.prompt.viewModel.missing == [sentence])
      #expect(loop.decision.viewModel.missing == [sentence])
    }
  }

  @Test func lineModePrintsUpdatesInsteadOfAScreen() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal(isPlain: true)
      let terminal = loop.terminal
      loop.source.beforeWait = { waits in
        if waits == 0 { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(loop.displayed.contains("Passphrase: \r\n"))
      #expect(!loop.displayed.contains("\u{1b}"))
    }
  }
}

private final class Ticks: @unchecked Sendable {
  static let start = 1e9
  private var now = start

  func next() -> Double {
    now += 0.01
    return now
  }
}
