/// Splits a terminal's input into events, without keeping any of its bytes.
///
///     var decoder = InputDecoder()
///     ring.consume { pending in
///       guard let step = decoder.step(pending, at: now) else { return nil }
///       if step.event == .text { prompt.insert(pending.extracting(0..<step.byteCount), at: now) }
///       return step.byteCount
///     }
///
/// The pending bytes stay in the locked ring. The decoder inspects them, returns the next event and
/// its length in bytes, and waits while a character or sequence is incomplete. Apart from timeouts,
/// the events do not depend on how the stream is split into reads. No control byte and no part of a
/// sequence, known or not, is ever text.
package struct InputDecoder: Sendable {
  package struct Step: Hashable, Sendable {
    package let byteCount: Int
    /// The decoded event; nil if the bytes have no meaning and are only skipped.
    package let event: InputEvent?
    /// The typed character, if the bytes are not its UTF-8 form (a key report, for example).
    ///
    /// This is the only copy of a character outside locked memory, and there is only one at a time;
    /// the reader copies it into locked memory.
    package var character: Unicode.Scalar?
    var background: Palette.RGB?
    /// True for the terminal's report of its attributes, which is its last reply to our queries.
    var endsReplies = false
    /// True for a part of an expected reply of the terminal.
    var isReply = false
  }

  enum State: Hashable {
    case ground
    /// Inside a sequence that is too long to stay pending.
    case overlongSequence
    /// In an OSC, DCS, SOS, PM or APC.
    case string
    case paste
    /// Inside the text of a key report; the next pending byte begins the code of a character.
    case reportedText
  }

  // All timeouts are in seconds.

  /// After this time, a lone ESC byte counts as the Esc key.
  package static let escapeTimeout = 0.5
  /// ESC and a character within this time count as Alt with the character.
  static let altTimeout = 0.05
  /// Without input for this time, an incomplete character, sequence, string or paste is dropped.
  package static let sequenceTimeout = 1.0
  package static let stringTimeout = 5.0
  package static let pasteTimeout = 1.0
  /// If a paste pauses for this time, a Ctrl-C after the pause ends the paste and is not pasted
  /// text.
  package static let pastePause = 0.2
  /// The maximum number of bytes in a sequence after its introducer.
  static let longestSequence = 200

  let encoding: InputEncoding
  var interrupt: UInt8 = 0x03
  var state = State.ground
  /// True if the pending ESC came inside a string, so that it may begin the string terminator.
  var isEndingString = false
  /// The parser of the latest control string; nil if that string is not an OSC.
  ///
  /// Only an OSC can be the reply to the query for the background colour.
  var reply: BackgroundColorResponse?
  /// The time until which a reply to the background query may begin.
  var replyEnd = -Double.infinity
  /// True if the latest control string began while a reply was expected, so that it may be the
  /// reply.
  private var isAnswer = false
  private var isPasteInterrupted = false
  private var stepTime = -Double.infinity
  /// The time of the last byte if that byte was CR; nil for any other byte.
  ///
  /// An LF right after CR belongs to the same Enter.
  var returnTime: Double?
  private(set) var waitedBytes = 0
  private(set) var waitStart: Double?

  package private(set) var deadline: Double?

  package init(encoding: InputEncoding = .utf8) { self.encoding = encoding }

  mutating func reset() {
    let former = self
    self = InputDecoder(encoding: encoding)
    interrupt = former.interrupt
    replyEnd = former.replyEnd
  }

  func interrupts(_ byte: UInt8) -> Bool { byte == 0x03 || byte == interrupt }

  private var isInReply: Bool { reply != nil && (state == .string || isEndingString) }

  package var isIdle: Bool { state == .ground && waitedBytes == 0 }

  /// Decodes the next event; returns nil if more bytes are needed.
  ///
  /// `now` is in seconds on a monotonic clock.
  package mutating func step(_ pending: RawSpan, at now: Double) -> Step? {
    let wasInReply = isInReply
    var found: Step?
    if pending.byteCount > 0 {
      found =
        switch state {
        case .ground: ground(pending, at: now)
        case .overlongSequence: overlongSequence(pending)
        case .string: string(pending)
        case .paste: paste(pending, at: now)
        case .reportedText: reportedText(pending)
        }
    }
    if found == nil, let deadline, waitedBytes == pending.byteCount, now >= deadline {
      found = expired(pending)
    }
    guard var step = found else {
      if waitStart == nil || waitedBytes != pending.byteCount {
        deadline = timeout(pending).map { now + $0 }
        waitStart = deadline == nil ? nil : now
      }
      waitedBytes = pending.byteCount
      return nil
    }
    stepTime = now
    waitedBytes = 0
    (deadline, waitStart) = (nil, nil)
    let isExpected = now < replyEnd
    if !wasInReply { isAnswer = isExpected }
    let isColor = isAnswer && (wasInReply || isInReply)
    step.isReply = isColor || isExpected && step.endsReplies
    if step.endsReplies { replyEnd = -.infinity }
    return step
  }

  private func timeout(_ pending: RawSpan) -> Double? {
    if isEndingString || state == .string { return Self.stringTimeout }
    if state == .paste { return Self.pasteTimeout }
    if state == .ground, pending.byteCount == 0 { return nil }
    guard state == .ground, pending.byteCount == 1, pending.byte(0) == 0x1b else {
      return Self.sequenceTimeout
    }
    return Self.escapeTimeout
  }

  private mutating func expired(_ pending: RawSpan) -> Step {
    let former = state
    isEndingString = false
    state = .ground
    switch former {
    case .paste:
      return Step(byteCount: pending.byteCount, event: .pasteDropped(isInterrupted: false))
    case .string: return Step(byteCount: pending.byteCount, event: .untyped(.message))
    case .overlongSequence, .reportedText: return Step(byteCount: 0, event: .untyped(.key))
    case .ground: break
    }
    let first = pending.byte(0)
    if first == 0x1b, pending.byteCount == 1 { return Step(byteCount: 1, event: .key(.escape, [])) }
    if first == 0x1b || pending.byteCount > 1 && encoding.scan(pending) != .incomplete {
      // Two bytes are Alt-[ or Alt-O, which begin like sequences.
      return Step(
        byteCount: pending.byteCount, event: .untyped(pending.byteCount == 2 ? .alt : .key))
    }
    return Step(byteCount: pending.byteCount, event: .untyped(.byte(first, encoding)))
  }

  private mutating func ground(_ pending: RawSpan, at now: Double) -> Step? {
    let byte = pending.byte(0)
    let lastReturn = returnTime
    returnTime = byte == 0x0d ? now : nil
    switch byte {
    case 0x0a where lastReturn.map { now - $0 < Self.altTimeout } ?? false:
      return Step(byteCount: 1, event: nil)
    case 0x1b: return escape(pending, at: now)
    case 0x20...0x7e: return Step(byteCount: 1, event: .text)
    case 0x00...0x1f, 0x7f:
      let key = TerminalKey(control: byte)
      return Step(byteCount: 1, event: key.map { .key($0, []) } ?? .untyped(.noCharacter))
    default:
      return character(pending)
    }
  }

  private mutating func character(_ pending: RawSpan) -> Step? {
    let byte = pending.byte(0)
    let scan = encoding.scan(pending)
    if let count = scan.lengthOfC1 {
      let kind = pending.byte(count - 1) - 0x40
      if Self.introducers.contains(kind) || count > 1 {
        return introduced(pending, by: kind, from: count)
      }
    }
    switch scan {
    case .incomplete: return nil
    case .scalar(let count, isC1: false):
      let single = encoding == .utf8 ? nil : encoding.character(of: byte)
      return Step(byteCount: count, event: .text, character: single)
    case .broken(let count), .scalar(let count, isC1: true):
      return Step(byteCount: count, event: .untyped(.byte(byte, encoding)))
    }
  }

  private mutating func overlongSequence(_ pending: RawSpan) -> Step? {
    for offset in 0..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x20...0x3f: continue
      case 0x40...0x7e:
        state = .ground
        // A sequence with one of these final bytes may have been a key report with long text.
        let isReport = [0x75, 0x7e, 0x5f].contains(pending.byte(offset))
        return Step(byteCount: offset + 1, event: isReport ? .untyped(.key) : nil)
      default:
        state = .ground
        return broken(pending, at: offset)
      }
    }
    return Step(byteCount: pending.byteCount, event: nil)
  }

  /// Returns the step that drops a sequence which the byte at `offset` cuts off.
  ///
  /// The step reports an unknown key, because the user may have typed Alt-[. CAN and SUB, which
  /// cancel a sequence, are dropped with it, unless they interrupt.
  func broken(_ pending: RawSpan, at offset: Int) -> Step {
    let byte = pending.byte(offset)
    let isCancel = byte == 0x18 || byte == 0x1a
    let count = isCancel && !interrupts(byte) ? offset + 1 : offset
    return Step(byteCount: count, event: .untyped(.key))
  }

  private mutating func string(_ pending: RawSpan) -> Step? {
    var offset = 0
    while offset < pending.byteCount {
      let byte = pending.byte(offset)
      switch byte {
      case 0x07:
        return endOfString(byteCount: offset + 1, isWhole: true)
      case _ where interrupts(byte):
        // Drop the string, but decode the interrupt, which is for the dialogue.
        state = .ground
        return Step(byteCount: offset, event: nil)
      case 0x18, 0x1a:
        return endOfString(byteCount: offset + 1, isWhole: false)
      case 0x1b:
        // ST or another sequence: decode it from its ESC.
        state = .ground
        isEndingString = true
        return Step(byteCount: offset, event: nil)
      case 0x80...:
        let rest = pending.extracting(offset..<pending.byteCount)
        let scan = encoding.scan(rest)
        if let count = scan.lengthOfC1, rest.byte(count - 1) == 0x9c {
          return endOfString(byteCount: offset + count, isWhole: true)
        }
        if scan == .incomplete { return offset == 0 ? nil : Step(byteCount: offset, event: nil) }
        reply?.take(byte)
        offset += scan.length
      default:
        reply?.take(byte)
        offset += 1
      }
    }
    return Step(byteCount: pending.byteCount, event: nil)
  }

  private mutating func endOfString(byteCount: Int, isWhole: Bool) -> Step {
    state = .ground
    return Step(byteCount: byteCount, event: nil, background: isWhole ? reply?.color : nil)
  }

  // MARK: Pastes

  private mutating func paste(_ pending: RawSpan, at now: Double) -> Step? {
    if now - stepTime >= Self.pastePause, let length = lengthOfInterrupt(pending) {
      guard length > 0 else { return nil }
      state = .ground
      return Step(byteCount: length, event: .pasteDropped(isInterrupted: false))
    }
    let run = literalRun(pending)
    if run > 0 { return Step(byteCount: run, event: .pasteBytes) }
    guard let bracket = pasteBracket(pending) else {
      let isWaiting = pending.byte(0) >= 0x80 && encoding.scan(pending) == .incomplete
      return isWaiting ? nil : Step(byteCount: 1, event: .pasteBytes)
    }
    guard bracket.byteCount > 0 else { return nil }
    // A second start is part of the text: the first paste may have lost its end.
    guard bracket.isEnd else { return Step(byteCount: bracket.byteCount, event: .pasteBytes) }
    state = .ground
    return Step(
      byteCount: bracket.byteCount,
      event: isPasteInterrupted ? .pasteDropped(isInterrupted: true) : .pasteEnded)
  }

  /// Returns the length in bytes of an interrupt, which is a single byte or a key report.
  ///
  /// The result is 0 if more bytes are needed, and nil for other input.
  private func lengthOfInterrupt(_ pending: RawSpan) -> Int? {
    if interrupts(pending.byte(0)) { return 1 }
    guard let start = introducer(of: pending) else { return nil }
    var end = start.count
    while end < pending.byteCount, (0x30...0x3b).contains(pending.byte(end)) { end += 1 }
    guard end < pending.byteCount else { return end < Self.longestSequence ? 0 : nil }
    let parameters = SequenceParameters(pending.extracting(start.count..<end))
    guard case .event(.key(let key, let modifiers)) = parameters.meaning(final: pending.byte(end)),
      let byte = key.controlByte(modifiers), interrupts(byte)
    else { return nil }
    return end + 1
  }

  /// The number of pasted bytes before a possible paste bracket or an incomplete character.
  private mutating func literalRun(_ pending: RawSpan) -> Int {
    var run = 0
    while run < pending.byteCount {
      let byte = pending.byte(run)
      if byte == 0x1b { break }
      if interrupts(byte) { isPasteInterrupted = true }
      guard byte >= 0x80 else {
        run += 1
        continue
      }
      let rest = pending.extracting(run..<pending.byteCount)
      let scan = encoding.scan(rest)
      if let count = scan.lengthOfC1, rest.byte(count - 1) == 0x9b { break }
      if scan == .incomplete { break }
      run += scan.length
    }
    return run
  }
}

