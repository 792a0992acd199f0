import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"), .timeLimit(.minutes(5)))
struct KeyBeatTests {
  /// A clock that a test moves.
  private final class Hand: @unchecked Sendable {
    var now = 1000.0
    var clock: Clock { Clock { self.now } }
  }

  /// The number of waits in the ten seconds after which a dialogue sleeps.
  private static let waitsToRest = 500

  private static func loop(_ mask: Look.Mask?) throws -> LoopOnTerminal {
    try mask.map { try LoopOnTerminal(mask: $0) } ?? LoopOnTerminal(isPlain: true)
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
    arguments: [Look.Mask.hidden, .fixed, nil, .bullets])
  func reading(mask: Look.Mask?) async {
    await #expect(processExitsWith: .success) { [mask] in
      let loop = try Self.loop(mask)
      let (terminal, prompt, hand) = (loop.terminal, loop.prompt, Hand())
      loop.clock = hand.clock
      var typed: [Int] = []
      loop.source.beforeWait = { waits in
        typed.append(prompt.first.text.characterCount)
        switch waits {
        case 0: try? terminal.write(Array("k".utf8))
        case 3, 4: hand.now += KeyBeat.period
        case 5...: try? terminal.write([0x0d])
        default: if mask == .bullets { try? terminal.write(Array("k".utf8)) }
        }
        if waits > 4 { hand.now += KeyBeat.period }
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(mask == .bullets ? typed[1] == 1 : typed.prefix(5) == [0, 0, 0, 0, 1], "\(typed)")
    }
  }

  @Test(
    "The number of wake-ups and what is written do not depend on the keys",
    arguments: [Look.Mask.hidden, .fixed, nil], [[1: 1, 30: 3], [1: 4, 9: 1, 10: 2, 40: 17], [1: 24]])
  func equality(mask: Look.Mask?, keys: [Int: Int]) async {
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
        hand.now += KeyBeat.period
      }
      let outcome = try loop.run()
      #expect(outcome == .submitted)
      #expect(loop.prompt.first.text.characterCount == keys.values.reduce(0, +))
      #expect(waits == 61)
      let frames = loop.displayed.components(separatedBy: "\(ControlSequence.frameBegin)").count - 1
      let expected = mask == .hidden ? 1 : mask == .fixed ? 2 : 0
      #expect(frames == expected, "\(loop.displayed.debugDescription)")
      if mask == nil { #expect(loop.displayed == "Passphrase: \r\n") }
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
          hand.now = 1000 + Double(wait + 1) * KeyBeat.period + 1e-4
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
