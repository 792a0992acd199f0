import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"), .timeLimit(.minutes(5)))
struct KeyBeatTests {
  /// A clock that a test moves.
  private final class Hand: @unchecked Sendable {
    private var now = 1000.0
    var clock: Clock { Clock { self.now } }

    /// Moves to the time of a beat; the first frame is number 0.
    func move(toBeat number: Int) { now = 1000 + Double(number) * KeyBeat.period + 1e-4 }
  }

  /// The number of waits in the ten seconds after which a dialogue sleeps.
  private static let waitsToRest = 500

  /// A loop with a mask of this name, or in line mode for `plain`.
  private static func loop(_ name: String) throws -> LoopOnTerminal {
    try LoopOnTerminal(
      isPlain: name == "plain", mask: Look.Mask(rawValue: name) ?? .bullets)
  }

  @Test("Beats are at multiples of their period, and end ten seconds after the last input")
  func times() {
    let beat = KeyBeat(at: 100)
    #expect(beat.next(after: 100, lastInput: nil) == 100.02)
    #expect(beat.next(after: 100.031, lastInput: nil) == 100.04)
    #expect(beat.next(after: 100.04 - 1e-9, lastInput: nil) == 100.06)
    #expect(beat.next(after: 109.99, lastInput: nil) != nil)
    #expect(beat.next(after: 110, lastInput: nil) == nil)
    #expect(beat.next(after: 110, lastInput: 100.5) != nil)
    #expect(beat.next(after: 110.5, lastInput: 100.5) == nil)
  }

  @Test(
    "A key waits for the beat, unless bullets show each",
    arguments: ["hidden", "fixed", "plain", "bullets"])
  func reading(mask: String) async {
    await #expect(processExitsWith: .success) { [mask] in
      let loop = try Self.loop(mask)
      let (terminal, prompt, hand) = (loop.terminal, loop.prompt, Hand())
      loop.clock = hand.clock
      var typed: [Int] = []
      loop.source.beforeWait = { waits in
        typed.append(prompt.first.text.characterCount)
        if waits == 0 || waits < 5 && mask == "bullets" { try? terminal.write(Array("k".utf8)) }
        if waits >= 3 { hand.move(toBeat: waits - 2) }
        if waits >= 5 { try? terminal.write([0x0d]) }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(mask == "bullets" ? typed[1] == 1 : typed.prefix(5) == [0, 0, 0, 0, 1], "\(typed)")
    }
  }

  @Test(
    "The number of wake-ups and what is written do not depend on the keys",
    arguments: ["hidden", "fixed", "plain"],
    [[1: 1, 30: 3], [1: 4, 9: 1, 10: 2, 40: 17], [1: 24]])
  func equality(mask: String, keys: [Int: Int]) async {
    await #expect(processExitsWith: .success) { [mask, keys] in
      let loop = try Self.loop(mask)
      let (terminal, hand) = (loop.terminal, Hand())
      loop.clock = hand.clock
      var waits = 0
      loop.source.beforeWait = { wait in
        waits += 1
        let count = keys[wait] ?? 0
        if count > 0 { try? terminal.write([UInt8](repeating: 0x6b, count: count)) }
        if wait == 60 { try? terminal.write([0x0d]) }
        hand.move(toBeat: wait + 1)
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(loop.prompt.first.text.characterCount == keys.values.reduce(0, +))
      #expect(waits == 61)
      let frames = loop.displayed.components(separatedBy: "\(ControlSequence.frameBegin)").count - 1
      // The first one draws the screen, and the last one removes it.
      #expect(frames == (mask == "plain" ? 0 : 2), "\(loop.displayed.debugDescription)")
      if mask == "plain" { #expect(loop.displayed == "Passphrase: \r\n") }
    }
  }

  @Test("A dialogue sleeps ten seconds after the last key, and the next key wakes it")
  func sleep() async {
    await #expect(processExitsWith: .success) {
      let loop = try LoopOnTerminal(mask: .hidden)
      let (terminal, hand) = (loop.terminal, Hand())
      loop.clock = hand.clock
      let key = 100
      let rest = key + 1 + Self.waitsToRest
      var waits = 0
      loop.source.beforeWait = { wait in
        waits += 1
        if wait == key { try? terminal.write(Array("k".utf8)) }
        if wait == rest {
          // Nothing but this key ends the wait.
          try? terminal.write([0x0d])
        } else {
          hand.move(toBeat: wait + 1)
        }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted && loop.typed == "k")
      #expect(waits == rest + 1)
    }
  }

  @Test("The time that is spent is processor time")
  func work() {
    let end = ProcessorTime.now + 0.002
    ProcessorTime.spend(until: end)
    #expect(ProcessorTime.now >= end)
  }
}