extension InputDecoder {
  /// The bytes after ESC that begin a longer sequence: `[`, `O`, and the introducers of strings.
  static let introducers: [UInt8] = [0x5b, 0x4f, 0x5d, 0x50, 0x58, 0x5e, 0x5f]

  mutating func escape(_ pending: RawSpan, at now: Double) -> Step? {
    guard pending.byteCount > 1 else { return nil }
    let kind = pending.byte(1)
    if isSeparate(from: kind, at: now) {
      isEndingString = false
      return Step(byteCount: 1, event: .key(.escape, []))
    }
    if isEndingString {
      isEndingString = false
      guard kind == 0x5c else { return Step(byteCount: 0, event: .untyped(.message)) }
      return Step(byteCount: 2, event: nil, background: reply?.color)
    }
    switch kind {
    case _ where kind == 0x1b || interrupts(kind):
      // Skip the first ESC: the second one begins the sequence of a key pressed with Alt.
      return Step(byteCount: 1, event: nil)
    case 0x0d, 0x0a:
      returnTime = kind == 0x0d ? now : nil
      return Step(byteCount: 2, event: .key(.enter, .alt))
    case 0x08, 0x7f:
      return Step(byteCount: 2, event: .key(.backspace, .alt))
    case 0x09:
      return Step(byteCount: 2, event: nil)
    case 0x00...0x1f:
      return Step(byteCount: 2, event: .untyped(.alt))
    case 0x80...:
      return altCharacter(pending)
    default:
      return introduced(pending, by: kind, from: 2)
    }
  }

