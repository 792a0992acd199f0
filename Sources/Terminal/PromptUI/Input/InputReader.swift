import Glibc
import KeyboardEngine
import KeywardSystem

/// Reads a terminal into the locked ring and passes its input to a prompt as events.
package struct InputReader {
  private let memory: PromptMemory
  private var decoder: InputDecoder
  private var query = BackgroundColorQuery()
  /// True if the latest control string began while a reply was expected, so that it may be the
  /// reply.
  private var isAnswer = false
  /// The time of the last key; nil if that key was Enter, or before the first key.
  ///
  /// Mouse events and the terminal's reports do not count as keys.
  package private(set) var lastKey: Double?
  package var characters = ControlCharacters() {
    didSet { decoder.interrupt = characters.interrupt }
  }

  /// The maximum number of reads per wake-up, so that a flood of input does not delay the loop's
  /// deadlines.
  private static let mostReads = 64

  package init(_ memory: PromptMemory, encoding: InputEncoding = .utf8) {
    self.memory = memory
    decoder = InputDecoder(encoding: encoding)
  }

  /// The time at which unfinished input, such as a lone ESC, becomes an event; nil for none.
  package var deadline: Double? { decoder.deadline }

  package mutating func reset() {
    memory.ring.removeAll()
    decoder.reset()
    query.noteInput()
  }

  package mutating func expectBackground(at now: Double) {
    query.ask(at: now)
    decoder.replyEnd = now + BackgroundColorQuery.longestWay
  }

  /// The time until which a reply may begin; it is in the past if no reply is expected.
  package var replyEnd: Double { decoder.replyEnd }

  /// The maximum time in seconds that the end of a dialogue waits for a reply.
  package static let longestWait = 1.0

  /// Reads once and moves the input to another ring, without the terminal's replies.
  ///
  /// Incomplete input stays in this reader's ring. An event for which `isDropped` returns true is
  /// dropped; the argument is nil for bytes without meaning.
  package mutating func pass(
    from descriptor: Int32, to other: inout InputRing, at now: Double,
    unless isDropped: (InputEvent?) -> Bool
  ) -> SecretBuffer.ReadOutcome {
    let outcome = read(from: descriptor)
    while !isIdle {
      let wasInReply = decoder.isInReply
      guard let step = memory.ring.withBytes({ decoder.step($0, at: now) }) else { break }
      if !wasInReply { isAnswer = now < replyEnd }
      if let background = step.background { note(background, at: now) }
      if isAnswer && (wasInReply || decoder.isInReply) || isDropped(step.event) {
        memory.ring.consume(step.byteCount)
      } else {
        memory.ring.move(step.byteCount, to: &other)
      }
    }
    return outcome
  }

  package var isIdle: Bool { memory.ring.isEmpty && decoder.isIdle }

  package var detectedTheme: Theme? { query.detected }

  package mutating func takeChangeOfTheme() -> Theme? { query.takeChange() }

  private mutating func note(_ background: Palette.RGB, at now: Double) {
    query.note(background, at: now)
    decoder.replyEnd = -.infinity
    TerminalRestore.expectNothing()
  }

  private mutating func read(from descriptor: Int32) -> SecretBuffer.ReadOutcome {
    let outcome = memory.ring.fill(from: descriptor)
    // EIO from a descriptor that is still a terminal means that another process group is in the
    // foreground; ownership is checked before the next read.
    return outcome == .failed(EIO) && isatty(descriptor) == 1 ? .wouldBlock : outcome
  }

  /// Reads the available input and passes it to a prompt; returns false if the terminal is gone.
  package mutating func handleInput(
    from descriptor: Int32, in prompt: any Prompt, at now: Double
  ) -> Bool {
    var hasFilled = false
    for _ in 0..<Self.mostReads {
      let outcome = read(from: descriptor)
      if case .failed = outcome { return false }
      let wasFull = memory.ring.isFull
      hasFilled = hasFilled || wasFull
      handlePending(in: prompt, at: now)
      guard prompt.outcome == nil, prompt.request == nil else { break }
      // A read of 0 bytes is not the end of input: a typed 0xFF has the same effect. After a short
      // read, poll reports further input.
      guard wasFull || outcome == .empty else { break }
    }
    // Between the change of mode and the first read, the kernel keeps 4095 bytes as one line and
    // drops the rest. Once the line is read, the count of unread bytes is -1, and the next key
    // would be lost. A flush resets the line.
    if hasFilled, platform_unread_bytes(descriptor) == -1 { tcflush(descriptor, TCIFLUSH) }
    return true
  }

  package mutating func handlePending(in prompt: any Prompt, at now: Double) {
    // Call `step` even without pending bytes: incomplete input may time out, or begin to wait.
    while !isIdle, prompt.outcome == nil, prompt.request != .suspend {
      let count = memory.ring.withBytes { bytes -> Int? in
        guard let step = decoder.step(bytes, at: now) else { return nil }
        let piece = bytes.extracting(0..<step.byteCount)
        if let background = step.background { note(background, at: now) }
        if let event = step.event {
          query.noteInput()
          if !event.isOfMouse { lastKey = event.isEnter ? nil : now }
        }
        switch step.event {
        case .text:
          if let character = step.character {
            memory.withCharacter(character) { prompt.insert($0, at: now) }
          } else {
            prompt.insert(piece, at: now)
          }
        case .pasteBytes: paste(piece, in: prompt)
        case let event?: prompt.handle(.input(characters.event(for: event, of: piece)), at: now)
        case nil: break
        }
        return step.byteCount
      }
      guard let count else { return }
      memory.ring.consume(count)
    }
  }

  private func paste(_ bytes: RawSpan, in prompt: any Prompt) {
    guard decoder.encoding != .utf8 else { return prompt.paste(bytes) }
    for offset in bytes.byteOffsets {
      let byte = bytes.byte(offset)
      let character = byte < 0xa0 ? Unicode.Scalar(byte) : decoder.encoding.character(of: byte)
      memory.withCharacter(character) { prompt.paste($0) }
    }
  }
}
