/// Cuts what a terminal sends into events, without keeping a byte of it.
///
///     var decoder = InputDecoder()
///     while let step = decoder.step(pending, at: now) {
///       if step.event == .text { secret.append(pending.extracting(0..<step.byteCount)) }
///       ring.consume(step.byteCount)
///     }
///
/// The pending bytes stay in the locked ring: the decoder looks at them, says how many the next event
/// is about and what it is, and waits where a character or sequence is unfinished. Any cutting of a
/// stream into reads, no time passing, gives the same events. No control byte and no part of a sequence
/// is ever text, whether the sequence is known or not.
package struct InputDecoder: Sendable {
  /// What the oldest pending bytes are.
  package struct Step: Hashable, Sendable {
    /// How many of the pending bytes are done with.
    package let byteCount: Int
    /// What they are; nil for what means nothing.
    package let event: InputEvent?
    /// The terminal's ground, where they end its answer about that.
    var ground: Palette.RGB?
  }

  /// Where the decoder stands between two steps.
  enum State: Hashable {
    case ground
    /// Inside a sequence too long to wait for as a whole.
    case overlongSequence
    /// Inside an OSC, DCS, SOS, PM or APC; so many more bytes are swallowed.
    case string(left: Int)
    case paste
  }

  /// How long a lone ESC is waited on before it is the Esc key, in seconds.
  package static let escapeTimeout = 0.05
  /// How long it is waited on while an answer may begin with it, in seconds.
  static let replyTimeout = 0.3
  /// How long a string may be silent before it is given up, in seconds.
  package static let stringTimeout = 1.0
  /// The longest string that is swallowed, in bytes.
  package static let longestString = 65_536
  /// The longest sequence that is looked at, in bytes behind its introducer.
  static let longestSequence = 64

  var state = State.ground
  /// Whether the ESC that is pending came inside a string.
  var isLeavingString = false
  /// What the answer about the ground says so far; nil in any other string.
  var reply: GroundReply?
  /// Until when an answer may still begin, on the clock of `step`.
  var replyEnd = -Double.infinity
  private var waitedBytes = 0

  /// When what is pending becomes something by itself, on the clock of `step`; nil for never.
  package private(set) var deadline: Double?

  /// A decoder in its ground state.
  package init() {}

  /// Whether a paste is under way.
  package var isPasting: Bool { state == .paste }

  /// Whether no bytes, sequence or paste are unfinished.
  package var isIdle: Bool { state == .ground && waitedBytes == 0 }

  /// Looks at the pending bytes, oldest first.
  ///
  /// - Parameters:
  ///   - pending: Everything pending.
  ///   - now: The time in seconds, on a clock that never goes back.
  /// - Returns: What the oldest of them are; nil where more must come first.
  package mutating func step(_ pending: RawSpan, at now: Double) -> Step? {
    if let step = decoded(pending) {
      waitedBytes = 0
      deadline = nil
      return step
    }
    if let deadline, waitedBytes == pending.byteCount, now >= deadline {
      self.deadline = nil
      waitedBytes = 0
      return expired(pending)
    }
    if deadline == nil || waitedBytes != pending.byteCount {
      deadline = timeout(pending, at: now).map { now + $0 }
    }
    waitedBytes = pending.byteCount
    return nil
  }

  /// How long what is pending may stay unfinished, nil for ever.
  private func timeout(_ pending: RawSpan, at now: Double) -> Double? {
    if isLeavingString { return Self.stringTimeout }
    if case .string = state { return Self.stringTimeout }
    guard state == .ground, pending.byteCount == 1, pending.byte(0) == 0x1b else { return nil }
    return now < replyEnd ? Self.replyTimeout : Self.escapeTimeout
  }

  /// What becomes of an unfinished start when nothing more came.
  private mutating func expired(_ pending: RawSpan) -> Step? {
    isLeavingString = false
    state = .ground
    guard pending.byteCount == 1, pending.byte(0) == 0x1b else { return nil }
    return Step(byteCount: 1, event: .key(.escape, []))
  }

  private mutating func decoded(_ pending: RawSpan) -> Step? {
    guard pending.byteCount > 0 else { return nil }
    switch state {
    case .ground: return ground(pending)
    case .overlongSequence: return overlongSequence(pending)
    case .string(let left): return string(pending, left: left)
    case .paste: return paste(pending)
    }
  }

  private mutating func ground(_ pending: RawSpan) -> Step? {
    let byte = pending.byte(0)
    switch byte {
    case 0x1b: return escape(pending)
    case 0x20...0x7e: return Step(byteCount: 1, event: .text)
    case 0x00...0x1f, 0x7f:
      return Step(byteCount: 1, event: TerminalKey(control: byte).map { .key($0, []) })
    default:
      return character(pending)
    }
  }

  /// A character of several bytes, or what is left of one.
  private func character(_ pending: RawSpan) -> Step? {
    switch UTF8Scan(pending) {
    case .incomplete: return nil
    case .broken(let count): return Step(byteCount: count, event: nil)
    case .scalar(let count, let isC1): return Step(byteCount: count, event: isC1 ? nil : .text)
    }
  }

  private mutating func overlongSequence(_ pending: RawSpan) -> Step? {
    for offset in 0..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x20...0x3f: continue
      case 0x40...0x7e:
        state = .ground
        return Step(byteCount: offset + 1, event: nil)
      default:
        state = .ground
        return broken(pending, at: offset)
      }
    }
    return Step(byteCount: pending.byteCount, event: nil)
  }

  /// Drops a control sequence that a byte breaks.
  ///
  /// CAN and SUB are there to do so; what else broke it is looked at afresh.
  func broken(_ pending: RawSpan, at offset: Int) -> Step {
    let byte = pending.byte(offset)
    return Step(byteCount: byte == 0x18 || byte == 0x1a ? offset + 1 : offset, event: nil)
  }

  private mutating func string(_ pending: RawSpan, left: Int) -> Step? {
    for offset in 0..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x07, 0x18, 0x1a:
        state = .ground
        let isWhole = pending.byte(offset) == 0x07
        return Step(byteCount: offset + 1, event: nil, ground: isWhole ? reply?.color : nil)
      case 0x1b:
        // ST, or the start of something else: both are looked at from their ESC on.
        state = .ground
        isLeavingString = true
        return Step(byteCount: offset, event: nil)
      default:
        reply?.take(pending.byte(offset))
        guard offset + 1 < left else {
          state = .ground
          return Step(byteCount: offset + 1, event: nil)
        }
      }
    }
    state = .string(left: left - pending.byteCount)
    return Step(byteCount: pending.byteCount, event: nil)
  }

  private mutating func paste(_ pending: RawSpan) -> Step? {
    var run = 0
    while run < pending.byteCount, pending.byte(run) != 0x1b { run += 1 }
    if run > 0 { return Step(byteCount: run, event: .pasteBytes) }
    switch PasteBracket(pending) {
    case .end:
      state = .ground
      return Step(byteCount: PasteBracket.byteCount, event: .pasteEnded)
    case .begin: return Step(byteCount: PasteBracket.byteCount, event: nil)
    case .unfinished: return nil
    case .none: return Step(byteCount: 1, event: .pasteBytes)
    }
  }
}

extension RawSpan {
  /// The byte at an offset.
  func byte(_ offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