  private func isSeparate(from kind: UInt8, at now: Double) -> Bool {
    guard let waitStart, waitedBytes == 1, !Self.introducers.contains(kind),
      !(isEndingString && kind == 0x5c)
    else { return false }
    return now - waitStart > Self.altTimeout
  }

  private func altCharacter(_ pending: RawSpan) -> Step? {
    switch encoding.scan(pending.extracting(1..<pending.byteCount)) {
    case .incomplete: nil
    case .scalar(let count, isC1: false): Step(byteCount: 1 + count, event: .untyped(.alt))
    case .broken, .scalar: Step(byteCount: 1, event: nil)
    }
  }

  /// Decodes a sequence that begins with ESC and `kind` or with the equivalent C1 character.
  ///
  /// The length of this introducer is `start` bytes.
  mutating func introduced(_ pending: RawSpan, by kind: UInt8, from start: Int) -> Step? {
    switch kind {
    case 0x5b:  // [
      return controlSequence(pending, from: start)
    case 0x4f:  // O
      return singleShift(pending, from: start)
    case 0x5d, 0x50, 0x58, 0x5e, 0x5f:  // ] P X ^ _
      state = .string
      reply = kind == 0x5d ? BackgroundColorResponse() : nil
      return Step(byteCount: start, event: nil)
    default:
      return Step(byteCount: start, event: .untyped(.alt))
    }
  }

