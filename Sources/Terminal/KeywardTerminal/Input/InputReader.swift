import Glibc
import KeywardEngine
import KeywardSystem

/// Reads a terminal into the locked ring and passes its input to a prompt as events.
package struct InputReader {
  private let memory: PromptMemory
  private var decoder: InputDecoder
  private var query = BackgroundColorQuery()
  /// The time of the last key; nil if that key was Enter, or before the first key.
  ///
  /// Movements of the mouse and the terminal's reports do not count as keys.
  package private(set) var lastKey: Double?
  /// The time of the last key, paste, touch or movement of the mouse; nil before the first.
  private(set) var lastInput: Double?
  /// The keys of an earlier question, which no prompt gets; nil if none are expected.
  package var strayKeys: StrayKeys?
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

  /// The time at which the terminal must be looked at for a pause after stray keys; nil for none.
  var pauseEnd: Double? {
    guard isIdle, let end = strayKeys?.end, end < .infinity else { return nil }
    return end
  }

  /// Notes that no input had arrived by `time`.
  mutating func noteQuiet(at time: Double) {
    strayKeys?.noteQuiet(at: time)
    if let stray = strayKeys, stray.lastKey == nil { strayKeys = nil }
  }

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
  package static let longestWait = 0.1

  /// Reads once and moves the input to another ring, without the terminal's replies.
  ///
  /// Incomplete input stays in this reader's ring. An event for which `isDropped` returns true is
  /// dropped; the argument is nil for bytes without meaning.
  package mutating func pass(
    from descriptor: Int32, to other: inout InputRing, at now: Double,
    unless isDropped: (InputEvent?) -> Bool
  ) -> SecretBuffer.ReadOutcome {
    readOnce(from: descriptor, at: now) { _, event, bytes in
      if !isDropped(event) { other.append(bytes) }
    }
  }

  /// Reads once; `take` gets each event that is no reply of the terminal, and its bytes.
  private mutating func readOnce(
    from descriptor: Int32, at now: Double,
    _ take: (inout InputReader, InputEvent?, RawSpan) -> Void
  ) -> SecretBuffer.ReadOutcome {
    let outcome = memory.ring.fill(from: descriptor)
    while !isIdle {
      let count = memory.ring.consume { bytes in
        guard let step = decoder.step(bytes, at: now) else { return nil }
        noteReply(step, at: now)
        if !step.isReply { take(&self, step.event, bytes.extracting(0..<step.byteCount)) }
        return step.byteCount
      }
      guard count != nil else { break }
    }
    return outcome
  }

  /// Notes what a step has of the terminal's replies.
  private mutating func noteReply(_ step: InputDecoder.Step, at now: Double) {
    if let background = step.background { query.note(background, at: now) }
    if step.endsReplies { TerminalRestore.expectNothing() }
  }

  /// Notes that a key was read without being decoded.
  mutating func noteTyped(at now: Double) { lastKey = now }

  /// Returns true if the event belongs to an earlier question; the prompt is only notified of it.
  ///
  /// Ctrl-C and Esc are never taken from the prompt, since they must cancel at any time.
  mutating func takesAsStray(_ event: InputEvent, in prompt: Prompt, at now: Double) -> Bool {
    lastInput = now
    if event.isTyped { lastKey = event.isEnter ? nil : now }
    guard var stray = strayKeys, event != .key(.escape, []) else { return false }
    let isSwallowed = stray.swallow(event, at: now)
    strayKeys = isSwallowed && stray.lastKey != nil ? stray : nil
    if isSwallowed, event.isTyped { prompt.handle(.keyDropped, at: now) }
    return isSwallowed
  }

  package var isIdle: Bool { memory.ring.isEmpty && decoder.isIdle }

  package var detectedTheme: Theme? { query.detected }

  package mutating func takeChangeOfTheme() -> Theme? { query.takeChange() }

  /// Reads the available input and passes it to a prompt; returns the outcome of the first read, or
  /// of one that failed.
  package mutating func handleInput(
    from descriptor: Int32, in prompt: Prompt, at now: Double
  ) -> SecretBuffer.ReadOutcome {
    var hasFilled = false
    var first: SecretBuffer.ReadOutcome?
    for _ in 0..<Self.mostReads {
      let outcome = memory.ring.fill(from: descriptor)
      switch outcome {
      case .failed: return outcome
      case .wouldBlock where first == nil && isIdle: noteQuiet(at: now)
      default: break
      }
      first = first ?? outcome
      let wasFull = memory.ring.isFull
      hasFilled = hasFilled || wasFull
      handlePending(in: prompt, at: now)
      guard prompt.outcome == nil, prompt.request == nil else { break }
      // After a short read, poll reports further input.
      guard wasFull else { break }
    }
    if hasFilled { Self.resetFullLine(of: descriptor) }
    return first ?? .wouldBlock
  }

  /// Resets the kernel's line after a read of all of it.
  ///
  /// Between the change of mode and the first read, the kernel keeps 4095 bytes as one line and
  /// drops the rest. Once the line is read, the count of unread bytes is -1, and the next key would
  /// be lost. A flush resets the line.
  private static func resetFullLine(of descriptor: Int32) {
    if platform_unread_bytes(descriptor) == -1 { tcflush(descriptor, TCIFLUSH) }
  }

  package mutating func handlePending(in prompt: Prompt, at now: Double) {
    // Incomplete input may time out, or begin to wait, even without pending bytes.
    while prompt.outcome == nil, prompt.request != .suspend, !isIdle {
      let count = memory.ring.consume { bytes in
        guard let step = decoder.step(bytes, at: now) else { return nil }
        noteReply(step, at: now)
        guard var event = step.event else { return step.byteCount }
        let piece = bytes.extracting(0..<step.byteCount)
        query.noteInput()
        if event != .text { event = characters.event(for: event, of: piece) }
        if takesAsStray(event, in: prompt, at: now) { return step.byteCount }
        switch event {
        case .text:
          if let character = step.character {
            memory.withCharacter(character) { prompt.insert($0, at: now) }
          } else {
            prompt.insert(piece, at: now)
          }
        case .pasteBytes: paste(piece, in: prompt)
        default: prompt.handle(.input(event), at: now)
        }
        return step.byteCount
      }
      guard count != nil else { return }
    }
  }

  private func paste(_ bytes: RawSpan, in prompt: Prompt) {
    guard decoder.encoding != .utf8 else { return prompt.paste(bytes) }
    for offset in bytes.byteOffsets {
      let byte = bytes.byte(offset)
      let character = byte < 0xa0 ? Unicode.Scalar(byte) : decoder.encoding.character(of: byte)
      memory.withCharacter(character) { prompt.paste($0) }
    }
  }
}

