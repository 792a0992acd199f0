import Glibc
import KeyboardEngine
import KeywardTestSupport
import Testing

@testable import PromptUI

/// The loop with a prompt that only records its events.
@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"), .timeLimit(.minutes(5)))
struct PromptLoopTests {
  @Test func inputArrivesInOrderAndTheTerminalIsRestored() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      loop.prompt.answer = { event, _ in
        if event == "shown" { try? terminal.write(Array("aö\u{1b}[A\r".utf8)) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(
        loop.prompt.happened
          == ["window 80x24", "began", "shown", "text a", "text ö", "input", "enter"])
      let after = try terminal.settings()
      #expect(after == loop.before)
      #expect(loop.displayed.contains("\u{1b}[?1049h"))
      #expect(loop.displayed.contains("2 things"))
      #expect(loop.displayed.contains("\u{1b}[?1049l"))
    }
  }

  @Test func keysTypedBeforeItBeganAreNotForIt() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      try terminal.write(Array("early\n".utf8))
      loop.prompt.answer = { event, _ in
        if event == "shown" { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(!loop.prompt.happened.contains { $0.hasPrefix("text") })
    }
  }

  @Test func aDeadlineWakesByTheClockItWasGiven() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let time = Ticks()
      loop.clock = Clock { time.next() }
      // Later than this machine's uptime: its own clock would never get there.
      loop.prompt.deadline = Ticks.start + 0.2
      loop.prompt.answer = { event, prompt in
        if event == "time" { prompt.outcome = .timedOut }
      }
      let outcome = try loop.run()
      #expect(outcome == .timedOut)
      #expect(loop.prompt.happened.last == "time")
    }
  }

  @Test func anotherSizeIsReported() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      loop.prompt.answer = { event, _ in
        if event == "shown" {
          try? terminal.resize(columns: 50, rows: 9)
          raise(SIGWINCH)
        }
        if event == "window 50x9" { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(loop.prompt.happened.suffix(2) == ["window 50x9", "enter"])
    }
  }

  @Test func eventsOfOtherDescriptorsAreReported() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let (terminal, pipe) = (loop.terminal, loop.source.pipe)
      loop.prompt.answer = { event, _ in
        if event == "shown" { pipe.send("12345") }
        if event == "answered quality(Optional(5))" { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func aSignalEndsIt(signal: Int32) async {
    await #expect(processExitsWith: .success) { [signal] in
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      loop.prompt.answer = { event, _ in
        if event == "shown" { raise(signal) }
      }
      let outcome = try loop.run()
      #expect(outcome == .signalled(signal))
      let after = try terminal.settings()
      #expect(after == loop.before)
    }
  }

  @Test func aTerminalThatGoesEndsIt() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      loop.prompt.answer = { event, _ in
        if event == "shown" { terminal.hangUp() }
      }
      let outcome = try loop.run()
      #expect(outcome == .hungUp)
    }
  }

  @Test func settingsOfOthersAreReportedTwiceAndEndItTheThirdTime() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      let disturb = {
        var settings = termios()
        tcgetattr(terminal.descriptor, &settings)
        settings.c_lflag |= tcflag_t(ECHO)
        tcsetattr(terminal.descriptor, TCSANOW, &settings)
        try? terminal.write(Array("x\n".utf8))
      }
      loop.prompt.answer = { event, _ in
        if event == "shown" || event == "terminal changed" { disturb() }
      }
      #expect(throws: TerminalError.changedByOthers) { _ = try loop.run() }
      #expect(loop.prompt.happened.count { $0 == "terminal changed" } == 2)
      #expect(!loop.prompt.happened.contains { $0.hasPrefix("text") })
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
      #expect(loop.prompt.happened == ["ended abandoned"])
      #expect(loop.displayed.isEmpty)
      let after = try loop.terminal.settings()
      #expect(after == loop.before)
    }
  }

  @Test func lineModePrintsUpdatesInsteadOfAScreen() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal()
      let terminal = loop.terminal
      loop.prompt.answer = { event, _ in
        if event == "shown" { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run(isPlain: true)
      #expect(outcome == .submitted)
      #expect(loop.displayed.contains("2 things\r\n"))
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