  private mutating func singleShift(_ pending: RawSpan, from start: Int) -> Step? {
    for offset in start..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x30...0x3b:
        guard offset - start > Self.longestSequence else { continue }
        state = .overlongSequence
        return Step(byteCount: offset + 1, event: nil)
      case 0x20...0x7e:
        let parameters = SequenceParameters(pending.extracting(start..<offset))
        return step(parameters.singleShift(final: pending.byte(offset)), byteCount: offset + 1)
      default:
        return broken(pending, at: offset)
      }
    }
    return nil
  }

  private mutating func controlSequence(_ pending: RawSpan, from start: Int) -> Step? {
    guard pending.byteCount > start else { return nil }
    switch pending.byte(start) {
    case 0x5b:  // ESC [ [ and a letter: function keys of the Linux console
      return console(pending, from: start + 1)
    case 0x4d:  // ESC [ M and three bytes: the old mouse report
      return oldMouse(pending, from: start + 1)
    default:
      break
    }
    for offset in start..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x20...0x3f:
        guard offset - start > Self.longestSequence else { continue }
        state = .overlongSequence
        return Step(byteCount: offset + 1, event: nil)
      case 0x40...0x7e:
        return finished(
          pending.extracting(start..<offset), from: start, final: pending.byte(offset),
          byteCount: offset + 1)
      default:
        return broken(pending, at: offset)
      }
    }
    return nil
  }

  /// Skips the rest of a mouse report in the X10 form: three bytes, or three characters in UTF-8
  /// mode.
  private func oldMouse(_ pending: RawSpan, from start: Int) -> Step? {
    var end = start
    for _ in 0..<3 {
      guard end < pending.byteCount else { return nil }
      let byte = pending.byte(end)
      guard byte >= 0x20 else { return broken(pending, at: end) }
      let scan = byte < 0x80 ? nil : encoding.scan(pending.extracting(end..<pending.byteCount))
      if scan == .incomplete { return nil }
      end += scan?.length ?? 1
    }
    return Step(byteCount: end, event: nil)
  }

  private mutating func console(_ pending: RawSpan, from start: Int) -> Step? {
    guard pending.byteCount > start else { return nil }
    let letter = pending.byte(start)
    guard (0x20...0x7e).contains(letter) else { return broken(pending, at: start) }
    let meaning = KeyTable.meaning(of: .console(Unicode.Scalar(letter)))
    return step(SequenceParameters(pending.extracting(0..<0)).named(meaning), byteCount: start + 1)
  }

  private mutating func finished(
    _ body: RawSpan, from start: Int, final: UInt8, byteCount: Int
  ) -> Step {
    let parameters = SequenceParameters(body)
    if final == 0x7e, parameters.isPlain, parameters.first == 200, parameters.count == 1 {
      (state, isPasteInterrupted) = (.paste, false)
      return Step(byteCount: byteCount, event: .pasteBegan)
    }
    if final == 0x63, parameters.marker == 0x3f {  // ? … c
      return Step(byteCount: byteCount, event: nil, endsReplies: true)
    }
    let meaning = parameters.meaning(final: final)
    guard case .text(let offset) = meaning else { return step(meaning, byteCount: byteCount) }
    state = .reportedText
    return Step(byteCount: start + offset, event: nil)
  }

  private func step(_ meaning: SequenceParameters.Meaning, byteCount: Int) -> Step {
    switch meaning {
    case .nothing, .text: Step(byteCount: byteCount, event: nil)
    case .event(let event): Step(byteCount: byteCount, event: event)
    case .character(let character):
      Step(byteCount: byteCount, event: .text, character: character)
    }
  }

  mutating func reportedText(_ pending: RawSpan) -> Step? {
    var code: Int?
    for offset in 0..<pending.byteCount {
      switch pending.byte(offset) {
      case let digit where (0x30...0x39).contains(digit):
        code = min((code ?? 0) * 10 + Int(digit) - 0x30, SequenceParameters.largest)
      case 0x75:  // u
        state = .ground
        return typed(code, byteCount: offset + 1)
      default: return typed(code, byteCount: offset + 1)
      }
    }
    return nil
  }

  private func typed(_ code: Int?, byteCount: Int) -> Step {
    guard let code else { return Step(byteCount: byteCount, event: nil) }
    let character = SequenceParameters.printable(code)
    return Step(
      byteCount: byteCount, event: character == nil ? .untyped(.key) : .text,
      character: character)
  }
}

