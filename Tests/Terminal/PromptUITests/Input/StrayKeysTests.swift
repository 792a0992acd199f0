import Glibc
import KeyboardEngine
import KeywardTestSupport
import Testing

@testable import PromptUI

/// The rest of an answer whose question is over.
@Suite struct StrayKeysTests {
  private let enter = InputEvent.key(.enter, [])

  @Test("Keys are swallowed until a second passes without one")
  func untilAPause() {
    var stray = StrayKeys(after: 10)
    for time in [10.9, 11.8, 12.7] {
      let isSwallowed = stray.swallow(.text, at: time)
      #expect(isSwallowed)
    }
    #expect(stray.end == 13.7 && stray.areExpected(at: 13.69))
    let isSwallowed = stray.swallow(.text, at: 13.7)
    #expect(!isSwallowed && !stray.areExpected(at: 13.7))
  }

  @Test("Enter is swallowed and ends it")
  func upToEnter() {
    var stray = StrayKeys(after: 0)
    let swallowed = [.text, enter, .text].map { stray.swallow($0, at: 0.1) }
    #expect(swallowed == [true, true, false])
  }

  @Test("Ctrl-C, Ctrl-Z and Ctrl-\\ end it and are kept", arguments: StrayKeys.signals)
  func upToASignal(signal: InputEvent) {
    var stray = StrayKeys(after: 0)
    let swallowed = [.text, signal, .text].map { stray.swallow($0, at: 0.1) }
    #expect(swallowed == [true, false, false])
  }

  @Test("Enter in a paste does not end it, however slowly the paste arrives")
  func throughAPaste() {
    var stray = StrayKeys(after: 0)
    let events: [(InputEvent, Double)] = [
      (.pasteBegan, 0.5), (.pasteBytes, 3), (.pasteEnded, 6), (.text, 6.9), (.text, 7.9),
    ]
    let swallowed = events.map { stray.swallow($0.0, at: $0.1) }
    #expect(swallowed == [true, true, true, true, false])
  }

  @Test("A limit ends the wait, and the next question continues it")
  func theLimit() {
    var stray = StrayKeys(after: 0, until: 5)
    for time in stride(from: 0.5, to: 5, by: 0.5) { _ = stray.swallow(.text, at: time) }
    #expect(stray.end == 5 && !stray.areExpected(at: 5))
    #expect(stray.withoutLimit(at: 5)?.end == 5.5)
    #expect(stray.withoutLimit(at: 5.5) == nil)
  }

  @Test("Movements and unknown sequences are dropped, but are no keys")
  func noKeys() {
    var stray = StrayKeys(after: 0)
    let events: [InputEvent?] = [nil, .drag(column: 1, row: 1), .wheel(lines: 1), .capsLock(true)]
    let swallowed = events.map { stray.swallow($0, at: 0.9) }
    #expect(swallowed.allSatisfy { $0 } && stray.end == 1)
    let isPress = stray.swallow(.press(column: 1, row: 1), at: 0.9)
    #expect(isPress && stray.end == 1.9)
  }

  @Test("A prompt gets none of them, except Esc and Ctrl-C")
  func aPromptGetsNone() throws {
    for (keys, left) in [
      ("ab\u{7f}\u{1b}[A\rc", ["text c"]), ("ab\u{1b}[200~x\ry\u{1b}[201~c", []),
      ("a\u{3}", ["input"]), ("a\u{1b}", ["input"]), ("\u{1b}[<0;1;1Ma", []),
    ] {
      let input = try InputOnPipe()
      input.reader.strayKeys = StrayKeys(after: 0.5)
      input.pipe.send(keys)
      _ = input.reader.handleInput(from: input.pipe.reading, in: input.prompt, at: 1)
      // A lone ESC is a key after a moment.
      input.reader.handlePending(in: input.prompt, at: input.reader.deadline ?? 1)
      let happened = input.prompt.happened.filter { $0 != "key dropped" }
      #expect(happened == left, "\(keys.debugDescription)")
      #expect(input.prompt.happened.first == "key dropped")
    }
  }
}

private final class InputOnPipe {
  let pipe = Pipe()
  let prompt = RecordingPrompt()
  var reader: InputReader

  init() throws {
    reader = InputReader(try PromptMemory(capacities: [64], policy: .allowUnlocked))
    _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
  }
}