extension InputReader {
  /// The longest time in seconds between two checks of the terminal's settings.
  ///
  /// With the settings of another program, a key may not wake us.
  private static let longestSlice = 0.05

  /// True if `strayKeys` are expected; takes the terminal again if another program has changed it.
  private mutating func expectsStrayKeys(
    on session: inout TerminalSession, at now: Double
  ) -> Bool {
    guard let stray = strayKeys, stray.isOpen(at: now) else { return false }
    guard !session.isTaken else { return false }
    switch session.settings {
    case .ours: return true
    case .gone: return false
    case .changed:
      // Nothing is known about keys that were typed meanwhile, so the pause begins again.
      strayKeys = stray.restarted(at: now)
      reset()
      return (try? session.resume()) != nil
    }
  }

  /// Drops all input, without echo, as long as `strayKeys` are expected.
  ///
  /// A terminating signal does not end the wait, unless it follows another one: `first` or one that
  /// arrives meanwhile. Returns the first of these signals; nil for none. Other signals, such as a
  /// request to stop, are left for the loop. `strayKeys` are nil afterwards if there was a pause, or
  /// Enter. If `yields` is true, the end of the job that asked ends the wait. If `isQuiet` is true,
  /// keys are read at a beat.
  @discardableResult
  package mutating func swallowRest(
    on session: inout TerminalSession, watch: borrowing SignalWatch, after first: Int32? = nil,
    devices: DeviceSet? = nil, clock: Clock = .monotonic, yields: Bool = false,
    isQuiet: Bool = false
  ) -> Int32? {
    let slice = isQuiet ? KeyBeat.period : Self.longestSlice
    var signal = first
    var others = NotedSignals()
    defer { watch.putBack(others) }
    var events = TerminalEvents()
    var now = clock.now
    while expectsStrayKeys(on: &session, at: now), let stray = strayKeys {
      events.watch(
        session, signals: watch, devices: devices, yields: yields, isQuiet: isQuiet)
      events.list.wait(until: min(stray.end, now + slice), on: clock)
      guard !events.isGone else { break }
      if events.hasJobEnd, session.yieldAfterJob(within: 0) { break }
      if !isQuiet, events.ofTerminal.isEmpty, !events.hasDeviceEvents { noteQuiet(at: now) }
      now = clock.now
      if events.hasSignal { others.add(watch.take()) }
      if let next = others.takeEnding() {
        if signal != nil { break }
        signal = next
      }
      if isQuiet || events.hasDeviceEvents, let devices {
        let window = session.size
        devices.read(with: memory) { event in
          if let input = event.input(of: devices, in: window) { swallow(input, at: now) }
        }
      }
      // From now on, the program that has taken the terminal gets the keys.
      guard isQuiet || !events.ofTerminal.isEmpty, session.isHeld else { continue }
      SignalWatch.withoutStopsByReads {
        let outcome = readOnce(from: session.descriptor, at: now) { reader, event, _ in
          reader.swallow(event, at: now)
        }
        if outcome == .wouldBlock { noteQuiet(at: now) }
      }
    }
    // The wait may have ended early, with keys still to come.
    strayKeys = strayKeys?.withoutLimit
    return signal
  }

  /// Drops all input of before a prompt; returns true if its rest may still be typed.
  ///
  /// Such a rest is no answer either: it would be a text without its beginning. Unless the last key
  /// ended the answer, `strayKeys` expects the rest.
  mutating func dropTypedAhead(from descriptor: Int32, at now: Double) -> Bool {
    var last: InputEvent?
    reading: for _ in 0..<Self.mostReads {
      let outcome = readOnce(from: descriptor, at: now) { _, event, _ in
        if let event, event.isTyped, event != .untyped(.message) { last = event }
      }
      switch outcome {
      case .bytes, .empty, .interrupted: break
      case .wouldBlock, .failed: break reading
      }
    }
    // What is left are the first bytes of a character or of a key.
    let mayGoOn = !memory.ring.isEmpty || last?.endsAnswer == false
    Self.resetFullLine(of: descriptor)
    reset()
    if mayGoOn || last != nil { strayKeys = mayGoOn ? StrayKeys(after: now) : nil }
    return mayGoOn
  }

  private mutating func swallow(_ event: InputEvent?, at now: Double) {
    _ = strayKeys?.swallow(event, at: now)
    lastKey = strayKeys?.lastKey
  }
}