extension InputDecoder {
  /// Finds a paste bracket at the front of `bytes`: a CSI, `200` or `201`, and `~`.
  ///
  /// The result is nil for other bytes; its `byteCount` is 0 if more bytes are needed to decide.
  func pasteBracket(_ bytes: RawSpan) -> (isEnd: Bool, byteCount: Int)? {
    guard let introducer = introducer(of: bytes) else { return nil }
    let shape = introducer + [0x32, 0x30, 0x30, 0x7e]
    let kind = introducer.count + 2
    for offset in 0..<min(bytes.byteCount, shape.count) {
      let byte = bytes.byte(offset)
      guard byte == shape[offset] || (offset == kind && byte == 0x31) else { return nil }
    }
    guard bytes.byteCount >= shape.count else { return (false, 0) }
    return (bytes.byte(kind) == 0x31, shape.count)
  }

  private func introducer(of bytes: RawSpan) -> [UInt8]? {
    let control: [UInt8] = encoding == .utf8 ? [0xc2, 0x9b] : [0x9b]
    let shapes = [[0x1b, 0x5b], control]
    guard let shape = shapes.first(where: { $0.first == bytes.byte(0) }) else { return nil }
    let isWhole = bytes.byteCount >= shape.count
    return isWhole && bytes.byte(shape.count - 1) != shape.last ? nil : shape
  }
}
