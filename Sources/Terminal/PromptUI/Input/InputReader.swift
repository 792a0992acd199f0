import Glibc
import KeyboardEngine
import KeywardSystem

/// Reads a terminal into the locked ring and hands its input to a prompt as events.
package struct InputReader {
  private let memory: PromptMemory
  private var decoder: InputDecoder
  private var query = BackgroundColorQuery()
  /// True if the last string began while the terminal's answer was awaited.
  private var isAnswer = false
  /// The time of the last key in a line that goes on; nil for none.
  ///
  /// Clicks are no keys, and neither are answers and reports of the terminal.
  package private(set) var lastKey: Double?
  package var characters = ControlCharacters() {
    didSet { decoder.interrupt = characters.interrupt }
  }

  /// The most reads in one wake-up, so that a flood does not keep the loop from its deadlines.
  private static let mostReads = 64

  package init(_ memory: PromptMemory, encoding: InputEncoding = .utf8) {
    self.memory = memory
    decoder = InputDecoder(encoding: encoding)
  }

  /// The time at which unfinished input, such as a lone ESC, becomes an event.
  package var deadline: Double? { decoder.deadline }

  /// Forgets pending and unfinished input.
  package mutating func reset() {
    memory.ring.removeAll()
    decoder.reset()
    query.noteInput()
  }

  // MARK: Background

  package mutating func expectBackground(at now: Double) {
    query.ask(at: now)
    decoder.replyEnd = now + BackgroundColorQuery.longestWay
  }

  /// The time until which the answer may come; in the past if none is awaited.
  package var replyEnd: Double { decoder.replyEnd }

  /// The longest time for which the end of a program waits for the answer, in seconds.
  package static let longestWait = BackgroundColorQuery.longestWait

  /// Reads once, and moves the input to another ring, but for the answer and what is dropped.
  ///
  /// The beginning of a character or sequence stays in the ring until its rest or `deadline` comes.
  /// `isDropped` gets nil for bytes without a meaning.
  package mutating func pass(
    from descriptor: Int32, to other: inout InputRing, at now: Double,
    unless isDropped: (InputEvent?) -> Bool
  ) -> InputRing.ReadOutcome {
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

  /// The theme for the background colour the terminal reported, or nil.
  package var detectedTheme: Theme? { query.detected }

  /// Takes the theme to show from now on; nil if it stays the same.
  package mutating func takeChangeOfTheme() -> Theme? { query.takeChange() }

  private mutating func note(_ background: Palette.RGB, at now: Double) {
    query.note(background, at: now)
    decoder.replyEnd = -.infinity
    TerminalRestore.expectNothing()
  }

  // MARK: Input

  private mutating func read(from descriptor: Int32) -> InputRing.ReadOutcome {
    let outcome = memory.ring.fill(from: descriptor)
    // A terminal that still answers is another group's by now; before the next read we look again.
    return outcome == .failed(EIO) && isatty(descriptor) == 1 ? .wouldBlock : outcome
  }

  /// Reads and handles input, and reads on while there may be more; false if the terminal is gone.
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
      // A read of length 0 is not the end: 0xFF alone looks like that. After a short read, poll
      // wakes us for more.
      guard wasFull || outcome == .empty else { break }
    }
    if hasFilled { repairLine(of: descriptor) }
    return true
  }

  /// Puts the kernel's line in order after an overflow, which would cost the next key.
  ///
  /// From the change of the mode to the first read, the kernel holds 4095 bytes as one line and drops
  /// the rest. Once that is read, one byte fewer than none waits. A flush leaves the line as it was
  /// before its first read.
  private func repairLine(of descriptor: Int32) {
    if platform_unread_bytes(descriptor) == -1 { tcflush(descriptor, TCIFLUSH) }
  }

  /// Handles pending input, and unfinished input whose time is over.
  package mutating func handlePending(in prompt: any Prompt, at now: Double) {
    // Even with nothing pending, unfinished input can become an event, and must begin to wait.
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
        case .pasteDropped(let trouble):
          prompt.handle(.input(.pasteDropped(trouble)), at: now)
        case let event?: prompt.handle(.input(characters.event(for: event, of: piece)), at: now)
        case nil: break
        }
        return step.byteCount
      }
      // More bytes must come first.
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
