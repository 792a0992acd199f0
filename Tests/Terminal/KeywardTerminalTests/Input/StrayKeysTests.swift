import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// The rest of an answer whose question is over.
@Suite struct StrayKeysTests {
  private let enter = InputEvent.key(.enter, [])

  @Test("Keys are swallowed until a second passes without one")
  func untilAPause() {
    var stray = StrayKeys(after: 10)
    for time in [10.9, 11.8, 12.7] {
      stray.noteQuiet(at: time)
      let isSwallowed = stray.swallow(.text, at: time)
      #expect(isSwallowed)
    }
    #expect(stray.end == 13.7 && stray.areExpected(at: 13.69))
    stray.noteQuiet(at: 13.7)
    let isSwallowed = stray.swallow(.text, at: 13.7)
    #expect(!isSwallowed && !stray.areExpected(at: 13.7))
  }

  @Test("A key that is read late shows no pause")
  func readLate() throws {
    var stray = StrayKeys(after: 0, until: 5)
    let isSwallowed = stray.swallow(.text, at: 6)
    #expect(isSwallowed && !stray.isOpen(at: 6))
    #expect(stray.withoutLimit?.lastKey == 6)

    let input = try InputOnPipe()
    input.reader.strayKeys = StrayKeys(after: -9)
    input.pipe.send("ab")
    #expect(input.readAndHandle())
    #expect(input.typed == "" && input.reader.pauseEnd == 2)
    input.reader.noteQuiet(at: 2)
    input.pipe.send("cd")
    #expect(input.readAndHandle())
    #expect(input.typed == "cd")
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
    let swallowed = events.map { event, time in
      stray.noteQuiet(at: time)
      return stray.swallow(event, at: time)
    }
    #expect(swallowed == [true, true, true, true, false])
  }

  @Test("A limit ends the wait, and the next question continues it")
  func theLimit() {
    var stray = StrayKeys(after: 0, until: 5)
    for time in stride(from: 0.5, to: 5, by: 0.5) { _ = stray.swallow(.text, at: time) }
    #expect(stray.end == 5 && !stray.areExpected(at: 5))
    stray.noteQuiet(at: 5)
    #expect(stray.withoutLimit?.end == 5.5)
    stray.noteQuiet(at: 5.5)
    #expect(stray.withoutLimit == nil)
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
    let cases: [(keys: String, typed: String, outcome: DialogueOutcome?)] = [
      ("ab\u{7f}\u{1b}[A\rc", "c", nil), ("ab\u{1b}[200~x\ry\u{1b}[201~c", "", nil),
      ("a\u{3}", "", .cancelled(.interrupt)), ("a\u{1b}", "", .cancelled(.escape)),
      ("\u{1b}[<0;1;1Ma", "", nil),
    ]
    for (keys, typed, outcome) in cases {
      let input = try InputOnPipe()
      input.reader.strayKeys = StrayKeys(after: 0.5)
      input.pipe.send(keys)
      #expect(input.readAndHandle())
      // A lone ESC is a key after a moment.
      input.reader.handlePending(in: input.prompt, at: input.reader.deadline ?? 1)
      #expect(input.typed == typed && input.prompt.outcome == outcome, "\(keys.debugDescription)")
      #expect(input.prompt.rings)
    }
  }
}
